"""Folds disputes, rulings and unsealing into a table."""

from collections.abc import Mapping
from typing import Final

import msgspec

from events.accounts import POT
from events.dispute_events import RULING, DisputeRaised, DisputeRuled
from events.event import Event
from events.round_events import RoundUnsealed
from events.table_events import CoinsMoved
from projections.game import AnyTable, Fold
from projections.scoring import add_to_score
from projections.table import Case, Disputed, Ruling, Settled, Span

ROUNDS_KEPT: Final = 10
"""How many rounds a table remembers with their gains and losses, so that a ruling can reverse them."""
RULINGS_KEPT: Final = 10
"""How many ruled disputes stay in views, with their texts."""


def _raised(table: AnyTable, event: DisputeRaised) -> None:
    case = Case(
        dispute=event.dispute, seat=event.seat, round=event.round, text=event.text, version=event.version, ruling=None
    )
    table.disputes.append(case)
    table.disputed.append(Disputed(dispute=event.dispute, round=event.round, seat=event.seat, verdict=None))
    if event.seat in table.scores:
        add_to_score(table, event.seat, disputes=1, disputes_open=1)


def _ruled(table: AnyTable, event: DisputeRuled) -> None:
    dispute = table.open_dispute(event.dispute)
    table.disputes.remove(dispute)
    ruling = Ruling(
        verdict=event.verdict,
        text=event.text,
        remedy=event.remedy,
        payer=event.payer,
        payee=event.payee,
        amount_cp=event.amount_cp,
    )
    table.ruled = [*table.ruled, msgspec.structs.replace(dispute, ruling=ruling)][-RULINGS_KEPT:]
    ruled = (
        msgspec.structs.replace(one, verdict=event.verdict) if one.dispute == event.dispute else one
        for one in table.disputed
    )
    table.disputed = list(ruled)
    if dispute.seat in table.scores:
        add_to_score(table, dispute.seat, disputes_open=-1, disputes_upheld=event.verdict == "upheld")
    if event.remedy == "round":
        _forget_round(table, dispute.round)


def _forget_round(table: AnyTable, number: int) -> None:
    """Take a reversed round out of the scores. It cannot be reversed again.

    Coins that it took from the pot belong again to the seats that had left them there.
    """
    settled = table.settled_round(number)
    table.settled.remove(settled)
    for account, gained in settled.moved.items():
        if account in table.scores:
            add_to_score(table, account, coins_cp=-gained)
    if settled.moved.get(POT, 0) < 0:
        theirs_now = table.rolled_over_from if table.balance(POT) else []
        table.rolled_over_from = list(dict.fromkeys([*settled.rolled_over_from, *theirs_now]))


def count_ruling(table: AnyTable, event: CoinsMoved) -> None:
    """Add a ruling's payment to the coins that a seat gained or lost in rounds."""
    if event.reason == RULING and not table.running:
        for account, gained in ((event.payer, -event.amount_cp), (event.payee, event.amount_cp)):
            if account in table.scores:
                add_to_score(table, account, coins_cp=gained)


def settle(table: AnyTable, number: int, rolled_over_from: list[str]) -> None:
    """Remember what a round that just ended moved, and whose coins were in the pot before it (`rolled_over_from`)."""
    settled = Settled(
        round=number,
        moved={account: gained for account, gained in table.moved.items() if gained},
        pot_cp=table.balance(POT),
        rolled_over_from=rolled_over_from,
    )
    table.settled = [*table.settled, settled][-ROUNDS_KEPT:]


def seal(table: AnyTable, number: int) -> None:
    """Seal a round that is over, until its seed is published."""
    if table.sealed and table.sealed[-1].last == number - 1:
        table.sealed[-1] = Span(first=table.sealed[-1].first, last=number)
    else:
        table.sealed.append(Span(first=number, last=number))


def _unsealed(table: AnyTable, event: RoundUnsealed) -> None:
    number, sealed = event.round, list[Span]()
    for span in table.sealed:
        if span.first <= number <= span.last:
            parts = (Span(first=span.first, last=number - 1), Span(first=number + 1, last=span.last))
            sealed += [part for part in parts if part.first <= part.last]
        else:
            sealed.append(span)
    table.sealed = sealed


DISPUTE_FOLDS: Final[Mapping[type[Event], Fold]] = {
    DisputeRaised: _raised,
    DisputeRuled: _ruled,
    RoundUnsealed: _unsealed,
}

"""What comes of disputes, rulings and unsealing.

A ruling moves coins as far as they are there; the House makes up what is missing.
"""

from collections.abc import Callable, Iterator

from events.accounts import HOUSE, POT, UNBOUNDED
from events.audience import seat_viewer
from events.dispute_events import PUT_BACK, RULING, DisputeRaised, DisputeRuled
from events.event import Event
from events.round_events import RoundUnsealed
from games.mechanics.coins import pay, put_back
from games.table.dispute_commands import Dispute, RuleOnDispute, Unseal
from projections.game import AnyTable
from projections.table import Settled


def raise_dispute(table: AnyTable, seat: str, command: Dispute) -> Iterator[Event]:
    """A seat disputes a round. Which of its versions it speaks of is for that seat and the GM."""
    yield DisputeRaised(
        dispute=len(table.disputed) + 1,
        seat=seat,
        round=command.round,
        text=command.text,
        version=command.version,
        version_to=seat_viewer(seat),
    )


def rule_or_unseal(
    table: AnyTable, command: RuleOnDispute | Unseal, seed_of: Callable[[int], bytes]
) -> Iterator[Event]:
    """The GM rules on a dispute, or has a round's seed published."""
    match command:
        case RuleOnDispute():
            yield from _rule(table, command)
        case Unseal(round=number):
            yield RoundUnsealed(round=number, seed=seed_of(number).hex())


def _rule(table: AnyTable, command: RuleOnDispute) -> Iterator[Event]:
    """The ruling, and then what its remedy moves."""
    disputed = table.open_dispute(command.dispute).round
    settled = table.settled_round(disputed) if command.remedy == "round" else None
    pot_cp = _still_in_the_pot(table, settled) if settled else 0
    yield DisputeRuled(
        dispute=command.dispute,
        verdict=command.verdict,
        text=command.text,
        remedy=command.remedy,
        payer=command.payer,
        payee=command.payee,
        amount_cp=command.amount_cp,
    )
    if settled:
        yield from put_back(table, settled.moved, PUT_BACK, pot_cp=pot_cp)
    elif command.payer and command.payee and command.amount_cp:
        yield from _have_pay(table, command.payer, command.payee, command.amount_cp)


def _have_pay(table: AnyTable, payer: str, payee: str, amount_cp: int) -> Iterator[Event]:
    there = amount_cp if payer in UNBOUNDED else min(amount_cp, table.balance(payer))
    yield from pay(payer, payee, there, RULING)
    if payee != HOUSE:
        yield from pay(HOUSE, payee, amount_cp - there, RULING)


def _still_in_the_pot(table: AnyTable, settled: Settled) -> int:
    """What has lain in the pot ever since a round: coins that came later belong to those who left them there."""
    since = [later.pot_cp for later in table.settled if later.round >= settled.round]
    return min(table.balance(POT), *since)

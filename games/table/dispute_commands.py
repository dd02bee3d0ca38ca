"""Disputes, rulings and unsealing: the commands, and when they may be given.

Everything that decides it is open to all, so everybody's table gives the same answer.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from events.accounts import HOUSE, POT
from events.event import Command, CommandV1
from games.command_fields import MAX_COINS_CP, MOST_TEXT, Coins, LongText
from projections.actions import Action, Bounds, Choices, Offer, Param, Refusal, Text
from projections.game import AnyTable

MAX_OPEN_OF_A_SEAT: Final = 3
"""Disputes of one seat that may wait for a ruling at the same time."""
MAX_OPEN: Final = 50
"""Disputes of a whole table that may, those of seats that left included."""
MAX_DISPUTES_EVER: Final = 300
"""Disputes at a table in all its life: all of them are remembered."""

_RULED_BETWEEN_ROUNDS: Final = "Coins move by a ruling between rounds: void_round calls off the one that runs."
_PUT_BACK: Final = "Of round {} no coins can be put back: it was voided or put back already, or is too long ago."


class Dispute(CommandV1, frozen=True, kw_only=True):
    """Dispute what happened in a round, running or over. `version` is one of the seat's own at which it did."""

    round: Annotated[int, Meta(ge=1)]
    text: LongText
    version: Annotated[int, Meta(ge=1)] | None = None


class RuleOnDispute(CommandV1, frozen=True, kw_only=True):
    """Rule on an open dispute. One that is upheld may have a remedy.

    `coins`: `payer` pays `payee` `amount_cp` as far as it has them, and the House makes up the rest. `round`: each
    account's net of the whole round is put back, likewise.
    """

    dispute: Annotated[int, Meta(ge=1)]
    verdict: Literal["upheld", "denied"]
    text: LongText
    remedy: Literal["none", "coins", "round"] = "none"
    payer: str | None = None
    payee: str | None = None
    amount_cp: Coins | None = None


class Unseal(CommandV1, frozen=True, kw_only=True):
    """Publish the seed of a round that ended or was voided: all that was hidden in it is open to everybody then."""

    round: Annotated[int, Meta(ge=1)]


def dispute_offer(table: AnyTable, seat: str) -> Offer:
    """Whether a seat may dispute something now: at any time, in a closed table too."""
    theirs = sum(dispute.seat == seat for dispute in table.disputes)
    if not table.round:
        return Refusal("dispute", "no_such_round", "No round has been played here yet.")
    if len(table.disputed) >= MAX_DISPUTES_EVER:
        detail = f"{MAX_DISPUTES_EVER} disputes were raised at this table: that is all it remembers."
        return Refusal("dispute", "too_many_disputes", detail)
    if theirs >= MAX_OPEN_OF_A_SEAT or len(table.disputes) >= MAX_OPEN:
        which = f"{theirs} of this seat’s" if theirs >= MAX_OPEN_OF_A_SEAT else str(len(table.disputes))
        return Refusal("dispute", "too_many_disputes", f"{which} disputes wait for a ruling already.")
    params: dict[str, Param] = {
        "round": Bounds(min=1, max=table.round),
        "version": Bounds(min=1, max=table.version_of(seat), optional=True),
        "text": Text(text=MOST_TEXT),
    }
    return Action(type="dispute", params=params)


def judging_offers(table: AnyTable) -> Iterator[Offer]:
    """What the GM may rule on and unseal now, in a closed table too."""
    yield from _ruling_offers(table)
    yield from _unsealing_offers(table)


def _ruling_offers(table: AnyTable) -> Iterator[Offer]:
    waiting = [dispute.dispute for dispute in table.disputes]
    if not waiting:
        yield Refusal("rule_on_dispute", "no_open_dispute", "No dispute waits for a ruling.")
        return
    yield _ruling(waiting, ["upheld", "denied"], remedy=Choices(choices=["none"], optional=True))
    if table.running or table.closed:
        code = "round_running" if table.running else "table_closed"
        detail = _RULED_BETWEEN_ROUNDS if table.running else "The table is closed: its coins have left it."
        for remedy in ("coins", "round"):
            yield Refusal("rule_on_dispute", code, detail, {"remedy": remedy})
        return
    accounts = [*(seat.seat for seat in table.present()), POT, HOUSE]
    for payer in accounts:
        yield _ruling(
            waiting,
            ["upheld"],
            remedy=Choices(choices=["coins"]),
            payer=Choices(choices=[payer]),
            payee=Choices(choices=[account for account in accounts if account != payer]),
            amount_cp=Bounds(min=1, max=MAX_COINS_CP),
        )
    kept = {settled.round for settled in table.settled}
    if undone := [dispute.dispute for dispute in table.disputes if dispute.round in kept]:
        yield _ruling(undone, ["upheld"], remedy=Choices(choices=["round"]))
    for dispute in table.disputes:
        if dispute.round not in kept:
            case = {"dispute": dispute.dispute, "remedy": "round"}
            yield Refusal("rule_on_dispute", "cannot_put_back", _PUT_BACK.format(dispute.round), case)


def _ruling(disputes: list[int], verdicts: list[str], **case: Param) -> Action:
    params: dict[str, Param] = {
        "dispute": Choices(choices=disputes),
        "verdict": Choices(choices=verdicts),
        "text": Text(text=MOST_TEXT),
        **case,
    }
    return Action(type="rule_on_dispute", params=params)


def _unsealing_offers(table: AnyTable) -> Iterator[Offer]:
    for span in table.sealed:
        yield Action(type="unseal", params={"round": Bounds(min=span.first, max=span.last)})
    if table.running:
        yield _runs_still(table, {"round": table.round})
    if not table.sealed:
        over = table.round - table.running
        yield _already_unsealed("every round that is over") if over else _no_such_round(table)


def _runs_still(table: AnyTable, case: dict[str, Any]) -> Refusal:
    return Refusal("unseal", "round_running", f"Round {table.round} runs still: nobody may know its seed.", case)


def _already_unsealed(which: str) -> Refusal:
    return Refusal("unseal", "already_unsealed", f"The seed of {which} is published already.")


def _no_such_round(table: AnyTable) -> Refusal:
    return Refusal("unseal", "no_such_round", f"The table has had {table.round - table.running} rounds that are over.")


def explain_judging(table: AnyTable, command: Command) -> Refusal | None:
    """Why one of these commands is not among what is offered, where its parameters tell more than their names."""
    match command:
        case Unseal(round=number):
            return _no_such_round(table) if number > table.round else _already_unsealed(f"round {number}")
        case Dispute(round=number) if number > table.round:
            return Refusal("dispute", "no_such_round", f"The table has had {table.round} rounds.")
        case RuleOnDispute(dispute=number) if all(dispute.dispute != number for dispute in table.disputes):
            return Refusal("rule_on_dispute", "no_open_dispute", f"No dispute {number} waits for a ruling.")
        case _:
            return None

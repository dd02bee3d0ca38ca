"""Bets against the House, as they lie on the table until they are settled: their commands, events and sentences."""

from collections.abc import Mapping
from typing import Final

import msgspec

from events.accounts import ESCROW, HOUSE
from events.event import V1, CommandV1, Event, namespaced
from events.round_events import DiceThrown, RoundEnded, RoundStarted, RoundVoided, StatusChanged
from events.table_events import CoinsMoved
from projections.chronicle import coins, coins_moved, listed, name_of
from projections.game import AnyTable, Fold, Sentence

_tag = namespaced("house_bets")


class Bet(CommandV1, frozen=True, kw_only=True):
    """Bet against the House; `on` says on what, where the game has a choice."""

    amount_cp: int
    on: str | None = None


class Pass(CommandV1, frozen=True, kw_only=True):
    """Bet nothing, or nothing more."""


class CloseBets(CommandV1, frozen=True, kw_only=True):
    """No more bets: who has not answered passes, and the House goes on."""


class BetPlaced(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat laid `amount_cp` more copper on the table; `on` is a slug, null where the game has no choice."""

    seat: str
    on: str | None
    amount_cp: int


class BetSettled(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat's bet of `amount_cp` copper in all gave back `back_cp`: nothing, or up to the bet and more."""

    seat: str
    amount_cp: int
    back_cp: int


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has on the table, in copper, and on what; `back_cp` is what came of it, once it is settled."""

    on: str | None
    amount_cp: int
    back_cp: int | None = None


class Stakes(msgspec.Struct, kw_only=True):
    """The bets on the table, by seat."""

    placed: dict[str, Stake] = {}


def _cleared(table: AnyTable, event: RoundStarted | RoundVoided) -> None:
    table.state = type(table.state)()


def _placed(table: AnyTable, event: BetPlaced) -> None:
    placed = table.state.placed
    before_cp = placed[event.seat].amount_cp if event.seat in placed else 0
    placed[event.seat] = Stake(on=event.on, amount_cp=before_cp + event.amount_cp)


def _settled(table: AnyTable, event: BetSettled) -> None:
    placed = table.state.placed
    placed[event.seat] = msgspec.structs.replace(placed[event.seat], back_cp=event.back_cp)


EVENTS: Final = (BetPlaced, BetSettled)
FOLDS: Final[Mapping[type[Event], Fold]] = {
    RoundStarted: _cleared,
    BetPlaced: _placed,
    BetSettled: _settled,
    RoundVoided: _cleared,
}
REFUSALS: Final[Mapping[str, str]] = {
    "bank_limit": "The House could not pay so much.",
    "bet_out_of_bounds": "The rules ask for a bigger bet now, or for a smaller one.",
    "no_bets_to_close": "The bets are made, and the round waits for something else.",
    "not_asked": "The seat is not asked for a bet.",
    "purse_too_small": "The bet is more than is in the purse.",
}


def _told_by_the_bets(table: AnyTable, event: CoinsMoved) -> str | None:
    return None if ESCROW in (event.payer, event.payee) or event.reason == "winnings" else coins_moved(table, event)


def house_thrown(table: AnyTable, event: DiceThrown) -> str:
    """What the House has thrown."""
    return f"The House throws {_faces(event)}."


def house_thrown_together(table: AnyTable, event: DiceThrown) -> str:
    """What the House has thrown, in a game that adds its dice together."""
    return f"The House throws {_faces(event)}: {sum(draw.face for draw in event.draws or ())} in all."


def _faces(event: DiceThrown) -> str:
    return listed([str(draw.face) for draw in event.draws or ()])


def _bet_placed(table: AnyTable, event: BetPlaced) -> str:
    on = f" on {event.on.replace('_', ' ')}" if event.on else ""
    more = " more" if table.state.placed[event.seat].amount_cp > event.amount_cp else ""
    return f"{name_of(table, event.seat)} bets {coins(event.amount_cp)}{more}{on}."


def _bet_settled(table: AnyTable, event: BetSettled) -> str:
    name, won_cp = name_of(table, event.seat), event.back_cp - event.amount_cp
    if won_cp == 0:
        return f"{name} gets {coins(event.back_cp)} back, and no more."
    return f"{name} {'wins' if won_cp > 0 else 'loses'} {coins(abs(won_cp))}."


def _status_changed(table: AnyTable, event: StatusChanged) -> str | None:
    name = name_of(table, event.seat)
    return {"passed": f"{name} bets nothing.", "content": f"{name} lets the bet stand."}.get(event.status)


def _round_ended(table: AnyTable, event: RoundEnded) -> str:
    if not table.state.placed:
        return "Nobody has bet."
    won_cp = table.moved.get(HOUSE, 0)
    if won_cp == 0:
        return "The House is neither richer nor poorer."
    return f"The House is {coins(abs(won_cp))} {'richer' if won_cp > 0 else 'poorer'}."


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    CoinsMoved: _told_by_the_bets,
    DiceThrown: house_thrown,
    BetPlaced: _bet_placed,
    BetSettled: _bet_settled,
    StatusChanged: _status_changed,
    RoundEnded: _round_ended,
}

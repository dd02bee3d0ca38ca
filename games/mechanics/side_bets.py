"""Side bets: whoever is at the table, watchers too, bets on a seat to win the round.

Seeds 001, "Side Bets". All stakes go into one pool, which those share who backed the winner, in proportion; where
nobody did, or nobody wins, the stakes go back. A game with side bets has a part of its state called `side_bets`, says
until when and on whom bets are taken, and has the bets paid when it knows the winner.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, cast

import msgspec

from events.accounts import OUTSIDE, SIDE_POOL
from events.event import V1, CommandV1, Event, namespaced
from events.table_events import CoinsMoved
from games.mechanics.coins import goes_to_who_left, pay, payee_of, shares
from projections.actions import Action, Bounds, Choices, Offer, Refusal
from projections.chronicle import coins, coins_moved, name_of
from projections.game import AnyTable, Fold, Sentence

_tag = namespaced("side_bets")
_PLACED: Final = "side_bet"


class SideBet(CommandV1, frozen=True, kw_only=True):
    """Bet on a seat to win the round; the stake lies in the side pool until then."""

    target: str
    amount_cp: int


class SideBetPlaced(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat or a watcher bets on `backed` to win."""

    seat: str
    backed: str
    amount_cp: int


class Backing(msgspec.Struct, frozen=True, kw_only=True):
    """A side bet that was placed, in copper."""

    bettor: str
    backed: str
    amount_cp: int


class HasSideBets(Protocol):
    """The state of a game with side bets: those of the round, as they were placed."""

    side_bets: list[Backing]


def side_bets_of(table: AnyTable) -> list[Backing]:
    """The side bets of the round, as they were placed."""
    return cast("HasSideBets", table.state).side_bets


def offers(table: AnyTable, seat: str, backed: Sequence[str], closed: str | None) -> Iterator[Offer]:
    """Whom of `backed`, who can still win, a seat may bet on, and how much: an ante or more, out of its purse.

    `closed` tells in a sentence why no side bets are taken any more; None while they are.
    """
    least_cp, purse_cp = table.options.ante_cp, table.purse(seat)
    if closed is not None:
        yield Refusal("side_bet", "side_bets_closed", closed)
        return
    if purse_cp < least_cp:
        detail = f"A side bet is {coins(least_cp)} at least, and you have {coins(purse_cp)}."
        yield Refusal("side_bet", "purse_too_small", detail)
        return
    amount = Bounds(min=least_cp, max=purse_cp)
    yield Action(type="side_bet", params={"target": Choices(choices=list(backed)), "amount_cp": amount})
    for other in table.order:
        if other not in backed:
            detail = f"{name_of(table, other)} cannot win this round any more."
            yield Refusal("side_bet", "cannot_win", detail, {"target": other})


def place(seat: str, command: SideBet) -> Iterator[Event]:
    """The stake goes into the side pool."""
    yield SideBetPlaced(seat=seat, backed=command.target, amount_cp=command.amount_cp)
    yield from pay(seat, SIDE_POOL, command.amount_cp, _PLACED)


def pay_side_bets(table: AnyTable, winner: str | None) -> Iterator[Event]:
    """Who backed the winner shares the pool in proportion; where nobody did, the stakes go back."""
    bets = side_bets_of(table)
    won = [bet for bet in bets if bet.backed == winner]
    staked_cp = {bettor: _staked(won or bets, bettor) for bettor in _by_turn_then_arrival(table)}
    if not bets:
        return
    reason = "side_bet_won" if won else "side_bet_returned"
    for bettor, share_cp in shares(table.balance(SIDE_POOL), {who: cp for who, cp in staked_cp.items() if cp}).items():
        yield from pay(SIDE_POOL, payee_of(table, bettor), share_cp, reason)


def _staked(bets: Sequence[Backing], bettor: str) -> int:
    return sum(bet.amount_cp for bet in bets if bet.bettor == bettor)


def _by_turn_then_arrival(table: AnyTable) -> list[str]:
    """In whose favour copper is left over: the seats of the round in order, then the others as they arrived."""
    return [*table.order, *(seat for seat in table.seats if seat not in table.order)]


def view(table: AnyTable) -> dict[str, Any]:
    """What everybody sees of the side bets."""
    bets = [{"seat": bet.bettor, "target": bet.backed, "amount_cp": bet.amount_cp} for bet in side_bets_of(table)]
    return {"side_pool_cp": table.balance(SIDE_POOL), "side_bets": bets}


def _placed(table: AnyTable, event: SideBetPlaced) -> None:
    side_bets_of(table).append(Backing(bettor=event.seat, backed=event.backed, amount_cp=event.amount_cp))


def _placed_aloud(table: AnyTable, event: SideBetPlaced) -> str:
    backed = "themselves" if event.backed == event.seat else name_of(table, event.backed)
    return f"{name_of(table, event.seat)} bets {coins(event.amount_cp)} on {backed}."


def coins_aloud(table: AnyTable, event: CoinsMoved) -> str | None:
    """A sentence for coins that move in a game with side bets; of a stake the sentence about the bet tells already."""
    if event.reason == _PLACED:
        return None
    if (event.payer, event.payee) == (SIDE_POOL, OUTSIDE):
        return goes_to_who_left(table, event, [bet.bettor for bet in side_bets_of(table)])
    return coins_moved(table, event)


COMMANDS: Final = (SideBet,)
EVENTS: Final = (SideBetPlaced,)
FOLDS: Final[Mapping[type[Event], Fold]] = {SideBetPlaced: _placed}
SENTENCES: Final[Mapping[type[Event], Sentence]] = {SideBetPlaced: _placed_aloud}
REFUSALS: Final[Mapping[str, str]] = {
    "cannot_win": "That seat cannot win the round any more.",
    "purse_too_small": "It costs more than is in the purse.",
    "side_bets_closed": "Side bets are taken at the beginning of a round.",
}

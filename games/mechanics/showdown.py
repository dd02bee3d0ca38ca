"""Showing down for a pot and its side pots: each goes to the best of those who contest it, or to the only one left.

Rulings, "Everywhere": shares are whole copper, what is left over goes one copper at a time in the order of turns. A
game says how its hands rank, and whether those who tie throw for a pot or split it.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from events.accounts import POT
from events.dice import Dice
from events.event import V1, Event, namespaced
from events.table_events import CoinsMoved
from games.mechanics import betting
from games.mechanics.betting import betting_of, contenders
from games.mechanics.coins import coins_told_but, pay, shares
from games.mechanics.open_throws import highest_throw
from games.mechanics.side_pots import Pot, side_pots
from projections.chronicle import coins, listed, name_of
from projections.game import AnyTable, Sentence

ALONE: Final = "alone"
BEST: Final = "best"
TIE: Final = "tie"
PAYOUT: Final = "payout"


class PotWon(V1, frozen=True, kw_only=True, tag=namespaced("showdown")):
    """Pot `number`, the main pot being 1, went in `shares_cp` (copper by seat) to one or more of its `contenders`.

    `how` is alone (nobody else contested it), best, or tie: one of the best has won a throw, or all of them share it.
    """

    number: int
    amount_cp: int
    contenders: list[str]
    shares_cp: dict[str, int]
    how: str


EVENTS: Final = (PotWon,)
RankT = TypeVar("RankT", int, tuple[int, ...])
"""How good a hand is: the higher the better."""
SettleTie = Callable[[Sequence[str]], Generator[Event, None, Sequence[str]]]
"""What is done about those who tie; those of them who share the pot are returned."""


def by_a_throw(dice: Dice, sides: int) -> SettleTie:
    """Those who tie throw a die each in the open, and again where they tie again: one of them has the pot."""

    def settle(tied: Sequence[str]) -> Generator[Event, None, Sequence[str]]:
        return [(yield from highest_throw(dice, tied, "the_pot", sides))]

    return settle


def by_splitting(tied: Sequence[str]) -> Generator[Event, None, Sequence[str]]:
    """Those who tie share the pot."""
    yield from ()
    return tied


def win_alone(table: AnyTable, seat: str) -> Iterator[Event]:
    """Who is left alone takes whatever lies in the pot."""
    yield from _pay(1, Pot(table.balance(POT), (seat,)), [seat], ALONE)


def win_pots(table: AnyTable, rank: Mapping[str, RankT], settle_tie: SettleTie) -> Iterator[Event]:
    """All pots are won, the main pot first; by `rank` among several, and without it where one seat alone is left.

    Coins that were in the pot before the hand belong to the main pot. The same seats settle a tie once for all pots.
    """
    left, paid = contenders(table), betting_of(table).paid
    if len(left) == 1:
        yield from win_alone(table, left[0])
        return
    settled: dict[tuple[str, ...], Sequence[str]] = {}
    for number, pot in enumerate(side_pots(paid, left, table.balance(POT) - sum(paid.values())), start=1):
        best = max(rank[seat] for seat in pot.contenders)
        tied = tuple(seat for seat in pot.contenders if rank[seat] == best)
        if len(tied) > 1 and tied not in settled:
            settled[tied] = yield from settle_tie(tied)
        how = ALONE if len(pot.contenders) == 1 else TIE if len(tied) > 1 else BEST
        yield from _pay(number, pot, settled.get(tied, tied), how)


def _pay(number: int, pot: Pot, winners: Sequence[str], how: str) -> Iterator[Event]:
    shares_cp = shares(pot.amount_cp, dict.fromkeys(winners, 1))
    for seat, amount_cp in shares_cp.items():
        yield from pay(POT, seat, amount_cp, PAYOUT)
    yield PotWon(number=number, amount_cp=pot.amount_cp, contenders=list(pot.contenders), shares_cp=shares_cp, how=how)


def _pot_won(table: AnyTable, event: PotWon) -> str:
    names, amount = listed([name_of(table, seat) for seat in event.shares_cp]), coins(event.amount_cp)
    pot = "the pot" if event.number == 1 else "a side pot"
    if event.how == ALONE:
        return f"Nobody else is left for {pot}: {names} takes {amount}."
    if len(event.shares_cp) > 1:
        given = [f"{coins(share_cp)} to {name_of(table, seat)}" for seat, share_cp in event.shares_cp.items()]
        return f"{names} tie, and share {pot} of {amount}: {listed(given)}."
    return f"{names} wins {'the throw, and with it ' if event.how == TIE else ''}{pot} of {amount}."


TOLD_ELSEWHERE: Final = betting.TOLD_BY_THE_BET | {PAYOUT}
"""The reasons of coins of which the sentence about a bet or a pot tells already."""
SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **betting.SENTENCES,
    CoinsMoved: coins_told_but(TOLD_ELSEWHERE),
    PotWon: _pot_won,
}
"""Those of the bets too."""

"""Showdown: each pot goes to the best of the seats that contest it, or to the only one left. (Rulings, "Everywhere".)

Shares are whole copper; the remainder is paid one copper at a time in the order of turns.

A game with a showdown has betting. Its state has `won_cp` (what each seat was paid in the round of the log, in copper).
It says how hands `rank`, and what happens if seats tie for a pot.
"""

from abc import abstractmethod
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, cast

from events.accounts import POT
from events.dice import Dice
from events.event import V1, Event, namespaced
from events.round_events import DieRevealed, RoundStarted
from events.table_events import CoinsMoved
from games.chapter import Chapter, fold, round_details
from games.drawn import Drawn
from games.mechanics.betting import bets_of, contenders
from games.mechanics.coins import pay, payee_of, shares
from games.mechanics.sentences import sentence, silent
from games.mechanics.side_pots import Pot, side_pots
from games.mechanics.throwing import highest_throw, highest_thrown
from projections.chronicle import coins, listed, name_of
from projections.game import AnyTable
from projections.labels import DetailLabel, DetailLabels, Label, Labels

_ALONE: Final = "alone"
_BEST: Final = "best"
_TIE: Final = "tie"
_PAYOUT: Final = "payout"
_THE_POT: Final = "the_pot"

Rank = tuple[int, ...]
"""How good a hand is: higher is better, and earlier numbers count more than later ones."""


class PotWon(V1, frozen=True, kw_only=True, tag=namespaced("showdown")):
    """Pot `number` (the main pot is 1) went in `shares_cp` (copper by seat) to one or more of its `contenders`.

    `how` is alone (nobody else contested it), best, or tie: one of the best has won a throw, or all of them share it.
    """

    number: int
    amount_cp: int
    contenders: list[str]
    shares_cp: dict[str, int]
    how: str


def add_winnings(table: AnyTable, shares_cp: Mapping[str, int]) -> None:
    """Add what seats were paid from the pot to their winnings of the round of the log."""
    won_cp: dict[str, int] = table.state.won_cp
    for seat, amount_cp in shares_cp.items():
        won_cp[seat] = won_cp.get(seat, 0) + amount_cp


def throw_for_the_pot(dice: Dice, tied: Sequence[str], sides: int) -> Generator[Event, None, Sequence[str]]:
    """A way to settle a tie: an open throw, repeated by those tied for the highest. The winner takes the pot alone."""
    return [(yield from highest_throw(dice, tied, _THE_POT, sides))]


def thrown_for_the_pot(sides: int) -> Drawn:
    """The declaration of a `throw_for_the_pot`."""
    return highest_thrown(_THE_POT, sides)


class Showdown(Chapter):
    """The pots of a hand are won, the main pot first."""

    events: ClassVar[Sequence[type[Event]]] = (PotWon,)
    labels: ClassVar = Labels(
        coins={_PAYOUT: Label("Winnings", "A pot goes to who won it.")},
        details=DetailLabels(
            table={"won_cp": DetailLabel("Won so far", "What each seat was paid in this round.", "coins")}
        ),
    )

    # What a game decides

    @abstractmethod
    def rank(self, table: AnyTable, seat: str) -> Rank:
        """How good a seat's hand is. Called with the whole table, where every face is known."""

    def settle_tie(self, table: AnyTable, dice: Dice, tied: Sequence[str]) -> Generator[Event, None, Sequence[str]]:
        """Settles a tie for a pot. Returns the seats that share it; by default all, without doing anything."""
        yield from ()
        return tied

    def show_hidden_dice(self, table: AnyTable) -> Iterator[Event]:
        """All seats still in show their hidden dice, in the order of turns."""
        for seat in contenders(table):
            for die in [die for die in table.seats[seat].dice if die.hole]:
                yield DieRevealed(seat=seat, n=die.n, face=cast("int", die.face))

    def win_alone(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """The only seat left takes the whole pot."""
        yield from self._pay(table, 1, Pot(table.balance(POT), (seat,)), [seat], _ALONE)

    def win_pots(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """All pots are won by rank. Each tie is settled only once. The main pot includes coins from before the hand."""
        left, paid = contenders(table), bets_of(table).paid
        if len(left) == 1:
            yield from self.win_alone(table, left[0])
            return
        ranks = {seat: self.rank(table, seat) for seat in left}
        settled: dict[tuple[str, ...], Sequence[str]] = {}
        for number, pot in enumerate(side_pots(paid, left, table.balance(POT) - sum(paid.values())), start=1):
            best = max(ranks[seat] for seat in pot.contenders)
            tied = tuple(seat for seat in pot.contenders if ranks[seat] == best)
            if len(tied) > 1 and tied not in settled:
                settled[tied] = yield from self.settle_tie(table, dice, tied)
            how = _ALONE if len(pot.contenders) == 1 else _TIE if len(tied) > 1 else _BEST
            yield from self._pay(table, number, pot, settled.get(tied, tied), how)

    def _pay(self, table: AnyTable, number: int, pot: Pot, winners: Sequence[str], how: str) -> Iterator[Event]:
        """A winner may have left since the hands were shown; its share is then paid outside."""
        shares_cp = shares(pot.amount_cp, dict.fromkeys(winners, 1))
        for seat, amount_cp in shares_cp.items():
            yield from pay(POT, payee_of(table, seat), amount_cp, _PAYOUT)
        yield PotWon(
            number=number, amount_cp=pot.amount_cp, contenders=list(pot.contenders), shares_cp=shares_cp, how=how
        )

    @fold(RoundStarted)
    def _round_started(self, table: AnyTable, event: RoundStarted) -> None:
        table.state.won_cp = {}

    @fold(PotWon)
    def _pot_won(self, table: AnyTable, event: PotWon) -> None:
        add_winnings(table, event.shares_cp)

    @sentence(PotWon)
    def _pot_won_aloud(self, table: AnyTable, event: PotWon) -> str:
        names, amount = listed([name_of(table, seat) for seat in event.shares_cp]), coins(event.amount_cp)
        pot = "the pot" if event.number == 1 else "a side pot"
        if event.how == _ALONE:
            return f"Nobody else is left for {pot}: {names} takes {amount}."
        if len(event.shares_cp) > 1:
            given = [f"{coins(share_cp)} to {name_of(table, seat)}" for seat, share_cp in event.shares_cp.items()]
            return f"{names} tie, and share {pot} of {amount}: {listed(given)}."
        return f"{names} wins {'the throw, and with it ' if event.how == _TIE else ''}{pot} of {amount}."

    _payout_aloud = silent(CoinsMoved, reason=_PAYOUT)

    @round_details
    def _winnings(self, table: AnyTable) -> dict[str, Any]:
        return {"won_cp": dict(table.state.won_cp)}

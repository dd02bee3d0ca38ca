"""The showdown: hidden dice are shown, totals reckoned, and each pot goes to the best of those who contest it.

The whole table shows every face, so that the rules need not ask whether it does.
"""

from collections.abc import Iterator
from typing import cast

from events.accounts import POT
from events.dice import Dice
from events.event import Event
from events.round_events import DieRevealed, PhaseBegan
from games.bluffmaster import standing
from games.bluffmaster.happened import PotWon, TotalReckoned
from games.bluffmaster.options import SIDES
from games.bluffmaster.state import BluffmasterTable
from games.parts.betting import contenders
from games.parts.coins import pay
from games.parts.open_throws import highest_throw
from games.parts.side_pots import Pot, side_pots


def win_alone(table: BluffmasterTable, seat: str) -> Iterator[Event]:
    """Who is left alone takes the whole pot, and shows nothing."""
    yield from _pay(1, Pot(table.balance(POT), (seat,)), seat, "alone")


def show_down(table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
    """All who are in still show their dice; who has folded never does. Then the pots are won, main pot first."""
    yield PhaseBegan(phase=standing.SHOWDOWN)
    totals: dict[str, int] = {}
    for seat in contenders(table):
        for die in list(table.seats[seat].dice):
            yield DieRevealed(seat=seat, n=die.n, face=cast("int", die.face))
    for seat in contenders(table):
        made, change = cast("int", standing.rolled(table, seat)), standing.change(table, seat)
        totals[seat] = made + change
        yield TotalReckoned(seat=seat, rolled=made, change=change, total=totals[seat])
    yield from _win_pots(table, dice, totals)


def _win_pots(table: BluffmasterTable, dice: Dice, totals: dict[str, int]) -> Iterator[Event]:
    """Coins that a former round of the table left belong to the main pot. Those who tie throw once for all pots."""
    paid = table.state.betting.paid
    rolled_over_cp = table.balance(POT) - sum(paid.values())
    thrown: dict[tuple[str, ...], str] = {}
    for number, pot in enumerate(side_pots(paid, contenders(table), rolled_over_cp), start=1):
        best = max(totals[seat] for seat in pot.contenders)
        tied = tuple(seat for seat in pot.contenders if totals[seat] == best)
        if tied not in thrown:
            thrown[tied] = yield from highest_throw(dice, tied, "the_pot", SIDES)
        how = "alone" if len(pot.contenders) == 1 else "tie" if len(tied) > 1 else "total"
        yield from _pay(number, pot, thrown[tied], how)


def _pay(number: int, pot: Pot, seat: str, how: str) -> Iterator[Event]:
    yield from pay(POT, seat, pot.amount_cp, "payout")
    yield PotWon(number=number, seat=seat, amount_cp=pot.amount_cp, contenders=list(pot.contenders), how=how)

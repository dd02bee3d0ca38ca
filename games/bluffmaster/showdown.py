"""The showdown: hidden dice are shown, totals reckoned, and each pot goes to the best of those who contest it.

The whole table shows every face, so that the rules need not ask whether it does.
"""

from collections.abc import Iterator
from typing import cast

from events.dice import Dice
from events.event import Event
from events.round_events import DieRevealed, PhaseBegan
from games.bluffmaster import standing
from games.bluffmaster.happened import TotalReckoned
from games.bluffmaster.options import SIDES
from games.bluffmaster.state import BluffmasterTable
from games.mechanics.betting import contenders
from games.mechanics.showdown import by_a_throw, win_pots


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
    yield from win_pots(table, totals, by_a_throw(dice, SIDES))

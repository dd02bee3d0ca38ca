"""Bluffing and reading in Bluffmaster. (Seeds 003, and the rulings on it.)

Its hands are dice, so proficiency with dice counts, and marked cards help nobody: the ability cards belong to the
table. (Seeds 004.)
"""

from functools import cache
from itertools import product
from typing import cast

from games.bluffmaster.options import SIDES
from games.bluffmaster.rounds import RoundOfSetBegan
from games.bluffmaster.state import FIRST_BETTING, SECOND_BETTING, BluffmasterTable, rolled
from games.chapter import fold
from games.mechanics.showdown import Rank
from games.mechanics.tricks.bluffing import READ, SEEMS, Bluffing, counted, median


@cache
def median_of(count: int) -> Rank:
    """The middle one of the totals of this many dice."""
    return median(counted((sum(faces),) for faces in product(range(1, SIDES + 1), repeat=count)))


class BluffmasterBluffing(Bluffing):
    """In either betting; a read once a Set."""

    plays_with = "dice"

    def is_betting(self, table: BluffmasterTable) -> bool:
        """Not while abilities are chosen."""
        return table.phase in (FIRST_BETTING, SECOND_BETTING)

    def is_good(self, table: BluffmasterTable, seat: str) -> bool:
        """Compared with all totals of as many dice."""
        return (cast("int", rolled(table, seat)),) >= median_of(len(table.seats[seat].dice))

    @fold(RoundOfSetBegan)
    def _new_hands(self, table: BluffmasterTable, event: RoundOfSetBegan) -> None:
        """What seats learned of the hands of the last round does not apply to the new ones."""
        for holder in table.seats.values():
            holder.notes = [note for note in holder.notes if note.kind not in (SEEMS, READ)]

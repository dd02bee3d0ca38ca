"""Who stands where in a Set of Bluffmaster: what a seat holds, may use, and what its dice make."""

from collections.abc import Sequence
from typing import Final, cast

from games.bluffmaster.options import ABILITIES
from games.bluffmaster.state import BluffmasterTable, Power
from games.mechanics.betting import LEFT

CHOOSING_CARDS: Final = "choosing_cards"
FIRST_BETTING: Final = "first_betting"
SECOND_BETTING: Final = "second_betting"
ABILITIES_PHASE: Final = "abilities"
SHOWDOWN: Final = "showdown"

CARD: Final = "card"
ABILITY: Final = "ability"
"""What is asked."""

SITTING_OUT: Final = "sitting_out"


def of_the_set(table: BluffmasterTable) -> list[str]:
    """The seats of the Set that are at the table still, folded and sitting-out ones too, in the order of turns."""
    return [seat.seat for seat in table.playing() if seat.status != LEFT]


def cards(table: BluffmasterTable, seat: str) -> Sequence[str] | None:
    """The ability cards that a seat of the Set holds; None where the viewer may not know, or there are none yet."""
    if table.options.cards == "all":
        return ABILITIES
    card = table.state.cards.get(seat)
    return None if card is None else (card,)


def power(table: BluffmasterTable, seat: str, ability: str) -> Power:
    """How often a seat may use an ability, and what it changes by it."""
    return table.state.powers.get(seat, {}).get(ability, Power())


def uses_left(table: BluffmasterTable, seat: str, ability: str) -> int:
    """How often a seat may still use an ability in this Set, if it holds the card."""
    used = table.state.used.get(seat, {}).get(ability, 0)
    return max(0, power(table, seat, ability).uses - used)


def rolled(table: BluffmasterTable, seat: str) -> int | None:
    """What a seat's dice make by themselves; None where the viewer does not see them all."""
    faces = [die.face for die in table.seats[seat].dice]
    return None if None in faces else sum(cast("list[int]", faces))


def change(table: BluffmasterTable, seat: str) -> int:
    """What abilities have done to a seat's total in this round."""
    return table.state.changes.get(seat, 0)

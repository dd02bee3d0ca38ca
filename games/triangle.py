"""Triangle: three hidden dice, each smaller than the one before, with a betting on each. (Seeds 003.)"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import ClassVar, Final

from events.audience import seat_viewer
from events.dice import Dice
from events.event import V1, Event, namespaced
from events.round_events import DieRevealed, DieRolled
from games.engine.drawn import Drawn
from games.mechanics.betting import contenders
from games.mechanics.hand_game import ORDINALS, TRICKS, HandGame, HandOptions, Hands
from games.mechanics.sentences import says, sentence
from games.mechanics.showdown import Rank
from games.mechanics.throwing import throw
from games.mechanics.tricks.bluffing import counted, median
from games.mechanics.tricks.hidden_hands import HiddenHand
from games.mechanics.tricks.palming import palmed
from projections.chronicle import name_of
from projections.game import AnyTable

DICE: Final = (12, 8, 6)
"""The die of each round."""
LEAST: Final = len(DICE)
"""Three ones, the lowest total, beat every other hand."""


def rank_of_total(total: int) -> tuple[bool, int]:
    """How good a hand is: three ones, then the highest total."""
    return total == LEAST, total


@cache
def median_of(count: int) -> Rank:
    """The middle one of all hands of the first `count` dice. Three ones count as such only once all three are there."""
    hands = product(*(range(1, sides + 1) for sides in DICE[:count]))
    return median(counted(_standing(faces) for faces in hands))


def _standing(faces: Sequence[int]) -> Rank:
    return rank_of_total(sum(faces)) if len(faces) == len(DICE) else (False, sum(faces))


class TotalReckoned(V1, frozen=True, kw_only=True, tag=namespaced("triangle")):
    """A seat's total at the showdown; `beats_all` if its dice show three ones."""

    seat: str
    total: int
    beats_all: bool


class Triangle(HandGame[HandOptions, Hands]):
    """The highest total wins, but three ones beat everything."""

    id = "triangle"
    version = 1
    name = "Triangle"
    summary = "Bet on a hidden d12, then a d8, then a d6: the highest total wins, unless somebody has three ones."
    how_to_play = (
        "You get three dice that only you see: a d12, then a d8, then a d6.",
        "After each die, bet, call what the others bet, or fold.",
        "The highest total takes the pot, but three ones beat everything.",
    )
    options = HandOptions
    state = Hands
    chapters: ClassVar = (HiddenHand, *TRICKS)
    events: ClassVar = (TotalReckoned,)
    draws: ClassVar = (
        Drawn(
            purpose="hidden",
            sides=DICE,
            event=DieRolled,
            most=1,
            where={"place": ("hole",), "n": tuple(range(len(DICE)))},
        ),
        palmed(*DICE),
    )

    def deal(self, table: AnyTable, dice: Dice, number: int) -> Iterator[Event]:
        """Each seat still in rolls a die that it keeps hidden: a d12, then a d8, then a d6."""
        for seat in contenders(table):
            yield from throw(table, dice, seat, "hidden", DICE[number - 1], place="hole", to=seat_viewer(seat))

    def total(self, table: AnyTable, seat: str) -> int | None:
        """The sum of a seat's dice, if the viewer sees them all."""
        faces = [die.face for die in table.dice_of(seat) if die.face is not None]
        return sum(faces) if len(faces) == len(table.dice_of(seat)) else None

    def rank(self, table: AnyTable, seat: str) -> tuple[bool, int]:
        """Three ones, then the highest total."""
        return rank_of_total(self.total(table, seat) or 0)

    def is_good(self, table: AnyTable, seat: str) -> bool:
        """Compared with all hands of as many dice."""
        faces = [die.face or 0 for die in table.dice_of(seat)]
        return _standing(faces) >= median_of(len(faces))

    def shown(self, table: AnyTable, seat: str) -> Event:
        """The total, and whether it beats everything."""
        beats_all, total = self.rank(table, seat)
        return TotalReckoned(seat=seat, total=total, beats_all=beats_all)

    @sentence(DieRevealed)
    def _die_aloud(self, table: AnyTable, event: DieRevealed) -> str:
        return f"{name_of(table, event.seat)}’s {ORDINALS[event.n]} die, a d{DICE[event.n]}, shows {event.face}."

    _total_aloud = says(TotalReckoned, "{seat} has {total}.", beats_all=False)
    _three_ones_aloud = says(TotalReckoned, "{seat} has three ones, which beat everything.", beats_all=True)

"""The tab: drinking instead of paying for a die, and becoming Sloppy. (Seeds 001, part 5.)"""

from collections.abc import Iterator
from typing import ClassVar, Final

from events.audience import ALL
from events.dice import Dice
from events.event import V1, Event
from events.round_events import CheckRolled, ConditionSet, StatusChanged
from games.chapter import Chapter, Uses, fold
from games.mechanics.checks import NATURAL_ONE, check_for, roll_check
from games.mechanics.sentences import says, sentence
from games.twentyone.naturals import Naturals
from games.twentyone.options import HALF_ANTES
from games.twentyone.state import HOLE_DIE, PASSED_OUT, SLOPPY, TwentyOneTable, hand_of, is_in, sheet, tag
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import name_of
from projections.labels import Label, Labels

_DC: Final = 10
_DC_PER_DRINK: Final = 2


class DrinksTaken(V1, frozen=True, kw_only=True, tag=tag):
    """A seat drinks instead of paying; `total` counts its drinks this round, these included."""

    seat: str
    drinks: int
    total: int


class Tab(Chapter):
    """A seat may drink for a die: a failed save makes it Sloppy, a natural 1 puts it under the table."""

    events: ClassVar = (DrinksTaken,)
    draws: ClassVar = (check_for("tab", "constitution_save"),)
    reasons: ClassVar = {
        "cut_off": "A Sloppy player's tab is cut off for the round.",
        "no_tab": "There is no tab at this table.",
    }
    labels: ClassVar = Labels(
        conditions={
            SLOPPY: Label("Sloppy", "Rolls checks at disadvantage, and drinks no more; the hole die is open."),
            PASSED_OUT: Label("Passed out", "Lies under the table, and is out of the round."),
        },
        checks={"constitution_save": Label("Constitution save", "To hold your drink.")},
    )
    naturals = Uses(Naturals)

    def may_drink(self, table: TwentyOneTable, seat: str, dice: list[str]) -> Offer:
        """Whether a seat may drink for one of these dice: if the table has a tab, until the seat is Sloppy."""
        if not table.options.liquid_mode:
            return Refusal("roll", "no_tab", "There is no tab at this table.", {"pay": "drinks"})
        if is_in(table, seat, SLOPPY):
            return Refusal("roll", "cut_off", "You are Sloppy: your tab is cut off for this round.", {"pay": "drinks"})
        return Action(type="roll", params={"die": Choices(choices=dice), "pay": Choices(choices=["drinks"])})

    def put_on_the_tab(self, table: TwentyOneTable, dice: Dice, seat: str, die: str) -> Iterator[Event]:
        """Drinks are counted before the save."""
        drinks = drinks_for(die)
        total = hand_of(table, seat).drinks + drinks
        yield DrinksTaken(seat=seat, drinks=drinks, total=total)
        dc = _DC + _DC_PER_DRINK * total
        modifier = sheet(table, seat).save("con")
        save = roll_check(dice, seat, "constitution_save", modifier, purpose="tab", against=dc, against_to=ALL)
        yield save
        yield from self.judge(table, seat, save, dc)

    def judge(self, table: TwentyOneTable, seat: str, save: CheckRolled, dc: int) -> Iterator[Event]:
        """On a natural 1 the seat passes out, and is bust. After another failure it is Sloppy, and shows its hole
        die."""
        if save.natural == NATURAL_ONE:
            yield ConditionSet(to=ALL, seat=seat, condition=PASSED_OUT, on=True)
            yield from self.naturals.bust(table, seat, "passed_out")
        elif save.total < dc:
            yield ConditionSet(to=ALL, seat=seat, condition=SLOPPY, on=True)
            yield from self.naturals.reveal_die(table, seat, HOLE_DIE)

    @fold(DrinksTaken)
    def _drunk(self, table: TwentyOneTable, event: DrinksTaken) -> None:
        hand_of(table, event.seat).drinks = event.total

    @sentence(DrinksTaken)
    def _drinks_aloud(self, table: TwentyOneTable, event: DrinksTaken) -> str:
        drinks = "a drink" if event.drinks == 1 else f"{event.drinks} drinks"
        return f"{name_of(table, event.seat)} puts it on the tab: {drinks}, {event.total} this round."

    _sloppy_aloud = says(ConditionSet, "{seat} is Sloppy, and the cup tips over.", condition=SLOPPY, on=True)
    _passed_out_aloud = says(StatusChanged, "{seat} slides under the table and is out.", why="passed_out")


def drinks_for(die: str) -> int:
    """How many drinks a die costs: its price in antes, rounded up."""
    return -(-HALF_ANTES[die] // 2)

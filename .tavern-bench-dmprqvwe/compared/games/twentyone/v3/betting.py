"""V3.0, opening and betting: free rolls, and questions that only V3.0 asks. (Seeds 000, parts 2 to 4.)"""

from collections.abc import Iterator
from typing import ClassVar

from events.dice import Dice
from events.event import Event
from events.round_events import RoundStarted, StatusChanged
from games.mechanics.antes import HouseMatch
from games.twentyone.betting import Betting, Roll
from games.twentyone.opening import Cut, Opening
from games.twentyone.state import FOLDED, HOLE_DIE, Hand, TwentyOneTable, is_in, lift
from games.twentyone.v3.state import DARED, FREE_REROLL, FREE_ROLL, V3State, free_of_rolls, state_of
from projections.actions import Action, Choices, Offer, Refusal
from projections.labels import NEVER, Labels


class NoHouseMatch(HouseMatch):
    """The House adds nothing."""

    labels: ClassVar = Labels(
        coins={"house_match": NEVER},
    )

    def match_antes(self, table: TwentyOneTable) -> Iterator[Event]:
        """V3.0 has no option for it."""
        return iter(())


class V3Opening(Opening):
    """The Cut can be cheated on, and the heat outlasts the round."""

    def begin(self, table: TwentyOneTable, event: RoundStarted) -> None:
        """The table's heat is kept."""
        before = state_of(table)
        table.state = V3State(
            hands={seat: Hand() for seat in event.seats},
            rounds=before.rounds + 1,
            suspicion=before.suspicion,
            heated_in=before.heated_in,
        )

    def cut(self, table: TwentyOneTable, dice: Dice, seat: str, command: Cut) -> Iterator[Event]:
        """The betting begins once the question about a cheat is answered."""
        yield from self.naturals.reroll(table, dice, seat, HOLE_DIE, by=seat, why="cut")


class V3Betting(Betting):
    """A Dared seat rolls a free d8, and a natural 20 on a drinking save allows one more die."""

    reasons: ClassVar = {
        "costs_nothing": "A die that costs nothing cannot be paid for with drinks.",
        "only_a_d4": "The seat is forced to roll a blind d4.",
        "only_a_d8": "The seat is dared to roll a d8.",
    }
    questions: ClassVar = {
        **Betting.questions,
        "goad": ("question_first", "You are asked whether you shrug the Goad off: resist, or let it be."),
        "free_reroll": ("question_first", "You are asked whether a die of your own rolls again: reroll, or let it be."),
        "one_more": ("question_first", "You are asked whether you roll one more die: roll, or let it be."),
    }
    can_be_let_be: ClassVar = (*Betting.can_be_let_be, "goad", "free_reroll", "one_more")
    only: ClassVar = {
        **Betting.only,
        "d8": ("only_a_d8", "You are dared: roll the free d8, or fold."),
        "d4": ("only_a_d4", "You are forced to roll a d4, and blind."),
    }

    def resume(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """A cheat at the Cut interrupts no turn: the betting begins."""
        yield from self.begin_betting(table, dice) if table.turn is None else super().resume(table, dice)

    def question_on_turn(self, table: TwentyOneTable, seat: str) -> str:
        """First, a bumper with a free re-roll is asked about it."""
        return "free_reroll" if is_in(table, seat, FREE_REROLL) else "turn"

    def may_roll_now(self, table: TwentyOneTable, seat: str) -> bool:
        """One more die, after a natural 20 on a drinking save, belongs to no turn."""
        return super().may_roll_now(table, seat) or (seat in table.to_act and table.question == "one_more")

    def ways_to_pay(self, table: TwentyOneTable, seat: str, by_price: list[list[str]]) -> Iterator[Offer]:
        """A Dared seat's d8 and one more die cost nothing."""
        if not is_in(table, seat, DARED, FREE_ROLL):
            yield from super().ways_to_pay(table, seat, by_price)
            return
        for dice in by_price:
            yield Action(type="roll", params={"die": Choices(choices=dice), "pay": Choices(choices=["coins"])})
        yield Refusal("roll", "costs_nothing", "This die costs you nothing: no drinks are due.", {"pay": "drinks"})

    def pay_for(self, table: TwentyOneTable, dice: Dice, seat: str, command: Roll) -> Iterator[Event]:
        """Free rolls are used up one at a time."""
        if is_in(table, seat, FREE_ROLL):
            yield from lift(table, seat, FREE_ROLL)
        elif not is_in(table, seat, DARED):
            yield from super().pay_for(table, dice, seat, command)

    def throw_in(self, table: TwentyOneTable, seat: str, why: str) -> Iterator[Event]:
        """A folded seat has no rolls left."""
        yield StatusChanged(seat=seat, status=FOLDED, why=why)
        yield from free_of_rolls(table, seat)
        yield from self.refund(table, seat)

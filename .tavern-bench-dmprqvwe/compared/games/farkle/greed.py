"""Greed, an optional rule: the next seat may add the dice that a seat leaves to its first throw. (Seeds 003.)"""

from collections.abc import Iterator
from typing import Any, ClassVar

from events.event import V1, Event, namespaced
from events.round_events import DiceThrown
from games.chapter import Chapter, explains, fold, round_details
from games.farkle.state import GO_ON, MOST_LEFT, FarkleTable, dice_to_throw
from games.farkle.turns import Throw
from games.mechanics.race import Race
from games.mechanics.sentences import sentence
from projections.actions import Refusal
from projections.chronicle import name_of, number_word
from projections.labels import DetailLabel, DetailLabels, Labels


class DiceLeft(V1, frozen=True, kw_only=True, tag=namespaced("farkle")):
    """A seat banked and left dice: the next throw may include `count` of them."""

    seat: str
    count: int


class Greed(Chapter):
    """Dice that were not set aside before banking can be used in the next throw, and only in that one."""

    events: ClassVar = (DiceLeft,)
    reasons: ClassVar = {
        "first_throw_only": "Dice left over can be added only to the first throw of a turn.",
        "no_dice_left": "The previous seat left no dice.",
        "no_greed": "The table is played without greed.",
    }
    labels: ClassVar = Labels(
        details=DetailLabels(
            table={"greed_dice": DetailLabel("Dice left over", "The next seat may add them to its throw.", "count")}
        ),
    )

    @explains(Throw)
    def why_not_along(self, table: FarkleTable, seat: str | None, command: Throw) -> Refusal:
        """Why a greedy throw is not offered; an ordinary throw is never explained here."""
        if not table.options.greed:
            return Refusal("throw", "no_greed", "There is no greed at this table: throw your own dice.")
        if table.question == GO_ON:
            detail = "Dice left over can be added only to the first throw of a turn."
            return Refusal("throw", "first_throw_only", detail)
        return Refusal("throw", "no_dice_left", "No dice were left for you: throw without greed.")

    @fold(DiceLeft)
    def _left(self, table: FarkleTable, event: DiceLeft) -> None:
        table.state.left = event.count

    @fold(DiceThrown)
    def _thrown(self, table: FarkleTable, event: DiceThrown) -> None:
        table.state.left = 0

    @sentence(DiceLeft)
    def _left_aloud(self, table: FarkleTable, event: DiceLeft) -> str:
        dice = "a die" if event.count == 1 else f"{number_word(event.count)} dice"
        return f"{name_of(table, event.seat)} leaves {dice} for whoever is greedy."

    @round_details
    def _details(self, table: FarkleTable) -> dict[str, Any]:
        return {"greed_dice": table.state.left}


class FarkleRace(Race):
    """A race in which dice are left for the greedy."""

    def after_banking(self, table: FarkleTable, seat: str) -> Iterator[Event]:
        """The next seat may use the dice that were not set aside, at most five, unless the race is won."""
        left = min(len(dice_to_throw(table, seat)), MOST_LEFT)
        if table.options.greed and left and not self.has_won(table, seat):
            yield DiceLeft(seat=seat, count=left)
        yield from super().after_banking(table, seat)

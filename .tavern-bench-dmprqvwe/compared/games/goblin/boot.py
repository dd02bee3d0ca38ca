"""The Boot: the highest face earns it, and it breaks a hold. (Seeds 001, Goblin Mode.)"""

from collections.abc import Iterator
from typing import ClassVar

from events.dice import Dice
from events.event import V1, CommandV1, Event, namespaced
from events.round_events import StatusChanged
from games.chapter import Chapter, Uses, act, fold, offers
from games.goblin.chamber import BootEarned, Chamber
from games.goblin.state import ACTIVE, HELD, GoblinTable, is_last_stage
from games.mechanics.sentences import says, sentence, silent
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import name_of, number_word
from projections.labels import CommandLabel, Labels, ValueLabel


class Boot(CommandV1, frozen=True, kw_only=True):
    """Spend a Boot: a seat that holds plays on from the next stage."""

    target: str


class BootSpent(V1, frozen=True, kw_only=True, tag=namespaced("goblin")):
    """A seat broke the hold of `target` with a Boot, and has `boots` Boots left."""

    seat: str
    target: str
    boots: int


class Boots(Chapter):
    """A Boot breaks a hold, and is spent before the seat's own action of the stage."""

    events: ClassVar = (BootSpent,)
    reasons: ClassVar = {
        "does_not_hold": "A Boot breaks a hold, and that seat does not hold.",
        "no_boot": "The seat has no Boot to spend.",
        "no_next_stage": "There is no stage after the last.",
        "nobody_holds": "There is no hold to break.",
    }
    labels: ClassVar = Labels(
        commands={
            "boot": CommandLabel(
                "Boot",
                "Break a hold: that seat must play on from the next stage.",
                {"target": ValueLabel("Who", "A seat that holds.", "seat")},
            ),
        },
    )
    chamber = Uses(Chamber)

    @offers(Boot)
    def may_boot(self, table: GoblinTable, seat: str) -> Iterator[Offer]:
        """A Boot breaks a hold from the next stage on; in the last stage it has no use."""
        holding = table.with_status(HELD)
        if seat not in table.to_act:
            yield Refusal("boot", *self.chamber.why_not_now(table, seat))
        elif not table.state.boots[seat]:
            yield Refusal("boot", "no_boot", f"You have no Boot: the highest face of a {table.state.die} earns one.")
        elif is_last_stage(table):
            detail = "This is the last stage: there is no next one to force anybody into."
            yield Refusal("boot", "no_next_stage", detail)
        elif not holding:
            yield Refusal("boot", "nobody_holds", "Nobody holds: keep the Boot until somebody does.")
        else:
            yield Action(type="boot", params={"target": Choices(choices=holding)})
            for other in table.order:
                if other not in holding:
                    detail = f"{name_of(table, other)} does not hold: a Boot breaks a hold."
                    yield Refusal("boot", "does_not_hold", detail, {"target": other})

    @act(Boot)
    def boot(self, table: GoblinTable, dice: Dice, seat: str, command: Boot) -> Iterator[Event]:
        """The target's hold is broken and forgotten: it plays on from the next stage. The booter's turn continues."""
        yield BootSpent(seat=seat, target=command.target, boots=table.state.boots[seat] - 1)
        yield StatusChanged(seat=command.target, status=ACTIVE, why="booted")

    @fold(BootEarned, BootSpent)
    def _counted(self, table: GoblinTable, event: BootEarned | BootSpent) -> None:
        table.state.boots[event.seat] = event.boots

    @sentence(BootEarned)
    def _earned_aloud(self, table: GoblinTable, event: BootEarned) -> str:
        boots = "a Boot" if event.boots == 1 else f"another Boot, and has {number_word(event.boots)}"
        return f"That is the highest that there is: {name_of(table, event.seat)} earns {boots}."

    _spent_aloud = says(BootSpent, "{seat} gives {target} the Boot: back in, from the next stage.")
    _back_in_aloud = silent(StatusChanged, why="booted")

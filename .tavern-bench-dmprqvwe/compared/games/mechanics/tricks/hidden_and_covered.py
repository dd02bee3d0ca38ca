"""Cheating with a hidden hand, and with open dice of one's own, which lie under the cup until they are shown."""

from collections.abc import Iterator
from typing import ClassVar

from events.dice import Dice
from events.event import Event
from games.mechanics.tricks.cup import Cup, in_the_cup
from games.mechanics.tricks.palming import Cheat, Palming, hidden
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels, ValueLabel


class HiddenOrCovered(Cup):
    """Any die that only its seat sees can be rolled again; hidden ones at any time of the betting."""

    reasons: ClassVar = {"nothing_in_the_cup": "The seat has no dice that only it sees, or is out of the round."}
    labels: ClassVar = Labels(
        commands={
            "cheat": CommandLabel(
                "Cheat",
                "Roll a die that only you see again, unseen: Sleight of Hand against everybody’s Perception. "
                "Dice under your cup are then shown to everybody.",
                {"n": ValueLabel("Die", "The die that you roll again; the second result stands.", "die")},
            ),
        },
    )

    def unseen(self, table: AnyTable, seat: str) -> list[int]:
        """Hidden dice at any time while the seat is in, and dice under its cup."""
        own = hidden(table, seat) if self.game.is_still_in(table, seat) else []
        return sorted({*own, *super().unseen(table, seat)})

    def cheat(self, table: AnyTable, dice: Dice, seat: str, command: Cheat) -> Iterator[Event]:
        """A hidden die stays hidden, and nothing is shown."""
        if command.n in [die.n for die in in_the_cup(table, seat)]:
            yield from super().cheat(table, dice, seat, command)
        else:
            yield from Palming.cheat(self, table, dice, seat, command)

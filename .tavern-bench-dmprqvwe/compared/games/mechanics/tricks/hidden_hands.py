"""Cheating with a hand that stays hidden until the showdown. (Seeds 003, "Cheating".)"""

from collections.abc import Iterator
from typing import ClassVar

from games.chapter import offers
from games.mechanics.tricks.palming import Cheat, Palming, hidden
from projections.actions import Offer
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels, ValueLabel


class HiddenHand(Palming):
    """Palming with a hand that stays hidden until the showdown."""

    reasons: ClassVar = {"no_hidden_dice": "The seat has no hidden dice, or is out of the round."}
    labels: ClassVar = Labels(
        commands={
            "cheat": CommandLabel(
                "Cheat",
                "Roll one of your hidden dice again, unseen: Sleight of Hand against everybody’s Perception.",
                {"n": ValueLabel("Die", "The die that you roll again; the second result stands.", "die")},
            ),
        },
    )
    nothing_unseen = ("no_hidden_dice", "You have no hidden dice in this round.")

    @offers(Cheat)
    def may_cheat(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """As long as the hand is hidden."""
        return self.cheats(table, seat)

    def unseen(self, table: AnyTable, seat: str) -> list[int]:
        """The hidden dice of a seat that is still in."""
        return hidden(table, seat) if self.game.is_still_in(table, seat) else []

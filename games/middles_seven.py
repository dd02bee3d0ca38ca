"""Middle's 7: will the House's two dice make more than seven, less, or seven? (Seeds 003.)"""

from collections.abc import Sequence
from typing import ClassVar, Final

from games.mechanics.bank import BankOptions
from games.mechanics.house_bets import HouseBets, Stakes
from games.mechanics.one_throw import OneThrow
from games.mechanics.tricks.house_dice import house_covered
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels, ValueLabel

CALLS: Final = {"higher": "Higher", "lower": "Lower", "middles_7": "Middle’s 7"}


class MiddlesSeven(OneThrow[BankOptions, Stakes]):
    """A right bet on Higher or Lower gives back twice the bet, one on Middle's 7 three times."""

    id = "middles-seven"
    version = 1
    name = "Middle’s 7"
    summary = "Call whether the House’s two dice will make more than seven, less, or seven to the pip."
    how_to_play = (
        "Bet on what the House will throw: more than 7, less than 7, or exactly 7.",
        "The House throws two dice, once for everybody.",
        "If you are right, you win; exactly 7 pays more than the others.",
    )
    options = BankOptions
    state = Stakes
    draws: ClassVar = house_covered(2, 6)
    labels: ClassVar = Labels(
        commands={
            "bet": CommandLabel(
                "Bet",
                "Call what the House’s two dice will make: the right side pays double, the middle three times.",
                {
                    **HouseBets.labels.commands["bet"].params,
                    "on": ValueLabel("On", "More than seven, less, or seven to the pip.", "choice", CALLS),
                },
            ),
        },
    )

    def thrown(self, table: AnyTable) -> tuple[int, int]:
        """2d6."""
        return 2, 6

    def calls(self, table: AnyTable) -> Sequence[str]:
        """The calls."""
        return tuple(CALLS)

    def call_name(self, call: str) -> str:
        """The names of the calls, as the rules write them."""
        return CALLS[call]

    def returns(self, call: str, faces: tuple[int, ...]) -> int:
        """Twice the bet for the right side, three times for the middle."""
        total = sum(faces)
        right = {"higher": total > 7, "lower": total < 7, "middles_7": total == 7}[call]
        return (3 if call == "middles_7" else 2) if right else 0

    def in_words(self, faces: Sequence[int]) -> str:
        """The faces with their sum."""
        return f"{super().in_words(faces)}: {sum(faces)} in all"

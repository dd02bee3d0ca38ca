"""Weighted Scales: how many of the House's three dice will show your number? (Seeds 003.)"""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from games.mechanics.bank import BankOptions
from games.mechanics.house_bets import HouseBets, Stakes
from games.mechanics.one_throw import OneThrow
from games.mechanics.tricks.house_dice import house_covered
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels, ValueLabel, labelled

DICE: Final = 3
SIDES: Final = {"off": 6, "on": 4}
"""The sides of each die, by the option `light`."""
_NAMES: Final = ("ones", "twos", "threes", "fours", "fives", "sixes")
CALLS: Final = {f"number:{number}": name for number, name in enumerate(_NAMES, start=1)}


class Options(BankOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of Weighted Scales."""

    light: Annotated[
        Literal["off", "on"],
        Meta(description="Light Scales: whether the House throws d4s, and numbers go from 1 to 4"),
        labelled("Light Scales", off="Three d6s", on="Three d4s"),
    ] = "off"


class Scales(OneThrow[Options, Stakes]):
    """The bet comes back once for each die that shows the number."""

    id = "scales"
    version = 1
    name = "Weighted Scales"
    summary = "Pick a number: each of the House’s three dice that shows it gives your bet back once."
    how_to_play = (
        "Bet on a number.",
        "The House throws three dice, once for everybody.",
        "With one die of your number, your bet comes back; with two or three, you win.",
    )
    options = Options
    state = Stakes
    draws: ClassVar = house_covered(DICE, *SIDES.values())
    labels: ClassVar = Labels(
        commands={
            "bet": CommandLabel(
                "Bet",
                "Pick a number; your bet comes back once for each of the three dice that shows it.",
                {
                    **HouseBets.labels.commands["bet"].params,
                    "on": ValueLabel("On", "The number that you pick.", "choice", CALLS),
                },
            ),
        },
    )

    def thrown(self, table: AnyTable) -> tuple[int, int]:
        """3d6, or 3d4 for Light Scales."""
        return DICE, SIDES[table.options.light]

    def calls(self, table: AnyTable) -> Sequence[str]:
        """The numbers that the dice can show."""
        return tuple(CALLS)[: SIDES[table.options.light]]

    def call_name(self, call: str) -> str:
        """In a word."""
        return CALLS[call]

    def returns(self, call: str, faces: tuple[int, ...]) -> int:
        """The bet for one die that shows the number, twice the bet for two, three times for three."""
        return faces.count(int(call.removeprefix("number:")))

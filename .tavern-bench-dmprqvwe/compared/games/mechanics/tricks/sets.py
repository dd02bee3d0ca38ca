"""The gaming sets on sale, what they do, and who is proficient with them. (Seeds 003, "Gaming Sets".)"""

from collections.abc import Mapping
from typing import Final

import msgspec

from events.audience import Audience
from events.character import NOBODY_SPECIAL, SKILL_ABILITY, Character
from events.dice import Dice
from events.gaming_sets import (
    FAIR_CARDS,
    FAIR_DICE,
    MARKED_CARDS,
    WEIGHTED_DICE,
    GamingSet,
    SetKind,
)
from events.round_events import CheckRolled
from games.mechanics.checks import ADVANTAGE, NORMAL, roll_check
from projections.game import AnyTable
from projections.table import Seat


class OnSale(msgspec.Struct, frozen=True, omit_defaults=True):
    """A set on sale: its label, kind, look, price in copper and special effect, and the DC at which it is found out."""

    label: str
    kind: SetKind
    look: str
    price_cp: int
    help: str = ""
    found_at: int | None = None


_MARKED: Final = "Advantage on checks to cheat and to read."
SETS: Final[Mapping[str, OnSale]] = {
    "common_dice": OnSale("Common dice", "dice", "common", 10),
    "clear_dice": OnSale("Clear dice", "dice", "clear", 200, "Everybody sees that nothing is hidden in them."),
    "ivory_dice": OnSale("Ivory dice", "dice", "ivory", 500),
    "steel_dice": OnSale("Steel dice", "dice", "steel", 100),
    "weighted_double": OnSale("Double dice", "dice", "common", 500, "A 1 shows the highest face instead.", 5),
    "weighted_heavy": OnSale(
        "Heavy dice", "dice", "common", 1_000, "Four times in five, the face that you name shows.", 10
    ),
    "weighted_high": OnSale("High dice", "dice", "common", 100, "The lower half of the faces never shows.", 5),
    "weighted_sticky": OnSale(
        "Sticky dice", "dice", "common", 2_000, "Four times in five, the face opposite the loaded one shows.", 20
    ),
    "common_cards": OnSale("Common cards", "card", "common", 50),
    "fancy_cards": OnSale("Fancy cards", "card", "fancy", 200),
    "simply_marked": OnSale("Simply marked cards", "card", "common", 200, _MARKED, 10),
    "expertly_marked": OnSale("Expertly marked cards", "card", "common", 2_000, _MARKED, 20),
}
CROOKED: Final = (*WEIGHTED_DICE, *MARKED_CARDS)
HONEST: Final = (*FAIR_DICE, *FAIR_CARDS)
COMMON: Final = "common"
"""The look of every crooked set, and of the sets of seats that bring none."""


def own_set(seat: Seat, kind: SetKind) -> GamingSet | None:
    """A seat's own set of a kind, if the table's viewer knows it."""
    held = seat.sets.get(kind)
    return None if held is None else held.own


def crooked_set(seat: Seat, kind: SetKind) -> GamingSet | None:
    """A seat's own set of a kind, if it is crooked."""
    own = own_set(seat, kind)
    return own if own is not None and own.set in CROOKED else None


def has_sheet(seat: Seat) -> bool:
    """Whether a seat has a character sheet with anything on it."""
    return seat.character is not None and seat.character != NOBODY_SPECIAL


def modifier(sheet: Character, skill: str, kind: SetKind) -> int:
    """A skill's modifier in a game played with sets of a kind: for the proficient, their ability plus their bonus.

    If the sheet lists at least as much, which may hold the bonus already, that counts. A bonus of 0 changes nothing.
    """
    listed = sheet.skill(skill)
    if not (sheet.tools.get(kind) and sheet.proficiency):
        return listed
    return max(listed, sheet.ability(SKILL_ABILITY[skill]) + sheet.proficiency)


def skill_check(
    table: AnyTable,
    dice: Dice,
    seat: str,
    skill: str,
    kind: SetKind,
    *,
    purpose: str,
    to: Audience,
    with_marked_cards: bool = False,
) -> CheckRolled:
    """A seat checks a skill in a game played with sets of a kind.

    `with_marked_cards`: marked cards of its own give it advantage, as on checks to cheat and to read.
    """
    holder = table.seats[seat]
    is_marked = with_marked_cards and kind == "card" and crooked_set(holder, "card") is not None
    mode = ADVANTAGE if is_marked else NORMAL
    sheet = holder.character or NOBODY_SPECIAL
    return roll_check(dice, seat, skill, modifier(sheet, skill, kind), purpose=purpose, mode=mode, to=to)

"""Gaming sets as they are recorded: sets of dice or cards that seats play with. (Seeds 003, "Gaming Sets".)"""

from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta

SetKind = Literal["dice", "card"]

FAIR_DICE: Final = ("common_dice", "clear_dice", "ivory_dice", "steel_dice")
WEIGHTED_DICE: Final = ("weighted_double", "weighted_heavy", "weighted_high", "weighted_sticky")
FAIR_CARDS: Final = ("common_cards", "fancy_cards")
MARKED_CARDS: Final = ("simply_marked", "expertly_marked")
FAVOURING: Final = ("weighted_heavy", "weighted_sticky")
"""The sets that fall on one face most of the time."""

SetName = Literal[
    "common_dice", "clear_dice", "ivory_dice", "steel_dice",
    "weighted_double", "weighted_heavy", "weighted_high", "weighted_sticky",
    "common_cards", "fancy_cards", "simply_marked", "expertly_marked",
]  # fmt: skip
SET_NAMES: Final[tuple[SetName, ...]] = get_args(SetName)
DieName = Literal["d4", "d6", "d8", "d10", "d12", "d20"]
Faces = dict[DieName, Annotated[int, Meta(ge=1, le=20)]]
"""A face for some kinds of dice."""

_OF_FIVE: Final = 5
_OTHERS_OF_FIVE: Final = 1


class GamingSet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A set of dice or cards. `faces` has, for each kind of die, the face that heavy dice favour or that sticky dice
    are loaded on. By default, heavy dice favour their highest face, and sticky dice are loaded on a 1."""

    set: SetName
    faces: Faces = {}

    def __post_init__(self) -> None:
        if self.faces and self.set not in FAVOURING:
            raise ValueError("only heavy and sticky dice favour faces")
        for die, face in self.faces.items():
            if face > int(die.removeprefix("d")):
                raise ValueError(f"a {die} has no {face}")


def favoured(gaming_set: str, faces: Faces, sides: int) -> int | None:
    """The face that a die of a set falls on four times in five; None if the set favours none.

    Sticky dice fall with the loaded face down, so they favour the one opposite.
    """
    name = f"d{sides}"
    named = next((face for die, face in faces.items() if die == name), None)
    if gaming_set == "weighted_heavy":
        return sides if named is None else named
    if gaming_set == "weighted_sticky":
        return sides + 1 - (1 if named is None else named)
    return None


def weight_sides(sides: int) -> int:
    """The sides of the second draw for a die that favours a face: the other faces share a fifth of the results."""
    return _OF_FIVE * (sides - 1)


def weighted_face(gaming_set: str, sides: int, face: int, favours: int | None, weight: int | None) -> int:
    """The face that a die of a weighted set shows where a fair die would show `face`.

    Double: a 1 becomes the highest face. High: the lower half becomes the upper half. Heavy and sticky: `weight`, a
    draw of `weight_sides`, decides between the favoured face (80 %) and the others, each with equal chance.
    """
    if gaming_set == "weighted_double":
        return sides if face == 1 else face
    if gaming_set == "weighted_high":
        return face + sides // 2 if face <= sides // 2 else face
    if favours is None or weight is None:
        return face
    other = weight - (_OF_FIVE - _OTHERS_OF_FIVE) * (sides - 1)
    return favours if other <= 0 else other + (other >= favours)

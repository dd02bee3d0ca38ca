"""How dice are counted, copied from the text's table by hand: no arithmetic that could be wrong in the same way."""

from collections.abc import Iterable
from typing import Final

SIZES: Final = ("d2", "d4", "d6", "d8", "d10", "d12", "d20")
ANY: Final = "*"
TABLE: Final = {
    1: "1", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6",
    7: "61", 8: "62", 9: "63", 10: "64", 11: "65", 12: "66",
    13: "661", 14: "662", 15: "663", 16: "664", 17: "665", 18: "666", 19: "6661", 20: "***",
}  # fmt: skip


def scored(size: str, face: int, wild: Iterable[int] = ()) -> str:
    """The score values of a die, `*` for a wildcard."""
    if face in wild:
        return ANY
    return "" if (size, face) == ("d20", 1) else TABLE[face]


def counts(size: str, face: int, value: int, wild: Iterable[int] = ()) -> int:
    """How many of a score value a die counts as: a wildcard is one of every value."""
    return sum(score in (ANY, str(value)) for score in scored(size, face, wild))

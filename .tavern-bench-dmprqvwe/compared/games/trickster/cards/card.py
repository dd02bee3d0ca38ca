"""Class cards as data: a name, a starting hand, and one or two abilities made of a small set of effects.

Seeds 002, "Classes". A card is an option's value, so it stands in the log in full. `checking.py` finds what is wrong
with one. A seat that chose no class has the plain card.
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

Size = Literal["d2", "d4", "d6", "d8", "d10", "d12", "d20"]
SIZES: Final[tuple[Size, ...]] = ("d2", "d4", "d6", "d8", "d10", "d12", "d20")
"""The smallest die first."""
MOST_DICE: Final = 6
"""The most dice in a starting hand, and in any hand once a round is over."""

_NAME: Final = (
    r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]*$(?!\n)"
)
CardName = Annotated[str, Meta(min_length=1, max_length=40, pattern=_NAME)]
Hand = Annotated[list[Size], Meta(min_length=1, max_length=MOST_DICE)]
Levels = Annotated[int, Meta(ge=1, le=6)]
Count = Annotated[int, Meta(ge=1, le=6)]
Face = Annotated[int, Meta(ge=1, le=20)]
WildFace = Annotated[int, Meta(ge=1, le=19)]
"""Not 20: a d20's [20] is three wildcards anyway."""
WildFaces = Annotated[list[WildFace], Meta(min_length=1, max_length=6)]
Faces = Annotated[list[Face], Meta(min_length=1, max_length=6)]
Sizes = Annotated[list[Size], Meta(min_length=1, max_length=len(SIZES))]

Of = Literal["own", "chosen", "next", "previous", "rival"]
"""Whose die an effect is about: the owner's; that of another seat that the owner chooses (manual abilities); that of
the next or previous seat in the order of turns; or that of the other side of a challenge (reactive abilities)."""
Which = Literal["chosen", "smallest", "largest", "lowest", "highest", "all"]
"""Which die: one that the owner chooses (manual abilities), one by size, one by its face, or every one."""
Limit = Literal["round", "game"]
Trigger = Literal[
    "rolled", "revealed", "round_began", "called", "was_called", "lost_die", "lost_challenge", "won_challenge",
    "seat_removed",
]  # fmt: skip


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a card."""


# Patterns that an owner's dice can show


class _Pattern(_Part, frozen=True, kw_only=True, tag_field="pattern"):
    """Something that faces can show."""


class Alike(_Pattern, frozen=True, kw_only=True, tag="alike"):
    """At least `count` dice show the same face."""

    count: Annotated[int, Meta(ge=2, le=6)]


class Showing(_Pattern, frozen=True, kw_only=True, tag="showing"):
    """At least `count` dice show one of the `faces`."""

    faces: Faces
    count: Count = 1


class Run(_Pattern, frozen=True, kw_only=True, tag="run"):
    """The dice show `count` faces in a row, such as [3, 4, 5]."""

    count: Annotated[int, Meta(ge=2, le=6)]


class AllAtMost(_Pattern, frozen=True, kw_only=True, tag="all_at_most"):
    """Every die shows `face` or less."""

    face: Face


Pattern = Alike | Showing | Run | AllAtMost


# Effects


class _Effect(_Part, frozen=True, kw_only=True, tag_field="effect"):
    """Something that an ability does."""


class Upgrade(_Effect, frozen=True, kw_only=True, tag="upgrade"):
    """Replace a die by one that is `levels` sizes larger, a d20 at most."""

    levels: Levels = 1
    of: Of = "own"
    die: Which = "chosen"


class Downgrade(_Effect, frozen=True, kw_only=True, tag="downgrade"):
    """Replace a die by one that is `levels` sizes smaller; below a d2 it is lost."""

    levels: Levels = 1
    of: Of = "own"
    die: Which = "chosen"


class Reroll(_Effect, frozen=True, kw_only=True, tag="reroll"):
    """Roll a die again under its cup."""

    of: Of = "own"
    die: Which = "chosen"


class Lose(_Effect, frozen=True, kw_only=True, tag="lose"):
    """A die is lost, and lies in the middle."""

    of: Of = "own"
    die: Which = "chosen"


class Gain(_Effect, frozen=True, kw_only=True, tag="gain"):
    """The owner gets `count` extra dice of a size."""

    die: Size
    count: Annotated[int, Meta(ge=1, le=2)] = 1


class Wild(_Effect, frozen=True, kw_only=True, tag="wild"):
    """These faces are wildcards, on the owner's dice or on all, of these sizes if any are named.

    As a constant ability for as long as its owner has dice, otherwise until the round's end.
    """

    faces: WildFaces
    of: Literal["own", "all"] = "own"
    sizes: Sizes | None = None


class Peek(_Effect, frozen=True, kw_only=True, tag="peek"):
    """The owner looks at another seat's die: only the owner and the GM learn its size and face."""

    of: Of = "chosen"
    die: Which = "chosen"


class Ward(_Effect, frozen=True, kw_only=True, tag="ward"):
    """No ability of another seat touches the owner's dice. Only in constant abilities."""


Effect = Upgrade | Downgrade | Reroll | Lose | Gain | Wild | Peek | Ward
AboutDice = Upgrade | Downgrade | Reroll | Lose | Peek
"""The effects on dice that lie there, `of` a seat and which `die`."""
Effects = Annotated[list[Effect], Meta(min_length=1, max_length=3)]


# Abilities


class _Ability(_Part, frozen=True, kw_only=True, tag_field="kind"):
    """A power of a class."""


class Reactive(_Ability, frozen=True, kw_only=True, tag="reactive"):
    """Happens by itself on a trigger, at most once a round or a game; cannot be declined.

    `pattern` says what the dice must show, only for the triggers rolled and revealed. With `dice_at_most`, only while
    the owner has no more dice than that.
    """

    name: CardName
    on: Trigger
    pattern: Pattern | None = None
    dice_at_most: Count | None = None
    limit: Limit = "round"
    effects: Effects


class Manual(_Ability, frozen=True, kw_only=True, tag="manual"):
    """The owner may use it once a round or a game, on any turn or only its own, from the throw until Liar is called."""

    name: CardName
    turn: Literal["any", "own"] = "any"
    dice_at_most: Count | None = None
    limit: Limit = "round"
    effects: Effects


class Constant(_Ability, frozen=True, kw_only=True, tag="constant"):
    """Always in effect, until its owner's last die is gone."""

    name: CardName
    effects: Effects


Ability = Reactive | Manual | Constant
Abilities = Annotated[list[Ability], Meta(max_length=2)]


class Card(_Part, frozen=True, kw_only=True):
    """A class card. Only the plain one has no ability."""

    name: CardName
    hand: Hand
    abilities: Abilities = []


PLAIN: Final = Card(name="Plain", hand=["d6", "d6", "d6", "d6", "d6"])
"""Plain Liar's Dice: the card of a seat that chose no class."""
MOST_CARDS: Final = 24
"""The most cards that a GM can add."""


def resized(size: Size, levels: int) -> Size | None:
    """The size that is `levels` larger (negative: smaller); a d20 at most; None below a d2."""
    at = SIZES.index(size) + levels
    return None if at < 0 else SIZES[min(at, len(SIZES) - 1)]


def by_size(hand: Sequence[Size]) -> list[Size]:
    """A hand, smallest dice first."""
    return sorted(hand, key=SIZES.index)


def is_hidden(ability: Ability) -> bool:
    """Whether an ability is triggered by faces that only its owner sees."""
    return isinstance(ability, Reactive) and ability.on == "rolled"


def matches(pattern: Pattern, faces: Sequence[int]) -> bool:
    """Whether faces fit a pattern. Without dice, none fits."""
    match pattern:
        case Alike(count=count):
            return any(faces.count(face) >= count for face in faces)
        case Showing(faces=wanted, count=count):
            return sum(face in wanted for face in faces) >= count
        case Run(count=count):
            return any(all(face + step in faces for step in range(count)) for face in faces)
        case _:
            return bool(faces) and max(faces) <= pattern.face

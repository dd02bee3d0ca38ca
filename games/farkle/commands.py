"""What players of Farkle can do."""

from typing import Annotated

import msgspec
from msgspec import Meta

from events.event import CommandV1
from games.farkle.options import DICE, MOST_LEFT


class Throw(CommandV1, frozen=True, kw_only=True):
    """Throw the dice that are not set aside; `greedy`: and those that the seat before has left."""

    greedy: bool | None = None


class SetAside(CommandV1, frozen=True, kw_only=True):
    """Set dice of the throw aside, by their faces, in any order: all of them must score."""

    faces: Annotated[list[Annotated[int, Meta(ge=1, le=6)]], Meta(min_length=1, max_length=DICE + MOST_LEFT)]

    def __post_init__(self) -> None:
        # The same dice are one choice, however they are named: choices are listed lowest face first.
        msgspec.structs.force_setattr(self, "faces", sorted(self.faces))


class Bank(CommandV1, frozen=True, kw_only=True):
    """Write the turn's points down, and pass the dice on."""


COMMANDS = (Throw, SetAside, Bank)

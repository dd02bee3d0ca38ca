"""What a policy is: from a seat's position alone, it chooses a command as a client sends it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from games.policies.position import Position
from games.table.luck import REVEAL
from projections.views import View

T = TypeVar("T")


class Chance(Protocol):
    """A policy's source of randomness, such as `random.Random`. It is passed in, and is never the round's dice."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        ...

    def randint(self, a: int, b: int, /) -> int:
        """An integer from `a` to `b`, both included."""
        ...

    def choice(self, seq: Sequence[T], /) -> T:
        """One of these, each equally likely."""
        ...

    def choices(self, population: Sequence[T], weights: Sequence[float] | None = None, /) -> list[T]:
        """A list of one of these, drawn by weight."""
        ...


class Randomness(Chance, Protocol):
    """What a whole round is played with: policies choose by it, and what must be fresh is drawn from it."""

    def randbytes(self, n: int, /) -> bytes:
        """So many bytes."""
        ...


Choice = dict[str, Any]
"""A command as a client sends it: its type, and its parameters beside it."""
Player = Callable[[Position, Chance], Choice | None]
"""Plays one game: returns a legal command, or None if it does not want to act."""


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """A way to play, under one name for all games. `plays` has its players by game id; `otherwise` plays other games.

    It also steps in when a seat is asked but its player does not want to act.
    """

    name: str
    summary: str
    plays: Mapping[str, Player]
    otherwise: Player

    def choose(self, view: View, chance: Chance) -> Choice | None:
        """The command to give now, from the seat's own view.

        Never None if the seat is asked and any command is legal, unless it is asked to reveal its luck: a policy does
        not know what was sealed. Out of turn it may be an accusation, a side bet or an answer to a proposal, but is
        usually None.
        """
        position = Position.of(view)
        return None if position is None else self.choose_at(position, chance)

    def choose_at(self, position: Position, chance: Chance) -> Choice | None:
        """The command to give now, from a seat's position."""
        if position.question == REVEAL:
            return None
        chosen = self.plays.get(position.game, self.otherwise)(position, chance)
        if chosen is None and position.asked:
            return self.otherwise(position, chance)
        return chosen

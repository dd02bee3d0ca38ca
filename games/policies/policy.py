"""What a policy is: it looks at a seat's position, and at nothing else, and answers with a command.

The position is made from the seat's own table, or from its view where that came as JSON. The command is as a client
sends it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from games.policies.position import Position
from projections.views import View

T = TypeVar("T")


class Chance(Protocol):
    """Where a policy's whims come from: handed in, and never the round's own dice. `random.Random` is one."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        ...

    def randint(self, a: int, b: int, /) -> int:
        """A whole number from `a` to `b`, both included."""
        ...

    def choice(self, seq: Sequence[T], /) -> T:
        """One of these."""
        ...

    def choices(self, population: Sequence[T], weights: Sequence[float] | None = None, /) -> list[T]:
        """One of these in a list, drawn by weight."""
        ...


Choice = dict[str, Any]
"""A command as a client sends it: its type, and its parameters beside it."""
Player = Callable[[Position, Chance], Choice | None]
"""Plays one game: a legal command, or None where there is nothing that it wants to do."""


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """A way to play, under one name for all games. `plays` has who plays which game, by the game's id.

    `otherwise` plays the games that `plays` does not name, and has something to do where who is asked wants nothing.
    """

    name: str
    summary: str
    plays: Mapping[str, Player]
    otherwise: Player

    def choose(self, view: View, chance: Chance) -> Choice | None:
        """What to do now, from the seat's own view: always something where the seat is asked, if anything is legal.

        Out of turn it may accuse, bet on others, answer a proposal; mostly it is None then.
        """
        position = Position.of(view)
        return None if position is None else self.choose_at(position, chance)

    def choose_at(self, position: Position, chance: Chance) -> Choice | None:
        """What to do now, at a seat's position, however it is known."""
        chosen = self.plays.get(position.game, self.otherwise)(position, chance)
        if chosen is None and position.asked:
            return self.otherwise(position, chance)
        return chosen

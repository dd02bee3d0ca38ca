"""A seat's view, as a policy reads it: its own seat, the others, and what is offered."""

from collections.abc import Iterator, Sequence
from typing import Any, Self

from projections.offers import Action, Bounds, Choices
from projections.views import SeatView, View


class Position:
    """What a seat sees and may do. `asked`: the round waits for it. `actions` are those offered, by their type."""

    __slots__ = ("actions", "asked", "me", "view")

    def __init__(self, view: View, me: SeatView, actions: Sequence[Action]) -> None:
        self.view = view
        self.me = me
        self.asked = me.seat in view.to_act
        self.actions: dict[str, list[Action]] = {}
        for action in actions:
            self.actions.setdefault(action.type, []).append(action)

    @classmethod
    def of(cls, view: View) -> Self | None:
        """The position of the seat whose view it is; None where it is no seat's."""
        you = view.you
        if you is None or you.seat is None:
            return None
        for seat in view.seats:
            if seat.seat == you.seat:
                return cls(view, seat, you.actions)
        return None

    @property
    def question(self) -> str | None:
        """What the seat is asked; None where it is not."""
        return self.view.question if self.asked else None

    def offers(self, kind: str) -> bool:
        """Whether a command of this type is offered."""
        return kind in self.actions

    def each(self, kind: str) -> list[Action]:
        """What is offered of a type."""
        return self.actions.get(kind, [])

    def others(self, *statuses: str) -> list[SeatView]:
        """The other seats of the round, those with one of these statuses if any are named."""
        mine = self.me.seat
        seats = self.view.seats
        return [s for s in seats if s.playing and s.seat != mine and (not statuses or s.status in statuses)]

    def seat(self, seat: str) -> SeatView:
        """A seat by its id. Raises `KeyError`."""
        for one in self.view.seats:
            if one.seat == seat:
                return one
        raise KeyError(seat)

    def refused_for(self, kind: str, code: str) -> bool:
        """Whether a command of this type is refused for this reason."""
        you = self.view.you
        return you is not None and any(r.type == kind and r.code == code for r in you.refused)

    def facts(self, *kinds: str) -> Iterator[dict[str, Any]]:
        """What the seat learned in notes of these kinds."""
        you = self.view.you
        for note in you.notes if you is not None else ():
            if note.kind in kinds:
                yield note.facts


def values(action: Action, name: str) -> list[Any]:
    """The choices of a parameter; none where the action has no such one."""
    param = action.params.get(name)
    return param.choices if isinstance(param, Choices) else []


def numbers(action: Action, name: str) -> list[int]:
    """The choices of a parameter that is a number: a die's, or by how much it changes."""
    return values(action, name)


def bounds(action: Action, name: str) -> Bounds | None:
    """The bounds of a parameter; None where the action has none of that name."""
    param = action.params.get(name)
    return param if isinstance(param, Bounds) else None


def within(found: Bounds, wanted: int) -> int:
    """The amount within the bounds, and in their steps, that is nearest to what is wanted from below."""
    clamped = min(max(wanted, found.min), found.max)
    return clamped - (clamped - found.min) % found.step

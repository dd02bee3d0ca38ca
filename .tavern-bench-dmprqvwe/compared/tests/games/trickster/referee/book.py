"""What a referee needs to read a game's record: steps of JSON, and objections."""

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
Fact = tuple[Any, ...]
"""An event in short: what it is called, then all that the rules decide of it."""


class Objection(Exception):
    """What a referee has against a game."""


def insist(fair: object, why: str) -> None:
    """Object unless something is as the rules have it."""
    if not fair:
        raise Objection(why)


@dataclass
class Step:
    """A command with what came of it."""

    actor: str
    seat: str | None
    command: Json
    events: list[Json]


def step_of(entry: Json) -> Step:
    """An entry, decoded."""
    return Step(entry["actor"], entry["seat"], entry["command"], entry["events"])


@dataclass
class Falls:
    """The dice as they fell: a referee throws the same ones, and none else."""

    drawn: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    due: dict[tuple[str, str, int], deque[int]] = field(default_factory=dict)

    def take_in(self, events: Iterable[Json]) -> None:
        """The draws of a step. Those of a sequence follow each other without a gap."""
        for draw in (draw for event in events for draw in draws_of(event)):
            key = (draw["seat"], draw["purpose"], draw["sides"])
            self.drawn[key] += 1
            insist(draw["n"] == self.drawn[key], "a draw is out of order")
            insist(1 <= draw["face"] <= draw["sides"], "a die shows a face that it has not")
            self.due.setdefault(key, deque()).append(draw["face"])

    def next(self, seat: str, purpose: str, sides: int) -> int:
        """The face that a die falls on."""
        due = self.due.get((seat, purpose, sides))
        if not due:
            raise Objection(f"{seat} throws no d{sides} for {purpose}")
        return due.popleft()

    def judge(self) -> None:
        """Nothing was thrown besides."""
        left = [key for key, due in self.due.items() if due]
        insist(not left, f"thrown without a reason: {left}")


def draws_of(event: Json) -> list[Json]:
    """The draws in an event."""
    found = event.get("draws") or [event["draw"]] if event.get("draw") or event.get("draws") else []
    return list(found)

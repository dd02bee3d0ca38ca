"""What a game draws dice for: each chapter declares its draws beside its rules, and the verifiers check them.

A verifier has no rules. It carries this table instead (written by `tools/development/declared_draws.py`), so that
nobody can draw a die for another purpose, or keep drawing without need until a roll suits.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from events.event import Event, type_tag

Shown = tuple[Any, ...] | Literal["sum"]
DrawnBy = Literal["seat", "house", "anybody"]


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """Draws for one purpose, as one kind of event records them.

    `by`: a seat of the round, the House, or anybody at the table, including watchers and the House. `sides`: the
    numbers of sides that the dice can have. `most`: how many dice with the same number of sides a seat can draw in a
    round, if the rules limit it. `where`: fields of the event, each with its allowed values. `shows`: fields that
    follow from the draws, by the face (from 1) or by their sum.
    """

    purpose: str
    sides: tuple[int, ...]
    event: type[Event]
    by: DrawnBy = "seat"
    most: int | None = None
    where: Mapping[str, tuple[str | int, ...]] = {}
    shows: Mapping[str, Shown] = {}


def declared(draws: Iterable[Drawn]) -> list[dict[str, Any]]:
    """The declarations in the form that the verifiers carry, without fields left at their defaults."""
    return [_row(drawn) for drawn in draws]


def _row(drawn: Drawn) -> dict[str, Any]:
    row: dict[str, Any] = {"purpose": drawn.purpose, "by": drawn.by, "sides": sorted(drawn.sides)}
    if drawn.most is not None:
        row["most"] = drawn.most
    row["event"] = type_tag(drawn.event)
    if drawn.where:
        row["where"] = {field: list(values) for field, values in drawn.where.items()}
    if drawn.shows:
        row["shows"] = {field: shown if shown == "sum" else list(shown) for field, shown in drawn.shows.items()}
    return row

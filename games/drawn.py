"""What a game draws dice for: each chapter declares its draws beside its rules, and the verifiers check them.

A verifier has no rules. It carries this table instead (`tools/development/declared_draws.py` writes it there), so that
nobody can draw a die for another purpose, or draw one for nothing, until a roll suits.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from events.event import Event, type_tag

Shown = tuple[Any, ...] | Literal["sum"]
DrawnBy = Literal["seat", "house", "anybody"]


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """Draws for one purpose, as one kind of event records them.

    `by`: the round's seats, the House, or anybody: all at the table, watchers included, and the House. `sides` are
    those that the dice can have. `most` is how many a seat can draw in a round with the same number of sides, where the
    rules limit it. `where` has values of the event's fields, each with its alternatives; `shows` the fields that follow
    from the draws: by the face (from 1), or by their sum.
    """

    purpose: str
    sides: tuple[int, ...]
    event: type[Event]
    by: DrawnBy = "seat"
    most: int | None = None
    where: Mapping[str, tuple[str | int, ...]] = {}
    shows: Mapping[str, Shown] = {}


def declared(draws: Iterable[Drawn]) -> list[dict[str, Any]]:
    """The declarations as the verifiers carry them, without what is left open."""
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

"""The sentences of the chronicle: from a method (`@sentence`), from a pattern, or none."""

from collections.abc import Callable
from string import Formatter
from typing import Any, Final

from events.event import Event
from games.chapter import sentence
from projections.chronicle import coins, listed, name_of
from projections.game import AnyTable

__all__ = ["says", "sentence", "silent"]

Says = Callable[[Any, AnyTable, Any], str | None]
"""A method that is registered as a sentence."""

_A_SEAT: Final = ("seat", "target", "bumper")


def says(event: type[Event], pattern: str, **when: object) -> Says:
    """Register a sentence for events whose fields have these values, as `@sentence` does.

    In the pattern, `{field}` stands for that field of the event: seats by their names, copper (`…_cp`) in coins.
    """
    fields = [field for _, field, _, _ in Formatter().parse(pattern) if field]

    def said(_: object, table: AnyTable, event: Event) -> str:
        return pattern.format_map({field: _in_words(table, field, getattr(event, field)) for field in fields})

    return sentence(event, **when)(said)


def silent(event: type[Event], **when: object) -> Says:
    """Register that such events have no sentence of their own, because another event's says enough."""

    def said(_: object, table: AnyTable, event: Event) -> None:
        return None

    return sentence(event, **when)(said)


def _in_words(table: AnyTable, field: str, value: Any) -> str:
    if field == "seats":
        return listed([name_of(table, seat) for seat in value])
    if field in _A_SEAT:
        return name_of(table, value)
    return coins(value) if field.endswith("_cp") else str(value)

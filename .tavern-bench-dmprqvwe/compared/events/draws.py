"""The draws that an event of any type records, found by the types of its fields."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import cast

import msgspec
from msgspec import inspect

from events.event import Draw, Event


def draws_of(event: Event) -> list[Draw]:
    """All draws that an event records, in the order of its fields."""
    found: list[Draw] = []
    for field in fields_with_draws(type(event)):
        _collect(getattr(event, field), found)
    return found


@cache
def fields_with_draws(kind: type[Event]) -> tuple[str, ...]:
    """The fields of an event's type that can hold draws."""
    info = inspect.type_info(kind)
    fields = info.fields if isinstance(info, inspect.StructType) else ()
    return tuple(field.name for field in fields if _holds_draws(field.type, set()))


def _holds_draws(info: inspect.Type, within: set[type]) -> bool:
    match info:
        case inspect.StructType():
            if info.cls is Draw:
                return True
            inner: Iterable[inspect.Type] = () if info.cls in within else (field.type for field in info.fields)
            within = within | {info.cls}
        case inspect.UnionType():
            inner = info.types
        case inspect.ListType() | inspect.VarTupleType():
            inner = (info.item_type,)
        case inspect.TupleType():
            inner = info.item_types
        case inspect.DictType():
            inner = (info.value_type,)
        case _:
            inner = ()
    return any(_holds_draws(part, within) for part in inner)


def _collect(value: object, found: list[Draw]) -> None:
    if isinstance(value, Draw):
        found.append(value)
    elif isinstance(value, list | tuple):
        for item in cast("Iterable[object]", value):
            _collect(item, found)
    elif isinstance(value, dict):
        for item in cast("Mapping[str, object]", value).values():
            _collect(item, found)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            _collect(getattr(value, field), found)

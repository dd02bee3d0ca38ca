"""Which draws an event records, whatever its type: found by the draws that its fields can hold."""

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

import msgspec
from msgspec import inspect

from events.event import Draw, Event


def draws_of(event: Event) -> Iterator[Draw]:
    """All draws that an event records, in the order of its fields."""
    kind = type(event)
    fields = _draw_fields.get(kind)
    if fields is None:
        fields = _draw_fields[kind] = fields_with_draws(kind)
    for field in fields:
        yield from _draws_in(getattr(event, field))


_draw_fields: dict[type[Event], tuple[str, ...]] = {}


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


def _draws_in(value: object) -> Iterator[Draw]:
    if isinstance(value, Draw):
        yield value
    elif isinstance(value, list | tuple):
        for item in cast("Iterable[object]", value):
            yield from _draws_in(item)
    elif isinstance(value, dict):
        for item in cast("Mapping[str, object]", value).values():
            yield from _draws_in(item)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _draws_in(getattr(value, field))

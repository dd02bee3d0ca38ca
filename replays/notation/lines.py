"""A line of the notation is a struct: its name, its first words in order, and the rest as KEY=VALUE.

The types say how: a new event needs nothing here. Required texts at the start are words without a key. A field in
`…_cp` is money. What has its default is left out, and an audience if it is `all`; a guarded value that is closed is a
`?`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import takewhile
from typing import Any, Final, NamedTuple, cast

import msgspec

from events.audience import ALL
from events.event import Draw, Event, Hidden, type_tag
from replays.notation.values import HIDDEN, Footnotes, Missing, Reader, Throw, Thrown, Unexpected, thrown, written

_CP: Final = "_cp"
_LONGEST: Final = 200
"""The most characters of a field's text, such as a name or a reason: sentences and views can repeat it many times."""
_LONG: Final = frozenset({"text", "signature"})
"""The fields whose texts are longer, and are not repeated so."""


class Form(NamedTuple):
    """How a type stands on a line: its fields in order, those that are words without a key, what lists and maps are
    when empty, the audience of each guarded field, the default of each that has one, and the key of each."""

    order: list[str]
    words: list[str]
    empty: dict[str, list[Any] | dict[str, Any]]
    guarded: Mapping[str, str]
    audiences: frozenset[str]
    defaults: dict[str, object]
    keys: dict[str, str]


@cache
def form_of(kind: type[msgspec.Struct]) -> Form:
    """How a type of event, or of a heading's line, stands on its line."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    guarded: Mapping[str, str] = kind.guarded if issubclass(kind, Event) else {}
    order = [name for name in fields if name not in ("v", "to")] + [name for name in ("to", "v") if name in fields]
    described = msgspec.inspect.type_info(kind)
    types = {field.name: field.type for field in cast("msgspec.inspect.StructType", described).fields}
    return Form(
        order=order,
        words=list(takewhile(lambda name: fields[name].required and fields[name].type is str, order)),
        empty={name: empty for name, of in types.items() if (empty := _empty(of)) is not None},
        guarded=guarded,
        audiences=frozenset((*guarded.values(), *(("to",) if issubclass(kind, Hidden) else ()))),
        defaults={name: _default(fields[name]) for name in order if not fields[name].required},
        keys={name: _key(name, fields) for name in order},
    )


def _empty(of: msgspec.inspect.Type) -> list[Any] | dict[str, Any] | None:
    match of:
        case msgspec.inspect.UnionType():
            return next((empty for one in of.types if (empty := _empty(one)) is not None), None)
        case msgspec.inspect.ListType():
            return []
        case msgspec.inspect.DictType():
            return {}
        case _:
            return None


def _default(field: msgspec.structs.FieldInfo) -> object:
    if field.name == "v":
        # Later versions say which they are, so that a text means the same for ever.
        return 1
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


def _key(name: str, fields: Iterable[str]) -> str:
    money = name.endswith(_CP) and name.removesuffix(_CP) not in fields
    return (name.removesuffix(_CP) if money else name).replace("_", "-")


# Writing


def line_of(struct: msgspec.Struct, below: Callable[[str], str]) -> str:
    """A struct as its line. `below` may put the text of a value below, and returns what stands for it."""
    return " ".join((type_tag(type(struct)).replace("_", "-"), *_items(struct, below)))


def _items(struct: msgspec.Struct, below: Callable[[str], str]) -> Iterator[str]:
    form = form_of(type(struct))
    closed = {
        one for one, to in form.guarded.items() if _is_default(struct, one, form) and _is_default(struct, to, form)
    }
    for name in form.order:
        value = getattr(struct, name)
        if name in form.words:
            yield below(written(value))
        elif name in closed:
            yield f"{form.keys[name]}={HIDDEN}"
        elif name in form.audiences:
            if value != ALL and not any(form.guarded[one] == name for one in closed):
                yield f"{form.keys[name]}={written(value)}"
        elif name in form.guarded or not _is_default(struct, name, form):
            text = _dice_text(struct, value) or below(written(msgspec.to_builtins(value), money=name.endswith(_CP)))
            yield f"{form.keys[name]}={text}"


def _is_default(struct: msgspec.Struct, name: str, form: Form) -> bool:
    return name in form.defaults and getattr(struct, name) == form.defaults[name]


def _dice_text(struct: msgspec.Struct, value: object) -> str | None:
    draws = cast("list[object]", value) if isinstance(value, list) else [value]
    known = [draw for draw in draws if isinstance(draw, Draw)]
    if not known or len(known) < len(draws):
        return None
    return thrown(known, getattr(struct, "seat", None), getattr(struct, "die", None))


# Reading


def read_line(kind_of: Callable[[str], type[msgspec.Struct] | None], text: str, footnotes: Footnotes) -> dict[str, Any]:
    """A line as the JSON object of the type that `kind_of` returns for its name. Raises `Unexpected`."""
    name, _, rest = text.partition(" ")
    kind = kind_of(name.replace("-", "_"))
    if kind is None:
        raise Unexpected(f"another line than {written(name)}, which is not known here")
    form, reader = form_of(kind), Reader(rest, footnotes)
    fields: dict[str, Any] = {}
    for word in form.words:
        if reader.ended:
            raise Unexpected(f"{' '.join(map(str.upper, form.words))} after {name}")
        fields[word] = _not_long(word, reader.value())
    names = {key: field for field, key in form.keys.items() if field not in form.words}
    while not reader.ended:
        key = next((key for key in names if reader.took(f"{key}=")), None)
        if key is None or names[key] in fields:
            left = ", ".join(f"{key}=" for key, field in names.items() if field not in fields)
            raise Unexpected(f"the end of the line, or one of {left}" if left else "the end of the line")
        fields[names[key]] = None if (closed := reader.took(HIDDEN)) else _not_long(names[key], reader.value())
        if closed and (to := form.guarded.get(names[key])):
            fields[to] = form.defaults[to]
            fields[names[key]] = form.defaults[names[key]]
        elif closed:
            raise Unexpected(f"a value of {key}, which is never hidden")
    for audience in form.audiences - fields.keys():
        fields[audience] = ALL
    return {"type": type_tag(kind), "v": 1} | {field: _resolved(fields, form, field) for field in fields}


def _not_long(field: str, value: Any) -> Any:
    if isinstance(value, str) and len(value) > _LONGEST and field not in _LONG:
        raise Unexpected(f"at most {_LONGEST} characters as {field.replace('_', '-')}")
    return value


def _resolved(fields: dict[str, Any], form: Form, name: str) -> Any:
    value = fields[name]
    if isinstance(value, Missing):
        return form.empty.get(name, "")
    if not isinstance(value, Thrown):
        return value
    draws = [draw for throw in value.throws for draw in _draws(throw, form.defaults | fields)]
    if name in form.empty:
        return draws
    if len(draws) > 1:
        raise Unexpected(f"a single die as {form.keys[name]}")
    return draws[0]


def _draws(throw: Throw, fields: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    seat = fields.get("seat") if throw.seat is None else throw.seat
    die = str(fields.get("die", "")).removeprefix("d")
    if seat is None or (throw.sides is None and not die.isdecimal()):
        raise Unexpected("thrown dice with their seat and size, such as bri:d6[4]cup")
    for at, face in enumerate(throw.faces):
        sides = int(die) if throw.sides is None else throw.sides
        yield {"seat": seat, "purpose": throw.purpose, "sides": sides, "n": throw.n + at, "face": face}

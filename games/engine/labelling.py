"""Labels that follow from types: those of options, from their annotations, and commands' help, from docstrings."""

import inspect
from collections.abc import Iterable, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from events.event import Command, type_tag
from projections.game import TableOptions
from projections.labels import OPTION_LABEL, OPTION_VALUES, CommandLabel, Kind, Labels, ValueLabel


def option_labels(options: type[Any]) -> Mapping[str, ValueLabel]:
    """The labels of a game's `labelled` options, without those that every table has."""
    of_every_table: Mapping[str, ValueLabel] = {} if options is TableOptions else _labels_of_every_table()
    return {name: label for name, label in _labels_of(options).items() if of_every_table.get(name) != label}


@cache
def _labels_of_every_table() -> Mapping[str, ValueLabel]:
    return _labels_of(TableOptions)


def _labels_of(options: type[Any]) -> Mapping[str, ValueLabel]:
    # Not by `msgspec.inspect`, which goes through the fields of all types within, too.
    types = {field.name: field.type for field in msgspec.structs.fields(options)}
    return {name: label for name, kind in types.items() if (label := _label(name, kind)) is not None}


def _label(name: str, kind: Any) -> ValueLabel | None:
    metas: tuple[msgspec.Meta, ...] = getattr(kind, "__metadata__", ())
    extra = {key: value for meta in metas for key, value in (meta.extra or {}).items()}
    if OPTION_LABEL not in extra:
        return None
    described = [meta.description for meta in metas if meta.description]
    values = extra.get(OPTION_VALUES, msgspec.UNSET)
    return ValueLabel(extra[OPTION_LABEL], "".join(described[-1:]), _kind(name, kind), values)


def _kind(name: str, kind: Any) -> Kind:
    origin = get_origin(kind)
    if origin is Annotated or origin in (Union, UnionType):
        return _kind(name, get_args(kind)[0])
    if name.endswith("_seconds"):
        return "seconds"
    if name.endswith("_cp"):
        return "coins"
    if origin is Literal:
        return "choice"
    kinds: Mapping[Any, Kind] = {bool: "flag", int: "count"}
    return kinds.get(kind, "object")


def completed(labels: Labels, commands: Iterable[type[Command]], options: Mapping[str, ValueLabel]) -> Labels:
    """The labels, with help from the commands' docstrings where they have none, and with the options' labels."""
    kinds = {type_tag(kind): kind for kind in commands}
    with_help = {
        tag: label if label.help or tag not in kinds else _with_help(label, kinds[tag])
        for tag, label in labels.commands.items()
    }
    return msgspec.structs.replace(labels, commands=with_help, options={**options, **labels.options})


def _with_help(label: CommandLabel, kind: type[Command]) -> CommandLabel:
    first = (inspect.getdoc(kind) or "").split("\n\n", 1)[0]
    return msgspec.structs.replace(label, help=" ".join(first.split()))

"""Labels that follow from types: those of options, from their annotations, and commands' help, from docstrings."""

import inspect
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.inspect import BoolType, IntType, LiteralType, Metadata, StructType, Type, UnionType, type_info

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
    described = type_info(options)
    if not isinstance(described, StructType):
        raise TypeError(f"{options.__name__} is not a struct")
    return {
        field.name: _option(field.name, field.type)
        for field in described.fields
        if isinstance(field.type, Metadata) and OPTION_LABEL in _extra(field.type)
    }


def _extra(described: Any) -> Mapping[str, Any]:
    return described.extra or {}


def _help(described: Any) -> str:
    schema: Mapping[str, str] = described.extra_json_schema or {}
    return schema.get("description", "")


def _option(name: str, described: Metadata) -> ValueLabel:
    extra = _extra(described)
    values = extra.get(OPTION_VALUES, msgspec.UNSET)
    return ValueLabel(extra[OPTION_LABEL], _help(described), _kind(name, described.type), values)


def _kind(name: str, described: Type) -> Kind:
    if isinstance(described, Metadata):
        return _kind(name, described.type)
    if isinstance(described, UnionType):
        return _kind(name, described.types[0])
    if name.endswith("_seconds"):
        return "seconds"
    if name.endswith("_cp"):
        return "coins"
    kinds: Mapping[type[Type], Kind] = {BoolType: "flag", IntType: "count", LiteralType: "choice"}
    return kinds.get(type(described), "object")


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

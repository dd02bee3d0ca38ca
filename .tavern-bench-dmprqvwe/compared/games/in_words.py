"""Commands, parameters and their values in words, by their labels: for sentences about what does not fit."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from projections.chronicle import coins, listed, upper_first
from projections.labels import Kind, Lookup, in_words


class InWords:
    """Says what a game calls things. `names` are those of seats and accounts. Without labels, keys stand as words."""

    def __init__(self, labels: Lookup | None = None, names: Mapping[str, str] | None = None) -> None:
        self._labels = labels or Lookup()
        self._names = names or {}

    def command(self, tag: str) -> str:
        """What a command is called."""
        return upper_first(self._labels.label("commands", tag))

    def params(self, tag: str, names: list[str]) -> str:
        """What parameters of a command are called, in quotation marks."""
        return listed([f"“{upper_first(self._labels.param(tag, name).label)}”" for name in names])

    def name(self, seat: str) -> str:
        """What a seat is called."""
        return self._names.get(seat, seat)

    def value(self, tag: str, name: str, value: Any) -> str:
        """A value of a parameter."""
        if isinstance(value, list):
            several = cast("list[object]", value)
            return listed([self.value(tag, name, one) for one in several]) if several else "nothing"
        label = self._labels.param(tag, name)
        key = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        if label.values is not msgspec.UNSET and key in label.values:
            return f"“{label.values[key]}”"
        return self._names.get(key) or said(value, "coins" if name.endswith("_cp") else label.kind)


def said(value: Any, kind: Kind) -> str:
    """A value of that kind. Dice count from 1 for people."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int() if kind == "coins":
            return coins(value) if value >= 0 else f"−{coins(-value)}"
        case int() if kind in ("die", "dice"):
            return f"die {value + 1}"
        case int() if kind == "seconds":
            return f"{value} seconds"
        case int():
            return str(value)
        case str():
            return in_words(value)
        case _:
            return "something else"


def bounds(least: str, most: str, step: str = "") -> str:
    """What an amount or a count must be."""
    if least == most:
        return f"must be {least}"
    return f"must be from {least} to {most}{f', in steps of {step}' if step else ''}"

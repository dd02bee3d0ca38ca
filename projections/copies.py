"""Copies of tables. Analysis makes them by the thousand, and `copy.deepcopy` takes many times as long."""

import copy
from typing import Any, Final, cast

from projections.game import AnyTable

_NEVER_CHANGE: Final = frozenset({bool, int, str, type(None)})


def copied(table: AnyTable) -> AnyTable:
    """A copy of a table that shares only what never changes: numbers, texts and frozen structs."""
    made: AnyTable = _copied(table)
    return made


def _copied(value: Any) -> Any:
    kind = cast("Any", type(value))
    if kind is dict:
        return {key: one if type(one) in _NEVER_CHANGE else _copied(one) for key, one in value.items()}
    if kind is list:
        return [one if type(one) in _NEVER_CHANGE else _copied(one) for one in value]
    if kind.__struct_config__.frozen:
        return value
    made = copy.copy(value)
    for name in kind.__struct_fields__:
        field = getattr(value, name)
        if type(field) not in _NEVER_CHANGE:
            setattr(made, name, _copied(field))
    return made

"""Perft, as chess programs count it: how many lines of play there are from a table, so many acts deep.

A changed number shows that the rules changed, even if no test of a single rule does.
"""

from collections.abc import Container, Iterator
from itertools import product
from typing import Any

import msgspec

from events.event import type_tag
from projections.actions import Action, Bounds, Choices, Param, Schema
from tests.playing import Playing


def perft(playing: Playing, depth: int, without: Container[str] = ()) -> list[int]:
    """The lines of play of 0, 1, and up to `depth` acts of the seats, those counted in that end the round sooner.

    An act is a command of the game's own with every combination of its parameters; of bounds only the least and
    the most, one text for all, of a schema all its properties at their least, and what is optional both given and left
    out. Commands `without` are left out of account.
    """
    counts = [1] + [0] * depth
    if not playing.table.running:
        return [1] * (depth + 1)
    if depth:
        for seat, body in _acts(playing, without):
            forked = playing.fork()
            forked.send(seat, msgspec.json.encode(body))
            for deeper, count in enumerate(perft(forked, depth - 1, without), 1):
                counts[deeper] += count
    return counts


def _acts(playing: Playing, without: Container[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    own = {tag for kind in playing.rulebook.commands if (tag := type_tag(kind)) not in without}
    for seat in playing.table.present():
        for action in playing.actions(seat.seat):
            if action.type in own:
                yield from ((seat.seat, body) for body in _bodies(action))


def _bodies(action: Action) -> Iterator[dict[str, Any]]:
    values = [_values(param) for param in action.params.values()]
    for combination in product(*values):
        given = zip(action.params, combination, strict=True)
        yield {"type": action.type, **{name: value for name, value in given if value is not msgspec.UNSET}}


def _values(param: Param) -> list[Any]:
    match param:
        case Choices():
            values = param.choices
        case Bounds():
            values = list(dict.fromkeys((param.min, param.max - (param.max - param.min) % param.step)))
        case Schema():
            values = [{name: at_least["minimum"] for name, at_least in param.schema["properties"].items()}]
        case _:
            values = [""]
    return [*values, msgspec.UNSET] if param.optional else values

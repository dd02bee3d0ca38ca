"""The first difference between a recorded entry and the one that re-running its command makes."""

from collections.abc import Iterator
from typing import Any, cast

import msgspec

_LONGEST_VALUE = 80


def first_difference(recorded: bytes, again: bytes) -> str:
    """The first difference between two lines, in a phrase that names the field, or the event and its field."""
    was, now = msgspec.json.decode(recorded), msgspec.json.decode(again)
    for key in {**was, **now}:
        if key not in was or key not in now:
            return _alone(key, key in was)
        if was[key] != now[key]:
            return _events(was[key], now[key]) if key == "events" else next(_differences(key, was[key], now[key]))
    at = next((at for at, pair in enumerate(zip(recorded, again, strict=False)) if pair[0] != pair[1]), len(again))
    return f"the same values are encoded differently, from byte {at} on"


def _alone(name: str, recorded: bool) -> str:
    return f"{name} is only in the log" if recorded else f"{name} is missing from the log"


def _events(was: list[Any], now: list[Any]) -> str:
    for n, (recorded, again) in enumerate(zip(was, now, strict=False), start=1):
        if recorded != again:
            if recorded["type"] != again["type"]:
                return f"event {n} is {recorded['type']} in the log, {again['type']} when re-run"
            return f"event {n} ({recorded['type']}): {next(_differences('', recorded, again))}"
    n = min(len(was), len(now)) + 1
    if len(was) > len(now):
        return f"event {n} of {len(was)} ({was[n - 1]['type']}) is only in the log"
    return f"event {n} of {len(now)} ({now[n - 1]['type']}) is missing from the log"


def _differences(path: str, was: object, now: object) -> Iterator[str]:
    whole = f"{path} is {_shown(was)} in the log, {_shown(now)} when re-run"
    if isinstance(was, dict) and isinstance(now, dict):
        yield from _of_objects(path, cast("dict[str, object]", was), cast("dict[str, object]", now))
    elif isinstance(was, list) and isinstance(now, list):
        yield from _of_lists(path, cast("list[object]", was), cast("list[object]", now))
    else:
        yield whole


def _of_objects(path: str, was: dict[str, object], now: dict[str, object]) -> Iterator[str]:
    for key in {**was, **now}:
        inner = f"{path}.{key}" if path else key
        if key not in was or key not in now:
            yield _alone(inner, key in was)
        elif was[key] != now[key]:
            yield from _differences(inner, was[key], now[key])


def _of_lists(path: str, was: list[object], now: list[object]) -> Iterator[str]:
    for index, (recorded, again) in enumerate(zip(was, now, strict=False)):
        if recorded != again:
            yield from _differences(f"{path}[{index}]", recorded, again)
    yield f"{path} has {len(was)} values in the log, {len(now)} when re-run"


def _shown(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"

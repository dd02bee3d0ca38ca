"""Checks what clients saw of one log for linearizability (Herlihy and Wing, 1990, doi:10.1145/78969.78972).

A log that only grows is simpler to check than registers. Version n is the log's first n entries, so each operation says
where it belongs: an append at the version that it made, a read after the version that it showed. The history is
linearizable if that order agrees with real time: an operation that began after another had ended comes after it.
"""

from collections.abc import Iterable, Iterator
from math import inf
from typing import Literal

import msgspec


class Operation(msgspec.Struct, frozen=True):
    """An append or a read of a log, from `began` to `ended` by one clock, in seconds.

    `ended` is infinite if no answer came. `entry` identifies the newest entry at `version`; a read may leave it out.
    `by` names the server that answered.
    """

    kind: Literal["append", "read"]
    began: float
    ended: float
    version: int
    entry: str | None = None
    by: str = ""


def violations(history: Iterable[Operation]) -> Iterator[str]:
    """What is wrong with a history, in sentences; nothing if it is linearizable."""
    operations = list(history)
    yield from _forks(operations)
    yield from _against_time(operations)


def _forks(operations: list[Operation]) -> Iterator[str]:
    entries: dict[int, str] = {}
    made: set[int] = set()
    for operation in operations:
        version, entry = operation.version, operation.entry
        if operation.kind == "append":
            if version in made:
                yield f"two appends made version {version}"
            made.add(version)
        if entry is not None and entries.setdefault(version, entry) != entry:
            yield f"version {version} ends in {entries[version]} and in {entry}"


def _against_time(operations: list[Operation]) -> Iterator[str]:
    """Compare each operation with the highest version among those that had ended before it began."""
    ended = sorted((operation for operation in operations if operation.ended < inf), key=lambda one: one.ended)
    known, at = Operation("read", 0, 0, 0), 0
    for operation in sorted(operations, key=lambda one: one.began):
        while at < len(ended) and ended[at].ended < operation.began:
            known, at = max(known, ended[at], key=lambda one: one.version), at + 1
        least = known.version + 1 if operation.kind == "append" else known.version
        if operation.version < least:
            yield f"the {_described(operation)} began after the {_described(known)} had ended"


def _described(operation: Operation) -> str:
    by = f" by {operation.by}" if operation.by else ""
    return f"{operation.kind} at version {operation.version}{by} ({operation.began} to {operation.ended})"

"""Power cuts, from a record of all that a server wrote: what was flushed is there, the rest is there, not, or torn.

The record is made by faults.c. A disk may keep unflushed writes in any order, and of each any sectors.
"""

import random
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

_SECTOR: Final = 512


class Step(NamedTuple):
    """A write, cut (`what` is "c"), flush or unlink of a file; `end` is its end in the record."""

    what: str
    name: str
    place: int
    data: bytes
    end: int


def steps_in(record: Path) -> list[Step]:
    """All steps of a record."""
    return list(_steps(record.read_bytes()))


def _steps(data: bytes) -> Iterator[Step]:
    at = 0
    while at + 5 <= len(data):
        what, length = chr(data[at]), struct.unpack_from("=I", data, at + 1)[0]
        name = data[at + 5 : at + 5 + length].decode()
        at += 5 + length
        place, size = struct.unpack_from("=QI", data, at)
        at += 12
        if at + size > len(data):
            return
        yield Step(what, Path(name).name, place, data[at : at + size], at + size)
        at += size


class Disk:
    """The files of a store as a disk has them: what was flushed, and what was not."""

    def __init__(self) -> None:
        self._flushed: dict[str, bytearray] = {}
        self._pending: dict[str, list[Step]] = {}

    def take(self, step: Step) -> None:
        """Carry out a step."""
        match step.what:
            case "f":
                contents = self._flushed.setdefault(step.name, bytearray())
                for pending in self._pending.pop(step.name, []):
                    _apply(contents, pending, None)
            case "u":
                self._flushed.pop(step.name, None)
                self._pending.pop(step.name, None)
            case _:
                self._flushed.setdefault(step.name, bytearray())
                self._pending.setdefault(step.name, []).append(step)

    def cut(self, chance: random.Random) -> dict[str, bytes]:
        """The files after a power cut now."""
        files: dict[str, bytes] = {}
        kept = chance.choice([0.0, 0.5, 0.9, 1.0])
        for name, flushed in self._flushed.items():
            contents = bytearray(flushed)
            pending = self._pending.get(name, [])
            if chance.random() < 0.5:
                pending = pending[: chance.randint(0, len(pending))]
            for step in pending:
                if chance.random() < kept:
                    _apply(contents, step, chance)
            files[name] = bytes(contents)
        return files


def _apply(contents: bytearray, step: Step, chance: random.Random | None) -> None:
    """Carry out a write or a cut, with `chance` of only some of its sectors."""
    if step.what == "c":
        del contents[step.place :]
        contents.extend(bytes(step.place - len(contents)))
        return
    torn = chance is not None and chance.random() < 0.3
    for start in range(0, len(step.data), _SECTOR):
        if torn and chance is not None and chance.random() < 0.5:
            continue
        piece = step.data[start : start + _SECTOR]
        at = step.place + start
        contents.extend(bytes(max(0, at + len(piece) - len(contents))))
        contents[at : at + len(piece)] = piece

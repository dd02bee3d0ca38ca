"""Keeps sealed luck until it is revealed, in a file if there is one.

Every nonce is random and used once. Deriving nonces from a key would make the file unnecessary, but would repeat a
nonce that is already known if an operator restores an old log.
"""

import asyncio
import os
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from events.sealed_luck import seal_of

_OWNER_ALONE: Final = 0o600


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """What was fixed when a round was called: the commitment to its seed (hex), all seals by seat, and the seats."""

    commitment: str
    seals: dict[str, str]
    seats: list[str]


class Drawn(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", tag="drawn"):
    """Luck drawn for one round: nonce and word, and the table's version before it was sealed. Secret until revealed."""

    table: str
    seat: str
    round: int
    luck: str
    after: int

    @property
    def seal(self) -> str:
        """Its seal (hex)."""
        return seal_of(self.table, self.round, self.seat, self.luck)

    def __repr__(self) -> str:
        return f"Drawn(table={self.table!r}, seat={self.seat!r}, round={self.round})"


class Sealed(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", tag="sealed"):
    """The server accepted a seal."""

    seal: str


class Revealing(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", tag="revealing"):
    """It is about to be revealed, for this call and no other."""

    seal: str
    call: Call


class Revealed(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", tag="revealed"):
    """The server accepted what was revealed."""

    seal: str


class Settled(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", tag="settled"):
    """Its round was checked, or will never be."""

    seal: str


class Gone(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", tag="gone"):
    """The table's log no longer reaches to where it was drawn."""

    seal: str


Step = Drawn | Sealed | Revealing | Revealed | Settled | Gone
_decoder: Final = msgspec.json.Decoder(Step)


class Luck(msgspec.Struct, kw_only=True):
    """Luck that was drawn, and what became of it."""

    drawn: Drawn
    sealed: bool = False
    call: Call | None = None
    revealed: bool = False
    settled: bool = False
    gone: bool = False


class LuckBook:
    """All luck that a client drew. With a `path`, every step is durable in that file before the client takes it.

    Several programs may use one file, if each only appends to it. Raises `OSError` if the file cannot be used.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.locks: defaultdict[tuple[str, str], asyncio.Lock] = defaultdict(asyncio.Lock)
        """By table and seat: one task at a time seals, reveals and checks."""
        self.newest: defaultdict[tuple[str, str], int] = defaultdict(int)
        """By table and seat: the newest version that was handled."""
        self._path = None if path is None else Path(path)
        self._reading = asyncio.Lock()
        self._known: dict[str, Luck] = {}
        self._of_seats: defaultdict[tuple[str, str], list[Luck]] = defaultdict(list)
        self._read_to = 0

    async def of(self, table: str, seat: str) -> list[Luck]:
        """A seat's luck, in the order in which it was drawn."""
        if self._path is not None:
            async with self._reading:
                await asyncio.to_thread(self._read, self._path)
        return list(self._of_seats[table, seat])

    def rounds_of(self, table: str, seat: str) -> set[int]:
        """The rounds for which luck was drawn for a seat, as of the last reading of the file."""
        return {luck.drawn.round for luck in self._of_seats[table, seat]}

    async def note(self, step: Step) -> None:
        """Record a step."""
        if self._path is not None:
            await asyncio.to_thread(_append, self._path, msgspec.json.encode(step))
        self._take(step)

    def _take(self, step: Step) -> None:
        if isinstance(step, Drawn):
            if (seal := step.seal) not in self._known:
                luck = self._known[seal] = Luck(drawn=step)
                self._of_seats[step.table, step.seat].append(luck)
        elif (known := self._known.get(step.seal)) is not None:
            match step:
                case Sealed():
                    known.sealed = True
                case Revealing(call=call):
                    known.call = known.call or call
                case Revealed():
                    known.revealed = True
                case Settled():
                    known.settled = True
                case Gone():
                    known.settled = known.gone = True

    def _read(self, path: Path) -> None:
        """Take in what this or another program has appended since."""
        try:
            with path.open("rb") as file:
                file.seek(self._read_to)
                *lines, rest = file.read().split(b"\n")
                self._read_to = file.tell() - len(rest)
        except FileNotFoundError:
            return
        for line in lines:
            # A program that was killed may have left part of a line; it took no step after that.
            with suppress(msgspec.DecodeError, UnicodeDecodeError):
                self._take(_decoder.decode(line))


def _append(path: Path, line: bytes) -> None:
    def private(name: str, flags: int) -> int:
        return os.open(name, flags, _OWNER_ALONE)

    # The line feed before the line ends what a program that was killed may have left.
    with open(path, "ab", buffering=0, opener=private) as file:
        data: Any = memoryview(b"\n" + line + b"\n")
        while data:
            data = data[file.write(data) :]
        os.fsync(file.fileno())

"""Keeps sealed luck until it is revealed, in a file if there is one.

Every nonce is random and used once. Deriving nonces from a key would make the file unnecessary, but would repeat a
nonce that is already known if an operator restores an old log.
"""

import asyncio
import secrets
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

import msgspec

from tavern_client import verify
from tavern_client.luck.keys import NONCE_BYTES, SEED_BYTES, Call, OneTimeKey
from tavern_client.private_file import append


class Drawn(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", tag="drawn"):
    """Luck drawn for one round, and the table's version before it was sealed.

    `luck` is the nonce and the word, secret until revealed; `seed` (hex) makes the key that signs the call, and always
    stays secret. `seal` commits to both.
    """

    table: str
    seat: str
    round: int
    luck: str
    seed: str
    seal: str
    after: int

    @classmethod
    def fresh(cls, table: str, seat: str, number: int, word: str, after: int) -> Self:
        """New luck for a round, with a word."""
        luck, seed = secrets.token_hex(NONCE_BYTES) + word, secrets.token_bytes(SEED_BYTES)
        seal = verify.seal_of(table, number, seat, luck, OneTimeKey(table, number, seat, seed).public)
        return cls(table=table, seat=seat, round=number, luck=luck, seed=seed.hex(), seal=seal, after=after)

    @property
    def key(self) -> OneTimeKey:
        """The key that signs the one call which this luck answers."""
        return OneTimeKey(self.table, self.round, self.seat, bytes.fromhex(self.seed))

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


class Forgotten(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", tag="forgotten"):
    """The server asked for it again after it had accepted it."""

    seal: str


class Settled(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", tag="settled"):
    """Its round was checked, or will never be."""

    seal: str


class Gone(msgspec.Struct, frozen=True, kw_only=True, tag_field="step", tag="gone"):
    """The table's log no longer reaches to where it was drawn."""

    seal: str


Step = Drawn | Sealed | Revealing | Revealed | Forgotten | Settled | Gone
_decoder: Final = msgspec.json.Decoder(Step)


class Luck(msgspec.Struct, kw_only=True):
    """Luck that was drawn, and what became of it."""

    drawn: Drawn
    sealed: bool = False
    call: Call | None = None
    revealed: bool = False
    forgotten: bool = False
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
        """Record a step, and take in those that other programs recorded before it."""
        if self._path is not None:
            # The line feed before the line ends what a program that was killed may have left.
            await asyncio.to_thread(append, self._path, b"\n" + msgspec.json.encode(step) + b"\n")
            async with self._reading:
                await asyncio.to_thread(self._read, self._path)
        self._take(step)

    def _take(self, step: Step) -> None:
        if isinstance(step, Drawn):
            if step.seal not in self._known:
                luck = self._known[step.seal] = Luck(drawn=step)
                self._of_seats[step.table, step.seat].append(luck)
        elif (known := self._known.get(step.seal)) is not None:
            match step:
                case Sealed():
                    known.sealed = True
                case Revealing(call=call):
                    known.call = known.call or call
                case Revealed():
                    known.revealed = True
                case Forgotten():
                    known.forgotten = True
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

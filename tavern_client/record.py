"""The record of what viewers were shown, as evidence against the proof of a round or an export. See docs/verify.md.

It is JSON Lines: the first root seen for each range, each call that was answered, and each entry as it was shown, with
the coins and dice of views.
"""

import asyncio
import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from tavern_client.answers import Cursor, Event
from tavern_client.errors import BadAnswer, RootChanged
from tavern_client.luck.keys import Call
from tavern_client.private_file import append
from tavern_client.verifying import require_readable
from tavern_client.views import DieView, Root

HASH: Final = re.compile(r"[0-9a-f]{64}")
_ENDS: Final = ("round_ended", "round_voided")
_BEGINS: Final = ("luck_called", "round_started")
_NAMED_BY_LINE: Final = ("table", "round")

Dice = dict[str, list[tuple[str, int | None]]]


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a record. It holds a `root`, or a `call` and the `luck` revealed to it, or an entry: its `version`,
    `receipt`, and whatever was shown of its `events`, or of the `coins` and `dice` after it.

    `cursor`, which verifiers ignore, is where to read on after an entry.
    """

    table: str
    viewer: str
    round: int | msgspec.UnsetType | None = msgspec.UNSET
    root: Root | msgspec.UnsetType = msgspec.UNSET
    call: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    luck: str | msgspec.UnsetType = msgspec.UNSET
    version: int | msgspec.UnsetType = msgspec.UNSET
    receipt: str | msgspec.UnsetType = msgspec.UNSET
    events: list[Event] | msgspec.UnsetType = msgspec.UNSET
    coins: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    dice: Dice | msgspec.UnsetType = msgspec.UNSET
    cursor: str | msgspec.UnsetType = msgspec.UNSET


class Known(msgspec.Struct, frozen=True):
    """An entry that a viewer was shown: its receipt, and the round that it belongs to; None between rounds."""

    receipt: str
    round: int | None


class Progress:
    """The entries that a viewer was shown, from the first to the one at `cursor`. Who changes it holds the `lock`."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.cursor: Cursor | None = None
        self.entries: dict[int, Known] = {}
        self._round: int | None = None

    def add(
        self,
        at: Cursor,
        receipt: str,
        events: Iterable[Event],
        number: int | msgspec.UnsetType | None = msgspec.UNSET,
    ) -> Known:
        """Add the next entry, after which the position is `at`.

        `number` is its round, None between rounds. Without it, the round follows from the entries before.
        """
        if number is not msgspec.UNSET:
            self._round = number
        for event in events:
            if event.get("type") in _BEGINS and isinstance(begun := event.get("round"), int):
                self._round = begun
        known = self.entries[at.version] = Known(receipt, self._round)
        if any(event.get("type") in _ENDS for event in events):
            self._round = None
        self.cursor = at
        return known

    def forget(self) -> None:
        """Start over: the log is another."""
        self.cursor, self._round = None, None
        self.entries.clear()


class Record:
    """What the viewers of one program were shown, in the file at `path`; without one, only roots and calls are kept, in
    memory.

    Raises `OSError` if the file cannot be used, `ValueError` if it is no record.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self._path = None if path is None else Path(path)
        self._lines: list[bytes] = []
        self._written: set[bytes] = set()
        self._roots: dict[tuple[str, int], Root] = {}
        self._progress: dict[tuple[str, str], Progress] = {}
        self._places: dict[tuple[str, str], str] = {}
        """By table and viewer: the newest cursor in the file."""
        self._using = asyncio.Lock()
        self._is_read = path is None

    @property
    def keeps_entries(self) -> bool:
        """Whether entries are recorded, and not only roots and calls."""
        return self._path is not None

    async def progress(self, table: str, viewer: str) -> Progress:
        """How far a viewer has read, in this program or an earlier one that used the file."""
        async with self._using:
            await self._read()
        return self._progress.setdefault((table, viewer), Progress())

    async def saw_roots(self, table: str, viewer: str, roots: Sequence[Root]) -> None:
        """Compare roots with the first that were seen for the same rounds.

        Raises `RootChanged`, once for each change.
        """
        async with self._using:
            await self._read()
            for root in roots:
                if root.first < 1 or root.last < root.first or not HASH.fullmatch(root.root):
                    raise BadAnswer(f"the view has a root that is none: {root}")
                before = self._roots.get((table, root.first))
                if before is None:
                    await self._write([Line(table=table, viewer=viewer, root=root)])
                    self._roots[table, root.first] = root
                elif before != root:
                    self._roots[table, root.first] = root
                    raise RootChanged(table, root.first, before.root, root.root)

    async def answers(self, viewer: str, call: Call, luck: str) -> None:
        """Record the call that is about to be answered, and what is revealed to it."""
        fixed = {name: value for name, value in msgspec.to_builtins(call).items() if name not in _NAMED_BY_LINE}
        await self.write([Line(table=call.table, viewer=viewer, round=call.round, call=fixed, luck=luck)])

    async def write(self, lines: Sequence[Line]) -> None:
        """Append lines that are not in the record yet."""
        async with self._using:
            await self._read()
            await self._write(lines)

    async def read_up_to(self, line: Line) -> None:
        """Note the cursor of an entry as the place to read on, unless it is the newest one in the record.

        Its events are written again only if they end a round, which somebody who reads on has to know.
        """
        async with self._using:
            if self._places.get((line.table, line.viewer)) != line.cursor:
                ends = any(event.get("type") in _ENDS for event in line.events or ())
                await self._append([line if ends else msgspec.structs.replace(line, events=msgspec.UNSET)])

    async def content(self) -> bytes:
        """All lines."""
        async with self._using:
            if self._path is None:
                return b"".join(self._lines)
            try:
                return await asyncio.to_thread(self._path.read_bytes)
            except FileNotFoundError:
                return b""

    async def _write(self, lines: Sequence[Line]) -> None:
        fresh = {digest: line for line in lines if (digest := _digest(line)) not in self._written}
        await self._append(fresh.values())
        self._written |= fresh.keys()

    async def _append(self, lines: Collection[Line]) -> None:
        written = [msgspec.json.encode(line) + b"\n" for line in lines]
        for text in written:
            require_readable(text)
        if self._path is None:
            self._lines += written
        elif written:
            await asyncio.to_thread(append, self._path, b"".join(written))
        for line in lines:
            self._note_place(line)

    def _note_place(self, line: Line) -> None:
        if line.cursor is not msgspec.UNSET:
            self._places[line.table, line.viewer] = line.cursor

    async def _read(self) -> None:
        if self._path is None or self._is_read:
            return
        try:
            content = await asyncio.to_thread(_whole_lines, self._path)
        except FileNotFoundError:
            content = b""
        for text in content.splitlines():
            try:
                self._take(msgspec.json.decode(text, type=Line))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise ValueError(f"{self._path} is not a record of what was shown: {error}") from None
        self._is_read = True

    def _take(self, line: Line) -> None:
        """Take in a line that was written earlier."""
        self._written.add(_digest(line))
        self._note_place(line)
        if line.root is not msgspec.UNSET:
            self._roots.setdefault((line.table, line.root.first), line.root)
        if line.cursor is not msgspec.UNSET and line.receipt is not msgspec.UNSET:
            progress = self._progress.setdefault((line.table, line.viewer), Progress())
            # The entry that ended a round may have no cursor, so that its events do not tell.
            progress.add(Cursor.read(line.cursor), line.receipt, line.events or (), line.round)


def running_round(events: Iterable[Event], number: int, *, is_running: bool) -> int | None:
    """The round of a command's entry, from its events and the table after it: the round that runs, or that it ends."""
    ended = next((event.get("round") for event in events if event.get("type") in _ENDS), None)
    return number if is_running else ended


def coins_of(purses: Mapping[str, int], pot_cp: int) -> dict[str, int]:
    """Coins as they are recorded."""
    return {**purses, "pot": pot_cp}


def dice_of(held: Mapping[str, Sequence[DieView]]) -> Dice:
    """Dice as they are recorded, by holder: each with its face, if it was shown."""
    ordered = {holder: sorted(dice, key=lambda die: die.n) for holder, dice in held.items()}
    return {holder: [(die.die, die.face) for die in dice] for holder, dice in ordered.items() if dice}


def _digest(line: Line) -> bytes:
    """What is the same of lines that say the same."""
    same = msgspec.structs.replace(line, cursor=msgspec.UNSET)
    return hashlib.blake2b(msgspec.json.encode(same), digest_size=16).digest()


def _whole_lines(path: Path) -> bytes:
    """The lines of a file, without what a program that was killed left of one, which is cut off."""
    with path.open("rb+") as file:
        content = file.read()
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            file.truncate(len(whole))
    return whole

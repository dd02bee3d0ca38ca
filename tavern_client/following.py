"""Follows what a viewer is shown of a table: notices if the log goes back, and records entries if there is a record."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from msgspec.structs import replace

from tavern_client.answers import CommandAnswer, Cursor, Entry, Page, Reset
from tavern_client.errors import ApiProblem, BadAnswer, LogWentBack, OutOfOrder
from tavern_client.record import Line, Progress, Record, coins_of, dice_of, running_round
from tavern_client.views import View

_LOBBY: Final = "lobby"
_LOG_REPLACED: Final = "log_replaced"

Read = Callable[[Cursor | None], Awaitable[Page[Entry]]]
"""Reads the entries after a cursor, or from the beginning. Raises `LogWentBack` if the server says that."""


class Following:
    """One viewer at one table. Whatever the viewer is shown is handed to it.

    With a record that keeps entries, it reads (`read`) those that the viewer has not seen, so that none is missing.
    Without one, it only asks for them when a view is older than what was seen before, or a stream starts over.

    Its methods raise `LogWentBack`, once each time; `RootChanged`; other `ClientError`s; `OSError` if the record cannot
    be written.
    """

    def __init__(self, record: Record, progress: Progress, table: str, viewer: str) -> None:
        self.viewer = viewer
        self._record = record
        self._progress = progress
        self._table = table

    def forget(self) -> None:
        """The log is another now, and the caller says so."""
        self._progress.forget()

    async def view(self, view: View, read: Read) -> None:
        """A view that was shown."""
        await self._record.saw_roots(self._table, self.viewer, view.fair.roots)
        async with self._progress.lock:
            cursor = self._progress.cursor
            if self._record.keeps_entries:
                await self._read_on(read, view.version)
                await self._write_view(view)
            elif cursor is not None and view.version < cursor.version:
                await self._read_on(read)

    async def reset(self, reset: Reset, read: Read) -> None:
        """A live stream that starts over from a view."""
        async with self._progress.lock:
            cursor = self._progress.cursor
            if cursor is not None and cursor.epoch != reset.epoch:
                self.forget()
        await self.view(reset.view, read)
        if not self._record.keeps_entries:
            async with self._progress.lock:
                cursor = self._progress.cursor
                if cursor is not None and cursor.version < reset.version:
                    # The stream does not say whether its view continues what was seen.
                    await self._read_on(read)
                self._move(reset.cursor)

    async def answer(self, answer: CommandAnswer, read: Read) -> None:
        """The answer to a command, whose receipt is recorded before anything else is read."""
        if self._record.keeps_entries:
            running = answer.view.phase != _LOBBY
            number = running_round(answer.events, answer.view.round, is_running=running)
            line = self._line(answer.version, answer.receipt, number)
            await self._record.write([replace(line, events=answer.events)])
        await self.view(answer.view, read)
        known = self._progress.entries.get(answer.version)
        if known is not None and known.receipt != answer.receipt:
            raise self._went_back("the log has another entry than the one with which the command was answered")

    async def page(self, page: Page[Entry], read: Read) -> None:
        """A page of entries that was shown."""
        async with self._progress.lock:
            if not self._record.keeps_entries:
                self._move(page.cursor)
                return
            await self._read_on(read, page.version)
            await self._write_again(page.entries)

    async def entry(self, entry: Entry, at: Cursor, read: Read) -> None:
        """An entry of a live stream, after which the position is `at`."""
        if entry.view is not None:
            await self._record.saw_roots(self._table, self.viewer, entry.view.fair.roots)
        async with self._progress.lock:
            if not self._record.keeps_entries:
                self._move(at)
                return
            cursor = self._progress.cursor
            if cursor is not None and at == cursor.after(entry.receipt):
                await self._add([entry], at)
            else:
                if cursor is None or cursor.epoch != at.epoch or cursor.version < at.version:
                    await self._read_on(read, at.version)
                await self._write_again([entry])
            if entry.view is not None:
                await self._write_view(entry.view)

    def _move(self, at: Cursor) -> None:
        """Note the newest position that was seen."""
        cursor = self._progress.cursor
        if cursor is None or cursor.epoch != at.epoch or cursor.version < at.version:
            self._progress.cursor = at
        elif cursor.version == at.version and cursor.seen != at.seen:
            raise self._went_back("the log was changed up to where it was read")

    async def _read_on(self, read: Read, least: int = 0) -> None:
        """Read what is new, which reaches to the version `least`."""
        while True:
            start = self._progress.cursor
            try:
                page = await read(start)
            except LogWentBack:
                self.forget()
                raise
            except ApiProblem as problem:
                if problem.code != _LOG_REPLACED or start is None:
                    raise
                self.forget()
                if not self._record.keeps_entries:
                    return
                continue
            if start is not None and page.epoch != start.epoch:
                raise BadAnswer("the events are of another log than was asked for")
            await self._add(page.entries, page.cursor)
            if not page.more:
                break
            if not page.entries:
                raise BadAnswer("the events go on without an entry")
        if page.version < least:
            raise BadAnswer(f"the events end at version {page.version}, the table is at {least}")

    async def _add(self, entries: Sequence[Entry], end: Cursor) -> None:
        """Add the next entries, after which the position is `end`."""
        at = self._progress.cursor or Cursor(0, end.epoch, "")
        places: list[Cursor] = []
        for entry in entries:
            if entry.version != at.version + 1:
                raise OutOfOrder(f"version {entry.version}", f"version {at.version + 1}")
            at = at.after(entry.receipt)
            places.append(at)
        if at.version != end.version:
            raise OutOfOrder(f"events up to version {end.version}", f"version {at.version}")
        if at != end:
            raise self._went_back("the log is not the one that was shown before")
        self._progress.cursor = end
        if self._record.keeps_entries:
            await self._write_new(entries, places)

    async def _write_new(self, entries: Sequence[Entry], places: Sequence[Cursor]) -> None:
        lines: list[Line] = []
        for entry, at in zip(entries, places, strict=True):
            known = self._progress.add(at, entry.receipt, entry.events)
            line = self._line(entry.version, entry.receipt, known.round)
            lines.append(replace(line, events=entry.events, cursor=str(at)))
        try:
            await self._record.write(lines)
            if lines:
                # What was recorded before, as the answer to a command or before the log went back, says no place.
                await self._record.read_up_to(lines[-1])
        except BaseException:
            # They are read and recorded the next time.
            self.forget()
            raise

    async def _write_again(self, entries: Sequence[Entry]) -> None:
        """Record entries that were read before as they are shown now."""
        lines: list[Line] = []
        for entry in entries:
            known = self._progress.entries.get(entry.version)
            if known is not None and known.receipt != entry.receipt:
                raise self._went_back("the log was changed up to where it was read")
            number = None if known is None else known.round
            lines.append(replace(self._line(entry.version, entry.receipt, number), events=entry.events))
        await self._record.write(lines)

    async def _write_view(self, view: View) -> None:
        """Record the coins and dice of a view, at the entry that it follows."""
        known = self._progress.entries.get(view.version)
        if known is None:
            return
        coins = coins_of({seat.seat: seat.purse_cp for seat in view.seats}, view.pot_cp)
        dice = dice_of({**{seat.seat: seat.dice for seat in view.seats}, "house": view.house_dice})
        line = self._line(view.version, known.receipt, known.round)
        await self._record.write([replace(line, coins=coins, dice=dice)])

    def _line(self, version: int, receipt: str, number: int | None) -> Line:
        return Line(table=self._table, viewer=self.viewer, round=number, version=version, receipt=receipt)

    def _went_back(self, detail: str) -> LogWentBack:
        self.forget()
        return LogWentBack(self._table, detail)

"""Group commit: all writes that arrive during a commit go into the next one.

Statements run in the event loop, where they take microseconds and touch only the page cache; the commit, which waits
for the disk, runs on a thread. docs/decisions/0001-group-commit.md has the figures.
"""

import asyncio
import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from events.store import StoreDoubted, StoreError, StoreUnavailable
from events.stores.care.marks import mark_closed
from events.stores.care.watching import FileWatch
from events.stores.sqlite.errors import explain, primary_code
from events.stores.sqlite.file import empty_log

T = TypeVar("T")

GROUP_LIMIT: Final = 256
"""The most writes in one transaction: about 5 ms of the event loop."""

PAUSE_EVERY: Final = 0.002
PAUSE: Final = 0.0005
"""Seconds. During a commit the loop pauses this long, this often, so that the commit's thread can run.

A loop that never idles takes the interpreter lock back before a waiting thread wakes up, which can delay the end of
the commit by seconds.
"""

# Errors that affect every write. Any other error may be the fault of a single write.
_AFFECTS_ALL: Final = frozenset({
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_NOTADB,
})  # fmt: skip


class _Work(NamedTuple):
    run: Callable[[sqlite3.Connection], object]
    done: asyncio.Future[Any]
    kept: Callable[[Any], None] | None
    erases: bool


class GroupCommit:
    """Runs writes on the writing connection, many to a transaction, each whole or not at all.

    `watch` is checked before each group, and again before it is acknowledged: in doubt, the group fails. `emptied`: the
    write-ahead log was emptied when the file was opened. `on_failed_commit` is called after a commit that failed, when
    it is unknown whether it took effect.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, watch: FileWatch, *, emptied: bool = True) -> None:
        self._connection = connection
        self._path = path
        self._watch = watch
        self.on_failed_commit: Callable[[], None] | None = None
        self._waiting: deque[_Work] = deque()
        self._to_go_alone = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closing = False
        self._traces = not emptied
        self._saving = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="commit")

    async def run(
        self, work: Callable[[sqlite3.Connection], T], *, kept: Callable[[T], None] | None = None, erases: bool = False
    ) -> T:
        """Run `work` and return its result once it is durable.

        `work` may raise a `StoreError` before it writes anything, which does not affect the rest of the group. Raises
        the error that prevented the commit. Cancelling the caller does not cancel the work. `kept` is called with the
        result once it is durable, even if the caller is gone. With `erases`, erased data is removed from the
        write-ahead log too, or as soon as no other program reads it.
        """
        if self._closing:
            raise StoreUnavailable(f"{self._path} is closed.")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append(_Work(work, done, kept, erases))
        if self._idle.is_set():
            self._idle.clear()
            loop.call_soon(self._begin, loop)
        return await done

    def guard(self) -> None:
        """Raise `StoreDoubted` if the store's files are not as it left them, and save what can be saved."""
        try:
            self._watch.require()
        except StoreDoubted:
            if self._watch.log_is_lost and not self._saving and not self._closing:
                self._saving = True
                self._thread.submit(self._save_log)
            raise

    def _save_log(self) -> None:
        """Move the contents of a lost write-ahead log, which this process still has open, into the file."""
        try:
            (busy, *_) = self._connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
            if busy:
                self._saving = False
            else:
                self._watch.log_saved()
        except sqlite3.Error:
            # Closing the store tries again.
            self._saving = False

    async def compact(self) -> None:
        """Rewrite the whole file. Other writes wait."""
        await self.exclusively(lambda connection: connection.execute("VACUUM").close())

    async def exclusively(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the commit's thread, outside a transaction. Other writes wait."""
        while not self._idle.is_set():
            await self._idle.wait()
        if self._closing:
            raise StoreUnavailable(f"{self._path} is closed.")
        self.guard()
        self._idle.clear()
        loop = asyncio.get_running_loop()
        working = loop.run_in_executor(self._thread, self._work_alone, work)
        working.add_done_callback(lambda _: self._proceed(loop))
        try:
            return await asyncio.shield(working)
        except sqlite3.Error as error:
            raise explain(error, self._path) from error

    def _work_alone(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._watch.rewriting():
            result = work(self._connection)
            self._traces = not empty_log(self._connection)
        return result

    async def close(self) -> None:
        """Finish pending writes, then close the connection."""
        if self._closing:
            await self._idle.wait()
            return
        self._closing = True
        await self._idle.wait()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        # A file that is in doubt, or cannot be written, stays marked as open.
        try:
            self._watch.require(wait=True)
            mark_closed(self._connection)
        except (StoreError, sqlite3.Error):
            # SQLite would leave the write-ahead log of a file that was moved, for the file in its place to take up.
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        # Closing the last connection moves the whole write-ahead log into the file.
        self._connection.close()

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        limit = GROUP_LIMIT
        if self._to_go_alone:
            limit = 1
            self._to_go_alone -= 1
        group = [self._waiting.popleft() for _ in range(min(limit, len(self._waiting)))]
        try:
            outcomes = self._carry_out(group)
        except sqlite3.Error as error:
            self._blame(group, error)
            self._proceed(loop)
        except StoreError as error:
            _fail(group, error)
            self._proceed(loop)
        except BaseException as error:
            # A bug: it goes to the loop's exception handler, but no caller may be left waiting forever.
            _fail(group, self._explain(self._roll_back() or error))
            self._proceed(loop)
            raise
        else:
            self._commit(loop, group, outcomes)

    def _carry_out(self, group: list[_Work]) -> list[object]:
        self.guard()
        self._connection.execute("BEGIN IMMEDIATE")
        outcomes: list[object] = []
        for work in group:
            try:
                outcomes.append(work.run(self._connection))
            except StoreError as refusal:
                outcomes.append(refusal)
        return outcomes

    def _commit(self, loop: asyncio.AbstractEventLoop, group: list[_Work], outcomes: list[object]) -> None:
        committed = threading.Event()

        def committed_on_disk(commit: Future[None]) -> None:
            committed.set()
            loop.call_soon_threadsafe(self._finish, loop, group, outcomes, commit)

        def pause() -> None:
            if not committed.wait(PAUSE):
                loop.call_later(PAUSE_EVERY, pause)

        erases = any(work.erases for work in group)
        self._thread.submit(self._commit_on_disk, erases).add_done_callback(committed_on_disk)
        loop.call_later(PAUSE_EVERY, pause)

    def _commit_on_disk(self, erases: bool) -> None:
        self._connection.execute("COMMIT")
        try:
            self._watch.require(wait=True)
        except StoreDoubted as doubt:
            # It is committed, but may be lost together with its file.
            raise StoreUnavailable(str(doubt)) from None
        if erases:
            self._empty_log()
        elif self._traces:
            # The erasing commit already waited for readers once: players do not wait for them again.
            (timeout,) = self._connection.execute("PRAGMA busy_timeout").fetchone()
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._empty_log()
            self._connection.execute(f"PRAGMA busy_timeout = {timeout}")

    def _empty_log(self) -> None:
        with self._watch.rewriting():
            self._traces = not empty_log(self._connection)

    def _finish(
        self, loop: asyncio.AbstractEventLoop, group: list[_Work], outcomes: list[object], commit: Future[None]
    ) -> None:
        error = commit.exception()
        if error is None:
            for work, outcome in zip(group, outcomes, strict=True):
                if work.kept is not None and not isinstance(outcome, StoreError):
                    work.kept(outcome)
                _settle(work, outcome)
        else:
            if self.on_failed_commit is not None:
                self.on_failed_commit()
            _fail(group, self._explain(self._roll_back() or error))
        self._proceed(loop)

    def _blame(self, group: list[_Work], error: sqlite3.Error) -> None:
        """Fail the group, or retry its writes one by one if only one of them may be to blame."""
        error = self._roll_back() or error
        if len(group) > 1 and primary_code(error) not in _AFFECTS_ALL:
            self._waiting.extendleft(reversed(group))
            self._to_go_alone = len(group)
        else:
            _fail(group, self._explain(error))

    def _explain(self, error: BaseException) -> StoreError:
        if isinstance(error, sqlite3.Error):
            return explain(error, self._path)
        if isinstance(error, StoreError):
            return error
        return StoreUnavailable(f"{self._path}: {error!r}.")

    def _roll_back(self) -> sqlite3.Error | None:
        """End the transaction unless the failure already ended it; returns the error if that fails too."""
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            return error
        return None

    def _proceed(self, loop: asyncio.AbstractEventLoop) -> None:
        # Callers whose writes just finished run before the next group begins, and may still join it.
        if self._waiting:
            loop.call_soon(self._begin, loop)
        else:
            self._idle.set()


def _settle(work: _Work, outcome: object) -> None:
    if work.done.done():
        return
    if isinstance(outcome, StoreError):
        work.done.set_exception(outcome)
    else:
        work.done.set_result(outcome)


def _fail(group: list[_Work], error: StoreError) -> None:
    # Each caller gets its own exception, because raising one adds to its traceback.
    for work in group:
        _settle(work, type(error)(*error.args))

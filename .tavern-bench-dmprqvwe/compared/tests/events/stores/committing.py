"""A group commit with a disk that can be held up and made to fail, for its tests."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from events.store import StoreError
from events.stores.care.watching import FileWatch
from events.stores.sqlite.group_commit import GroupCommit

SAVE: Final = "PRAGMA wal_checkpoint(FULL)"
"""How a write-ahead log is saved that has lost its name."""


class Disk(sqlite3.Connection):
    """A connection whose commits wait while the gate is shut, and then look around; a statement can be made to fail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.gate = threading.Event()
        self.gate.set()
        self.at_the_gate = threading.Event()
        self.during_commit: Callable[[], object] = lambda: None
        self.seen: list[object] = []
        self.commits = 0
        self.saves = 0
        self.failing = ""

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        if sql == SAVE:
            self.saves += 1
            assert self.gate.wait(30)
        if sql == "COMMIT":
            self.at_the_gate.set()
            assert self.gate.wait(30)
            self.seen.append(self.during_commit())
            self.commits += 1
        if sql == self.failing:
            raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *parameters)


def insert(number: int) -> Callable[[sqlite3.Connection], int]:
    def work(connection: sqlite3.Connection) -> int:
        connection.execute("INSERT INTO numbers VALUES (?)", (number,))
        return number

    return work


class Watch(FileWatch):
    """A watch that can be told to object."""

    objection: StoreError | None = None

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.looks = threading.Event()

    def require(self, *, wait: bool = False) -> None:
        self.looks.set()
        if self.objection is not None:
            raise self.objection
        super().require(wait=wait)


class Bench:
    """A group commit on a file with one table of numbers."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.log = path.with_name("numbers.db-wal")
        self.disk = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Disk)
        self.disk.execute("PRAGMA journal_mode = WAL")
        self.disk.execute("CREATE TABLE numbers (n INTEGER PRIMARY KEY)")
        self.disk.execute("CREATE TABLE later (n INTEGER REFERENCES numbers DEFERRABLE INITIALLY DEFERRED)")
        self.disk.execute("CREATE TABLE meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID")
        self.disk.execute("PRAGMA foreign_keys = ON")
        self.watch = Watch(path)
        self.group = GroupCommit(self.disk, path, self.watch)

    async def look(self) -> None:
        """Let the loop and what waits in it go on for a while."""
        for _ in range(100):
            await asyncio.sleep(0)

    def numbers(self) -> list[int]:
        """What another connection sees."""
        with sqlite3.connect(self.path) as reader:
            found = [n for (n,) in reader.execute("SELECT n FROM numbers ORDER BY n")]
        reader.close()
        return found

    async def together(self, *works: Callable[[sqlite3.Connection], object]) -> list[object]:
        return await asyncio.gather(*(self.group.run(work) for work in works), return_exceptions=True)

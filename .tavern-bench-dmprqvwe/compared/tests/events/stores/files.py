"""A store's files, as the tests look at them and spoil them."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

from events.stores.care.marks import mark_open
from events.stores.care.watching import FileWatch
from events.stores.sqlite import SqliteStore
from events.stores.sqlite.file import ServerLock, open_for_reading, open_for_writing
from events.stores.sqlite.group_commit import GroupCommit
from events.stores.sqlite.reader import InProcessReader
from tests.events.stores.filling import fill

ByHand = Callable[[str], None]
"""Changes a store with a statement of SQL, behind its back."""


class Opened:
    """A store whose writing connection the test can spoil."""

    def __init__(self, path: Path, factory: type[sqlite3.Connection] = sqlite3.Connection) -> None:
        self.path = path
        lock = ServerLock(path)
        self.connection = open_for_writing(path).connection
        if factory is not sqlite3.Connection:
            self.connection.close()
            self.connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=factory)
            mark_open(self.connection)
        group = GroupCommit(self.connection, path, FileWatch(path))
        self.store = SqliteStore(path, InProcessReader(path, open_for_reading(path)), group, lock)

    def pages(self) -> int:
        """How many pages the file has by now."""
        (pages,) = self.connection.execute("PRAGMA page_count").fetchone()
        return int(pages)

    def allow(self, pages: int) -> None:
        """Let the file grow to so many pages, as if the disk were full then."""
        self.connection.execute(f"PRAGMA max_page_count = {pages}")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def set_mode(path: Path, mode: int) -> None:
    path.chmod(mode)


def move(path: Path, to: Path) -> None:
    path.replace(to)


async def leave_as_killed(folder: Path) -> Path:
    """A store whose newest entries are in the write-ahead log alone, as a server that was killed leaves it."""
    living, killed = folder / "living", folder / "killed"
    for made in (living, killed):
        set_up(made)
    store = SqliteStore.open(living / "tavern.db")
    await fill(store, "t", 2)
    for name in ("tavern.db", "tavern.db-wal"):
        shutil.copy(living / name, killed / name)
        set_mode(killed / name, 0o644)
    await store.close()
    return killed / "tavern.db"


def set_up(folder: Path) -> None:
    folder.mkdir(mode=0o755)


def break_overflow_chain(path: Path, marker: bytes) -> None:
    """Damage a page that holds the middle of a long line and nothing else: it begins with the number of the next."""
    spoiled = bytearray(path.read_bytes())
    pages = range(0, len(spoiled), 4096)
    page = next(page for page in pages if spoiled.count(marker, page, page + 4096) >= 4080 // len(marker))
    spoiled[page : page + 4] = b"\xff" * 4
    path.write_bytes(spoiled)

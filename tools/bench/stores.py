"""Stores full of copies of one table, written directly rather than over HTTP.

A copy has another id and its own chain, so it is as valid as the original; its dice follow from the same secret.
"""

import asyncio
import base64
import hashlib
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from events.audience import GM, Viewer, seat_viewer
from events.entry import GENESIS, line_hash
from events.storage.contract import AppendRecords, Store
from events.storage.opening import open_store
from server.tokens import new_table_id, record_of
from tools.bench.playing import TABLE, Game, play
from tools.bench.run import Run

_AT_ONCE: Final = 512
_EVENING: Final = 40
"""Commands at each table of a full store."""
_NONCE: Final = "00" * 16


def address(path: Path) -> str:
    """The address of a store in a file."""
    return f"sqlite:///{path}"


def token_of(table: str, viewer: Viewer) -> str:
    """The token of a viewer at a copied table."""
    digest = hashlib.sha256(f"{table} {viewer}".encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def copied(game: Game, table: str) -> Iterator[bytes]:
    """The lines of a played table, as those of table `table`."""
    of_the_first, of_the_copy = _named(TABLE), _named(table)
    old, new = GENESIS, GENESIS
    opening: tuple[bytes, bytes] | None = None
    for line in game.lines:
        copy = line.replace(of_the_first, of_the_copy, 1).replace(_prev(old), _prev(new), 1)
        if opening is not None:
            copy = copy.replace(*opening)
        old, new = line_hash(line), line_hash(copy)
        opening = opening or (_opening(old), _opening(new))
        yield copy


def _named(table: str) -> bytes:
    return b'"table":"%b"' % table.encode()


def _opening(head: str) -> bytes:
    return b'"opening":"%b"' % head.encode()


def _prev(head: str) -> bytes:
    return b'"prev":"%b"' % head.encode()


async def fill(store: Store, game: Game, count: int) -> list[str]:
    """Write `count` copies of a table into a store; returns their ids. Raises `StoreError`."""
    tables = [new_table_id(n.to_bytes(16, "big")) for n in range(1, count + 1)]
    for first in range(0, count, _AT_ONCE):
        some = tables[first : first + _AT_ONCE]
        for seq, lines in enumerate(zip(*(copied(game, table) for table in some), strict=True), start=1):
            rows = zip(some, lines, strict=True)
            await asyncio.gather(*(store.append(table, seq, line, _records(game, table, seq)) for table, line in rows))
    return tables


async def fill_one(store: Store, game: Game) -> None:
    """Write the played table itself into a store, without snapshots, as after an import. Raises `StoreError`."""
    for first in range(0, len(game.lines), _AT_ONCE):
        rows = enumerate(game.lines[first : first + _AT_ONCE], start=first + 1)
        await asyncio.gather(*(store.append(TABLE, seq, line, _records(game, TABLE, seq)) for seq, line in rows))


def _records(game: Game, table: str, seq: int) -> AppendRecords:
    """What comes with the entry of a copied table: its secret and all tokens with the first."""
    if seq > 1:
        return AppendRecords()
    viewers = (GM, *map(seat_viewer, game.seats))
    tokens = [record_of(token_of(table, viewer), viewer, _NONCE) for viewer in viewers]
    return AppendRecords(secret=game.secret, tokens=tokens)


@asynccontextmanager
async def new_store(path: Path) -> AsyncGenerator[Store]:
    """A new store in a file. Raises `StoreError`."""
    store = await open_store(address(path))
    try:
        yield store
    finally:
        await store.close()


async def full(run: Run) -> tuple[Path, Game]:
    """The store with many tables, made once in a run, and the game of which they are copies. Raises `StoreError`."""
    path, game = run.folder / "full.db", play(_EVENING)
    if not path.exists():
        async with new_store(path) as store:
            await fill(store, game, run.sizes.tables)
    return path, game

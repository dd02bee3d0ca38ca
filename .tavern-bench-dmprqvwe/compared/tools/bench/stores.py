"""Stores full of copies of one table, written directly rather than over HTTP.

A copy has another id and its own chain, so it is as valid as the original; its dice follow from the same secret.
"""

import asyncio
import base64
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from events.audience import GM, PUBLIC, Viewer, seat_viewer
from events.entry import GENESIS, line_hash
from events.store import AppendRecords, Snapshot, Store, Token
from events.stores.opening import open_store
from games.deciding.catalogue import Catalogue
from projections.snapshots import Snapshots
from server.tokens import new_table_id, record_of
from tools.bench.playing import Game

_AT_ONCE: Final = 512
_NONCE: Final = "00" * 16


def address(path: Path) -> str:
    """The address of a store in a file."""
    return f"sqlite:///{path}"


def token_of(table: str, viewer: Viewer) -> str:
    """The token of a viewer at a copied table."""
    digest = hashlib.sha256(f"{table} {viewer}".encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def copied(game: Game, table: str, upto: int | None = None) -> Iterator[bytes]:
    """The lines of a played table up to entry `upto`, as those of table `table`."""
    of_the_first, of_the_copy = _named(game.table), _named(table)
    old, new = GENESIS, GENESIS
    opening: tuple[bytes, bytes] | None = None
    for line in game.lines[:upto]:
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


async def fill(store: Store, game: Game, count: int, upto: int | None = None) -> list[str]:
    """Write `count` copies of a table into a store; returns their ids. Raises `StoreError`."""
    return await fill_named(store, game, ids(count), upto)


def ids(count: int, after: int = 0) -> list[str]:
    """The ids of the first `count` copies after as many others."""
    return [new_table_id(n.to_bytes(16, "big")) for n in range(after + 1, after + count + 1)]


async def fill_named(store: Store, game: Game, tables: list[str], upto: int | None = None) -> list[str]:
    """Write copies of a table with these ids into a store. Raises `StoreError`."""
    for first in range(0, len(tables), _AT_ONCE):
        some = tables[first : first + _AT_ONCE]
        for seq, lines in enumerate(zip(*(copied(game, table, upto) for table in some), strict=True), start=1):
            records = [records_of(game, table, seq) for table in some]
            rows = zip(some, lines, records, strict=True)
            await asyncio.gather(*(store.append(table, seq, line, kept) for table, line, kept in rows))
    return tables


async def fill_one(store: Store, catalogue: Catalogue, game: Game, *, snapshot: bool = True) -> str:
    """Write one long table into a store, with a snapshot at its end, as a server does; returns its id."""
    for first in range(0, len(game.lines), _AT_ONCE):
        some = enumerate(game.lines[first : first + _AT_ONCE], start=first + 1)
        rows = [(seq, line, records_of(game, game.table, seq)) for seq, line in some]
        await asyncio.gather(*(store.append(game.table, seq, line, kept) for seq, line, kept in rows))
    if snapshot:
        await store.save_snapshot(game.table, snapshot_of(catalogue, game))
    return game.table


def snapshot_of(catalogue: Catalogue, game: Game) -> Snapshot:
    """The snapshot that a server makes at the end of a table's log."""
    viewers = (PUBLIC, GM, *map(seat_viewer, game.seats))
    sights = [game.recorder.seen_by(viewer) for viewer in viewers]
    truth = game.recorder.table
    data = Snapshots(catalogue.rulebooks).write(line_hash(game.lines[-1]), truth, sights)
    return Snapshot(seq=truth.seq, data=data)


def records_of(game: Game, table: str, seq: int) -> AppendRecords:
    """What comes with the entry of a copied table: its secret and all tokens with the first."""
    first = seq == 1
    return AppendRecords(
        secret=game.secret if first else None,
        tokens=_tokens(game, table) if first else (),
    )


def _tokens(game: Game, table: str) -> Sequence[Token]:
    viewers = (GM, *map(seat_viewer, game.seats))
    return [record_of(token_of(table, viewer), viewer, _NONCE) for viewer in viewers]


async def made(path: Path, game: Game, count: int, upto: int | None = None) -> list[str]:
    """Make a store with `count` copies of a table; returns their ids. Raises `StoreError`."""
    store = await open_store(address(path))
    try:
        return await fill(store, game, count, upto)
    finally:
        await store.close()


async def made_of_one(path: Path, catalogue: Catalogue, game: Game, *, snapshot: bool = True) -> str:
    """Make a store with one table; returns its id. Raises `StoreError`."""
    store = await open_store(address(path))
    try:
        return await fill_one(store, catalogue, game, snapshot=snapshot)
    finally:
        await store.close()

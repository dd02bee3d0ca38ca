"""A damaged page of each part of a file: what follows from the rest is rebuilt, and the store goes on."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from events.store import (
    AppendRecords,
    CommandIdsDamaged,
    Healed,
    RoundSpan,
    Snapshot,
    StoreDamaged,
    TokensDamaged,
)
from events.stores.care.backup import back_up
from events.stores.sqlite import SqliteStore
from events.stores.sqlite.healing import abandoned_pages, is_abandoned
from tests.durability.pages import damage, pages_of
from tests.events.stores.filling import AT, NOTHING, SECRET, line, request, round_line, token

TABLES: Final = [f"table {number}" for number in range(80)]
REBUILT: Final = {
    "snapshots": "snapshots", "sqlite_autoindex_snapshots_1": "snapshots", "rounds": "rounds", "listed": "heads",
    "sqlite_autoindex_heads_1": "heads", "sqlite_autoindex_log_1": "log", "tokens_by_hash": "tokens",
    "sqlite_autoindex_chat_1": "chat", "said_once": "chat",
}  # fmt: skip
"""The tables and indexes that follow from the rest of a store, each with the part that it belongs to."""


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    path = tmp_path / "tavern.db"
    store = SqliteStore.open(path)
    for table in TABLES:
        first = AppendRecords(secret=SECRET, tokens=[token("gm", table)], listing=b"{}", request=request("1", table))
        await store.append(table, 1, round_line(began=1), first)
        await store.append(table, 2, line(table, 2), AppendRecords(request=request("2", table), listing=b"{}"))
        await store.say(table, "gm", AT, "hello", "k")
        await store.save_snapshot(table, Snapshot(seq=1, data=b"s" * 100))
    await store.close()
    return path


async def use_everything(store: SqliteStore) -> None:
    """Read and write something of every part, as far as damage lets it."""
    table = TABLES[0]

    async def attempt(*uses: Callable[[], Awaitable[object]]) -> None:
        for use in uses:
            try:
                await use()
            except StoreDamaged:
                continue

    await attempt(
        lambda: store.read(table),
        lambda: store.table(table),
        lambda: store.directory(None, 100),
        lambda: store.rounds(table, 0, 10),
        lambda: store.snapshot(table),
        lambda: store.save_snapshot(table, Snapshot(seq=2, data=b"s")),
        lambda: store.token(table, f"hash of {table}"),
        lambda: store.said(table, "gm", "k"),
        lambda: store.chat(table, 0, 10),
        lambda: store.say(table, "gm", AT, "again"),
    )


@pytest.mark.parametrize("how", ["ones", "zeros"])
@pytest.mark.parametrize("name", REBUILT)
async def test_what_follows_from_the_rest_is_found_damaged_and_rebuilt(path: Path, name: str, how: str) -> None:
    damage(path, pages_of(path)[name][0], how)
    store = SqliteStore.open(path)
    await use_everything(store)
    # SQLite reads tokens by their other key, so only a new token would meet damage in this index.
    assert store.suspects_damage() or name == "tokens_by_hash"
    assert await store.heal() == Healed(rebuilt=[REBUILT[name]])
    assert not store.suspects_damage()
    for table in TABLES:
        assert [stored.seq for stored in await store.read(table)] == [1, 2]
        assert await store.rounds(table, 0, 10) == [RoundSpan(round=1, first=1, last=None, unsealed=None)]
        assert await store.token(table, f"hash of {table}") == token("gm", table)
        assert await store.said(table, "gm", "k") == 1
        await store.append(table, 3, round_line(ended=1), NOTHING)
        await store.save_snapshot(table, Snapshot(seq=3, data=b"s"))
        assert await store.snapshot(table) == Snapshot(seq=3, data=b"s")
    assert await store.directory(None, 100) == []
    assert not store.suspects_damage()
    assert await store.heal() == Healed()
    await store.compact()
    await store.close()
    again = SqliteStore.open(path)
    assert await again.heal() == Healed()
    await again.close()


async def test_a_store_that_was_rebuilt_is_backed_up_without_the_pages_that_were_abandoned(
    path: Path, tmp_path: Path
) -> None:
    damage(path, pages_of(path)["rounds"][0])
    store = SqliteStore.open(path)
    assert await store.heal() == Healed(rebuilt=["rounds"])
    copy = tmp_path / "copy.db"
    assert back_up(path, copy) == (len(TABLES), 2 * len(TABLES))
    await store.close()
    for file, abandoned in ((path, True), (copy, False)):
        with closing(sqlite3.connect(file)) as connection:
            assert (abandoned_pages(connection) > 0) is abandoned


@pytest.mark.parametrize(
    ("line", "abandoned"),
    [
        ("Page 7 is never used", True),
        ("Page 7: never used", True),
        ("Page 7: btreeInitPage() returns error code 11", False),
        ("row 1 missing from index said_once", False),
        ("ok", False),
    ],
)
def test_abandoned_pages_are_recognised_in_the_words_of_older_and_newer_versions_of_sqlite(
    line: str, abandoned: bool
) -> None:
    assert is_abandoned(line) is abandoned


@pytest.mark.parametrize("part", ["requests", "tokens", "chat", "secrets", "log", "heads"])
async def test_what_follows_from_nothing_is_reported_and_left_alone(path: Path, part: str) -> None:
    damage(path, pages_of(path)[part][0])
    store = SqliteStore.open(path) if part != "heads" else None
    if store is None:
        with pytest.raises(StoreDamaged):
            SqliteStore.open(path)
        return
    assert (await store.heal()).damaged == [part]
    await store.close()


async def test_damage_in_tokens_or_command_ids_is_told_as_such(path: Path) -> None:
    pages = pages_of(path)
    damage(path, pages["tokens"][0])
    damage(path, pages["requests"][0])
    store = SqliteStore.open(path)
    with pytest.raises(TokensDamaged):
        await store.token(TABLES[0], f"hash of {TABLES[0]}")
    with pytest.raises(CommandIdsDamaged):
        await store.answered(TABLES[0], "seat:bri", "1")
    await store.append(TABLES[0], 3, b"{}", NOTHING)
    await store.close()


async def test_a_whole_store_suspects_nothing(path: Path) -> None:
    store = SqliteStore.open(path)
    await use_everything(store)
    assert not store.suspects_damage()
    assert await store.heal() == Healed()
    await store.close()

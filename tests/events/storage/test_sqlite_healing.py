"""A damaged page of each part of a file: what follows from the rest is rebuilt, and the store goes on."""

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from events.storage.contract import (
    AppendRecords,
    CommandIdsDamaged,
    Healed,
    RoundSpan,
    Snapshot,
    StoreDamaged,
    StoreUnavailable,
    TokensDamaged,
)
from events.storage.sqlite import SqliteStore
from events.storage.sqlite.file.healing import TABLES as PARTS
from events.storage.sqlite.file.healing import Damage, abandoned_pages, diagnose, diagnose_file, heal, is_abandoned
from events.storage.sqlite.recovery.backup import back_up
from tests.durability.pages import damage, pages_of
from tests.events.storage.files import move
from tests.events.storage.filling import AT, NOTHING, SECRET, line, request, round_line, token

TABLES: Final = [f"table {number}" for number in range(80)]
REBUILT: Final = {
    "snapshots": "snapshots", "sqlite_autoindex_snapshots_1": "snapshots", "analyses": "analyses",
    "sqlite_autoindex_analyses_1": "analyses", "rounds": "rounds", "listed": "heads",
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
        await store.save_analysis(table, 1, "bri", b"a" * 100)
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
        lambda: store.analysis(table, 1, "bri"),
        lambda: store.save_analysis(table, 2, "bri", b"a"),
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
        await store.save_analysis(table, 3, "bri", b"a")
        assert await store.analysis(table, 3, "bri") == b"a"
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


async def test_damage_in_tokens_or_command_ids_is_reported_as_such(path: Path) -> None:
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


async def test_what_cannot_be_rebuilt_does_not_keep_the_rest_from_being_rebuilt(path: Path) -> None:
    pages = pages_of(path)
    damage(path, pages["tokens"][0])
    damage(path, pages["snapshots"][0])
    store = SqliteStore.open(path)
    assert await store.heal() == Healed(rebuilt=["snapshots"], damaged=["tokens"])
    await store.close()


def opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, timeout=0)


def rewrite_schema(path: Path, name: str, old: str, new: str) -> None:
    """Change SQLite's own definition of a table or an index."""
    with closing(opened(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ?", (old, new, name))


async def test_only_a_whole_check_compares_indexes_with_their_rows(path: Path) -> None:
    rewrite_schema(path, "listed", "closed = 0", "closed = 1")
    with closing(opened(path)) as connection:
        connection.execute("INSERT INTO heads VALUES (999, 'new', 1, NULL, 0, 0, 0, x'00', NULL, NULL)")
    rewrite_schema(path, "listed", "closed = 1", "closed = 0")
    with closing(opened(path)) as connection:
        assert diagnose(connection, quick=True) == []
        assert diagnose(connection) == diagnose_file(path) == [Damage("heads", "indexes")]


async def test_where_the_list_of_tables_is_damaged_every_table_counts_as_damaged(path: Path) -> None:
    rewrite_schema(path, "rounds", "CREATE", "CRATE")
    with closing(opened(path)) as connection:
        assert diagnose(connection) == [Damage(part, "rows") for part in PARTS]


async def test_rows_are_looked_through_to_the_last_before_only_an_index_is_called_damaged(path: Path) -> None:
    with closing(opened(path)) as connection:
        connection.execute("BEGIN")
        rows = ((1_000, seq, b"x" * 20) for seq in range(3_000))
        connection.executemany("INSERT INTO log (table_no, seq, line) VALUES (?, ?, ?)", rows)
        connection.execute("COMMIT")
    damage(path, pages_of(path)["log"][-1])
    assert diagnose_file(path) == [Damage("log", "rows")]


async def test_a_file_that_is_locked_or_a_check_that_is_interrupted_is_not_taken_for_damage(path: Path) -> None:
    with closing(opened(path)) as writer, closing(opened(path)) as connection:
        writer.execute("PRAGMA journal_mode = DELETE")
        writer.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            diagnose(connection)
        writer.execute("ROLLBACK")
        checking: list[str] = []
        connection.set_trace_callback(lambda sql: checking.append(sql) if "check" in sql else None)
        connection.set_progress_handler(lambda: len(checking), 1)
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            diagnose(connection)


def flip(path: Path, page: int, text: bytes) -> None:
    """Change a bit of a text where it is on a page, so that it is not UTF-8 any more."""
    spoiled = bytearray(path.read_bytes())
    spoiled[spoiled.index(text, (page - 1) * 4096, page * 4096)] ^= 0x80
    path.write_bytes(spoiled)


async def test_a_text_that_is_not_utf_8_any_more_is_damage(path: Path) -> None:
    flip(path, pages_of(path)["heads"][-1], TABLES[-1].encode())
    assert diagnose_file(path) == [Damage("heads", "rows")]


async def test_a_file_that_cannot_be_searched_for_damage_is_reported_as_such(path: Path) -> None:
    store = SqliteStore.open(path)
    elsewhere = path.with_name("elsewhere.db")
    move(path, elsewhere)
    with pytest.raises(StoreUnavailable, match="unable to open database file"):
        await store.heal()
    move(elsewhere, path)
    assert await store.heal() == Healed()
    await store.close()


async def test_a_part_that_cannot_be_rebuilt_now_is_left_as_it_was(path: Path) -> None:
    with closing(opened(path)) as connection:
        connection.execute("CREATE TABLE rebuilt (in_the_way)")
        rounds = connection.execute("SELECT * FROM rounds").fetchall()
        with pytest.raises(sqlite3.OperationalError, match="already exists"):
            heal(connection, [Damage("rounds", "rows")])
        assert not connection.in_transaction
        assert connection.execute("SELECT * FROM rounds").fetchall() == rounds
        with pytest.raises(sqlite3.OperationalError, match="may not be modified"):
            connection.execute("DELETE FROM sqlite_master")
        connection.execute("DROP TABLE rebuilt")
        assert heal(connection, [Damage("rounds", "rows")]) == ["rounds"]
        assert connection.execute("SELECT * FROM rounds").fetchall() == []


async def test_other_connections_read_the_list_of_tables_again_when_a_part_was_rebuilt(path: Path) -> None:
    with closing(opened(path)) as connection, closing(opened(path)) as other:
        assert len(other.execute("SELECT * FROM rounds").fetchall()) == len(TABLES)
        heal(connection, [Damage("rounds", "rows"), Damage("chat", "indexes"), Damage("log", "rows")])
        assert other.execute("SELECT * FROM rounds").fetchall() == []
        assert diagnose(other) == []

"""Rows are found page by page, whichever page of a store's file is damaged."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.entry import line_hash
from events.storage.contract import AppendRecords, TableInfo
from events.storage.sqlite import SqliteStore
from events.storage.sqlite.recovery.pages import scan
from events.storage.sqlite.recovery.salvage import salvage
from tests.durability.pages import damage, pages_of
from tests.events.storage.filling import AT, SECRET, request, round_line, token

ENTRIES = 60


def entry(table: str, seq: int) -> bytes:
    """A line that names its table, and is longer than a page now and then."""
    return msgspec.json.encode({"table": table, "at": AT, "prev": "", "seq": seq, "text": "x" * (seq % 7 * 1_500)})


async def filled(path: Path) -> dict[str, list[bytes]]:
    """A store with three tables and something of everything; their lines."""
    store = SqliteStore.open(path)
    lines: dict[str, list[bytes]] = {}
    for table in ("one", "two", "three"):
        lines[table] = [entry(table, seq) for seq in range(1, ENTRIES + 1)]
        for seq, line in enumerate(lines[table], 1):
            first = AppendRecords(secret=SECRET, tokens=[token("gm", table)], listing=b"{}")
            await store.append(table, seq, line, first if seq == 1 else AppendRecords(request=request(f"{seq}", table)))
        for number in range(30):
            await store.say(table, "gm", AT, f"{table} {number}", f"{number}")
    await store.close()
    return lines


async def lines_in(path: Path) -> dict[str, list[bytes]]:
    store = SqliteStore.open(path, read_only=True)
    found = {info.table: [stored.line for stored in await store.read(info.table)] for info in await store.tables()}
    await store.close()
    return found


def rows_in(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of a file, except snapshots and analyses, which follow from the lines."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            part: connection.execute(f"SELECT * FROM {part} ORDER BY 1, 2").fetchall()  # noqa: S608 - of the schema
            for part in ("log", "heads", "secrets", "tokens", "requests", "chat", "rounds", "meta")
        }


async def test_every_row_of_a_whole_file_is_found(tmp_path: Path) -> None:
    path, saved = tmp_path / "tavern.db", tmp_path / "saved.db"
    lines = await filled(path)
    assert salvage(path, saved)
    assert await lines_in(saved) == lines

    assert rows_in(saved) == rows_in(path)


async def test_a_table_is_saved_with_its_rounds_and_all_its_tokens_and_a_store_with_its_keys(tmp_path: Path) -> None:
    path, saved = tmp_path / "tavern.db", tmp_path / "saved.db"
    store = SqliteStore.open(path)
    await store.epoch("epoch")
    await store.server_key(b"k" * 32)
    tokens = [token("gm", "g"), token("seat:ada", "a"), token("seat:bri", "b")]
    await store.append("t", 1, entry("t", 1), AppendRecords(secret=SECRET, tokens=tokens))
    await store.append("t", 2, round_line(began=1), AppendRecords())
    await store.append("t", 3, round_line(ended=1, began=2), AppendRecords())
    await store.close()
    assert salvage(path, saved)
    found = rows_in(saved)
    assert found == rows_in(path)
    assert (len(found["tokens"]), len(found["rounds"])) == (3, 2)
    assert {"epoch", "server_key"} <= {name for name, _ in found["meta"]}


async def test_the_head_of_a_table_with_a_single_entry_is_saved_as_it_was(tmp_path: Path) -> None:
    path, saved = tmp_path / "tavern.db", tmp_path / "saved.db"
    store = SqliteStore.open(path)
    await store.append("t", 1, entry("t", 1), AppendRecords(secret=SECRET, deadline=AT, listing=b"{}"))
    await store.close()
    assert salvage(path, saved)
    assert rows_in(saved)["heads"] == rows_in(path)["heads"]


async def test_what_only_the_write_ahead_log_has_is_found_too(tmp_path: Path) -> None:
    path, killed = tmp_path / "tavern.db", tmp_path / "killed.db"
    store = SqliteStore.open(path)
    for seq in range(1, 6):
        await store.append("t", seq, entry("t", seq), AppendRecords())
    for end in ("", "-wal"):
        shutil.copy(f"{path}{end}", f"{killed}{end}")
    await store.close()
    assert salvage(killed, tmp_path / "saved.db")
    assert await lines_in(tmp_path / "saved.db") == {"t": [entry("t", seq) for seq in range(1, 6)]}
    saved = SqliteStore.open(tmp_path / "saved.db", read_only=True)
    assert not saved.notices(), "it does not lack the log, whose contents it has"
    await saved.close()


@pytest.mark.parametrize("how", ["ones", "zeros", "noise"])
async def test_a_damaged_page_costs_the_lines_on_it_and_no_others(tmp_path: Path, how: str) -> None:
    whole, path, saved = tmp_path / "whole.db", tmp_path / "tavern.db", tmp_path / "saved.db"
    lines = await filled(whole)
    pages = pages_of(whole)
    on_a_page = 4_096 // 100
    for name, numbers in pages.items():
        for number in {numbers[0], numbers[-1]}:
            shutil.copy(whole, path)
            damage(path, number, how)
            saved.unlink(missing_ok=True)
            assert salvage(path, saved)
            found = {line for kept in (await lines_in(saved)).values() for line in kept}
            missing = {line for kept in lines.values() for line in kept} - found
            assert len(missing) <= (on_a_page if name == "log" else 0), (name, number)


async def test_tables_whose_heads_are_lost_are_found_by_their_lines(tmp_path: Path) -> None:
    path, saved = tmp_path / "tavern.db", tmp_path / "saved.db"
    lines = await filled(path)
    damage(path, pages_of(path)["heads"][0])
    assert salvage(path, saved)
    assert await lines_in(saved) == lines


# Rows that are lost, or were put in by hand


async def small(path: Path, *statements: str, secret: bytes | None = SECRET) -> list[bytes]:
    """A store with one table of five lines, in which statements of SQL then changed something; its lines."""
    store = SqliteStore.open(path)
    lines = [entry("t", seq) for seq in range(1, 6)]
    for seq, line in enumerate(lines, 1):
        await store.append("t", seq, line, AppendRecords(secret=secret if seq == 1 else None))
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        for statement in statements:
            connection.execute(statement)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return lines


async def info_in(path: Path, table: str) -> TableInfo:
    store = SqliteStore.open(path, read_only=True)
    info = await store.table(table)
    await store.close()
    assert info is not None
    return info


@pytest.mark.parametrize("secret", [SECRET, None])
async def test_a_head_that_is_lost_is_made_of_the_lines_and_without_a_secret_nothing_more_is_played(
    tmp_path: Path, secret: bytes | None
) -> None:
    path, saved = tmp_path / "tavern.db", tmp_path / "saved.db"
    lines = await small(path, "DELETE FROM heads", secret=secret)
    assert salvage(path, saved)
    assert await lines_in(saved) == {"t": lines}
    ended = secret is None
    assert await info_in(saved, "t") == TableInfo(
        table="t", seq=5, deadline=None, closed=ended, bytes=sum(map(len, lines)), archive=ended, listed=False,
        head=line_hash(lines[-1]),
    )  # fmt: skip


async def test_a_head_that_is_lost_is_made_again_beside_heads_that_are_not(tmp_path: Path) -> None:
    path, saved = tmp_path / "tavern.db", tmp_path / "saved.db"
    lines = await filled(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("DELETE FROM heads WHERE id = 'three'")
    assert salvage(path, saved)
    assert await lines_in(saved) == lines


async def test_lines_that_name_no_table_are_passed_over_when_its_name_is_sought(tmp_path: Path) -> None:
    path, saved = tmp_path / "tavern.db", tmp_path / "saved.db"
    lines = await small(path, "DELETE FROM heads", "UPDATE log SET line = x'ff' WHERE seq = 1")
    assert salvage(path, saved)
    assert await lines_in(saved) == {"t": [b"\xff", *lines[1:]]}


async def test_lines_of_which_none_names_a_table_are_no_table(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    await small(path, "DELETE FROM heads", "UPDATE log SET line = x'ff'")
    assert not salvage(path, tmp_path / "saved.db")


async def test_lines_whose_head_is_lost_do_not_take_the_name_of_another_table(tmp_path: Path) -> None:
    path, saved = tmp_path / "tavern.db", tmp_path / "saved.db"
    lines = await small(path, "INSERT INTO log SELECT position + 10, 2, seq, line FROM log")
    assert salvage(path, saved)
    assert await lines_in(saved) == {"t": lines}
    assert (await info_in(saved, "t")).archive is False
    with closing(sqlite3.connect(saved)) as connection:
        assert connection.execute("SELECT DISTINCT table_no FROM log").fetchall() == [(1,)]


async def test_a_line_that_was_put_in_as_text_is_saved_as_its_bytes(tmp_path: Path) -> None:
    path, saved = tmp_path / "tavern.db", tmp_path / "saved.db"
    lines = await small(path, "UPDATE log SET line = 'Törbjörn' WHERE seq = 3")
    assert salvage(path, saved)
    assert await lines_in(saved) == {"t": [*lines[:2], "Törbjörn".encode(), *lines[3:]]}


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO log VALUES (50, 1, 0, 'seq 0')",
        """INSERT INTO log VALUES (50, 0, 1, '{"table":"zero","at":"","prev":""}')""",
        "INSERT INTO log VALUES (50, 1, 6, '')",
        "INSERT INTO secrets VALUES (9, x'0102', NULL)",
        "INSERT INTO heads VALUES (9, '', 1, NULL, 0, 0, 0, NULL, NULL, NULL)",
        "INSERT INTO heads VALUES (9, 'empty', 0, NULL, 0, 0, 0, NULL, NULL, NULL)",
        "INSERT INTO tokens VALUES (9, 'gm', 'hash', 'nonce')",
    ],
)
async def test_a_row_that_no_server_writes_or_that_belongs_to_no_table_is_left_out(
    tmp_path: Path, statement: str
) -> None:
    path, saved = tmp_path / "tavern.db", tmp_path / "saved.db"
    lines = await small(path, statement)
    assert salvage(path, saved)
    assert await lines_in(saved) == {"t": lines}
    with closing(sqlite3.connect(saved)) as connection:
        for part, count in {"log": 5, "heads": 1, "secrets": 1, "tokens": 0}.items():
            assert connection.execute(f"SELECT count(*) FROM {part}").fetchone() == (count,)  # noqa: S608 - of the schema


def test_a_file_that_holds_nothing_gives_nothing(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(b"Dear diary, " * 2_000)
    assert list(scan(path)) == []
    assert not salvage(path, tmp_path / "saved.db")
    assert not (tmp_path / "saved.db").exists()

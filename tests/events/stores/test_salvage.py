"""Rows are found page by page, whichever page of a store's file is damaged."""

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from events.store import AppendRecords
from events.stores.care.pages import scan
from events.stores.care.salvage import salvage
from events.stores.sqlite import SqliteStore
from tests.durability.pages import damage, pages_of
from tests.events.stores.filling import AT, SECRET, request, token

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


async def test_every_row_of_a_whole_file_is_found(tmp_path: Path) -> None:
    path, saved = tmp_path / "tavern.db", tmp_path / "saved.db"
    lines = await filled(path)
    assert salvage(path, saved)
    assert await lines_in(saved) == lines

    def rows(file: Path) -> Sequence[object]:
        connection = sqlite3.connect(file)
        found = [
            connection.execute(f"SELECT * FROM {part} ORDER BY 1, 2, 3").fetchall()  # noqa: S608 - of the schema
            for part in ("log", "heads", "secrets", "tokens", "requests", "chat", "rounds")
        ]
        connection.close()
        return found

    assert rows(saved) == rows(path)


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


def test_a_file_that_holds_nothing_gives_nothing(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(b"Dear diary, " * 2_000)
    assert list(scan(path)) == []
    assert not salvage(path, tmp_path / "saved.db")
    assert not (tmp_path / "saved.db").exists()

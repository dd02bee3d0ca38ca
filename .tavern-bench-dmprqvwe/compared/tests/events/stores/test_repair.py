"""A store is copied as far as it is good: what is kept of each table, and what is reported as lost."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from events.entry import line_hash
from events.store import AppendRecords, TableInfo
from events.stores.care.repair import Keep, Lost, keys_in, repair_into
from events.stores.sqlite import SqliteStore
from tests.durability.pages import damage, pages_of
from tests.events.stores.filling import AT, SECRET, line, request, round_line, token
from tests.events.stores.test_salvage import rows_in

LINES = {"t": [b"{}", round_line(began=1), round_line(ended=1, began=2), line("t", 4)], "u": [b"{}"]}


async def filled(path: Path, messages: int = 3) -> Path:
    """A store with two tables, of which the first has something of everything."""
    store = SqliteStore.open(path)
    await store.epoch("epoch")
    await store.server_key(b"k" * 32)
    await store.signing_key(b"s" * 32)
    for table, lines in LINES.items():
        for seq, kept in enumerate(lines, 1):
            first = AppendRecords(secret=SECRET, tokens=[token("gm", table)], request=request("open", table))
            later = AppendRecords(request=request(f"{seq}", table), deadline=AT, listing=b"{}")
            await store.append(table, seq, kept, first if seq == 1 else later)
    for number in range(messages):
        await store.say("t", "gm", AT, "ß" * 20, f"{number}")
    await store.erase_chat("t", "gm", AT, [1])
    await store.close()
    return path


def keep(table: str, seq: int, **more: Any) -> Keep:
    facts = {"archive": False, "secret": True, "deadline": AT, "closed": False, "listing": b"{}"}
    return Keep(table=table, seq=seq, **{**facts, **more})


async def table_of(path: Path, table: str) -> TableInfo:
    store = SqliteStore.open(path, read_only=True)
    info = await store.table(table)
    await store.close()
    assert info is not None
    return info


async def test_a_store_of_which_all_is_kept_is_copied_without_its_epoch(tmp_path: Path) -> None:
    path, copy = await filled(tmp_path / "tavern.db"), tmp_path / "copy.db"
    assert repair_into(path, copy, [keep("t", 4), keep("u", 1, deadline=None, listing=None)]) == []
    expected = rows_in(path)
    expected["meta"] = [row for row in expected["meta"] if row[0].endswith("_key")]
    assert rows_in(copy) == expected
    assert keys_in(copy)


async def test_of_a_table_that_is_kept_up_to_an_entry_nothing_later_is_kept(tmp_path: Path) -> None:
    path, copy = await filled(tmp_path / "tavern.db"), tmp_path / "copy.db"
    assert repair_into(path, copy, [keep("t", 2, listing=None)]) == []
    rows = rows_in(copy)
    assert [row[2:] for row in rows["log"]] == [(seq, LINES["t"][seq - 1]) for seq in (1, 2)]
    assert sorted((row[2], row[-1]) for row in rows["requests"]) == [("2", 2), ("open", 1)]
    assert [row[1:] for row in rows["rounds"]] == [(1, 2, None, None)]
    before = await table_of(path, "t")
    assert await table_of(copy, "t") == TableInfo(
        table="t", seq=2, deadline=AT, closed=False, bytes=before.bytes - sum(map(len, LINES["t"][2:])),
        archive=False, listed=False, head=line_hash(LINES["t"][1]),
    )  # fmt: skip


async def test_a_table_of_a_single_entry_is_kept(tmp_path: Path) -> None:
    path, copy = await filled(tmp_path / "tavern.db"), tmp_path / "copy.db"
    assert repair_into(path, copy, [keep("u", 1, closed=True)]) == []
    info = await table_of(copy, "u")
    assert (info.seq, info.closed, info.archive, info.head) == (1, True, False, line_hash(b"{}"))


@pytest.mark.parametrize(
    ("kept", "lost"),
    [
        ({"secret": False}, [Lost(table="t", lost=["secret"])]),
        ({"secret": False, "archive": True}, []),
        ({"archive": True}, []),
    ],
)
async def test_a_table_without_its_secret_becomes_an_archive_in_which_nothing_is_due(
    tmp_path: Path, kept: dict[str, bool], lost: list[Lost]
) -> None:
    path, copy = await filled(tmp_path / "tavern.db"), tmp_path / "copy.db"
    assert repair_into(path, copy, [keep("t", 4, **kept)]) == lost
    info = await table_of(copy, "t")
    assert (info.archive, info.closed, info.deadline, info.listed) == (True, True, None, False)
    assert len(rows_in(copy)["secrets"]) == kept.get("secret", True)
    assert rows_in(copy)["heads"][0][7] is None


async def test_of_side_records_that_are_damaged_the_readable_ones_are_kept(tmp_path: Path) -> None:
    path, copy = await filled(tmp_path / "tavern.db", messages=500), tmp_path / "copy.db"
    told = rows_in(path)["chat"]
    damage(path, pages_of(path)["chat"][-1])
    assert repair_into(path, copy, [keep("t", 4), keep("u", 1)]) == [Lost(table="t", lost=["chat"])]
    found = rows_in(copy)["chat"]
    assert 0 < len(found) < len(told)
    assert set(found) < set(told)


async def test_an_incomplete_copy_remains_one(tmp_path: Path) -> None:
    path, copy = await filled(tmp_path / "tavern.db"), tmp_path / "copy.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executemany("INSERT INTO meta VALUES (?, ?)", [("copying", b"x"), ("other", b"n")])
    repair_into(path, copy, [])
    kept = {"copying": b"x", "server_key": b"k" * 32, "signing_key": b"s" * 32}
    assert dict(rows_in(copy)["meta"]) == kept


async def test_a_server_has_its_keys_if_none_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "tavern #1?.db"
    store = SqliteStore.open(path)
    assert not keys_in(path)
    await store.server_key(b"k" * 32)
    assert not keys_in(path)
    await store.signing_key(b"s" * 32)
    assert keys_in(path)
    await store.close()

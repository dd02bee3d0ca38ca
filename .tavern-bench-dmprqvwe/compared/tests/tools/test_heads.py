"""Published heads: a log whose end was cut off, or whose history was replaced, is found out."""

import sqlite3
from pathlib import Path

import pytest

from events.stores.sqlite import SqliteStore
from tests.tools.running import TABLE, evening, export_of, failure_of, json_of, tavern
from tests.tools.test_stores import fill
from tests.tools.visiting import visit

LINES = list(evening().lines[:20])


async def kept(path: Path, lines: list[bytes]) -> Path:
    store = SqliteStore.open(path)
    await fill(store, TABLE, lines)
    await store.close()
    return path


async def published(folder: Path) -> Path:
    """The heads of a store with 20 entries."""
    listing = await visit("tables", "--heads", "--store", await kept(folder / "whole.db", LINES))
    heads = folder / "heads.jsonl"
    heads.write_bytes(listing.stdout_bytes)
    return heads


async def test_a_log_that_grew_has_the_published_entry(tmp_path: Path) -> None:
    heads = await published(tmp_path)
    path = await kept(tmp_path / "longer.db", list(evening().lines[:25]))
    audited = await visit("audit", path, "--heads", heads, "--no-rerun")
    assert (audited.exit_code, "1 published head in the logs" in audited.stdout) == (0, True)


async def test_a_log_whose_end_was_cut_off_is_found_out_by_its_head_alone(tmp_path: Path) -> None:
    heads = await published(tmp_path)
    path = await kept(tmp_path / "cut.db", LINES[:15])
    assert (await visit("audit", path, "--no-rerun")).exit_code == 0
    audited = await visit("audit", path, "--heads", heads, "--no-rerun", "--json")
    assert audited.exit_code == 1
    (broken,) = json_of(audited)["broken_heads"]
    assert "ends with entry 15, and entry 20 was published" in broken["detail"]


async def test_a_table_that_is_gone_is_found_out(tmp_path: Path) -> None:
    heads = await published(tmp_path)
    path = await kept(tmp_path / "tavern.db", LINES)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DELETE FROM heads")
    connection.close()
    audited = await visit("audit", path, "--heads", heads, "--json")
    assert json_of(audited)["broken_heads"] == [{"table": TABLE, "detail": "the table is missing"}]


async def test_an_export_is_compared_with_heads_too(tmp_path: Path) -> None:
    heads = await published(tmp_path)
    shorter = export_of(tmp_path, LINES[:19])
    assert (await visit("audit", shorter, "--heads", heads, "--no-rerun")).exit_code == 1


@pytest.mark.parametrize("text", ["{}", "hello", '{"table":1}'])
def test_a_file_without_heads_is_reported_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "heads").write_text(text)
    problem = failure_of(tavern("audit", export_of(tmp_path, LINES), "--heads", tmp_path / "heads"))
    assert "is not a file of heads" in problem

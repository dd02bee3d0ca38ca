"""`tavern check` and `tavern repair` on stores with one damaged page of every kind."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from events.stores.sqlite import SqliteStore
from tests.durability.pages import damage, pages_of
from tests.tools.running import TABLE, evening, failure_of, json_of, tavern
from tests.tools.test_stores import fill
from tests.tools.visiting import a_table, serve, stop, visit


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """A store with two tables, of which one was played on a server."""
    path = tmp_path / "tavern.db"
    served = await serve(path)
    table = await a_table(served)
    await table.gm.post("/chat", {"text": "hello"})
    await stop(served)
    store = SqliteStore.open(path)
    await fill(store, TABLE, list(evening().lines[:20]))
    await store.close()
    return path


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(statement)
    connection.close()


async def test_a_whole_store_passes_both_checks(path: Path) -> None:
    quick = await visit("check", "--store", path)
    assert (quick.exit_code, "are whole" in quick.stdout) == (0, True)


@pytest.mark.parametrize(
    ("statement", "part"),
    [
        ("UPDATE heads SET deadline = '2000-01-01T00:00:00.000Z' WHERE archive = 0 AND id != 'bench'", "heads"),
        ("UPDATE heads SET closed = 1 WHERE id != 'bench'", "heads"),
        ("UPDATE rounds SET first = first + 1", "rounds"),
        ("DELETE FROM log WHERE seq = 2", "log"),
        ("UPDATE secrets SET secret = zeroblob(32)", "secrets"),
    ],
)
async def test_what_does_not_agree_with_the_log_is_named_by_a_full_check(path: Path, statement: str, part: str) -> None:
    change(path, statement)
    full = await visit("check", "--store", path, "--full", "--json")
    assert full.exit_code == 1
    assert part in {one["part"] for one in json_of(full)["wrong"]}


async def test_every_damaged_page_is_found_and_costs_repair_no_line_that_is_not_on_it(
    path: Path, tmp_path: Path
) -> None:
    whole = await visit("repair", path, "--to", tmp_path / "whole.db", "--json")
    kept = {one["table"]: one["kept"] for one in json_of(whole)["tables"]}
    for name, numbers in pages_of(path).items():
        if name == "sqlite_schema" or name == "sqlite_master":
            continue
        spoiled, mended = tmp_path / f"{name}.db", tmp_path / f"{name}.mended.db"
        shutil.copy(path, spoiled)
        damage(spoiled, numbers[0])
        assert (await visit("check", "--store", spoiled)).exit_code in (1, 2), name
        repaired = await visit("repair", spoiled, "--to", mended, "--json")
        assert repaired.exit_code in (0, 1), (name, repaired.output)
        if name != "log":
            assert {one["table"]: one["kept"] for one in json_of(repaired)["tables"]} == kept, name
        assert (await visit("check", "--store", mended)).exit_code == 0, name


async def test_a_store_whose_beginning_is_lost_is_repaired_from_its_pages(path: Path, tmp_path: Path) -> None:
    damage(path, 1)
    assert "is not a database" in failure_of(await visit("check", "--store", path))
    repaired = await visit("repair", path, "--to", tmp_path / "new.db", "--json")
    assert repaired.exit_code == 1
    report = json_of(repaired)
    assert report["damaged"] == ["beginning"]
    assert {one["table"]: one["kept"] for one in report["tables"]}[TABLE] == 20


def test_a_text_is_no_store_that_could_be_repaired(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary")
    assert "is not a database" in failure_of(tavern("repair", path, "--to", tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()

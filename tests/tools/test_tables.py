import sqlite3
from pathlib import Path

import pytest

from tests.tools.running import TABLE, evening, export_of, failure_of, json_of, tavern
from tests.tools.visiting import a_table, serve, stop, visit


async def test_tables_are_listed_with_what_was_played_at_them_while_a_server_runs(tmp_path: Path) -> None:
    served = await serve(tmp_path / "tavern.db")
    copper = await a_table(served)
    await copper.sit("Wat", watch=True)
    bell = await served.open("twentyone", name="The Sunken Bell", listed=True)
    await copper.gm.did("void_round", reason="late")
    await bell.gm.did("close_table")
    await served.open("twentyone", listed=True)

    listing = json_of(await visit("tables", "--store", tmp_path / "tavern.db", "--json"))

    infos = await served.store.tables()
    assert [(kept["table"], kept["entries"], kept["bytes"]) for kept in listing] == [
        (info.table, info.seq, info.bytes) for info in infos
    ]
    assert [(kept["name"], kept["game"], kept["gm"], kept["seats"], kept["round"]) for kept in listing] == [
        ("The Bent Copper", "twentyone", "Mo", 2, 1),
        ("The Sunken Bell", "twentyone", "", 0, 0),
        ("", "twentyone", "", 0, 0),
    ]
    assert [(kept["closed"], kept["archive"], kept["listed"]) for kept in listing] == [
        (False, False, False), (True, False, True), (False, False, True),
    ]  # fmt: skip
    assert [(kept["last_at"], kept["damage"]) for kept in listing] == [("2025-03-01T19:00:00.000Z", None)] * 3
    await stop(served)


async def test_the_list_has_a_line_for_each_table(tmp_path: Path) -> None:
    served = await serve(tmp_path / "tavern.db")
    copper = await a_table(served)
    await served.open("twentyone", name="The Sunken Bell", listed=True)
    await stop(served)
    assert (await visit("import", export_of(tmp_path), "--store", tmp_path / "tavern.db")).exit_code == 0

    listing = await visit("tables", env={"TAVERN_STORE": f"sqlite:///{tmp_path / 'tavern.db'}", "COLUMNS": "200"})

    head, first, second, third = [line.split() for line in listing.stdout.splitlines()]
    assert head == ["table", "name", "game", "GM", "seats", "rounds", "entries", "size", "last"]
    assert first[:8] == [copper.id, "The", "Bent", "Copper", "twentyone", "Mo", "2", "1"]
    assert first[-1] == "2025-03-01"
    assert second[-1] == "listed"
    assert (third[0], third[-1], f"{len(evening().lines):,}" in third) == (TABLE, "archive", True)

    narrow = await visit("tables", "--store", tmp_path / "tavern.db", env={"COLUMNS": "80"})
    assert [copper.id in narrow.stdout, max(map(len, narrow.stdout.splitlines())) <= 80] == [True, True]
    assert [line for line in (listing.stdout + narrow.stdout).splitlines() if line.endswith(" ")] == []


async def test_a_damaged_table_is_listed_with_what_is_wrong_and_the_others_are_whole(tmp_path: Path) -> None:
    served = await serve(tmp_path / "tavern.db")
    copper = await a_table(served)
    bell = await served.open("twentyone", name="The Sunken Bell")
    await stop(served)
    other = sqlite3.connect(tmp_path / "tavern.db", isolation_level=None)
    other.execute("UPDATE log SET line = CAST(replace(line, 'Bri', 'Bra') AS BLOB) WHERE table_no = 1 AND seq = 2")
    other.close()

    listing = json_of(await visit("tables", "--store", tmp_path / "tavern.db", "--json"))
    shown = (await visit("tables", "--store", tmp_path / "tavern.db", env={"COLUMNS": "300"})).stdout

    assert [(kept["table"], kept["name"]) for kept in listing] == [(copper.id, None), (bell.id, "The Sunken Bell")]
    assert listing[0]["damage"].startswith("entry 3: its line does not follow the one before")
    assert "damaged at entry 3" in shown


def test_a_store_without_tables_is_reported(tmp_path: Path) -> None:
    store = tmp_path / "tavern.db"
    assert failure_of(tavern("tables", "--store", store)) == f"Error: there is no store at {store}."
    assert list(tmp_path.iterdir()) == []


async def test_an_empty_store_has_an_empty_list(tmp_path: Path) -> None:
    await stop(await serve(tmp_path / "tavern.db"))

    none = f"Error: there are no tables in {tmp_path / 'tavern.db'} yet"
    assert failure_of(await visit("tables", "--store", tmp_path / "tavern.db")) == none
    assert json_of(await visit("tables", "--store", tmp_path / "tavern.db", "--json")) == []


def test_the_store_defaults_to_the_server_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    settings = tmp_path / "tavern.toml"
    settings.write_text('store = "sqlite:///of-the-file.db"\nhost_key = "not read here"\n')
    problem = "Error: there is no store at {}."

    assert failure_of(tavern("tables")) == problem.format(tmp_path / "tavern.db")
    named = {"TAVERN_CONFIG": str(settings)}
    assert failure_of(tavern("tables", env=named)) == problem.format(tmp_path / "of-the-file.db")
    both = {**named, "TAVERN_STORE": "sqlite:///of-the-variable.db"}
    assert failure_of(tavern("tables", env=both)) == problem.format(tmp_path / "of-the-variable.db")
    assert failure_of(tavern("tables", "-s", "given.db", env=both)) == problem.format(tmp_path / "given.db")
    missing = {"TAVERN_CONFIG": "nowhere.toml"}
    assert failure_of(tavern("tables", env=missing)).startswith("Error: config (nowhere.toml): cannot read the file: ")


def test_a_store_in_memory_cannot_be_read() -> None:
    assert failure_of(tavern("tables", "--store", "memory:")).endswith("exists only within its server")

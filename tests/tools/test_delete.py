import sqlite3
from pathlib import Path

import pytest

from tests.events.storage.files import break_overflow_chain, contents
from tests.tools.running import failure_of, json_of
from tests.tools.visiting import a_table, serve, stop, visit


async def two_tables(path: Path) -> tuple[str, str]:
    served = await serve(path)
    ids = [(await a_table(served, name)).id for name in ("The Bent Copper", "The Sunken Bell")]
    await stop(served)
    return ids[0], ids[1]


async def names(path: Path) -> list[str]:
    return [kept["name"] for kept in json_of(await visit("tables", "--store", path, "--json"))]


async def test_a_table_is_deleted_once_its_name_was_typed(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    first, _ = await two_tables(path)

    deleted = await visit("delete", first, "--store", path, stdin=b"The Bent Copper\n")

    assert deleted.exit_code == 0
    assert deleted.stdout == ""
    asked, typed, result = deleted.stderr.splitlines()
    assert asked == (
        f"The Bent Copper ({first}): 4 entries. It cannot be recovered once deleted; tavern export saves a copy."
    )
    assert typed == "Type its name to delete it: The Bent Copper"
    assert result == "deleted The Bent Copper"
    assert await names(path) == ["The Sunken Bell"]
    assert [name for name, held in contents(tmp_path).items() if b"Bent Copper" in held] == []


@pytest.mark.parametrize("typed", [b"", b"\n", b"yes\n", b"The Sunken Bell\n", b"the bent copper\n"])
async def test_without_its_name_nothing_is_deleted(tmp_path: Path, typed: bytes) -> None:
    path = tmp_path / "tavern.db"
    await two_tables(path)

    deleted = await visit("delete", "The Bent Copper", "--store", path, stdin=typed)

    assert deleted.exit_code == 2
    assert "Error: nothing was deleted: " in deleted.stderr
    assert await names(path) == ["The Bent Copper", "The Sunken Bell"]


async def test_a_table_without_a_name_is_deleted_by_its_id(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    served = await serve(path)
    table = await served.open("twentyone")
    await stop(served)

    assert (await visit("delete", table.id, "--store", path, stdin=f"{table.id}\n".encode())).exit_code == 0
    assert await names(path) == []


async def test_the_other_tables_are_played_on_unaffected(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    served = await serve(path)
    gone, kept = await a_table(served), await a_table(served, "The Sunken Bell")
    view = await kept.gm.view()
    await stop(served)

    assert (await visit("delete", gone.id, "--yes", "--store", path)).exit_code == 0

    served = await serve(path, chance=2)
    assert (await gone.again(served.client, gone.gm).get()).code == (404, "no_such_table")
    gm = kept.again(served.client, kept.gm)
    assert await gm.view() == view
    await gm.did("void_round", reason="late")
    assert (await visit("audit", path, "--table", kept.id)).exit_code == 0
    await stop(served)


async def test_while_a_server_has_the_store_open_nothing_is_deleted(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    served = await serve(path)
    table = await a_table(served)

    problem = failure_of(await visit("delete", table.id, "--yes", "--store", path))

    assert problem.startswith("Error: a server (process ")
    assert problem.endswith("tavern.db open: stop it first and restart it afterwards")
    assert (await table.gm.view())["name"] == "The Bent Copper"
    await stop(served)


async def test_a_table_in_a_damaged_file_is_not_half_deleted(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    first, second = await two_tables(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("UPDATE log SET line = ? WHERE table_no = 1 AND seq = 3", (b"a long line " * 5_000,))
    other.close()
    break_overflow_chain(path, b"a long line ")
    before = contents(tmp_path)["tavern.db"]

    problem = failure_of(await visit("delete", first, "--yes", "--store", path))

    assert "is damaged" in problem
    assert contents(tmp_path)["tavern.db"] == before
    assert (await visit("audit", path, "--table", second)).exit_code == 0


async def test_an_unknown_table_is_not_deleted_and_nothing_is_created(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    problem = failure_of(await visit("delete", "x", "--yes", "--store", path))
    assert problem == f"Error: there is no store at {path}."
    assert contents(tmp_path) == {}
    first, second = await two_tables(path)
    problem = failure_of(await visit("delete", "The Broken Mug", "--yes", "--store", path))
    assert problem == (
        f"Error: there is no table The Broken Mug in {path}; there are: {first} (The Bent Copper), "
        f"{second} (The Sunken Bell)"
    )

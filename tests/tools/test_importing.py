from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from replays.export import write_export
from tests.replays.logs import event, forged
from tests.server.serving import Opened
from tests.tools.running import TABLE, evening, export_of, failure_of, json_of, tavern
from tests.tools.visiting import a_table, serve, stop, visit
from tests.verifier.test_forgeries import chained


async def play_and_export(path: Path, folder: Path) -> tuple[Opened, dict[str, object]]:
    """A table that was played at one server, exported to a file, and the GM's view of it."""
    served = await serve(path)
    table = await a_table(served)
    await table.gm.did("void_round", reason="late")
    view = await table.gm.view()
    exported = await visit("export", path, "--output", folder / "evening.jsonl")
    assert exported.exit_code == 0
    await stop(served)
    return table, view


async def test_an_imported_table_can_be_read_replayed_and_audited_and_is_closed_to_play(tmp_path: Path) -> None:
    table, _ = await play_and_export(tmp_path / "old.db", tmp_path)
    store = tmp_path / "new.db"

    imported = await visit("import", tmp_path / "evening.jsonl", "--store", store)

    assert imported.exit_code == 0
    message = f"imported The Bent Copper ({table.id}) as an archive: 5 entries. The GM's new token:\n"
    assert imported.stderr == message
    token = imported.stdout.strip()
    assert (await visit("audit", store)).stdout == (await visit("audit", tmp_path / "evening.jsonl")).stdout
    assert (await visit("replay", store, "--as", "Bri")).stdout == (
        await visit("replay", tmp_path / "evening.jsonl", "--as", "Bri")
    ).stdout
    assert (await visit("export", store)).stdout_bytes == (tmp_path / "evening.jsonl").read_bytes()
    served = await serve(store, chance=2)
    gm = table.again(served.client, table.gm)
    assert (await gm.get()).code == (401, "wrong_token")
    gm.token = token
    view = await gm.view()
    assert (view["name"], view["viewer"], view["round"], view["result"]["outcome"]) == (
        "The Bent Copper",
        "gm",
        1,
        "voided",
    )
    assert [found["round"] for found in (await gm.get("/rounds"))["rounds"]] == [1]
    assert len((await gm.get("/rounds/1"))["frames"]) == 2
    assert (await gm.get("/export")).body == (tmp_path / "evening.jsonl").read_bytes()
    acting = await gm.get("?acts_for=bri")
    assert (view["you"]["actions"], acting["you"]["acts_for"]["bri"]["actions"]) == ([], [])
    assert (await gm.give("start_round")).code == (409, "archived")
    assert (await gm.post("/seats", {"name": "Eve"})).code == (409, "archived")
    await stop(served)


async def test_no_token_of_the_old_table_works_even_in_the_store_that_it_comes_from(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    table, _ = await play_and_export(path, tmp_path)
    assert (await visit("delete", table.id, "--yes", "--store", path)).exit_code == 0
    assert (await visit("import", tmp_path / "evening.jsonl", "--store", path)).exit_code == 0

    served = await serve(path, chance=2)

    for token in (table.gm.token, table.invite):
        caller = table.again(served.client, table.gm)
        caller.token = token
        assert (await caller.get()).code == (401, "wrong_token")
    assert (await table.again(served.client, table.public).view())["name"] == "The Bent Copper"
    await stop(served)


async def test_clients_that_remember_the_table_learn_that_its_log_is_another(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    served = await serve(path)
    table = await a_table(served)
    other = await served.open("twentyone", name="The Sunken Bell")
    exported = await visit("export", path, "--table", table.id, "--output", tmp_path / "early.jsonl")
    assert exported.exit_code == 0
    await table.gm.did("void_round", reason="late")
    seen, elsewhere = await table.public.get(), await other.public.get()
    cursor = (await table.public.get("/events?after=0")).json
    await stop(served)
    assert (await visit("delete", table.id, "--yes", "--store", path)).exit_code == 0
    assert (await visit("import", tmp_path / "early.jsonl", "--store", path)).exit_code == 0

    served = await serve(path, chance=2)

    for before, caller in ((seen, table.public), (elsewhere, other.public)):
        again = table.again(served.client, caller)
        assert (await again.get("", {"If-None-Match": before.headers["ETag"]})).status == 200
    late = f"/events?after={cursor['version']}&epoch={cursor['epoch']}"
    assert (await table.again(served.client, table.public).get(late)).code == (409, "log_replaced")
    await stop(served)


def test_an_existing_table_is_not_overwritten_by_an_import(tmp_path: Path) -> None:
    store = tmp_path / "tavern.db"
    assert tavern("import", export_of(tmp_path), "--store", store).exit_code == 0
    before = tavern("tables", "--store", store, "--json").stdout

    problem = failure_of(tavern("import", export_of(tmp_path), "--store", store))

    assert problem.startswith(f"Error: nothing was imported: table {TABLE} exists already")
    assert tavern("tables", "--store", store, "--json").stdout == before


def _changed(lines: list[bytes]) -> list[bytes]:
    lines[1] = lines[1].replace(b'"amount_cp":1000000', b'"amount_cp":2000000')
    return lines


def _cut(lines: list[bytes]) -> list[bytes]:
    return [*lines[:-1], lines[-1][:-10]]


def _gap(lines: list[bytes]) -> list[bytes]:
    return [*lines[:4], *lines[5:]]


def _garbled(lines: list[bytes]) -> list[bytes]:
    lines[6] = b"\xff" + lines[6]
    return lines


def _earlier(lines: list[bytes]) -> list[bytes]:
    def backdate(entry: dict[str, object]) -> None:
        entry["at"] = "2001-01-01T00:00:00.000Z"

    return forged(lines, 5, backdate)


def _twice(lines: list[bytes]) -> list[bytes]:
    lines[1] = lines[1].replace(b'"actor"', b'"actor":"gm","actor"', 1)
    return [*lines[:2], *chained(lines[1], lines[2:])]


def _cursed(lines: list[bytes]) -> list[bytes]:
    """A table whose name clears the screen, as no server accepts it."""

    def curse(entry: dict[str, Any]) -> None:
        for part in (entry["command"], event(entry, "table_opened")):
            part["name"] = "\x1b[2J"

    return forged(lines, 1, curse)


@pytest.mark.parametrize(
    ("damage", "where"),
    [
        (_changed, "entry 2 is invalid (rerun_differs): event 2 (coins_moved): amount_cp is 2000000"),
        (_cut, "is invalid (truncated)"),
        (_gap, "entry 5 is invalid (chain_broken)"),
        (_garbled, "line 7 is invalid (unreadable)"),
        (_earlier, "entry 5 is invalid (time_goes_back)"),
        (_twice, "entry 2 is invalid (unreadable): the line is not an entry: a member is named twice"),
        (_cursed, "entry 1 is invalid (rerun_differs): "),
    ],
)
def test_a_damaged_export_is_refused_by_its_entry_before_anything_is_written(
    tmp_path: Path, damage: Callable[[list[bytes]], list[bytes]], where: str
) -> None:
    export = export_of(tmp_path, damage(list(evening().lines)))

    problem = failure_of(tavern("import", export, "--store", tmp_path / "tavern.db"))

    assert problem.startswith(f"Error: nothing was imported from {export}: ")
    assert where in problem
    assert sorted(path.name for path in tmp_path.iterdir()) == [export.name]


def test_a_header_that_is_not_its_lines_is_refused(tmp_path: Path) -> None:
    lines = list(evening().lines)
    whole = b"".join(write_export(TABLE, lines)).splitlines(keepends=True)
    (tmp_path / "cut.jsonl").write_bytes(b"".join(whole[:-1]))
    (tmp_path / "none.jsonl").write_bytes(b"".join(write_export(TABLE, [])))
    (tmp_path / "odd.jsonl").write_bytes(b"".join(write_export("../../etc", lines)))

    def refusal(name: str) -> str:
        return failure_of(tavern("import", tmp_path / name, "--store", tmp_path / "tavern.db"))

    assert f"the header says {len(lines)} entries, and there are {len(lines) - 1}" in refusal("cut.jsonl")
    assert refusal("none.jsonl") == f"Error: {tmp_path / 'none.jsonl'} has no entries"
    assert f"in the header of {tmp_path / 'odd.jsonl'} is not a valid table id" in refusal("odd.jsonl")
    assert "wrong_table" in failure_of(
        tavern("import", export_of(tmp_path, lines, table="another"), "--store", tmp_path / "tavern.db")
    )
    assert not (tmp_path / "tavern.db").exists()


def test_an_export_is_taken_from_standard_input(tmp_path: Path) -> None:
    store = tmp_path / "tavern.db"
    imported = tavern("import", "-", "--store", store, stdin=export_of(tmp_path).read_bytes())

    assert imported.exit_code == 0
    (kept,) = json_of(tavern("tables", "--store", store, "--json"))
    assert (kept["table"], kept["archive"], kept["closed"], kept["entries"]) == (
        TABLE,
        True,
        True,
        len(evening().lines),
    )


async def test_while_a_server_has_the_store_open_nothing_is_imported(tmp_path: Path) -> None:
    served = await serve(tmp_path / "tavern.db")

    problem = failure_of(await visit("import", export_of(tmp_path), "--store", tmp_path / "tavern.db"))

    assert "has " in problem
    assert problem.endswith("tavern.db open: stop it first and restart it afterwards")
    assert await served.store.tables() == []
    await stop(served)


async def test_a_store_is_no_export(tmp_path: Path) -> None:
    await stop(await serve(tmp_path / "tavern.db"))

    problem = failure_of(await visit("import", tmp_path / "tavern.db", "--store", tmp_path / "new.db"))

    assert problem.endswith("is a store, not an export: tavern export writes one of its tables, tavern backup all")
    assert "cannot be read: no such file" in failure_of(
        await visit("import", tmp_path / "nothing", "--store", "new.db")
    )

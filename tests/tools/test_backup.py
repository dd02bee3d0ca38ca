import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.serving import Answer, Opened, Served
from tests.tools.running import failure_of, tavern
from tests.tools.visiting import a_table, serve, stop, visit


async def views(table: Opened, served: Served, *others: Opened) -> list[object]:
    """What the GM, the public and each seat are shown of tables, at a server."""
    callers = [(opened, caller) for opened in (table, *others) for caller in (opened.gm, opened.public)]
    return [(await opened.again(served.client, caller).view(), caller.token) for opened, caller in callers]


def etag(answer: Answer) -> str:
    return str(answer.headers["ETag"])


async def test_a_server_on_a_copy_shows_the_same_to_the_same_tokens_in_another_epoch(tmp_path: Path) -> None:
    served = await serve(tmp_path / "tavern.db")
    table = await a_table(served)
    bell = await a_table(served, "The Sunken Bell")
    ada = await table.sit("Ada")
    before = await views(table, served, bell)
    seen = await ada.get()
    events = await ada.get("/events?after=0")

    made = await visit("backup", "--to", tmp_path / "copy.db", "--store", tmp_path / "tavern.db")

    assert made.exit_code == 0
    entries = sum(info.seq for info in await served.store.tables())
    assert made.stderr.startswith(f"copied and checked 2 tables with {entries} entries, ")
    assert made.stderr.endswith(f": {tmp_path / 'copy.db'}\n")
    await table.gm.did("void_round", reason="after the copy")
    late = await ada.get("/events?after=0")
    restored = await serve(tmp_path / "copy.db", chance=2)
    assert await views(table, restored, bell) == before
    again = table.again(restored.client, ada)
    assert (await again.get()).json == seen.json
    assert etag(await again.get()) != etag(seen)
    then = await again.get("/events?after=0")
    assert then["entries"] == events["entries"]
    assert then["epoch"] != events["epoch"] == late["epoch"]
    stale = await again.get(f"/events?after={late['version']}&epoch={late['epoch']}")
    assert stale.code == (409, "log_replaced")
    assert (await again.get("", {"If-None-Match": etag(seen)})).status == 200
    await table.again(restored.client, table.gm).did("void_round", reason="otherwise")
    await stop(restored)
    await stop(served)


async def test_play_goes_on_while_copies_are_made(tmp_path: Path) -> None:
    served = await serve(tmp_path / "tavern.db")
    table = await served.open("twentyone")
    ada = await table.sit("Ada")
    played, copying = 0, True

    async def play() -> None:
        nonlocal played
        while copying:
            await ada.did("set_luck", luck=f"word {played}")
            played += 1

    playing = asyncio.create_task(play())
    counts: list[int] = []
    for n in range(3):
        begun = played
        made = await visit("backup", "--to", tmp_path / f"copy-{n}.db", "--store", tmp_path / "tavern.db")
        assert made.exit_code == 0, made.stderr
        counts.append(begun)
    copying = False
    await playing
    for n, begun in enumerate(counts):
        assert (await visit("audit", tmp_path / f"copy-{n}.db")).exit_code == 0
        restored = await serve(tmp_path / f"copy-{n}.db", chance=2)
        luck = (await table.again(restored.client, ada).view())["seats"][0]["luck"]
        assert begun - 1 <= int(luck.removeprefix("word ") or -1) <= played
        await stop(restored)
    await stop(served)


async def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    await stop(await serve(tmp_path / "tavern.db"))
    copy = tmp_path / "copy.db"
    assert (await visit("backup", "--to", copy, "--store", tmp_path / "tavern.db")).exit_code == 0

    problem = failure_of(await visit("backup", "--to", copy, "--store", tmp_path / "tavern.db"))

    assert problem == f"Error: {copy} exists already and is not overwritten."


def test_nothing_is_created_without_a_store(tmp_path: Path) -> None:
    store = tmp_path / "tavern.db"
    problem = failure_of(tavern("backup", store, "--to", tmp_path / "copy.db"))
    assert problem == f"Error: there is no store at {store}."
    assert list(tmp_path.iterdir()) == []


async def test_a_folder_keeps_the_newest_copies_and_whatever_else_is_in_it(tmp_path: Path) -> None:
    await stop(await serve(tmp_path / "tavern.db"))
    copies = tmp_path / "copies"
    copies.mkdir()
    older = [copies / f"tavern-2026-01-0{day}T030000Z.db" for day in (1, 2, 3)]
    for other in (*older, copies / "tavern-by-hand.db"):
        other.write_bytes(b"")

    made = await visit("backup", tmp_path / "tavern.db", "--to", copies, "--keep", "2", "--verify")

    assert made.exit_code == 0
    assert "✓ all 10 parts of " in made.stdout
    left = sorted(copies.iterdir())
    assert [path.name for path in left if path not in older][1:] == ["tavern-by-hand.db"]
    assert [path for path in left if path in older] == older[2:]


async def test_older_copies_are_kept_if_the_new_one_is_damaged(tmp_path: Path) -> None:
    served = await serve(tmp_path / "tavern.db")
    await a_table(served)
    await stop(served)
    with closing(sqlite3.connect(tmp_path / "tavern.db")) as connection, connection:
        connection.execute("UPDATE secrets SET secret = zeroblob(32)")
    copies = tmp_path / "copies"
    copies.mkdir()
    (copies / "tavern-2026-01-01T030000Z.db").write_bytes(b"")

    made = await visit("backup", tmp_path / "tavern.db", "--to", copies, "--keep", "1")

    assert made.exit_code == 1
    older, damaged = sorted(copies.iterdir())
    assert (older.name, damaged.stem.endswith("-damaged")) == ("tavern-2026-01-01T030000Z.db", True)
    assert (await visit("backup", tmp_path / "tavern.db", "--to", copies, "--keep", "2")).exit_code == 1
    assert older.exists()


async def test_neither_the_new_copy_nor_a_store_among_the_copies_is_deleted(tmp_path: Path) -> None:
    store = tmp_path / "tavern-2020-01-01T000000Z.db"
    await stop(await serve(store))
    later = tmp_path / "tavern-2099-01-01T000000Z.db"
    later.write_bytes(b"")

    assert (await visit("backup", store, "--to", tmp_path, "--keep", "1")).exit_code == 0

    left = await asyncio.to_thread(lambda: sorted(path.name for path in tmp_path.glob("*.db")))
    assert [left[0], len(left)] == [store.name, 2]
    assert later.name not in left


async def test_a_folder_that_does_not_exist_is_not_taken_for_a_file(tmp_path: Path) -> None:
    await stop(await serve(tmp_path / "tavern.db"))

    problem = failure_of(await visit("backup", tmp_path / "tavern.db", "--to", f"{tmp_path}/copies/"))

    assert problem == f"Error: {tmp_path}/copies/ is not a folder"


@pytest.mark.parametrize(
    "options",
    [
        (), ("--to", "copy.db", "--follow", "copies"), ("--to", "copy.db", "--keep", "3"),
        ("--to", "copy.db", "--once"), ("--follow", "copies", "--verify"),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together_are_refused(tmp_path: Path, options: tuple[str, ...]) -> None:
    assert tavern("backup", tmp_path / "tavern.db", *options).exit_code == 2
    assert list(tmp_path.iterdir()) == []

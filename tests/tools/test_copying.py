"""Copying a whole store to another one: from a file to PostgreSQL, and back."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from events.storage.contract import AppendRecords, Store, StoreUnreadable
from events.storage.contract.copying import CopyableStore
from events.storage.copying import copy_store
from events.storage.opening import open_copyable, open_store
from games.installed import CATALOGUE
from tests.events.storage.contract_maintenance import LOG, all_of, keep_much
from tests.postgres import Postgres
from tests.server.serving import Caller, Opened, Served, start_server
from tests.tools.running import failure_of, json_of
from tests.tools.visiting import a_table, stop, visit


async def served_on(address: str, *, chance: int = 1) -> Served:
    return await start_server(CATALOGUE, await open_store(address, shared=True), chance=chance)


class Played(NamedTuple):
    """A table in the midst of a round, in which one player has acted, and what was answered and seen there."""

    table: Opened
    actor: Caller
    other: Caller
    answer: Any
    etag: str
    cursor: Any
    chat: Any


async def played(served: Served) -> Played:
    table = await served.open("twentyone", name="The Bent Copper", gm={"name": "Mo"})
    bri, odo = [await table.sit(name) for name in ("Bri", "Odo")]
    await table.gm.did("start_round")
    actor, other = (bri, odo) if bri.seat in (await bri.view())["to_act"] else (odo, bri)
    for text in ("hello", "a regret"):
        await actor.post("/chat", {"text": text})
    assert (await table.gm.delete("/chat/2")).status == 200
    answer = await actor.did("cut", id="once")
    seen = await actor.get()
    cursor = (await actor.get("/events?after=0")).json
    return Played(table, actor, other, answer, seen.headers["ETag"], cursor, (await actor.get("/chat")).json)


async def is_played_on(served: Served, before: Played) -> None:
    """The same tokens are valid, the same id has its first answer, readers start over once, and the round goes on."""
    actor, other, gm = (before.table.again(served.client, one) for one in (before.actor, before.other, before.table.gm))
    assert (await actor.get("", {"If-None-Match": before.etag})).status == 200
    late = f"/events?after={before.cursor['version']}&epoch={before.cursor['epoch']}"
    assert (await actor.get(late)).code == (409, "log_replaced")
    again = await actor.did("cut", id="once")
    assert again["version"] == before.answer["version"] == (await actor.view())["version"]
    assert (await actor.get("/chat")).json["messages"] == before.chat["messages"]
    faces = [
        [die["face"] for seat in view["seats"] for die in seat["dice"] if seat["seat"] == actor.seat and die["hole"]]
        for view in (await actor.view(), await other.view())
    ]
    assert [[face is None for face in seen] for seen in faces] == [[False], [True]]
    to_act = (await actor.view())["to_act"]
    await (actor if actor.seat in to_act else other).did("hold")
    await gm.did("void_round", reason="late")
    await gm.did("start_round")


async def is_whole(address: str) -> None:
    for asked in (("check", "--full", "--store", address), ("audit", address)):
        done = await visit(*asked)
        assert done.exit_code == 0, done.output


def contents(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


async def test_a_round_begun_on_a_file_is_played_on_in_postgresql_and_again_on_a_file(
    postgres: Postgres, tmp_path: Path
) -> None:
    first, second = f"sqlite:///{tmp_path}/1.db", f"sqlite:///{tmp_path}/2.db"
    served = await served_on(first)
    before = await played(served)
    public_key = (await served.get("/api/key")).json
    await stop(served)
    kept = contents(tmp_path / "1.db")
    # A server made the schema, with keys of its own.
    await stop(await served_on(postgres.address, chance=2))

    copied = await visit("copy", tmp_path / "1.db", "--to", postgres.address)

    assert copied.exit_code == 0, copied.output
    line, warning, _ = copied.stderr.splitlines()
    assert line.startswith("copied and compared 1 table with 5 entries, ")
    assert warning.startswith(f"{first} was not changed.")
    assert contents(tmp_path / "1.db") == kept
    assert postgres.sql("SELECT name FROM meta ORDER BY name").split() == ["schema", "server_key", "signing_key"]
    await is_whole(postgres.address)
    served = await served_on(postgres.address, chance=3)
    assert (await served.get("/api/key")).json == public_key
    await is_played_on(served, before)
    again = await played(served)
    await stop(served)
    await is_whole(postgres.address)

    copied = await visit("copy", postgres.address, "--to", second)

    assert copied.exit_code == 0, copied.output
    await is_whole(second)
    served = await served_on(second, chance=4)
    await is_played_on(served, again)
    await stop(served)
    await is_whole(second)


async def filled(address: str) -> None:
    """A store with tables whose lines are no entries."""
    store = await open_store(address)
    for table in ("t", "u", "v"):
        await keep_much(store, table)
    await store.import_table("archived", LOG, [])
    await store.server_key(b"k" * 32)
    await store.close()


async def told(store: Store, table: str) -> list[object]:
    """What a store has of a table, without positions, snapshots and analyses."""
    lines, *rest = await all_of(store, table)
    assert isinstance(lines, list)
    return [[(one.seq, one.line) for one in lines], *rest[:9], *rest[11:]]


@pytest.mark.parametrize("to_file", [False, True])
async def test_everything_beside_the_log_is_copied(postgres: Postgres, tmp_path: Path, to_file: bool) -> None:
    file = f"sqlite:///{tmp_path}/1.db"
    old, new = (postgres.address, file) if to_file else (file, postgres.address)
    await filled(old)
    source, target = await open_copyable(old), await open_copyable(new)
    copied = await copy_store(source, target, old, lambda: None)
    assert (copied.tables, copied.entries) == (4, 3 * 5 + len(LOG))
    assert copied.bytes == source.size() == target.size()
    for info in await source.tables():
        assert await told(target, info.table) == await told(source, info.table)
    assert [one.table for one in await target.tables()] == [one.table for one in await source.tables()]
    assert [one.table for one in await target.directory(None, 9)] == ["t", "u", "v"]
    assert await target.epoch("fresh") == "fresh"
    for store in (source, target):
        await store.close()


class Interrupted(Exception):
    """The command that copies died."""


async def interrupted(source: CopyableStore, target: CopyableStore, name: str, after: int) -> None:
    """A copy that is interrupted after some tables."""
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        if done == after:
            raise Interrupted

    with pytest.raises(Interrupted):
        await copy_store(source, target, name, count)


@pytest.mark.parametrize("to_file", [False, True])
async def test_an_interrupted_copy_is_opened_by_no_server_and_goes_on(
    postgres: Postgres, tmp_path: Path, to_file: bool
) -> None:
    file = f"sqlite:///{tmp_path}/1.db"
    old, new = (postgres.address, file) if to_file else (file, postgres.address)
    await filled(old)
    source, target = await open_copyable(old), await open_copyable(new)
    await interrupted(source, target, old, 3)
    # Meanwhile the source was used again: one table was written to, one deleted, one opened.
    await source.append("t", 6, b"{}", AppendRecords())
    await source.delete("u")
    await source.append("w", 1, b"{}", AppendRecords())
    for store in (source, target):
        await store.close()
    for shared in (True, False):
        with pytest.raises(StoreUnreadable, match=r"is an incomplete copy of .*: run tavern copy again"):
            await open_store(new, shared=shared)
    assert "is an incomplete copy of" in failure_of(await visit("delete", "t", "--yes", "--store", new))
    assert "is an incomplete copy of" in (await visit("serve", "--check", "--store", new)).stderr
    notes = json_of(await visit("check", "--store", new, "--json"))["notes"]
    assert any("an incomplete copy of" in one for one in notes)
    assert "is an incomplete copy of" in failure_of(await visit("copy", new, "--to", tmp_path / "3.db"))
    assert "has an incomplete copy of" in failure_of(await again_from_another(tmp_path, new))

    source, target = await open_copyable(old), await open_copyable(new)
    await copy_store(source, target, old, lambda: None)

    tables = {info.table: info for info in await source.tables()}
    assert {info.table: info for info in await target.tables()} == tables
    assert tables.keys() == {"t", "v", "w", "archived"}
    assert target.size() == source.size()
    for store in (source, target):
        await store.close()
    await (await open_store(new, shared=True)).close()


async def again_from_another(folder: Path, new: str) -> Any:
    await (await open_store(f"sqlite:///{folder}/another.db")).close()
    return await visit("copy", folder / "another.db", "--to", new)


async def test_the_command_completes_what_was_interrupted(postgres: Postgres, tmp_path: Path) -> None:
    old = f"sqlite:///{tmp_path}/1.db"
    served = await served_on(old)
    before = await played(served)
    await a_table(served, "The Sunken Bell")
    await stop(served)
    source, target = await open_copyable(old), await open_copyable(postgres.address)
    await interrupted(source, target, old, 1)
    for store in (source, target):
        await store.close()
    copied = await visit("copy", tmp_path / "1.db", "--to", postgres.address)
    assert copied.exit_code == 0, copied.output
    assert copied.stderr.startswith("copied and compared 2 tables with ")
    await is_whole(postgres.address)
    served = await served_on(postgres.address, chance=2)
    await is_played_on(served, before)
    await stop(served)


async def test_a_target_that_is_not_empty_is_refused_and_left_as_it_is(postgres: Postgres, tmp_path: Path) -> None:
    served = await served_on(f"sqlite:///{tmp_path}/1.db")
    await a_table(served)
    await stop(served)
    store = await open_store(postgres.address)
    await keep_much(store, "mine")
    await store.close()
    told = failure_of(await visit("copy", tmp_path / "1.db", "--to", postgres.address))
    assert (
        told == f"Error: nothing was copied to {postgres.address}: it has tables (1), and a copy needs an empty store."
    )
    store = await open_store(postgres.address)
    assert [info.table for info in await store.tables()] == ["mine"]
    await store.close()
    # So is a complete copy, which may have been played on.
    assert (await visit("copy", tmp_path / "1.db", "--to", tmp_path / "2.db")).exit_code == 0
    assert "it has tables (1)" in failure_of(await visit("copy", tmp_path / "1.db", "--to", tmp_path / "2.db"))


async def test_while_a_server_has_either_store_open_nothing_is_copied(postgres: Postgres, tmp_path: Path) -> None:
    file = tmp_path / "1.db"
    served = await served_on(f"sqlite:///{file}")
    await a_table(served)
    told = failure_of(await visit("copy", file, "--to", postgres.address))
    assert told.startswith("Error: a server (process ")
    assert told.endswith("1.db open: stop it first and restart it afterwards")
    await stop(served)
    # The target was not even created.
    assert postgres.sql("SELECT to_regclass('tavern.meta') IS NULL", postgres.address).strip() == "t"
    served = await served_on(postgres.address)
    for old, new in ((file, postgres.address), (postgres.address, tmp_path / "2.db")):
        told = failure_of(await visit("copy", old, "--to", new))
        assert "is in use by a server or another command" in told
    await stop(served)


async def test_what_cannot_be_copied_says_why(postgres: Postgres, tmp_path: Path) -> None:
    file = tmp_path / "1.db"
    told = failure_of(await visit("copy", file, "--to", postgres.address))
    assert "there is no store at" in told
    assert not file.exists()
    served = await served_on(f"sqlite:///{file}")
    await a_table(served)
    await stop(served)
    told = failure_of(await visit("copy", file, "--to", f"sqlite:///{file}"))
    assert told == f"Error: the source and the target, --to sqlite:///{file}, are the same store"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("UPDATE log SET line = replace(line, 'Bri', 'Brx') WHERE seq = 2")
    told = failure_of(await visit("copy", file, "--to", postgres.address))
    assert told.startswith("Error: nothing was copied: the log of table ")
    assert postgres.sql("SELECT to_regclass('tavern.meta') IS NULL", postgres.address).strip() == "t"

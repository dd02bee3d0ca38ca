"""The command line on a store with several shards."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from events.store import AppendRecords
from events.stores.opening import open_store
from events.stores.sharded import ShardedStore, move_table
from games.installed import CATALOGUE
from tests.events.stores.test_sharded import begun
from tests.postgres import Postgres
from tests.server.serving import Served, start_server
from tests.tools.running import failure_of, json_of, settings_of, tavern
from tests.tools.test_settings import errors_of, written
from tests.tools.visiting import a_table, stop, visit


async def served_on(address: str) -> Served:
    return await start_server(CATALOGUE, await open_store(address, shared=True))


def files(folder: Path) -> list[str]:
    """Shards in two files; new tables go to the second."""
    return ["--store", f"one!=sqlite:///{folder}/1.db", "--store", f"two=sqlite:///{folder}/2.db"]


async def test_every_command_takes_the_addresses_of_all_shards(postgres: Postgres, tmp_path: Path) -> None:
    address = f"one!={postgres.address},two={postgres.second}"
    served = await served_on(address)
    table = await a_table(served)
    assert table.id.endswith("-two")
    store = ("--store", f"one!={postgres.address}", "--store", f"two={postgres.second}")

    (listed,) = json_of(await visit("tables", *store, "--json"))
    assert (listed["table"], listed["name"], listed["entries"]) == (table.id, "The Bent Copper", 4)
    assert (await visit("token", table.id, *store)).stdout.strip() == table.gm.token
    assert (await visit("audit", address)).exit_code == 0
    for asked in (("check", *store), ("check", *store, "--full")):
        assert (await visit(*asked)).exit_code == 0
    assert (await visit("replay", address, "--as", "Bri")).exit_code == 0
    assert "in use by a server or another command" in failure_of(await visit("delete", table.id, "--yes", *store))
    await table.gm.did("void_round", reason="late")
    exported = await visit("export", address, "--output", tmp_path / "evening.jsonl")
    assert exported.exit_code == 0
    await stop(served)

    deleted = await visit("delete", table.id, "--yes", "--store", address)
    assert (deleted.exit_code, deleted.stderr) == (0, "deleted The Bent Copper\n")
    imported = await visit("import", tmp_path / "evening.jsonl", env={"TAVERN_STORE": address})
    assert imported.exit_code == 0
    assert (await visit("export", address)).stdout_bytes == (tmp_path / "evening.jsonl").read_bytes()


async def test_a_table_is_moved_while_servers_run(postgres: Postgres) -> None:
    address = f"one!={postgres.address} two={postgres.second}"
    served = await served_on(address)
    table = await a_table(served)
    moved = await visit("move", "The Bent Copper", "one", "--store", address)
    assert (moved.exit_code, moved.stderr) == (0, "moved The Bent Copper from two to one: 4 entries\n")
    again = await visit("move", table.id, "one", "--store", address)
    assert (again.exit_code, again.stderr) == (0, "The Bent Copper is in one already\n")
    await table.gm.did("void_round", reason="late")
    assert (await visit("audit", address)).exit_code == 0
    assert (await visit("token", table.id, "--store", address)).stdout.strip() == table.gm.token
    await stop(served)


async def test_a_table_is_moved_between_files_while_no_server_runs(tmp_path: Path) -> None:
    one, two = f"one!=sqlite:///{tmp_path}/1.db", f"two=sqlite:///{tmp_path}/2.db"
    served = await served_on(f"{one} {two}")
    table = await a_table(served)
    assert "is in use by another server" in failure_of(await visit("move", table.id, "one", *files(tmp_path)))
    await stop(served)
    before = (await visit("export", f"{one} {two}")).stdout_bytes
    moved = await visit("move", table.id, "one", *files(tmp_path))
    assert moved.exit_code == 0
    assert (await visit("export", f"{one} {two}")).stdout_bytes == before
    (listed,) = json_of(await visit("tables", "--store", tmp_path / "1.db", "--json"))
    assert listed["table"] == table.id
    assert "there are no tables" in failure_of(await visit("tables", "--store", tmp_path / "2.db"))


async def test_what_cannot_be_moved_says_why(tmp_path: Path) -> None:
    served = await served_on(" ".join(files(tmp_path)[1::2]))
    table = await a_table(served)
    await stop(served)
    told = failure_of(await visit("move", table.id, "three", *files(tmp_path)))
    assert told == "Error: there is no shard three; there are: one, two"
    told = failure_of(await visit("move", table.id, "two", "--store", tmp_path / "2.db"))
    assert "is one of several shards, two: give them all" in told


async def test_a_copy_that_a_move_left_behind_is_noted(tmp_path: Path) -> None:
    address = f"one=sqlite:///{tmp_path}/1.db two=sqlite:///{tmp_path}/2.db"
    store = await open_store(address)
    assert isinstance(store, ShardedStore)
    await store.append("t", 1, b"{}", AppendRecords())
    await begun(store, 2)
    await store.close()
    checked = json_of(await visit("check", "--store", address, "--json"))
    assert checked["wrong"] == []
    assert "Shard two has a copy of table t, which is in shard one" in checked["notes"][0]


async def test_what_is_wrong_with_a_shard_names_it(tmp_path: Path) -> None:
    address = f"one=sqlite:///{tmp_path}/1.db two=sqlite:///{tmp_path}/2.db"
    store = await open_store(address)
    await store.append("t-two", 1, b"{}", AppendRecords())
    await store.close()
    checked = await visit("check", "--store", address, "--full", "--json")
    assert checked.exit_code == 1
    assert {(one["shard"], one["table"]) for one in json_of(checked)["wrong"]} == {("two", "t-two")}
    assert "shard two, log, table t-two" in (await visit("check", "--store", address, "--full")).stdout


async def test_what_is_for_one_file_alone_says_so(tmp_path: Path) -> None:
    for asked in (("backup", "copy", *files(tmp_path)), ("repair", files(tmp_path)[1], "--to", "copy")):
        assert "this is for one file: name that of one shard" in failure_of(await visit(*asked))


async def test_the_settings_say_whether_the_shards_can_be_used(postgres: Postgres) -> None:
    address = postgres.shards.replace("tavern@", "tavern:tell-nobody@")
    checked = await visit("serve", "--check", "--store", address)
    assert "there is no store in postgresql://tavern@127.0.0.1" in checked.stderr
    checked = await visit("serve", "--check", "--create", "--store", address)
    assert checked.stdout.count("can be reached, and its store will be created.") == 2
    await (await open_store(address)).close()
    checked = await visit("serve", "--check", "--store", address)
    assert checked.stdout.count("is usable: 0 tables.") == 2
    assert "tell-nobody" not in checked.output


def test_shards_are_given_one_by_one_or_as_a_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = "one=sqlite:////srv/my tavern.db", "two!=sqlite:////srv/2.db"
    together = f"{one} {two}"
    path = written(tmp_path, f'store = ["{one}", "{two}"]\n')
    assert settings_of("--store", one, "--store", two).store == together
    assert settings_of("--store", f"{one},{two}").store == f"{one},{two}"
    assert settings_of("--config", path).store == together
    monkeypatch.setenv("TAVERN_STORE", together)
    assert settings_of().store == together
    monkeypatch.setenv("TAVERN_STORE", "sqlite:////srv/my tavern.db")
    assert settings_of().store == "sqlite:////srv/my tavern.db"
    # Of two addresses without names the last counts, as it always did.
    assert settings_of("--store", "memory:", "--store", "sqlite:///a.db").store == "sqlite:///a.db"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["One=memory:"], "store (--store): 'One' is not the name of a shard"),
        (["one=memory:", "one=memory:"], "store (--store): two shards are named one."),
        (["one=sqlite:///", "two=sqlite:///b"], "store (--store): 'sqlite:///' is not the address of a store"),
        (["one=memory:", "sqlite:///b"], "store (--store): 'memory: sqlite:///b' is not the address of a store"),
    ],
)
def test_shards_that_cannot_be_used_are_reported_with_the_other_settings(given: list[str], told: str) -> None:
    arguments = [part for one in given for part in ("--store", one)]
    (error,) = errors_of(*arguments)
    assert error.startswith(told)


async def test_tokens_of_every_shard_are_compared_with_the_key_of_the_first(postgres: Postgres, tmp_path: Path) -> None:
    statement = "UPDATE tokens SET hash = 'x' WHERE viewer = 'gm'"

    def spoil_file() -> None:
        with closing(sqlite3.connect(tmp_path / "2.db", isolation_level=None)) as connection:
            connection.execute(statement)

    in_files = " ".join(files(tmp_path)[1::2])
    in_databases = f"one!={postgres.address} two={postgres.second}"
    spoilers = [(in_files, spoil_file), (in_databases, lambda: postgres.sql(statement, postgres.second))]
    for address, spoil in spoilers:
        served = await served_on(address)
        await a_table(served)
        await stop(served)
        assert (await visit("check", "--store", address, "--full")).exit_code == 0
        spoil()
        (wrong,) = json_of(await visit("check", "--store", address, "--full", "--json"))["wrong"]
        assert (wrong["shard"], wrong["part"], wrong["remedy"]) == ("two", "tokens", "renew")


async def test_a_check_of_the_settings_refuses_the_shards_that_a_server_would(tmp_path: Path) -> None:
    one, two = f"sqlite:///{tmp_path}/1.db", f"sqlite:///{tmp_path}/2.db"
    await (await open_store(f"one={one} two={two}")).close()
    assert (await visit("serve", "--check", "--store", f"one={one} two={two}")).exit_code == 0
    for store, why in {
        f"two={two} one={one}": "the store at the address of the first shard, two is that of shard two",
        f"one={one} three={two}": "the store at the address of shard three is that of shard two",
        one: "is one of several shards, one: give them all",
    }.items():
        assert why in (await visit("serve", "--check", "--store", store)).stderr, store
    added = await visit("serve", "--check", "--create", "--store", f"one={one} two={two} new=sqlite:///{tmp_path}/3.db")
    assert added.stdout.endswith("3.db will be created.\n")


async def test_a_shard_to_which_a_table_went_has_to_be_given_until_the_move_back_is_finished(tmp_path: Path) -> None:
    store = files(tmp_path)
    opened = await open_store(f"{store[1]} {store[3]}")
    await opened.append("t", 1, b"{}", AppendRecords())
    assert isinstance(opened, ShardedStore)
    one, two = opened.routing.shards
    await move_table(opened, "t", two)
    # The move back dies when the table is back, before that is noted.
    await two.store.begin_move("t", 2)
    whole = await two.store.take_out("t")
    await one.store.put_in(whole, 2)
    await two.store.hand_over(whole, 2, "one")
    await opened.close()
    told = failure_of(await visit("tables", *store[:2]))
    assert told.startswith("Error: table t was moved to shard two, which is not among the shards here: give them all.")
    opened = await open_store(f"{store[1]} {store[3]}")
    assert isinstance(opened, ShardedStore)
    assert await move_table(opened, "t", opened.routing.first) is None
    await opened.close()
    (listed,) = json_of(await visit("tables", *store[:2], "--json"))
    assert listed["table"] == "t"


async def test_a_shard_through_which_a_table_went_can_be_removed(tmp_path: Path) -> None:
    store = files(tmp_path)
    await (await open_store(f"{store[1]} {store[3]}")).close()
    served = await served_on(f"one=sqlite:///{tmp_path}/1.db")
    table = await a_table(served)
    await stop(served)
    for to in ("two", "one"):
        moved = await visit("move", table.id, to, *store)
        assert moved.exit_code == 0, moved.output
    (listed,) = json_of(await visit("tables", *store[:2], "--json"))
    assert listed["table"] == table.id
    served = await served_on(f"one=sqlite:///{tmp_path}/1.db")
    await table.again(served.client, table.gm).did("void_round", reason="late")
    await stop(served)


def _names_shard(stderr: str, name: str) -> bool:
    """Whether the one line on standard error warns that a shard is away."""
    (line,) = stderr.splitlines()
    return line.startswith(f"Warning: shard {name} cannot be reached, so its tables are left out: ")


@pytest.mark.parametrize("away", ["one", "two"])
async def test_while_a_shard_is_away_the_tables_of_the_others_can_be_looked_at(
    postgres: Postgres, tmp_path: Path, away: str
) -> None:
    shards = {"one": postgres.address, "two": postgres.second}
    if away == "one":
        # The second database is the one that can be closed.
        shards = {"one": postgres.second, "two": postgres.address}
    address = " ".join(f"{name}={where}" for name, where in shards.items())
    tables = {}
    for name, closed in (("one", "two"), ("two", "one")):
        served = await served_on(address.replace(f"{closed}=", f"{closed}!="))
        table = await a_table(served, f"The Sign of {name}")
        await table.gm.did("void_round", reason="late")
        tables[name] = table
        await stop(served)
    heads = (await visit("tables", "--heads", "--store", address)).stdout
    await asyncio.to_thread((tmp_path / "heads.jsonl").write_text, heads)
    lost, kept = tables.pop(away), tables.popitem()[1]
    postgres.close_second()
    store = ("--store", address)

    listed = await visit("tables", *store, "--json")
    assert (listed.exit_code, [one["table"] for one in json_of(listed)]) == (1, [kept.id])
    assert _names_shard(listed.stderr, away)
    published = await visit("tables", *store, "--heads")
    assert (published.exit_code, published.stdout.splitlines()[0] in heads, kept.id in published.stdout) == (
        1,
        True,
        True,
    )
    for full in ((), ("--full",)):
        checked = await visit("check", *store, *full)
        assert (checked.exit_code, f"except for {away}" in checked.stdout, "✓" in checked.stdout) == (3, True, False)
        assert _names_shard(checked.stderr, away)
    report = await asyncio.to_thread(tavern, "check", *store, "--json")
    assert list(msgspec.json.decode(report.stdout)["unreachable"]) == [away]
    audited = await visit("audit", address, "--heads", tmp_path / "heads.jsonl")
    assert (audited.exit_code, f"! the tables of shard {away} were not audited" in audited.stdout) == (3, True)
    assert "1 published head in the logs" in audited.stdout
    for asked in (
        ("audit", address, "--table", kept.id),
        ("audit", address, "--table", "the sign of " + kept_name(away)),
        ("replay", address, "--table", kept.id),
        ("export", address, "--table", kept.id),
    ):
        done = await visit(*asked)
        assert (done.exit_code, _names_shard(done.stderr.splitlines()[0], away)) == (0, True), done.output
    token = await visit("token", kept.id, *store)
    if away == "two":
        assert (token.exit_code, token.stdout.strip()) == (0, kept.gm.token)
    else:
        # The key from which tokens are derived is in the first shard.
        assert token.exit_code == 2
    missing = await visit("token", lost.id, *store)
    assert missing.exit_code == 2
    assert f"there is no table {lost.id} in the shards that could be reached (not {away})" in missing.stderr
    refused = await visit("delete", kept.id, "--yes", *store)
    assert (refused.exit_code, f"nothing was changed: {away} cannot be reached" in refused.stderr) == (2, True)
    postgres.open_second()
    whole = await visit("tables", *store, "--json")
    assert (whole.exit_code, len(json_of(whole)), whole.stderr) == (0, 2, "")


def kept_name(away: str) -> str:
    return "two" if away == "one" else "one"


def remove(folder: Path, names: str) -> int:
    """Remove files; how many there were."""
    found = list(folder.glob(names))
    for file in found:
        file.unlink()
    return len(found)


async def test_a_missing_file_is_a_shard_that_is_away_and_is_not_made_by_looking(tmp_path: Path) -> None:
    served = await served_on(f"one=sqlite:///{tmp_path}/1.db two!=sqlite:///{tmp_path}/2.db")
    table = await a_table(served)
    await stop(served)
    remove(tmp_path, "2.db*")
    listed = await visit("tables", *files(tmp_path), "--json")
    assert (listed.exit_code, [one["table"] for one in json_of(listed)]) == (1, [table.id])
    assert "shard two cannot be reached, so its tables are left out: there is no store at" in listed.stderr
    assert (await visit("delete", table.id, "--yes", *files(tmp_path))).exit_code == 2
    assert remove(tmp_path, "2.db*") == 0
    remove(tmp_path, "1.db*")
    assert "there is no store at" in failure_of(await visit("tables", *files(tmp_path)))

"""The command line on a store in PostgreSQL."""

from pathlib import Path

from events.stores.opening import open_store
from games.installed import CATALOGUE
from tests.postgres import Postgres
from tests.server.serving import start_server
from tests.tools.running import failure_of, json_of
from tests.tools.visiting import a_table, stop, visit


async def test_every_command_takes_the_address_of_a_database(postgres: Postgres, tmp_path: Path) -> None:
    served = await start_server(CATALOGUE, await open_store(postgres.address, shared=True))
    table = await a_table(served)
    store = ("--store", postgres.address)

    (listed,) = json_of(await visit("tables", *store, "--json"))
    assert (listed["table"], listed["name"], listed["entries"]) == (table.id, "The Bent Copper", 4)
    assert (await visit("token", table.id, *store)).stdout.strip() == table.gm.token
    assert (await visit("audit", postgres.address)).exit_code == 0
    for asked in (("check", *store), ("check", *store, "--full")):
        assert (await visit(*asked)).exit_code == 0
    assert (await visit("replay", postgres.address, "--as", "Bri")).exit_code == 0
    assert "in use by a server or another command" in failure_of(await visit("delete", table.id, "--yes", *store))
    await table.gm.did("void_round", reason="late")
    exported = await visit("export", postgres.address, "--output", tmp_path / "evening.jsonl")
    assert exported.exit_code == 0
    await stop(served)

    deleted = await visit("delete", table.id, "--yes", *store)
    assert (deleted.exit_code, deleted.stderr) == (0, "deleted The Bent Copper\n")
    imported = await visit("import", tmp_path / "evening.jsonl", *store)
    assert imported.exit_code == 0
    assert (await visit("export", postgres.address)).stdout_bytes == (tmp_path / "evening.jsonl").read_bytes()


async def test_the_settings_say_whether_the_database_can_be_used(postgres: Postgres) -> None:
    address = postgres.address.replace("tavern@", "tavern:tell-nobody@")
    checked = await visit("serve", "--check", "--store", address)
    assert "there is no store in postgresql://tavern@127.0.0.1" in checked.stderr
    checked = await visit("serve", "--check", "--create", "--store", address)
    assert "can be reached, and its store will be created." in checked.stdout
    await (await open_store(address)).close()
    checked = await visit("serve", "--check", "--store", address)
    assert checked.stdout.endswith("is usable: 0 tables.\n")
    assert "tell-nobody" not in checked.output


async def test_what_is_for_files_alone_says_so() -> None:
    address = "postgresql://localhost/tavern"
    for asked in (("backup", "copy", "--store", address), ("repair", address, "--to", "copy")):
        assert "this is for stores in a file" in failure_of(await visit(*asked))

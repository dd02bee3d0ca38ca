"""The command line on a store in PostgreSQL."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from events.storage.contract import Store
from events.storage.opening import open_store
from games.installed import CATALOGUE
from tests.postgres import Postgres
from tests.server.serving import start_server
from tests.tools.running import failure_of, json_of
from tests.tools.visiting import a_table, stop, visit

pytestmark = pytest.mark.thorough


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


async def test_a_store_is_opened_once_for_an_audit_however_many_tables_it_has(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = await start_server(CATALOGUE, await open_store(postgres.address, shared=True))
    for number in range(5):
        assert (await served.open("pig", name=f"Table {number}")).id
    await stop(served)
    opened: list[str] = []

    async def counted(url: str, **settings: Any) -> Store:
        opened.append(url)
        return await open_store(url, **settings)

    monkeypatch.setattr("tools.sources.store_file.open_store", counted)
    audited = await visit("audit", postgres.address)
    assert (audited.exit_code, audited.stdout.count("complete and unchanged")) == (0, 5)
    assert opened == [postgres.address]
    named = await visit("audit", postgres.address, "--table", "Table 3")
    assert (named.exit_code, len(opened)) == (0, 2)


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
    for asked in (("backup", address, "--to", "copy"), ("repair", address, "--to", "copy")):
        assert "this is for stores in a file" in failure_of(await visit(*asked))


BESIDE = [
    ("UPDATE heads SET bytes = bytes + 1", "heads", "restore", "takes up"),
    ("UPDATE heads SET head = '\\x00'", "heads", "restore", "is no hash"),
    ("UPDATE heads SET said = 9", "heads", "restore", "number 9, and it has 1"),
    ("UPDATE heads SET closed = true", "heads", "rebuilt", "closed or listed"),
    ("UPDATE heads SET listing = '\\x7b'", "heads", "rewritten", "the directory"),
    ("DELETE FROM claims", "claims", "restore", "plays its clock"),
    ("UPDATE meta SET value = decode(repeat('00', 32), 'hex') WHERE name = 'server_key'", "meta", "restore",
     "it is another one"),
    ("UPDATE meta SET value = '\\x00' WHERE name = 'signing_key'", "meta", "restore", "has 1 bytes"),
    ("UPDATE meta SET value = 'now' WHERE name = 'epoch'", "meta", "restore", "not hexadecimal"),
    ("UPDATE tokens SET hash = replace(hash, '0', '1') WHERE viewer = 'seat:bri'", "tokens", "renew",
     "'seat:bri'"),
    ("DELETE FROM tokens WHERE viewer = 'invite'", "tokens", "renew", "'invite' is missing"),
    ("UPDATE tokens SET table_no = 9 WHERE viewer = 'gm'", "tokens", "restore", "of no table"),
    ("UPDATE requests SET seq = seq - 1", "requests", "restore", "which has another"),
    ("UPDATE requests SET seq = 99", "requests", "restore", "or to none"),
    ("UPDATE requests SET id = 'list-ot'", "requests", "restore", "which has another"),
    ("UPDATE requests SET fingerprint = '?'", "requests", "restore", "no SHA-256"),
    ("UPDATE rounds SET first = first + 1", "rounds", "rebuilt", "index of rounds"),
    ("UPDATE secrets SET secret = decode(repeat('00', 32), 'hex')", "secrets", "restore", "does not lead to the root"),
    ("DELETE FROM log WHERE seq = 2", "log", "restore", "entry 2"),
    ("UPDATE chat SET table_no = 9", "chat", "restore", "of no table"),
]  # fmt: skip


async def test_a_full_check_names_each_value_beside_the_log_that_is_not_what_was_written(
    postgres: Postgres, tmp_path: Path
) -> None:
    served = await start_server(CATALOGUE, await open_store(postgres.address, shared=True))
    table = await a_table(served)
    await table.gm.post("/chat", {"text": "hello"})
    await table.gm.did("set_listed", listed=True, id="list-it")
    await stop(served)
    full = ("check", "--store", postgres.address, "--full")
    whole = await visit(*full)
    assert whole.exit_code == 0
    assert re.search("are whole: 1 table, [0-9]+ entries, compared with the log", whole.stdout)

    postgres.dump(tmp_path / "whole")
    for statement, part, remedy, told in BESIDE:
        postgres.sql(statement)
        checked = await visit(*full, "--json")
        found = {(one["part"], one["remedy"]) for one in json_of(checked)["wrong"] if told in one["detail"]}
        assert (checked.exit_code, (part, remedy) in found) == (1, True), (statement, checked.stdout)
        postgres.restore(tmp_path / "whole")


async def test_a_full_check_reports_nothing_while_a_server_writes(postgres: Postgres) -> None:
    served = await start_server(CATALOGUE, await open_store(postgres.address, shared=True))
    table = await a_table(served)
    checking = asyncio.ensure_future(visit("check", "--store", postgres.address, "--full", "--json"))
    written = 0
    while not checking.done():
        await table.gm.post("/chat", {"text": "hello"})
        await table.gm.did("set_listed", listed=written % 2 == 0, id=f"list-{written}")
        written += 1
    checked = await checking
    assert (checked.exit_code, json_of(checked)["wrong"], written > 0) == (0, [], True)
    await stop(served)

"""`tavern check` and `tavern repair` on stores with one damaged page of every kind."""

import shutil
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from events.storage.contract import Snapshot
from events.storage.sqlite import SqliteStore
from games.installed import CATALOGUE
from projections.snapshots import Snapshots
from server.tables.damage import fold_good_part
from server.tables.log_reader import LogReader
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
    assert quick.exit_code == 0
    assert quick.stdout.endswith(f"✓ all 10 parts of {path} are whole: 2 tables, 24 entries\n")


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
async def test_a_full_check_names_what_does_not_agree_with_the_log(path: Path, statement: str, part: str) -> None:
    change(path, statement)
    full = await visit("check", "--store", path, "--full", "--json")
    assert full.exit_code == 1
    assert part in {one["part"] for one in json_of(full)["wrong"]}


@pytest.fixture
async def served_store(tmp_path: Path) -> Path:
    """The store of a server at which a listed table is played, one command of which had an id."""
    path = tmp_path / "served.db"
    served = await serve(path)
    table = await a_table(served)
    await table.gm.post("/chat", {"text": "hello"})
    listing = await table.gm.post("/commands", {"type": "set_listed", "listed": True, "id": "list-it"})
    assert listing.status == 200
    await stop(served)
    return path


BESIDE = [
    ("UPDATE heads SET bytes = bytes + 1", "heads", "repair", "takes up"),
    ("UPDATE heads SET head = x'00'", "heads", "repair", "is no hash"),
    ("UPDATE heads SET listing = replace(listing, 'Copper', 'Kopper')", "heads", "rewritten", "the directory"),
    ("UPDATE heads SET listing = x'7b'", "heads", "rewritten", "the directory"),
    ("UPDATE meta SET value = zeroblob(32) WHERE name = 'server_key'", "meta", "restore", "it is another one"),
    ("UPDATE meta SET value = zeroblob(31) WHERE name = 'signing_key'", "meta", "restore", "has 31 bytes"),
    ("UPDATE meta SET value = 'often' WHERE name = 'state'", "meta", "restore", "neither closed nor open"),
    ("UPDATE meta SET value = 'now' WHERE name = 'epoch'", "meta", "restore", "not hexadecimal"),
    ("UPDATE tokens SET hash = replace(hash, '0', '1') WHERE viewer = 'seat:bri'", "tokens", "renew", "'seat:bri'"),
    ("UPDATE tokens SET viewer = 'seat:bru' WHERE viewer = 'seat:bri'", "tokens", "renew", "'seat:bru'"),
    ("DELETE FROM tokens WHERE viewer = 'invite'", "tokens", "renew", "'invite' is missing"),
    ("UPDATE tokens SET table_no = 9 WHERE viewer = 'gm'", "tokens", "repair", "of no table"),
    ("UPDATE requests SET seq = seq - 1", "requests", "restore", "which has another"),
    ("UPDATE requests SET seq = 99", "requests", "restore", "or to none"),
    ("UPDATE requests SET id = 'list-ot'", "requests", "restore", "which has another"),
    ("UPDATE requests SET scope = 0", "requests", "restore", "which has another"),
    ("UPDATE requests SET fingerprint = '?'", "requests", "restore", "no SHA-256"),
    ("UPDATE chat SET table_no = 9", "chat", "repair", "of no table"),
]


async def test_a_server_leaves_nothing_that_a_full_check_would_report(served_store: Path) -> None:
    full = await visit("check", "--store", served_store, "--full", "--json")
    assert (full.exit_code, json_of(full)["wrong"]) == (0, [])


@pytest.mark.parametrize(("statement", "part", "remedy", "detail"), BESIDE)
async def test_a_value_beside_the_log_that_is_not_what_was_written_is_named_with_what_to_do(
    served_store: Path, statement: str, part: str, remedy: str, detail: str
) -> None:
    change(served_store, statement)
    full = await visit("check", "--store", served_store, "--full", "--json")
    assert full.exit_code == 1
    found = [(one["part"], one["remedy"]) for one in json_of(full)["wrong"] if detail in one["detail"]]
    assert (part, remedy) in found


@pytest.mark.parametrize(
    ("spoil", "parts"),
    [
        (lambda body: body, set()),
        (lambda body: body.replace(b'"made_by":"', b'"made_by":"0'), set()),
        (lambda body: body.replace(b'"seq":', b'"seq":-'), {"snapshots"}),
        (lambda body: body[:-1], {"snapshots"}),
    ],
    ids=["sound", "of another version", "of another entry", "broken"],
)
async def test_a_snapshot_that_another_version_made_is_nothing_wrong(
    served_store: Path, spoil: Callable[[bytes], bytes], parts: set[str]
) -> None:
    store = SqliteStore.open(served_store)
    (info,) = await store.tables()
    loaded, _ = await fold_good_part(LogReader(store, CATALOGUE), info)
    written = Snapshots(CATALOGUE.rulebooks).write(str(info.head), loaded.table, [])
    data = zlib.compress(spoil(zlib.decompress(written)))
    await store.save_snapshot(info.table, Snapshot(seq=info.seq, data=data))
    await store.close()
    full = await visit("check", "--store", served_store, "--full", "--json")
    assert {one["part"] for one in json_of(full)["wrong"]} == parts
    assert full.exit_code == (1 if parts else 0)


async def test_the_remedy_for_a_token_is_printed_in_words(served_store: Path) -> None:
    change(served_store, "DELETE FROM tokens WHERE viewer = 'seat:odo'")
    full = await visit("check", "--store", served_store, "--full")
    said = " ".join(full.stdout.split())
    assert "the token of 'seat:odo' is missing" in said
    assert "a new link, with new_token or new_invite." in said


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


async def test_a_full_check_names_the_part_of_every_damaged_page_and_blames_no_other(
    path: Path, tmp_path: Path
) -> None:
    parts = {"listed": "heads", "said_once": "chat", "tokens_by_hash": "tokens"}
    for name, numbers in pages_of(path).items():
        if name in ("sqlite_schema", "sqlite_master", "meta"):
            continue
        for how in ("ones", "zeros"):
            spoiled = tmp_path / f"{name}.{how}.db"
            shutil.copy(path, spoiled)
            damage(spoiled, numbers[0], how)
            full = await visit("check", "--store", spoiled, "--full", "--json")
            part = parts.get(name, name.removeprefix("sqlite_autoindex_").removesuffix("_1"))
            assert full.exit_code == 1, (name, how, full.output)
            assert {one["part"] for one in json_of(full)["wrong"]} == {part}, (name, how)


async def test_repair_says_that_the_servers_keys_were_lost(path: Path, tmp_path: Path) -> None:
    damage(path, pages_of(path)["meta"][0])
    repaired = await visit("repair", path, "--to", tmp_path / "new.db")
    assert repaired.exit_code == 1
    assert "the server's keys are lost" in " ".join(repaired.stdout.split())


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

"""The command line on a store, while a server has it open."""

import asyncio
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from click.testing import Result

from events.store import AppendRecords, Store
from events.stores.opening import open_store
from replays.export import parse_export, write_export
from replays.signing import Signer
from tests.tools.running import TABLE, evening, export_of, failure_of, json_of, tavern

SEED = bytes(32)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store with the evening's table in it, held open as a server holds it."""
    opened = await open_store(f"sqlite:///{tmp_path / 'tavern.db'}")
    try:
        await opened.signing_key(SEED)
        await fill(opened, TABLE, list(evening().lines))
        yield opened
    finally:
        await opened.close()


async def visit(*arguments: str | Path, env: dict[str, str] | None = None) -> Result:
    """`tavern ARGUMENTS` beside the running event loop, as another program would."""
    return await asyncio.to_thread(tavern, *arguments, env=env)


async def fill(store: Store, table: str, lines: list[bytes]) -> None:
    for seq, line in enumerate(lines, start=1):
        await store.append(table, seq, line, AppendRecords(secret=evening().secret if seq == 1 else None))


async def test_a_store_is_replayed_as_its_export_is(store: Store, tmp_path: Path) -> None:
    by_path = await visit("replay", tmp_path / "tavern.db", "--round", "1", "--as", "Odo")
    by_address = await visit("replay", f"sqlite:///{tmp_path / 'tavern.db'}", "--round", "1", "--as", "Odo")

    exported = await visit("replay", export_of(tmp_path), "--round", "1", "--as", "Odo")
    assert by_path.exit_code == 0
    assert by_path.stdout == by_address.stdout == exported.stdout


async def test_a_store_is_audited_table_by_table(store: Store, tmp_path: Path) -> None:
    await fill(store, "another", list(evening().lines[:2]))

    audited = await visit("audit", tmp_path / "tavern.db", "--json")

    assert audited.exit_code == 1
    tables = json_of(audited)["tables"]
    assert [(report["table"], report["entries"]) for report in tables] == [
        (TABLE, len(evening().lines)),
        ("another", 2),
    ]
    assert [bool(report["findings"]) for report in tables] == [False, True]


async def test_one_table_of_a_store_can_be_audited_alone(store: Store, tmp_path: Path) -> None:
    await fill(store, "another", list(evening().lines[:2]))

    assert (await visit("audit", tmp_path / "tavern.db", "--table", TABLE)).exit_code == 0


async def test_where_there_are_several_tables_one_must_be_named(store: Store, tmp_path: Path) -> None:
    await fill(store, "another", list(evening().lines[:2]))

    told = failure_of(await visit("replay", tmp_path / "tavern.db"))

    assert told == "Error: choose a table with --table: bench, another"


async def test_an_export_is_the_header_and_the_stored_bytes(store: Store, tmp_path: Path) -> None:
    exported = await visit("export", tmp_path / "tavern.db")

    assert exported.exit_code == 0
    assert exported.stdout_bytes == b"".join(write_export(TABLE, evening().lines, sign=Signer(SEED).sign))


async def test_an_exported_file_is_its_owner_s_alone_and_nothing_is_left_beside_it(
    store: Store, tmp_path: Path
) -> None:
    folder = tmp_path / "exports"
    folder.mkdir()

    exported = await visit("export", tmp_path / "tavern.db", "--output", folder / "evening.jsonl")

    count = len(evening().lines)
    assert exported.stderr == f"wrote {count} entries of table bench to {folder / 'evening.jsonl'}\n"
    assert [path.name for path in folder.iterdir()] == ["evening.jsonl"]
    assert stat.S_IMODE((folder / "evening.jsonl").stat().st_mode) == 0o600
    with (folder / "evening.jsonl").open("rb") as file:
        assert parse_export(file).lines == list(evening().lines)


async def test_an_export_that_cannot_be_written_is_told_and_leaves_nothing(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "missing" / "evening.jsonl"

    told = failure_of(await visit("export", tmp_path / "tavern.db", "--output", target))

    assert told == f"Error: {target} cannot be written: no such file or directory"


async def test_reading_leaves_the_store_to_its_server(store: Store, tmp_path: Path) -> None:
    seq = len(evening().lines)
    await visit("audit", tmp_path / "tavern.db")

    await store.append(TABLE, seq + 1, b'{"later":true}', AppendRecords())

    assert json_of(await visit("audit", tmp_path / "tavern.db", "--json"))["tables"][0]["entries"] == seq + 1


async def test_an_empty_store_is_told_so(tmp_path: Path) -> None:
    await (await open_store(f"sqlite:///{tmp_path / 'empty.db'}")).close()

    for command in ("replay", "audit", "export"):
        assert failure_of(await visit(command, tmp_path / "empty.db")) == "Error: there are no tables yet"


async def test_the_store_can_be_named_in_the_environment(store: Store, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'tavern.db'}"

    assert (await visit("audit", env={"TAVERN_STORE": address})).exit_code == 0


def test_a_file_that_is_no_store_is_told_without_a_traceback(tmp_path: Path) -> None:
    torn = tmp_path / "torn.db"
    torn.write_bytes(b"SQLite format 3\0" + b"\1" * 5_000)

    assert failure_of(tavern("audit", torn)).startswith("Error: ")

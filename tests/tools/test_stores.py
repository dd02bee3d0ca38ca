"""The command line on a store, while a server has it open."""

import asyncio
import shutil
import sqlite3
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import pytest
from click.testing import Result

from events.audience import GM, PUBLIC, seat_viewer
from events.entry import line_hash
from events.storage.contract import AppendRecords, Snapshot, Store, TableInfo
from events.storage.opening import open_store
from games.installed import CATALOGUE
from projections.snapshots import Snapshots
from projections.viewer_projection import ViewerProjection
from replays.export import parse_export, write_export
from replays.rebuild import rounds_of
from replays.signing import Signer
from tests.replays.logs import forged
from tests.tools.running import TABLE, evening, evening_entries, export_of, failure_of, json_of, tavern
from tools.sources.finding import choose_table, open_source
from tools.sources.store_file import StoreFile

SEED = bytes(32)
T = TypeVar("T")
ODO = seat_viewer("odo")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store with the evening's table in it."""
    path = tmp_path_factory.mktemp("filled") / "tavern.db"
    asyncio.run(_make(path))
    return path


async def _make(path: Path) -> None:
    store = await open_store(f"sqlite:///{path}")
    await store.signing_key(SEED)
    await fill(store, TABLE, list(evening().lines))
    await store.close()


@pytest.fixture
async def store(filled: Path, tmp_path: Path) -> AsyncIterator[Store]:
    """A store with the evening's table in it, held open as a server holds it."""
    shutil.copy(filled, tmp_path)
    opened = await open_store(f"sqlite:///{tmp_path / 'tavern.db'}")
    try:
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


class CountedOpenings(StoreFile):
    """A store that counts how often it is opened."""

    openings = 0

    def ask(self, question: Callable[[Store], Awaitable[T]]) -> T:
        self.openings += 1
        return super().ask(question)


async def test_finding_a_table_by_name_opens_the_store_no_oftener_the_more_tables_there_are(
    store: Store, tmp_path: Path
) -> None:
    for number in range(5):
        opening = evening().lines[0].replace(b'"name":""', f'"name":"Table {number}"'.encode())
        await fill(store, f"table{number}", [opening])
    source = CountedOpenings(f"sqlite:///{tmp_path / 'tavern.db'}")

    chosen = await asyncio.to_thread(choose_table, source, CATALOGUE, "Table 4")

    assert chosen == "table4"
    assert source.openings == 2  # for the list of tables, and for their first lines


def snapshot_at(seq: int, head: str | None = None) -> Snapshot:
    """What a server keeps of the evening's first entries."""
    lines = evening().lines[:seq]
    truth = CATALOGUE.folding.blank(TABLE)
    sights = [
        ViewerProjection(CATALOGUE.folding, CATALOGUE.folding.blank(TABLE, viewer)) for viewer in (PUBLIC, GM, ODO)
    ]
    for entry in CATALOGUE.codec.decode_log(lines):
        CATALOGUE.folding.fold_entry(truth, entry)
        for sight in sights:
            sight.skip(entry)
    written = Snapshots(CATALOGUE.rulebooks).write(
        head or line_hash(lines[-1]), truth, [sight.table for sight in sights]
    )
    return Snapshot(seq=seq, data=written)


@pytest.mark.parametrize("viewer", ["gm", "public", "house", "odo"])
async def test_a_replay_begins_at_a_snapshot_and_is_that_of_the_export(
    store: Store, tmp_path: Path, viewer: str
) -> None:
    last = rounds_of(evening_entries())[-1]
    await store.save_snapshot(TABLE, snapshot_at(last.first - 1))
    source = StoreFile(f"sqlite:///{tmp_path / 'tavern.db'}")
    whose = ODO if viewer == "odo" else viewer

    _, folded = await asyncio.to_thread(source.nearest, CATALOGUE, TABLE, whose, last.first - 1)

    assert folded == last.first - 1
    for form in ([], ["--json"]):
        stored = await visit("replay", tmp_path / "tavern.db", "--as", viewer, *form)
        exported = await visit("replay", export_of(tmp_path), "--as", viewer, *form)
        assert stored.exit_code == 0
        assert stored.stdout == exported.stdout


async def test_a_replay_does_not_begin_at_a_snapshot_of_another_log_or_behind_its_round(
    store: Store, tmp_path: Path
) -> None:
    first, *_, last = rounds_of(evening_entries())
    await store.save_snapshot(TABLE, snapshot_at(last.first - 1, head="00" * 32))
    source = StoreFile(f"sqlite:///{tmp_path / 'tavern.db'}")
    _, folded = await asyncio.to_thread(source.nearest, CATALOGUE, TABLE, GM, last.first - 1)
    assert folded == 0

    await store.save_snapshot(TABLE, snapshot_at(last.first - 1))
    _, folded = await asyncio.to_thread(source.nearest, CATALOGUE, TABLE, GM, first.first - 1)
    assert folded == 0


@pytest.mark.parametrize("number", ["1", "2"])
async def test_damage_before_a_snapshot_is_reported_as_without_one(store: Store, tmp_path: Path, number: str) -> None:
    first, second, *_, last = rounds_of(evening_entries())
    path = tmp_path / "tavern.db"
    for changed in (first.first, second.first + 1, second.first + 2):
        line = evening().lines[changed - 1]
        change(path, changed, line.replace(b'"salt":"', b'"salt":"00', 1))
        without = await visit("replay", path, "--round", number)
        await store.save_snapshot(TABLE, snapshot_at(last.first - 1))

        found = await visit("replay", path, "--round", number)

        assert f"the log is damaged at entry {changed} " in found.stderr
        assert (found.exit_code, found.stdout, found.stderr) == (without.exit_code, without.stdout, without.stderr)
        change(path, changed, line)
        await asyncio.to_thread(forget_snapshots, path)


async def test_an_unreadable_line_of_the_round_is_damage_although_a_snapshot_confirms_it(
    store: Store, tmp_path: Path
) -> None:
    played, *_, last = rounds_of(evening_entries())
    path = tmp_path / "tavern.db"
    lines = forged(list(evening().lines), played.first + 1, lambda entry: entry.update(actor=5))
    for seq, line in enumerate(lines, 1):
        change(path, seq, line)
    await store.save_snapshot(TABLE, snapshot_at(last.first - 1, line_hash(lines[last.first - 2])))

    found = await visit("replay", path, "--round", str(played.round))

    assert found.exit_code == 0
    assert f"Warning: the log is damaged at entry {played.first + 1} (the line is not an entry: " in found.stderr


@pytest.mark.parametrize(
    "turn",
    [
        "UPDATE snapshots SET data = CAST(data AS TEXT)",
        "UPDATE snapshots SET data = 'odd'",
        "UPDATE snapshots SET data = CAST(x'ff' AS TEXT)",
    ],
)
async def test_a_snapshot_that_turned_into_text_does_no_harm(store: Store, tmp_path: Path, turn: str) -> None:
    last = rounds_of(evening_entries())[-1]
    path = tmp_path / "tavern.db"
    without = await visit("replay", path, "--json")
    await store.save_snapshot(TABLE, snapshot_at(last.first - 1))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(turn)

    found = await visit("replay", path, "--json")

    assert (found.exit_code, found.stdout, found.stderr) == (0, without.stdout, "")
    kept = await store.snapshot(TABLE)
    assert kept is not None
    assert isinstance(kept.data, bytes)


def change(path: Path, seq: int, line: bytes) -> None:
    """Put another line into a store's file."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE log SET line = ? WHERE seq = ?", (line, seq))


def forget_snapshots(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM snapshots")


async def test_a_log_s_lines_are_read_in_batches_repeatedly_and_from_any_place(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.sources.store_file._AT_ONCE", 7)
    monkeypatch.setattr("tools.sources.export_file._CHUNK", 3_000)
    lines = list(evening().lines)

    def read() -> None:
        for path in (tmp_path / "tavern.db", export_of(tmp_path)):
            log = open_source(str(path)).log(TABLE)
            assert list(log.lines) == lines
            assert list(log.lines.after(20)) == lines[20:]
            assert list(zip(log.lines, log.lines.after(3), strict=False)) == list(zip(lines, lines[3:], strict=False))
            assert list(log.lines.after(len(lines))) == []

    await asyncio.to_thread(read)


async def test_entries_that_a_server_appends_during_an_audit_do_not_belong_to_it(store: Store, tmp_path: Path) -> None:
    log = await asyncio.to_thread(StoreFile(f"sqlite:///{tmp_path / 'tavern.db'}").log, TABLE)

    await store.append(TABLE, len(evening().lines) + 1, b"{}", AppendRecords())

    assert await asyncio.to_thread(lambda: list(log.lines)) == list(evening().lines)
    assert log.claim.entries == len(evening().lines)


async def test_an_entry_that_a_server_appends_while_a_log_is_looked_up_is_no_damage(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = list(evening().lines)
    await fill(store, "growing", lines[:-1])
    served = asyncio.get_running_loop()

    async def opened_while_a_server_writes(url: str, *, read_only: bool, **settings: Any) -> Store:
        opened = await open_store(url, read_only=read_only, **settings)
        look = opened.table

        async def then_append(table: str) -> TableInfo | None:
            info = await look(table)
            if info is not None and info.seq < len(lines):
                appending = store.append("growing", len(lines), lines[-1], AppendRecords())
                await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(appending, served))
            return info

        monkeypatch.setattr(opened, "table", then_append)
        return opened

    monkeypatch.setattr("tools.sources.store_file.open_store", opened_while_a_server_writes)
    log = await asyncio.to_thread(StoreFile(f"sqlite:///{tmp_path / 'tavern.db'}").log, "growing")

    assert await asyncio.to_thread(lambda: list(log.lines)) == lines[:-1]
    assert log.claim.head == line_hash(lines[-2])


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

    assert told == f"Error: choose a table of {tmp_path / 'tavern.db'} with --table: bench, another"


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


async def test_an_export_that_cannot_be_written_is_reported_and_leaves_nothing(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "missing" / "evening.jsonl"

    told = failure_of(await visit("export", tmp_path / "tavern.db", "--output", target))

    assert told == f"Error: {target} cannot be written: no such file or directory"


async def test_reading_leaves_the_store_to_its_server(store: Store, tmp_path: Path) -> None:
    seq = len(evening().lines)
    await visit("audit", tmp_path / "tavern.db")

    await store.append(TABLE, seq + 1, b'{"later":true}', AppendRecords())

    assert json_of(await visit("audit", tmp_path / "tavern.db", "--json"))["tables"][0]["entries"] == seq + 1


async def test_an_empty_store_is_reported_as_such(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    await (await open_store(f"sqlite:///{path}")).close()

    for command in ("replay", "audit", "export"):
        assert failure_of(await visit(command, path)) == f"Error: there are no tables in {path} yet"


async def test_the_store_can_be_named_in_the_environment(store: Store, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'tavern.db'}"

    assert (await visit("audit", env={"TAVERN_STORE": address})).exit_code == 0


def test_a_file_that_is_no_store_is_reported_without_a_traceback(tmp_path: Path) -> None:
    torn = tmp_path / "torn.db"
    torn.write_bytes(b"SQLite format 3\0" + b"\1" * 5_000)

    assert failure_of(tavern("audit", torn)).startswith("Error: ")


@pytest.mark.parametrize("address", ["postgres://tavern:sesame@db/tavern", "one=mysql://tavern:sesame@db/tavern"])
def test_an_address_that_no_store_has_is_refused_and_its_password_is_not_printed(address: str) -> None:
    for asked in (
        ("audit", address),
        ("replay", address),
        ("tables", "--store", address),
        ("check", "--store", address),
    ):
        told = failure_of(tavern(*asked))
        assert "is not the address of a store; use a file, memory:" in told
        assert "sesame" not in told
    refused = tavern("serve", "--check", "--store", address)
    assert refused.exit_code == 2
    assert "sesame" not in refused.output

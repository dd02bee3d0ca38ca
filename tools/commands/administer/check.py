"""`tavern check`: whether a store's file is whole, and whether the data beside the log agrees with it."""

import sqlite3
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, Literal, NamedTuple, cast

import click
import msgspec

from events.audience import GM, seat_viewer
from events.round_spans import first_wrong
from events.storage.addresses import POSTGRESQL, shown
from events.storage.consistency import Inconsistency, StoreSideRecords
from events.storage.contract import Store, StoreDamaged, TableInfo
from events.storage.contract.copying import CopyableStore
from events.storage.sqlite.checking import inconsistencies, read_side_records
from events.storage.sqlite.file.clean_shutdown import LOG_MISSING
from events.storage.sqlite.file.healing import DISPOSABLE, TABLES, abandoned_pages, diagnose
from events.storage.sqlite.file.known_bugs import bugs_of_this
from games.installed import CATALOGUE
from projections.game import AnyTable
from projections.snapshots import OutdatedSnapshot, UnusableSnapshot
from server.problems import LogDamaged
from server.tables.damage import checked_dealer, fold_good_part, good_part
from server.tables.directory import is_listing_of
from server.tables.log_reader import LogReader
from server.tables.npc_seats import awaits_npc
from server.tokens import INVITE, derive_token, hash_of
from tools.console import Text, console
from tools.failures import failing_on
from tools.output import print_json
from tools.store_argument import store_argument
from tools.stores import path_of, source_of
from tools.wording import counted

_FOUND: Final = 1
_ALL: Final = 2**63 - 1
_SHORT: Final = """
    SELECT id, heads.seq, (SELECT count(*) FROM log WHERE log.table_no = heads.table_no) AS entries
    FROM heads NOT INDEXED WHERE entries != heads.seq
"""
_REMEDIES: Final = {
    "rebuilt": "A server rebuilds it when it meets the damage.",
    "rewritten": "The table's next entry rewrites it.",
    "renew": "All else works. The GM gives those who are locked out a new link, with new_token or new_invite.",
    "copy": "If this is a copy, make another with tavern backup, or copy the -wal file as well.",
    "restore": "All else works. Restore a backup, or put these rows back from one.",
    "repair": "Stop the server, and save what is left with tavern repair, or restore a backup.",
}


class Wrong(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is wrong: the `part` of the store, the `table`, if it concerns one, and what to do."""

    part: str
    detail: str
    table: str | None = None
    remedy: Literal["rebuilt", "rewritten", "renew", "copy", "restore", "repair"] = "repair"


class Held(NamedTuple):
    """How much a store holds."""

    tables: int = 0
    entries: int = 0


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """The result, with the numbers of tables and entries, 0 if damage hides them.

    `notes` are worth knowing, but are not damage.
    """

    store: str
    full: bool
    tables: int
    entries: int
    wrong: list[Wrong]
    notes: list[str]


@click.command("check")
@store_argument()
@click.option("--full", is_flag=True, help="Also compare everything with the log; reads the whole store.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(context: click.Context, store: str, full: bool, as_json: bool) -> None:
    """Check a store for damage, while a server may have it open. Nothing is changed.

    The quick check reads the file's pages, checks that each table has all its entries, and counts them. With --full,
    every index is compared with its rows, and the data beside the log with the log: hashes, sizes, rounds, deadlines,
    the directory, snapshots, secrets, tokens, command ids and keys. tavern audit also checks the rules and the dice.

    PostgreSQL checks its own pages and indexes. There, the quick check only checks that each table has its newest
    entry.

    The exit status is 0 if nothing is wrong, 1 if something is, and 2 if the store cannot be opened.

    \b
    Examples:
      tavern check
      tavern check /var/lib/tavern/tavern.db --full
      tavern check postgresql://tavern@db.example.org/tavern --full
    """
    report = check_store(store, full=full)
    if as_json:
        print_json(report)
    else:
        print_report(report)
    context.exit(_FOUND if report.wrong else 0)


def check_store(store: str, *, full: bool) -> Checked:
    """Check a store, given as a file or an address. Raises `Failure` if it cannot be opened."""
    if store.startswith(POSTGRESQL):
        return _check_database(store, full=full)
    path = path_of(store)
    source = source_of(store)
    source.ask(lambda opened: opened.check())
    with failing_on(sqlite3.Error), closing(_read_only(path)) as connection:
        wrong = list(_wrong_pages(connection, full))
        damaged = {one.part for one in wrong}
        unindexed = any(one.part in ("heads", "log") and one.remedy == "rebuilt" for one in wrong)
        notes = list(_notes(connection, path, full and not wrong))
        if "meta" not in damaged:
            notes += source.ask(_incomplete)
        if not any(one.part in ("heads", "log") for one in wrong):
            wrong += _short(connection)
        stored = StoreSideRecords({}, {}, {})
        # Queries use damaged indexes, and fail on them or miss rows.
        if full and not wrong:
            wrong += map(_wrong_of, inconsistencies(connection, _hash_of_token))
            stored = read_side_records(connection)
    if full and unindexed:
        notes.append("Nothing was compared with the log, as indexes are damaged: check again once they are rebuilt.")
    elif full and "heads" not in damaged:
        wrong += source.ask(lambda opened: _compare(opened, stored, damaged))
    if source.ask(_lacks_log):
        detail = "it is missing, and the newest entries may have been in it"
        wrong.append(Wrong(part="write-ahead log", detail=detail, remedy="copy"))
    held = Held() if "heads" in damaged else source.ask(_held)
    return Checked(store=str(path), full=full, tables=held.tables, entries=held.entries, wrong=wrong, notes=notes)


def _check_database(store: str, *, full: bool) -> Checked:
    """Check the data in a database; PostgreSQL checks its files."""
    source = source_of(store)
    wrong = source.ask(_cut_short)
    held = source.ask(_held)
    if full and not wrong:
        wrong = source.ask(_compare_database)
    # tavern repair is for files.
    wrong = [msgspec.structs.replace(one, remedy="restore") if one.remedy == "repair" else one for one in wrong]
    notes = ["PostgreSQL checks its own pages: see data_checksums, and pg_amcheck.", *source.ask(_incomplete)]
    return Checked(store=shown(store), full=full, tables=held.tables, entries=held.entries, wrong=wrong, notes=notes)


async def _lacks_log(store: Store) -> bool:
    return any(notice.code == LOG_MISSING for notice in store.notices())


async def _held(store: Store) -> Held:
    infos = await store.tables()
    return Held(len(infos), sum(info.seq for info in infos))


async def _incomplete(store: Store) -> list[str]:
    """A note if the store is the target of a copy that was not completed."""
    origin = await cast("CopyableStore", store).copied_from()
    return (
        [] if origin is None else [f"This is an incomplete copy of {origin}, which no server opens: see tavern copy."]
    )


async def _compare_database(store: Store) -> list[Wrong]:
    # The store is open, so the extra that this needs is installed.
    from events.storage.postgresql import PostgresqlStore

    if not isinstance(store, PostgresqlStore):
        raise TypeError(f"{type(store).__name__} is not a store in a database")
    wrong = [_wrong_of(inconsistency) async for inconsistency in store.inconsistencies(_hash_of_token)]
    return wrong + await _compare(store, await store.side_records())


async def _cut_short(store: Store) -> list[Wrong]:
    """The tables whose newest entry is missing."""
    return [
        Wrong(part="log", table=info.table, detail=f"entry {info.seq}, its newest, is missing")
        for info in await store.tables()
        if not await store.read(info.table, info.seq - 1, info.seq)
    ]


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _wrong_pages(connection: sqlite3.Connection, full: bool) -> Iterator[Wrong]:
    for damage in diagnose(connection, quick=not full):
        if damage.part in DISPOSABLE or damage.what == "indexes":
            yield Wrong(part=damage.part, detail=f"its {damage.what} are damaged", remedy="rebuilt")
        else:
            yield Wrong(part=damage.part, detail="its rows are damaged")


def _short(connection: sqlite3.Connection) -> Iterator[Wrong]:
    for table, seq, entries in connection.execute(_SHORT):
        yield Wrong(part="log", table=table, detail=f"it has {entries} of its {seq} entries")


def _wrong_of(inconsistency: Inconsistency) -> Wrong:
    remedy: Literal["renew", "restore", "repair"] = "renew" if inconsistency.renewable else "repair"
    if inconsistency.part in ("requests", "meta"):
        remedy = "restore"
    return Wrong(part=inconsistency.part, table=inconsistency.table, detail=inconsistency.detail, remedy=remedy)


def _hash_of_token(key: bytes, table: str, viewer: str, nonce: str) -> str:
    return hash_of(derive_token(key, table, viewer, nonce))


def _notes(connection: sqlite3.Connection, path: Path, pages: bool) -> Iterator[str]:
    if (names := path.stat().st_nlink) > 1:
        yield f"The file has {names} names (hard links); a server does not open it like that."
    if pages and (abandoned := abandoned_pages(connection)):
        yield f"{counted(abandoned, 'page')} of rebuilt parts take up space; tavern backup leaves them out."
    yield from bugs_of_this()


async def _compare(store: Store, stored: StoreSideRecords, damaged: Collection[str] = ()) -> list[Wrong]:
    """What is wrong with the tables beside the parts that are known to be damaged."""
    reader = LogReader(store, CATALOGUE)
    wrong: list[Wrong] = []
    for info in await store.tables():
        try:
            wrong += [one async for one in _compare_table(store, reader, info, stored, damaged)]
        except (StoreDamaged, LogDamaged) as damage:
            wrong.append(Wrong(part="log", table=info.table, detail=str(damage)))
    return wrong


async def _compare_table(
    store: Store, reader: LogReader, info: TableInfo, stored: StoreSideRecords, damaged: Collection[str]
) -> AsyncIterator[Wrong]:
    good = await good_part(reader, info)
    if good.damage is not None:
        yield Wrong(part="log", table=info.table, detail=f"entry {good.damage.seq}: {good.damage.reason}")
        return
    loaded, damage = await fold_good_part(reader, info)
    if damage is not None:
        yield Wrong(part="log", table=info.table, detail=f"entry {damage.seq}: {damage.reason}")
        return
    table = loaded.table
    spans = None if "rounds" in damaged else await store.rounds(info.table, 0, _ALL)
    if spans is not None and (number := first_wrong(spans, good.spans, info.seq)) is not None:
        detail = f"the index of rounds disagrees with the log about round {number}"
        yield Wrong(part="rounds", table=info.table, detail=detail, remedy="rebuilt")
    listed = info.listed if table.listed is None else table.listed
    deadline = table.at if awaits_npc(table) else table.deadline
    if not info.archive and (info.deadline, info.closed, info.listed) != (deadline, table.closed, listed):
        detail = "its deadline, or whether it is closed or listed, disagrees with the log"
        yield Wrong(part="heads", table=info.table, detail=detail, remedy="rebuilt")
    if stored.seqs.get(info.table) == info.seq:
        for one in _differing(table, info, stored):
            yield one
    snapshot = None if "snapshots" in damaged else await store.snapshot(info.table)
    if snapshot is not None:
        try:
            reader.snapshots.read(info.table, snapshot.seq, snapshot.data)
        except OutdatedSnapshot:
            # A server that was upgraded makes another one in time.
            pass
        except UnusableSnapshot:
            detail = "the newest snapshot cannot be used"
            yield Wrong(part="snapshots", table=info.table, detail=detail, remedy="rebuilt")
    if (flaw := (await checked_dealer(store, info, table))[1]) is not None:
        yield Wrong(part="secrets", table=info.table, detail=flaw.reason)


def _differing(table: AnyTable, info: TableInfo, stored: StoreSideRecords) -> Iterator[Wrong]:
    """Compares the listing, and the viewers with tokens, with the table as folded from the log."""
    listing = stored.listings.get(info.table)
    if listing is not None and not is_listing_of(listing, table):
        detail = "its entry in the directory disagrees with the log"
        yield Wrong(part="heads", table=info.table, detail=detail, remedy="rewritten")
    due = [GM] if info.archive else [GM, INVITE, *(seat_viewer(seat.seat) for seat in table.present() if not seat.npc)]
    for viewer in due if stored.viewers else ():
        if viewer not in stored.viewers.get(info.table, ()):
            yield Wrong(part="tokens", table=info.table, detail=f"the token of {viewer!r} is missing", remedy="renew")


def print_report(report: Checked) -> None:
    """Print what was found."""
    out = console()
    for one in report.wrong:
        where = f"{one.part}, table {one.table}" if one.table else one.part
        out.print(Text(f"✗ {where}: {one.detail}", "bad"), soft_wrap=True)
        out.print(Text(f"  {_REMEDIES[one.remedy]}"), soft_wrap=True)
    for note in report.notes:
        out.print(Text(f"  {note}", "faint"), soft_wrap=True)
    held = f"{counted(report.tables, 'table')}, {counted(report.entries, 'entry', 'entries')}"
    if not report.tables:
        out.print(Text(f"! {report.store} holds no tables. {_REMEDIES['copy']}", "bad"), soft_wrap=True)
    if not report.wrong:
        parts = f"all {counted(len(TABLES), 'part')} of {report.store} are whole"
        if report.store.startswith(POSTGRESQL) and not report.full:
            parts = f"each table of {report.store} has its newest entry"
        compared = f": {held}{', compared with the log' if report.full else ''}"
        out.print(Text(f"✓ {parts}{compared}", "good"), soft_wrap=True)
    elif report.tables:
        out.print(Text(f"  {report.store} holds {held}.", "faint"), soft_wrap=True)

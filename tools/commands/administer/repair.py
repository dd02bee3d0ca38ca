"""`tavern repair`: copy the good part of a damaged store to a new one."""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import Console

from events.entry import GENESIS
from events.storage.contract import Store, StoreDamaged, StoreError, TableInfo
from events.storage.sqlite.file.healing import DISPOSABLE, Damage, diagnose_file
from events.storage.sqlite.recovery.repair import Keep, keys_in, repair_into
from events.storage.sqlite.recovery.salvage import salvage
from games.installed import CATALOGUE
from projections.game import AnyTable
from server.problems import LogDamaged
from server.tables.damage import checked_dealer, fold_good_part
from server.tables.directory import listing_of
from server.tables.log_reader import LogReader
from server.tables.npc_seats import awaits_npc
from tools.console import Text, console
from tools.failures import Failure, failing_on, using_file, why
from tools.output import print_json
from tools.sources.store_file import log_missing
from tools.store_argument import store_argument
from tools.stores import path_of, source_of
from tools.wording import counted

_MISSING: Final = 1
_OWNER_ALONE: Final = 0o600
_KEYLESS: Final = (
    "✗ the server's keys are lost: a server makes new ones, exports get another signature, and tokens given out so far "
    "still work, but tavern token cannot recover them. A backup has the keys, in its table meta"
)


class Repaired(msgspec.Struct, kw_only=True):
    """The result for a table: it had `had` entries, and the new store has `kept` of them (0: the table is missing).

    `seq` is the first damaged entry and `reason` the damage, None if there is none. `rounds` lost entries; `running` is
    the one that was cut off, and so is running again. `lost` names side records that could not be read.
    """

    table: str
    had: int
    kept: int
    last_at: str | None = None
    seq: int | None = None
    reason: str | None = None
    rounds: list[int] = []
    running: int | None = None
    lost: list[str] = []

    @property
    def whole(self) -> bool:
        """Whether nothing is missing."""
        return self.kept == self.had and not self.lost


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a repaired store lacks. `damaged` names the parts of the old file that had damaged pages."""

    source: str
    target: str
    whole: bool
    damaged: list[str]
    tables: list[Repaired]


@click.command("repair")
@store_argument()
@click.option("--to", "target", metavar="NEW", required=True, type=click.Path(path_type=Path), help="File to write.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def command(context: click.Context, store: str, target: Path, as_json: bool) -> None:
    """Copy the good part of a damaged store to a new one.

    The store is a file, which is only read, never changed. Stop its server first, or entries that are played meanwhile
    will be missing.

    If pages of the file are damaged, every page is searched, including those that can no longer be reached.

    Every table is copied up to its first missing or changed entry, with its secret, chat and tokens. A round that is
    cut off there is running again. A table whose secret is missing or wrong becomes an archive. The report of what is
    missing is printed, and saved as JSON in NEW.report.json. The new store gets a new epoch, so clients that have seen
    more start over.

    The exit status is 0 if nothing is missing, 1 if something is, and 2 if nothing could be written.

    \b
    Examples:
      tavern repair tavern.db --to repaired.db
      tavern serve repaired.db
    """
    source = path_of(store)
    if target.exists():
        raise Failure(f"{target} exists already and is not overwritten")
    with _readable(source, target) as (readable, damaged):
        found = source_of(str(readable)).ask(_examine)
        with failing_on(StoreError):
            lost = {
                one.table: one.lost for one in repair_into(readable, target, [keep for keep, _ in found if keep.seq])
            }
    tables = [repaired for _, repaired in found]
    for repaired in tables:
        repaired.lost = lost.get(repaired.table, [])
    with failing_on(sqlite3.Error):
        keyless = "meta" in damaged and not keys_in(target)
    whole = not damaged and not log_missing() and all(repaired.whole for repaired in tables)
    report = Report(source=str(source), target=str(target), whole=whole, damaged=damaged, tables=tables)
    encoded = msgspec.json.format(msgspec.json.encode(report))
    report_file = target.with_name(f"{target.name}.report.json")
    try:
        report_file.touch(_OWNER_ALONE)
        report_file.write_bytes(encoded + b"\n")
    except OSError as error:
        raise Failure(f"{target} was written, but its report {report_file} could not be: {why(error)}") from None
    if as_json:
        print_json(report)
    else:
        _print(console(), report, keyless=keyless)
    context.exit(0 if whole else _MISSING)


@contextmanager
def _readable(source: Path, target: Path) -> Generator[tuple[Path, list[str]]]:
    """The store, or a file with all rows that its pages still contain, and the parts that were damaged.

    Raises `Failure` if nothing in it could be saved.
    """
    found: list[Damage] = []
    damaged: list[str] = []
    keyless = False
    try:
        source_of(str(source)).ask(lambda store: store.check())
        found = [one for one in diagnose_file(source) if one.part not in DISPOSABLE]
        damaged = [one.part for one in found if one.what == "rows"]
    except Failure as failure:
        unreadable: Failure | None = failure
        damaged = ["beginning"]
    else:
        unreadable = None
    if unreadable is None and not found:
        yield source, damaged
        return
    salvaged = target.with_name(f".{target.name}.salvaged")
    try:
        with using_file(source, "read"), failing_on(sqlite3.Error):
            salvaged.touch(_OWNER_ALONE)
            saved = salvage(source, salvaged)
            keyless = saved and not keys_in(salvaged)
        if not saved:
            raise unreadable or Failure(f"{source} contains nothing that could be saved")
        if keyless and "meta" not in damaged:
            damaged.append("meta")
        yield salvaged, damaged
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            salvaged.with_name(salvaged.name + end).unlink(missing_ok=True)


async def _examine(store: Store) -> list[tuple[Keep, Repaired]]:
    reader = LogReader(store, CATALOGUE)
    found: list[tuple[Keep, Repaired]] = []
    for info in await store.tables():
        fold, damage = await fold_good_part(reader, info)
        table = fold.table
        opened_at = (await _first_at(reader, info.table)) if fold.seq else ""
        listed = info.listed if table.listed is None else table.listed
        keep = Keep(
            table=info.table,
            seq=fold.seq,
            archive=info.archive,
            secret=await _secret_is_good(store, info, table),
            deadline=table.at if awaits_npc(table) else table.deadline,
            closed=table.closed or info.archive,
            listing=listing_of(table, opened_at) if listed and fold.seq else None,
        )
        repaired = Repaired(table=info.table, had=info.seq, kept=fold.seq, last_at=table.at or None)
        if damage is not None:
            repaired.seq, repaired.reason = damage.seq, damage.reason
            repaired.rounds = await _rounds_lost(store, info.table, fold.seq)
            repaired.running = table.round if table.running else None
        found.append((keep, repaired))
    return found


async def _secret_is_good(store: Store, info: TableInfo, table: AnyTable) -> bool:
    with suppress(StoreDamaged):
        return (await checked_dealer(store, info, table))[1] is None
    return False


async def _first_at(reader: LogReader, table: str) -> str:
    async for checked in reader.entries(table, 0, GENESIS, 1):
        return checked.entry.at
    raise LogDamaged(table, 1, "it is missing")


async def _rounds_lost(store: Store, table: str, kept: int) -> list[int]:
    """The rounds with entries after the last one that is kept, as far as the store knows."""
    try:
        spans = await store.rounds(table, 0, 1_000_000_000)
    except StoreDamaged:
        return []
    return [span.round for span in spans if span.last is None or span.last > kept]


def _print(out: Console, report: Report, *, keyless: bool) -> None:
    tables = [repaired for repaired in report.tables if repaired.kept]
    entries = sum(repaired.kept for repaired in tables)
    held = f"{counted(len(tables), 'table')} with {counted(entries, 'entry', 'entries')}"
    out.print(Text(f"wrote {held} to {report.target}", "bold"), soft_wrap=True)
    if report.whole:
        out.print(Text("✓ nothing is missing", "good"))
    if report.damaged:
        out.print(
            Text(f"✗ pages of these parts were damaged, and may have held more: {', '.join(report.damaged)}", "bad")
        )
    if keyless:
        out.print(Text(_KEYLESS, "bad"), soft_wrap=True)
    for repaired in report.tables:
        if not repaired.whole:
            _print_missing(out, repaired)


def _print_missing(out: Console, repaired: Repaired) -> None:
    out.print(Text(f"✗ {repaired.table}", "bad"))
    if repaired.seq is not None:
        out.print(Text(f"  entry {repaired.seq}: {repaired.reason}"))
        if repaired.kept:
            kept = f"{counted(repaired.kept, 'entry', 'entries')} of {repaired.had:,}, the last from {repaired.last_at}"
            out.print(Text(f"  kept: {kept}"))
        else:
            out.print(Text(f"  none of its {repaired.had:,} entries is good: the new store does not have this table"))
    if repaired.rounds:
        out.print(Text(f"  rounds that lost entries: {', '.join(map(str, repaired.rounds))}"))
    if repaired.running is not None:
        out.print(Text(f"  round {repaired.running} was cut off and is running again"))
    if repaired.lost:
        out.print(Text(f"  could not be read in full: {', '.join(repaired.lost)}"))

"""`tavern repair`: a new store of all that is good in a damaged one."""

from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import Console
from rich.text import Text

from events.entry import GENESIS
from events.store import RoundSpan, Store, StoreDamaged, StoreError
from events.stores.sqlite.repair import Keep, repair_into
from games.installed import CATALOGUE
from server.problems import LogDamaged
from server.tables.damage import fold_good_part
from server.tables.directory import listing_of
from server.tables.log_reader import LogReader
from server.tables.npc_seats import awaits_npc
from tools.console import console
from tools.failures import Failure, why
from tools.stores import ask, path_of
from tools.wording import counted

_MISSING: Final = 1
_OWNER_ALONE: Final = 0o600


class Repaired(msgspec.Struct, kw_only=True):
    """What became of a table: it had `had` entries, and `kept` of them are in the new store (0: it is not there).

    `seq` is the first entry that is not good, and `reason` says why; None where all are. `rounds` are those that lost
    entries, `running` the one that is cut off in the midst, so that it runs again. `lost` names what could not be read
    beside the log.
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
        """Whether nothing of it is missing."""
        return self.kept == self.had and not self.lost


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What is missing in a store that was made from another."""

    source: str
    target: str
    whole: bool
    tables: list[Repaired]


@click.command("repair")
@click.argument("store", metavar="STORE", envvar="TAVERN_STORE")
@click.option("--to", "target", metavar="NEW", required=True, type=click.Path(path_type=Path), help="The new file.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.pass_context
def command(context: click.Context, store: str, target: Path, as_json: bool) -> None:
    """Write a new store of all that is good in a damaged one.

    STORE is a store (sqlite:///tavern.db, or just the file). It is only read: nothing in it is deleted or changed. Stop
    its server first, or what is played meanwhile is missing.

    Every table is kept up to the last entry before the first that is missing or not as it was written, with its secret,
    chat and tokens. A round that is cut off there runs again. What is missing is told, and stands as JSON beside the
    new file, in NEW.report.json. The new store counts as another epoch of the log: who saw more begins anew.

    The exit status is 0 where nothing is missing, 1 where something is, 2 where nothing could be written.

    \b
    Examples:
      tavern repair tavern.db --to repaired.db
      tavern serve --store sqlite:///repaired.db
    """
    source = path_of(store)
    if target.exists():
        raise Failure(f"{target} exists already and is not overwritten")
    found = ask(store, _examine)
    try:
        beyond = {one.table: one.lost for one in repair_into(source, target, [keep for keep, _ in found if keep.seq])}
    except StoreError as error:
        raise Failure(str(error)) from None
    tables = [repaired for _, repaired in found]
    for repaired in tables:
        repaired.lost = beyond.get(repaired.table, [])
    whole = all(repaired.whole for repaired in tables)
    report = Report(source=str(source), target=str(target), whole=whole, tables=tables)
    told = msgspec.json.format(msgspec.json.encode(report))
    beside = target.with_name(f"{target.name}.report.json")
    try:
        beside.touch(_OWNER_ALONE)
        beside.write_bytes(told + b"\n")
    except OSError as error:
        raise Failure(f"{target} is written, but its report {beside} cannot be: {why(error)}") from None
    if as_json:
        click.echo(told.decode())
    else:
        _print(console(), report)
    context.exit(0 if whole else _MISSING)


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


async def _first_at(reader: LogReader, table: str) -> str:
    async for checked in reader.entries(table, 0, GENESIS, 1):
        return checked.entry.at
    raise LogDamaged(table, 1, "it is missing")


async def _rounds_lost(store: Store, table: str, kept: int) -> list[int]:
    """The rounds that had entries behind the last one that is kept, as far as the store knows of them."""
    try:
        spans = await store.rounds(table, 0, 1_000_000_000)
    except StoreDamaged:
        return []
    return [span.round for span in spans if _reaches(span, kept)]


def _reaches(span: RoundSpan, kept: int) -> bool:
    return span.last is None or span.last > kept


def _print(out: Console, report: Report) -> None:
    tables = [repaired for repaired in report.tables if repaired.kept]
    entries = sum(repaired.kept for repaired in tables)
    held = f"{counted(len(tables), 'table')} with {counted(entries, 'entry', 'entries')}"
    out.print(Text(f"{held} are in {report.target}", "bold"), soft_wrap=True)
    if report.whole:
        out.print(Text("✓ nothing is missing", "good"))
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
            out.print(Text(f"  not one of its {repaired.had:,} entries is good: the table is not in the new store"))
    if repaired.rounds:
        out.print(Text(f"  rounds that lost entries: {', '.join(map(str, repaired.rounds))}"))
    if repaired.running is not None:
        out.print(Text(f"  round {repaired.running} is cut off in its midst, and runs again from there"))
    if repaired.lost:
        out.print(Text(f"  could not be read whole, beside the log: {', '.join(repaired.lost)}"))

"""`tavern tables`: the tables in a store."""

from datetime import datetime
from typing import Final

import click
import msgspec
from rich.table import Table

from events.audience import HOUSE
from events.printable import escaped_json
from events.storage.contract import Store, TableInfo
from games.installed import CATALOGUE
from server.problems import LogDamaged
from server.tables.log_reader import LogReader
from tools.backups.publishing import heads_of
from tools.console import Text, console, grid
from tools.failures import Failure
from tools.output import print_json
from tools.store_argument import store_argument
from tools.stores import source_of
from tools.wording import size

_ID_COLUMNS: Final = 26
"""An id is there to be copied, so it is not cut on a terminal of 80 columns."""
_NAME_COLUMNS: Final = 8
_WIDE: Final = 100
"""Columns of a terminal that has room for everything."""


class Kept(msgspec.Struct, kw_only=True):
    """A table in a store. If its log is damaged, `damage` says where and how, and fields from the log are null.

    `seats` does not count watchers; `round` is the current or last one; `bytes` is the size of the log and the chat.
    """

    table: str
    name: str | None = None
    game: str | None = None
    gm: str | None = None
    seats: int | None = None
    round: int | None = None
    entries: int
    bytes: int
    last_at: str | None = None
    closed: bool
    archive: bool
    listed: bool
    damage: str | None = None


@click.command("tables")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--heads", is_flag=True, help="Print each table's newest entry, to publish, as JSON Lines.")
@store_argument()
def command(as_json: bool, heads: bool, store: str) -> None:
    """List the tables in a store.

    Shows each table's game, GM, seats, current round, size and last entry, and the damage if its log is damaged. A
    server may have the store open.

    With --heads, each table's newest entry and its hash are printed. Publish them where nobody can change them: later,
    tavern audit --heads detects whether a log was cut off or replaced.

    \b
    Examples:
      tavern tables
      tavern tables --heads > "heads-$(date +%F).jsonl"
      tavern tables /var/lib/tavern/tavern.db
      tavern tables --json | jq -r '.[] | select(.archive) | .table'
    """
    source = source_of(store)
    if heads:
        for head in heads_of(source):
            click.echo(escaped_json(msgspec.json.encode(head)))
        return
    tables = source.ask(_kept)
    if as_json:
        print_json(tables)
    elif not tables:
        raise Failure(f"there are no tables in {source.name} yet")
    else:
        out = console()
        out.print(_grid(tables, narrow=out.width < _WIDE))


async def _kept(store: Store) -> list[Kept]:
    reader = LogReader(store, CATALOGUE)
    return [await _look_at(reader, info) for info in await store.tables()]


async def _look_at(reader: LogReader, info: TableInfo) -> Kept:
    kept = Kept(
        table=info.table,
        entries=info.seq,
        bytes=info.bytes,
        closed=info.closed,
        archive=info.archive,
        listed=info.listed,
    )
    try:
        fold = await reader.start(info.table, HOUSE, info.seq)
        await reader.advance(fold, info.seq)
    except LogDamaged as damage:
        kept.damage = f"entry {damage.seq}: {damage.reason}"
        return kept
    table = fold.table
    kept.name, kept.game, kept.gm, kept.round, kept.last_at = table.name, table.game, table.gm, table.round, table.at
    kept.seats = sum(seat.kind != "watcher" for seat in table.present())
    return kept


def _grid(tables: list[Kept], *, narrow: bool) -> Table:
    """A row for each table; a narrow one tells which table it is, how large, and since when nobody played."""
    rows = grid()
    rows.add_column("table", style="place", no_wrap=True, min_width=_ID_COLUMNS)
    rows.add_column("name", style="name", overflow="fold", min_width=_NAME_COLUMNS)
    rows.add_column("game", no_wrap=True)
    if not narrow:
        rows.add_column("GM", overflow="fold")
        for numbers in ("seats", "rounds", "entries"):
            rows.add_column(numbers, justify="right", no_wrap=True)
    rows.add_column("size", justify="right", no_wrap=True)
    rows.add_column("last", style="faint", no_wrap=True)
    states = [_state(kept) for kept in tables]
    if any(states):
        rows.add_column("", overflow="fold")
    for kept, state in zip(tables, states, strict=True):
        more = [kept.gm or "", _number(kept.seats), _number(kept.round), f"{kept.entries:,}"]
        rows.add_row(
            kept.table,
            kept.name or "",
            kept.game or "",
            *([] if narrow else more),
            size(kept.bytes),
            "" if not kept.last_at else f"{datetime.fromisoformat(kept.last_at):%Y-%m-%d}",
            *([state] if any(states) else []),
        )
    return rows


def _number(number: int | None) -> str:
    return "" if number is None else f"{number:,}"


def _state(kept: Kept) -> Text:
    if kept.damage is not None:
        return Text(f"damaged at {kept.damage}", "bad")
    if kept.archive:
        return Text("archive", "faint")
    if kept.closed:
        return Text("closed", "faint")
    return Text("listed", "good") if kept.listed else Text("")

"""`tavern tables`: the tables in a store."""

from collections.abc import AsyncIterator
from datetime import datetime

import click
import msgspec
from rich.table import Table as Grid
from rich.text import Text

from events.audience import HOUSE
from events.store import Store, TableInfo
from games.installed import CATALOGUE
from projections.game import AnyTable
from server.problems import LogDamaged
from server.tables.log_reader import LogReader
from tools.console import console
from tools.failures import Failure
from tools.stores import ask, store_option
from tools.wording import size


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a store. If its log is damaged, `damage` says where and how, and what the log would say is null.

    `seats` does not count watchers; `round` is the current or last one; `bytes` is the size of the log and the chat.
    """

    table: str
    name: str | None
    game: str | None
    gm: str | None
    seats: int | None
    round: int | None
    entries: int
    bytes: int
    last_at: str | None
    closed: bool
    archive: bool
    listed: bool
    damage: str | None


@click.command("tables")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@store_option
def command(as_json: bool, store: str) -> None:
    """List the tables in a store.

    Shows each table's game, GM, seats, current round, size and last entry, and the damage if its log is damaged. A
    server may have the store open.

    \b
    Examples:
      tavern tables
      tavern tables --store sqlite:////var/lib/tavern/tavern.db
      tavern tables --json | jq -r '.[] | select(.archive) | .table'
    """
    tables = ask(store, _kept)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(tables)).decode())
        return
    if not tables:
        raise Failure("there are no tables yet")
    console().print(_grid(tables))


async def _kept(store: Store) -> list[Kept]:
    return [kept async for kept in _look_at(store)]


async def _look_at(store: Store) -> AsyncIterator[Kept]:
    reader = LogReader(store, CATALOGUE)
    for info in await store.tables():
        try:
            fold = await reader.start(info.table, HOUSE, info.seq)
            await reader.advance(fold, info.seq)
        except LogDamaged as damage:
            yield _entry(info, None, f"entry {damage.seq}: {damage.reason}")
        else:
            yield _entry(info, fold.table, None)


def _entry(info: TableInfo, table: AnyTable | None, damage: str | None) -> Kept:
    return Kept(
        table=info.table,
        name=None if table is None else table.name,
        game=None if table is None else table.game,
        gm=None if table is None else table.gm,
        seats=None if table is None else sum(seat.kind != "watcher" for seat in table.present()),
        round=None if table is None else table.round,
        entries=info.seq,
        bytes=info.bytes,
        last_at=None if table is None else table.at,
        closed=info.closed,
        archive=info.archive,
        listed=info.listed,
        damage=damage,
    )


def _grid(tables: list[Kept]) -> Grid:
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="faint")
    grid.add_column("table", style="place", no_wrap=True)
    grid.add_column("name", style="name", overflow="fold")
    grid.add_column("game", no_wrap=True)
    grid.add_column("GM", overflow="fold")
    for numbers in ("seats", "rounds", "entries", "size"):
        grid.add_column(numbers, justify="right", no_wrap=True)
    grid.add_column("last", style="faint", no_wrap=True)
    states = [_state(kept) for kept in tables]
    if any(states):
        grid.add_column("", overflow="fold")
    for kept, state in zip(tables, states, strict=True):
        grid.add_row(
            kept.table,
            kept.name or "",
            kept.game or "",
            kept.gm or "",
            _number(kept.seats),
            _number(kept.round),
            f"{kept.entries:,}",
            size(kept.bytes),
            "" if not kept.last_at else f"{datetime.fromisoformat(kept.last_at):%Y-%m-%d}",
            *([state] if any(states) else []),
        )
    return grid


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

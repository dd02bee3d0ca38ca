"""Copies all tables of a store to another one of any kind, while no server has either open."""

from collections.abc import Callable
from typing import NamedTuple

from events.store import StoreDamaged, StoreUnavailable
from events.store.copying import CopyableStore


class Copied(NamedTuple):
    """The number of tables in a store, of their entries, and of their bytes."""

    tables: int
    entries: int
    bytes: int


async def copy_store(source: CopyableStore, target: CopyableStore, name: str, on_table: Callable[[], object]) -> Copied:
    """Copy everything but snapshots and the epoch; `name` is the source's, `on_table` is called after each table.

    Each table is copied in one transaction, read again, and compared. If this is interrupted, the target stays an
    incomplete copy, which no server opens. Then copy the same source again: tables that have arrived are kept, others
    are copied or deleted. The source is not changed.

    The target begins another epoch, although its log is the same. The source could still be played on, and a client
    that saw versions there would otherwise believe that it had seen them here.

    Raises `StoreNotEmpty` before anything is written, `StoreDamaged` if the copy differs, and what reading and
    appending raise.
    """
    keys = await source.store_keys()
    await target.begin_copy(name, keys)
    infos = {info.table: info for info in await source.tables()}
    there = {info.table for info in await target.tables()}
    for table in there - infos.keys():
        await target.delete(table)
    for table in infos:
        whole = await source.copy_out(table)
        if table not in there or await target.copy_out(table) != whole:
            await target.copy_in(whole)
            if await target.copy_out(table) != whole:
                raise StoreDamaged(f"the copy of table {table} differs from the table.")
        on_table()
    if {info.table: info for info in await source.tables()} != infos or await source.store_keys() != keys:
        raise StoreUnavailable("the store was changed while it was copied.")
    if {info.table: info for info in await target.tables()} != infos or await target.store_keys() != keys:
        raise StoreDamaged("the copy differs from the store.")
    await target.end_copy()
    return Copied(len(infos), sum(one.seq for one in infos.values()), sum(one.bytes for one in infos.values()))

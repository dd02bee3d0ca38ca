"""Moves a table from one shard to another, also while servers use both."""

from typing import Final, NamedTuple

from events.entry import line_hash
from events.store import StoreDamaged, StoreError, StoreUnavailable
from events.store.moving import Overtaken, WholeTable
from events.stores.sharded.shard import Shard
from events.stores.sharded.store import ShardedStore

_TRIES: Final = 3
"""How often a table is copied that is used meanwhile."""


class Moved(NamedTuple):
    """Where a table was, and what was moved."""

    source: str
    whole: WholeTable


async def move_table(store: ShardedStore, table: str, to: Shard) -> Moved | None:
    """Move a table with everything that is stored of it but snapshots; None if it is there already.

    The table is copied, and the copy compared. Only then does one transaction delete the table where it was, provided
    that nothing was written to it meanwhile. Whenever this is interrupted, one of the two is the table, whole; a second
    move starts again. Raises `NoSuchTable`, `Overtaken` if the table is being used, and what appending raises.
    """
    for last in (*[False] * (_TRIES - 1), True):
        source = await store.routing.find(table)
        if source is to:
            return None
        place = await source.store.place(table)
        move = 1 if place is None else place.move + 1
        try:
            await source.store.begin_move(table, move)
            whole = await source.store.take_out(table)
            _require_sound(whole)
            await to.store.put_in(whole, move)
            if await to.store.take_out(table) != whole:
                raise StoreDamaged(f"the copy of table {table} in shard {to.name} is not like the table: it stays.")
            await _hand_over(store, source, to, whole, move)
        except Overtaken:
            # Nobody uses the copy, and what is erased from the table must not stay in it.
            await to.store.discard(table, move)
            if last:
                raise
            continue
        await store.routing.find(table)
        return Moved(source.name, whole)
    raise AssertionError


async def _hand_over(store: ShardedStore, source: Shard, to: Shard, whole: WholeTable, move: int) -> None:
    try:
        await source.store.hand_over(whole, move, to.name)
    except StoreUnavailable as error:
        # It may have been committed all the same.
        if error.kept is None and await _is_at(store, whole.table, to):
            return
        raise


async def _is_at(store: ShardedStore, table: str, shard: Shard) -> bool:
    try:
        return await store.routing.find(table) is shard
    except StoreError:
        return False


def _require_sound(whole: WholeTable) -> None:
    if not whole.lines or (whole.head is not None and line_hash(whole.lines[-1]) != whole.head.hex()):
        raise StoreDamaged(f"table {whole.table} does not end as it was stored; it stays. See tavern check.")

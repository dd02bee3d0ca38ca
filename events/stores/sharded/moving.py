"""Moves a table from one shard to another, also while servers use both."""

from contextlib import suppress
from typing import Final, NamedTuple

from events.entry import line_hash
from events.store import StoreDamaged, StoreError, StoreUnavailable
from events.store.moving import Overtaken, WholeTable
from events.stores.sharded.shard import Shard
from events.stores.sharded.store import ShardedStore

_TRIES: Final = 3
"""How often to copy a table that is being used."""


class Moved(NamedTuple):
    """Where a table was, and what was moved."""

    source: str
    whole: WholeTable


async def move_table(store: ShardedStore, table: str, to: Shard) -> Moved | None:
    """Move a table with everything stored for it except snapshots; None if it is there already.

    The table is copied, and the copy is compared. Only then does one transaction delete the original, provided that
    nothing was written to it meanwhile. Whenever this is interrupted, exactly one of the two counts, and it is whole; a
    second move starts again. Finally, the shards where lookups begin note where the table is, so that shards through
    which it went can be removed. If that was interrupted, a second move does it.

    Raises `NoSuchTable`, `Overtaken` if the table is being used, and what appending raises.
    """
    for last in (*[False] * (_TRIES - 1), True):
        source = await store.routing.find(table)
        if source is to:
            await _settle_again(store, table, to)
            return None
        place = await source.store.place(table)
        move = 1 if place is None else place.move + 1
        try:
            await source.store.begin_move(table, move)
            whole = await source.store.take_out(table)
            _require_sound(whole)
            await to.store.put_in(whole, move)
            if await to.store.take_out(table) != whole:
                raise StoreDamaged(
                    f"the copy of table {table} in shard {to.name} differs from the table, which stays where it is."
                )
            await _hand_over(store, source, to, whole, move)
        except Overtaken:
            # The copy is not used, and data erased from the table must not survive in it.
            await to.store.discard(table, move)
            if last:
                raise
            continue
        with suppress(StoreError):
            # The table is moved all the same; until another move, lookups take the longer way.
            await _settle(store, table, to, move)
        await store.routing.find(table)
        return Moved(source.name, whole)
    raise AssertionError


async def _settle(store: ShardedStore, table: str, to: Shard, move: int) -> None:
    """Note that a table is in a shard since a move, where lookups begin: there, in its home, and in the first shard.

    The first shard is the home of tables whose ids name a shard that was removed.
    """
    await to.store.settle(table, move, "")
    for shard in store.routing.begins(table):
        if shard is not to:
            await shard.store.settle(table, move, to.name)


async def _settle_again(store: ShardedStore, table: str, to: Shard) -> None:
    """Do what an interrupted move to this shard left undone."""
    place = await to.store.place(table)
    others = [shard for shard in store.routing.begins(table) if shard is not to]
    known = [await shard.store.place(table) for shard in others]
    if place is None or not (place.to or any(one is None or one.to != to.name for one in known)):
        return
    # A move away that began meanwhile must not be completed under a number that is noted here.
    await to.store.begin_move(table, place.move + 1)
    await _settle(store, table, to, place.move + 1)


async def _hand_over(store: ShardedStore, source: Shard, to: Shard, whole: WholeTable, move: int) -> None:
    try:
        await source.store.hand_over(whole, move, to.name)
    except StoreUnavailable as error:
        # It may have been committed nevertheless.
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
        raise StoreDamaged(
            f"table {whole.table} does not end with the line that was stored last: it stays. See tavern check."
        )

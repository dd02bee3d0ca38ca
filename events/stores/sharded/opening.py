"""Opens all shards of a store."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from events.store import StoreError, StoreUnreadable
from events.store.sharing import Sharing
from events.stores.sharded.addresses import ShardAddress
from events.stores.sharded.routing import Routing
from events.stores.sharded.shard import Shard, ShardStore
from events.stores.sharded.sharing import SharedShardedStore
from events.stores.sharded.store import ShardedStore


async def open_shards(
    addresses: Sequence[ShardAddress],
    opens: Callable[[str], Awaitable[ShardStore]],
    *,
    read_only: bool = False,
    shared: bool = False,
) -> ShardedStore:
    """Open shards; `opens` opens the one at an address.

    For a server (`shared`), unreachable shards are opened later, except the first. A program that only reads
    (`read_only`, not `shared`) sees the tables of the others, if there are any; a missing store is unreachable too.

    Raises what opening raises, and `StoreUnreadable` for shards that do not belong together.
    """
    visiting = read_only and not shared
    shards = [Shard(address, number, _opener(opens, address.address)) for number, address in enumerate(addresses)]
    routing = Routing(shards)
    try:
        for shard in shards:
            if not read_only:
                shard.on_open.append(_admission(routing, shard))
            if visiting or (shared and shard.number):
                await shard.try_to_open(or_missing=visiting)
            else:
                await shard.open()
        if (trouble := routing.first.trouble) is not None and not any(shard.is_open for shard in shards):
            raise trouble
        await routing.learn()
    except BaseException:
        for shard in shards:
            with suppress(StoreError):
                await shard.close()
        raise
    is_shared = all(isinstance(shard.store, Sharing) for shard in shards if shard.is_open)
    return (SharedShardedStore if is_shared else ShardedStore)(routing, visiting=visiting)


def _opener(opens: Callable[[str], Awaitable[ShardStore]], address: str) -> Callable[[], Awaitable[ShardStore]]:
    return lambda: opens(address)


def _admission(routing: Routing, shard: Shard) -> Callable[[ShardStore], Awaitable[None]]:
    """Returns what makes a store a shard when it is opened: it stores the shard's name, once."""

    async def admit(store: ShardStore) -> None:
        if await store.shard() is not None:
            return
        # No id in the first shard may look like one of this shard's. The first shard itself cannot be confused with
        # another.
        kept = await routing.first.store.tables() if shard.number else ()
        for info in kept:
            if routing.home(info.table) is shard:
                raise StoreUnreadable(
                    f"table {info.table} of shard {routing.first.name} has an id that ends like those of shard "
                    f"{shard.name}: give the new shard another name."
                )
        await store.become_shard(shard.label)

    return admit

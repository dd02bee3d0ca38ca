"""A store that consists of several: each table lives in one of them, its shard."""

from events.stores.sharded.addresses import ShardAddress, shard_addresses
from events.stores.sharded.moving import Moved, move_table
from events.stores.sharded.opening import open_shards
from events.stores.sharded.shard import ShardStore
from events.stores.sharded.store import ShardedStore

__all__ = ["Moved", "ShardAddress", "ShardStore", "ShardedStore", "move_table", "open_shards", "shard_addresses"]

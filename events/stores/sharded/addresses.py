"""The address of a store with shards: a list of NAME=ADDRESS, separated by commas or spaces."""

import re
from typing import Final

import msgspec

from events.store import StoreError

_KINDS: Final = r"(?:memory:|sqlite:|postgresql:)"
# An address may contain commas, spaces and equals signs, so only the beginning of the next one ends it.
_BEGINS: Final = re.compile(rf"(?:^|[\s,]+)([A-Za-z0-9_-]+)(!?)=(?={_KINDS})")
_NAME: Final = re.compile(r"[a-z0-9]{1,12}")
_MOST: Final = 64


class ShardAddress(msgspec.Struct, frozen=True):
    """A shard's name, its address, and whether it is open for new tables."""

    name: str
    address: str
    open: bool = True


class WrongShards(StoreError):
    """The list of shards cannot be used."""

    code = "wrong_shards"


def shard_addresses(address: str) -> list[ShardAddress]:
    """The shards in an address, in order; none if it is that of a single store. Raises `WrongShards`."""
    begun = list(_BEGINS.finditer(address))
    if not begun or begun[0].start() != 0:
        return []
    ends = [*(one.start() for one in begun[1:]), len(address)]
    shards = [
        ShardAddress(one[1], address[one.end() : end].rstrip(", \t\r\n"), not one[2])
        for one, end in zip(begun, ends, strict=True)
    ]
    names = [shard.name for shard in shards]
    if wrong := [name for name in names if _NAME.fullmatch(name) is None]:
        raise WrongShards(f"{wrong[0]!r} is not the name of a shard: use up to 12 lower-case letters and digits.")
    if twice := [name for name in names if names.count(name) > 1]:
        raise WrongShards(f"two shards are named {twice[0]}.")
    places = [shard.address for shard in shards if shard.address != "memory:"]
    if len(set(places)) < len(places):
        raise WrongShards("two shards have the same address.")
    if len(shards) > _MOST:
        raise WrongShards(f"there are {len(shards)} shards; {_MOST} is the most.")
    if len({shard.address.partition(":")[0] for shard in shards}) > 1:
        raise WrongShards("all shards must be of one kind: all PostgreSQL databases, or all files.")
    return shards

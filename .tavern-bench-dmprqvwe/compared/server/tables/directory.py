"""The directory: the listed tables, for anyone to find."""

from typing import Final

import msgspec

from events.store import LogStore
from projections.game import AnyTable

PAGE: Final = 100
"""The default and maximum number of tables in one answer."""

_encoder: Final = msgspec.json.Encoder()


class _Facts(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    game: str
    gm: str
    opened_at: str
    seats: int
    round: int


_decoder: Final = msgspec.json.Decoder(_Facts)


class Listed(_Facts, frozen=True, kw_only=True):
    """A listed table. `seats` counts its players; `round` is the current or last round."""

    table: str


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """Listed tables. `next` is the table to continue after, null at the end."""

    tables: list[Listed]
    next: str | None


def listing_of(table: AnyTable, opened_at: str) -> bytes:
    """A table's entry in the directory, as stored beside the log: only what everybody may see."""
    seats = sum(seat.kind != "watcher" for seat in table.present())
    facts = _Facts(name=table.name, game=table.game, gm=table.gm, opened_at=opened_at, seats=seats, round=table.round)
    return _encoder.encode(facts)


def is_listing_of(listing: bytes, table: AnyTable) -> bool:
    """Whether this is the table's `listing_of`; the time of opening is not compared."""
    try:
        facts = _decoder.decode(listing)
    except msgspec.DecodeError:
        return False
    return listing_of(table, facts.opened_at) == _encoder.encode(facts)


async def listed(store: LogStore, after: str | None, limit: int) -> Listing:
    """The listed tables, oldest first, at most `limit`."""
    found = list(await store.directory(after, limit + 1))
    tables: list[Listed] = []
    for listing in found[:limit]:
        try:
            facts = _decoder.decode(listing.data)
        except msgspec.DecodeError:
            # The table's next entry, or loading it, writes a new one.
            continue
        tables.append(Listed(table=listing.table, **msgspec.structs.asdict(facts)))
    return Listing(tables=tables, next=found[limit - 1].table if len(found) > limit else None)

"""Undetected cheats, read from the log for the standings: only of unsealed rounds, which are open to everybody."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from events.codec import UnreadableEntry
from events.event import Event, type_tag
from projections.game import AnyTable
from projections.standings import COUNTED_FOR_MISSED_CHEATS, cheats_missed
from server.problems import LogDamaged
from server.tables.live_table import LiveTable
from server.tables.registry import Tables

_TAGS: Final = tuple(f'"{type_tag(kind)}"'.encode() for kind in COUNTED_FOR_MISSED_CHEATS)
"""One of these stands in every line with an event that counts; the other lines need not be decoded."""


async def missed_cheats(tables: Tables, live: LiveTable, seen: AnyTable) -> Mapping[str, int]:
    """Undetected cheats by seat, in the rounds that are unsealed in `seen`. Raises `LogDamaged`, `StoreError`.

    An unsealed round never changes, so each is read once.
    """
    missed: dict[str, int] = {}
    for number in list(_unsealed(seen)):
        if number not in live.missed_cheats:
            live.missed_cheats[number] = await _missed_in(tables, live.id, number)
        for seat, count in live.missed_cheats[number].items():
            missed[seat] = missed.get(seat, 0) + count
    return missed


def _unsealed(seen: AnyTable) -> Iterator[int]:
    begins = 1
    for span in seen.sealed:
        yield from range(begins, span.first)
        begins = span.last + 1
    yield from range(begins, seen.round + (not seen.running))


async def _missed_in(tables: Tables, table: str, number: int) -> Mapping[str, int]:
    span = await tables.services.store.round(table, number)
    if span is None or span.last is None:
        return {}
    events: list[Event] = []
    async for lines in tables.reader.windows(table, span.first - 1, span.last):
        for stored in lines:
            if any(tag in stored.line for tag in _TAGS):
                events += _events_in(tables, table, stored.seq, stored.line)
    return cheats_missed(events)


def _events_in(tables: Tables, table: str, seq: int, line: bytes) -> Sequence[Event]:
    try:
        return tables.services.catalogue.codec.decode(line).events
    except UnreadableEntry as error:
        raise LogDamaged(table, seq, error.reason) from None

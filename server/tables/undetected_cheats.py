"""Cheats that nobody found out: told of rounds that are unsealed, since of those everything is open to everybody."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from events.codec import UnreadableEntry
from events.event import Event
from projections.game import AnyTable
from projections.standings import cheats_missed
from server.problems import LogDamaged
from server.services import Services
from server.tables.live_table import LiveTable

_MARKS: Final = (b'"type":"die_altered"', b'"status":"caught"')
"""What stands in a line that tells of a cheat, or of who was caught: few have it, and only those are decoded."""


async def missed_at(services: Services, live: LiveTable, seen: AnyTable) -> Mapping[str, int]:
    """How many cheats of each seat were missed, in the rounds that `seen` has as unsealed. Raises `LogDamaged`.

    What a round shows once it is unsealed never changes, so it is looked up once.
    """
    missed: dict[str, int] = {}
    for number in list(_unsealed(seen)):
        if number not in live.missed:
            live.missed[number] = await _missed_in(services, live.id, number)
        for seat, count in live.missed[number].items():
            missed[seat] = missed.get(seat, 0) + count
    return missed


def _unsealed(seen: AnyTable) -> Iterator[int]:
    begins = 1
    for span in seen.sealed:
        yield from range(begins, span.first)
        begins = span.last + 1
    yield from range(begins, seen.round + (not seen.running))


async def _missed_in(services: Services, table: str, number: int) -> Mapping[str, int]:
    span = await services.store.round(table, number)
    if span is None or span.last is None:
        return {}
    events: list[Event] = []
    async for lines in services.reader.windows(table, span.first - 1, span.last):
        for stored in lines:
            if any(mark in stored.line for mark in _MARKS):
                events += _events_in(services, table, stored.seq, stored.line)
    return cheats_missed(events)


def _events_in(services: Services, table: str, seq: int, line: bytes) -> Sequence[Event]:
    try:
        return services.catalogue.codec.decode(line).events
    except UnreadableEntry as error:
        raise LogDamaged(table, seq, error.reason) from None

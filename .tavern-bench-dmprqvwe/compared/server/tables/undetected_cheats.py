"""Reads undetected cheats from the log for the standings: only in unsealed rounds, which are open to everybody."""

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
"""Every line with a relevant event contains one of these; the other lines need not be decoded."""
_AT_ONCE: Final = 256
"""The number of rounds looked up at once."""


async def missed_cheats(tables: Tables, live: LiveTable, seen: AnyTable) -> Mapping[str, int]:
    """Undetected cheats by seat, in the rounds that are unsealed in `seen`. Raises `LogDamaged`, `StoreError`.

    An unsealed round never changes, so each is read only once. Neighbouring rounds are looked up together.
    """
    known = live.missed_cheats
    sealed, last = list(seen.sealed), seen.round - seen.running
    for first_unread, last_unread in _runs(known.missing(sealed, last)):
        await _read(tables, live, first_unread, last_unread)
    return known.total(sealed, last)


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and last numbers of runs of consecutive rounds, of limited length."""
    begins = 0
    for at in range(1, len(numbers) + 1):
        if at == len(numbers) or numbers[at] != numbers[at - 1] + 1 or at - begins == _AT_ONCE:
            yield numbers[begins], numbers[at - 1]
            begins = at


async def _read(tables: Tables, live: LiveTable, first: int, last: int) -> None:
    """Read the rounds from `first` to `last`, and nothing between them, since an entry there may be hidden."""
    for span in await tables.services.store.rounds(live.id, first - 1, last - first + 1):
        if span.round <= last and span.last is not None:
            live.missed_cheats.by_round[span.round] = await _missed_in(tables, live.id, span.first, span.last)
    for number in range(first, last + 1):
        live.missed_cheats.by_round.setdefault(number, {})


async def _missed_in(tables: Tables, table: str, first: int, last: int) -> Mapping[str, int]:
    events: list[Event] = []
    async for lines in tables.reader.windows(table, first - 1, last):
        for stored in lines:
            if any(tag in stored.line for tag in _TAGS):
                events += _events_in(tables, table, stored.seq, stored.line)
    return cheats_missed(events)


def _events_in(tables: Tables, table: str, seq: int, line: bytes) -> Sequence[Event]:
    try:
        return tables.services.catalogue.codec.decode(line).events
    except UnreadableEntry as error:
        raise LogDamaged(table, seq, error.reason) from None

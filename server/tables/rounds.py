"""The rounds of a table: where each begins and ends in the log, and what its viewers may see of it."""

from typing import Final

import msgspec

from events.audience import GM, HOUSE, Viewer, may_see, seat_viewer
from events.codec import Codec, UnreadableEntry
from events.dispute_events import DISPUTE_EVENTS
from events.entry import Entry
from events.event import Event, redact
from events.storage.contract import LogStore, RoundSpan
from events.table_events import TABLE_EVENTS
from games.mechanics.tricks.sets import COMMON
from projections.game import AnyTable
from projections.table import Case, SeatSet
from replays.rebuild import Round, note_rounds
from server.problems import LogDamaged
from server.tables.log_reader import LoadedTable, LogReader

_NOT_OF_A_ROUND: Final = (*TABLE_EVENTS, *DISPUTE_EVENTS)


class RoundDispute(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute about a round: the seat that raised it, and the GM's verdict, null while it is open."""

    dispute: int
    seat: str
    verdict: str | None


class RoundSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A round in the list of rounds. `won_cp` is in copper pieces; the fields after `rules` are null while it runs."""

    round: int
    game: str
    rules: int
    started_at: str
    ended_at: str | None
    outcome: str | None
    winners: list[str]
    won_cp: dict[str, int]
    unsealed: bool
    disputes: list[RoundDispute]


async def summaries(
    store: LogStore, codec: Codec, seen: AnyTable, after: int, limit: int, upto: int
) -> list[RoundSummary]:
    """The rounds of a viewer's table with numbers above `after`, at most `limit` of them, in order.

    They are as of entry `upto`: later entries must not be shown.

    Raises `LogDamaged`, `StoreError`.
    """
    disputed: dict[int, list[RoundDispute]] = {}
    for one in seen.disputed:
        dispute = RoundDispute(dispute=one.dispute, seat=one.seat, verdict=one.verdict)
        disputed.setdefault(one.round, []).append(dispute)
    spans = [_within(span, upto) for span in await store.rounds(seen.table, after, limit) if span.first <= upto]
    return [_summary(await _round(store, codec, seen.table, span), disputed.get(span.round, [])) for span in spans]


async def find_round(store: LogStore, codec: Codec, table: str, number: int, upto: int) -> Round | None:
    """The round with that number as of entry `upto`; None if it has not begun.

    Raises `LogDamaged`, also if it begins after that entry, and `StoreError`.
    """
    span = await store.round(table, number)
    if span is None:
        return None
    if span.first > upto:
        raise LogDamaged(table, upto + 1, f"round {number} lies behind it")
    return await _round(store, codec, table, _within(span, upto))


def _within(span: RoundSpan, upto: int) -> RoundSpan:
    """A round as it was after entry `upto`."""
    last, unsealed = (seq if seq is not None and seq <= upto else None for seq in (span.last, span.unsealed))
    return msgspec.structs.replace(span, last=last, unsealed=unsealed)


async def _round(store: LogStore, codec: Codec, table: str, span: RoundSpan) -> Round:
    """A round from the entries that begin, end and unseal it. Those in between are not read."""
    noted: dict[int, Round] = {}
    for seq in sorted({seq for seq in (span.first, span.last, span.unsealed) if seq is not None}):
        lines = await store.read(table, seq - 1, seq)
        if not lines:
            raise LogDamaged(table, seq, "it is missing")
        try:
            note_rounds(noted, codec.decode(lines[0].line, seq))
        except UnreadableEntry:
            raise LogDamaged(table, seq, "the line is not an entry") from None
    if span.round not in noted:
        raise LogDamaged(table, span.first, "it does not begin the round that it is said to begin")
    return noted[span.round]


def _summary(played: Round, disputes: list[RoundDispute]) -> RoundSummary:
    return RoundSummary(
        round=played.round,
        game=played.game,
        rules=played.rules,
        started_at=played.started_at,
        ended_at=played.ended_at,
        outcome=played.outcome,
        winners=played.winners,
        won_cp=played.won_cp,
        unsealed=played.unsealed,
        disputes=disputes,
    )


async def load_before(reader: LogReader, table: str, played: Round, viewer: Viewer, caller: Viewer) -> LoadedTable:
    """The table of a replay's viewer before the round's first entry, as the caller may see it.

    An unsealed round can be seen as the house saw it. Then its versions count from the round's first entry: the house's
    own would reveal how many entries of other rounds were hidden from the caller. Secrets that do not belong to the
    round stay hidden from the caller.
    """
    loaded = await reader.start(table, viewer, played.first - 1)
    await reader.advance(loaded, played.first - 1)
    if viewer == HOUSE:
        loaded.table.version = 0
        if caller != GM:
            veil(loaded.table, caller)
    return loaded


def veil(table: AnyTable, viewer: Viewer) -> None:
    """Remove from the house's table what unsealing does not reveal: sheets, temperaments, sets, and disputed versions.

    The round's own events say which crooked sets are in play. A set that looks common may have been given in secret.
    """
    for seat in table.seats.values():
        seat.character = seat.temperament = None
        seat.sets = {kind: SeatSet(look=held.look) for kind, held in seat.sets.items() if held.look != COMMON}
    table.disputes = [_veiled(dispute, viewer) for dispute in table.disputes]
    table.ruled = [_veiled(dispute, viewer) for dispute in table.ruled]


def _veiled(dispute: Case, viewer: Viewer) -> Case:
    return dispute if may_see(viewer, seat_viewer(dispute.seat)) else msgspec.structs.replace(dispute, version=None)


def as_replayed(entry: Entry[Event], viewer: Viewer, caller: Viewer) -> Entry[Event]:
    """A round's entry for a replay's viewer, as the caller may see it.

    Who sees an unsealed round as the house saw it sees everything, except what does not concern its dice.
    """
    if viewer != HOUSE or caller == GM:
        return entry
    events = [redact(event, caller) if isinstance(event, _NOT_OF_A_ROUND) else event for event in entry.events]
    return msgspec.structs.replace(entry, events=[event for event in events if event is not None])

"""Makes the report of a round from the log. It takes seconds of a processor, so a server has another process do it."""

from collections.abc import Sequence

import msgspec

from events.audience import GM, HOUSE, PUBLIC, Viewer
from games.installed import CATALOGUE
from projections.game import AnyTable
from replays.analysis.rounds import SeatAnalysis
from replays.audit import audit
from replays.findings import Finding
from replays.rebuild import round_of, rounds_of
from server.report.page import report_page
from server.report.recap import Recap, recaps
from server.tables.rounds import as_replayed, veil


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What to report: round `number`, as `caller` may see what `viewer` saw.

    `lines` has the log up to an entry after the round's end, and `damage` says what is wrong with the next one, if the
    log is damaged. `analyses` are those of the round that the caller may see; None if it was not analysed.
    """

    lines: Sequence[bytes]
    number: int
    viewer: Viewer
    caller: Viewer = PUBLIC
    damage: str | None = None
    analyses: list[SeatAnalysis] | None = None


def made(order: Order) -> str:
    """The report, as HTML. Raises `UnreadableEntry`, `NoSuchRound`, or one of `replays.rerun.FORGERIES`."""
    recap, table = _recap(order)
    report = audit(CATALOGUE, order.lines)
    if order.damage is not None:
        line = len(order.lines) + 1
        report.findings.append(Finding(line=line, seq=line, code="damaged", detail=order.damage))
    return report_page(recap, report, table, order.analyses)


def _recap(order: Order) -> tuple[Recap, AnyTable]:
    """The round, and the table of who reads about it."""
    entries = CATALOGUE.codec.decode_log(order.lines)
    played = round_of(rounds_of(entries), order.number)
    viewer, caller = order.viewer, order.caller
    if viewer != HOUSE:
        (recap,), table = recaps(CATALOGUE, entries, viewer, [played])
        return recap, table

    def begin(table: AnyTable) -> None:
        # As in its replay: see `load_before`.
        table.version = 0
        if caller != GM:
            veil(table, caller)

    if caller == GM:
        (recap,), table = recaps(CATALOGUE, entries, viewer, [played], begin)
        return recap, table
    shown = [
        as_replayed(entry, viewer, caller) if entry.seq >= played.first else entry for entry in entries[: played.last]
    ]
    (recap,), _ = recaps(CATALOGUE, shown, viewer, [played], begin)
    (own,), table = recaps(CATALOGUE, entries, caller, [played])
    recap.disputes = own.disputes
    return recap, table

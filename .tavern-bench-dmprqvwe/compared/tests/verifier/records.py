"""The record of a table that an honest client would have kept, from a log: what one viewer was shown."""

from collections.abc import Sequence
from typing import Any

import msgspec

from events.accounts import HOUSE, POT
from events.audience import Viewer, seat_viewer
from events.entry import line_hash, receipt_of
from events.round_events import LuckCalled, LuckRevealed
from games.deciding.catalogue import Catalogue
from projections.game import AnyTable
from projections.viewer_projection import ViewerProjection

Json = dict[str, Any]


def record_of(catalogue: Catalogue, lines: Sequence[bytes], viewer: Viewer) -> list[Json]:
    """All that the viewer was shown, with the view at each version."""
    entries = catalogue.codec.decode_log(lines)
    shown = ViewerProjection(catalogue.folding, catalogue.folding.blank(entries[0].table, viewer))
    record, opening, called = list[Json](), line_hash(lines[0]), None
    whose = {"table": entries[0].table, "viewer": viewer}
    for entry, line in zip(entries, lines, strict=True):
        was_running, roots = shown.table.running, len(shown.table.roots)
        seen = shown.see(entry)
        if seen is None:
            continue
        table = shown.table
        record += [{**whose, "root": msgspec.to_builtins(root)} for root in table.roots[roots:]]
        for event in entry.events:
            if isinstance(event, LuckCalled):
                called = event
            elif isinstance(event, LuckRevealed) and seat_viewer(event.seat) == viewer and called is not None:
                call = call_answered(table, called, opening)
                record.append({**whose, "round": called.round, "call": call, "luck": event.luck})
        played = entry_has_round(was_running, table)
        events = msgspec.json.decode(msgspec.json.encode(seen.events))
        one = {**whose, "round": table.round if played else None, "version": table.version}
        record.append({**one, "receipt": receipt_of(line), "events": events, **view_of(table)})
    return record


def entry_has_round(was_running: bool, table: AnyTable) -> bool:
    return was_running or table.running


def call_answered(table: AnyTable, called: LuckCalled, opening: str) -> Json:
    """A call as a seat sees it in its view."""
    root = next(root.root for root in table.roots if root.first <= called.round <= root.last)
    seals = {seal.seat: seal.seal for seal in called.seals}
    call = {"game": called.game, "rules": called.rules, "opening": opening, "root": root, "first": called.first}
    return {**call, "commitment": called.commitment, "seats": called.seats, "seals": seals}


def view_of(table: AnyTable) -> Json:
    """The coins and dice of a view."""
    coins = {seat: table.purse(seat) for seat in table.seats}
    dice = {holder: table.dice_of(holder) for holder in (*table.seats, HOUSE)}
    rows = {holder: [[die.die, die.face] for die in row] for holder, row in dice.items() if row}
    return {"coins": {**coins, POT: table.balance(POT)}, "dice": rows}


def written(record: Sequence[Json]) -> bytes:
    """The lines of a record."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in record)

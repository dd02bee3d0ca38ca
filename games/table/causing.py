"""Who may cause the commands of the server: opening a table, sitting down, and a fresh deadline."""

import re
from typing import Final

from events.accounts import RESERVED
from events.audience import GM, HOUSE, seat_viewer
from games.engine.addressed_command import AddressedCommand
from games.table.clock import RefreshDeadline
from games.table.rounds import OpenTable
from games.table.seats import SeatNpc, Sit
from projections.game import AnyTable

_SEAT_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_SEAT_ID: Final = 40


def may_cause(table: AnyTable, addressed: AddressedCommand) -> bool:
    """Whether the actor may give this command of the server.

    The GM opens a table, once. A player or the GM takes a seat under a new, well-formed id; only the GM seats an NPC.
    The house only restarts deadlines.
    """
    actor, seat = addressed.actor, addressed.seat
    match addressed.command:
        case OpenTable():
            return table.seq == 0 and (actor, seat) == (GM, None)
        case _ if table.seq == 0:
            return False
        case Sit():
            return _may_sit(table, actor, seat)
        case SeatNpc():
            return actor == GM and _may_sit(table, actor, seat)
        case RefreshDeadline():
            return (actor, seat) == (HOUSE, None) and table.deadline is not None
        case _:
            return False


def _may_sit(table: AnyTable, actor: str, seat: str | None) -> bool:
    if seat is None or not _is_seat_id(seat) or seat in RESERVED or seat in table.names:
        return False
    return actor in (GM, seat_viewer(seat))


def _is_seat_id(word: str) -> bool:
    return len(word) <= _LONGEST_SEAT_ID and _SEAT_ID.fullmatch(word) is not None

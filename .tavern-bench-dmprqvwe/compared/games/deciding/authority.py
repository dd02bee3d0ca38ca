"""Which actor may give which command, according to the log alone.

The server first identifies the caller by token, and answers in the API's terms (`server.commands.auth`). This check
makes a re-run reject a log with commands that no server would have accepted.
"""

import re
from typing import Final

from events.accounts import RESERVED
from events.audience import GM, HOUSE, seat_viewer
from events.event import type_tag
from games.addressed_command import AddressedCommand
from games.legality import Refused
from games.rulebook import AnyRulebook, Timeout
from games.table import OpenTable, RefreshDeadline, SeatNpc, Sit
from games.table.chapter import Context
from games.table.luck import timeout_of, why_not_by_gm
from games.table.taking_over import why_not_theirs
from projections.game import AnyTable

CLOCK: Final = "clock"
_NPC: Final = "npc:"
_SEAT_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_SEAT_ID: Final = 40


def npc_actor(seat: str) -> str:
    """The actor under which the server plays a seat as an NPC."""
    return _NPC + seat


def authorize(table: AnyTable, context: Context, addressed: AddressedCommand) -> None:
    """Check that the recorded actor may give this command.

    The GM opens a table, once. A player or the GM takes a seat under a new, well-formed id; only the GM seats an NPC. A
    seat's player, the server for its NPC, the GM and the clock act for a seat; only the GM acts for the table. The
    clock gives exactly the rulebook's timeout command, and the house only restarts deadlines. The GM can neither set
    nor reveal others' luck.

    Raises `Refused`: `seat_taken_over` or `npc_seat` if the seat's player does not play it now, `not_your_luck` to the
    GM, otherwise `not_authorized`.
    """
    if (holder := table.seats.get(addressed.seat or "")) is not None:
        tag, why = type_tag(type(addressed.command)), None
        if addressed.actor == seat_viewer(holder.seat):
            why = why_not_theirs(holder, context.rulebook, tag)
        elif addressed.actor == GM:
            why = why_not_by_gm(holder, tag)
        if why is not None:
            raise Refused(*why)
    if not _may(table, context.rulebook, addressed):
        for_seat = f" for {addressed.seat}" if addressed.seat else ""
        raise Refused("not_authorized", f"{addressed.actor} cannot do that{for_seat}.")


def _may(table: AnyTable, rulebook: AnyRulebook, addressed: AddressedCommand) -> bool:
    actor, seat, command = addressed.actor, addressed.seat, addressed.command
    match command:
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
        case _ if actor == CLOCK:
            return timeout_of(table, rulebook) == Timeout(seat, command)
        case _:
            return actor == GM or (seat is not None and (actor == seat_viewer(seat) or _is_npc(table, actor, seat)))


def _is_npc(table: AnyTable, actor: str, seat: str) -> bool:
    return actor == npc_actor(seat) and seat in table.seats and table.seats[seat].played_by == "npc"


def _may_sit(table: AnyTable, actor: str, seat: str | None) -> bool:
    if seat is None or not _is_seat_id(seat) or seat in RESERVED or seat in table.names:
        return False
    return actor in (GM, seat_viewer(seat))


def _is_seat_id(word: str) -> bool:
    return len(word) <= _LONGEST_SEAT_ID and _SEAT_ID.fullmatch(word) is not None

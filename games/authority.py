"""Who may give which command. A server asks for tokens before; a re-run of the log has nothing but this."""

import re
from typing import Final

from events.accounts import RESERVED
from events.audience import GM, HOUSE, seat_viewer
from events.event import type_tag
from games.addressed_command import AddressedCommand
from games.legality import Refused
from games.rulebook import AnyRulebook, Timeout
from games.table import OpenTable, RefreshDeadline, SeatNpc, Sit
from games.table.taking_over import why_not_theirs
from projections.game import AnyTable

CLOCK: Final = "clock"
_NPC: Final = "npc:"
_SEAT_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_SEAT_ID: Final = 40


def npc_actor(seat: str) -> str:
    """The actor of what the server does for a seat that it plays."""
    return _NPC + seat


def authorize(table: AnyTable, rulebook: AnyRulebook, move: AddressedCommand) -> None:
    """Raise `Refused` (`not_authorized`) where the actor cannot be whose command this is.

    A table is opened once, by its GM. A seat is taken under a new, well-formed id by whoever sits there, or the GM; one
    that the server plays by the GM alone. For a seat act who sits there, or in place of them the server, for an NPC;
    the GM; and the clock; for the table the GM. The clock gives what the rulebook has it give, and no other command;
    the house starts deadlines afresh. Raises `Refused` (`seat_taken_over`, `npc_seat`) where another plays the seat.
    """
    if (holder := table.seats.get(move.seat or "")) is not None and move.actor == seat_viewer(holder.seat):
        why = why_not_theirs(holder, rulebook, type_tag(type(move.command)))
        if why is not None:
            raise Refused(*why)
    if not _may(table, rulebook, move):
        whom = f" for {move.seat}" if move.seat else ""
        raise Refused("not_authorized", f"{move.actor} cannot do that{whom}.")


def _may(table: AnyTable, rulebook: AnyRulebook, move: AddressedCommand) -> bool:
    actor, seat, command = move.actor, move.seat, move.command
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
            return rulebook.timeout(table) == Timeout(seat, command)
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

"""Who may give which command. A server asks for tokens before; a re-run of the log has nothing but this."""

from typing import Final

from events.accounts import RESERVED
from events.audience import GM, HOUSE, seat_viewer
from games.moves import Move
from games.seating import is_seat_id
from games.table_commands import OpenTable, RefreshDeadline, Sit
from projections.offers import Refused
from projections.rulebook import AnyRulebook, AnyTable, Timeout

CLOCK: Final = "clock"
_NPC: Final = "npc:"


def authorize(table: AnyTable, book: AnyRulebook, move: Move) -> None:
    """Raise `Refused` (`not_authorized`) where the actor cannot be whose command this is.

    A table is opened once, by its GM. A seat is taken under a new, well-formed id by whoever sits there, or the GM. For
    a seat act its holder, the NPC's player, the GM and the clock; for the table the GM. The clock gives what the
    rulebook has it give, and no other command; the house starts deadlines afresh.
    """
    if not _may(table, book, move):
        whom = f" for {move.seat}" if move.seat else ""
        raise Refused("not_authorized", f"{move.actor} cannot do that{whom}.")


def _may(table: AnyTable, book: AnyRulebook, move: Move) -> bool:
    actor, seat, command = move.actor, move.seat, move.command
    match command:
        case OpenTable():
            return table.seq == 0 and (actor, seat) == (GM, None)
        case _ if table.seq == 0:
            return False
        case Sit():
            return _may_sit(table, actor, seat)
        case RefreshDeadline():
            return (actor, seat) == (HOUSE, None) and table.deadline is not None
        case _ if actor == CLOCK:
            return book.timeout(table) == Timeout(seat, command)
        case _:
            return actor == GM or (seat is not None and actor in (seat_viewer(seat), _NPC + seat))


def _may_sit(table: AnyTable, actor: str, seat: str | None) -> bool:
    if seat is None or not is_seat_id(seat) or seat in RESERVED or seat in table.names:
        return False
    return actor in (GM, seat_viewer(seat))

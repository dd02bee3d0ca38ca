"""Which actor may give which command, according to the log alone.

The server first identifies the caller by token, and answers in the API's terms (`server.commands.auth`). This check
makes a re-run reject a log with commands that no server would have accepted.
"""

from typing import Final

from events.audience import GM, seat_viewer
from games.engine.addressed_command import AddressedCommand
from games.engine.legality import Refused
from games.engine.rulebook import Timeout
from games.engine.rulebooks import Context
from projections.game import AnyTable

CLOCK: Final = "clock"
_NPC: Final = "npc:"


def npc_actor(seat: str) -> str:
    """The actor under which the server plays a seat as an NPC."""
    return _NPC + seat


def actor_for(table: AnyTable, seat: str) -> str:
    """Who may give a seat its commands: its player, the server for its NPC, or the GM who took it over."""
    match table.seats[seat].played_by:
        case "npc":
            return npc_actor(seat)
        case "gm":
            return GM
        case _:
            return seat_viewer(seat)


def authorize(table: AnyTable, context: Context, addressed: AddressedCommand) -> None:
    """Check that the recorded actor may give this command.

    A seat's player, the server for its NPC, the GM and the clock act for a seat; only the GM acts for the table. The
    clock gives exactly the timeout command. The rules of every table say who may cause the commands of the server, and
    what even a seat's player or the GM cannot do for it now.

    Raises `Refused`, with the reason that those rules give, or as `not_authorized`.
    """
    if why := context.rulebooks.table_rules.why_not_for(table, context.rulebook, addressed):
        raise Refused(*why)
    if not _may(table, context, addressed):
        for_seat = f" for {addressed.seat}" if addressed.seat else ""
        raise Refused("not_authorized", f"{addressed.actor} cannot do that{for_seat}.")


def _may(table: AnyTable, context: Context, addressed: AddressedCommand) -> bool:
    actor, seat, rules = addressed.actor, addressed.seat, context.rulebooks.table_rules
    if isinstance(addressed.command, rules.server_commands):
        return rules.may_cause(table, addressed)
    if table.seq == 0:
        return False
    if actor == CLOCK:
        return rules.timeout(table, context.rulebook) == Timeout(seat, addressed.command)
    return actor == GM or (seat is not None and (actor == seat_viewer(seat) or _is_npc(table, actor, seat)))


def _is_npc(table: AnyTable, actor: str, seat: str) -> bool:
    return actor == npc_actor(seat) and seat in table.seats and table.seats[seat].played_by == "npc"

"""Who is let in: sitting down, asking to, and the keys to the table: its tokens, its invite, its place in the list."""

from collections.abc import Iterator

from events.accounts import OUTSIDE
from events.audience import GM, GM_ONLY, seat_viewer
from events.event import Event
from events.table_events import (
    AdmissionAsked,
    AdmissionRefused,
    InviteRenewed,
    ListingSet,
    NpcSet,
    SeatTaken,
    TokenRenewed,
)
from games.legality import Refused
from games.mechanics.coins import pay
from games.table import commands
from projections.game import AnyTable
from projections.table import Asking

DoorCommand = commands.AdmitSeat | commands.RefuseSeat | commands.NewToken | commands.NewInvite | commands.SetListed


def sit_down(table: AnyTable, seat: str, command: commands.Sit, actor: str) -> Iterator[Event]:
    """Take a seat, or ask for it where the GM lets people in and somebody else than the GM would sit down.

    Refused in a closed table, or where there is no room: who asks has room already, so that they can be let in.
    """
    _require_room(table)
    if table.options.admit == "gm" and actor != GM:
        yield AdmissionAsked(
            seat=seat,
            name=command.name,
            kind=command.kind,
            purse_cp=command.purse_cp,
            luck=command.luck,
            character=command.character,
            character_to=seat_viewer(seat),
        )
    else:
        yield from _take_seat(seat, command, command.kind)


def seat_npc(table: AnyTable, seat: str, command: commands.SeatNpc) -> Iterator[Event]:
    """The GM sits somebody down whom the server plays. Refused as `sit_down` is."""
    _require_room(table)
    yield from _take_seat(seat, command, "npc")
    yield NpcSet(seat=seat, temperament=command.temperament, temperament_to=GM_ONLY)


def _require_room(table: AnyTable) -> None:
    if table.closed:
        raise Refused("table_closed", "The table is closed.")
    if len(table.names) >= commands.MAX_SEATS_EVER:
        raise Refused("table_full", f"{commands.MAX_SEATS_EVER} have sat at this table: open another.")
    if len(table.present()) + len(table.asking) >= commands.MAX_TABLE_SEATS:
        waiting = " or asking to sit down" if table.asking else ""
        raise Refused("table_full", f"There are {commands.MAX_TABLE_SEATS} at the table{waiting} already.")


def keep_the_door(table: AnyTable, command: DoorCommand) -> Iterator[Event]:
    """What comes of a legal command about who may come in."""
    match command:
        case commands.AdmitSeat():
            asking = table.asking[command.target]
            yield from _take_seat(command.target, asking, asking.kind)
        case commands.RefuseSeat():
            yield AdmissionRefused(seat=command.target)
        case commands.NewToken():
            yield _token_renewed(table, command.target)
        case commands.NewInvite():
            yield InviteRenewed(to=GM_ONLY)
        case commands.SetListed():
            yield ListingSet(listed=command.listed)


def _take_seat(seat: str, given: commands.Sit | commands.SeatNpc | Asking, kind: str) -> Iterator[Event]:
    yield SeatTaken(
        seat=seat,
        name=given.name,
        kind=kind,
        luck=given.luck,
        character=given.character,
        character_to=seat_viewer(seat),
    )
    yield from pay(OUTSIDE, seat, given.purse_cp, "buy_in")


def _token_renewed(table: AnyTable, target: str) -> Event:
    """Who is not at the table sees what everybody sees, so that their versions go on as the public's when let in."""
    if target == GM:
        return TokenRenewed(to=GM_ONLY, viewer=GM)
    return TokenRenewed(to=seat_viewer(target) if target in table.seats else GM_ONLY, viewer=seat_viewer(target))

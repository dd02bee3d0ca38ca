"""Seats players and NPCs at a table."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from events.audience import GM, HOUSE, Viewer, seat_viewer
from events.character import Character
from events.storage.contract import Answered, AppendRecords, Request
from events.table_events import AdmissionAsked
from games.engine.addressed_command import AddressedCommand
from games.engine.command_fields import MAX_COINS_CP, Luck, Name
from games.engine.legality import Refused
from games.policies import temperaments
from games.table import SeatNpc, Sets, Sit, require_sheet
from server.commands import auth
from server.commands.auth import Caller
from server.commands.idempotency import first_answer
from server.commands.opening import Counting
from server.commands.role_names import require_no_role
from server.commands.seat_ids import seat_id
from server.commands.seat_names import require_distinct, require_visible
from server.problems import Problem, decoded, refused
from server.tables.live_table import LiveTable
from server.tables.registry import Tables
from server.tokens import record_of


class NpcBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An NPC, which the server plays. Only the GM may seat one."""

    temperament: str


class SitBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/tables/{table}/seats`. The purse is in copper pieces."""

    name: Name
    invite: str | None = None
    character: Character = Character()
    purse_cp: Annotated[int, Meta(ge=0, le=MAX_COINS_CP)] = 0
    luck: Luck = ""
    sets: Sets = []
    watch: bool = False
    npc: NpcBody | None = None


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and its token. Until `admitted`, the token has the public view."""

    seat: str
    token: str
    admitted: bool


def require_new_sheet(fields: Mapping[str, Any]) -> None:
    """Raise a `Problem` that names the field of the character sheet that is wrong."""
    decoded(require_sheet, fields.get("character", {}))


async def sit_down(caller: Caller, body: SitBody, key: str | None, fingerprint: str, counting: Counting) -> Seated:
    """Take a seat, at most once per idempotency `key`; `fingerprint` is that of the request.

    A seat is taken within a context of `counting`, which may raise a `Problem`. Raises a `Problem`, `StoreError`,
    `LogDamaged`, `UnknownGame`.
    """
    return await caller.tables.until_first(partial(_sit_down, caller, body, key, fingerprint, counting))


async def _sit_down(caller: Caller, body: SitBody, key: str | None, fingerprint: str, counting: Counting) -> Seated:
    tables = caller.tables
    services = tables.services
    async with tables.exclusive(caller.table) as live:
        by = await auth.require_right_to_sit(caller, body.invite)
        request = None if key is None else Request(scope=live.id, caller=by, id=key, fingerprint=fingerprint)
        if (first := await first_answer(services.store, request, partial(_replay, tables))) is not None:
            return first
        live.require_play()
        services.catalogue.rulebook(live.truth.game)
        by_gm = by == GM and body.npc is None
        require_visible(body.name)
        require_no_role(body.name, by_gm=by_gm)
        require_distinct(body.name, _names(live, by_gm=by_gm))
        seat = seat_id(body.name, live.truth.names)
        viewer = seat_viewer(seat)
        salt = services.fresh_salt()
        token = services.token(live.id, viewer, salt)
        command = _command(live, by, body)
        try:
            with counting():
                await live.commit(
                    AddressedCommand(actor=GM if by == GM else viewer, seat=seat, command=command, at=services.now()),
                    command_id=services.fresh_id(),
                    salt=salt,
                    records=AppendRecords(tokens=[record_of(token, viewer, salt)], request=request),
                )
        except Refused as refusal:
            raise refused(refusal.code, refusal.detail, []) from None
        await live.feed(viewer)
        return Seated(seat=seat, token=token, admitted=seat not in live.truth.asking)


def _names(live: LiveTable, *, by_gm: bool) -> list[str]:
    """The names of everybody at the table, or asking to sit down. Those of players who left are free again.

    The GM's own seat may have the GM's name.
    """
    here = [seat.name for seat in live.truth.present()]
    gm = [live.truth.gm] if live.truth.gm and not by_gm else []
    return [*gm, *here, *(asking.name for asking in live.truth.asking.values())]


def _command(live: LiveTable, by: Viewer, body: SitBody) -> Sit | SeatNpc:
    """The command that seats a player or an NPC. Raises a `Problem`."""
    if body.npc is None:
        return Sit(
            name=body.name,
            kind="watcher" if body.watch else "gm" if by == GM else "player",
            purse_cp=body.purse_cp,
            luck=body.luck,
            character=body.character,
            sets=body.sets or msgspec.UNSET,
        )
    auth.require_right_to_seat_npcs(by)
    game, temperament = live.truth.game, body.npc.temperament
    known = temperaments(game)
    if body.watch or temperament not in known:
        who = "who watches" if body.watch else f"with temperament {temperament[:40]!r} for {game}"
        raise Problem(422, "not_supported", f"There are no NPCs {who}. Temperaments: {', '.join(known)}.")
    return SeatNpc(
        name=body.name,
        temperament=temperament,
        purse_cp=body.purse_cp,
        luck=body.luck,
        character=body.character,
        sets=body.sets or msgspec.UNSET,
    )


async def _replay(tables: Tables, answered: Answered) -> Seated:
    """The first answer again: its token is derived from the salt of the entry that took the seat."""
    _, first, _ = await tables.reader.at_entry(answered.table, HOUSE, answered.seq)
    seat = first.entry.seat or ""
    asked = any(isinstance(event, AdmissionAsked) for event in first.entry.events)
    token = tables.services.token(answered.table, seat_viewer(seat), first.entry.salt)
    return Seated(seat=seat, token=token, admitted=not asked)

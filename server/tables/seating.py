"""Sitting down at a table."""

import msgspec

from events.audience import GM, HOUSE, Viewer, seat_viewer
from events.store import Answered, Request
from events.table_events import AdmissionAsked
from games.addressed_command import AddressedCommand
from games.legality import Refused
from games.seat_ids import seat_id
from games.table import SeatNpc, Sit
from server.background.npc_choices import temperaments
from server.http.bodies import SitBody
from server.problems import Problem, key_reused, refused, unauthorized
from server.services import Services
from server.tables.live_table import LiveTable
from server.tables.registry import Tables
from server.tokens import INVITE, hash_of, record_of


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that was taken, and the token of who sits there. Until `admitted`, the token shows what everybody sees."""

    seat: str
    token: str
    admitted: bool


async def who_seats(tables: Tables, table: str, viewer: Viewer, asked: SitBody) -> Viewer:
    """With whose right somebody sits down: the GM's, or the invite's. Raises a `Problem` (401) without either."""
    if viewer in (GM, INVITE):
        return viewer
    if asked.invite is None:
        raise unauthorized("invite_needed", "Sitting down needs the table's invite, or the GM's token.")
    try:
        invited = await tables.viewer_of(table, hash_of(asked.invite))
    except Problem as problem:
        if problem.status != 401:
            raise
        invited = viewer
    if invited != INVITE:
        raise unauthorized("wrong_invite", "That is not this table's invite.")
    return INVITE


async def sit_down(
    services: Services, live: LiveTable, right: Viewer, asked: SitBody, key: str | None, fingerprint: str
) -> Seated:
    """Take a seat, with the right of the GM or of the invite. Needs the lock.

    `key` is the idempotency key under which it was asked, if any, and `fingerprint` of what. Raises a `Problem`,
    `StoreError`, `LogDamaged`, `UnknownGame`.
    """
    if key is not None and (before := await services.store.answered(live.id, right, key)) is not None:
        return await _once_more(services, before, fingerprint)
    live.require_play()
    services.catalogue.rulebook(live.truth.game)
    seat = seat_id(asked.name, live.truth.names)
    viewer = seat_viewer(seat)
    salt = services.fresh_salt()
    token = services.token(live.id, viewer, salt)
    command = _command(live, right, asked)
    try:
        await live.commit(
            AddressedCommand(actor=GM if right == GM else viewer, seat=seat, command=command, at=services.now()),
            command_id=services.fresh_id(),
            salt=salt,
            tokens=[record_of(token, viewer, salt)],
            request=None if key is None else Request(scope=live.id, caller=right, id=key, fingerprint=fingerprint),
        )
    except Refused as refusal:
        raise refused(refusal.code, refusal.detail, []) from None
    await live.watch(viewer)
    return Seated(seat=seat, token=token, admitted=seat not in live.truth.asking)


def _command(live: LiveTable, right: Viewer, asked: SitBody) -> Sit | SeatNpc:
    """How somebody is sat down. Raises a `Problem` where the server plays nobody like that, or not for who asks."""
    if asked.npc is None:
        return Sit(
            name=asked.name,
            kind="watcher" if asked.watch else "gm" if right == GM else "player",
            purse_cp=asked.purse_cp,
            luck=asked.luck,
            character=asked.character,
        )
    if right != GM:
        raise Problem(403, "gm_only", "Only the GM seats players whom the server plays.")
    game, temperament = live.truth.game, asked.npc.temperament
    known = temperaments(game)
    if asked.watch or temperament not in known:
        who = "who watches" if asked.watch else f"of the temperament {temperament[:40]!r} at {game}"
        raise Problem(422, "not_supported", f"The server plays nobody {who}. It knows: {', '.join(known)}.")
    return SeatNpc(
        name=asked.name,
        temperament=temperament,
        purse_cp=asked.purse_cp,
        luck=asked.luck,
        character=asked.character,
    )


async def _once_more(services: Services, before: Answered, fingerprint: str) -> Seated:
    """The first answer again: its token follows from the salt of the entry that seated somebody."""
    if before.fingerprint != fingerprint:
        raise key_reused()
    _, first, _ = await services.reader.at_entry(before.table, HOUSE, before.seq)
    seat = first.entry.seat or ""
    asked = any(isinstance(event, AdmissionAsked) for event in first.entry.events)
    token = services.token(before.table, seat_viewer(seat), first.entry.salt)
    return Seated(seat=seat, token=token, admitted=not asked)

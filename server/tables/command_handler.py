"""Carrying out commands, each at most once."""

from typing import Final

import msgspec

from events.audience import GM, Viewer, seat_of, seat_viewer
from events.event import Command, Event
from events.store import Answered, Request
from games.addressed_command import AddressedCommand
from games.legality import Refused, require_offered
from games.table import GM_COMMANDS, NewInvite, NewToken, resolve
from projections.game import AnyTable
from server.http.bodies import fingerprint, misfit, names_tag
from server.problems import Problem, key_reused, not_admitted, refused
from server.services import Services
from server.tables.live_table import LiveTable
from server.tables.steps import in_step
from server.tables.viewer_feed import ViewerFeed
from server.tokens import INVITE, record_of

_encoder: Final = msgspec.json.Encoder()


class CommandRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A command as it came in: from whom, with its body (also as plain members), its id, and its If-Match header."""

    viewer: Viewer
    body: bytes
    fields: dict[str, object]
    id: str | None
    if_match: str | None


class CommandAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of a command, as its sender saw it. `receipt` is the SHA-256 (hex) of its entry's line.

    `token` and `invite` are there where the command made a new one.
    """

    version: int
    events: list[Event]
    view: msgspec.Raw
    receipt: str
    token: str | None = None
    invite: str | None = None


class CommandResult(msgspec.Struct, frozen=True):
    """The encoded answer to a command, with the ETag of the view in it; whether the answer holds a credential."""

    body: bytes
    tag: str
    secret: bool


def require_actor(viewer: Viewer) -> Viewer:
    """Let only the GM and seats give commands. Raises a `Problem`."""
    if viewer == INVITE:
        raise Problem(403, "no_seat", "An invite is for sitting down: take a seat, and use its token.")
    return viewer


async def handle_command(services: Services, live: LiveTable, order: CommandRequest) -> CommandResult:
    """Carry out a command, or give its first answer again. Needs the lock.

    The order of checks: id, If-Match, legality; the token has been checked. Raises a `Problem`, `StoreError`,
    `LogDamaged`; `UnknownCommand` and `UnknownGame`.
    """
    request: Request | None = None
    if order.id is not None:
        asked = fingerprint({name: value for name, value in order.fields.items() if name != "id"})
        if (before := await services.store.answered(live.id, order.viewer, order.id)) is not None:
            return await _once_more(services, order.viewer, before, asked)
        request = Request(scope=live.id, caller=order.viewer, id=order.id, fingerprint=asked)
    command = _command(services, live, order)
    sender = await live.watch(order.viewer)
    if order.if_match is not None and not names_tag(order.if_match, sender.tag()):
        raise Problem(412, "newer_version", "The table has moved on since the version that If-Match names.")
    live.require_play()
    move, seen = await _addressed(services, live, sender, order.viewer, command)
    await in_step()
    salt = services.fresh_salt()
    made = credential_of(move.command)
    tokens = [] if made is None else [record_of(services.token(live.id, made, salt), made, salt)]
    try:
        move = _resolved(services, live, move, seen)
        committed = await live.commit(
            move,
            command_id=order.id or services.fresh_id(),
            salt=salt,
            seen=seen,
            sender=order.viewer,
            tokens=tokens,
            request=request,
        )
    except Refused as refusal:
        raise refused(refusal.code, refusal.detail, services.actions(seen, move.seat, move.actor)) from None
    return _answer(services, sender.table, committed.hash, committed.seen, made, salt, sender.view(), sender.tag())


def credential_of(command: Command) -> Viewer | None:
    """Whose token, or the invite, a command replaces."""
    match command:
        case NewToken(target=target):
            return GM if target == GM else seat_viewer(target)
        case NewInvite():
            return INVITE
        case _:
            return None


def _answer(
    services: Services,
    table: AnyTable,
    receipt: str,
    seen: list[Event],
    made: Viewer | None,
    salt: str,
    view: bytes,
    tag: str,
) -> CommandResult:
    credential = None if made is None else services.token(table.table, made, salt)
    answer = CommandAnswer(
        version=table.version,
        events=seen,
        view=msgspec.Raw(view),
        receipt=receipt,
        token=None if made == INVITE else credential,
        invite=credential if made == INVITE else None,
    )
    return CommandResult(_encoder.encode(answer), tag, made is not None)


def _command(services: Services, live: LiveTable, order: CommandRequest) -> Command:
    game = live.truth.game
    services.catalogue.rulebook(game)
    try:
        return services.catalogue.read_command(game, order.body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise misfit(error) from None


async def _addressed(
    services: Services, live: LiveTable, sender: ViewerFeed, viewer: Viewer, command: Command
) -> tuple[AddressedCommand, AnyTable]:
    """The move that a command is, with the table of who acts, from which it is judged."""
    named = None if command.seat is msgspec.UNSET else command.seat
    own = seat_of(viewer)
    if own in sender.table.asking:
        raise not_admitted()
    if own is not None and named not in (None, own):
        raise Problem(403, "not_your_seat", f"You sit at {own}: only the GM acts for other seats.")
    seat = named if own is None else own
    kind = type(command)
    for_gm = kind in GM_COMMANDS or kind in services.catalogue.rulebook(live.truth.game).gm_commands
    if own is not None and for_gm:
        raise Problem(403, "gm_only", "Only the GM can do that.")
    if seat is None and not for_gm:
        raise Problem(422, "seat_needed", "Name the seat for which the GM does this.")
    if seat is not None and for_gm:
        raise Problem(422, "no_seat_needed", "The GM does that for the whole table: leave seat out.")
    holder = None if seat is None else sender.table.seats.get(seat)
    if seat is not None and (holder is None or holder.gone):
        raise refused("no_such_seat", f"Nobody sits at {seat}.", services.actions(sender.table, own))
    seen = sender if seat is None or own is not None else await live.watch(seat_viewer(seat))
    return AddressedCommand(actor=viewer, seat=seat, command=command, at=services.now()), seen.table


def _resolved(services: Services, live: LiveTable, move: AddressedCommand, seen: AnyTable) -> AddressedCommand:
    """The move with all that a re-run needs. What is not legal at all is refused as such, whatever its parameters."""
    try:
        return msgspec.structs.replace(move, command=resolve(live.truth, services.catalogue.rulebooks, move.command))
    except Refused:
        require_offered(services.offers(seen, move.seat), move.command)
        raise


async def _once_more(services: Services, viewer: Viewer, before: Answered, asked: str) -> CommandResult:
    """The first answer again, with the view of that version."""
    if before.fingerprint != asked:
        raise key_reused()
    fold, checked, seen = await services.reader.at_entry(before.table, viewer, before.seq)
    entry, table = checked.entry, fold.table
    made = credential_of(services.catalogue.read_recorded(entry.game, bytes(entry.command)))
    return _answer(
        services,
        table,
        checked.hash,
        seen.events if seen else [],
        made,
        entry.salt,
        services.view(table),
        services.tag(table),
    )

"""Who may do what at a table: one function for each right. No other place in the server decides this.

A token can be replaced while other requests are served, so callers are authenticated again after every wait: for a
body, for the table's lock, for a load. `games.engine.authority` checks the actors of a log, which has no tokens.
"""

import hmac

import msgspec

from events.audience import GM, HOUSE, PUBLIC, Viewer, seat_of
from events.event import Command
from games.table import GM_COMMANDS
from projections.game import AnyTable
from replays.rebuild import Round
from server.problems import Problem, no_such_table, not_admitted, refused, unauthorized
from server.services import Services
from server.tables.live_table import LiveTable
from server.tables.registry import Tables
from server.tables.viewer_feed import ViewerFeed
from server.tokens import INVITE, hash_of


class Caller(msgspec.Struct):
    """A caller at a table, by the hash of the token that was sent (None: no token).

    `viewer` is the token's viewer when the caller was last authenticated, and `credentials` the state of the table's
    tokens (`LiveTable.credentials`) when the caller was last allowed to watch.
    """

    tables: Tables
    table: str
    token_hash: str | None
    viewer: Viewer = PUBLIC
    credentials: int = 0


async def authenticate(caller: Caller) -> Viewer:
    """The viewer whose token the caller has now. Raises a `Problem`: 401, or 404 if there is no such table."""
    if caller.token_hash is None:
        caller.viewer = PUBLIC
        return PUBLIC
    live = caller.tables.at_hand(caller.table)
    viewer = None if live is None else live.tokens.get(caller.token_hash)
    if viewer is None:
        credentials = 0 if live is None else live.credentials
        token = await caller.tables.services.store.token(caller.table, caller.token_hash)
        if token is None:
            raise await _unauthorized(caller, "wrong_token", "The token is not valid for this table.")
        viewer = token.viewer
        if live is not None and live.credentials == credentials:
            live.tokens[caller.token_hash] = viewer
    caller.viewer = viewer
    return viewer


async def _unauthorized(caller: Caller, code: str, detail: str) -> Problem:
    """401, or 404 if there is no such table."""
    info = await caller.tables.services.store.table(caller.table)
    return no_such_table() if info is None else unauthorized(code, detail)


async def require_unchanged(caller: Caller) -> None:
    """Raise a `Problem` (401) if the token is no longer the same viewer's, because it was replaced during a wait."""
    before = caller.viewer
    if await authenticate(caller) != before:
        raise unauthorized("wrong_token", "This token has been replaced.")


async def require_token(caller: Caller) -> Viewer:
    """The right of everybody at the table, including the invited. Raises a `Problem`: 401 or 404."""
    viewer = await authenticate(caller)
    if viewer == PUBLIC:
        raise await _unauthorized(caller, "token_needed", "A token is required: a seat's or the GM's.")
    return viewer


async def require_player(caller: Caller) -> Viewer:
    """The right to act at the table, of seats and the GM. Raises a `Problem`."""
    viewer = await require_token(caller)
    if viewer == INVITE:
        raise Problem(403, "no_seat", "The token is an invite: take a seat, and use the seat's token.")
    return viewer


async def require_gm(caller: Caller) -> None:
    """The rights that only the GM has. Raises a `Problem`."""
    _require_gm(await require_token(caller))


def _require_gm(viewer: Viewer) -> None:
    if viewer != GM:
        raise Problem(403, "gm_only", "Only the GM may do this.")


async def require_watcher(caller: Caller) -> tuple[LiveTable, ViewerFeed]:
    """The right to watch: the table, and the feed of what the caller may see of it.

    The invited, and seats awaiting admission, see what the public sees. Raises a `Problem`: 404, or 401 if the table is
    closed to watchers.
    """
    if caller.tables.at_hand(caller.table) is None:
        # No table is loaded for a wrong token.
        await authenticate(caller)
    while True:
        live = await caller.tables.open(caller.table)
        credentials = caller.credentials = live.credentials
        viewer = await authenticate(caller)
        feed = await live.feed(PUBLIC if viewer == INVITE else viewer)
        if seat_of(viewer) in feed.table.asking:
            feed = await live.feed(PUBLIC)
        # Loading a table, or a feed, takes time in which a token can be replaced.
        if not live.dropped and live.credentials == credentials:
            break
    options = feed.table.options
    # The options of a game that is not installed cannot be read, so it is unknown whether the public may watch.
    if viewer == PUBLIC and (options is None or options.watch == "closed"):
        raise unauthorized("watch_closed", "This table is closed to watchers: a token is required.")
    return live, feed


def acting_seat(
    services: Services, live: LiveTable, callers_table: AnyTable, viewer: Viewer, command: Command
) -> str | None:
    """The right to give a command: the seat that acts, None if the GM acts for the table.

    A seat acts for itself, the GM for any seat and for the table. Raises a `Problem`.
    """
    own_seat = seat_of(viewer)
    if own_seat in callers_table.asking:
        raise not_admitted()
    named = None if command.seat is msgspec.UNSET else command.seat
    if own_seat is not None and named not in (None, own_seat):
        raise Problem(403, "not_your_seat", f"Your seat is {own_seat}: only the GM may act for another.")
    kind = type(command)
    for_gm = kind in GM_COMMANDS or kind in services.catalogue.rulebook(live.truth.game).gm_commands
    if own_seat is not None and for_gm:
        raise Problem(403, "gm_only", "Only the GM may do this.")
    seat = named if own_seat is None else own_seat
    if seat is None and not for_gm:
        raise Problem(422, "seat_needed", "Name the seat to act for.")
    if seat is not None and for_gm:
        raise Problem(422, "no_seat_needed", "This applies to the whole table: omit seat.")
    if seat is not None and ((holder := callers_table.seats.get(seat)) is None or holder.gone):
        actions = services.actions(callers_table, own_seat, viewer)
        raise refused("no_such_seat", f"There is no seat {seat}, or its player has left.", actions)
    return seat


def seat_acted_for(asked: str | None, callers_table: AnyTable) -> str | None:
    """The right to see what a seat may do: the GM's. Raises a `Problem`."""
    if asked is None:
        return None
    if callers_table.viewer != GM:
        raise Problem(403, "gm_only", "Only the GM can act for another seat.")
    seat = callers_table.seats.get(asked)
    if seat is None or seat.gone:
        raise Problem(422, "unknown_seat", "The GM can act only for a seat that is at the table.")
    return asked


async def require_right_to_sit(caller: Caller, invite: str | None) -> Viewer:
    """The right to sit down, of the GM and the invited. Returns which of the two the caller is. Raises a `Problem`
    (401)."""
    viewer = await authenticate(caller)
    if viewer in (GM, INVITE):
        return viewer
    if invite is None:
        raise unauthorized("invite_needed", "Taking a seat requires the table's invite or the GM's token.")
    try:
        invited = await authenticate(Caller(caller.tables, caller.table, hash_of(invite)))
    except Problem as problem:
        if problem.status != 401:
            raise
        invited = viewer
    if invited != INVITE:
        raise unauthorized("wrong_invite", "The invite is not valid for this table.")
    return INVITE


async def require_inviter(caller: Caller) -> None:
    """The right to hand out the table's join code, of the GM and the invited. Raises a `Problem`."""
    if await authenticate(caller) not in (GM, INVITE):
        raise unauthorized("invite_needed", "The join code requires the table's invite or the GM's token.")


def require_right_to_seat_npcs(viewer: Viewer) -> None:
    """The right to seat an NPC: the GM's. Raises a `Problem`."""
    _require_gm(viewer)


async def require_speaker(caller: Caller) -> LiveTable:
    """The right to chat: of admitted seats and the GM, while the table is open to play. Raises a `Problem`."""
    await require_player(caller)
    live, feed = await require_watcher(caller)
    viewer = feed.table.viewer
    if viewer == PUBLIC:
        raise not_admitted()
    seat = feed.table.seats.get(seat_of(viewer) or "")
    if viewer != GM and (seat is None or seat.gone):
        raise Problem(403, "no_seat", "You have left this table, and can only read its chat.")
    live.require_play()
    return live


def require_right_to_erase(viewer: Viewer, author: Viewer | None) -> None:
    """The right to erase a message, of its author and the GM, or all messages (no `author`), of the GM.

    Raises a `Problem`.
    """
    if author is None:
        _require_gm(viewer)
    elif viewer not in (GM, author):
        raise Problem(403, "not_your_message", "Only its author and the GM may erase this message.")


def replay_viewer(asked: str | None, callers_table: AnyTable, played: Round) -> Viewer:
    """The right to a replay: the viewer whose view of a round the caller gets.

    Any viewer may see a round as themselves or, once it is unsealed, as the house; the GM also as any viewer of the
    table. Raises a `Problem`.
    """
    caller = callers_table.viewer
    if asked is None or asked == caller:
        return caller
    if asked == HOUSE:
        if not played.unsealed:
            raise Problem(
                403, "round_sealed", "This round is sealed: the whole round is visible only once its seed is published."
            )
        return HOUSE
    if caller != GM:
        raise Problem(403, "gm_only", "Only the GM may replay a round as another viewer.")
    if asked != PUBLIC and seat_of(asked) not in callers_table.names:
        raise Problem(422, "no_such_viewer", "as must be public, gm, house, or seat:ID with a seat of this table.")
    return asked


def require_host(host_key: str | None, token: str | None) -> None:
    """The right to open a table: of everybody, unless a host key is configured. Raises a `Problem` (401)."""
    given = (token or "").encode(errors="surrogateescape")
    if host_key is not None and not hmac.compare_digest(given, host_key.encode()):
        raise unauthorized("host_key_needed", "Opening a table requires the server's host key.")

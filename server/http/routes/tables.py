"""The routes of tables: open, list, get, sit down, give commands."""

from functools import partial
from typing import Final

import msgspec
from multidict import CIMultiDictProxy

from events.audience import Viewer
from events.event import Command
from events.storage import contract as store
from projections.views import View
from server.commands import auth, command_handler, opening, seating
from server.commands.command_handler import CommandRequest
from server.commands.idempotency import fingerprint
from server.commands.opening import OpenBody
from server.commands.seating import SitBody
from server.http.answers import PERSONAL, SECRET, Response, json_answer, raw_answer, tagged_answer
from server.http.bodies import command_id, fields_of, number, read_body, secret_key
from server.http.contract import (
    ACTING_FOR,
    ACTS_FOR,
    ANY,
    AT_TABLE,
    BODY,
    LIMIT,
    STORE,
    VIEWING,
    WRITING,
    Answer,
    CommandId,
    Parameter,
    Routes,
    SecretKey,
    TableId,
)
from server.http.requests import Request
from server.problems import decoded
from server.tables import directory

_open_decoder: Final = msgspec.json.Decoder(OpenBody)
_sit_decoder: Final = msgspec.json.Decoder(SitBody)

_IF_MATCH: Final = Parameter("If-Match", "header", str, "An ETag; 412 if the table has a newer version.")
_PREFER: Final = Parameter("Prefer", "header", str, "`return=minimal` leaves the view out of the answer (RFC 7240).")
_MINIMAL: Final = "return=minimal"
_IDEMPOTENCY_KEY: Final = Parameter(
    "Idempotency-Key",
    "header",
    CommandId,
    "The command's id, unless the body has one. A command runs at most once per id.",
)
_SECRET_KEY: Final = Parameter(
    "Idempotency-Key",
    "header",
    SecretKey,
    "A secret of at least 16 random bytes. A repeated request takes effect once and gets the same answer.",
)

_ID: Final = ("bad_id", "command_id_reused")
_COMMANDING: Final = (
    "token_needed", "not_admitted", "no_seat", "not_your_seat", "gm_only", "seat_needed", "no_seat_needed",
    "no_such_seat", "unknown_seat", "unknown_command", "unknown_game", "newer_version", "archived",
)  # fmt: skip
_SITTING: Final = (
    "invite_needed", "wrong_invite", "gm_only", "not_supported", "unknown_game", "archived", "table_closed",
    "table_full", "name_taken", "blank_name", "reserved_name", "too_many_sets",
)  # fmt: skip
_OPENING: Final = (
    "host_key_needed", "seeds_not_allowed", "blank_name", "bad_options", "unknown_game",
)  # fmt: skip

ROUTES: Final = Routes("Playing", "player", AT_TABLE)


@ROUTES.add(
    "POST /api/tables",
    Answer("The table's id, the GM's token and the invite.", opening.Opened, status=201, headers=("Location",)),
    group="Tables",
    who="host",
    parameters=(_SECRET_KEY,),
    body=OpenBody,
    problems=(*ANY, *STORE, *BODY, *_ID, *WRITING, *_OPENING),
)
async def open_table(request: Request) -> Response:
    """Open a table.

    If the server has a host key, send it as the token.
    """
    tables = request.app.tables
    limits = request.app.limits
    auth.require_host(tables.services.config.host_key, request.token)
    address = request.address
    limits.count(limits.attempts, address)
    body = await read_body(request)
    fields = fields_of(body)
    asked, key = decoded(_open_decoder.decode, body), secret_key(request)
    counting = partial(limits.done, limits.tables, address)
    opened = await opening.open_table(tables, asked, key, fingerprint(fields), counting)
    return json_answer(opened, status=201, headers={**SECRET, "Location": f"tables/{opened.table}"})


@ROUTES.add(
    "GET /api/tables",
    Answer("The listed tables, oldest first.", directory.Listing),
    group="Tables",
    who="anyone",
    parameters=(Parameter("after", "query", TableId, "Return tables after this one."), LIMIT),
    problems=(*ANY, *STORE, "invalid_query"),
    compressed="always",
)
async def list_tables(request: Request) -> Response:
    """List tables.

    The tables whose GMs list them publicly.
    """
    limit = min(max(number(request, "limit", directory.PAGE), 1), directory.PAGE)
    listing = await directory.listed(request.app.tables.services.store, request.query.get("after"), limit)
    return json_answer(listing, headers={"Cache-Control": "no-cache"})


@ROUTES.add(
    "GET /api/tables/{table}",
    Answer("The caller's view.", View),
    group="Viewing",
    who="viewer",
    parameters=(ACTS_FOR,),
    problems=(*VIEWING, *ACTING_FOR),
    tagged=True,
    compressed="without_token",
)
async def get_table(request: Request) -> Response:
    """Get a table.

    The table as the caller may see it. Values hidden from the caller are null.
    """
    _, feed = await auth.require_watcher(request.caller)
    view = feed.view(auth.seat_acted_for(request.query.get(ACTS_FOR.name), feed.table))
    return tagged_answer(request, view.body, view.tag, PERSONAL)


@ROUTES.add(
    "POST /api/tables/{table}/seats",
    Answer("The seat and its token.", seating.Seated, status=201),
    who="invited",
    parameters=(_SECRET_KEY,),
    body=SitBody,
    problems=(*AT_TABLE, *BODY, *_ID, *WRITING, *_SITTING),
)
async def sit_down(request: Request) -> Response:
    """Take a seat.

    Send the table's invite, in the body or as the token, or the GM's token. `npc` is for the GM only.
    """
    caller = request.caller
    await auth.authenticate(caller)
    limits = request.app.limits
    address = request.address
    limits.count(limits.attempts, address)
    body = await read_body(request)
    fields = fields_of(body)
    seating.require_new_sheet(fields)
    asked, key = decoded(_sit_decoder.decode, body), secret_key(request)
    # The invite may have been replaced before the request is repeated.
    counting = partial(limits.done, limits.sits, address)
    seated = await seating.sit_down(caller, asked, key, fingerprint(fields, leave_out="invite"), counting)
    return json_answer(seated, status=201, headers=SECRET)


@ROUTES.add(
    "POST /api/tables/{table}/commands",
    Answer(
        "The command’s events and sentences, and the sender’s new view.",
        command_handler.CommandAnswer,
        headers=("ETag",),
    ),
    parameters=(_IDEMPOTENCY_KEY, _IF_MATCH, _PREFER, ACTS_FOR),
    body=Command,
    problems=(*AT_TABLE, *BODY, *_ID, *WRITING, *_COMMANDING),
    refusals=True,
)
async def give_command(request: Request) -> Response:
    """Give a command.

    Checks run in this order: token, idempotency key, `If-Match`, legality. A refused command changes nothing; its
    problem lists the `actions` that are legal now. To act for a seat, the GM names it in `seat`.

    With `Prefer: return=minimal`, the answer has no view, and says so in `Preference-Applied`.
    """
    caller, limits = request.caller, request.app.limits
    viewer = await auth.require_player(caller)
    limits.count(limits.commands, caller.token_hash)
    result = await request.app.commands.handle(await _asked(request, viewer))
    headers = {**PERSONAL, "ETag": result.tag}
    if result.secret:
        headers |= SECRET
    if result.minimal:
        headers["Preference-Applied"] = _MINIMAL
    return raw_answer(result.body, headers=headers)


async def _asked(request: Request, viewer: Viewer) -> CommandRequest:
    """The command in a request's body, with its idempotency key and preferences. Raises a `Problem`."""
    body, headers = await read_body(request), request.headers
    fields = fields_of(body)
    key = None
    if (given := command_id(headers, fields.get("id"))) is not None:
        asked = fingerprint(fields, leave_out="id")
        key = store.Request(scope=request.caller.table, caller=viewer, id=given, fingerprint=asked)
    return CommandRequest(
        caller=request.caller,
        body=body,
        key=key,
        if_match=headers.get("If-Match"),
        acts_for=request.query.get(ACTS_FOR.name),
        minimal=prefers_minimal(headers),
    )


def prefers_minimal(headers: CIMultiDictProxy[str]) -> bool:
    """Whether the first `return` preference of a request is for a minimal answer (RFC 7240)."""
    if "Prefer" not in headers:
        return False
    for preference in ",".join(headers.getall("Prefer")).split(","):
        name, _, value = preference.partition(";")[0].partition("=")
        if name.strip().lower() == "return":
            return value.strip().strip('"') == "minimal"
    return False

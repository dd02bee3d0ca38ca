"""The routes of tables: open, list, look, sit down, give commands."""

from typing import Final

import msgspec
from aiohttp import web

from events.event import Command
from events.store import Request
from projections.views import View
from server.commands import auth, command_handler, opening, seating
from server.commands.idempotency import fingerprint
from server.commands.opening import OpenBody
from server.commands.seating import SitBody
from server.http.answers import PERSONAL, SECRET, json_answer, raw_answer
from server.http.app_keys import COMMANDS, LIMITS, TABLES
from server.http.auth import caller_of
from server.http.bodies import bearer, command_id, decoded, fields_of, number, read_body, secret_key
from server.http.contract import (
    ANY,
    AT_TABLE,
    BODY,
    IF_NONE_MATCH,
    LIMIT,
    NOT_MODIFIED,
    STORE,
    TABLE,
    VIEWING,
    WRITING,
    Answer,
    CommandId,
    Parameter,
    Route,
    SecretKey,
    TableId,
)
from server.tables import directory
from server.tokens import names_tag

_open_decoder: Final = msgspec.json.Decoder(OpenBody)
_sit_decoder: Final = msgspec.json.Decoder(SitBody)


async def open_table(request: web.Request) -> web.Response:
    """`POST /api/tables`."""
    tables = request.app[TABLES]
    limits = request.app[LIMITS]
    auth.require_host(tables.services.config.host_key, bearer(request))
    limits.count(limits.tables, limits.address_of(request))
    body = await read_body(request)
    fields = fields_of(body)
    asked, key = decoded(_open_decoder, body), secret_key(request)
    opened = await opening.open_table(tables, asked, key, fingerprint(fields))
    return json_answer(opened, status=201, headers={**SECRET, "Location": f"tables/{opened.table}"})


async def list_tables(request: web.Request) -> web.Response:
    """`GET /api/tables?after=TABLE&limit=N`."""
    limit = min(max(number(request, "limit", directory.PAGE), 1), directory.PAGE)
    listing = await directory.listed(request.app[TABLES].services.store, request.query.get("after"), limit)
    return json_answer(listing, headers={"Cache-Control": "no-cache"})


async def look(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}`."""
    _, feed = await auth.require_watcher(caller_of(request))
    view = feed.view()
    headers = {**PERSONAL, "ETag": view.tag}
    if names_tag(request.headers.get("If-None-Match"), view.tag):
        return web.Response(status=304, headers=headers)
    return raw_answer(view.body, headers=headers)


async def sit_down(request: web.Request) -> web.Response:
    """`POST /api/tables/{table}/seats`."""
    caller = caller_of(request)
    await auth.authenticate(caller)
    limits = request.app[LIMITS]
    limits.count(limits.sits, limits.address_of(request))
    body = await read_body(request)
    fields = fields_of(body)
    asked, key = decoded(_sit_decoder, body), secret_key(request)
    # The invite may have been replaced before the request is repeated.
    seated = await seating.sit_down(caller, asked, key, fingerprint(fields, leave_out="invite"))
    return json_answer(seated, status=201, headers=SECRET)


async def command(request: web.Request) -> web.Response:
    """`POST /api/tables/{table}/commands`."""
    caller = caller_of(request)
    viewer = await auth.require_player(caller)
    request.app[LIMITS].count(request.app[LIMITS].commands, caller.token_hash)
    body = await read_body(request)
    fields = fields_of(body)
    key = None
    if (given := command_id(request, fields.get("id"))) is not None:
        key = Request(scope=caller.table, caller=viewer, id=given, fingerprint=fingerprint(fields, leave_out="id"))
    result = await request.app[COMMANDS].handle(
        command_handler.CommandRequest(caller=caller, body=body, key=key, if_match=request.headers.get("If-Match"))
    )
    headers = {**PERSONAL, "ETag": result.tag}
    return raw_answer(result.body, headers={**headers, **SECRET} if result.secret else headers)


_IF_MATCH: Final = Parameter(
    name="If-Match", where="header", kind=str, summary="An ETag; 412 if the table has a newer version."
)
_IDEMPOTENCY_KEY: Final = Parameter(
    name="Idempotency-Key",
    where="header",
    kind=CommandId,
    summary="The command's id, unless the body has one. A command runs at most once per id.",
)
_SECRET_KEY: Final = Parameter(
    name="Idempotency-Key",
    where="header",
    kind=SecretKey,
    summary="A secret of at least 16 random bytes. A repeated request takes effect once and gets the same answer.",
)

_ID: Final = ("bad_id", "command_id_reused")
_COMMANDING: Final = (
    "token_needed", "not_admitted", "no_seat", "not_your_seat", "gm_only", "seat_needed", "no_seat_needed",
    "no_such_seat", "unknown_command", "unknown_game", "newer_version", "archived",
)  # fmt: skip
_SITTING: Final = (
    "invite_needed", "wrong_invite", "gm_only", "not_supported", "unknown_game", "archived", "table_closed",
    "table_full",
)  # fmt: skip
_OPENING: Final = ("host_key_needed", "seeds_not_allowed", "bad_options", "unknown_game")

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        id="give_command",
        method="POST",
        path="/api/tables/{table}/commands",
        handler=command,
        group="Playing",
        who="player",
        summary="Give a command",
        detail=(
            "Checks run in this order: token, idempotency key, `If-Match`, legality. A refused command changes "
            "nothing; its problem lists the `actions` that are legal now. To act for a seat, the GM names it in `seat`."
        ),
        parameters=(TABLE, _IDEMPOTENCY_KEY, _IF_MATCH),
        body=Command,
        answers=(
            Answer(
                summary="The command's events and receipt, and the sender's new view.",
                kind=command_handler.CommandAnswer,
                headers=("ETag",),
            ),
        ),
        problems=(*AT_TABLE, *BODY, *_ID, *WRITING, *_COMMANDING),
        refusals=True,
    ),
    Route(
        id="get_table",
        method="GET",
        path="/api/tables/{table}",
        handler=look,
        group="Viewing",
        who="viewer",
        summary="Get a table",
        detail="The table as the caller may see it. Values hidden from the caller are null.",
        parameters=(TABLE, IF_NONE_MATCH),
        answers=(
            Answer(summary="The caller's view.", kind=View, headers=("ETag",)),
            NOT_MODIFIED,
        ),
        problems=VIEWING,
    ),
    Route(
        id="sit_down",
        method="POST",
        path="/api/tables/{table}/seats",
        handler=sit_down,
        group="Playing",
        who="invited",
        summary="Take a seat",
        detail="Send the table's invite, in the body or as the token, or the GM's token. `npc` is for the GM only.",
        parameters=(TABLE, _SECRET_KEY),
        body=SitBody,
        answers=(Answer(status=201, summary="The seat and its token.", kind=seating.Seated),),
        problems=(*AT_TABLE, *BODY, *_ID, *WRITING, *_SITTING),
    ),
    Route(
        id="open_table",
        method="POST",
        path="/api/tables",
        handler=open_table,
        group="Tables",
        who="host",
        summary="Open a table",
        detail="If the server has a host key, send it as the token.",
        parameters=(_SECRET_KEY,),
        body=OpenBody,
        answers=(
            Answer(
                status=201,
                summary="The table's id, the GM's token and the invite.",
                kind=opening.Opened,
                headers=("Location",),
            ),
        ),
        problems=(*ANY, *STORE, *BODY, *_ID, *WRITING, *_OPENING),
    ),
    Route(
        id="list_tables",
        method="GET",
        path="/api/tables",
        handler=list_tables,
        group="Tables",
        who="anyone",
        summary="List tables",
        detail="The tables whose GMs list them publicly.",
        parameters=(
            Parameter(name="after", where="query", kind=TableId, summary="Return tables after this one."),
            LIMIT,
        ),
        answers=(Answer(summary="The listed tables, oldest first.", kind=directory.Listing),),
        problems=(*ANY, *STORE, "invalid_query"),
    ),
)

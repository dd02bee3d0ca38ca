"""The routes of tables: open, list, look, sit down, give commands."""

import hmac
from typing import Final

from aiohttp import web

from events.event import Command
from projections.views import View
from server.http.auth import (
    PERSONAL,
    SECRET,
    TABLES,
    identify,
    json_answer,
    raw_answer,
    require_still,
    require_token,
    table_id,
    token_hash,
    watching,
)
from server.http.bodies import (
    OpenBody,
    SitBody,
    bearer,
    command_id,
    decoded,
    fields_of,
    fingerprint,
    names_tag,
    number,
    open_decoder,
    read_body,
    secret_key,
    sit_decoder,
)
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
from server.problems import unauthorized
from server.tables import command_handler, directory, opening, seating
from server.tables.live_table import LiveTable
from server.tables.steps import in_step


async def open_table(request: web.Request) -> web.Response:
    """`POST /api/tables`."""
    tables = request.app[TABLES]
    _require_host(request, tables.services.config.host_key)
    tables.services.limits.open_table(tables.services.limits.address_of(request))
    body = await read_body(request)
    fields = fields_of(body)
    asked, key = decoded(open_decoder, body), secret_key(request)
    opened = await opening.open_table(tables, asked, key, fingerprint(fields))
    return json_answer(opened, status=201, headers={**SECRET, "Location": f"tables/{opened.table}"})


def _require_host(request: web.Request, host_key: str | None) -> None:
    given = (bearer(request) or "").encode(errors="surrogateescape")
    if host_key is not None and not hmac.compare_digest(given, host_key.encode()):
        raise unauthorized("host_key_needed", "Opening a table here needs the host key of this server.")


async def list_tables(request: web.Request) -> web.Response:
    """`GET /api/tables?after=TABLE&limit=N`."""
    limit = min(max(number(request, "limit", directory.PAGE), 1), directory.PAGE)
    listing = await directory.listed(request.app[TABLES].services.store, request.query.get("after"), limit)
    return json_answer(listing, headers={"Cache-Control": "no-cache"})


async def look(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}`."""
    _, watch = await watching(request)
    headers = {**PERSONAL, "ETag": watch.tag()}
    if names_tag(request.headers.get("If-None-Match"), watch.tag()):
        return web.Response(status=304, headers=headers)
    return raw_answer(watch.view(), headers=headers)


async def sit_down(request: web.Request) -> web.Response:
    """`POST /api/tables/{table}/seats`."""
    tables, table = request.app[TABLES], table_id(request)
    await identify(request)
    tables.services.limits.sit(tables.services.limits.address_of(request))
    body = await read_body(request)
    fields = fields_of(body)
    asked, key = decoded(sit_decoder, body), secret_key(request)
    meant = fingerprint({name: value for name, value in fields.items() if name != "invite"})

    async def sit(live: LiveTable) -> seating.Seated:
        right = await seating.who_seats(tables, table, await identify(request), asked)
        return await seating.sit_down(tables.services, live, right, asked, key, meant)

    return json_answer(await tables.exclusively(table, sit), status=201, headers=SECRET)


async def command(request: web.Request) -> web.Response:
    """`POST /api/tables/{table}/commands`."""
    tables, table = request.app[TABLES], table_id(request)
    viewer = command_handler.require_actor(await require_token(request))
    tables.services.limits.command(token_hash(request) or "")
    body = await read_body(request)
    fields = fields_of(body)
    order = command_handler.CommandRequest(
        viewer=viewer,
        body=body,
        fields=fields,
        id=command_id(request, fields.get("id")),
        if_match=request.headers.get("If-Match"),
    )

    await in_step()

    async def handle_command(live: LiveTable) -> command_handler.CommandResult:
        await require_still(request, viewer)
        return await command_handler.handle_command(tables.services, live, order)

    carried = await tables.exclusively(table, handle_command)
    await in_step()
    headers = {**PERSONAL, "ETag": carried.tag}
    return raw_answer(carried.body, headers={**headers, **SECRET} if carried.secret else headers)


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

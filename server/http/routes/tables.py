"""The routes of tables: open, list, look, sit down, give commands."""

import hmac

from aiohttp import web

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

"""The routes of join codes: make one, see it, and look up where one leads."""

from typing import Annotated, Final

from msgspec import Meta

from server.commands import auth, join_codes
from server.http.answers import SECRET, Response, json_answer
from server.http.contract import ANY, AT_TABLE, STORE, WRITING, Answer, Parameter, Routes
from server.http.requests import Request

_CODE: Final = Parameter(
    "code",
    "path",
    Annotated[str, Meta(min_length=1, max_length=40, pattern="^[^/]+$")],
    "The code. Its case, spaces and dashes do not matter.",
    example="KELP-42",
)

ROUTES: Final = Routes("Tables", "gm", AT_TABLE)


@ROUTES.add(
    "POST /api/tables/{table}/join-code",
    Answer("The code.", join_codes.Code),
    problems=(*AT_TABLE, *WRITING, "token_needed", "gm_only", "archived", "table_closed"),
)
async def make_join_code(request: Request) -> Response:
    """Make a join code.

    A short code for the current invite, to say aloud. It lasts 12 hours, and ends with the invite. If the table has a
    code that lasts a while yet, the answer is that one.
    """
    caller, limits = request.caller, request.app.limits
    await auth.require_gm(caller)
    limits.count(limits.commands, caller.token_hash)
    tables = request.app.tables
    code = await join_codes.make(tables, await tables.open(caller.table))
    return json_answer(code, headers=SECRET)


@ROUTES.add(
    "GET /api/tables/{table}/join-code",
    Answer("The code, if there is one.", join_codes.CurrentCode),
    who="inviter",
    problems=(*AT_TABLE, "invite_needed"),
)
async def get_join_code(request: Request) -> Response:
    """Get the join code.

    For the GM, and with the invite as the token: a TV shows it beside the QR code.
    """
    caller = request.caller
    await auth.require_inviter(caller)
    tables = request.app.tables
    return json_answer(await join_codes.current(tables, await tables.open(caller.table)), headers=SECRET)


@ROUTES.add(
    "GET /api/join/{code}",
    Answer("The table and its invite.", join_codes.Joined),
    who="anyone",
    parameters=(_CODE,),
    problems=(*ANY, *STORE, "no_such_code", "log_damaged"),
)
async def look_up_join_code(request: Request) -> Response:
    """Look up a join code.

    Where it leads. Codes that are wrong and codes that have expired get the same answer, and few of them are answered:
    see `wrong_codes_per_hour`.
    """
    limits, address = request.app.limits, request.address
    limits.count(limits.attempts, address)
    with limits.guessing(address):
        joined = await join_codes.look_up(request.app.tables, request.parameters["code"])
    return json_answer(joined, headers=SECRET)

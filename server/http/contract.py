"""What a route of the API is: the terms in which `contract_routes` tells of them all.

The application serves what stands in that table and nothing else, and the OpenAPI document is made from it.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from aiohttp import HttpVersion11, web
from msgspec import Meta

from projections.views import View
from server.tokens import TABLE_ID

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Method = Literal["GET", "POST", "DELETE"]
Group = Literal["Tables", "Playing", "Looking", "Chat", "Rounds", "Server"]
"""What routes are told of together, in this order."""
Who = Literal["anyone", "host", "viewer", "invited", "player", "gm"]
"""Who may call.

`anyone`; `host`: anyone, or only who has the host key where the server has one; `viewer`: whoever may look at the
table, without a token too unless it is closed to them; `invited`: who has the invite, and the GM; `player`: the table's
seats and its GM; `gm`: the GM.
"""

PATTERNS: Final[Mapping[str, str]] = {"table": TABLE_ID, "n": "[0-9]{1,9}", "asset": "[a-z0-9-]{1,40}[.][a-z]{2,4}"}
"""What the parameters of paths can look like."""

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
EVENT_STREAM: Final = "text/event-stream"
HTML: Final = "text/html"


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter of a path, a query or a header; `kind` is the type whose schema it has.

    The page fills in its `example`, so that has to do no harm: an idempotency key of many users would be no secret.
    """

    name: str
    where: Literal["path", "query", "header"]
    kind: Any
    summary: str
    example: Any = None


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that is no problem. `kind` is the type of its body in JSON, None where `media` tells all.

    `headers` are those that a client may want; `events` the types of what an event stream carries, by event.
    """

    status: int = 200
    summary: str
    kind: Any = None
    media: str | None = JSON
    headers: tuple[str, ...] = ()
    events: Mapping[str, Any] = {}


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """A route: where it is, who may call it, what it takes, what it answers, and every problem that it may tell of.

    `id` names the operation for programs. `problems` are codes of `problem_codes`; `refusals` says that the codes of
    refused moves come on top. `body` is the type that the request's body is decoded to.
    """

    id: str
    method: Method
    path: str
    handler: Handler
    group: Group
    who: Who
    summary: str
    detail: str = ""
    parameters: tuple[Parameter, ...] = ()
    body: Any = None
    answers: tuple[Answer, ...]
    problems: tuple[str, ...] = ()
    refusals: bool = False
    head: bool = True

    @property
    def pattern(self) -> str:
        """The path as the router reads it."""
        return re.sub(r"\{(\w+)\}", lambda found: f"{{{found[1]}:{PATTERNS[found[1]]}}}", self.path)


def route_definitions(routes: Iterable[Route]) -> list[web.RouteDef]:
    """The routes as the router takes them, in their order: what is asked most is found first if it stands first."""
    return [_definition(route) for route in routes]


def _definition(route: Route) -> web.RouteDef:
    if route.method == "GET":
        return web.get(route.pattern, route.handler, allow_head=route.head, expect_handler=_go_on)
    return web.route(route.method, route.pattern, route.handler, expect_handler=_go_on)


async def _go_on(request: web.Request) -> None:
    """Tell a client that waits for it to send its body; what else it may expect is not minded (RFC 9110, 10.1.1)."""
    if request.version == HttpVersion11 and request.headers["Expect"].lower() == "100-continue":
        await request.writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        # Nothing of the answer itself has been sent.
        request.writer.output_size = 0


class Reset(msgspec.Struct, frozen=True, kw_only=True):
    """What a live stream begins with for who has seen nothing, or another log: the view as it is now."""

    version: int
    epoch: str
    view: View


Count = Annotated[int, Meta(ge=0, le=999_999_999_999_999)]
"""A number in a query: up to 15 digits."""
TableId = Annotated[str, Meta(pattern=f"^{TABLE_ID}$")]
RoundNumber = Annotated[int, Meta(ge=0, le=999_999_999)]
CommandId = Annotated[str, Meta(min_length=1, max_length=200, pattern="^[ -~]+$")]
SecretKey = Annotated[str, Meta(min_length=16, max_length=200, pattern="^[ -~]+$")]

TABLE: Final = Parameter(name="table", where="path", kind=TableId, summary="The table's id.")
ROUND: Final = Parameter(name="n", where="path", kind=RoundNumber, summary="The round's number, from 1.", example=1)
AFTER: Final = Parameter(
    name="after", where="query", kind=Count, summary="The version after which to go on; 0 if left out.", example=0
)
EPOCH: Final = Parameter(
    name="epoch", where="query", kind=str, summary="The epoch of the log that `after` belongs to; 409 if it is another."
)
LIMIT: Final = Parameter(name="limit", where="query", kind=Count, summary="How many to tell of at most.", example=10)
IF_NONE_MATCH: Final = Parameter(
    name="If-None-Match", where="header", kind=str, summary="An ETag: 304 while there is nothing newer."
)
NOT_MODIFIED: Final = Answer(status=304, summary="Nothing is new.", media=None, headers=("ETag",))

ALWAYS: Final = ("malformed_request", "headers_too_large", "internal_error")
"""Codes of problems that any route may answer with; the tuples below group those of several routes."""
ANY: Final = (*ALWAYS, "too_many_requests")
STORE: Final = ("store_unavailable",)
AT_TABLE: Final = (*ANY, *STORE, "wrong_token", "no_such_table", "not_found", "log_damaged")
VIEWING: Final = (*AT_TABLE, "watch_closed")
BODY: Final = (
    "bad_request", "malformed_json", "nested_too_deep", "unreadable_body", "body_too_large", "body_too_slow",
    "invalid_body",
)  # fmt: skip
WRITING: Final = (
    "store_error", "store_read_only", "conflict", "disk_full", "table_quota_reached", "store_quota_reached",
)  # fmt: skip

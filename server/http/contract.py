"""The descriptions of routes, and the parameters and problem codes that routes share.

The router and the OpenAPI document are both made from these descriptions.
"""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal, cast

import msgspec
from msgspec import Meta

from projections.views import View
from server.http.compression import Compressed, Handler
from server.tokens import TABLE_ID

Method = Literal["GET", "POST", "DELETE"]
Group = Literal["Tables", "Playing", "Viewing", "Chat", "Rounds", "Server"]
"""Headings of the OpenAPI document, in order."""
Who = Literal["anyone", "host", "viewer", "invited", "inviter", "player", "gm"]
"""Who may call.

`host`: anyone, unless a host key is configured; `viewer`: anyone, unless the table is closed, and then the bearers of
its tokens; `invited`: holders of the invite, in the body or as the token, and the GM; `inviter`: those with the invite
as the token, and the GM; `player`: the table's seats, and the GM.
"""

PATTERNS: Final[Mapping[str, str]] = {
    "table": TABLE_ID,
    "n": "[0-9]{1,9}",
    "asset": "[A-Za-z0-9_.-]{1,60}(/[A-Za-z0-9_.-]{1,60}){0,2}",
    # The page itself explains a mistyped link.
    "link": "[^/]{1,200}",
    "code": "[^/]{1,40}",
}
"""Patterns of path parameters."""

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
TEXT: Final = "text/plain"
EVENT_STREAM: Final = "text/event-stream"
HTML: Final = "text/html"


class Parameter(msgspec.Struct, frozen=True):
    """A parameter in the path, the query or a header; its schema is that of the type `kind`.

    The API page fills in `example`, which must be harmless: an idempotency key that many people send is no secret.
    """

    name: str
    where: Literal["path", "query", "header"]
    kind: Any
    summary: str
    example: Any = None


class Answer(msgspec.Struct, frozen=True):
    """A successful response. `kind` is the type of its JSON body; None for other media types.

    `headers` are those that clients use; `events` has the types of an event stream's data, by event.
    """

    summary: str
    kind: Any = None
    status: int = 200
    media: str | None = JSON
    headers: tuple[str, ...] = ()
    events: Mapping[str, Any] = {}


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """A route: its address, callers, parameters, responses and problems.

    `compressed` says whether answers may be compressed: see `server.http.compression`.

    `id` is the operation's id in OpenAPI. `problems` are codes of `problem_codes`; `refusals` adds the codes of refused
    commands. `body` is the type of the request's body. `head`: whether HEAD is allowed beside GET. `documented`:
    whether it belongs to the API and its document; pages and their files are only for browsers.
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
    documented: bool = True
    compressed: Compressed = "never"

    @property
    def pattern(self) -> re.Pattern[str]:
        """The path as a pattern with a group for each parameter."""
        literal = re.escape(self.path)
        return re.compile(re.sub(r"\\{(\w+)\\}", lambda found: f"(?P<{found[1]}>{PATTERNS[found[1]]})", literal))


class Routes:
    """The routes of a module, with the group, callers and problems that they share; `add` can override these.

    A handler's name is the operation's id in OpenAPI. Its docstring has the summary and, after an empty line, the
    detail.
    """

    def __init__(self, group: Group, who: Who, problems: tuple[str, ...]) -> None:
        self._group: Group = group
        self._who: Who = who
        self._problems = problems
        self._routes: list[Route] = []

    def __iter__(self) -> Iterator[Route]:
        return iter(self._routes)

    def add(
        self,
        address: str,
        *answers: Answer,
        group: Group | None = None,
        who: Who | None = None,
        parameters: tuple[Parameter, ...] = (),
        body: Any = None,
        problems: tuple[str, ...] | None = None,
        refusals: bool = False,
        head: bool = True,
        tagged: bool = False,
        documented: bool = True,
        compressed: Compressed = "never",
    ) -> Callable[[Handler], Handler]:
        """Decorate the handler of a route. `address` is its method and path, such as `GET /api/tables/{table}`.

        The parameters `{table}` and `{n}` (a round) of the path need not be given. `tagged` answers have an ETag, and
        are 304 if the caller has it.
        """
        if tagged:
            answers = (*(msgspec.structs.replace(answer, headers=("ETag",)) for answer in answers), NOT_MODIFIED)
            parameters = (*parameters, IF_NONE_MATCH)
        method, path = address.split()
        given = {parameter.name for parameter in parameters}
        shared = [shown for name, shown in _IN_PATH.items() if f"{{{name}}}" in path and name not in given]

        def add_to(handler: Handler) -> Handler:
            summary, _, detail = inspect.cleandoc(handler.__doc__ or "").partition("\n\n")
            route = Route(
                id=handler.__name__,
                method=cast("Method", method),
                path=path,
                handler=handler,
                group=group or self._group,
                who=who or self._who,
                summary=summary.removesuffix("."),
                detail=detail.replace("\n", " "),
                parameters=(*shared, *parameters),
                body=body,
                answers=answers,
                problems=self._problems if problems is None else problems,
                refusals=refusals,
                head=head,
                documented=documented,
                compressed=compressed,
            )
            self._routes.append(route)
            return handler

        return add_to


class Reset(msgspec.Struct, frozen=True, kw_only=True):
    """The start of a live stream without a valid cursor: the current view."""

    version: int
    epoch: str
    seen: str
    view: View


Count = Annotated[int, Meta(ge=0, le=999_999_999_999_999)]
"""A number in a query, up to 15 digits."""
TableId = Annotated[str, Meta(pattern=f"^{TABLE_ID}$")]
RoundNumber = Annotated[int, Meta(ge=0, le=999_999_999)]
CommandId = Annotated[str, Meta(min_length=1, max_length=200, pattern="^ *[!-~][ -~]*$")]
SecretKey = Annotated[str, Meta(min_length=16, max_length=200, pattern="^ *[!-~][ -~]*$")]

TABLE: Final = Parameter("table", "path", TableId, "The table's id.")
ROUND: Final = Parameter("n", "path", RoundNumber, "The round's number, from 1.", example=1)
_IN_PATH: Final = {"table": TABLE, "n": ROUND}
AFTER: Final = Parameter("after", "query", Count, "Return what is newer than this version; default 0.", example=0)
EPOCH: Final = Parameter("epoch", "query", str, "The epoch of the log that `after` belongs to.")
SEEN: Final = Parameter(
    "seen", "query", str, "The digest of what you saw up to `after`, from the answer that ended there."
)
LIMIT: Final = Parameter("limit", "query", Count, "Maximum number of results.", example=10)
ACTS_FOR: Final = Parameter(
    "acts_for", "query", str, "For the GM: the seat whose actions the view lists in `you.acts_for`."
)
IF_NONE_MATCH: Final = Parameter("If-None-Match", "header", str, "An ETag; 304 if it is still current.")
NOT_MODIFIED: Final = Answer("Not modified.", status=304, media=None, headers=("ETag",))

ALWAYS: Final = ("malformed_request", "headers_too_large", "encoded_body", "internal_error")
"""Problem codes of every route. The tuples below add those of several routes."""
ANY: Final = (*ALWAYS, "host_not_allowed", "too_many_requests")
STORE: Final = ("store_unavailable", "tokens_damaged")
AT_TABLE: Final = (*ANY, *STORE, "wrong_token", "no_such_table", "not_found", "log_damaged", "secret_damaged")
VIEWING: Final = (*AT_TABLE, "watch_closed")
ACTING_FOR: Final = ("gm_only", "unknown_seat")
BODY: Final = (
    "bad_request", "malformed_json", "nested_too_deep", "body_too_large", "body_too_slow",
    "hidden_characters", "invalid_body",
)  # fmt: skip
WRITING: Final = (
    "store_error", "store_read_only", "store_doubted", "command_ids_damaged", "conflict", "disk_full",
    "table_quota_reached", "store_quota_reached",
)  # fmt: skip

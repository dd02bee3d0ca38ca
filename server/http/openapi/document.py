"""The OpenAPI 3.1 document, made from the routes, their types, the problem codes and recorded examples."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, Final, get_args

import msgspec
from msgspec import UNSET, UnsetType

from games.engine.catalogue import Catalogue
from projections.actions import Action
from server.http.contract import EVENT_STREAM, JSON, Answer, Group, Parameter, Route, Who
from server.http.openapi.examples import Examples
from server.http.openapi.schemas import Schema, Schemas, ref
from server.http.problem_codes import CODES, REFUSED, Code, refusals_of, title_of

VERSION: Final = "3.1.0"
PROBLEM: Final = "application/problem+json"

_DESCRIPTION: Final = """\
Tavern dice games: hidden dice stay hidden, every roll can be verified, and every round can be replayed.

Amounts are integers in copper pieces, in fields that end in `_cp`. Times are RFC 3339, in UTC. Authenticate with
`Authorization: Bearer TOKEN`. A token belongs to one viewer at one table: the GM or a seat.

Errors are RFC 9457 problems. `code` never changes; programs should rely on it. Fields, event types and codes may be
added at any time."""
_TOKENS: Final = (
    "The token of the GM or a seat. The invite also works for taking a seat; the host key is for opening tables."
)
_WHO: Final[Mapping[Who, str]] = {
    "anyone": "Public.",
    "host": "Public, unless a host key is configured.",
    "viewer": "Public, unless the table is closed to watchers; then one of its tokens is required.",
    "invited": "Requires the table's invite or the GM's token.",
    "inviter": "Requires the table's invite or the GM's token, as the token.",
    "player": "Requires a seat's or the GM's token.",
    "gm": "Requires the GM's token.",
}
_BEARER: Final = {"bearer": list[str]()}
_NOBODY: Final = dict[str, list[str]]()
_SECURITY: Final[Mapping[Who, list[dict[str, list[str]]]]] = {
    "anyone": [],
    "host": [_NOBODY, _BEARER],
    "viewer": [_NOBODY, _BEARER],
    "invited": [_NOBODY, _BEARER],
    "inviter": [_BEARER],
    "player": [_BEARER],
    "gm": [_BEARER],
}
_HEADERS: Final[Mapping[str, str]] = {
    "ETag": "Identifies the returned version; opaque.",
    "Location": "The URL of the new table, relative to this one.",
    "Retry-After": "Seconds to wait before retrying.",
    "WWW-Authenticate": "The authentication scheme: Bearer.",
    "Cache-Control": "What caches may store.",
}
_PROBLEM_HEADERS: Final[Mapping[int, tuple[str, ...]]] = {
    401: ("WWW-Authenticate",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """An RFC 9457 problem. `code` is for programs (`ProblemCode` or `RefusalCode`), `detail` for people.

    `actions` are the legal commands, if one was refused; `epoch` is the log's epoch, if the cursor belongs to another;
    `incident` identifies a server error in its log; `seq` shows the GM the first damaged entry of a log.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    actions: list[Action] | UnsetType = UNSET
    epoch: str | UnsetType = UNSET
    incident: str | UnsetType = UNSET
    seq: int | UnsetType = UNSET


def document(routes: Iterable[Route], catalogue: Catalogue) -> dict[str, Any]:
    """The document for these routes, and the games of the catalogue."""
    return _Writer(routes, catalogue).document()


class _Writer:
    def __init__(self, routes: Iterable[Route], catalogue: Catalogue) -> None:
        groups = get_args(Group)
        documented = (route for route in routes if route.documented)
        self._routes = sorted(documented, key=lambda route: groups.index(route.group))
        self._refusals = refusals_of(catalogue.rulebooks)
        refused = {code: Code(REFUSED, meaning) for code, meaning in self._refusals.items()}
        self._known: dict[str, Code] = {**refused, **CODES}
        self._schemas = Schemas(catalogue)
        self._examples = Examples(catalogue)
        for route in self._routes:
            for answer in route.answers:
                self._schemas.note_returned(answer.kind, *answer.events.values())

    def document(self) -> dict[str, Any]:
        paths: dict[str, Any] = {}
        for route in self._routes:
            paths.setdefault(route.path, {})[route.method.lower()] = self._operation(route)
        self._schemas.of(Problem)
        schemas = {**self._schemas.components, **self._codes()}
        return {
            "openapi": VERSION,
            "info": {
                "title": "Tavern Table",
                "version": version("tavern-table"),
                "description": _DESCRIPTION,
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            # The document is in /api, so one level up is the server's root under any prefix.
            "servers": [{"url": "..", "description": "The server that this document comes from"}],
            "tags": [{"name": group} for group in get_args(Group)],
            "paths": paths,
            "components": {
                "schemas": dict(sorted(schemas.items())),
                "headers": {
                    name: {"description": text, "schema": {"type": "string"}} for name, text in _HEADERS.items()
                },
                "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer", "description": _TOKENS}},
            },
        }

    def _codes(self) -> dict[str, Schema]:
        return {
            "ProblemCode": {
                "type": "string",
                "description": "The codes of problems other than refused commands:\n\n"
                + "\n".join(f"- `{name}` ({code.status}): {code.meaning}" for name, code in CODES.items()),
                "enum": list(CODES),
            },
            "RefusalCode": {
                "type": "string",
                "description": f"Why a command was refused ({REFUSED}):\n\n"
                + "\n".join(f"- `{name}`: {meaning}" for name, meaning in self._refusals.items()),
                "enum": list(self._refusals),
            },
        }

    def _operation(self, route: Route) -> dict[str, Any]:
        operation: dict[str, Any] = {
            "operationId": route.id,
            "tags": [route.group],
            "summary": route.summary,
            "description": "\n\n".join(filter(None, (route.detail, _WHO[route.who]))),
            "security": _SECURITY[route.who],
        }
        if route.parameters:
            operation["parameters"] = [self._parameter(parameter) for parameter in route.parameters]
        if route.body is not None:
            content = {"schema": self._schemas.of(route.body, sent=True), "examples": self._examples.requests(route.id)}
            operation["requestBody"] = {"required": True, "content": {JSON: content}}
        answers = {str(answer.status): self._answer(route, answer) for answer in route.answers}
        operation["responses"] = answers | self._problems(route)
        return operation

    def _parameter(self, parameter: Parameter) -> dict[str, Any]:
        described: dict[str, Any] = {
            "name": parameter.name,
            "in": parameter.where,
            "description": parameter.summary,
            "required": parameter.where == "path",
            "schema": self._schemas.of(parameter.kind, sent=True),
        }
        return described if parameter.example is None else {**described, "example": parameter.example}

    def _answer(self, route: Route, answer: Answer) -> dict[str, Any]:
        described: dict[str, Any] = {"description": answer.summary}
        if answer.headers:
            described["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in answer.headers}
        if answer.media is not None:
            schema = {"type": "string"} if answer.kind is None else self._schemas.of(answer.kind)
            content: dict[str, Any] = {"schema": schema}
            if examples := self._examples.answers(route.id, answer.status):
                content["examples"] = examples
            if answer.media == EVENT_STREAM:
                content["x-events"] = {event: self._schemas.of(kind) for event, kind in answer.events.items()}
            described["content"] = {answer.media: content}
        return described

    def _problems(self, route: Route) -> dict[str, Any]:
        by_status: dict[int, list[str]] = {}
        for code in route.problems:
            by_status.setdefault(self._known[code].status, []).append(code)
        if route.refusals:
            by_status.setdefault(REFUSED, [])
        return {
            str(status): self._problem(status, codes, refusals=route.refusals and status == REFUSED)
            for status, codes in sorted(by_status.items())
        }

    def _problem(self, status: int, codes: list[str], *, refusals: bool) -> dict[str, Any]:
        lines = [f"- `{code}`: {self._known[code].meaning}" for code in codes]
        if refusals:
            lines.append("- or the reason why the command is illegal")
        # One type for all problems, in generated clients too. Its code is any string, since codes may be added.
        content: dict[str, Any] = {
            "schema": ref("Problem"),
            "x-codes": [*codes, *(self._refusals if refusals else ())],
        }
        examples = {code: {"value": _example(code, self._known[code])} for code in codes}
        if refusals:
            examples |= self._examples.refusals()
        described: dict[str, Any] = {
            "description": f"{HTTPStatus(status).phrase}:\n\n" + "\n".join(lines),
            "content": {PROBLEM: {**content, "examples": examples}},
        }
        if headers := _PROBLEM_HEADERS.get(status):
            described["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
        return described


_FACTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "log_replaced": {"epoch": "7bd5d47e446fcec2"},
    "log_went_back": {"epoch": "7bd5d47e446fcec2"},
    "internal_error": {"incident": "3f1c09a7b2de"},
    "no_such_seat": {"actions": list[Any]()},
}


def _example(code: str, known: Code) -> dict[str, Any]:
    return {
        "type": f"urn:problem-type:tavern:{code}",
        "title": title_of(code),
        "status": known.status,
        "detail": known.meaning,
        "code": code,
        **_FACTS.get(code, {}),
    }

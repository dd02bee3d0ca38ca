"""The API's description in OpenAPI 3.1, made from the table of routes, the types, the codes and recorded examples."""

from collections.abc import Iterable, Mapping
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, Final, get_args

import msgspec
from msgspec import UNSET, UnsetType

from games.catalogue import Catalogue
from projections.actions import Action
from server.http.contract import EVENT_STREAM, JSON, Answer, Group, Parameter, Route, Who
from server.http.openapi_examples import Examples
from server.http.openapi_schemas import Schema, Schemas, ref
from server.http.problem_codes import CODES, REFUSED, Code, refusals_of, title_of

VERSION: Final = "3.1.0"
PROBLEM: Final = "application/problem+json"

_DESCRIPTION: Final = """\
A table for tavern dice games: hidden dice stay hidden, every roll can be proved, every round can be played again.

Amounts are whole copper pieces, in fields that end in `_cp`; times are RFC 3339, in UTC. A caller shows who it is
with `Authorization: Bearer TOKEN`; each token belongs to one table, and makes its bearer one viewer there: the GM, or a
seat.

Errors are problems after RFC 9457: `code` never changes, and is what programs should look at. What may be added later
are members of answers, types of events, and codes."""
_TOKENS: Final = (
    "The token of the GM or of a seat; for sitting down also the invite; for opening a table the server's host key."
)
_WHO: Final[Mapping[Who, str]] = {
    "anyone": "Anyone may call.",
    "host": "Anyone may call; where the server has a host key, who has that.",
    "viewer": "Whoever may look at the table may call: without a token too, unless the table is closed to them.",
    "invited": "Who has the table's invite may call, and its GM.",
    "player": "The seats of the table may call, and its GM.",
    "gm": "The GM of the table may call.",
}
_BEARER: Final = {"bearer": list[str]()}
_NOBODY: Final = dict[str, list[str]]()
_SECURITY: Final[Mapping[Who, list[dict[str, list[str]]]]] = {
    "anyone": [],
    "host": [_NOBODY, _BEARER],
    "viewer": [_NOBODY, _BEARER],
    "invited": [_NOBODY, _BEARER],
    "player": [_BEARER],
    "gm": [_BEARER],
}
_HEADERS: Final[Mapping[str, str]] = {
    "ETag": "Stands for the version that is answered; opaque.",
    "Location": "Where the new table is, relative to this address.",
    "Retry-After": "In how many seconds to come again.",
    "WWW-Authenticate": "How to show who calls: Bearer.",
    "Cache-Control": "What caches may keep.",
}
_PROBLEM_HEADERS: Final[Mapping[int, tuple[str, ...]]] = {
    401: ("WWW-Authenticate",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong, after RFC 9457. `code` is for programs, `detail` for people.

    `actions` are the legal moves, where one was refused; `epoch` the log's, where a cursor was another's; `incident`
    names a mistake of the server's in its log; `seq` tells the GM where a log is damaged.
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
    """The description of these routes, for tables of the catalogue's games."""
    return _Writer(routes, catalogue).document()


class _Writer:
    def __init__(self, routes: Iterable[Route], catalogue: Catalogue) -> None:
        groups = get_args(Group)
        self._routes = sorted(routes, key=lambda route: groups.index(route.group))
        self._refusals = refusals_of(catalogue.rulebooks)
        refused = {code: Code(REFUSED, meaning) for code, meaning in self._refusals.items()}
        self._known: dict[str, Code] = {**refused, **CODES}
        self._schemas = Schemas(catalogue)
        self._examples = Examples.load(catalogue)
        for route in self._routes:
            if route.body is not None:
                self._schemas.take_in(route.body)

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
            # The document stands in /api: one up is where the server is mounted, under whatever prefix.
            "servers": [{"url": "..", "description": "The server that this document comes from"}],
            "tags": [{"name": group} for group in get_args(Group)],
            "paths": paths,
            "components": {
                "schemas": dict(sorted(schemas.items())),
                "headers": {
                    name: {"description": text, "schema": {"type": "string"}} for name, text in _HEADERS.items()
                },
                "securitySchemes": {
                    "bearer": {
                        "type": "http",
                        "scheme": "bearer",
                        "description": _TOKENS,
                    }
                },
            },
        }

    def _codes(self) -> dict[str, Schema]:
        return {
            "ProblemCode": {
                "type": "string",
                "description": "The codes of the server's own problems:\n\n"
                + "\n".join(f"- `{name}` ({code.status}): {code.meaning}" for name, code in CODES.items()),
                "enum": list(CODES),
            },
            "RefusalCode": {
                "type": "string",
                "description": f"Why a move is not legal ({REFUSED}):\n\n"
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
            content = {"schema": self._schemas.of(route.body), "examples": self._examples.requests(route.id)}
            operation["requestBody"] = {"required": True, "content": {JSON: content}}
        answers = {str(answer.status): self._answer(route, answer) for answer in route.answers}
        operation["responses"] = answers | self._problems(route)
        return operation

    def _parameter(self, parameter: Parameter) -> dict[str, Any]:
        told: dict[str, Any] = {
            "name": parameter.name,
            "in": parameter.where,
            "description": parameter.summary,
            "required": parameter.where == "path",
            "schema": self._schemas.of(parameter.kind),
        }
        return told if parameter.example is None else {**told, "example": parameter.example}

    def _answer(self, route: Route, answer: Answer) -> dict[str, Any]:
        told: dict[str, Any] = {"description": answer.summary}
        if answer.headers:
            told["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in answer.headers}
        if answer.media is not None:
            schema = {"type": "string"} if answer.kind is None else self._schemas.of(answer.kind)
            content: dict[str, Any] = {"schema": schema}
            if examples := self._examples.answers(route.id, answer.status):
                content["examples"] = examples
            if answer.media == EVENT_STREAM:
                content["x-events"] = {event: self._schemas.of(kind) for event, kind in answer.events.items()}
            told["content"] = {answer.media: content}
        return told

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
        code: Schema = {"enum": codes}
        if refusals:
            lines.append("- or the reason why the move is not legal")
            code = {"anyOf": [code, ref("RefusalCode")]}
        schema = {"allOf": [ref("Problem"), {"properties": {"status": {"const": status}, "code": code}}]}
        examples = {code: {"value": _example(code, self._known[code])} for code in codes}
        if refusals:
            examples |= self._examples.refusals()
        told: dict[str, Any] = {
            "description": f"{HTTPStatus(status).phrase}:\n\n" + "\n".join(lines),
            "content": {PROBLEM: {"schema": schema, "examples": examples}},
        }
        if headers := _PROBLEM_HEADERS.get(status):
            told["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in headers}
        return told


_FACTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "log_replaced": {"epoch": "7bd5d47e446fcec2"},
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

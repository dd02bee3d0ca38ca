"""Turns errors into RFC 9457 problems: the only place that does."""

from collections.abc import Mapping
from typing import Final

import msgspec
from aiohttp import web

from events.storage import contract as stores
from games.engine.catalogue import UnknownCommand, UnknownGame
from server.http.answers import Response
from server.http.problem_codes import title_of
from server.problems import LogDamaged, Problem, no_such_table, store_code

_MEDIA_TYPE: Final = "application/problem+json"
_RETRY_SECONDS: Final = "2"

_STORE_PROBLEMS: Final[Mapping[type[stores.StoreError], tuple[int, str]]] = {
    stores.StoreFull: (507, "The disk is full; nothing was changed. The operator must free space."),
    stores.StoreReadOnly: (503, "The store is read-only; nothing was changed. Reading still works."),
    stores.StoreDoubted: (
        503,
        "The store's files were changed from outside; nothing was changed by this request. The operator must act.",
    ),
    stores.TokensDamaged: (
        503,
        "The store's tokens are damaged, so their holders cannot be recognised. Nothing was changed; the operator must "
        "repair the store.",
    ),
    stores.CommandIdsDamaged: (
        503,
        "The store's record of command ids is damaged, so only commands without an id are carried out. Nothing was "
        "changed; the operator must repair the store.",
    ),
    stores.Conflict: (
        503,
        "The table was changed at the same time; nothing was changed by this request. Retry with the same id.",
    ),
}
_NOTHING_KEPT: Final = (503, "The store failed; nothing was changed. Retry with the same id.")
_UNKNOWN_OUTCOME: Final = (
    503,
    "The store did not respond; the outcome is unknown. Retry with the same id: the request takes effect once.",
)
_NOT_READ: Final = (503, "The store failed. Retry.")


def problem_response(problem: Problem) -> Response:
    """The answer to a request that is refused with `problem`."""
    members = {
        "type": f"urn:problem-type:tavern:{problem.code}",
        "title": title_of(problem.code),
        "status": problem.status,
        "detail": problem.detail,
        "code": problem.code,
        **problem.extra,
    }
    headers = {"Content-Type": _MEDIA_TYPE, "Cache-Control": "no-store", **problem.headers}
    return Response(msgspec.json.encode(members), status=problem.status, headers=headers)


def problem_of(error: Exception, *, reading: bool = False) -> Problem | None:
    """The problem that an expected error becomes; None for a bug in the server. `reading`: the request has no id."""
    match error:
        case Problem():
            return error
        case LogDamaged():
            return error.problem(for_gm=False)
        case UnknownGame() | UnknownCommand():
            return Problem(422, error.code, str(error))
        case stores.NoSuchTable():
            return no_such_table()
        case stores.StoreError():
            return _store_problem(error, reading=reading)
        case web.HTTPException() if error.status >= 400:
            return Problem(error.status, "bad_request", "The request is invalid.")
        case _:
            return None


def _store_problem(error: stores.StoreError, *, reading: bool) -> Problem:
    otherwise = _NOT_READ if reading else _NOTHING_KEPT if error.kept is False else _UNKNOWN_OUTCOME
    status, detail = _STORE_PROBLEMS.get(type(error), otherwise)
    return Problem(status, store_code(error), detail, headers={"Retry-After": _RETRY_SECONDS})


def internal_error(incident: str) -> Problem:
    """500: a bug in the server; its log has more under the incident's id."""
    detail = f"Unexpected server error; the server's log has details under incident {incident}."
    return Problem(500, "internal_error", detail, extra={"incident": incident})

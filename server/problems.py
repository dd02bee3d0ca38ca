"""What goes wrong, as RFC 9457 problems: the one place where errors become answers."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from aiohttp import web

from events import store as stores
from games.catalogue import UnknownCommand, UnknownGame
from projections.offers import Action
from server.http.problem_codes import title_of

_RETRY_SECONDS: Final = "2"
_MEDIA_TYPE: Final = "application/problem+json"


class Problem(Exception):
    """An answer that tells what is wrong: a status, a stable `code` and a sentence for whoever asked.

    `extra` are further members of the problem, `headers` further headers of the answer.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.extra = dict(extra or {})
        self.headers = dict(headers or {})

    def response(self) -> web.Response:
        """The answer."""
        members = {
            "type": f"urn:problem-type:tavern:{self.code}",
            "title": title_of(self.code),
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            **self.extra,
        }
        headers = {"Content-Type": _MEDIA_TYPE, "Cache-Control": "no-store", **self.headers}
        return web.Response(status=self.status, body=msgspec.json.encode(members), headers=headers)


class LogDamaged(Exception):
    """A table's log is not as it was written. `seq` (from 1) says where, and is for the GM and the operator alone."""

    code = "log_damaged"

    def __init__(self, table: str, seq: int, reason: str) -> None:
        super().__init__(f"entry {seq} of table {table}: {reason}")
        self.table = table
        self.seq = seq
        self.reason = reason

    def again(self) -> "LogDamaged":
        """The same, to be raised another time: a traceback is an error's own."""
        return LogDamaged(self.table, self.seq, self.reason)

    def problem(self, *, for_gm: bool) -> Problem:
        """What a caller is told of it."""
        detail = (
            "This table's log is damaged: it is shown as far as it is whole, and nothing is played until it is mended."
        )
        if for_gm:
            return Problem(503, self.code, f"{detail} Entry {self.seq}: {self.reason}.", extra={"seq": self.seq})
        return Problem(503, self.code, f"{detail} The GM and whoever runs the server can find out where.")


def unauthorized(code: str, detail: str) -> Problem:
    """401: nobody is known by the token that was given, or one is needed."""
    return Problem(401, code, detail, headers={"WWW-Authenticate": "Bearer"})


def no_such_table() -> Problem:
    """404: there is no such table here."""
    return Problem(404, "no_such_table", "There is no table of that id here.")


def refused(code: str, detail: str, actions: list[Action]) -> Problem:
    """409: a move that is not legal, with what is legal instead."""
    return Problem(409, code, detail, extra={"actions": actions})


_STORE_PROBLEMS: Final[Mapping[type[stores.StoreError], tuple[int, str]]] = {
    stores.StoreFull: (507, "The disk is full: nothing was changed. Whoever runs the server must make room."),
    stores.StoreReadOnly: (503, "The store cannot be written: nothing was changed. Reading goes on."),
    stores.Conflict: (503, "Something else wrote to this table: nothing was changed. Send it again, with the same id."),
}
_NOTHING_KEPT: Final = (503, "The store could not do it: nothing was changed. Send it again, with the same id.")
_UNKNOWN_OUTCOME: Final = (
    503,
    "The store did not answer. If something was to be changed, whether it was is not known yet: send it again with the "
    "same id, and it takes effect once.",
)
_HTTP_CODES: Final[Mapping[int, tuple[str, str]]] = {
    404: ("not_found", "There is nothing at this address."),
    405: ("method_not_allowed", "This address does not take that method."),
    413: ("body_too_large", "The body is too large: 64 KiB at most."),
}


def _store_problem(error: stores.StoreError) -> Problem:
    """What a caller is told of a store error: by its own code where that means something to callers."""
    otherwise, code = _NOTHING_KEPT, stores.StoreError.code
    if error.kept is not False:
        otherwise, code = _UNKNOWN_OUTCOME, stores.StoreUnavailable.code
    status, detail = _STORE_PROBLEMS.get(type(error), otherwise)
    code = error.code if type(error) in _STORE_PROBLEMS else code
    return Problem(status, code, detail, headers={"Retry-After": _RETRY_SECONDS})


def problem_of(error: Exception) -> Problem | None:
    """The answer to an error that can be expected; None where it is a mistake of the server's own."""
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
            return _store_problem(error)
        case web.HTTPException() if error.status >= 400:
            code, detail = _HTTP_CODES.get(error.status, ("bad_request", "The request cannot be understood."))
            allow = {"Allow": error.headers["Allow"]} if "Allow" in error.headers else {}
            return Problem(error.status, code, detail, headers=allow)
        case _:
            return None


def internal_error(incident: str) -> Problem:
    """500: the server's own mistake; the log tells more under the incident's id."""
    detail = f"Something went wrong in the server. Whoever runs it finds it in the log as incident {incident}."
    return Problem(500, "internal_error", detail, extra={"incident": incident})


def key_reused() -> Problem:
    """422: an idempotency key was used before, for something else."""
    return Problem(422, "command_id_reused", "This id was used before, for something else: take another.")


def archived() -> Problem:
    """409: an imported table can be read, not played."""
    return Problem(409, "archived", "This table is an archive: its rounds can be read, and nothing more is played.")


def not_admitted() -> Problem:
    """403: who asked to sit down is not let in yet."""
    detail = "The GM has not let you in yet: until then you see what everybody sees, and the view's asking lists you."
    return Problem(403, "not_admitted", detail)

"""Why requests are refused: a status, a stable code and a sentence. `server.http.errors` makes the answers."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import msgspec

from events.storage import contract as stores
from projections.actions import Action
from server.mismatches import mismatch

S = TypeVar("S")
T = TypeVar("T")

OWN_CODES: Final[frozenset[type[stores.StoreError]]] = frozenset(
    {
        stores.StoreFull, stores.StoreReadOnly, stores.StoreDoubted, stores.TokensDamaged, stores.CommandIdsDamaged,
        stores.Conflict, stores.NoSuchTable,
    }
)  # fmt: skip
"""The store errors whose own codes mean something to callers."""


class Problem(Exception):
    """A request is refused with an HTTP `status`, a stable `code` and a sentence (`detail`) for the caller.

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


class LogDamaged(Exception):
    """A table's log is not as it was written. Only the GM and the operator may see the place, `seq` (from 1)."""

    code = "log_damaged"

    def __init__(self, table: str, seq: int, reason: str) -> None:
        super().__init__(f"entry {seq} of table {table}: {reason}")
        self.table = table
        self.seq = seq
        self.reason = reason

    def again(self) -> "LogDamaged":
        """A copy to raise once more, with a traceback of its own."""
        return LogDamaged(self.table, self.seq, self.reason)

    def problem(self, *, for_gm: bool) -> Problem:
        """The answer to a caller; for the GM, with the damaged entry and the reason."""
        detail = "This table's log is damaged: only the intact part is shown, and play is stopped until it is repaired."
        if for_gm:
            return Problem(503, self.code, f"{detail} Entry {self.seq}: {self.reason}.", extra={"seq": self.seq})
        return Problem(503, self.code, f"{detail} The GM and the operator can see where.")


class SecretDamaged(LogDamaged):
    """A table's secret is missing, or not the one whose root was published, so further rounds could not be verified.

    Its log, of `entries` entries, is whole. `reason` says what is wrong, without revealing anything of the secret.
    """

    code = "secret_damaged"

    def __init__(self, table: str, entries: int, reason: str) -> None:
        super().__init__(table, entries, reason)
        self.args = (f"the secret of table {table}: {reason}",)

    def again(self) -> "SecretDamaged":
        """A copy to raise once more, with a traceback of its own."""
        return SecretDamaged(self.table, self.seq, self.reason)

    def problem(self, *, for_gm: bool) -> Problem:
        """The answer to a caller: the same for everybody."""
        return Problem(503, self.code, f"This table's secret is damaged, so play is stopped: {self.reason}.")


def store_code(error: stores.StoreError) -> str:
    """The code of a store error: the same for callers, in the log, in `/readyz` and in metrics.

    Errors without a code of their own are `store_error` if nothing was kept, and `store_unavailable` if that is
    unknown.
    """
    if type(error) in OWN_CODES:
        return error.code
    return stores.StoreError.code if error.kept is False else stores.StoreUnavailable.code


def unauthorized(code: str, detail: str) -> Problem:
    """401: the token is unknown, or one is needed."""
    return Problem(401, code, detail, headers={"WWW-Authenticate": "Bearer"})


def no_such_table() -> Problem:
    """404: no table has this id."""
    return Problem(404, "no_such_table", "No table has this id.")


def refused(code: str, detail: str, actions: list[Action]) -> Problem:
    """409: an illegal command, with the actions that are legal instead."""
    return Problem(409, code, detail, extra={"actions": actions})


def not_admitted() -> Problem:
    """403: the caller's seat awaits the GM's admission."""
    detail = "The GM has not admitted you yet. Until then you see what everybody sees."
    return Problem(403, "not_admitted", detail)


def decoded(decode: Callable[[S], T], given: S) -> T:
    """What `decode` makes of a body. Raises a `Problem`: 400 if it is not JSON, 422 if it does not match its type."""
    try:
        return decode(given)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _undecodable(error) from None


def _undecodable(error: msgspec.DecodeError | UnicodeDecodeError | RecursionError) -> Problem:
    match error:
        case msgspec.ValidationError():
            return Problem(422, "invalid_body", mismatch(error))
        case RecursionError():
            return Problem(400, "nested_too_deep", "The body is nested too deeply.")
        case UnicodeDecodeError():
            return Problem(400, "malformed_json", "The body is not UTF-8.")
        case _:
            return Problem(400, "malformed_json", f"The body is not valid JSON: {error}.")

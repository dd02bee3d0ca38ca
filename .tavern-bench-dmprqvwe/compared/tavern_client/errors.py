"""The errors of the client. None of them contains a token."""

from collections.abc import Sequence
from typing import Any, Final, Literal

LuckCode = Literal[
    "seal_lost",
    "seal_replaced",
    "not_asked",
    "call_differs",
    "asked_again",
    "reveal_forgotten",
    "call_changed",
    "commitment_changed",
    "luck_changed",
    "log_replaced",
]
"""How a server breaks the protocol of sealed luck; docs/client.md explains each."""


class ClientError(Exception):
    """The base of the client's errors."""


class ApiProblem(ClientError):
    """The server refused: the status, the stable `code`, and a sentence for people.

    `actions` are the legal ones if a command was refused. `retry_after` is the wait that the server asks for, in
    seconds.
    """

    def __init__(
        self, status: int, code: str, detail: str, actions: Sequence[dict[str, Any]], retry_after: float | None
    ) -> None:
        super().__init__(f"{detail} ({status} {code})")
        self.status = status
        self.code = code
        self.detail = detail
        self.actions = list(actions)
        self.retry_after = retry_after


class Unreachable(ClientError):
    """No answer came after all attempts. Whether the request took effect is unknown."""


class BadAnswer(ClientError):
    """The answer is not one of this API: the address belongs to another server, or a proxy answered."""


class OutOfOrder(BadAnswer):
    """A live stream repeated a version, skipped one, or went back."""

    def __init__(self, received: str, expected: str) -> None:
        super().__init__(f"the stream sent {received}, expected {expected}")
        self.received = received
        self.expected = expected


class LogWentBack(ClientError):
    """The table's log no longer has something that this viewer was shown, and the server does not say that the log was
    replaced. Reading goes on from what the server shows now.
    """

    code: Final = "log_went_back"

    def __init__(self, table: str, detail: str) -> None:
        super().__init__(f"table {table}: {detail} ({self.code})")
        self.table = table
        self.detail = detail


class RootChanged(ClientError):
    """The table shows another root for rounds than before, so their dice may be chosen anew.

    `first` is the first of these rounds; `before` and `now` are the roots (hex).
    """

    code: Final = "root_changed"

    def __init__(self, table: str, first: int, before: str, now: str) -> None:
        super().__init__(
            f"table {table}: the root for the rounds from {first} on was {before}, now {now} ({self.code})"
        )
        self.table = table
        self.first = first
        self.before = before
        self.now = now


class BrokenLuck(ClientError):
    """The server does not keep to the protocol of sealed luck in a round, so its dice may have been chosen.

    `code` says how.
    """

    def __init__(self, table: str, seat: str, round_number: int, code: LuckCode, detail: str) -> None:
        super().__init__(f"round {round_number}, seat {seat}: {detail} ({code})")
        self.table = table
        self.seat = seat
        self.round = round_number
        self.code = code
        self.detail = detail

"""What a call can end with instead of an answer. No error tells a token."""

from collections.abc import Sequence
from typing import Any


class ClientError(Exception):
    """What every error of the client is."""


class ApiProblem(ClientError):
    """The server refused: its status, the stable `code`, and a sentence for people.

    `actions` are the legal ones where a move was refused. `retry_after` is what the server asked to wait, in seconds.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        actions: Sequence[dict[str, Any]] = (),
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{detail} ({status} {code})")
        self.status = status
        self.code = code
        self.detail = detail
        self.actions = list(actions)
        self.retry_after = retry_after


class Unreachable(ClientError):
    """No answer came, however often it was tried. Whether what was asked took effect is not known."""


class BadAnswer(ClientError):
    """What answers does not speak this API: not a tavern, or one behind something that answers in its stead."""


class OutOfOrder(BadAnswer):
    """A live stream told a version twice, left one out, or went back."""

    def __init__(self, told: str, expected: str) -> None:
        super().__init__(f"the stream told of {told} where {expected} was due")
        self.told = told
        self.expected = expected

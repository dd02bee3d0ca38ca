"""How often to retry, and how long to wait in between."""

import math
import random
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from tavern_client.errors import ClientError

Sleep = Callable[[float], Awaitable[object]]

_LONGEST_ASKED: Final = 86_400.0
_SHORTEST_RECONNECT: Final = 1.0


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """Timeouts and retries; all waits are in seconds.

    `answer` is the timeout for an answer, `silence` that for a live stream, on which the server sends something every
    15 seconds. The wait before the second attempt is `first_wait`; it doubles with each attempt, up to `longest_wait`,
    and is shortened at random by up to half, so that many clients do not return at once. If the server asks for a
    wait, the client waits that long, or gives up if it is more than `longest_asked`. A stream that ended is opened
    again after a second at least, and after `longest_asked` at most.

    Raises `ValueError` for a wait that is negative or not finite, or without any attempt.
    """

    answer: float = 20.0
    silence: float = 45.0
    attempts: int = 10
    first_wait: float = 0.1
    longest_wait: float = 5.0
    longest_asked: float = 60.0

    def __post_init__(self) -> None:
        for name in ("answer", "silence", "first_wait", "longest_wait", "longest_asked"):
            seconds = getattr(self, name)
            if not 0 <= seconds < math.inf:
                raise ValueError(f"{name} is {seconds}, but must be a number of seconds")
        if self.attempts < 1:
            raise ValueError(f"attempts is {self.attempts}, but must be at least 1")

    def reconnect(self, asked: float = 0.0) -> float:
        """How long to wait before a stream is opened again, if the server asked for so many seconds."""
        return max(min(asked, self.longest_asked), _SHORTEST_RECONNECT)


def seconds_asked(retry_after: str) -> float | None:
    """The wait, up to a day, that a Retry-After header asks for. None unless it is a number of seconds."""
    if not (retry_after.isascii() and retry_after.isdigit()):
        return None
    return min(float(retry_after), _LONGEST_ASKED)


class Attempts:
    """Counts the attempts at one request."""

    def __init__(self, patience: Patience, sleep: Sleep) -> None:
        self._patience = patience
        self._sleep = sleep
        self.succeeded()

    def succeeded(self) -> None:
        """Start counting again."""
        self._failed = 0
        self._next = self._patience.first_wait

    async def wait(self, error: ClientError, asked: float | None = None, least: float = 0.0) -> None:
        """Wait before the next attempt, or raise `error` after the last one.

        `asked` is the wait that the server asked for, `least` the minimum, in seconds.
        """
        self._failed += 1
        if self._failed >= self._patience.attempts or (asked or 0.0) > self._patience.longest_asked:
            raise error
        own = min(self._next, self._patience.longest_wait)
        self._next = 2 * own
        await self._sleep(max(own * random.uniform(0.5, 1.0), asked or 0.0, least))

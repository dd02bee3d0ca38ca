"""How often to retry, and how long to wait in between."""

import random
from collections.abc import Awaitable, Callable

import msgspec

from tavern_client.errors import ClientError

Sleep = Callable[[float], Awaitable[object]]


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """Timeouts and retries; all waits are in seconds.

    `answer` is the timeout for an answer, `silence` that for a live stream, on which the server sends something every
    15 seconds. The wait before the second attempt is `first_wait`; it doubles with each attempt, up to `longest_wait`,
    and is shortened at random by up to half, so that many clients do not return at once. If the server asks for a
    wait, the client waits that long, or gives up if it is more than `longest_asked`.
    """

    answer: float = 20.0
    silence: float = 45.0
    attempts: int = 10
    first_wait: float = 0.1
    longest_wait: float = 5.0
    longest_asked: float = 60.0


class Attempts:
    """Counts the attempts at one request."""

    def __init__(self, patience: Patience, sleep: Sleep) -> None:
        self._patience = patience
        self._sleep = sleep
        self._failed = 0

    def succeeded(self) -> None:
        """Start counting again."""
        self._failed = 0

    async def wait(self, error: ClientError, asked: float | None = None, least: float = 0.0) -> None:
        """Wait before the next attempt, or raise `error` after the last one.

        `asked` is the wait that the server asked for, `least` the minimum, in seconds.
        """
        self._failed += 1
        if self._failed >= self._patience.attempts or (asked or 0.0) > self._patience.longest_asked:
            raise error
        own = min(self._patience.first_wait * 2 ** (self._failed - 1), self._patience.longest_wait)
        await self._sleep(max(own * random.uniform(0.5, 1.0), asked or 0.0, least))

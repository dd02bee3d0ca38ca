"""How long to try, and how long to wait between."""

import random
from collections.abc import Awaitable, Callable

import msgspec

from tools.client.errors import ClientError

Sleep = Callable[[float], Awaitable[object]]


class Patience(msgspec.Struct, frozen=True, kw_only=True):
    """Seconds to wait for an answer, and for a sign of life in a stream, which has one every 15; how often to try.

    The wait before the second attempt is `first_wait`; each further one is twice as long, up to `longest_wait`, all of
    them shortened at random by up to half, so that many clients do not come back at once. Where the server says how
    long to wait, that is how long: more than `longest_asked` ends the matter.
    """

    answer: float = 20.0
    silence: float = 45.0
    attempts: int = 10
    first_wait: float = 0.1
    longest_wait: float = 5.0
    longest_asked: float = 60.0


class Attempts:
    """The attempts at one thing."""

    def __init__(self, patience: Patience, sleep: Sleep) -> None:
        self._patience = patience
        self._sleep = sleep
        self._failed = 0

    def succeeded(self) -> None:
        """Count from the beginning again."""
        self._failed = 0

    async def wait(self, error: ClientError, asked: float | None = None, least: float = 0.0) -> None:
        """Wait before the next attempt, or raise `error` where there is none.

        `asked` is how long the server said, `least` what every wait lasts at least, in seconds.
        """
        self._failed += 1
        if self._failed >= self._patience.attempts or (asked or 0.0) > self._patience.longest_asked:
            raise error
        own = min(self._patience.first_wait * 2 ** (self._failed - 1), self._patience.longest_wait)
        await self._sleep(max(own * random.uniform(0.5, 1.0), asked or 0.0, least))

"""The server's clock and its alarms. It is a parameter of the server, so that tests can set it."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol


class Alarm(Protocol):
    """A call at a later time, unless it is cancelled."""

    def cancel(self) -> None:
        """Do not call."""


class Clock(Protocol):
    """Knows the time, and calls back at a time."""

    def now(self) -> datetime:
        """The time, in UTC."""
        ...

    def elapsed(self) -> float:
        """The seconds since some moment, on a steady clock that cannot be set."""
        ...

    def call_at(self, when: datetime, callback: Callable[[], object]) -> Alarm:
        """Call back after the time from now to `when` has elapsed, or at once if `when` has passed."""
        ...


class SystemClock:
    """The machine's clock, with alarms on the running event loop."""

    def now(self) -> datetime:
        """The time, in UTC."""
        return datetime.now(UTC)

    def elapsed(self) -> float:
        """The seconds since some moment."""
        return asyncio.get_running_loop().time()

    def call_at(self, when: datetime, callback: Callable[[], object]) -> Alarm:
        """Call back at `when`, or at once if it has passed."""
        delay = max(0.0, (when - self.now()).total_seconds())
        return asyncio.get_running_loop().call_later(delay, callback)


def stamp(moment: datetime) -> str:
    """A time in UTC as entries record it: RFC 3339, in milliseconds."""
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"

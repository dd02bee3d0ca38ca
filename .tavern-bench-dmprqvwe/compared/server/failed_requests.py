"""Logs requests that fail on the server's side. In an outage these are many, so repetitions are only counted."""

from datetime import timedelta
from typing import Final, NamedTuple

from server.clock import Alarm, Clock
from server.log import Log, error_facts

_EVERY: Final = timedelta(seconds=10)


class _Kind(NamedTuple):
    route: str
    code: str
    error: str


class FailedRequests:
    """Logs the first failure of a kind in full, and then once in ten seconds how many of the kind were left out.

    A kind is a route, a problem code and a type of error. After ten seconds without a failure it counts as new.
    """

    def __init__(self, clock: Clock, log: Log) -> None:
        self._clock = clock
        self._log = log
        self._left_out: dict[_Kind, int] = {}
        self._alarms: dict[_Kind, Alarm] = {}

    def add(self, route: str, code: str, error: Exception) -> None:
        """Log a failure, or count it."""
        kind = _Kind(route, code, type(error).__qualname__)
        if kind in self._left_out:
            self._left_out[kind] += 1
            return
        self._log.warning("request_failed", route=route, code=code, **error_facts(error))
        self._wait(kind)

    def _wait(self, kind: _Kind) -> None:
        def ring() -> None:
            del self._alarms[kind]
            if self._report(kind):
                self._wait(kind)

        self._left_out[kind] = 0
        self._alarms[kind] = self._clock.call_at(self._clock.now() + _EVERY, ring)

    def _report(self, kind: _Kind) -> bool:
        """Log how many failures of a kind were left out. Returns whether there were any."""
        left_out = self._left_out.pop(kind)
        if left_out:
            self._log.warning("request_failed", **kind._asdict(), left_out=left_out)
        return left_out > 0

    def stop(self) -> None:
        """Log what was left out so far."""
        for kind in list(self._left_out):
            self._alarms.pop(kind).cancel()
            self._report(kind)

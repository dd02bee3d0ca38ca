"""Retries the server's own work with exponential backoff and jitter, so that many tables do not retry at once.

Callers' commands do not wait, and a committed entry clears the table's failures. A caller's failed command never
prolongs a wait, so callers cannot delay the server's work.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

import msgspec

from events.store import StoreError
from server.clock import Alarm
from server.log import error_facts
from server.problems import store_code
from server.services import Services

_FIRST: Final = 1.0
"""Maximum seconds before the first retry."""
_LONGEST: Final = 120.0
"""Maximum seconds between two retries."""
_DOUBLINGS: Final = 7
"""The number of doublings after which the limit is reached."""
_SURE: Final = 0.5
"""The share of a wait that is not random."""


class Job(msgspec.Struct, frozen=True):
    """Work that may be retried: for one `table`, or for the whole server (empty).

    It is logged as `<name>_held_up` when it begins to fail, and as `<name>_goes_on` once it succeeds.
    """

    name: str
    table: str = ""


class _Failing(msgspec.Struct):
    """A job that failed `tries` times. `alarm` is for its next try; `logged`: whether the failure was logged.

    `soon`: the alarm was set because the table's copy was dropped, not because of a failure.
    """

    tries: int = 0
    alarm: Alarm | None = None
    soon: bool = False
    logged: bool = False


class Backoff:
    """The jobs waiting to be retried. `retry` is called when the wait is over."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._failing: dict[Job, _Failing] = {}
        self._stopped = False

    def waits(self, job: Job) -> bool:
        """Whether a job is waiting for its next try."""
        failing = self._failing.get(job)
        return failing is not None and failing.alarm is not None

    def soon(self, job: Job, retry: Callable[[], object]) -> None:
        """Try a job after the first wait, unless it is already waiting."""
        if not self._stopped and not self.waits(job):
            self._set_alarm(job, retry, 0, soon=True)

    def failed(self, job: Job, retry: Callable[[], object]) -> None:
        """Retry a job after a wait, which grows with each failure until it `succeeded`."""
        failing = self._failing.get(job, _Failing())
        if self._stopped or (failing.alarm is not None and not failing.soon):
            return
        self._set_alarm(job, retry, failing.tries, soon=False).tries += 1

    def _set_alarm(self, job: Job, retry: Callable[[], object], tries: int, *, soon: bool) -> _Failing:
        failing = self._failing.setdefault(job, _Failing())
        if failing.alarm is not None:
            failing.alarm.cancel()
        # A word in brackets is never a seat's id.
        chance = self._services.whim(job.table, f"({job.name})", tries).random()
        seconds = min(_LONGEST, _FIRST * 2 ** min(tries, _DOUBLINGS)) * (_SURE + (1 - _SURE) * chance)

        def ring() -> None:
            failing.alarm = None
            retry()

        failing.alarm = self._services.clock.call_at(self._services.clock.now() + timedelta(seconds=seconds), ring)
        failing.soon = soon
        return failing

    def refused(self, job: Job, retry: Callable[[], object], error: StoreError) -> None:
        """Retry a job after a store error. Counts every failure and logs the first."""
        self._services.metrics.store_errors.labels(store_code(error)).inc()
        self.failed(job, retry)
        failing = self._failing.setdefault(job, _Failing())
        if not failing.logged:
            failing.logged = True
            self._services.log.error(f"{job.name}_held_up", **error_facts(error), code=store_code(error))

    def succeeded(self, job: Job) -> None:
        """Clear the failures of a job."""
        if self._failing and (failing := self.forget(job)) is not None and failing.logged:
            self._services.log.info(f"{job.name}_goes_on", tries=failing.tries)

    def forget(self, job: Job) -> _Failing | None:
        """Cancel a job's retry, and clear its failures."""
        failing = self._failing.pop(job, None)
        if failing is not None and failing.alarm is not None:
            failing.alarm.cancel()
        return failing

    def stop(self) -> None:
        """Cancel all retries, and accept no more."""
        self._stopped = True
        for job in list(self._failing):
            self.forget(job)

"""Taking tables up again where the server's own work failed: soon at first, then ever more seldom.

Each try waits twice as long as the one before, up to a limit, and somewhat less by chance, so that many tables do not
try at once. Who gives a command at such a table does not wait: it is tried at once, and once an entry was kept there,
nothing is left of what failed. What fails for others makes no wait longer: nobody can hold up the server's work.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

import msgspec

from events.store import StoreError
from server.clock import Alarm
from server.log import error_facts
from server.services import Services

_FIRST: Final = 1.0
"""Seconds before the first try, at most."""
_LONGEST: Final = 120.0
"""Seconds between two tries, at most."""
_DOUBLINGS: Final = 7
"""After so many doublings the limit is reached."""
_SURE: Final = 0.5
"""The share of a wait that is not left to chance."""


class _Failing(msgspec.Struct):
    """A table where the server's work failed so many `tries`; `told` says that the log has it.

    `soon` says that the alarm is for a copy that was given up, and not for the last of those tries.
    """

    tries: int = 0
    alarm: Alarm | None = None
    soon: bool = False
    told: bool = False


class Backoff:
    """The tables that are to be taken up again by and by. `revive` is called with a table's id.

    `what` is held up: the log then says `<what>_held_up`, and `<what>_goes_on` once it does.
    """

    def __init__(self, services: Services, revive: Callable[[str], object], what: str = "table") -> None:
        self._services = services
        self._revive = revive
        self._what = what
        self._failing: dict[str, _Failing] = {}
        self._stopped = False

    def __len__(self) -> int:
        return len(self._failing)

    def waits(self, table: str) -> bool:
        """Whether a table is to be taken up again, and not yet."""
        failing = self._failing.get(table)
        return failing is not None and failing.alarm is not None

    def soon(self, table: str) -> None:
        """Take a table up again after the first wait, unless it waits already: its copy in memory was given up."""
        if not self._stopped and not self.waits(table):
            self._ring_later(table, 0, soon=True)

    def failed(self, table: str) -> None:
        """The server's own work failed: take the table up again later, each time, until something `succeeded` there."""
        failing = self._failing.get(table, _Failing())
        if self._stopped or (failing.alarm is not None and not failing.soon):
            return
        self._ring_later(table, failing.tries, soon=False).tries += 1

    def _ring_later(self, table: str, tries: int, *, soon: bool) -> _Failing:
        failing = self._failing.setdefault(table, _Failing())
        if failing.alarm is not None:
            failing.alarm.cancel()
        # No seat can have a word in brackets for its id.
        chance = self._services.whim(table, f"({self._what})", tries).random()
        seconds = min(_LONGEST, _FIRST * 2 ** min(tries, _DOUBLINGS)) * (_SURE + (1 - _SURE) * chance)

        def ring() -> None:
            failing.alarm = None
            self._revive(table)

        failing.alarm = self._services.clock.call_at(self._services.clock.now() + timedelta(seconds=seconds), ring)
        failing.soon = soon
        return failing

    def refused(self, table: str, error: StoreError) -> None:
        """The store failed the server's own work: that is counted, and told once, and it is tried again later."""
        self._services.metrics.store_errors.labels(error.code).inc()
        self.failed(table)
        failing = self._failing.setdefault(table, _Failing())
        if not failing.told:
            failing.told = True
            self._services.log.error(f"{self._what}_held_up", **error_facts(error), code=error.code)

    def succeeded(self, table: str) -> None:
        """The store did what was asked of it, such as to keep an entry: what failed before counts no more."""
        failing = self.forget(table)
        if failing is not None and failing.told:
            self._services.log.info(f"{self._what}_goes_on", tries=failing.tries)

    def forget(self, table: str) -> _Failing | None:
        """Do not take a table up again."""
        failing = self._failing.pop(table, None)
        if failing is not None and failing.alarm is not None:
            failing.alarm.cancel()
        return failing

    def stop(self) -> None:
        """Take nothing up again any more."""
        self._stopped = True
        for table in list(self._failing):
            self.forget(table)

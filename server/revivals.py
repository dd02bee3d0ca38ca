"""Taking tables up again where the server's own work failed: soon at first, then ever more seldom.

Each try waits twice as long as the one before, up to a limit, and somewhat less by chance, so that many tables do not
try at once. Who gives a command at such a table does not wait: it is tried at once, and once an entry was kept there,
nothing is left of what failed.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

import msgspec

from events.store import StoreError
from server.clock import Alarm
from server.house import House
from server.log import error_facts

_FIRST: Final = 1.0
"""Seconds before the first try, at most."""
_LONGEST: Final = 120.0
"""Seconds between two tries, at most."""
_DOUBLINGS: Final = 7
"""After so many doublings the limit is reached."""
_SURE: Final = 0.5
"""The share of a wait that is not left to chance."""
_WHIM: Final = "(revival)"
"""Whose randomness it is: a word that no seat can have for its id."""


class _Failing(msgspec.Struct):
    """A table where the server's work failed so many `tries`; `told` says that the log has it."""

    tries: int = 0
    alarm: Alarm | None = None
    told: bool = False


class Revivals:
    """The tables that are to be taken up again by and by. `revive` is called with a table's id."""

    def __init__(self, house: House, revive: Callable[[str], object]) -> None:
        self._house = house
        self._revive = revive
        self._failing: dict[str, _Failing] = {}
        self._stopped = False

    def __len__(self) -> int:
        return len(self._failing)

    def waits(self, table: str) -> bool:
        """Whether a table is to be taken up again, and not yet."""
        failing = self._failing.get(table)
        return failing is not None and failing.alarm is not None

    def later(self, table: str) -> None:
        """Take a table up again after a while, longer each time until something `succeeded` there."""
        if self._stopped or self.waits(table):
            return
        failing = self._failing.setdefault(table, _Failing())
        longest = min(_LONGEST, _FIRST * 2 ** min(failing.tries, _DOUBLINGS))
        share = _SURE + (1 - _SURE) * self._house.whim(table, _WHIM, failing.tries).random()
        failing.tries += 1

        def ring() -> None:
            failing.alarm = None
            self._revive(table)

        failing.alarm = self._house.clock.call_at(self._house.clock.now() + timedelta(seconds=longest * share), ring)

    def refused(self, table: str, error: StoreError) -> None:
        """The store failed the server's own work at a table: that is told once, and it is tried again later."""
        self.later(table)
        failing = self._failing.setdefault(table, _Failing())
        if not failing.told:
            failing.told = True
            self._house.log.error("table_held_up", **error_facts(error), code=error.code)

    def succeeded(self, table: str) -> None:
        """An entry was kept at a table: what failed there before counts no more."""
        failing = self.forget(table)
        if failing is not None and failing.told:
            self._house.log.info("table_goes_on", tries=failing.tries)

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

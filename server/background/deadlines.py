"""When the clock is to act, table by table: kept apart from the tables in memory, so that those may leave it."""

from collections.abc import Callable

from server.clock import Alarm, Clock
from server.services import moment_of


class Deadlines:
    """One alarm for each table whose clock is running. `on_deadline` is called with the table's id."""

    def __init__(self, clock: Clock, on_deadline: Callable[[str], object]) -> None:
        self._clock = clock
        self._on_deadline = on_deadline
        self._set: dict[str, tuple[str, Alarm]] = {}
        self._stopped = False

    def __len__(self) -> int:
        return len(self._set)

    def follow(self, table: str, deadline: str | None) -> None:
        """See to it that the alarm rings at a table's deadline (RFC 3339), and at no older one."""
        known = self._set.get(table)
        if known is not None:
            if known[0] == deadline:
                return
            self.forget(table)
        if deadline is not None and not self._stopped:
            alarm = self._clock.call_at(moment_of(deadline), lambda: self._on_deadline(table))
            self._set[table] = (deadline, alarm)

    def follows(self, table: str) -> bool:
        """Whether the table's deadline was in sight all along: if it is past, its alarm has rung, and was heard."""
        return table in self._set

    def again(self, table: str) -> None:
        """Set the alarm once more that rang too early: its clock and the one on the wall need not agree."""
        known = self._set.get(table)
        if known is not None:
            self.forget(table)
            self.follow(table, known[0])

    def forget(self, table: str) -> None:
        """Call a table's alarm off."""
        known = self._set.pop(table, None)
        if known is not None:
            known[1].cancel()

    def stop(self) -> None:
        """Call all alarms off, and set no more."""
        self._stopped = True
        for table in list(self._set):
            self.forget(table)

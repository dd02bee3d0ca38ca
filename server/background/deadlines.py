"""The turn clock: one alarm for each table whose clock runs, kept apart from the tables so that they can be evicted.

When a deadline passes, the clock plays the game's safest action for each seat that the table waits for. A deadline that
passed while players could not act (the server was down, or the store failed) starts again.

A deadline is a time of day, but alarms measure elapsed time: setting the wall clock does not move them. No deadline is
further ahead than the time for a turn, even if it was recorded by a fast clock.
"""

from datetime import timedelta

from events.audience import GM, HOUSE, seat_viewer
from games.engine.addressed_command import AddressedCommand
from games.engine.authority import CLOCK
from games.engine.legality import Refused
from games.table import RefreshDeadline, timeout_of
from server.background.supervisor import Scheduler, Supervisor
from server.clock import Alarm
from server.services import Due, Services
from server.tables.live_table import LiveTable


class Deadlines(Scheduler):
    """Follows the deadlines of the tables, in memory or not: those in `Services.due`, each with an alarm."""

    def __init__(self, supervisor: Supervisor) -> None:
        super().__init__(supervisor)
        self._alarms: dict[str, Alarm] = {}

    def schedule(self, live: LiveTable) -> None:
        """Follow a table's deadline, or start a new one if it passed while players could not act.

        A table that was only evicted kept its alarm, so its deadline is played.
        """
        deadline = live.truth.deadline
        if deadline is None and live.id not in self._alarms:
            return
        if deadline is None or deadline > self._services.now() or live.id in self._alarms:
            self.follow(live.id, deadline, self._services.seconds_left(live.truth))
        elif live.timed_out != deadline and not self._supervisor.resumes(live.id):
            self._supervisor.run_at(live.id, self._refresh)

    def follow(self, table: str, deadline: str | None, seconds: float) -> None:
        """Set a table's alarm to its deadline, which is `seconds` ahead (None: no alarm)."""
        followed = self._services.due.get(table)
        if followed is not None:
            if followed.deadline == deadline:
                return
            self._forget(table)
        if deadline is not None and not self._supervisor.stopping:
            self._set(table, deadline, self._services.clock.elapsed() + seconds)

    def _set(self, table: str, deadline: str, at: float) -> None:
        clock = self._services.clock
        when = clock.now() + timedelta(seconds=at - clock.elapsed())
        self._alarms[table] = clock.call_at(when, lambda: self._ring(table))
        self._services.due[table] = Due(deadline, at)

    def _ring(self, table: str) -> None:
        followed = self._services.due[table]
        if followed.at > self._services.clock.elapsed():
            # The alarm was early: alarms and elapsed time need not agree to the millisecond.
            self._set(table, followed.deadline, followed.at)
            return
        # If the store fails, the deadline starts again once the table can be loaded.
        self._supervisor.run_at(table, lambda live: self._play(live, followed.deadline), lambda: self._forget(table))

    async def _play(self, live: LiveTable, due: str) -> None:
        if live.damage is not None or live.truth.deadline != due or live.timed_out == due:
            # Another server may have played it.
            return
        try:
            await play_timeouts(self._services, live, due)
        except Refused as refusal:
            self._services.log.error("timeout_refused", game=live.truth.game, code=refusal.code)

    async def _refresh(self, live: LiveTable) -> None:
        """Start a passed deadline again. Needs the lock."""
        deadline, services = live.truth.deadline, self._services
        if live.damage is None and deadline is not None and deadline <= services.now():
            command = AddressedCommand(actor=HOUSE, seat=None, command=RefreshDeadline(), at=services.now())
            await live.commit(command, salt=services.fresh_salt())

    def _forget(self, table: str) -> None:
        alarm = self._alarms.pop(table, None)
        if alarm is not None:
            alarm.cancel()
            del self._services.due[table]

    def dropped(self, live: LiveTable) -> None:
        """Cancel the table's alarm: the log may have another deadline."""
        self._forget(live.id)

    def stop(self) -> None:
        """Cancel all alarms."""
        for table in list(self._alarms):
            self._forget(table)


async def play_timeouts(services: Services, live: LiveTable, due: str = "") -> None:
    """Play the game's safest action for each seat that the table waits for past its deadline. Needs the lock.

    The deadline `due` has passed, whatever the wall clock says. Raises `Refused` if the rulebook chose an illegal
    action.
    """
    while (deadline := live.truth.deadline) is not None and deadline <= max(services.now(), due):
        waited_for = list(live.truth.to_act)
        await _play_timeout(services, live, max(services.now(), deadline))
        if live.truth.to_act == waited_for:
            return


async def _play_timeout(services: Services, live: LiveTable, at: str) -> None:
    """Play for one seat: the action is chosen, and checked, from what that seat can see."""
    rulebook = services.catalogue.rulebook(live.truth.game)
    timeout = timeout_of(live.truth, rulebook)
    if timeout is None:
        return
    own_table = (await live.feed(GM if timeout.seat is None else seat_viewer(timeout.seat))).table
    timeout = timeout_of(own_table, rulebook) or timeout
    command = AddressedCommand(actor=CLOCK, seat=timeout.seat, command=timeout.command, at=at)
    await live.commit(command, salt=services.fresh_salt(), own_table=own_table)

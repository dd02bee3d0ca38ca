"""Decides when NPCs act: at a pace that reveals nothing.

Only an entry that everybody saw, at least in part, begins a pause. Actions of others during the pause do not prolong
it, unless they change the question. The server's key and that entry's number determine its length. NPCs choose before
the pause is over, so their computing time does not show either.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

import msgspec

from events.audience import seat_viewer
from events.event import Command
from events.storage.contract import StoreError
from games.engine.addressed_command import AddressedCommand
from games.engine.authority import npc_actor
from games.engine.legality import Refused
from projections.game import AnyTable
from server.background import npc_choices
from server.background.supervisor import Scheduler, Supervisor
from server.clock import Alarm
from server.problems import Problem
from server.tables.live_table import LiveTable
from server.tables.npc_seats import npcs_of

_SHORTEST: Final = 0.5
"""The shortest pause, as a share of `npc_seconds`; the longest exceeds 1 by as much as this falls short of it."""
_CHOOSING: Final = 0.25
"""The last share of a pause, in which NPCs choose."""
_SHARE_OF_TIME_LEFT: Final = 0.5
"""The largest share of the time left to act that a pause takes, so that the clock never has to act for an NPC."""
_MOST_ACTIONS: Final = 12
"""How often an NPC chooses for itself on one question; after that, it does what the clock would do."""

Choice = tuple[int, Command | None]
"""A seat's choice, and its own version at which it chose."""


class _Pace(msgspec.Struct):
    """The state of one table's NPCs: the entry that began their pause (`moment`), the pause's number and its alarms.

    The pause is for the question numbered `asked`, on which NPCs had acted `acted` times when it began. `stuck` is an
    entry after which acting failed; it is not retried there. An NPC's actions, and their number, follow from the log
    alone.
    """

    moment: int = 0
    number: int = 0
    alarms: list[Alarm] = []
    choices: dict[str, Choice] = {}
    asked: int = 0
    acted: int = 0
    stuck: int = 0

    def cancel(self) -> None:
        for alarm in self.alarms:
            alarm.cancel()
        self.alarms = []


class Npcs(Scheduler):
    """One pause per table where NPCs play a round, kept apart from the tables, so that these can be evicted."""

    def __init__(self, supervisor: Supervisor) -> None:
        super().__init__(supervisor)
        self._paces: dict[str, _Pace] = {}

    def schedule(self, live: LiveTable) -> None:
        """Begin, continue or end the table's pause."""
        truth = live.truth
        if self._supervisor.stopping or not truth.running or truth.paused or not npcs_of(truth):
            if live.id in self._paces:
                self._forget(live.id)
            return
        if self._supervisor.resumes(live.id):
            return
        pace = self._paces.setdefault(live.id, _Pace())
        if truth.everybodys in (pace.moment, pace.stuck):
            return
        # An NPC may have acted at another server meanwhile: that begins a new pause, even on the same question.
        acted = live.npc_action_counts.total
        goes_on = bool(pace.alarms) and (pace.asked, pace.acted) == (truth.asked, acted)
        pace.moment, pace.choices = truth.everybodys, {}
        if goes_on:
            # Actions of others make an NPC choose again, but not wait longer.
            self._prepare(live.id)
            return
        pace.cancel()
        pace.asked, pace.acted = truth.asked, acted
        pace.number += 1
        self._begin_pause(live.id, pace, self._pause(truth))

    def _pause(self, truth: AnyTable) -> float:
        """Seconds, derived from what everybody knows and the server's key; fewer if the clock would act first."""
        chance = self._services.whim(truth.table, "", truth.everybodys)
        share = _SHORTEST + 2 * (1 - _SHORTEST) * chance.random()
        longest = 2 - _SHORTEST
        seconds = self._services.config.npc_seconds
        if truth.deadline is not None:
            left = datetime.fromisoformat(truth.deadline) - self._services.clock.now()
            seconds = min(seconds, max(0.0, left.total_seconds()) * _SHARE_OF_TIME_LEFT / longest)
        return seconds * share

    def _begin_pause(self, table: str, pace: _Pace, seconds: float) -> None:
        if not seconds:
            self._finish_pause(table, pace.number)
            return
        clock, number = self._services.clock, pace.number
        now = clock.now()
        choosing, acting = (now + timedelta(seconds=seconds * share) for share in (1 - _CHOOSING, 1))
        pace.alarms = [
            clock.call_at(choosing, lambda: self._prepare(table)),
            clock.call_at(acting, lambda: self._finish_pause(table, number)),
        ]

    def _prepare(self, table: str) -> None:
        # A server that loses a claim starts its pause again. With two claims in a pause, two servers could each lose
        # one, and neither would act.
        self._supervisor.run_at(table, self._choose_all, lambda: self._restart_pause(table), claimed=False)

    def _finish_pause(self, table: str, number: int) -> None:
        self._supervisor.run_at(table, lambda live: self._act(live, number), lambda: self._restart_pause(table))

    def _restart_pause(self, table: str) -> None:
        """Begin the pause again when the table is next scheduled."""
        pace = self._paces.get(table)
        if pace is not None:
            pace.cancel()
            pace.moment = 0

    def _forget(self, table: str) -> None:
        pace = self._paces.pop(table, None)
        if pace is not None:
            pace.cancel()

    def dropped(self, live: LiveTable) -> None:
        """A copy was dropped: the pause begins again."""
        self._restart_pause(live.id)

    def evicted(self, live: LiveTable) -> None:
        """A table left memory: forget its pause, unless an NPC is about to act there."""
        pace = self._paces.get(live.id)
        if pace is not None and not pace.alarms:
            del self._paces[live.id]

    def stop(self) -> None:
        """Cancel all pauses."""
        for table in list(self._paces):
            self._forget(table)

    def _current_pace(self, live: LiveTable) -> _Pace | None:
        """The table's pace, unless there was an entry that everybody saw since its pause began."""
        pace = self._paces.get(live.id)
        if self._supervisor.stopping or live.damage is not None or pace is None or pace.moment != live.truth.everybodys:
            return None
        return pace

    async def _choose_all(self, live: LiveTable) -> None:
        """Let every NPC that may act after the pause choose. Needs the lock."""
        if (pace := self._current_pace(live)) is None:
            return
        for seat in _may_act(live):
            own_table = (await live.feed(seat_viewer(seat))).table
            try:
                pace.choices[seat] = own_table.version, self._choose(live, seat, own_table)
            except npc_choices.AtALoss:
                # This is logged when it has to act.
                continue

    async def _act(self, live: LiveTable, number: int) -> None:
        """End the pause with this number: the first NPC that wants to act does so. Needs the lock.

        Its entry begins the next pause. If no other seat saw anything of it, the same seat continues at once: a secret
        action must not delay what others see.
        """
        if (pace := self._current_pace(live)) is None or pace.number != number:
            return
        pace.cancel()
        moment = pace.moment
        for seat in list(_may_act(live)):
            while await self._act_for(live, pace, seat):
                if live.truth.everybodys != moment:
                    return
                if seat not in live.truth.to_act:
                    break

    async def _act_for(self, live: LiveTable, pace: _Pace, seat: str) -> bool:
        """Give the command that a seat chose, if any. Returns whether there was one."""
        own_table = (await live.feed(seat_viewer(seat))).table
        version, command = pace.choices.pop(seat, (0, None))
        try:
            if version != own_table.version:
                command = self._choose(live, seat, own_table)
        except npc_choices.AtALoss as loss:
            self._services.log.warning("npc_at_a_loss", game=own_table.game, why=str(loss))
            command = self._fallback(live, seat, own_table)
        return command is not None and await self._commit(live, pace, seat, command, own_table)

    def _choose(self, live: LiveTable, seat: str, own_table: AnyTable) -> Command | None:
        if live.npc_action_counts.of(seat) >= _MOST_ACTIONS:
            raise npc_choices.AtALoss(f"it has acted {_MOST_ACTIONS} times on one question")
        return npc_choices.choose(self._services, own_table, seat, live.truth.seats[seat].temperament or "")

    def _fallback(self, live: LiveTable, seat: str, own_table: AnyTable) -> Command | None:
        if seat not in own_table.to_act:
            return None
        command = None
        if live.npc_action_counts.of(seat) < 2 * _MOST_ACTIONS:
            command = npc_choices.fallback(self._services, own_table, seat)
        if command is None:
            self._services.log.error("npc_cannot_act", game=own_table.game)
        return command

    async def _commit(self, live: LiveTable, pace: _Pace, seat: str, command: Command, own_table: AnyTable) -> bool:
        moment = pace.moment
        addressed = AddressedCommand(actor=npc_actor(seat), seat=seat, command=command, at=self._services.now())
        try:
            await live.commit(addressed, salt=self._services.fresh_salt(), own_table=own_table)
        except (Refused, Problem) as refusal:
            self._services.log.error("npc_refused", game=live.truth.game, code=refusal.code)
            return False
        except StoreError:
            raise
        except Exception:
            pace.stuck = moment
            raise
        return True


def _may_act(live: LiveTable) -> Iterator[str]:
    """The NPCs that may act now: those that are not asked, once per question, then the first that is asked."""
    truth = live.truth
    npcs = npcs_of(truth)
    for seat in npcs:
        if truth.seats[seat].playing and seat not in truth.to_act and not live.npc_action_counts.of(seat):
            yield seat
    yield from [seat for seat in truth.to_act if seat in npcs][:1]

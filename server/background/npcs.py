"""When the players act whom the server plays: at a pace that tells nothing.

A pause begins with an entry of which everybody saw something, and with nothing else; what others do before it is over,
while the question is the same, makes it no longer. How long it is, is drawn from the server's key and the number of
that entry. What a player does is thought out before the pause is over, so that how long that took cannot be told
either.
"""

from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime, timedelta
from typing import Final

import msgspec

from events.audience import seat_viewer
from events.event import Command
from events.store import StoreError
from games.addressed_command import AddressedCommand
from games.authority import npc_actor
from games.legality import Refused
from projections.game import AnyTable
from server.background import npc_choices
from server.clock import Alarm
from server.problems import Problem
from server.services import Services
from server.tables.live_table import LiveTable

_SHORTEST: Final = 0.5
"""The shortest pause, as a share of `npc_seconds`; the longest is as much above 1 as this is below."""
_THOUGHT: Final = 0.25
"""The share of a pause that is left for thinking at its end."""
_OF_WHAT_IS_LEFT: Final = 0.5
"""The share of the time left to act that a pause takes at most, so that the clock need not act however many acts there
are in a turn."""
_MOST_ACTS: Final = 12
"""So often a seat acts on one question by its own choice; then it does what the clock would do for it."""
_OWN: Final = ""
"""The id of what the server does by itself: nobody will ask for it again."""

Thought = tuple[int, Command | None]
"""At which of its versions a seat thought out what to do, and what that is."""


class Decided(msgspec.Struct, frozen=True):
    """What a seat does, with its own table, from which that was decided."""

    seat: str
    command: Command
    seen: AnyTable


class _Pace(msgspec.Struct):
    """Where one table's players are: after which entry (`moment`), and what rings when their pause is over.

    The pause is for the question that is numbered `asked`. `stuck` is the entry after which acting failed, and is not
    tried again. Whatever would change what a player does, or how often, is told by the log, and not kept here.
    """

    moment: int = 0
    alarms: list[Alarm] = []
    thoughts: dict[str, Thought] = {}
    asked: int = 0
    stuck: int = 0

    def call_off(self) -> None:
        for alarm in self.alarms:
            alarm.cancel()
        self.alarms = []


class Npcs:
    """One pause for each table where the server plays somebody in a round. Kept apart from the tables in memory.

    `in_background` does something with a table while nobody else decides there.
    """

    def __init__(
        self, services: Services, in_background: Callable[[str, Callable[[LiveTable], Awaitable[None]]], object]
    ) -> None:
        self._services = services
        self._in_background = in_background
        self._paces: dict[str, _Pace] = {}
        self._stopped = False

    def __len__(self) -> int:
        return sum(bool(pace.alarms) for pace in self._paces.values())

    def schedule(self, live: LiveTable) -> None:
        """See to a table that was loaded, or where an entry was committed: its pause begins, goes on, or is over."""
        truth = live.truth
        closed = self._stopped or live.archive or live.damage is not None
        if closed or not truth.running or truth.paused or not npc_choices.npcs_of(truth):
            self.forget(live.id)
            return
        pace = self._paces.setdefault(live.id, _Pace())
        if truth.everybodys in (pace.moment, pace.stuck):
            return
        same_question = pace.asked == truth.asked
        pace.moment, pace.thoughts = truth.everybodys, {}
        if same_question and pace.alarms:
            # What others do meanwhile makes whoever is asked think again, but not wait any longer.
            self._in_background(live.id, self._think)
            return
        pace.call_off()
        pace.asked = truth.asked
        self._begin_pause(live.id, pace, self._pause(truth))

    def _pause(self, truth: AnyTable) -> float:
        """Seconds, drawn from what everybody knows and the server's key: fewer where the clock would act before."""
        chance = self._services.whim(truth.table, "", truth.everybodys)
        share = _SHORTEST + 2 * (1 - _SHORTEST) * chance.random()
        longest = 2 - _SHORTEST
        seconds = self._services.config.npc_seconds
        if truth.deadline is not None:
            left = datetime.fromisoformat(truth.deadline) - self._services.clock.now()
            seconds = min(seconds, max(0.0, left.total_seconds()) * _OF_WHAT_IS_LEFT / longest)
        return seconds * share

    def _begin_pause(self, table: str, pace: _Pace, seconds: float) -> None:
        if not seconds:
            self._in_background(table, self._act)
            return
        clock = self._services.clock
        began = clock.now()
        think, act = (began + timedelta(seconds=seconds * share) for share in (1 - _THOUGHT, 1))
        pace.alarms = [
            clock.call_at(think, lambda: self._in_background(table, self._think)),
            clock.call_at(act, lambda: self._in_background(table, self._act)),
        ]

    def forget(self, table: str) -> None:
        """Call a table's pause off. It begins anew once the table is minded again."""
        pace = self._paces.pop(table, None)
        if pace is not None:
            pace.call_off()

    def begin_anew(self, table: str) -> None:
        """Have the table's pause begin once more when the table is minded again: its copy in memory was given up."""
        pace = self._paces.get(table)
        if pace is not None:
            pace.call_off()
            pace.moment = 0

    def leave_memory(self, table: str) -> None:
        """Remember nothing of a table that left memory, unless somebody is about to act there."""
        pace = self._paces.get(table)
        if pace is not None and not pace.alarms:
            del self._paces[table]

    def stop(self) -> None:
        """Call all pauses off, and begin no more."""
        self._stopped = True
        for table in list(self._paces):
            self.forget(table)

    def _due(self, live: LiveTable) -> _Pace | None:
        """The table's pace, where nothing that everybody saw has happened since its pause began."""
        pace = self._paces.get(live.id)
        if self._stopped or live.damage is not None or pace is None or pace.moment != live.truth.everybodys:
            return None
        return pace

    async def _think(self, live: LiveTable) -> None:
        """Have everybody think who may act when the pause is over. Needs the lock."""
        if (pace := self._due(live)) is None:
            return
        for seat in _whose_turn(live):
            seen = (await live.watch(seat_viewer(seat))).table
            try:
                pace.thoughts[seat] = seen.version, self._choose(live, seat, seen)
            except npc_choices.AtALoss:
                # It is told when it is to act.
                continue

    async def _act(self, live: LiveTable) -> None:
        """The pause is over: the first who wants to acts. Needs the lock.

        What comes of it begins the next pause. Where nobody else saw anything of it, the same seat goes on at once:
        that it did something in secret must not hold up what others see of it.
        """
        if (pace := self._due(live)) is None:
            return
        pace.call_off()
        moment = pace.moment
        for seat in list(_whose_turn(live)):
            while await self._plays(live, pace, seat):
                if live.truth.everybodys != moment:
                    return
                if seat not in live.truth.to_act:
                    break

    async def _plays(self, live: LiveTable, pace: _Pace, seat: str) -> bool:
        """Have a seat do what it wants to, if anything. Whether it did."""
        seen = (await live.watch(seat_viewer(seat))).table
        version, command = pace.thoughts.pop(seat, (0, None))
        try:
            if version != seen.version:
                command = self._choose(live, seat, seen)
        except npc_choices.AtALoss as loss:
            self._services.log.warning("npc_at_a_loss", game=seen.game, why=loss.why)
            command = self._instead(live, seat, seen)
        return command is not None and await self._commit(live, pace, Decided(seat, command, seen))

    def _choose(self, live: LiveTable, seat: str, seen: AnyTable) -> Command | None:
        if live.npc_action_counts.of(seat) >= _MOST_ACTS:
            raise npc_choices.AtALoss(f"it has acted {_MOST_ACTS} times on one question")
        return npc_choices.choose(self._services, seen, seat, live.truth.seats[seat].temperament or "")

    def _instead(self, live: LiveTable, seat: str, seen: AnyTable) -> Command | None:
        if seat not in seen.to_act:
            return None
        command = (
            npc_choices.instead(self._services, seen, seat)
            if live.npc_action_counts.of(seat) < 2 * _MOST_ACTS
            else None
        )
        if command is None:
            self._services.log.error("npc_cannot_act", game=seen.game)
        return command

    async def _commit(self, live: LiveTable, pace: _Pace, decided: Decided) -> bool:
        seat, moment = decided.seat, pace.moment
        move = AddressedCommand(actor=npc_actor(seat), seat=seat, command=decided.command, at=self._services.now())
        try:
            await live.commit(move, command_id=_OWN, salt=self._services.fresh_salt(), seen=decided.seen)
        except (Refused, Problem) as refusal:
            self._services.log.error("npc_refused", game=live.truth.game, code=refusal.code)
            return False
        except StoreError:
            raise
        except Exception:
            pace.stuck = moment
            raise
        return True


def _whose_turn(live: LiveTable) -> Iterator[str]:
    """Who may act now: those who are not asked, once for each question, then the first who is."""
    truth = live.truth
    npcs = npc_choices.npcs_of(truth)
    for seat in npcs:
        if truth.seats[seat].playing and seat not in truth.to_act and not live.npc_action_counts.of(seat):
            yield seat
    yield from [seat for seat in truth.to_act if seat in npcs][:1]

"""The clock: how long a slow seat has (`turn_seconds`), and when the next round starts by itself
(`next_round_seconds`); deadlines, pausing and resuming."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import ClassVar

from events.event import Command, CommandV1, Event
from events.table_events import ClockPaused, ClockResumed, DeadlineSet
from games.engine.chapter import Chapter, gm_act, gm_offers, server_act
from games.engine.rulebook import AnyRulebook, Timeout
from games.engine.rulebooks import Context, Rulebooks
from games.table.luck import WithholdLuck, is_revealing
from games.table.rounds import StartRound
from games.table.sitting_out import ready_seats
from projections.actions import Action, Offer, Refusal
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels


class Pause(CommandV1, frozen=True, kw_only=True):
    """Stop the turn clock."""


class Resume(CommandV1, frozen=True, kw_only=True):
    """Restart the turn clock, with a fresh deadline."""


class RefreshDeadline(CommandV1, frozen=True, kw_only=True):
    """Set a fresh deadline in place of one that passed while the server was down."""


class Clock(Chapter):
    """A table's turn clock. Every entry after which the table waits for other seats sets a new deadline."""

    reasons: ClassVar = {
        "already_paused": "The clock is already paused.",
        "not_paused": "The clock is not paused.",
    }
    labels: ClassVar = Labels(
        commands={
            "pause": CommandLabel("Stop the clock", "Nobody’s time runs out until it runs again."),
            "resume": CommandLabel("Start the clock", "It runs again, with the full time."),
        },
    )

    @gm_offers(Pause)
    def may_pause(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """At any time."""
        if table.paused:
            yield Refusal("pause", "already_paused", "The clock is already paused.")
        else:
            yield Action(type="pause")

    @gm_act(Pause)
    def pause(self, table: AnyTable, context: Context, command: Pause) -> Iterator[Event]:
        """There is no deadline until it runs again."""
        yield ClockPaused()

    @gm_offers(Resume)
    def may_resume(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """Once it is paused."""
        if table.paused:
            yield Action(type="resume")
        else:
            yield Refusal("resume", "not_paused", "The clock is not paused.")

    @gm_act(Resume)
    def resume(self, table: AnyTable, context: Context, command: Resume) -> Iterator[Event]:
        """The clock runs again."""
        yield ClockResumed()

    @server_act(RefreshDeadline)
    def refresh(
        self, table: AnyTable, context: Context, actor: str, seat: None, command: RefreshDeadline
    ) -> Iterator[Event]:
        """Does nothing itself: `next_deadline` sets the fresh deadline."""
        return iter(())


def timeout_of(table: AnyTable, rulebook: AnyRulebook) -> Timeout | None:
    """The clock's action: for the first seat that the round waits for, or (between rounds) for the table."""
    if is_revealing(table):
        return Timeout(table.to_act[0], WithholdLuck())
    return Timeout(None, StartRound()) if _starts_by_itself(table, rulebook) else rulebook.timeout(table)


def next_deadline(table: AnyTable, rulebook: AnyRulebook, asked: int, command: Command, at: str) -> Iterator[Event]:
    """The deadline after a command: a fresh one if the table has asked somebody or a round has ended, none if nothing
    is waited for.

    `asked` is the table's count of questions before the command, which was given at `at`.
    """
    seconds = _seconds_from_now(table, rulebook)
    if seconds is None:
        if table.deadline is not None:
            yield DeadlineSet(deadline=None)
    elif table.deadline is None or table.asked != asked or isinstance(command, RefreshDeadline):
        yield DeadlineSet(deadline=_later(at, seconds))


def _seconds_from_now(table: AnyTable, rulebook: AnyRulebook) -> int | None:
    if table.paused:
        return None
    seconds: int | None = None
    if table.to_act:
        seconds = table.options.turn_seconds
    elif _starts_by_itself(table, rulebook):
        seconds = table.options.next_round_seconds
    return seconds


def _starts_by_itself(table: AnyTable, rulebook: AnyRulebook) -> bool:
    """Whether the next round starts without the GM: never the first one, and not for the server's own seats alone."""
    if table.options.next_round_seconds is None or table.running or table.closed or not table.round:
        return False
    ready = ready_seats(table, rulebook)
    return len(ready) >= rulebook.min_seats and any(table.seats[seat].played_by != "npc" for seat in ready)


def _later(at: str, seconds: int) -> str:
    """The time (RFC 3339, UTC, milliseconds) that is `seconds` after another."""
    moment = datetime.fromisoformat(at) + timedelta(seconds=seconds)
    return moment.isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"

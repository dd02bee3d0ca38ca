"""The words that rounds use: every key of a view or an event for which somebody reads a label."""

from collections.abc import Iterable
from typing import Any

import msgspec

from events.event import Event
from events.round_events import CheckRolled, ConditionSet, PhaseBegan, QuestionAsked, RoundEnded, StatusChanged, Told
from events.table_events import CoinsMoved
from projections.views import View


class Vocabulary(msgspec.Struct, kw_only=True):
    """What occurred, by the section of `Labels` and the game that was played."""

    used: dict[str, dict[str, set[str]]] = {}

    def of(self, game: str, section: str) -> set[str]:
        """The keys of one section."""
        return self.used.setdefault(game, {}).setdefault(section, set())

    def take_in(self, game: str, events: Iterable[Event]) -> None:
        """The words of events."""
        for event in events:
            match event:
                case PhaseBegan():
                    self.of(game, "phases").add(event.phase)
                case QuestionAsked():
                    self.of(game, "questions").add(event.question)
                case StatusChanged():
                    self.of(game, "statuses").add(event.status)
                case ConditionSet():
                    self.of(game, "conditions").add(event.condition)
                case Told():
                    self.of(game, "notes").add(event.kind)
                case RoundEnded():
                    self.of(game, "outcomes").add(event.outcome)
                case CoinsMoved():
                    self.of(game, "coins").add(event.reason)
                case CheckRolled():
                    self.of(game, "checks").add(event.check)
                case _:
                    pass

    def look_at(self, view: View) -> None:
        """The words of a view."""
        game = view.game
        self.of(game, "phases").add(view.phase)
        self.of(game, "questions").update([view.question] if view.question else [])
        if view.result is not None:
            self.of(game, "outcomes").add(view.result.outcome)
        self.of(game, "details.table").update(view.details)
        for seat in view.seats:
            self.of(game, "statuses").add(seat.status)
            self.of(game, "conditions").update(seat.conditions)
            self.of(game, "roles").update((seat.kind, seat.played_by))
            self.of(game, "details.seat").update(seat.details)
            self._look_at_dice(game, seat.dice)
        self._look_at_dice(game, view.house_dice)
        if view.you is not None:
            self.of(game, "notes").update(note.kind for note in view.you.notes)
            for action in view.you.actions:
                self.of(game, "params").update(f"{action.type}.{param}" for param in action.params)

    def _look_at_dice(self, game: str, dice: Iterable[Any]) -> None:
        for die in dice:
            self.of(game, "details.die").update(die.details or {})

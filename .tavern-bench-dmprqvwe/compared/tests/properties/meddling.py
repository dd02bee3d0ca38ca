"""Logs that look the same to a viewer: all that it may not see is changed, left out or made up."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

import msgspec

from events.audience import CLOSED, GM_ONLY, Audience, Viewer, may_see, seat_viewer
from events.character import Character
from events.entry import Entry
from events.event import Draw, Event, Hidden, redact
from events.gaming_sets import MARKED_CARDS, WEIGHTED_DICE, GamingSet
from events.round_events import Told
from tests.properties.samples import text

SOMETIMES: Final = 0.3
SCRAWLS: Final = tuple(text(random.Random(number), 8, 1) for number in range(200))
"""What is written over texts, made once: a log has thousands of them."""
T = TypeVar("T", bound=msgspec.Struct)


class Meddler:
    """Changes a log behind one viewer's back."""

    def __init__(self, chance: random.Random, viewer: Viewer, seats: Sequence[str]) -> None:
        self._chance = chance
        self._viewer = viewer
        audiences = [GM_ONLY, CLOSED, *(seat_viewer(seat) for seat in seats), seat_viewer("somebody-else")]
        self._closed: list[Audience] = [audience for audience in audiences if not may_see(viewer, audience)]

    def meddled(self, entries: Sequence[Entry[Event]]) -> Iterator[Entry[Event]]:
        """The log as the viewer might as well have been shown it."""
        hidden = [event for entry in entries for event in entry.events if redact(event, self._viewer) is None]
        for entry in entries:
            while self._sometimes():
                yield self._made_up(entry, hidden)
            unseen = all(redact(event, self._viewer) is None for event in entry.events)
            if not (unseen and self._sometimes()):
                yield self._changed_entry(entry, hidden, unseen=unseen)

    def refaced(self, event: Event) -> Event:
        """The event, with other dice and sheets where the viewer may not see them: as it might have been as well."""
        return self._with_guarded(event, self._another)

    def _sometimes(self) -> bool:
        return self._chance.random() < SOMETIMES

    def _made_up(self, entry: Entry[Event], hidden: Sequence[Event]) -> Entry[Event]:
        rumour = Told(to=self._chance.choice(self._closed), seat="nobody", kind="rumour", facts={"true": False})
        events = [self._changed(self._chance.choice([rumour, *hidden])) for _ in range(self._chance.randint(1, 3))]
        made_up = msgspec.structs.replace(entry, events=events)
        return self._changed_entry(made_up, hidden, unseen=True)

    def _changed_entry(self, entry: Entry[Event], hidden: Sequence[Event], *, unseen: bool) -> Entry[Event]:
        events: list[Event] = []
        for event in entry.events:
            if hidden and self._sometimes():
                events.append(self._changed(self._chance.choice(hidden)))
            if redact(event, self._viewer) is not None or not self._sometimes():
                events.append(self._changed(event))
        never_shown = {name: self._scrambled(getattr(entry, name)) for name in ("seq", "id", "rules", "salt", "prev")}
        if unseen:
            never_shown |= {name: self._scrambled(getattr(entry, name)) for name in ("at", "actor", "seat")}
        command = msgspec.Raw(msgspec.json.encode({"type": self._chance.choice(SCRAWLS)}))
        return msgspec.structs.replace(entry, events=events, command=command, **never_shown)

    def _changed(self, event: Event) -> Event:
        if isinstance(event, Hidden) and not may_see(self._viewer, event.to):
            changes = {field: self._scrambled(getattr(event, field)) for field in event.__struct_fields__}
            audiences = {field: self._chance.choice(self._closed) for field in ("to", *event.guarded.values())}
            return msgspec.structs.replace(event, **{**changes, **audiences})
        return self._with_guarded(event, self._scrambled)

    def _with_guarded(self, event: Event, changed: Any) -> Event:
        """The event with other guarded values, where the viewer sees the event but not them."""
        changes: dict[str, Any] = {}
        for field, audience in event.guarded.items():
            if not may_see(self._viewer, getattr(event, audience)):
                changes[field] = changed(getattr(event, field))
                changes[audience] = self._chance.choice(self._closed)
        return msgspec.structs.replace(event, **changes)

    def _another(self, value: Any) -> Any:
        match value:
            case Draw():
                return msgspec.structs.replace(value, face=self._chance.randint(1, value.sides))
            case Character():
                return Character(proficiency=self._chance.randint(0, 6))
            case int():
                return self._chance.randint(1, 4)
            case _:
                return value

    def _scrambled(self, value: Any) -> Any:
        chance = self._chance
        match value:
            case bool():
                return not value
            case int():
                return value + chance.choice([-1, 1]) * chance.randint(1, 1_000)
            case str():
                return value + chance.choice(SCRAWLS)
            case list():
                return [self._scrambled(item) for item in value for _ in range(chance.randint(0, 2))]
            case dict():
                return {self._scrambled(key): self._scrambled(item) for key, item in value.items()}
            case GamingSet():
                return GamingSet(set=chance.choice([*WEIGHTED_DICE, *MARKED_CARDS]))
            case msgspec.Struct():
                return _replaced(value, self._scrambled)
            case _:
                return value


def _replaced(struct: T, changed: Any) -> T:
    return msgspec.structs.replace(
        struct, **{field: changed(getattr(struct, field)) for field in struct.__struct_fields__}
    )

"""A game that has nothing but events, for tests of how lines are read."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

from events.codec import Upcaster
from events.event import Event


def only_events(events: Sequence[type[Event]], upcasters: Mapping[tuple[str, int], Upcaster] | None = None) -> Any:
    """A game with these events."""
    return SimpleNamespace(events=events, upcasters=upcasters or {})

"""The events that are Goblin Mode's own."""

from typing import Final

from events.event import V1, namespaced
from games.mechanics import side_bets

_tag = namespaced("goblin")


class StageBegan(V1, frozen=True, kw_only=True, tag=_tag):
    """The Chamber came to its `stage` (from 1), in which each of `seats` acts once, in that order, with a `die`."""

    stage: int
    die: str
    seats: list[str]


class BootEarned(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat rolled the most that a die has, and has so many `boots` now."""

    seat: str
    boots: int


class BootSpent(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat broke the hold of `target` with a Boot, and has so many `boots` left."""

    seat: str
    target: str
    boots: int


EVENTS: Final = (StageBegan, BootEarned, BootSpent, *side_bets.EVENTS)

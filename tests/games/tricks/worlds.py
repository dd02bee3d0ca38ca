"""What is served of a table where one can cheat, to compare it with another's; and the silence that ends a round."""

import msgspec

from events.audience import PUBLIC, Viewer, seat_viewer
from events.event import Event
from games.mechanics.tricks.noticing import SayNothing
from tests.playing import Playing


def served(playing: Playing, viewer: Viewer) -> bytes:
    """All that a viewer ever saw, and the view."""
    return msgspec.json.encode([playing.seen(viewer), playing.view(viewer)])


def alike_for(first: Playing, second: Playing, *names: str) -> bool:
    """Whether the public and these seats were served the same of two tables, byte for byte."""
    return all(served(first, viewer) == served(second, viewer) for viewer in (PUBLIC, *map(seat_viewer, names)))


def all_silent(playing: Playing) -> Playing:
    """Nobody who is asked at the closing step denounces anybody."""
    assert playing.table.phase == "closing"
    for seat in list(playing.table.to_act):
        playing.give(seat, SayNothing())
    return playing


def happened(playing: Playing, kind: type[Event]) -> list[Event]:
    """All events of a kind in the log."""
    return [event for entry in playing.entries for event in entry.events if isinstance(event, kind)]

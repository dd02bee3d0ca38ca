"""The moments of the recorded rounds at which somebody chose a die, as they saw them."""

import io
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import msgspec

from events.audience import seat_viewer
from events.entry import Entry
from events.event import Event
from games.deciding.decider import offering
from games.installed import CATALOGUE
from projections.viewer_projection import ViewerProjection
from projections.views import View, view_of
from replays.export import parse_export
from tests.recorded.replaying import recordings

Naming = tuple[str, str, str]
"""A game, a command and the parameter that is the number of a die."""
_ENOUGH: Final = 3
_MOST: Final = 60
"""So many times that a command was given are looked at."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat saw before it gave a command that names a die."""

    game: str
    command: str
    param: str
    seat: str
    view: View


def namings() -> set[Naming]:
    """Every parameter of an installed game whose label says that it is a die."""
    return {
        (game, command, name)
        for game, rulebook in CATALOGUE.rulebooks.items()
        for command, label in rulebook.labels.commands.items()
        for name, param in label.params.items()
        if param.kind == "die"
    }


@cache
def moments() -> tuple[Moment, ...]:
    """A few of each such parameter, and of each question."""
    return tuple(moment for game in CATALOGUE.rulebooks for moment in _moments_of(game))


def _moments_of(game: str) -> Iterator[Moment]:
    names = {command: name for played, command, name in namings() if played == game}
    looked_at, found = Counter[str](), Counter[tuple[Any, ...]]()
    for path in recordings(game) if names else ():
        entries = CATALOGUE.codec.decode_log(list(parse_export(io.BytesIO(path.read_bytes())).lines))
        for at, entry in enumerate(entries):
            given = msgspec.json.decode(entry.command)
            command = given["type"]
            looked_at[command] += 1
            if entry.seat is None or command not in names or looked_at[command] > _MOST:
                continue
            view = _seen(entries[:at], entry.seat)
            kind = (command, view.question, *(name for name, value in given.items() if value is not None))
            found[kind] += 1
            if found[kind] <= _ENOUGH:
                yield Moment(game=game, command=command, param=names[command], seat=entry.seat, view=view)


def _seen(entries: list[Entry[Event]], seat: str) -> View:
    """The table after these entries, as a seat sees it."""
    projection = ViewerProjection(CATALOGUE.folding, CATALOGUE.folding.blank(entries[0].table, seat_viewer(seat)))
    for entry in entries:
        projection.skip(entry)
    return view_of(projection.table, CATALOGUE.rulebooks, offering(CATALOGUE.rulebooks))

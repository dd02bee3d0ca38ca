"""Checks of a rulebook's definition, made when it is created: they name a slip before anybody plays the game."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from events.dispute_events import DISPUTE_EVENTS
from events.event import Command, Event, type_tag
from events.round_events import ROUND_EVENTS
from events.table_events import TABLE_EVENTS

ANY_QUESTION: Final = ""
"""Stands for `@on_timeout()` without a question: used for every question that has no method of its own."""
_NEEDED: Final = ("id", "version", "name", "summary", "min_seats", "max_seats", "options", "state")
STEPS: Final = 3
"""The number of sentences in `how_to_play`."""
LONGEST_STEP: Final = 90
"""The characters in each of them."""


def check_complete(game: type[object]) -> None:
    """A game has all attributes without a default. Raises `TypeError`."""
    if missing := [name for name in _NEEDED if not hasattr(game, name)]:
        raise TypeError(f"{game.__name__}: define {', '.join(missing)}")


def check_vocabulary(game: str, used: Iterable[type[Event]], listed: Iterable[type[Event]]) -> None:
    """Every event with a fold or a sentence is common or listed, and the listed ones are named after their game.

    Raises `TypeError`: a log could not be read again, or two games' events would have one name.
    """
    known = {*TABLE_EVENTS, *ROUND_EVENTS, *DISPUTE_EVENTS, *listed}
    if missing := sorted({kind.__name__ for kind in used if kind not in known}):
        raise TypeError(f"{game}: add to `events` of the game or of its chapter: {', '.join(missing)}")
    if unnamed := sorted(kind.__name__ for kind in listed if "." not in type_tag(kind)):
        raise TypeError(f"{game}: define with `tag=namespaced(…)`: {', '.join(unnamed)}")


def check_commands(game: str, commands: Iterable[type[Command]]) -> None:
    """No two commands that a table may be sent have one tag. Raises `TypeError`: nobody could tell them apart."""
    tags = Counter(map(type_tag, commands))
    if twice := sorted(tag for tag, many in tags.items() if many > 1):
        raise TypeError(f"{game}: several commands are called {', '.join(twice)}")


def check_offered(game: str, acts: Iterable[str], offered: Iterable[str]) -> None:
    """Every command has an `@act`, and is offered by some `@offers`. Raises `TypeError`: nobody could ever give it."""
    carried_out, listed = {*acts}, {*offered}
    for decorator, missing in (("@offers", carried_out - listed), ("@act", listed - carried_out)):
        if missing:
            raise TypeError(f"{game}: no `{decorator}` covers the commands: {', '.join(sorted(missing))}")


def check_timed(game: str, asked: Iterable[str], timed: Iterable[str]) -> None:
    """Every question with a label has an `@on_timeout`. Raises `TypeError`: a slow seat would stop the round."""
    covered = {*timed}
    missing = sorted({*asked} - covered)
    if missing and ANY_QUESTION not in covered:
        raise TypeError(f"{game}: no `@on_timeout` covers the questions: {', '.join(missing)}")


def check_defaults(game: str, *structs: type[msgspec.Struct]) -> None:
    """Every field of the options and the state has a default. Raises `TypeError`."""
    for struct in structs:
        if missing := [field.name for field in msgspec.structs.fields(struct) if field.required]:
            raise TypeError(f"{game}: fields of {struct.__name__} without a default: {', '.join(missing)}")


def check_steps(game: str, steps: Sequence[str]) -> None:
    """`how_to_play` is three sentences that fit on a phone. Raises `TypeError`."""
    if isinstance(steps, str) or len(steps) != STEPS:
        raise TypeError(f"{game}: how_to_play needs {STEPS} sentences")
    for step in steps:
        if not step.strip() or len(step) > LONGEST_STEP:
            raise TypeError(f"{game}: a sentence of how_to_play has {len(step)} characters; 1 to {LONGEST_STEP} fit")

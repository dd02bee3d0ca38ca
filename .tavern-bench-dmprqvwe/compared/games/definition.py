"""Checks of a rulebook's definition, made when it is created: they name a slip before anybody plays the game."""

from collections.abc import Iterable

import msgspec

from events.dispute_events import DISPUTE_EVENTS
from events.event import Event
from events.round_events import ROUND_EVENTS
from events.table_events import TABLE_EVENTS


def check_vocabulary(game: str, used: Iterable[type[Event]], listed: Iterable[type[Event]]) -> None:
    """Every event with a fold or a sentence is common or listed. Raises `TypeError`: a log could not be read again."""
    known = {*TABLE_EVENTS, *ROUND_EVENTS, *DISPUTE_EVENTS, *listed}
    if missing := sorted({kind.__name__ for kind in used if kind not in known}):
        raise TypeError(f"{game}: add to `events` of the game or of its chapter: {', '.join(missing)}")


def check_offered(game: str, acts: Iterable[str], offered: Iterable[str]) -> None:
    """Every command with an `@act` is offered by some `@offers`. Raises `TypeError`: nobody could ever give it."""
    if missing := sorted({*acts} - {*offered}):
        raise TypeError(f"{game}: no `@offers` covers the commands: {', '.join(missing)}")


def check_defaults(game: str, *structs: type[msgspec.Struct]) -> None:
    """Every field of the options and the state has a default. Raises `TypeError`."""
    for struct in structs:
        if missing := [field.name for field in msgspec.structs.fields(struct) if field.required]:
            raise TypeError(f"{game}: fields of {struct.__name__} without a default: {', '.join(missing)}")

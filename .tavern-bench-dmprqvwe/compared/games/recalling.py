"""Recovering a table's secrets, sheets and crooked sets, from a round's events: for a re-run from a proof."""

from collections.abc import Iterable
from typing import Final

import msgspec

from events.character import ABILITIES, NOBODY_SPECIAL, Character
from events.event import Event
from events.round_events import CheckRolled, GamingSetInPlay
from projections.game import AnyTable
from projections.table import SeatSet

_ABILITIES: Final = {
    "strength": "str",
    "dexterity": "dex",
    "constitution": "con",
    "intelligence": "int",
    "wisdom": "wis",
    "charisma": "cha",
}
_SAVE: Final = "_save"


def recall_sheets(table: AnyTable, events: Iterable[Event]) -> None:
    """Give each seat a sheet with the modifiers of its checks, the first of each kind. Later ones have to agree.

    Other seats get no sheet: they make no checks, and a watcher without a sheet does not notice cheats.
    """
    for seat in table.seats.values():
        seat.character = None
    for event in events:
        if isinstance(event, CheckRolled) and event.seat in table.seats:
            seat = table.seats[event.seat]
            seat.character = _with(seat.character or NOBODY_SPECIAL, event.check, event.modifier)


def recall_sets(table: AnyTable, events: Iterable[Event]) -> None:
    """Give seats the crooked sets with which they play the round. Their other sets have no effect on it."""
    for event in events:
        if isinstance(event, GamingSetInPlay) and event.seat in table.seats:
            sets = table.seats[event.seat].sets
            sets[event.kind] = msgspec.structs.replace(sets.get(event.kind, SeatSet()), own=event.playing_with)


def recall_passive(table: AnyTable, seat: str, skill: str, score: int) -> None:
    """Give a seat's sheet a passive score, unless it has one."""
    if seat in table.seats:
        sheet = table.seats[seat].character or NOBODY_SPECIAL
        table.seats[seat].character = msgspec.structs.replace(sheet, passive={skill: score, **sheet.passive})


def _with(sheet: Character, check: str, modifier: int) -> Character:
    if check in _ABILITIES:
        return msgspec.structs.replace(sheet, abilities={_ABILITIES[check]: modifier, **sheet.abilities})
    ability = _ABILITIES.get(check.removesuffix(_SAVE))
    if check.endswith(_SAVE) and ability in ABILITIES:
        return msgspec.structs.replace(sheet, saves={ability: modifier, **sheet.saves})
    return msgspec.structs.replace(sheet, skills={check: modifier, **sheet.skills})

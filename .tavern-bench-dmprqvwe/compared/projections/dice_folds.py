"""Folds the common vocabulary's events about dice and gaming sets into a table."""

from collections.abc import Mapping
from itertools import repeat
from typing import Final

import msgspec

from events import round_events, table_events
from events.event import Event
from projections.game import AnyTable, Fold
from projections.table import COVERED, Die, SeatSet


def _set_brought(table: AnyTable, event: table_events.GamingSetBrought) -> None:
    table.seats[event.seat].sets[event.kind] = SeatSet(look=event.look, own=event.brought)


def _set_given(table: AnyTable, event: table_events.GamingSetGiven) -> None:
    sets = table.seats[event.seat].sets
    sets[event.kind] = msgspec.structs.replace(sets.get(event.kind, SeatSet()), own=event.given)


def _set_in_play(table: AnyTable, event: round_events.GamingSetInPlay) -> None:
    # A viewer of an unsealed round learns it from this alone.
    sets = table.seats[event.seat].sets
    sets[event.kind] = msgspec.structs.replace(sets.get(event.kind, SeatSet()), own=event.playing_with)


def _dice_loaded(table: AnyTable, event: round_events.DiceLoaded | table_events.DiceLoadedOutOfPlay) -> None:
    sets = table.seats[event.seat].sets
    held = sets.get("dice", SeatSet())
    if held.own is not None:
        loaded = msgspec.structs.replace(held.own, faces={**held.own.faces, **event.faces})
        sets["dice"] = msgspec.structs.replace(held, own=loaded)


def _die_rolled(table: AnyTable, event: round_events.DieRolled) -> None:
    dice, face = table.dice_of(event.seat), event.draw.face if event.draw else None
    dice.append(Die(n=len(dice), die=event.die, face=face, hole=event.place in COVERED, place=event.place))


def _lay(table: AnyTable, seat: str, n: int, face: int | None, place: str | None = None) -> None:
    dice = table.dice_of(seat)
    was = dice[n]
    place = place or was.place
    dice[n] = Die(n=was.n, die=was.die, face=face, hole=place in COVERED, place=place)


def _die_rerolled(table: AnyTable, event: round_events.DieRerolled) -> None:
    _lay(table, event.seat, event.n, event.draw.face if event.draw else None)


def _dice_thrown(table: AnyTable, event: round_events.DiceThrown) -> None:
    dice = table.dice_of(event.seat)
    for n, draw in zip(event.ns, event.draws or repeat(None, len(event.ns)), strict=True):
        face = draw.face if draw else None
        dice[n : n + 1] = [Die(n=n, die=event.die, face=face, hole=event.place in COVERED, place=event.place)]


def _dice_placed(table: AnyTable, event: round_events.DicePlaced) -> None:
    dice = table.dice_of(event.seat)
    for n in event.ns:
        _lay(table, event.seat, n, dice[n].face, event.place)


def _dice_taken_up(table: AnyTable, event: round_events.DiceTakenUp) -> None:
    table.dice_of(event.seat).clear()


def _die_set_down(table: AnyTable, event: round_events.DieSetDown) -> None:
    _lay(table, event.seat, event.n, event.face, event.place)


def _dice_shown(table: AnyTable, event: round_events.DiceShown) -> None:
    for n, face in zip(event.ns, event.faces, strict=True):
        _lay(table, event.seat, n, face, "open")


def _die_altered(table: AnyTable, event: round_events.DieAltered) -> None:
    _lay(table, event.seat, event.n, event.face)


def _die_weighted(table: AnyTable, event: round_events.DieWeighted) -> None:
    _lay(table, event.seat, event.n, event.face)


def _die_rerolled_secretly(table: AnyTable, event: round_events.DieRerolledSecretly) -> None:
    _lay(table, event.seat, event.n, event.draw.face)


def _die_replaced(table: AnyTable, event: round_events.DieReplaced) -> None:
    _put(table, event.seat, event.n, event.die, event.draw.face if event.draw else None, event.place)


def _die_gained(table: AnyTable, event: round_events.DieGained) -> None:
    face = event.draw.face if event.draw else None
    _put(table, event.seat, len(table.dice_of(event.seat)), event.die, face, event.place)


def _die_lost(table: AnyTable, event: round_events.DieLost) -> None:
    dice = table.dice_of(event.seat)
    dice[event.n :] = [msgspec.structs.replace(die, n=die.n - 1) for die in dice[event.n + 1 :]]


def _die_thrown_unseen(table: AnyTable, event: round_events.DieThrownUnseen) -> None:
    place = table.dice_of(event.seat)[event.n].place
    _put(table, event.seat, event.n, event.die, event.draw.face, place)


def _die_size_shown(table: AnyTable, event: round_events.DieSizeShown) -> None:
    was = table.dice_of(event.seat)[event.n]
    face = was.face if was.die == event.die else None  # A face seen before the die changed no longer shows.
    _put(table, event.seat, event.n, event.die, face, was.place)


def _put(table: AnyTable, seat: str, n: int, die: str, face: int | None, place: str) -> None:
    """Make a die of any size number `n` of a seat's dice, or append it."""
    table.dice_of(seat)[n : n + 1] = [Die(n=n, die=die, face=face, hole=place in COVERED, place=place)]


def _die_revealed(table: AnyTable, event: round_events.DieRevealed) -> None:
    _lay(table, event.seat, event.n, event.face, "open")


DICE_FOLDS: Final[Mapping[type[Event], Fold]] = {
    table_events.GamingSetBrought: _set_brought,
    table_events.GamingSetGiven: _set_given,
    table_events.DiceLoadedOutOfPlay: _dice_loaded,
    round_events.DieRolled: _die_rolled,
    round_events.DieRerolled: _die_rerolled,
    round_events.DiceThrown: _dice_thrown,
    round_events.DicePlaced: _dice_placed,
    round_events.DiceTakenUp: _dice_taken_up,
    round_events.DieSetDown: _die_set_down,
    round_events.DiceShown: _dice_shown,
    round_events.DieAltered: _die_altered,
    round_events.GamingSetInPlay: _set_in_play,
    round_events.DiceLoaded: _dice_loaded,
    round_events.DieWeighted: _die_weighted,
    round_events.DieRerolledSecretly: _die_rerolled_secretly,
    round_events.DieReplaced: _die_replaced,
    round_events.DieGained: _die_gained,
    round_events.DieLost: _die_lost,
    round_events.DieThrownUnseen: _die_thrown_unseen,
    round_events.DieSizeShown: _die_size_shown,
    round_events.DieRevealed: _die_revealed,
}

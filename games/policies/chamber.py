"""Reckoning ahead in the Chamber: what a hold is worth, and what it is worth to roll once more before it.

A seat below somebody who holds has no choice by the Runt Rule: it rolls until it is past, or dead. So how often it
fails is exact. That whoever is past stays there, that nobody is booted, and that a seat which rolls once more then
holds if it can, are estimates, and so is all that follows from them.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.goblin.options import BULLET, CHAMBER, STAGES, TAXED

_SIDES: Final = tuple(CHAMBER[die] for die in STAGES)
_COIN_WON: Final = 1 / 3
"""How often one of two wins by the Coin: the third time both die."""
Rival = tuple[int, int]
"""Another seat that rolls on: its score, and the stage (from 0) whose die it rolls next."""


@cache
def fails(behind: int, stage: int) -> float:
    """How likely a seat never gets past one that holds so many points above it, its next die being that of `stage`.

    Below 0 it is past already. Level after the last die they flip the Coin; level before that it does better to roll.
    """
    if behind < 0:
        return 0.0
    if stage >= len(_SIDES):
        return 1.0 if behind else _COIN_WON
    sides = _SIDES[stage]
    return (1 + sum(fails(behind - face, stage + 1) for face in _living_faces(sides))) / sides


def stays_ahead(score: int, rivals: Sequence[Rival]) -> float:
    """How likely none of those who roll on gets past a seat that holds at `score`."""
    chance = 1.0
    for rival, stage in rivals:
        chance *= fails(score - rival, stage)
    return chance


def worth_of_holding(score: int, rivals: Sequence[Rival], level: int = 0) -> float:
    """What a hold is worth, as a part of the pot and before any tax. `level` counts the holds at the same score."""
    return float(stays_ahead(score, rivals) * _COIN_WON**level)


def worth_of_rolling(score: int, stage: int, rivals: Sequence[Rival]) -> float:
    """What it is worth to roll the die of a stage (from 0) and then to hold, as a part of the pot."""
    sides = _SIDES[stage]
    return sum(stays_ahead(score + face, rivals) for face in _living_faces(sides)) / sides


def death_chance(stage: int) -> float:
    """How likely the die of a stage (from 0) is the Bullet."""
    return 1 / _SIDES[stage]


def is_taxed(stage: int) -> bool:
    """Whether a hold in this stage (from 0) costs half the pot.

    That is never worth it: with both dice that are rolled under the tax one lives 33 times in 40, and has more.
    """
    return STAGES[stage] in TAXED


def _living_faces(sides: int) -> range:
    return range(BULLET + 1, sides + 1)

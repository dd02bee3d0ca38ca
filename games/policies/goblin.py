"""Playing Goblin Mode: when to hold a lead, what to pay for it, and whom to boot.

A seat below a hold has no choice by the Runt Rule: it rolls until it is past it, or dead. So how often it fails is
exact. These are estimates: a seat that is past stays there, nobody is booted, and a seat that rolls once more then
holds if it can.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.goblin.options import BULLET, CHAMBER, STAGES, TAXED
from games.goblin.state import ACTIVE, HELD
from games.policies.at_random import filled_in
from games.policies.manners import Manner
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, bounds, values, within

_SAFE_LEAD: Final = 0.4
"""How likely a lead must last, so that somebody is tempted to hold it although the tax takes half."""
_HOPE: Final = 0.5
"""Who gets past a hold by rolling at least so often leaves it alone: booted, its seat would only come after."""
_SIDES: Final = tuple(CHAMBER[die] for die in STAGES)
_COIN_WON: Final = 1 / 3
"""How often one of two wins by the Coin: the third time both die."""
Rival = tuple[int, int]
"""Another seat that rolls on: its score, and the stage (from 0) whose die it rolls next."""


def player(manner: Manner) -> Player:
    """Who plays with these manners."""

    def play(position: Position, chance: Chance) -> Choice | None:
        if not position.asked:
            return None
        return (
            _boot(position, manner, chance) or _bet(position, manner, chance) or _hold_or_roll(position, manner, chance)
        )

    return play


def _boot(position: Position, manner: Manner, chance: Chance) -> Choice | None:
    """A Boot is for the highest hold where there is little hope of getting past it, and never for one below.

    Who is booted is still the highest, and may hold again: what is gained is that it may dare on, or that another
    gets past it.
    """
    for action in position.each("boot"):
        target = max(sorted(values(action, "target")), key=lambda one: _score(position, one))
        behind = _score(position, target) - _own_score(position)
        hope = 1 - fails(behind, _stage(position))
        if behind > 0 and hope < _HOPE and chance.random() < manner.boot:
            return filled_in(action, chance, target=target)
    return None


def _score(position: Position, seat: str) -> int:
    return position.seat(seat).total or 0


def _own_score(position: Position) -> int:
    return position.me.total or 0


def _bet(position: Position, manner: Manner, chance: Chance) -> Choice | None:
    for action in position.each("side_bet"):
        amount = bounds(action, "amount_cp")
        if amount is not None and chance.random() < manner.side_bet:
            target = max(sorted(values(action, "target")), key=lambda one: _score(position, one))
            return filled_in(action, chance, target=target, amount_cp=within(amount, amount.min))
    return None


def _hold_or_roll(position: Position, manner: Manner, chance: Chance) -> Choice | None:
    if position.offers("hold") and _would_hold(position, manner, chance):
        return {"type": "hold"}
    for action in position.each("roll"):
        return filled_in(action, chance)
    return None


def _would_hold(position: Position, manner: Manner, chance: Chance) -> bool:
    """Where a hold is worth more than one more roll first; under the tax, where the courage fails."""
    score, stage, rivals = _own_score(position), _stage(position), _rivals(position)
    level = sum(_score(position, held.seat) == score for held in position.others(HELD))
    holding = worth_of_holding(score, rivals, level)
    if is_taxed(stage):
        return holding >= _SAFE_LEAD and chance.random() < manner.cower
    rolling = worth_of_rolling(score, stage, rivals) - manner.fear * death_chance(stage)
    return holding > rolling


def _rivals(position: Position) -> list[Rival]:
    """Who rolls on: whoever comes later in this stage has its die yet to roll."""
    order, stage = position.order, _stage(position)
    turn = order.index(position.me.seat)
    return [(seat.total or 0, stage + (order.index(seat.seat) < turn)) for seat in position.others(ACTIVE)]


def _stage(position: Position) -> int:
    """The stage, from 0; the last one where the table tells none."""
    die = position.details.get("die")
    return STAGES.index(die) if die in STAGES else len(STAGES) - 1


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

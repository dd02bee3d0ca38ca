"""Playing Goblin Mode: when to hold a lead, what to pay for it, and which seat to boot.

By the Runt Rule a seat below a hold has no choice: it rolls until it passes the hold or dies, so the chance that it
fails is exact. The rest are estimates. They assume that a seat past the hold stays there, that nobody is booted, and
that a seat which rolls once more holds afterwards if it can.
"""

from collections.abc import Sequence
from functools import cache
from math import prod
from typing import Final

from games.goblin.state import ACTIVE, BULLET, CHAMBER, HELD, STAGES, TAXED
from games.policies.at_random import filled_in
from games.policies.manners import Manner
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, bet_bounds, values
from projections.actions import Action

_SAFE_LEAD: Final = 0.4
"""How likely a lead must be to last before a player considers holding it despite the tax, which takes half."""
_HOPE: Final = 0.5
"""A seat this likely to pass a hold does not boot it, because the booted seat could then pass it in turn."""
_SIDES: Final = tuple(CHAMBER[die] for die in STAGES)
_COIN_WON: Final = 1 / 3
"""The chance of each of two players to win by the Coin. In the remaining third of cases both die."""
Rival = tuple[int, int]
"""Another seat that is still rolling: its score, and the stage (from 0) of its next die."""


def player(manner: Manner) -> Player:
    """A player with this manner."""

    def play(position: Position, chance: Chance) -> Choice | None:
        if not position.asked:
            return None
        extra = _boot(position, manner, chance) or _bet(position, manner, chance)
        return extra or _hold_or_roll(position, manner, chance)

    return play


def _boot(position: Position, manner: Manner, chance: Chance) -> Choice | None:
    """Boot the highest hold if the seat is unlikely to pass it; never boot a hold below its own score.

    The booted seat is still the highest, and may hold again. The gain is that it may roll on and die, or that another
    seat passes it.
    """
    for action in position.each("boot"):
        target = _foremost(position, action)
        behind = _score(position, target) - _score(position, position.mine)
        hope = 1 - fails(behind, _stage(position))
        if behind > 0 and hope < _HOPE and chance.random() < manner.boot:
            return filled_in(action, chance, target=target)
    return None


def _score(position: Position, seat: str) -> int:
    return position.seat(seat).total or 0


def _foremost(position: Position, action: Action) -> str:
    targets: list[str] = sorted(values(action, "target"))
    return max(targets, key=lambda seat: _score(position, seat))


def _bet(position: Position, manner: Manner, chance: Chance) -> Choice | None:
    for action in position.each("side_bet"):
        if chance.random() < manner.side_bet:
            return filled_in(action, chance, target=_foremost(position, action), amount_cp=bet_bounds(action).min)
    return None


def _hold_or_roll(position: Position, manner: Manner, chance: Chance) -> Choice | None:
    if position.offers("hold") and _would_hold(position, manner, chance):
        return {"type": "hold"}
    for action in position.each("roll"):
        return filled_in(action, chance)
    return None


def _would_hold(position: Position, manner: Manner, chance: Chance) -> bool:
    """Whether holding is worth more than rolling once more. Under the tax, whether the player loses its nerve."""
    score, stage, rivals = _score(position, position.mine), _stage(position), _rivals(position)
    level = sum(_score(position, held.seat) == score for held in position.others(HELD))
    holding = worth_of_holding(score, rivals, level)
    if is_taxed(stage):
        return holding >= _SAFE_LEAD and chance.random() < manner.cower
    rolling = worth_of_rolling(score, stage, rivals) - manner.fear * death_chance(stage)
    return holding > rolling


def _rivals(position: Position) -> list[Rival]:
    """The seats that are still rolling. Those later in turn order have yet to roll this stage's die."""
    order, stage = position.order, _stage(position)
    turn = order.index(position.me.seat)
    return [(seat.total or 0, stage + (order.index(seat.seat) < turn)) for seat in position.others(ACTIVE)]


def _stage(position: Position) -> int:
    """The stage, from 0; the last one if the table shows none."""
    die = position.details.get("die")
    return STAGES.index(die) if die in STAGES else len(STAGES) - 1


@cache
def fails(behind: int, stage: int) -> float:
    """The chance that a seat never passes a hold `behind` points above it, if its next die is that of `stage`.

    If `behind` is negative, the seat is past already. A seat level after the last die flips the Coin; before that it
    does better to roll.
    """
    if behind < 0:
        return 0.0
    if stage >= len(_SIDES):
        return 1.0 if behind else _COIN_WON
    sides = _SIDES[stage]
    return (1 + sum(fails(behind - face, stage + 1) for face in _living_faces(sides))) / sides


def stays_ahead(score: int, rivals: Sequence[Rival]) -> float:
    """The chance that no rival passes a hold at `score`."""
    return prod(fails(score - rival, stage) for rival, stage in rivals)


def worth_of_holding(score: int, rivals: Sequence[Rival], level: int = 0) -> float:
    """The worth of a hold, as a share of the pot before any tax. `level` is the number of other holds at this score."""
    return float(stays_ahead(score, rivals) * _COIN_WON**level)


def worth_of_rolling(score: int, stage: int, rivals: Sequence[Rival]) -> float:
    """The worth of rolling the die of a stage (from 0) and then holding, as a share of the pot."""
    sides = _SIDES[stage]
    return sum(stays_ahead(score + face, rivals) for face in _living_faces(sides)) / sides


def death_chance(stage: int) -> float:
    """The chance that the die of a stage (from 0) shows the Bullet."""
    return 1 / _SIDES[stage]


def is_taxed(stage: int) -> bool:
    """Whether a hold in this stage (from 0) costs half the pot: never worth it, as 33 of 40 survive these stages."""
    return STAGES[stage] in TAXED


def _living_faces(sides: int) -> range:
    return range(BULLET + 1, sides + 1)

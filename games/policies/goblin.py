"""Playing Goblin Mode: when to hold a lead, what to pay for it, and whom to boot."""

from typing import Final

from games.goblin.options import STAGES
from games.goblin.state import ACTIVE, HELD
from games.policies import chamber
from games.policies.at_random import filled_in
from games.policies.chamber import Rival
from games.policies.manners import Manner
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, bounds, values, within

_SAFE_LEAD: Final = 0.4
"""How likely a lead must last, so that somebody is tempted to hold it although the tax takes half."""
_HOPE: Final = 0.5
"""Who gets past a hold by rolling at least so often leaves it alone: booted, its seat would only come after."""


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
        hope = 1 - chamber.fails(behind, _stage(position))
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
    holding = chamber.worth_of_holding(score, rivals, level)
    if chamber.is_taxed(stage):
        return holding >= _SAFE_LEAD and chance.random() < manner.cower
    rolling = chamber.worth_of_rolling(score, stage, rivals) - manner.fear * chamber.death_chance(stage)
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

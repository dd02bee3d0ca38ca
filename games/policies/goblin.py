"""Playing Goblin Mode: when to hold a lead, and whom to boot."""

from typing import Final

from games.goblin.options import CHAMBER, STAGES, TAXED
from games.goblin.state import ACTIVE
from games.policies.at_random import filled_in
from games.policies.manners import Manner
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, bounds, values, within

_ENOUGH: Final = 0.5
"""How much of what the others may still roll a lead must come to, to be held without fear or thrill."""


def player(manner: Manner) -> Player:
    """Who plays with these manners."""

    def play(position: Position, chance: Chance) -> Choice | None:
        if not position.asked:
            return None
        return _boot(position, chance) or _bet(position, manner, chance) or _hold_or_roll(position, manner, chance)

    return play


def _boot(position: Position, chance: Chance) -> Choice | None:
    """A Boot breaks the hold of whoever leads."""
    for action in position.each("boot"):
        targets = values(action, "target")
        if targets:
            return filled_in(action, chance, target=max(sorted(targets), key=lambda one: _score(position, one)))
    return None


def _score(position: Position, seat: str) -> int:
    return position.seat(seat).total or 0


def _bet(position: Position, manner: Manner, chance: Chance) -> Choice | None:
    for action in position.each("side_bet"):
        amount = bounds(action, "amount_cp")
        if amount is not None and chance.random() < manner.side_bet:
            target = max(sorted(values(action, "target")), key=lambda one: _score(position, one))
            return filled_in(action, chance, target=target, amount_cp=within(amount, amount.min))
    return None


def _hold_or_roll(position: Position, manner: Manner, chance: Chance) -> Choice | None:
    if position.offers("hold") and _would_hold(position, manner):
        return {"type": "hold"}
    for action in position.each("roll"):
        return filled_in(action, chance)
    return None


def _would_hold(position: Position, manner: Manner) -> bool:
    """With a lead that the others hardly make up for; not while the tax takes more than the risk of playing on."""
    stage = STAGES.index(_stage(position))
    if STAGES[stage] in TAXED:
        return False
    rivals = [rival.total or 0 for rival in position.others(ACTIVE)]
    if not rivals:
        return True
    lead = (position.me.total or 0) - max(rivals)
    to_come = sum((CHAMBER[die] + 1) / 2 for die in STAGES[stage:])
    return lead >= (_ENOUGH - manner.fear) * to_come


def _stage(position: Position) -> str:
    """The die of the stage; the last one where the table tells none."""
    die = position.details.get("die")
    return die if die in CHAMBER else STAGES[-1]

"""Playing Goblin Mode: when to hold a lead, and whom to boot. Decided by what is offered and what lies on the table."""

from typing import Any, Final

from games.policies.at_random import filled_in
from games.policies.manners import Manner
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, bounds, values, within

_CHAMBER: Final = ("d20", "d12", "d10", "d8", "d6", "d4")
_TAXED: Final = frozenset({"d20", "d12", "d10"})
"""Who holds in these stages wins half the pot at most."""
_UNDAUNTED: Final = 0.3
"""How often somebody without fear rolls on where holding would be sound."""


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
    if position.offers("hold") and _would_hold(position, manner, chance):
        return {"type": "hold"}
    for action in position.each("roll"):
        return filled_in(action, chance)
    return None


def _would_hold(position: Position, manner: Manner, chance: Chance) -> bool:
    """With a lead there is little to gain: from d8 on always; before, where the tax is worth less than the risk."""
    die = _stage(position)
    if manner.fear < 0 and chance.random() < _UNDAUNTED:
        return False
    if die in _TAXED:
        return manner.fear > 0 and not position.others("active") and chance.random() < manner.fear
    return True


def _stage(position: Position) -> str:
    """The die of the stage: told by the table's own details, or by what would be rolled."""
    told: list[Any] = [*position.view.details.values(), position.view.phase]
    offered = [die for action in position.each("roll") for die in values(action, "die")]
    return next((one for one in [*offered, *told] if one in _CHAMBER), _CHAMBER[-1])

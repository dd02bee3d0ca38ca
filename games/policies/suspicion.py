"""Whom to accuse at Twenty-One: who is known to have cheated, or, on a feeling, who is too close to 21 to be true."""

from collections.abc import Container, Sequence
from typing import Any, Final

from games.policies.at_random import filled_in
from games.policies.policy import Chance, Choice
from games.policies.position import Position, values
from projections.offers import Action
from projections.views import SeatView

_MOST_SUSPECT_DICE: Final = 3
"""An accusation costs two antes and brings five: with one die in three it is worth its price."""
_TOO_GOOD: Final = 20


def accusation(position: Position, readiness: float, chance: Chance) -> Choice | None:
    """An accusation, where one is offered and there is a reason for it; None otherwise."""
    offered = position.each("accuse")
    if not offered:
        return None
    known = _known_cheats(position)
    for action in offered:
        for target in values(action, "target"):
            if target in known and (found := _accused(action, position.seat(target), known[target], chance)):
                return found
    if position.question != "staredown" or chance.random() >= readiness:
        return None
    return _on_a_feeling(position, offered, chance)


def _known_cheats(position: Position) -> dict[str, list[int] | None]:
    """Who is known to have cheated, with the dice that are known, None where those are not."""
    found: dict[str, list[int] | None] = {}
    for facts in position.facts("profile", "read_back"):
        if facts.get("cheated"):
            found[str(facts.get("about"))] = _dice(facts)
    return found


def _dice(facts: dict[str, Any]) -> list[int] | None:
    dice = facts.get("dice")
    return list(dice) if dice else None


def _accused(action: Action, seat: SeatView, known: Container[int] | None, chance: Chance) -> Choice | None:
    known = _changeable(seat) if known is None else known
    dice = [n for n in values(action, "n") if n in known]
    if not dice or len(dice) > _MOST_SUSPECT_DICE:
        return None
    return filled_in(action, chance, target=seat.seat, n=chance.choice(dice))


def _changeable(seat: SeatView) -> list[int]:
    """The dice that could be cheated with: the hole die, and those that were bought."""
    return [die.n for die in seat.dice if die.n > 0]


def _on_a_feeling(position: Position, offered: Sequence[Action], chance: Chance) -> Choice | None:
    """Somebody who bought dice and came close to 21 without a natural 20: with the die bought last."""
    for action in offered:
        for target in values(action, "target"):
            seat = position.seat(target)
            bought = [die.n for die in seat.dice if die.n > 1 and not die.details]
            dice = [n for n in values(action, "n") if n in bought]
            if dice and (seat.total or 0) >= _TOO_GOOD:
                return filled_in(action, chance, target=target, n=dice[-1])
    return None

"""Whether to cheat at Twenty-One, asked with a die in the hand: what it would gain, and how likely it works."""

from typing import Final

from events.character import NOBODY_SPECIAL
from games.policies import heat, prospects
from games.policies.at_random import filled_in
from games.policies.policy import Chance, Choice
from games.policies.position import Position, numbers
from games.policies.risks import Risks
from games.twentyone.cheating import changed_face
from games.twentyone.state import IN_CONTENTION, SLOPPY
from projections.actions import Action
from projections.table import Die

_SMALLEST_GAIN: Final = 0.08
"""What a cheat must gain, as a part of the pot, so that it is thought of at all: there are accusers about."""


def cheat(position: Position, rules: Risks, readiness: float, chance: Chance) -> Choice | None:
    """The cheat that gains most, if it is worth it and the seat is ready for one; None where it lets it be."""
    if chance.random() >= readiness:
        return None
    found = _best(position, rules)
    if found is None:
        return None
    action, n, change = found
    return filled_in(action, chance, n=n, change=change)


def _best(position: Position, rules: Risks) -> tuple[Action, int, int] | None:
    me = position.me
    dice: list[Die] = me.dice
    in_hand = next((die for die in dice if die.place == "hand"), None)
    before = me.total
    if before is None or (in_hand is not None and _makes_21(in_hand)):
        return None
    now = before + (in_hand.face or 0 if in_hand is not None else 0)
    rivals = len(position.rivals(*IN_CONTENTION))
    reached = [
        (prospects.beats(now + _moved(dice[n], change), rivals), -abs(change), action, n, change)
        for action in position.each("cheat")
        for n in numbers(action, "n")
        for change in numbers(action, "change")
    ]
    if not reached:
        return None
    best, _, action, n, change = max(reached, key=lambda one: one[:2])
    gain = _gain(position, rules, best, prospects.beats(now, rivals))
    return (action, n, change) if gain >= _SMALLEST_GAIN else None


def _makes_21(die: Die) -> bool:
    return die.die == "d20" and die.face == 20


def _moved(die: Die, change: int) -> int:
    """By how much a change that is offered really moves a die: it stays within its faces."""
    face = die.face or 0
    return (changed_face(die.die, face, change) or face) - face


def _gain(position: Position, rules: Risks, best: float, honest: float) -> float:
    """What trying gains on letting it be, as a part of the pot: a fumble costs the fine, and what could be won."""
    works, fumbles = _works(position, rules)
    fine_cp = rules.fumble_antes * int(getattr(position.options, "ante_cp", 0))
    return works * (best - honest) - fumbles * (honest + fine_cp / max(position.pot_cp, 1))


def _works(position: Position, rules: Risks) -> tuple[float, float]:
    """How likely a check on Sleight of Hand meets the heat, as far as the seat can guess it; and a natural 1."""
    needed = heat.guessed(position, rules) - (position.me.character or NOBODY_SPECIAL).skill("sleight_of_hand")
    works = min(max((21 - needed) / 20, 1 / 20), 19 / 20)
    if SLOPPY in position.me.conditions:
        return works**2, 1 - (19 / 20) ** 2
    return works, 1 / 20

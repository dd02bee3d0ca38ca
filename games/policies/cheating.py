"""Whether to cheat at Twenty-One, asked with a die in the hand: what it would gain, and how likely it works."""

from typing import Final

from events.character import NOBODY_SPECIAL
from games.policies import prospects
from games.policies.at_random import filled_in
from games.policies.policy import Chance, Choice
from games.policies.position import Position, numbers
from projections.offers import Action
from projections.table import Die

_SMALLEST_GAIN: Final = 0.08
"""What a cheat must add to the chance of winning, so that it is thought of at all."""
_FIRST_HEAT: Final = 10
_HEAT_PER_CHEAT: Final = 2
"""What a seat knows of its heat: what its own cheats have added to it."""


def cheat(position: Position, readiness: float, chance: Chance) -> Choice | None:
    """The cheat that gains most, if it is worth it and the seat is ready for one; None where it lets it be."""
    found = _best(position)
    if found is None or chance.random() >= readiness:
        return None
    action, n, change = found
    return filled_in(action, chance, n=n, change=change)


def _best(position: Position) -> tuple[Action, int, int] | None:
    dice: list[Die] = position.me.dice
    in_hand = next((die for die in dice if die.place == "hand"), None)
    before = position.me.total
    if before is None or (in_hand is not None and _makes_21(in_hand)):
        return None
    now = before + (in_hand.face or 0 if in_hand is not None else 0)
    rivals = len(position.rivals("active", "held"))
    gains = [
        (prospects.beats(now + _moved(dice[n], change), rivals), -abs(change), action, n, change)
        for action in position.each("cheat")
        for n in numbers(action, "n")
        for change in numbers(action, "change")
    ]
    if not gains:
        return None
    reached, _, action, n, change = max(gains, key=lambda gain: gain[:2])
    safe = prospects.beats(now, rivals)
    works = _works(position)
    gain = works * reached + (1 - works - 1 / 20) * safe - safe
    return (action, n, change) if gain >= _SMALLEST_GAIN else None


def _makes_21(die: Die) -> bool:
    return die.die == "d20" and die.face == 20


def _moved(die: Die, change: int) -> int:
    """By how much a change really moves a die: it stays within its faces."""
    face = die.face or 0
    return min(max(face + change, 1), int(die.die[1:])) - face


def _works(position: Position) -> float:
    """How likely a check on Sleight of Hand meets the heat, as far as the seat can tell from its own cheats."""
    tried = len(position.me.details.get("cheats") or ())
    heat = int(getattr(position.options, "starting_heat", _FIRST_HEAT)) + _HEAT_PER_CHEAT * tried
    needed = heat - (position.me.character or NOBODY_SPECIAL).skill("sleight_of_hand")
    return min(max((21 - needed) / 20, 1 / 20), 19 / 20)

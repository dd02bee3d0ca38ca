"""Playing Farkle: what to set aside, and when to bank."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, Final

from games.farkle import scoring
from games.farkle.scoring import FACES, choices_of, counted
from games.farkle.state import DICE
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, values
from games.policies.races.standing import chance_to_win, worth_of_points
from games.policies.tricks import Prospect

_DIE_WORTH: Final = 60
"""The approximate worth of a die left to throw, in points: above the 50 of a lone five, which is then thrown again."""
LOADS: Final = {"d6": 6}
"""Sticky dice score most if they fall with the 6 down."""
Daring = Callable[[int, int, Chance], bool]
"""Decides whether to throw again, given the points at risk and the number of dice to throw."""


@cache
def nothing_chance(dice: int) -> Fraction:
    """The exact chance that a throw of `dice` dice scores nothing."""
    return Fraction(sum(ways for choices, ways in _throws(dice) if not choices), len(FACES) ** dice)


@cache
def best_points(dice: int) -> Fraction:
    """The exact average score of a throw of `dice` dice if every scoring die is set aside."""
    return Fraction(sum(ways * choices[0].points for choices, ways in _throws(dice) if choices), len(FACES) ** dice)


def _throws(dice: int) -> Iterator[tuple[Sequence[scoring.Choice], int]]:
    """What can be set aside of each throw of `dice` dice, with the number of ways to throw it."""
    for faces in combinations_with_replacement(FACES, dice):
        counts = counted(faces)
        yield choices_of(counts), factorial(dice) // prod(factorial(count) for count in counts)


def threshold(points: int) -> Player:
    """Banks from `points` points on, and throws again below that."""
    return _player(lambda at_risk, dice, chance: at_risk < points)


def _player(dares: Daring) -> Player:
    def play(position: Position, chance: Chance) -> Choice | None:
        if not position.asked:
            return None
        if position.offers("set_aside"):
            return {"type": "set_aside", "faces": _set_aside(position, dares, chance)}
        if not position.offers("bank"):
            return _throw(position)
        at_risk, target = position.details["at_risk"], position.details["target"]
        wins = int(position.me.details.get("points", 0)) + at_risk >= target
        dice = sum(die.place == "open" for die in position.me.dice) or DICE
        return _throw(position) if not wins and dares(at_risk, dice, chance) else {"type": "bank"}

    return play


def _throw(position: Position) -> Choice | None:
    """Throw, taking over the dice that the previous seat left if there are any: more dice score more."""
    for action in position.each("throw"):
        return {"type": "throw", "greedy": True} if True in values(action, "greedy") else {"type": "throw"}
    return None


def _set_aside(position: Position, dares: Daring, chance: Chance) -> list[int]:
    """Every scoring die if the seat would then bank; otherwise the best balance of points and dice left."""
    choices: list[dict[str, Any]] = position.details["choices"]
    best, at_risk = choices[0], position.details["at_risk"]
    enough = position.details.get("bank_from") or 0
    reached = at_risk + best["points"]
    if reached >= enough and not dares(reached, best["dice_left"] or DICE, chance):
        return list(best["faces"])
    kept = max(choices, key=lambda choice: choice["points"] + _DIE_WORTH * (choice["dice_left"] or DICE))
    return list(kept["faces"])


greedy: Final = _player(lambda at_risk, dice, chance: dice >= DICE // 2)
"""Throws again while three or more dice are left, whatever is at risk, and banks with two or one."""
best_play: Final = _player(lambda at_risk, dice, chance: at_risk * nothing_chance(dice) < best_points(dice))
"""Throws again while the next throw gains more on average than it loses. Looks one throw ahead."""
unsteady: Final = _player(lambda at_risk, dice, chance: at_risk < chance.randint(100, 1_200))
"""Banks at a random threshold, drawn for each decision."""


def cheating(position: Position, ns: Sequence[int]) -> Iterator[Prospect]:
    """The prospects of throwing each die of the throw again, if all that scores is then set aside."""
    at_risk = int(position.details["at_risk"])
    thrown = {n: position.me.dice[n].face or 0 for n in ns}
    now = _worth_of_throw(at_risk, tuple(sorted(thrown.values())))
    for n, face in thrown.items():
        others = [other for m, other in thrown.items() if m != n]
        if any(face == thrown[m] for m in ns if m < n):
            continue
        again = sum(_worth_of_throw(at_risk, tuple(sorted([*others, new]))) for new in FACES) / len(FACES)
        yield Prospect(n=n, gain=worth_of_points(position, again - now), stake=chance_to_win(position))


def _worth_of_throw(at_risk: int, faces: tuple[int, ...]) -> int:
    """The points of the turn after a throw; 0 if nothing scores."""
    choices = choices_of(counted(faces))
    return at_risk + choices[0].points if choices else 0

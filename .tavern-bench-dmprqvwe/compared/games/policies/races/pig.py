"""Playing Pig: when to bank."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final

import msgspec

from events.gaming_sets import WEIGHTED_DICE, Faces, favoured
from games.mechanics.race import RACING
from games.one_page.pig import BANK_FROM, COSTS_THE_TURN, SIDES
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position
from games.policies.races.standing import chance_to_win, worth_of_points
from games.policies.tricks import Prospect, own_sets

_USUAL: Final = 21
_FAR: Final = 8
_CLOSE: Final = 29
"""For `keeping_pace`: where it banks, how many points behind add one, and how close to the target it stops."""
BankFrom = Callable[[int, int, int], int]
"""The points from which to bank, given the seat's own score, the best other's, and the target."""


def gain_of_throwing(at_risk: int) -> Fraction:
    """The exact average gain of throwing once more with this many points at risk, and then banking."""
    faces = [face for face in range(1, SIDES + 1) if face != COSTS_THE_TURN]
    return Fraction(sum(faces) - at_risk * (SIDES - len(faces)), SIDES)


BEST_ALONE: Final = next(points for points in range(BANK_FROM, 100) if gain_of_throwing(points) <= 0)
"""Banking from here on makes the most points in a turn."""


def keeping_pace(own: int, other: int, target: int) -> int:
    """Nearly the best play between two (after Neller and Presser): a higher threshold if the other is ahead.

    Once either is close to the target, it throws until it wins.
    """
    if max(own, other) >= target - _CLOSE:
        return target - own
    return _USUAL + round((other - own) / _FAR)


def _player(bank_from: Callable[[int, int, int, Chance], int]) -> Player:
    def play(position: Position, chance: Chance) -> Choice | None:
        if not position.asked:
            return None
        own, target = int(position.me.details.get("points", 0)), int(position.details["target"])
        other = max((int(seat.details.get("points", 0)) for seat in position.others(RACING)), default=0)
        enough = min(bank_from(own, other, target, chance), target - own)
        banks = position.offers("bank") and position.details["at_risk"] >= enough
        return {"type": "bank" if banks else "throw"}

    return play


def threshold(points: int) -> Player:
    """Banks from `points` points on, and throws again below that."""
    return _player(lambda own, other, target, chance: points)


_keeps_pace: Final = _player(lambda own, other, target, chance: keeping_pace(own, other, target))
_throws_to_win: Final = _player(lambda own, other, target, chance: target)


def best_play(position: Position, chance: Chance) -> Choice | None:
    """Keeps pace with the best other seat; throws until it wins once either is close to the target.

    With dice of its own that hardly ever show a 1, it throws until it wins from the start.
    """
    return (_throws_to_win if _rarely_ones(position) else _keeps_pace)(position, chance)


def _rarely_ones(position: Position) -> bool:
    """Whether the seat plays with weighted dice that do not favour the 1."""
    if getattr(position.options, "cheating", "off") != "on":
        return False
    own = next((one for one in own_sets(position) if one.set in WEIGHTED_DICE), None)
    if own is None or own.set is msgspec.UNSET:
        return False
    faces: Faces = {} if own.faces is msgspec.UNSET else {"d6": own.faces["d6"]} if "d6" in own.faces else {}
    return favoured(own.set, faces, SIDES) != COSTS_THE_TURN


unsteady: Final = _player(lambda own, other, target, chance: chance.randint(BANK_FROM, 40))
"""Banks at a random number of points, drawn for each decision."""


def cheating(position: Position, ns: Sequence[int]) -> Iterator[Prospect]:
    """The prospects of throwing the die again: good if it shows a 1, otherwise none."""
    at_risk = int(position.details["at_risk"])
    faces = [face for face in range(1, SIDES + 1) if face != COSTS_THE_TURN]
    again = Fraction(sum(at_risk + face for face in faces), SIDES)
    for n in ns:
        face = position.me.dice[n].face
        now = 0 if face == COSTS_THE_TURN else at_risk + (face or 0)
        yield Prospect(n=n, gain=worth_of_points(position, again - now), stake=chance_to_win(position))

"""Playing Ruler's Bluff and Triangle: what a hidden hand is worth, and which die to discard."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Final

from games.mechanics.betting import IN_CONTENTION
from games.mechanics.showdown import Rank
from games.one_page.rulers_bluff import DICE_OF_A_HAND, HIDDEN, LAST_DISCARD, SIDES, rank_of
from games.one_page.triangle import DICE, rank_of_total
from games.policies.bluffs.nerve import Nerve, adjusted, after_a_talk, price_of_calling
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position
from games.policies.tricks import Prospect

Faces = tuple[int, ...]
Worth = Mapping[Rank, int]
"""How often a hand occurs, relative to all ways in which dice can fall."""
_FACES: Final = range(1, SIDES + 1)


def beats(mine: Worth, theirs: Worth) -> float:
    """The chance that one hand beats another. A tie counts half."""
    won = sum(
        count * other * ((rank > rival) + (rank == rival) / 2)
        for rank, count in mine.items()
        for rival, other in theirs.items()
    )
    return won / (sum(mine.values()) * sum(theirs.values()))


# Triangle


@cache
def _triangles(seen: Faces) -> Worth:
    """The hands that these dice can become with those still to be rolled."""
    to_come = product(*(range(1, sides + 1) for sides in DICE[len(seen) :]))
    return Counter(rank_of_total(sum(seen) + sum(faces)) for faces in to_come)


@cache
def triangle_beats_one(seen: Faces) -> float:
    """The chance that these dice, in the order in which they fell, beat another seat's hand."""
    return beats(_triangles(seen), _triangles(()))


def triangle(nerve: Nerve) -> Player:
    """A player of Triangle with this nerve."""

    def play(position: Position, chance: Chance) -> Choice | None:
        if not position.asked:
            return None
        return after_a_talk(position, nerve, _of_triangle(position, _own_faces(position)), chance)

    return play


def _of_triangle(position: Position, faces: Faces) -> float:
    """The chance that these dice win against all seats still in."""
    return triangle_beats_one(faces) ** max(len(position.rivals(*IN_CONTENTION)), 1)


def _own_faces(position: Position) -> Faces:
    return tuple(die.face or 1 for die in position.me.dice)


def cheating_at_triangle(position: Position, ns: Sequence[int]) -> Iterator[Prospect]:
    """The prospects of rolling each of these hidden dice again."""
    faces = _own_faces(position)
    stake = _of_triangle(position, faces)
    for n in ns:
        others = [_of_triangle(position, _with(faces, n, face)) for face in range(1, DICE[n] + 1)]
        yield Prospect(n=n, gain=sum(others) / DICE[n] - stake, stake=stake)


def _with(faces: Faces, n: int, face: int) -> Faces:
    return (*faces[:n], face, *faces[n + 1 :])


# Ruler's Bluff


@cache
def _throws(count: int) -> Mapping[Faces, int]:
    """All results of this many dice, regardless of order, and how often each occurs."""
    return {
        faces: factorial(count) // prod(factorial(same) for same in Counter(faces).values())
        for faces in combinations_with_replacement(_FACES, count)
    }


@cache
def _hands(seen: Faces) -> Worth:
    """The hands that these dice (in ascending order) can become with those still to be rolled."""
    worth: Counter[Rank] = Counter()
    for faces, count in _throws(DICE_OF_A_HAND - len(seen)).items():
        worth[rank_of((*seen, *faces))] += count
    return worth


@cache
def shared_beats_one(hidden: Faces, shared: Faces) -> float:
    """The chance that three hidden dice beat another seat's with the same open dice (both in ascending order)."""
    to_come = _throws(DICE_OF_A_HAND - HIDDEN - len(shared))
    won = sum(
        count * beats(_hands(_sorted(hidden, shared, faces)), _hands(_sorted(shared, faces)))
        for faces, count in to_come.items()
    )
    return won / sum(to_come.values())


@cache
def own_beats_one(seen: Faces, theirs: Faces) -> float:
    """The chance that a hand beats another of which these open dice are visible (both in ascending order)."""
    return beats(_hands(seen), _hands(theirs))


def _sorted(*several: Sequence[int]) -> Faces:
    return tuple(sorted(face for faces in several for face in faces))


def _strength(position: Position, faces: Sequence[int]) -> float:
    """The chance that the seat's dice, hidden ones first, win against all seats still in."""
    hidden, open_dice = faces[:HIDDEN], faces[HIDDEN:]
    shared = [face or 1 for face in position.house_faces]
    rivals = position.others(*IN_CONTENTION)
    if position.options.open_dice == "shared":
        return shared_beats_one(_sorted(hidden), _sorted(shared)) ** max(len(rivals), 1)
    theirs = [_sorted([die.face for die in rival.dice[HIDDEN:] if die.face is not None]) for rival in rivals]
    return prod(own_beats_one(_sorted(hidden, open_dice), seen) for seen in theirs)


def rulers_bluff(nerve: Nerve) -> Player:
    """A player of Ruler's Bluff with this nerve."""

    def play(position: Position, chance: Chance) -> Choice | None:
        if not position.asked:
            return None
        faces = _own_faces(position)
        strength = _strength(position, faces)
        # Waits for the last round in which it can discard, unless it would otherwise have to fold earlier.
        gives_up = adjusted(position, nerve, strength) < nerve.calls_with * price_of_calling(position)
        if position.offers("discard") and (gives_up or position.details["betting"] == LAST_DISCARD):
            worth = {n: _rolled_again(position, faces, n) for n in range(HIDDEN)}
            best = max(worth, key=lambda n: worth[n])
            if worth[best] > strength:
                return {"type": "discard", "n": best}
        if position.offers("let_it_be"):
            return {"type": "let_it_be"}
        return after_a_talk(position, nerve, strength, chance)

    return play


def _rolled_again(position: Position, faces: Faces, n: int) -> float:
    """The chance to win after rolling a die again, on average."""
    return sum(_strength(position, _with(faces, n, face)) for face in _FACES) / SIDES


def cheating_at_rulers_bluff(position: Position, ns: Sequence[int]) -> Iterator[Prospect]:
    """The prospects of rolling each of these unseen dice again."""
    faces = _own_faces(position)
    stake = _strength(position, faces)
    for n in ns:
        yield Prospect(n=n, gain=_rolled_again(position, faces, n) - stake, stake=stake)

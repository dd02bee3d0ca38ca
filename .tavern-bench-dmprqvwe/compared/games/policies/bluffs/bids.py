"""The chance that a bet is true, from the dice that a seat sees and the bets of others."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

import msgspec

from games.trickster.cards.card import Size
from games.trickster.counting import VALUES, counted, outcomes, sides_of

Die = tuple[Size, frozenset[int], int | None]
"""A die's size, the faces that are wild on it, and its face; None if unknown."""
Hand = tuple[Die, ...]
Chances = tuple[float, ...]
"""The chance of each count, starting with 0."""

_REMEMBERED: Final = 20_000
_OTHERS_TRUST: Final = 0.5
"""How far others are assumed to take bets as evidence."""


class Bid(msgspec.Struct, frozen=True):
    """A seat's bet that there are at least `amount` dice of a score value."""

    seat: str
    amount: int
    value: int


# Chances


@cache
def of_die(die: Die, value: int) -> Chances:
    """The chance of each count of a score value on a die."""
    size, wild, face = die
    if face is not None:
        return (0.0,) * counted(size, face, value, wild) + (1.0,)
    faces = outcomes(size, value, wild)
    most = max(count for count, ways in enumerate(faces) if ways)
    return tuple(ways / sides_of(size) for ways in faces[: most + 1])


def together(one: Chances, other: Chances) -> Chances:
    """The chances of the sum of two counts."""
    if len(other) > len(one):
        one, other = other, one
    if one[-1] == 1.0:
        return (0.0,) * (len(one) - 1) + other
    if other[-1] == 1.0:
        return (0.0,) * (len(other) - 1) + one
    found = [0.0] * (len(one) + len(other) - 1)
    for count, chance in enumerate(one):
        if chance:
            for more, likely in enumerate(other):
                found[count + more] += chance * likely
    return tuple(found)


@lru_cache(_REMEMBERED)
def of_hand(hand: Hand, value: int) -> Chances:
    """The chances of the count of a hand."""
    return together(of_hand(hand[:-1], value), of_die(hand[-1], value)) if hand else (1.0,)


@lru_cache(_REMEMBERED)
def of_hands(hands: tuple[Hand, ...], value: int) -> Chances:
    """The chances of the count of several hands."""
    return together(of_hands(hands[:-1], value), of_hand(hands[-1], value)) if hands else (1.0,)


def at_least(needed: int, chances: Chances) -> float:
    """The chance of a count of `needed` or more."""
    return 1.0 if needed <= 0 else sum(chances[needed:])


def average(hand: Iterable[Die], value: int) -> float:
    """The average count of a score value in a hand."""
    return sum(count * chance for die in hand for count, chance in enumerate(of_die(die, value)))


@cache
def strength(size: Size, wild: frozenset[int] = frozenset()) -> float:
    """The worth of a die: its average count, summed over all score values."""
    return sum(average([(size, wild, None)], value) for value in VALUES)


# What a seat believes


class Shown(msgspec.Struct, frozen=True):
    """A hand as others see it, and the amount of a score value that its owner has bet on; 0 without a bet."""

    hand: Hand
    amount: int = 0


@lru_cache(_REMEMBERED)
def of_shown(shown: tuple[Shown, ...], value: int, trust: float) -> Chances:
    """The chances of the count of several hands, given their owners' bets on the value.

    `trust`, from 0 to 1, says how far bets are evidence. A hand is more likely if, with it, its owner's bet was more
    likely true.
    """
    chances = of_hands(tuple(one.hand for one in shown if not one.amount), value)
    for one in shown:
        if one.amount:
            others = tuple(covered(other.hand) for other in shown if other is not one)
            chances = together(chances, _as_bet(one, others, value, trust))
    return chances


@lru_cache(_REMEMBERED)
def _as_bet(shown: Shown, others: tuple[Hand, ...], value: int, trust: float) -> Chances:
    before, rest = of_hand(shown.hand, value), of_hands(others, value)
    weighed = [
        chance * (1 - trust + trust * at_least(shown.amount - count, rest)) for count, chance in enumerate(before)
    ]
    whole = sum(weighed)
    return tuple(chance / whole for chance in weighed) if whole else before


class Beliefs:
    """What a seat believes about all dice under the cups.

    `hands` has every seat's dice with the faces that the seat sees; `trust` says how far it takes others' bets as
    evidence. `public` is the belief of somebody who sees no dice.
    """

    def __init__(self, mine: str, hands: Mapping[str, Hand], bids: Sequence[Bid], trust: float) -> None:
        self._mine = mine
        self._hands = hands
        self._trust = trust
        self._bids = {(bid.seat, bid.value): bid.amount for bid in bids if bid.seat in hands}
        self._found: dict[int, Chances] = {}
        self._found_publicly: dict[int, Chances] = {}

    def chance(self, amount: int, value: int) -> float:
        """The chance that a bet is true, from the seat's view."""
        if value not in self._found:
            others = of_shown(self._shown(value, others=True), value, self._trust)
            self._found[value] = together(of_hand(self._hands[self._mine], value), others)
        return at_least(amount, self._found[value])

    def public(self, amount: int, value: int) -> float:
        """The chance that a bet is true, for others, who do not know the seat's dice."""
        if value not in self._found_publicly:
            self._found_publicly[value] = of_shown(self._shown(value, others=False), value, _OTHERS_TRUST)
        return at_least(amount, self._found_publicly[value])

    def likely(self, value: int) -> int:
        """The highest amount of a value that is at least as likely true as not."""
        amount = 0
        while self.chance(amount + 1, value) >= 1 / 2:
            amount += 1
        return amount

    def _shown(self, value: int, *, others: bool) -> tuple[Shown, ...]:
        """The hands with the bets on a value: those of other seats, or all as somebody without dice sees them."""
        return tuple(
            Shown(hand if others else covered(hand), self._bids.get((seat, value), 0))
            for seat, hand in self._hands.items()
            if not (others and seat == self._mine)
        )


@lru_cache(_REMEMBERED)
def covered(hand: Hand) -> Hand:
    """A hand without its faces."""
    return tuple((size, wild, None) for size, wild, _ in hand)

"""Betting at Trickster's Tavern: what a bet is worth, and when to call somebody a liar."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from math import exp
from typing import Final

import msgspec

from games.policies.bluffs.bids import Beliefs, Bid, Hand
from games.policies.policy import Chance
from games.trickster.counting import VALUES

_CALLS_BELOW: Final = 0.4
"""The chance of a bet, by public information, at which others call about half of the time."""
_SPREAD: Final = 0.09
_ABOVE_THE_LIKELY: Final = 3
"""Bets further above the likely amount than this are not considered."""


class Tongue(msgspec.Struct, frozen=True, kw_only=True):
    """How a player bets and calls. All but `doubts` are shares, from 0 to 1.

    `trusts`: how far it takes others' bets as evidence. `doubts`: added to the worth of a call (below 0: it gives
    others credit). `bluffs`: how often it bets what others believe, whatever its own dice show. `wavers`: by how much
    it misjudges the worth of bets. `uses`: how readily it uses an ability that is worth it.
    """

    trusts: float
    doubts: float = 0.0
    bluffs: float = 0.0
    wavers: float = 0.03
    uses: float = 1.0


BY_CHANCE: Final = Tongue(trusts=0.0, doubts=-0.2)
"""Judges only by the chances of the dice."""
MODELLING: Final = Tongue(trusts=0.8, doubts=-0.2, bluffs=0.05)
"""Takes others' bets as evidence, and bluffs now and then."""
BLUFFING: Final = Tongue(trusts=0.8, doubts=-0.2, bluffs=0.35)
CAUTIOUS: Final = Tongue(trusts=0.7, doubts=-0.3, bluffs=0.02, wavers=0.08, uses=0.6)
RECKLESS: Final = Tongue(trusts=0.2, doubts=-0.1, bluffs=0.4, wavers=0.25, uses=0.9)
BULLY: Final = Tongue(trusts=0.2, doubts=0.1, bluffs=0.25, wavers=0.1, uses=0.9)
"""Calls where others would raise."""
DRUNKARD: Final = Tongue(trusts=0.5, doubts=-0.1, bluffs=0.2, wavers=0.5, uses=0.4)


class Sight(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """What a seat sees: `hands` of all seats with dice under cups, including its own, in the order of turns.

    `bids`: the bets of this round; the last one stands. `rivals`: the other seats that are in, starting with the next
    one. `most`: the highest amount that can be bet. `asked`: whether it is the seat's turn. `warded`: the seats whose
    dice others' abilities cannot touch.
    """

    mine: str
    hands: Mapping[str, Hand]
    bids: Sequence[Bid]
    rivals: Sequence[str]
    most: int
    asked: bool = True
    warded: Collection[str] = ()

    @cached_property
    def standing(self) -> Bid | None:
        """The standing bet."""
        return self.bids[-1] if self.bids else None

    @property
    def own(self) -> Hand:
        """The seat's own dice."""
        return self.hands[self.mine]

    def beliefs(self, tongue: Tongue) -> Beliefs:
        """What a player of this kind believes about the dice."""
        return Beliefs(self.mine, self.hands, self.bids, tongue.trusts)

    def raises(self, beliefs: Beliefs) -> Iterator[tuple[int, int]]:
        """The amounts and values that can be bet, up to a little above the likely amounts."""
        least, above = (self.standing.amount, self.standing.value) if self.standing else (1, 0)
        for value in VALUES:
            first = least if value > above else least + 1
            most = min(max(beliefs.likely(value) + _ABOVE_THE_LIKELY, first), self.most)
            for amount in range(first, most + 1):
                yield amount, value


def worth_of_calling(sight: Sight, beliefs: Beliefs) -> float:
    """The worth of calling the standing bet, in dice: minus one if it is true, otherwise another's loss."""
    if sight.standing is None:
        return -1.0
    true = beliefs.chance(sight.standing.amount, sight.standing.value)
    return (1 - true) * _gain(sight) - true


def worth_of_betting(sight: Sight, beliefs: Beliefs, amount: int, value: int, *, bluffs: bool = False) -> float:
    """The worth of a bet, in dice: it matters only if the next player calls it."""
    public = beliefs.public(amount, value)
    true = public if bluffs else beliefs.chance(amount, value)
    called = 1 / (1 + exp((public - _CALLS_BELOW) / _SPREAD))
    return called * (true * _gain(sight) - (1 - true))


def worth_of_the_turn(sight: Sight, tongue: Tongue) -> float:
    """The worth of the best bet, or of a call."""
    beliefs = sight.beliefs(tongue)
    bets = (worth_of_betting(sight, beliefs, amount, value) for amount, value in sight.raises(beliefs))
    return max(worth_of_calling(sight, beliefs) + tongue.doubts, *bets, -1.0)


def _gain(sight: Sight) -> float:
    """The worth of another seat's loss of a die: less, the more other seats there are."""
    return 1 / max(len(sight.rivals), 1)


def bet_or_call(sight: Sight, tongue: Tongue, chance: Chance) -> tuple[int, int] | None:
    """The amount and value to bet; None to call."""
    beliefs = sight.beliefs(tongue)
    bluffs = chance.random() < tongue.bluffs
    best: tuple[int, int] | None = None
    highest = worth_of_calling(sight, beliefs) + tongue.doubts if sight.standing else -2.0
    for amount, value in sight.raises(beliefs):
        worth = worth_of_betting(sight, beliefs, amount, value, bluffs=bluffs) + tongue.wavers * chance.random()
        if worth > highest or (best is None and sight.standing is None):
            best, highest = (amount, value), worth
    return best

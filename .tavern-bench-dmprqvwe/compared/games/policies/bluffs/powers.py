"""Using class abilities at Trickster's Tavern: whether an ability is worth it now, and on which die."""

from collections.abc import Sequence
from typing import Final

import msgspec

from games.policies.bluffs.bids import Die, Hand, average, strength
from games.policies.bluffs.liars import Sight, Tongue, worth_of_calling, worth_of_the_turn
from games.policies.policy import Chance
from games.trickster.cards.card import (
    AboutDice,
    Downgrade,
    Effect,
    Gain,
    Lose,
    Manual,
    Peek,
    Reroll,
    Upgrade,
    Ward,
    Wild,
    resized,
)
from games.trickster.counting import VALUES, counted

_A_DIE: Final = 1.0
"""The worth of a die beyond its strength: the game is lost with the last one."""
_A_LOOK: Final = 0.3
"""The worth of seeing another seat's die."""
_WORTH_IT: Final = 0.05
_KEPT_FOR_LATER: Final = 0.1
"""How much more wild faces must be worth now, because they could be kept for a better moment."""
_SAFE: Final = 0.75
"""An own bet that is this likely needs no help."""
_IN_DOUBT: Final = 0.2
"""A bet is in doubt if the worth of a call is this close to zero."""


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """What an ability is used on: another seat, or one of its or one's own dice, if there is a choice."""

    target: str | None = None
    n: int | None = None


def aim(sight: Sight, ability: Manual, aims: Sequence[Aim], tongue: Tongue, chance: Chance) -> Aim | None:
    """The one of `aims` for which an ability is worth most now; None if using it is not worth it."""
    if chance.random() >= tongue.uses:
        return None
    best: Aim | None = None
    highest = _WORTH_IT
    for one in aims:
        worth = sum(_worth(sight, effect, one, tongue) for effect in ability.effects)
        if worth > highest:
            best, highest = one, worth
    return best


def weakest(hand: Hand) -> int:
    """The die that the owner can spare most easily."""
    return min(range(len(hand)), key=lambda n: strength(hand[n][0], hand[n][1]))


def _worth(sight: Sight, effect: Effect, aim: Aim, tongue: Tongue) -> float:
    """Roughly what an effect gains. Another seat's loss is worth less, the more other seats there are."""
    match effect:
        case Gain(die=size, count=count):
            return count * (_A_DIE + strength(size))
        case Wild():
            return _worth_of_wild(sight, effect, tongue)
        case Ward():
            return 0.0
        case _:
            whose = _whose(sight, effect, aim)
            mine = whose == sight.mine
            if whose is None or (whose in sight.warded and not mine):
                return 0.0
            share = 1.0 if mine else -1 / max(len(sight.rivals), 1)
            return sum(
                _change(sight, effect, whose, die, tongue) * (1.0 if isinstance(effect, Peek | Reroll) else share)
                for die in _which(sight.hands.get(whose, ()), effect, aim)
            )


def _change(sight: Sight, effect: AboutDice, whose: str, die: Die, tongue: Tongue) -> float:
    """The worth of a change to the die's owner; of a look or another roll, to the seat that causes it."""
    size, wild, face = die
    match effect:
        case Lose():
            return -_A_DIE - strength(size, wild)
        case Upgrade(levels=levels) | Downgrade(levels=levels):
            other = resized(size, levels if isinstance(effect, Upgrade) else -levels)
            before = strength(size, wild)
            return -_A_DIE - before if other is None else strength(other, wild) - before
        case Peek():
            return _A_LOOK * strength(size, wild) if face is None else 0.0
        case Reroll():
            return _worth_of_rolling(sight, whose, die, tongue)


def _worth_of_rolling(sight: Sight, whose: str, die: Die, tongue: Tongue) -> float:
    """Rolling one's own die again may help one's strongest value; rolling the bettor's may help a call in doubt."""
    size, wild, face = die
    if whose == sight.mine:
        value = max(VALUES, key=lambda one: _held(sight.own, one))
        return average([(size, wild, None)], value) - (counted(size, face, value, wild) if face else 0.0)
    bid = sight.standing
    if bid is None or bid.seat != whose or len(sight.hands[whose]) < 1:
        return 0.0
    doubt = worth_of_calling(sight, sight.beliefs(tongue))
    return 0.1 if abs(doubt) < _IN_DOUBT else 0.0


def _worth_of_wild(sight: Sight, effect: Wild, tongue: Tongue) -> float:
    """Wild faces make bets true: they save one's own bet, or allow a better one on one's turn."""
    after = _with_wild(sight, effect)
    bid = sight.standing
    if bid is not None and bid.seat == sight.mine:
        before = sight.beliefs(tongue).chance(bid.amount, bid.value)
        then = after.beliefs(tongue).chance(bid.amount, bid.value)
        return then - before - _KEPT_FOR_LATER if before < _SAFE else 0.0
    if not sight.asked:
        return 0.0
    return worth_of_the_turn(after, tongue) - worth_of_the_turn(sight, tongue) - _KEPT_FOR_LATER


def _with_wild(sight: Sight, effect: Wild) -> Sight:
    def changed(seat: str, die: Die) -> Die:
        size, wild, face = die
        holds = effect.of == "all" or seat == sight.mine
        return (size, wild | set(effect.faces), face) if holds and size in (effect.sizes or (size,)) else die

    hands = {seat: tuple(changed(seat, die) for die in hand) for seat, hand in sight.hands.items()}
    return msgspec.structs.replace(sight, hands=hands)


def _held(hand: Hand, value: int) -> int:
    return sum(counted(size, face, value, wild) for size, wild, face in hand if face is not None)


def _whose(sight: Sight, effect: AboutDice, aim: Aim) -> str | None:
    match effect.of:
        case "own":
            return sight.mine
        case "chosen":
            return aim.target
        case "next":
            return sight.rivals[0] if sight.rivals else None
        case "previous":
            return sight.rivals[-1] if sight.rivals else None
        case _:
            return None


def _which(hand: Hand, effect: AboutDice, aim: Aim) -> Sequence[Die]:
    if not hand:
        return []
    match effect.die:
        case "chosen":
            return [hand[aim.n]] if aim.n is not None else []
        case "all":
            return hand
        case "smallest":
            return [min(hand, key=lambda die: int(die[0][1:]))]
        case _:
            return [max(hand, key=lambda die: int(die[0][1:]))]

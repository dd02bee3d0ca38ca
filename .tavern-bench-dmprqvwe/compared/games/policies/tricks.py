"""Tricks where cheating is on: whether to cheat, which seat to denounce and whose set to inspect.

A cheat is worth its gain if nobody notices it, less the risk of being denounced. The chance of being noticed is exact
for the House, whose Perception is an option. A seat never sees the sheets of others; they are assumed to have no bonus.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

import msgspec

from events.character import NOBODY_SPECIAL
from events.gaming_sets import MARKED_CARDS, SetKind
from games.mechanics.tricks.game import CLOSING, IN_THE_CUP
from games.mechanics.tricks.sets import COMMON, modifier
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, values
from projections.views import SetView

_D20: Final = range(1, 21)


class Boldness(msgspec.Struct, frozen=True, kw_only=True):
    """How a player cheats, and deals with cheats. All numbers but `fear` are chances, from 0 to 1.

    `cheats`: how often it considers a cheat that is worth the risk. `fear`: by how much it multiplies the loss of a
    denounced cheater before weighing it against the gain; 0 ignores it. `denounces`: how often it denounces a cheat
    that it has noticed, at each opportunity. `inspects`: how often, when it is asked, it inspects a set that looks
    common.
    """

    cheats: float = 0.0
    fear: float = 1.0
    denounces: float = 1.0
    inspects: float = 0.0


HONEST: Final = Boldness()
CAUTIOUS: Final = Boldness(denounces=0.6, inspects=0.02)
RECKLESS: Final = Boldness(cheats=0.35, fear=0.25, denounces=0.5)
CARD_SHARP: Final = Boldness(cheats=0.9, fear=0.7, denounces=0.9, inspects=0.06)
BULLY: Final = Boldness(cheats=0.12, fear=0.6, inspects=0.03)
DRUNKARD: Final = Boldness(cheats=0.1, fear=0.0, denounces=0.3, inspects=0.005)


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """The prospect of cheating with die `n`. `gain`: how much it raises the chance to win if nobody notices, from 0 to
    1. `stake`: the chance to win without it, which a denounced cheater forfeits."""

    n: int
    gain: float
    stake: float


Prospects = Callable[[Position, Sequence[int]], Iterable[Prospect]]
"""A game's prospects of cheating with each of these dice; those without gain may be left out."""


def nothing_promised(position: Position, ns: Sequence[int]) -> Iterable[Prospect]:
    """The prospects of a player that never cheats."""
    return ()


def with_tricks(
    player: Player,
    boldness: Boldness = HONEST,
    prospects: Prospects = nothing_promised,
    *,
    kind: SetKind = "dice",
    loads: Mapping[str, int] = MappingProxyType({}),
) -> Player:
    """A player that first answers questions about tricks, and otherwise plays as `player` does."""

    def play(position: Position, chance: Chance) -> Choice | None:
        tricks = answer(position, chance, boldness=boldness, prospects=prospects, kind=kind, loads=loads)
        return tricks or player(position, chance)

    return play


def answer(
    position: Position,
    chance: Chance,
    *,
    boldness: Boldness,
    prospects: Prospects = nothing_promised,
    kind: SetKind = "dice",
    loads: Mapping[str, int] = MappingProxyType({}),
) -> Choice | None:
    """The answer to tricks: denounce, cheat, inspect, show the dice or say nothing; None if there is none.

    `kind`: the sets that the game is played with. `loads`: the faces on which sticky dice are best loaded in it, if not
    a 1. Where cheating is off, the answer is always None, and no random number is drawn.
    """
    if getattr(position.options, "cheating", "off") != "on":
        return None
    if choice := _denounced(position, boldness, chance):
        return choice
    if not position.asked:
        return None
    if choice := (
        _loaded(position, boldness, loads)
        or _cheat(position, boldness, prospects, kind, chance)
        or _inspection(position, boldness, chance)
    ):
        return choice
    if position.question == IN_THE_CUP:
        return {"type": "show_dice"}
    return {"type": "say_nothing"} if position.question == CLOSING else None


# Denouncing, and inspecting


def _denounced(position: Position, boldness: Boldness, chance: Chance) -> Choice | None:
    for action in position.each("denounce"):
        if chance.random() < boldness.denounces:
            return {"type": "denounce", "target": chance.choice(values(action, "target"))}
    return None


def _inspection(position: Position, boldness: Boldness, chance: Chance) -> Choice | None:
    """Only sets that look common can be crooked."""
    if not boldness.inspects:
        return None
    for action in position.each("inspect"):
        common = [seat for seat in values(action, "target") if _looks_common(position, seat)]
        if common and chance.random() < boldness.inspects:
            return {"type": "inspect", "target": chance.choice(common)}
    return None


def _looks_common(position: Position, seat: str) -> bool:
    sets = position.seat(seat).sets
    return sets is msgspec.UNSET or any(one.look == COMMON for one in sets)


# Cheating


def _loaded(position: Position, boldness: Boldness, loads: Mapping[str, int]) -> Choice | None:
    """Sticky dice are loaded as the game wants them, by players that cheat at all."""
    if not loads or not boldness.cheats:
        return None
    lies = next((one.faces for one in own_sets(position) if one.set == "weighted_sticky"), None)
    if lies is None:
        return None
    for action in position.each("load_dice"):
        (die,) = values(action, "die")
        if die in loads and (lies is msgspec.UNSET or lies.get(die) != loads[die]):
            return {"type": "load_dice", "die": die, "face": loads[die]}
    return None


def _cheat(
    position: Position, boldness: Boldness, prospects: Prospects, kind: SetKind, chance: Chance
) -> Choice | None:
    """The cheat that gains most, if it is worth the risk."""
    if not boldness.cheats:
        return None
    for action in position.each("cheat"):
        best = max(prospects(position, values(action, "n")), key=lambda one: (one.gain, -one.n), default=None)
        if best is None or best.gain <= 0 or chance.random() >= boldness.cheats:
            continue
        noticed = chance_of_notice(position, kind)
        lost = boldness.fear * best.stake if position.options.caught == "forfeit" else 0.0
        if (1 - noticed) * best.gain > noticed * lost:
            return {"type": "cheat", "n": best.n}
    return None


def chance_of_notice(position: Position, kind: SetKind = "dice") -> float:
    """The chance that somebody notices if the seat cheats, in a game played with sets of this kind."""
    sheet = position.me.character or NOBODY_SPECIAL
    sleight = modifier(sheet, "sleight_of_hand", kind)
    marked = kind == "card" and any(one.set in MARKED_CARDS for one in own_sets(position))
    return _noticed(sleight, int(position.options.house_perception), len(position.rivals()), marked)


def own_sets(position: Position) -> Sequence[SetView]:
    """The seat's own sets of dice and cards, as it knows them."""
    sets = position.me.sets
    return () if sets is msgspec.UNSET else sets


@cache
def _noticed(sleight: int, house: int, others: int, advantage: bool) -> float:
    """The chance that one of `others`, without a bonus, or the House rolls higher than a Sleight of Hand check."""
    rolls = [max(first, second) for first in _D20 for second in _D20] if advantage else list(_D20)
    unseen = [_at_most(roll + sleight - house) * _at_most(roll + sleight) ** others for roll in rolls]
    return 1 - sum(unseen) / len(unseen)


def _at_most(total: int) -> float:
    """The chance that a d20 shows at most this."""
    return min(max(total, 0), len(_D20)) / len(_D20)

"""How players of hidden hands bet, bluff and read others, in any game."""

from typing import Final

import msgspec

from games.mechanics.betting import IN_CONTENTION
from games.mechanics.tricks.bluffing import CONFIDENT, READ, SEEMS, UNEASY
from games.policies.at_random import filled_in
from games.policies.policy import Chance, Choice
from games.policies.position import Position, bet_bounds, values, within
from projections.actions import Action

_WEIGHT_OF_A_HAND: Final = 0.4
"""How far a known good or poor hand of an opponent reduces the chance to win, or to lose."""
_HONEST_FACE: Final = 0.25
"""How often a bluffer shows the truth, so that bluffs are not predictable."""
_NOT_WORTH_A_READ: Final = 0.05
"""Up to this share of the pot, a call is decided without a read."""


class Nerve(msgspec.Struct, frozen=True, kw_only=True):
    """How a player bets, bluffs and reads. All but `calls_with` are shares, from 0 to 1.

    `bets_from`: the chance of winning from which it bets or raises without bluffing. `calls_with`: it calls if its
    chance of winning is at least this multiple of the pot odds. `bluffs`: how often it bets or calls with a poor hand.
    `of_the_pot`: the size of its bets, relative to the pot. `splits`: how often it proposes an equal split instead of
    checking a poor hand. `feigns`: how often, on its turn, it bluffs an opponent that it has not bluffed yet. `reads`:
    how often it reads somebody before it answers a bet. `trusts`: how far it believes others' faces.
    """

    bets_from: float
    calls_with: float
    bluffs: float
    of_the_pot: float
    splits: float
    feigns: float = 0.0
    reads: float = 0.0
    trusts: float = 0.0


TIGHT: Final = Nerve(
    bets_from=0.6, calls_with=1.15, bluffs=0.03, of_the_pot=0.5, splits=0.06, feigns=0.03, reads=0.4, trusts=0.3
)
LOOSE: Final = Nerve(
    bets_from=0.4, calls_with=0.7, bluffs=0.25, of_the_pot=0.7, splits=0.06, feigns=0.25, reads=0.1, trusts=0.8
)
WILD: Final = Nerve(
    bets_from=0.3, calls_with=0.5, bluffs=0.4, of_the_pot=1.0, splits=0.04, feigns=0.3, reads=0.1, trusts=0.4
)
PUSHING: Final = Nerve(
    bets_from=0.35, calls_with=0.85, bluffs=0.35, of_the_pot=1.0, splits=0.04, feigns=0.35, reads=0.2, trusts=0.1
)
SOUND: Final = Nerve(
    bets_from=0.55, calls_with=1.0, bluffs=0.12, of_the_pot=0.6, splits=0.04, feigns=0.2, reads=0.7, trusts=0.3
)


# Betting


def price_of_calling(position: Position) -> float:
    """The cost of a call, as a share of the pot after it; 0 if there is nothing to call."""
    costs = [action.cost_cp for action in position.each("call")]
    return max((cost_cp / max(position.pot_cp + cost_cp, 1) for cost_cp in costs), default=0)


def bet(position: Position, nerve: Nerve, strength: float, chance: Chance) -> Choice | None:
    """A bet, a check or a fold, for a hand with this chance of winning (`strength`)."""
    bluffs = chance.random() < nerve.bluffs
    bold = strength >= nerve.bets_from or bluffs
    if position.offers("check"):
        if not bold and position.offers("propose_split") and chance.random() < nerve.splits:
            return _equal_split(position)
        return (_bet_more(position, "open", nerve, chance) if bold else None) or {"type": "check"}
    if position.offers("call"):
        # A player that answered every raise with a raise would stake its whole purse on one hand.
        if strength >= nerve.bets_from and chance.random() < strength / 2:
            return _bet_more(position, "raise", nerve, chance) or {"type": "call"}
        if strength >= nerve.calls_with * price_of_calling(position) or bluffs:
            return {"type": "call"}
    return {"type": "fold"} if position.offers("fold") else None


def _equal_split(position: Position) -> Choice:
    return {"type": "propose_split", "shares": dict.fromkeys((position.mine, *position.rivals(*IN_CONTENTION)), 1)}


def _bet_more(position: Position, kind: str, nerve: Nerve, chance: Chance) -> Choice | None:
    wanted_cp = int(position.pot_cp * nerve.of_the_pot)
    for action in position.each(kind):
        return filled_in(action, chance, amount_cp=within(bet_bounds(action), wanted_cp - wanted_cp % 100))
    return None


# Bluffing and reading


def boldest(position: Position) -> str:
    """The opponent still in that has bet most; the seat itself if there is none."""
    rivals = position.others(*IN_CONTENTION) or [position.me]
    return max(rivals, key=lambda rival: rival.details.get("paid_cp", 0)).seat


def after_a_talk(position: Position, nerve: Nerve, strength: float, chance: Chance) -> Choice | None:
    """A read or a bluff; otherwise a bet, a check or a fold, with `strength` adjusted to what the seat has learned."""
    known = adjusted(position, nerve, strength)
    return (
        _read(position, nerve, chance) or _feign(position, nerve, known, chance) or bet(position, nerve, known, chance)
    )


def adjusted(position: Position, nerve: Nerve, strength: float) -> float:
    """Roughly the chance to win, given what the seat has learned of opponents. Reads are true; faces may lie."""
    faces = {str(facts["about"]): (facts["seems"], nerve.trusts) for facts in position.facts(SEEMS)}
    read = {str(facts["about"]): (facts["seems"], 1.0) for facts in position.facts(READ) if facts["seems"]}
    learned = {**faces, **read}
    for rival in position.rivals(*IN_CONTENTION):
        seems, belief = learned.get(rival, (UNEASY, 0.0))
        moved = belief * _WEIGHT_OF_A_HAND
        strength = strength * (1 - moved) if seems == CONFIDENT else strength + (1 - strength) * moved
    return strength


def _read(position: Position, nerve: Nerve, chance: Chance) -> Choice | None:
    """A seat with a costly bet to answer reads the opponent that has bet most."""
    if price_of_calling(position) <= _NOT_WORTH_A_READ:
        return None
    for action in position.each("read"):
        if chance.random() < nerve.reads:
            return _at(action, boldest(position), chance)
    return None


def _feign(position: Position, nerve: Nerve, strength: float, chance: Chance) -> Choice | None:
    """Good hands want calls, and poor hands want folds."""
    for action in position.each("bluff"):
        if chance.random() < nerve.feigns:
            truly = CONFIDENT if strength >= nerve.bets_from else UNEASY
            feigned = UNEASY if truly == CONFIDENT else CONFIDENT
            seems = truly if chance.random() < _HONEST_FACE else feigned
            return _at(action, boldest(position), chance, seems=seems)
    return None


def _at(action: Action, target: str, chance: Chance, **given: str) -> Choice:
    """The action on this target or, if that is not possible, on another."""
    targets = values(action, "target")
    return filled_in(action, chance, target=target if target in targets else chance.choice(targets), **given)

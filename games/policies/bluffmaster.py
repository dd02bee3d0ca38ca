"""Playing Bluffmaster: what a hidden hand is worth, when to bluff, and which card to play on which seat."""

from functools import cache
from itertools import product
from typing import Any, Final

import msgspec

from games.bluffmaster.options import ADD, REROLL, SIDES, SUBTRACT
from games.mechanics.betting import IN_CONTENTION
from games.policies.at_random import filled_in
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, bet_bounds, values, within
from projections.actions import Action

_LOW_DIE: Final = 8
_LIKED_CARDS: Final = (ADD, SUBTRACT, REROLL)
_USES_A_CARD: Final = 0.8


class Nerve(msgspec.Struct, frozen=True, kw_only=True):
    """How a player bets. All but `calls_with` are shares, from 0 to 1.

    `bets_from`: bets or raises without bluffing from this chance of winning on. `calls_with`: calls if its chance of
    winning is at least this multiple of the pot odds. `bluffs`: how often it bets or calls with a poor hand.
    `of_the_pot`: the size of its bets, relative to the pot. `splits`: how often it proposes an equal split instead of
    checking a poor hand.
    """

    bets_from: float
    calls_with: float
    bluffs: float
    of_the_pot: float
    splits: float


TIGHT: Final = Nerve(bets_from=0.6, calls_with=1.15, bluffs=0.03, of_the_pot=0.5, splits=0.06)
LOOSE: Final = Nerve(bets_from=0.4, calls_with=0.7, bluffs=0.25, of_the_pot=0.7, splits=0.06)
WILD: Final = Nerve(bets_from=0.3, calls_with=0.5, bluffs=0.4, of_the_pot=1.0, splits=0.04)
PUSHING: Final = Nerve(bets_from=0.35, calls_with=0.85, bluffs=0.35, of_the_pot=1.0, splits=0.04)
SOUND: Final = Nerve(bets_from=0.55, calls_with=1.0, bluffs=0.12, of_the_pot=0.6, splits=0.04)


@cache
def beats_one(total: int, dice: int) -> float:
    """The chance that a total beats that of another seat with as many dice. A tie counts half."""
    totals = [sum(faces) for faces in product(range(1, SIDES + 1), repeat=dice)]
    return sum((total > other) + (total == other) / 2 for other in totals) / len(totals)


def player(nerve: Nerve) -> Player:
    """A player with this nerve."""

    def play(position: Position, chance: Chance) -> Choice | None:
        if position.offers("agree"):
            return {"type": "agree" if _is_fair(position) else "refuse_split"}
        if not position.asked:
            return None
        if position.offers("choose_card"):
            cards = values(position.each("choose_card")[0], "ability")
            return {"type": "choose_card", "ability": chance.choice(cards)}
        if position.offers("use_none"):
            return _ability(position, chance)
        return bet(position, nerve, _strength(position), chance)

    return play


def _is_fair(position: Position) -> bool:
    """Whether the proposed share is no less than an equal or the expected one; out of the hand, anything is fair.

    A seat that is to play on lets others go with no more than an equal share each.
    """
    if position.me.status not in IN_CONTENTION:
        return True
    proposal: dict[str, Any] = position.details.get("proposal") or {}
    shares: dict[str, int] = proposal.get("shares", {})
    own, parts = shares.get(position.mine, 0), sum(shares.values())
    leaving: list[str] | None = proposal.get("leaving")
    if leaving is not None and position.mine not in leaving:
        taken, rivals = sum(shares.get(seat, 0) for seat in leaving), position.rivals(*IN_CONTENTION)
        return taken * (1 + len(rivals)) <= parts * sum(seat in rivals for seat in leaving)
    return own * (1 + len(position.rivals(*IN_CONTENTION))) >= parts and own >= _strength(position) * parts


def _strength(position: Position) -> float:
    faces = [die.face or 0 for die in position.me.dice]
    total = position.me.total if position.me.total is not None else sum(faces)
    return beats_one(total, max(len(faces), 1)) ** max(len(position.rivals(*IN_CONTENTION)), 1)


def price_of_calling(position: Position) -> float:
    """What a call costs, as a share of the pot with it; 0 if there is nothing to call."""
    costs = [action.cost_cp for action in position.each("call")]
    return max((cost_cp / max(position.pot_cp + cost_cp, 1) for cost_cp in costs), default=0)


def bet(position: Position, nerve: Nerve, strength: float, chance: Chance) -> Choice | None:
    """A bet, a check or a fold, for a hand that wins with the chance `strength`."""
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


def _ability(position: Position, chance: Chance) -> Choice:
    """Re-roll a low die of its own; otherwise add to its own total, or subtract from the seat that has bet most."""
    offered = {ability: action for action in position.each("use_ability") for ability in values(action, "ability")}
    usable = [card for card in _LIKED_CARDS if card in offered]
    low = [die.n for die in position.me.dice if die.face is not None and die.face <= _LOW_DIE]
    if REROLL in usable and low:
        return _used(offered[REROLL], REROLL, position.me.seat, chance, n=low[0])
    changing = [card for card in usable if card != REROLL]
    if not changing or chance.random() >= _USES_A_CARD:
        return {"type": "use_none"}
    card = chance.choice(changing)
    return _used(offered[card], card, position.me.seat if card == ADD else _boldest(position), chance)


def _boldest(position: Position) -> str:
    rivals = position.others(*IN_CONTENTION) or [position.me]
    return max(rivals, key=lambda rival: rival.details.get("paid_cp", 0)).seat


def _used(action: Action, ability: str, target: str, chance: Chance, **given: int) -> Choice:
    return filled_in(action, chance, ability=ability, target=target, **given)

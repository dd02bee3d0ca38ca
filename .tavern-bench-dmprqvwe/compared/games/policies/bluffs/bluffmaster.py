"""Playing Bluffmaster: what a hidden hand is worth, and which card to play on which seat."""

from functools import cache
from itertools import product
from typing import Any, Final

from games.bluffmaster.options import ADD, REROLL, SIDES, SUBTRACT
from games.mechanics.betting import IN_CONTENTION
from games.policies.at_random import filled_in
from games.policies.bluffs.nerve import Nerve, after_a_talk, boldest
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, values
from projections.actions import Action

_LOW_DIE: Final = 8
_LIKED_CARDS: Final = (ADD, SUBTRACT, REROLL)
_USES_A_CARD: Final = 0.8


@cache
def beats_one(total: int, dice: int) -> float:
    """The chance that a total beats another seat's with as many dice. A tie counts half."""
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
        return after_a_talk(position, nerve, _strength(position), chance)

    return play


def _is_fair(position: Position) -> bool:
    """Whether the proposed share is at least an equal one, or the expected one; outside the hand, any share is fair.

    A seat that is to play on lets others go with at most an equal share each.
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
    return _used(offered[card], card, position.me.seat if card == ADD else boldest(position), chance)


def _used(action: Action, ability: str, target: str, chance: Chance, **given: int) -> Choice:
    return filled_in(action, chance, ability=ability, target=target, **given)

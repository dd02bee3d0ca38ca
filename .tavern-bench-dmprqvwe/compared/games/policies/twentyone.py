"""Playing Tavern Twenty-One, under any house rules, with a player's manner.

Decisions follow the offers, which differ by house rules. Only the risks of cheats and accusations cannot be seen there.
"""

from collections.abc import Mapping
from typing import Any, Final

from events.character import NOBODY_SPECIAL
from games.policies import cheating, prospects, suspicion
from games.policies.at_random import filled_in
from games.policies.cheating import Risks
from games.policies.manners import Manner
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, bet_bounds, values, within
from games.twentyone.options import SIDES
from games.twentyone.state import IN_CONTENTION
from projections.actions import Action
from projections.views import SeatView

_AVERAGE_D10: Final = 5.5
_MOST_HALF_ANTES: Final = 400
"""Larger pots are treated as if they were this size."""
_GOOD_ENOUGH_TO_BACK: Final = 18
_WORTH_KEEPING: Final = 17
"""A total worth protecting: the player resists a Goad, and declines a free re-roll."""
_EARLY_FOLD: Final = 0.5
"""The worth of an early fold, in half antes. It returns one, but others may fold too, which the worth of
playing on ignores."""
_OUT_OF_TURN: Final = 0.2
"""Scales side bets down out of turn, where every action of any seat is another occasion to bet."""
_SIDE_BETS: Final = (1, 1, 1, 2, 3)
"""The sizes of side bets, as multiples of the minimum; drawn at random."""


def player(manner: Manner, rules: Risks) -> Player:
    """A player with this manner, under these house rules."""

    def play(position: Position, chance: Chance) -> Choice | None:
        accusing = suspicion.accusation(position, rules, manner.suspect, chance)
        if accusing is not None:
            return accusing
        if not position.asked:
            return _side_bet(position, manner.side_bet * _OUT_OF_TURN, chance)
        return _answer(position, rules, manner, chance)

    return play


def _answer(position: Position, rules: Risks, manner: Manner, chance: Chance) -> Choice | None:
    """Look only at the offers for this question, so that the others need not be listed."""
    match position.question:
        case "turn" if position.offers("roll"):
            skill = _skill(position, manner, chance) or _side_bet(position, manner.side_bet, chance)
            return skill or _main_action(position, manner, chance)
        case "one_more":
            return _main_action(position, manner, chance)
        case "cut" if _would_cut(position):
            return {"type": "cut"}
        case "cheat" if position.offers("cheat"):
            return cheating.cheat(position, rules, manner.cheat, chance) or {"type": "let_it_be"}
        case "retaliation":
            return _retaliation(position, manner, chance)
        case "goad" if position.offers("resist") and own_total(position.me) >= _WORTH_KEEPING:
            return {"type": "resist"}
        case "free_reroll" if own_total(position.me) < _WORTH_KEEPING:
            return _free_reroll(position)
        case _:
            return next(({"type": answer} for answer in ("let_it_be", "pass") if position.offers(answer)), None)


def _free_reroll(position: Position) -> Choice:
    """Re-roll the seat's own die with the lowest face for its sides."""
    dice: list[int] = values(position.each("reroll")[0], "n")
    return {"type": "reroll", "n": min(dice, key=lambda n: _face_share(position.me, n))}


def _would_cut(position: Position) -> bool:
    """A cut re-rolls the hole die, which is more likely to rise if it is below average."""
    return any(die.hole and die.face is not None and die.face < _AVERAGE_D10 for die in position.me.dice)


def own_total(seat: SeatView) -> int:
    """A seat's total as far as the viewer can know it. A hidden die counts as its average."""
    if seat.total is not None:
        return seat.total
    return round(sum(_counts(die.face, die.details, die.die) for die in seat.dice if die.place != "hand"))


def _counts(face: int | None, details: Mapping[str, Any], die: str) -> float:
    if details.get("counts") is not None:
        return float(details["counts"])
    return (SIDES[die] + 1) / 2 if face is None else face


def _main_action(position: Position, manner: Manner, chance: Chance) -> Choice | None:
    """Hold, fold, or buy the die that is worth most."""
    total = own_total(position.me)
    ante_cp = int(getattr(position.options, "ante_cp", 0)) or 1
    pot = min(2 * position.pot_cp // ante_cp, _MOST_HALF_ANTES)
    costs = _costs(position, ante_cp)
    costs = {die: cost for die, cost in costs.items() if die not in manner.shuns} or costs
    prices = tuple((SIDES[die], cost) for die, cost in costs.items())
    stakes = prospects.Stakes(len(position.rivals(*IN_CONTENTION)), pot, prices)
    foreseen = _foreseen(position)
    worth = {die: _worth(die, cost, foreseen.get(die), total, stakes, manner.fear) for die, cost in costs.items()}
    best = max(worth, key=lambda die: worth[die])
    leaving = _early_fold_worth(position)
    holding = prospects.worth_of_holding(total, stakes)
    if position.question == "one_more":
        return {"type": "let_it_be"} if holding >= worth[best] else _bought(position, best, manner, chance)
    if position.offers("hold"):
        if max(holding, leaving) >= worth[best]:
            return {"type": "hold" if holding >= leaving else "fold"}
    elif position.offers("fold") and (worth[best] < leaving or _gives_up(total, best, manner, chance)):
        return {"type": "fold"}
    return _bought(position, best, manner, chance)


def _gives_up(total: int, die: str, manner: Manner, chance: Chance) -> bool:
    """Whether a player that must roll, and could go bust, folds instead."""
    return prospects.bust_chance(total, SIDES[die]) > 0 and chance.random() < manner.quits


def _costs(position: Position, ante_cp: int) -> dict[str, int]:
    """The price of each die, in half antes; 0 if it can only be put on the tab."""
    costs: dict[str, int] = {}
    for action in position.each("roll"):
        for die in values(action, "die"):
            costs[die] = max(costs.get(die, 0), 2 * action.cost_cp // ante_cp)
    return costs


def _worth(die: str, cost: int, foreseen: str | int | None, total: int, stakes: prospects.Stakes, fear: float) -> float:
    sides = SIDES[die]
    if foreseen is None:
        busts = float(prospects.bust_chance(total, sides))
        return prospects.worth_of_die(total, sides, cost, stakes) - fear * stakes.pot * busts
    totals = [prospects.total_after(total, sides, face) for face in _faces(foreseen, sides)]
    busts = sum(after > prospects.HIGHEST for after in totals) / len(totals)
    return prospects.worth_among(totals, stakes) - cost - fear * stakes.pot * busts


def _foreseen(position: Position) -> Mapping[str, Any]:
    """What Foresight just showed about the next die of each kind. It is valid for the rest of the seat's turn."""
    skills = position.me.details.get("skills_used")
    if not skills or skills[-1] != "foresight" or not position.refused_for("goad", "one_skill_a_turn"):
        return {}
    return next(position.facts("foresight"), None) or {}


def _faces(shown: str | int, sides: int) -> list[int]:
    if isinstance(shown, int):
        return [shown]
    return [face for face in range(1, sides + 1) if (2 * face > sides) == (shown == "HIGH")]


def _early_fold_worth(position: Position) -> float:
    """The worth of folding, in half antes; 0 once the seat has bought a die or used a skill."""
    details = position.me.details
    untouched = not details.get("bought") and not details.get("skills_used") and position.phase == "betting"
    return _EARLY_FOLD if position.offers("fold") and untouched else 0.0


def _bought(position: Position, die: str, manner: Manner, chance: Chance) -> Choice:
    ways = [action for action in position.each("roll") if die in values(action, "die")]
    by_drinking = [action for action in ways if "drinks" in values(action, "pay")]
    with_coins = [action for action in ways if action not in by_drinking]
    if by_drinking and (not with_coins or chance.random() < manner.drink):
        return filled_in(chance.choice(by_drinking), chance, die=die, pay="drinks")
    return filled_in(chance.choice(with_coins), chance, die=die, pay="coins")


def _skill(position: Position, manner: Manner, chance: Chance) -> Choice | None:
    likings = {"goad": manner.goad, "bump": manner.bump, "profile": manner.profile, "foresight": manner.foresee}
    for skill in [skill for skill in likings if position.offers(skill)]:
        if chance.random() < likings[skill]:
            return _used(position, skill, chance)
    return None


def _used(position: Position, skill: str, chance: Chance) -> Choice:
    """Goad or bump the seat that is most likely ahead; profile any."""
    offered = position.each(skill)
    action = chance.choice(offered)
    targets: dict[str, Action] = {target: offer for offer in offered for target in values(offer, "target")}
    if not targets or skill == "profile":
        return filled_in(action, chance)
    foremost = max(sorted(targets), key=lambda target: own_total(position.seat(target)))
    action = targets[foremost]
    if skill == "bump":
        return filled_in(action, chance, target=foremost, n=_best_die(position.seat(foremost), action))
    skills: list[str] = values(action, "skill")
    return filled_in(
        action, chance, target=foremost, skill=max(skills, key=(position.me.character or NOBODY_SPECIAL).skill)
    )


def _best_die(seat: SeatView, action: Action) -> int:
    """The die that a seat would miss most: the one with the highest face for its sides."""
    dice: list[int] = values(action, "n")
    return max(dice, key=lambda n: _face_share(seat, n))


def _face_share(seat: SeatView, n: int) -> float:
    die = seat.dice[n]
    return 0.5 if die.face is None else die.face / SIDES[die.die]


def _retaliation(position: Position, manner: Manner, chance: Chance) -> Choice:
    (action, *_) = position.each("retaliate")
    waiting: dict[str, str] | None = position.details.get("retaliation")
    if waiting is None or chance.random() >= manner.strike_back:
        return filled_in(action, chance)
    return filled_in(action, chance, n=_best_die(position.seat(waiting["seat"]), action))


def _side_bet(position: Position, readiness: float, chance: Chance) -> Choice | None:
    offered = position.each("side_bet")
    if not offered or chance.random() >= readiness:
        return None
    action = offered[0]
    backed: list[str] = sorted(values(action, "target"))
    if not backed:
        return None
    target = max(backed, key=lambda seat: prospects.beats(own_total(position.seat(seat)), 1))
    if position.mine in backed and own_total(position.me) >= _GOOD_ENOUGH_TO_BACK:
        target = position.mine
    amount = bet_bounds(action)
    return filled_in(action, chance, target=target, amount_cp=within(amount, amount.min * chance.choice(_SIDE_BETS)))

"""Playing Tavern Twenty-One, in any of its editions, with a player's manner.

Decisions follow the offers, so the same code plays editions that offer more or less. Only the risks of cheats and
accusations come from the house rules.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, cast

from events.character import NOBODY_SPECIAL
from games.policies import cheating, prospects, suspicion
from games.policies.at_random import filled_in
from games.policies.manners import Manner
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, bounds, numbers, values, within
from games.policies.risks import Risks
from games.twentyone.options import SIDES
from games.twentyone.state import IN_CONTENTION
from projections.actions import Action
from projections.views import SeatView

_FIRST_BOUGHT: Final = 2
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
    """Look only at the offers that the question makes relevant, so that the others need not be listed."""
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
            return filled_in(position.each("reroll")[0], chance, n=_poorest_die(position))
        case _:
            return _settled(position)


def _settled(position: Position) -> Choice | None:
    for settling in ("let_it_be", "pass"):
        if position.offers(settling):
            return {"type": settling}
    return None


def _poorest_die(position: Position) -> int:
    """The seat's own die with the lowest face for its sides."""
    dice = numbers(position.each("reroll")[0], "n")
    return min(dice, key=lambda n: _face_share(position.me, n))


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
    total, rivals = own_total(position.me), len(position.rivals(*IN_CONTENTION))
    ante_cp = _ante_cp(position)
    pot = min(2 * position.pot_cp // ante_cp, _MOST_HALF_ANTES)
    costs = _costs(position, ante_cp)
    costs = {die: cost for die, cost in costs.items() if die not in manner.shuns} or costs
    prices = tuple((SIDES[die], cost) for die, cost in costs.items())
    foreseen = _foreseen(position)
    worth = {die: _worth(die, cost, foreseen, total, rivals, pot, prices, manner.fear) for die, cost in costs.items()}
    best = max(worth, key=lambda die: worth[die])
    leaving = _early_fold_worth(position)
    holding = prospects.beats(total, rivals) * pot
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
    return _bust_chance(total, SIDES[die]) > 0 and chance.random() < manner.quits


def _costs(position: Position, ante_cp: int) -> dict[str, int]:
    """The price of each die, in half antes; 0 if it can only be put on the tab."""
    costs: dict[str, int] = {}
    for action in position.each("roll"):
        for die in values(action, "die"):
            costs[die] = max(costs.get(die, 0), 2 * action.cost_cp // ante_cp)
    return costs


def _worth(
    die: str,
    cost: int,
    foreseen: Mapping[str, Any],
    total: int,
    rivals: int,
    pot: int,
    prices: tuple[tuple[int, int], ...],
    fear: float,
) -> float:
    sides = SIDES[die]
    if die in foreseen:
        totals = [prospects.total_after(total, sides, face) for face in _faces(foreseen[die], sides)]
        busts = sum(after > prospects.HIGHEST for after in totals) / len(totals)
        return prospects.worth_among(totals, rivals, pot, prices) - cost - fear * pot * busts
    worth = prospects.worth_of_die(total, sides, cost, rivals, pot, prices)
    return worth - fear * pot * _bust_chance(total, sides)


@cache
def _bust_chance(total: int, sides: int) -> float:
    return float(prospects.bust_chance(total, sides))


def _foreseen(position: Position) -> Mapping[str, Any]:
    """What Foresight just showed about the next die of each kind. It is valid for the rest of the seat's turn."""
    skills = position.me.details.get("skills_used")
    if not skills or skills[-1] != "foresight" or not position.refused_for("goad", "one_skill_a_turn"):
        return {}
    for facts in position.facts("foresight"):
        return facts
    return {}


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
    ways = [(action, pay) for action in position.each("roll") if die in values(action, "die") for pay in _pays(action)]
    by_drinking = [way for way in ways if way[1] == "drinks"]
    with_coins = [way for way in ways if way[1] != "drinks"]
    drinks = by_drinking and (not with_coins or chance.random() < manner.drink)
    action, pay = chance.choice(by_drinking if drinks else with_coins)
    return filled_in(action, chance, die=die, **({"pay": pay} if pay else {}))


def _pays(action: Action) -> list[str]:
    return values(action, "pay") or [""]


def _skill(position: Position, manner: Manner, chance: Chance) -> Choice | None:
    likings = {"goad": manner.goad, "bump": manner.bump, "profile": manner.profile, "foresight": manner.foresee}
    for skill in [skill for skill in likings if position.offers(skill)]:
        if chance.random() < likings[skill]:
            return _used(position, skill, chance)
    return None


def _used(position: Position, skill: str, chance: Chance) -> Choice:
    action = chance.choice(position.each(skill))
    targets = {target for offered in position.each(skill) for target in values(offered, "target")}
    if not targets:
        return filled_in(action, chance)
    if skill == "profile":
        return filled_in(action, chance)
    foremost = max(sorted(targets), key=lambda target: own_total(position.seat(target)))
    action = next(offered for offered in position.each(skill) if foremost in values(offered, "target"))
    if skill == "bump":
        return filled_in(action, chance, target=foremost, n=_best_die(position.seat(foremost), numbers(action, "n")))
    given = {"skill": _best_goad_skill(position, action)} if "skill" in action.params else {}
    return filled_in(action, chance, target=foremost, **given)


def _best_goad_skill(position: Position, action: Action) -> str:
    sheet = position.me.character or NOBODY_SPECIAL
    return max(cast("list[str]", values(action, "skill")), key=sheet.skill)


def _best_die(seat: SeatView, among: list[int]) -> int:
    """The die that a seat would miss most: the one with the highest face for its sides."""
    return max(among, key=lambda n: _face_share(seat, n))


def _face_share(seat: SeatView, n: int) -> float:
    die = seat.dice[n]
    return 0.5 if die.face is None else die.face / SIDES[die.die]


def _retaliation(position: Position, manner: Manner, chance: Chance) -> Choice:
    (action, *_) = position.each("retaliate")
    dice = numbers(action, "n")
    waiting: dict[str, str] | None = position.details.get("retaliation")
    bumper = waiting["seat"] if waiting else None
    if bumper is None or chance.random() >= manner.strike_back:
        return filled_in(action, chance)
    return filled_in(action, chance, n=_best_die(position.seat(bumper), dice))


def _side_bet(position: Position, readiness: float, chance: Chance) -> Choice | None:
    offered = position.each("side_bet")
    if not offered or chance.random() >= readiness:
        return None
    action = offered[0]
    backed, amount = values(action, "target"), bounds(action, "amount_cp")
    if not backed or amount is None:
        return None
    me = position.me.seat
    if me in backed and own_total(position.me) >= _GOOD_ENOUGH_TO_BACK:
        target = me
    else:
        target = max(sorted(backed), key=lambda seat: _win_chance(position.seat(seat)))
    wanted = amount.min * chance.choice(_SIDE_BETS)
    return filled_in(action, chance, target=target, amount_cp=within(amount, wanted))


def _win_chance(seat: SeatView) -> float:
    return prospects.beats(own_total(seat), 1)


def _ante_cp(position: Position) -> int:
    ante_cp = getattr(position.options, "ante_cp", 0)
    return int(ante_cp) or 1

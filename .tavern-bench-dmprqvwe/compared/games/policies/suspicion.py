"""Which seat to accuse at Twenty-One, if it pays: a known cheat or, on a feeling, one close to 21."""

from collections.abc import Sequence
from typing import Final

from games.policies import prospects
from games.policies.at_random import filled_in
from games.policies.cheating import Risks
from games.policies.policy import Chance, Choice
from games.policies.position import Position, values
from games.twentyone.accusing import BOUNTY_ANTES
from games.twentyone.state import IN_CONTENTION
from projections.actions import Action
from projections.views import SeatView

_SUSPICIOUS_TOTAL: Final = 20
_SUSPECTS_ON_A_FEELING: Final = 3
"""A policy trusts a feeling as if one of three dice had been cheated with."""


def accusation(position: Position, rules: Risks, readiness: float, chance: Chance) -> Choice | None:
    """An accusation if one is offered and there is a reason for it; None otherwise."""
    known = _known_cheats(position)
    in_a_staredown = position.question == "staredown"
    offered = position.each("accuse") if known or in_a_staredown else ()
    for action in offered:
        for target in values(action, "target"):
            if target in known and (found := _accused(position, rules, action, target, known[target], chance)):
                return found
    if not offered or not in_a_staredown or chance.random() >= readiness:
        return None
    return _on_a_feeling(position, rules, offered, chance)


def _known_cheats(position: Position) -> dict[str, list[int] | None]:
    """The known cheats by seat, with the dice involved; None or empty if those are unknown."""
    learned = position.facts("profile", "read_back")
    return {str(facts.get("about")): facts.get("dice") for facts in learned if facts.get("cheated")}


def _accused(
    position: Position, rules: Risks, action: Action, target: str, known: list[int] | None, chance: Chance
) -> Choice | None:
    """An accusation over one of the suspect dice, if there are few enough for it to pay."""
    seat = position.seat(target)
    dice = [n for n in known or _changeable(seat) if n in _unjudged(action, seat)]
    if not dice or not _is_worth_it(position, rules, action, seat, len(dice)):
        return None
    return filled_in(action, chance, target=target, n=chance.choice(dice))


def _changeable(seat: SeatView) -> list[int]:
    """The dice that could have been changed: the hole die, bought dice and dice re-rolled in the hand."""
    rolled_again = seat.details.get("rolled_again") or ()
    return [die.n for die in seat.dice if die.n > 0 or die.n in rolled_again]


def _unjudged(action: Action, seat: SeatView) -> list[int]:
    """The dice that can be named, except those already judged, whose verdict everybody heard."""
    judged = seat.details.get("judged") or ()
    return [n for n in values(action, "n") if n not in judged]


def _is_worth_it(position: Position, rules: Risks, action: Action, seat: SeatView, suspects: int) -> bool:
    """Whether naming one of `suspects` dice pays, if exactly one of them is the right one."""
    ante_cp = int(getattr(position.options, "ante_cp", 0))
    now, then = _chance_to_win(position, None), _chance_to_win(position, seat.seat)
    # A right accusation removes a rival, too. A false one costs the round under some house rules.
    gained_cp = min(BOUNTY_ANTES * ante_cp, seat.purse_cp) + (then - now) * position.pot_cp
    lost_cp = action.cost_cp + (now * position.pot_cp if rules.false_accusations_bust else 0)
    return gained_cp >= (suspects - 1) * lost_cp


def _chance_to_win(position: Position, without: str | None) -> float:
    """An estimate of the seat's chance to win, leaving out the seat `without` if one is given; exact in a staredown."""
    if position.me.status not in IN_CONTENTION:
        return 0.0
    total = position.me.total or 0
    others = [other for other in position.others(*IN_CONTENTION) if other.seat != without]
    if position.question != "staredown":
        return prospects.beats(total, len(others))
    theirs = [other.total or 0 for other in others]
    return 1 / (1 + theirs.count(total)) if total >= max(theirs, default=0) else 0.0


def _on_a_feeling(position: Position, rules: Risks, offered: Sequence[Action], chance: Chance) -> Choice | None:
    """Accuse a seat that bought dice and came close to 21 without a natural 20, over the die it bought last."""
    for action in offered:
        for target in values(action, "target"):
            seat = position.seat(target)
            bought = [die.n for die in seat.dice if die.n > 1 and not die.details]
            dice = [n for n in _unjudged(action, seat) if n in bought]
            close = (seat.total or 0) >= _SUSPICIOUS_TOTAL
            if dice and close and _is_worth_it(position, rules, action, seat, _SUSPECTS_ON_A_FEELING):
                return filled_in(action, chance, target=target, n=dice[-1])
    return None

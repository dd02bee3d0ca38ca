"""Whether to cheat at Twenty-One, asked with a die in the hand: what it would gain, and how likely it works.

How likely it works depends on the heat, which only the GM sees. By the current rules heat is the seat's own and starts
fresh each round, so the seat knows all that raised it. V3.0 has one heat for the table, which outlives rounds. Of that
heat a view shows:

- where it starts (an option); the rules say that each attempt adds 2 and each round takes 1 away;
- how often the seat has tried in this round, though not whether that worked, nor what it did in earlier rounds: a
  policy remembers nothing;
- which seats are known to have tried in this round or not, and which have bought dice, and so were asked;
- how many rounds were begun by V3.0, of how many in all: rounds of other games neither heat nor cool the table;
- how many rounds the seats have played, and how often somebody was caught. That is announced, and the one sure trace
  of cheats: one attempt in twenty is a fumble.

From the last point the policy guesses how often everybody, itself included, tried before, and assumes that whatever is
not known of this round goes on like that. No view shows by which game a seat's rounds were played: they are split as
the table's are, and a seat caught by the current rules counts as caught here. So the guess is too high at a table that
switches between the two games.
"""

from typing import Final

from events.character import NOBODY_SPECIAL
from games.policies import prospects
from games.policies.at_random import filled_in
from games.policies.policy import Chance, Choice
from games.policies.position import Position, numbers
from games.policies.risks import Risks
from games.twentyone.cheating import HEAT_PER_CHEAT, changed_face
from games.twentyone.state import IN_CONTENTION, SLOPPY
from games.twentyone.v3.dice import HEAT_LOST_A_ROUND
from projections.actions import Action
from projections.table import Die

_SMALLEST_GAIN: Final = 0.08
"""What a cheat must gain, as a part of the pot, so that it is thought of at all: there are accusers about."""
_FIRST_HEAT: Final = 10
_CAUGHT: Final = 1 / 15
"""How often an attempt is caught: one in twenty is fumbled, and a few are found out otherwise."""
_RAISES: Final = 19 / 20
"""How often an attempt heats: all but a natural 20."""
_SUPPOSED: Final = 0.2
"""How often somebody is supposed to try in a round, of whom nothing is known."""
_SUPPOSED_FOR: Final = 60
"""How many rounds of a seat weigh as much as what was supposed at first."""


def cheat(position: Position, rules: Risks, readiness: float, chance: Chance) -> Choice | None:
    """The cheat that gains most, if it is worth it and the seat is ready for one; None where it lets it be."""
    if chance.random() >= readiness:
        return None
    found = _best(position, rules)
    if found is None:
        return None
    action, n, change = found
    return filled_in(action, chance, n=n, change=change)


def _best(position: Position, rules: Risks) -> tuple[Action, int, int] | None:
    me = position.me
    dice: list[Die] = me.dice
    in_hand = next((die for die in dice if die.place == "hand"), None)
    before = me.total
    if before is None or (in_hand is not None and _makes_21(in_hand)):
        return None
    now = before + (in_hand.face or 0 if in_hand is not None else 0)
    rivals = len(position.rivals(*IN_CONTENTION))
    reached = [
        (prospects.beats(now + _moved(dice[n], change), rivals), -abs(change), action, n, change)
        for action in position.each("cheat")
        for n in numbers(action, "n")
        for change in numbers(action, "change")
    ]
    if not reached:
        return None
    best, _, action, n, change = max(reached, key=lambda one: one[:2])
    gain = _gain(position, rules, best, prospects.beats(now, rivals))
    return (action, n, change) if gain >= _SMALLEST_GAIN else None


def _makes_21(die: Die) -> bool:
    return die.die == "d20" and die.face == 20


def _moved(die: Die, change: int) -> int:
    """By how much a change that is offered really moves a die: it stays within its faces."""
    face = die.face or 0
    return (changed_face(die.die, face, change) or face) - face


def _gain(position: Position, rules: Risks, best: float, honest: float) -> float:
    """What trying gains on letting it be, as a part of the pot: a fumble costs the fine, and what could be won."""
    works, fumbles = _works(position, rules)
    fine_cp = rules.fumble_antes * int(getattr(position.options, "ante_cp", 0))
    return works * (best - honest) - fumbles * (honest + fine_cp / max(position.pot_cp, 1))


def _works(position: Position, rules: Risks) -> tuple[float, float]:
    """How likely a check on Sleight of Hand meets the heat, as far as the seat can guess it; and a natural 1."""
    needed = guessed_heat(position, rules) - (position.me.character or NOBODY_SPECIAL).skill("sleight_of_hand")
    works = min(max((21 - needed) / 20, 1 / 20), 19 / 20)
    if SLOPPY in position.me.conditions:
        return works**2, 1 - (19 / 20) ** 2
    return works, 1 / 20


def guessed_heat(position: Position, rules: Risks) -> float:
    """About what a seat's next cheat must meet: it is never below where heat starts, and seldom a whole number."""
    start = int(getattr(position.options, "starting_heat", _FIRST_HEAT))
    own = HEAT_PER_CHEAT * len(position.me.details.get("cheats") or ())
    if not rules.shared_heat:
        return start + own
    often = attempts_a_round(position)
    earlier = _rounds_of_seats(position) - len(position.order)
    kept = HEAT_PER_CHEAT * _RAISES * often * max(earlier, 0) - HEAT_LOST_A_ROUND * (_rounds(position) - 1)
    return start + max(kept, 0.0) + own + HEAT_PER_CHEAT * _RAISES * _tried_by_others(position, often)


def attempts_a_round(position: Position) -> float:
    """About how often a seat has tried to cheat in a round at this table, by how often somebody was caught."""
    caught = sum(position.standings[seat].caught for seat in position.order if seat in position.standings)
    supposed = _SUPPOSED * _CAUGHT * _SUPPOSED_FOR
    return (supposed + caught) / (_CAUGHT * (_SUPPOSED_FOR + _rounds_of_seats(position)))


def _rounds(position: Position) -> int:
    """How many rounds have begun here by the rules that keep the heat, this one included."""
    return int(position.details["rounds"])


def _rounds_of_seats(position: Position) -> float:
    """About how many of those the seats of this one have played, this one included."""
    played = sum(position.standings[seat].rounds for seat in position.order if seat in position.standings)
    return played * _rounds(position) / position.round


def _tried_by_others(position: Position, often: float) -> float:
    """How often others have tried in this round: as far as the seat was told, else as often as before."""
    told: dict[str, float] = {}
    for facts in position.facts("profile", "read_back"):
        if facts.get("cheated") is not None:
            dice = facts.get("dice") or ()
            told[str(facts.get("about"))] = max(len(dice), 1) if facts["cheated"] else 0
    return sum(told.get(seat.seat, often if seat.details.get("bought") else 0) for seat in position.others())

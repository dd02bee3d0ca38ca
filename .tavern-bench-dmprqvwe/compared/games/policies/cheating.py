"""Whether to cheat at Twenty-One, decided with a die in the hand: what a cheat would gain, and its odds.

The odds depend on the heat, which only the GM sees. By the current rules each seat has its own, which starts again each
round, so the seat knows everything that raised it. V3.0 has one heat for the table, which outlasts rounds. It is
estimated from its start, the seat's own attempts in this round, what the seat has learned of others, the seats that
bought dice and so were asked, the number of rounds under V3.0 (others neither heat nor cool the table), and how often
seats were caught in all their rounds.

Catches are announced, and are the only sure trace of cheats: one attempt in twenty is a fumble. They show how often a
seat tries in a round; this rate is assumed where nothing else is known. No view shows under which game a seat's rounds
were played, so they are split in the table's proportions, and a seat caught under the current rules counts as caught
here. The estimate is therefore too high at a table that switches between the two.
"""

from typing import Final

import msgspec

from events.character import NOBODY_SPECIAL
from games.policies import prospects
from games.policies.policy import Chance, Choice
from games.policies.position import Position, values
from games.twentyone.cheating import HEAT_PER_CHEAT, Cheating, changed_face
from games.twentyone.state import IN_CONTENTION, SLOPPY
from games.twentyone.v3.dice import HEAT_LOST_A_ROUND, V3Cheating
from projections.table import Die

_SMALLEST_GAIN: Final = 0.08
"""The least gain, as a share of the pot, that makes a cheat worth the risk of an accusation."""
_FIRST_HEAT: Final = 10
_CAUGHT_RATE: Final = 1 / 15
"""How often an attempt is caught: one in twenty is fumbled, and a few more are found out."""
_HEATING_RATE: Final = 19 / 20
"""How often an attempt raises the heat: always, except on a natural 20."""
_ASSUMED_RATE: Final = 0.2
"""The assumed rate of attempts in a round, for a seat of which nothing is known."""
_ASSUMED_ROUNDS: Final = 60
"""The number of observed rounds of a seat that weigh as much as the assumed rate."""


class Risks(msgspec.Struct, frozen=True, kw_only=True):
    """What a policy must know about the house rules. It infers the rest from the offers.

    `shared_heat`: the table has one heat, kept between rounds; otherwise each seat has its own, reset each round.
    `fumble_antes`: the fine for a fumble. `false_accusations_bust`: a false accusation costs the round, too.
    """

    shared_heat: bool
    fumble_antes: int
    false_accusations_bust: bool


CURRENT: Final = Risks(shared_heat=False, fumble_antes=Cheating.fumble_antes, false_accusations_bust=False)
V3: Final = Risks(shared_heat=True, fumble_antes=V3Cheating.fumble_antes, false_accusations_bust=True)


def cheat(position: Position, rules: Risks, readiness: float, chance: Chance) -> Choice | None:
    """The cheat that gains most, if it is worth the risk; None otherwise. `readiness`: how often to consider one."""
    return _best(position, rules) if chance.random() < readiness else None


def _best(position: Position, rules: Risks) -> Choice | None:
    dice: dict[int, Die] = {die.n: die for die in position.me.dice}
    in_hand = [die for die in dice.values() if die.place == "hand"]
    before = position.me.total
    if before is None or any((die.die, die.face) == ("d20", 20) for die in in_hand):
        return None
    now = before + sum(die.face or 0 for die in in_hand)
    rivals = len(position.rivals(*IN_CONTENTION))
    reached: list[tuple[float, int, Choice]] = [
        (
            prospects.beats(now + _moved(dice[n], change), rivals),
            -abs(change),
            {"type": "cheat", "n": n, "change": change},
        )
        for action in position.each("cheat")
        for n in values(action, "n")
        for change in values(action, "change")
    ]
    if not reached:
        return None
    best, _, choice = max(reached, key=lambda one: one[:2])
    return choice if _gain(position, rules, best, prospects.beats(now, rivals)) >= _SMALLEST_GAIN else None


def _moved(die: Die, change: int) -> int:
    """How far an offered change really moves a die, which stays within its faces."""
    face = die.face or 0
    return (changed_face(die.die, face, change) or face) - face


def _gain(position: Position, rules: Risks, best: float, honest: float) -> float:
    """The expected gain over honest play, as a share of the pot. A fumble costs the fine and the chance to win."""
    works, fumbles = _odds(position, rules)
    fine_cp = rules.fumble_antes * int(getattr(position.options, "ante_cp", 0))
    return works * (best - honest) - fumbles * (honest + fine_cp / max(position.pot_cp, 1))


def _odds(position: Position, rules: Risks) -> tuple[float, float]:
    """The chances that a Sleight of Hand check meets the estimated heat, and that it is a natural 1."""
    needed = guessed_heat(position, rules) - (position.me.character or NOBODY_SPECIAL).skill("sleight_of_hand")
    works = min(max((21 - needed) / 20, 1 / 20), 19 / 20)
    if SLOPPY in position.me.conditions:
        return works**2, 1 - (19 / 20) ** 2
    return works, 1 / 20


def guessed_heat(position: Position, rules: Risks) -> float:
    """An estimate of the heat that the seat's next cheat must meet: at least the starting heat, often fractional."""
    start = int(getattr(position.options, "starting_heat", _FIRST_HEAT))
    own = HEAT_PER_CHEAT * len(position.me.details.get("cheats") or ())
    if not rules.shared_heat:
        return start + own
    often = attempts_a_round(position)
    earlier = _rounds_of_seats(position) - len(position.order)
    kept = HEAT_PER_CHEAT * _HEATING_RATE * often * max(earlier, 0) - HEAT_LOST_A_ROUND * (_rounds(position) - 1)
    return start + max(kept, 0.0) + own + HEAT_PER_CHEAT * _HEATING_RATE * _tried_by_others(position, often)


def attempts_a_round(position: Position) -> float:
    """An estimate of how often a seat tries to cheat in a round at this table, from how often seats were caught."""
    caught = sum(position.standings[seat].caught for seat in position.order if seat in position.standings)
    assumed = _ASSUMED_RATE * _CAUGHT_RATE * _ASSUMED_ROUNDS
    return (assumed + caught) / (_CAUGHT_RATE * (_ASSUMED_ROUNDS + _rounds_of_seats(position)))


def _rounds(position: Position) -> int:
    """How many rounds have begun under the rules that keep the heat, including this one."""
    return int(position.details["rounds"])


def _rounds_of_seats(position: Position) -> float:
    """An estimate of how many of those the seats of this round have played in total, including this round."""
    played = sum(position.standings[seat].rounds for seat in position.order if seat in position.standings)
    return played * _rounds(position) / position.round


def _tried_by_others(position: Position, often: float) -> float:
    """How often others have tried in this round: what the seat has learned, and the estimated rate for the rest."""
    learned: dict[str, float] = {
        str(facts.get("about")): max(len(facts.get("dice") or ()), 1) if facts["cheated"] else 0
        for facts in position.facts("profile", "read_back")
        if facts.get("cheated") is not None
    }
    return sum(learned.get(seat.seat, often if seat.details.get("bought") else 0) for seat in position.others())

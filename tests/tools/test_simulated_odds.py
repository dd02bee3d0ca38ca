"""What is simulated, against what can be reckoned exactly: each bound is four standard errors of what is counted.

Seeds are fixed, so that nothing here happens by chance: a figure that leaves its bound has been changed by the code.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from typing import Any, Final

import pytest

from events.character import Character
from events.event import Event
from events.round_events import DiceThrown, DieAltered, DieRolled, DieSetDown, StatusChanged
from games.installed import CATALOGUE
from games.parts.race import PointsLost
from games.policies.farkle import nothing_chance
from games.policies.prospects import HIGHEST, bust_chance, total_after
from games.twentyone import standing
from games.twentyone.happened import DuelRolled
from tools.simulate.intervals import reach
from tools.simulate.playing import Seated, Setup, SimulatedTable
from tools.simulate.running import simulate
from tools.simulate.tally import Tally

_ERRORS: Final = 4


def a_setup(game: str, *policies: str, **options: Any) -> Setup:
    seated = [Seated(policy, Character(), policy) for policy in policies]
    return Setup(
        game=game, seated=seated, options=options, seed=b"what are the odds", most_acts=5_000, table_rounds=100
    )


def simulated(rounds: int, game: str, *policies: str, **options: Any) -> Tally:
    return simulate(a_setup(game, *policies, **options), rounds, 1, lambda rounds: None)


@cache
def entries(game: str, *policies: str, rounds: int) -> list[list[Event]]:
    """The events of each entry of so many simulated rounds, as the log has them."""
    table = SimulatedTable(CATALOGUE, a_setup(game, *policies), 0)
    for _ in range(rounds):
        table.play_round()
    return [list(CATALOGUE.codec.decode(line).events) for line in table.lines]


def within_the_errors(happened: int, chances: Sequence[Fraction]) -> bool:
    """Whether as much happened as was to be expected, of trials that each had such a chance."""
    expected = float(sum(chances))
    error = sqrt(sum(float(chance * (1 - chance)) for chance in chances))
    return abs(happened - expected) <= _ERRORS * error


Trial = tuple[int, bool]
"""What a seat had when it bought a die, and whether that die, as it fell, would bust it."""


@cache
def bought() -> dict[int, list[Trial]]:
    """All dice that were bought in some rounds, by their sides: as they fell, whatever a cheat made of them."""
    trials: dict[int, list[Trial]] = defaultdict(list)
    table = CATALOGUE.folding.blank("watched")
    for events in entries("twentyone", "reckless", "drunkard", "random", rounds=250):
        for event in events:
            if isinstance(event, DieRolled) and event.place == "hand" and event.draw is not None:
                total, sides, face = standing.total(table, event.seat), event.draw.sides, event.draw.face
                assert total is not None
                trials[sides].append((total, total + face > HIGHEST and (sides, face) != (20, 20)))
            CATALOGUE.folding.fold(table, event)
    return trials


@pytest.mark.parametrize("sides", [20, 10, 8, 6, 4])
def test_dice_fall_over_21_as_often_as_their_faces_say_at_each_total(sides: int) -> None:
    trials = bought()[sides]
    assert len(trials) > 15
    assert within_the_errors(sum(over for _, over in trials), [bust_chance(total, sides) for total, _ in trials])


def test_who_falls_over_21_and_lets_it_be_is_bust() -> None:
    """What would bust busts: told by the rules' own events, against the same reckoning."""
    table = CATALOGUE.folding.blank("watched")
    fell: dict[str, bool] = {}
    busts = 0
    for events in entries("twentyone", "reckless", "drunkard", "random", rounds=250):
        went_bust = {e.seat for e in events if isinstance(e, StatusChanged) and e.why == "above_21"}
        altered = any(isinstance(event, DieAltered) for event in events)
        for event in events:
            if isinstance(event, DieRolled) and event.place == "hand" and event.draw is not None:
                total = standing.total(table, event.seat) or 0
                fell[event.seat] = total_after(total, event.draw.sides, event.draw.face) > HIGHEST
            elif isinstance(event, DieSetDown) and not altered and table.seats[event.seat].status == "active":
                assert (event.seat in went_bust) == fell[event.seat]
                busts += fell[event.seat]
            CATALOGUE.folding.fold(table, event)
    assert busts > 50


def duel_odds(mine: int, theirs: int) -> tuple[Fraction, Fraction]:
    """How likely a seat that bought so many dice throws more than one that bought so many, and how likely as much."""
    own, other = _totals(mine), _totals(theirs)
    more = sum(own[a] * other[b] for a, b in product(own, other) if a > b)
    same = sum(own[a] * other.get(a, 0) for a in own)
    return Fraction(more), Fraction(same)


@cache
def _totals(dice: int) -> dict[int, Fraction]:
    totals = {face: Fraction(1, 20) for face in range(1, 21)}
    for _ in range(dice):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for total, chance in totals.items():
            for face in range(1, 5):
                after[total + face] += chance / 4
        totals = dict(after)
    return totals


def duels_of_two() -> Iterator[tuple[DuelRolled, DuelRolled]]:
    for events in entries("twentyone", "cautious", "cautious", "cautious", rounds=400):
        throws = [event for event in events if isinstance(event, DuelRolled)]
        if len(throws) >= 2 and len({throw.seat for throw in throws}) == 2:
            yield throws[0], throws[1]


def test_duels_are_won_as_often_as_their_dice_say() -> None:
    duels = list(duels_of_two())
    odds = [duel_odds(len(one.draws) - 1, len(other.draws) - 1) for one, other in duels]

    assert len(duels) > 50
    assert within_the_errors(sum(one.total > other.total for one, other in duels), [more for more, _ in odds])
    assert within_the_errors(sum(one.total == other.total for one, other in duels), [same for _, same in odds])


def test_duel_odds_are_known() -> None:
    """With as many dice each, a tie of the d20 alone is one in twenty; a die more than the other is worth a lot."""
    assert duel_odds(0, 0) == (Fraction(19, 40), Fraction(1, 20))
    assert duel_odds(1, 0)[0] > Fraction(58, 100)


@pytest.mark.parametrize(
    ("policy", "edge"),
    [("flat", Fraction(1, 6)), ("best_play", Fraction(1, 6))],
)
def test_the_edge_of_middle_s_7_is_a_sixth_on_higher_and_lower(policy: str, edge: Fraction) -> None:
    """Fifteen of 36 throws win, and give the bet back double."""
    _assert_edge(simulated(2_000, "middles-seven", policy), float(edge))


def between(first: int, second: int) -> int:
    return max(abs(first - second) - 1, 0)


def mountains_edge(more: Any) -> float:
    """The House's edge, where `more(between)` buy-ins are bet on top: exactly, over all its cards and the seat's."""
    staked = gained = Fraction(0)
    for first, second in product(range(1, 9), repeat=2):
        cards = between(first, second)
        stake = 1 + (more(cards) if cards else 0)
        staked += stake
        gained += stake - 2 * stake * Fraction(cards, 8)
    return float(gained / staked)


def test_the_edge_of_mountains_is_that_of_all_its_cards() -> None:
    """A flat bettor wins with 112 of 512 cards; three buy-ins on top of good cards do not make up for it."""
    assert mountains_edge(lambda cards: 0) == pytest.approx(1 - 2 * 112 / 512)
    _assert_edge(simulated(2_500, "mountains", "flat"), mountains_edge(lambda cards: 0))
    _assert_edge(simulated(2_500, "mountains", "best_play"), mountains_edge(lambda cards: 3 if cards > 4 else 0))


def _assert_edge(tally: Tally, exact: float) -> None:
    found = tally.edge.estimate()
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    error = (found.high - found.low) / 2 / reach(found.tables - 1)
    assert error < 0.05
    assert abs(found.value - exact) <= _ERRORS * error


def test_throws_of_farkle_score_nothing_as_often_as_they_should() -> None:
    thrown: dict[int, list[bool]] = defaultdict(list)
    for events in entries("farkle", "greedy", "reckless", rounds=6):
        for event in events:
            if isinstance(event, DiceThrown):
                thrown[len(event.ns)].append(any(isinstance(other, PointsLost) for other in events))

    assert {dice for dice, lost in thrown.items() if len(lost) > 20} >= {2, 3, 4, 5, 6}
    for dice, lost in thrown.items():
        assert within_the_errors(sum(lost), [nothing_chance(dice)] * len(lost))


def test_nobody_busts_at_11_or_less_and_a_20_on_the_d20_makes_21() -> None:
    for sides in (10, 8, 6, 4):
        assert bust_chance(HIGHEST - sides, sides) == 0
    assert bust_chance(HIGHEST, 20) == Fraction(19, 20)

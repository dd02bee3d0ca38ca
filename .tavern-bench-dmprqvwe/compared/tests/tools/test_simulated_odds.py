"""What is simulated of the Twenty-One family and of Farkle, against what the test reckons exactly from the rules."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from typing import Final

import pytest

from events.event import Event
from events.round_events import DiceThrown, DieAltered, DieRolled, DieSetDown, RoundEnded, RoundStarted, StatusChanged
from games.installed import CATALOGUE
from games.mechanics.race import PointsLost
from games.policies.prospects import bust_chance
from games.policies.races.farkle import nothing_chance
from games.twentyone.endgame import DuelRolled
from games.twentyone.state import total as total_of
from tests.tools.simulating import as_likely, entries, within_the_errors

HIGHEST: Final = 21
DICE: Final = (20, 10, 8, 6, 4)
AT_RANDOM: Final = ("random",) * 6
"""They buy every die at every total."""
DUELLISTS: Final = {"twentyone": "plain", "twentyone-v3": "bully"}
"""Who often comes to a duel."""


def busts(total: int, sides: int, face: int) -> bool:
    """More than 21 busts; but a 20 on the d20 makes 21 of whatever there was."""
    return total + face > HIGHEST and (sides, face) != (20, 20)


def chance_to_bust(total: int, sides: int) -> Fraction:
    return Fraction(sum(busts(total, sides, face) for face in range(1, sides + 1)), sides)


Trial = tuple[int, bool]
"""What a seat had when it bought a die, and whether that die, as it fell, would bust it."""


@cache
def bought() -> Mapping[int, Sequence[Trial]]:
    """All dice that were bought in some rounds, by their sides: as they fell, whatever a cheat made of them."""
    trials: dict[int, list[Trial]] = defaultdict(list)
    table = CATALOGUE.folding.blank("watched")
    for events in entries("twentyone", *AT_RANDOM, rounds=250):
        for event in events:
            if isinstance(event, DieRolled) and event.place == "hand" and event.draw is not None:
                total = total_of(table, event.seat)
                assert total is not None
                trials[event.draw.sides].append((total, busts(total, event.draw.sides, event.draw.face)))
            CATALOGUE.folding.fold(table, event)
    return trials


@pytest.mark.parametrize("sides", DICE)
def test_each_die_falls_over_21_as_often_as_its_faces_say_at_each_total(sides: int) -> None:
    fell = {total: [over for had, over in bought()[sides] if had == total] for total in range(12, 21)}

    assert all(len(over) >= 3 for over in fell.values())
    for total, over in fell.items():
        assert as_likely(sum(over), len(over), chance_to_bust(total, sides)), (total, over)


@pytest.mark.parametrize("sides", DICE)
def test_each_die_falls_over_21_as_often_as_its_faces_say(sides: int) -> None:
    trials = bought()[sides]

    assert len(trials) > 100
    assert within_the_errors(sum(over for _, over in trials), [chance_to_bust(total, sides) for total, _ in trials])


def test_a_seat_over_21_that_lets_it_be_is_bust() -> None:
    """What would bust busts: the rules' own events against the same computation."""
    table = CATALOGUE.folding.blank("watched")
    fell: dict[str, bool] = {}
    busted = 0
    for events in entries("twentyone", *AT_RANDOM, rounds=250):
        went_bust = {e.seat for e in events if isinstance(e, StatusChanged) and e.why == "above_21"}
        altered = any(isinstance(event, DieAltered) for event in events)
        for event in events:
            if isinstance(event, DieRolled) and event.place == "hand" and event.draw is not None:
                total = total_of(table, event.seat) or 0
                fell[event.seat] = busts(total, event.draw.sides, event.draw.face)
            elif isinstance(event, DieSetDown) and not altered and table.seats[event.seat].status == "active":
                assert (event.seat in went_bust) == fell[event.seat]
                busted += fell[event.seat]
            CATALOGUE.folding.fold(table, event)
    assert busted > 50


def test_the_chances_that_players_compute_with_are_exact() -> None:
    for total, sides in product(range(2, HIGHEST + 1), DICE):
        assert bust_chance(total, sides) == chance_to_bust(total, sides)
    assert chance_to_bust(HIGHEST - 10, 10) == 0
    assert chance_to_bust(HIGHEST, 20) == Fraction(19, 20)


@cache
def duel_totals(dice: int) -> Mapping[int, Fraction]:
    """How likely each total of a d20 and so many d4."""
    totals = {face: Fraction(1, 20) for face in range(1, 21)}
    for _ in range(dice):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for total, chance in totals.items():
            for face in range(1, 5):
                after[total + face] += chance / 4
        totals = dict(after)
    return totals


def duel_odds(mine: int, theirs: int) -> tuple[Fraction, Fraction]:
    """How likely a seat that bought so many dice throws more than one that bought so many, and how likely as much."""
    own, other = duel_totals(mine), duel_totals(theirs)
    more = sum((own[a] * other[b] for a, b in product(own, other) if a > b), Fraction(0))
    same = sum((own[a] * other.get(a, Fraction(0)) for a in own), Fraction(0))
    return more, same


class Duel:
    """A duel of two: the first throw of each, the odds by the dice that both had bought, and how it ended."""

    def __init__(self, throws: Sequence[DuelRolled], bought: Counter[str], ended: RoundEnded) -> None:
        self.one, self.other = throws[:2]
        self.more, self.same = duel_odds(bought[self.one.seat], bought[self.other.seat])
        self.ended = ended


@cache
def duels_of_two(game: str) -> Sequence[Duel]:
    """Those of some rounds. All throws are of a d20, and a d4 for each die that its seat bought in the round."""
    found: list[Duel] = []
    for events in rounds_of(entries(game, *[DUELLISTS[game]] * 3, rounds=800)):
        throws = [event for event in events if isinstance(event, DuelRolled)]
        dice = Counter(event.seat for event in events if isinstance(event, DieRolled) and event.place == "hand")
        for throw in throws:
            assert [draw.sides for draw in throw.draws] == [20] + [4] * dice[throw.seat]
            assert throw.total == sum(draw.face for draw in throw.draws)
        if len({throw.seat for throw in throws}) == 2:
            (ended,) = (event for event in events if isinstance(event, RoundEnded))
            found.append(Duel(throws, dice, ended))
    return found


def rounds_of(log: Sequence[Sequence[Event]]) -> Iterator[Sequence[Event]]:
    """The events of a log, round by round."""
    begun = [at for at, events in enumerate(log) if any(isinstance(event, RoundStarted) for event in events)]
    for begin, end in pairwise([*begun, len(log)]):
        yield [event for events in log[begin:end] for event in events]


@pytest.mark.parametrize("game", ["twentyone", "twentyone-v3"])
def test_throws_of_a_duel_are_higher_and_the_same_as_often_as_their_dice_say(game: str) -> None:
    duels = duels_of_two(game)

    assert len(duels) > 25
    assert within_the_errors(sum(duel.one.total > duel.other.total for duel in duels), [duel.more for duel in duels])
    assert within_the_errors(sum(duel.one.total == duel.other.total for duel in duels), [duel.same for duel in duels])


def test_duels_are_won_as_often_as_their_dice_say() -> None:
    """Who throws the same throws again, until one leads."""
    duels = duels_of_two("twentyone")

    assert all(len(duel.ended.winners) == 1 for duel in duels)
    won = sum(duel.ended.winners == [duel.one.seat] for duel in duels)
    assert within_the_errors(won, [duel.more / (1 - duel.same) for duel in duels])


def test_duels_under_v3_are_split_as_often_as_their_dice_say() -> None:
    """They are fought once."""
    duels = duels_of_two("twentyone-v3")

    split = [duel for duel in duels if duel.ended.outcome == "split"]
    assert split == [duel for duel in duels if duel.one.total == duel.other.total]
    assert {len(duel.ended.winners) for duel in split} == {2}
    assert within_the_errors(len(split), [duel.same for duel in duels])


def test_duel_odds_are_known() -> None:
    """With as many dice each, a tie of the d20 alone is one in twenty; a die more than the other is worth a lot."""
    assert duel_odds(0, 0) == (Fraction(19, 40), Fraction(1, 20))
    assert duel_odds(1, 0)[0] > Fraction(58, 100)
    assert duel_odds(2, 1)[0] + duel_odds(1, 2)[0] + duel_odds(1, 2)[1] == 1


def scores_nothing(faces: Sequence[int]) -> bool:
    """No 1, no 5, no three of a kind, no three pairs. (A series has a 1; four of a kind are three and more.)"""
    counts = Counter(faces)
    three_pairs = list(counts.values()) == [2, 2, 2]
    return not (1 in counts or 5 in counts or three_pairs or max(counts.values()) >= 3)


@cache
def chance_of_nothing(dice: int) -> Fraction:
    return Fraction(sum(map(scores_nothing, product(range(1, 7), repeat=dice))), 6**dice)


@pytest.mark.parametrize("dice", range(1, 7))
def test_the_chance_of_scoring_nothing_that_players_compute_with_is_exact(dice: int) -> None:
    assert nothing_chance(dice) == chance_of_nothing(dice)


def test_throws_of_farkle_score_nothing_as_often_as_they_should() -> None:
    thrown: dict[int, list[bool]] = defaultdict(list)
    for events in entries("farkle", "greedy", "reckless", rounds=6):
        for event in events:
            if isinstance(event, DiceThrown):
                thrown[len(event.ns)].append(any(isinstance(other, PointsLost) for other in events))

    assert {dice for dice, lost in thrown.items() if len(lost) > 20} >= {2, 3, 4, 5, 6}
    for dice, lost in thrown.items():
        assert as_likely(sum(lost), len(lost), chance_of_nothing(dice))

"""What is simulated of Goblin Mode, against what the test reckons exactly: the Bullet, the Coin, what is counted."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Final

from events.round_events import DieRolled, PhaseBegan, RoundEnded, StatusChanged
from tests.tools.simulating import as_likely, entries, simulated, within_the_errors

CHAMBER: Final = {"d20": 20, "d12": 12, "d10": 10, "d8": 8, "d6": 6, "d4": 4}
AT_RANDOM: Final = ("random",) * 4
ROUNDS: Final = 900


class SuddenDeath:
    """Those who flip the Coin together, and which of them lives in the end. `flips` are the faces, in turn."""

    def __init__(self) -> None:
        self.tied: list[str] = []
        self.flips: list[int] = []
        self.dead: set[str] = set()

    @property
    def alive(self) -> list[str]:
        return [seat for seat in self.tied if seat not in self.dead]


@cache
def sudden_deaths() -> Sequence[SuddenDeath]:
    """All that came about in some rounds. Where a Coin kills all who flip, the next to flip begin another."""
    found: list[SuddenDeath] = []
    for events in entries("goblin", *AT_RANDOM, rounds=ROUNDS):
        flipping: SuddenDeath | None = None
        for event in events:
            if isinstance(event, DieRolled) and event.die == "d2" and event.draw is not None:
                if flipping is None or not flipping.alive:
                    flipping = SuddenDeath()
                    found.append(flipping)
                if event.seat not in flipping.tied:
                    flipping.tied.append(event.seat)
                flipping.flips.append(event.draw.face)
            elif isinstance(event, StatusChanged) and event.why == "coin" and flipping is not None:
                flipping.dead.add(event.seat)
            elif isinstance(event, RoundEnded) and flipping is not None and flipping.alive:
                assert event.winners == flipping.alive
                assert event.outcome == "won_by_the_coin"
    return found


@cache
def all_die(tied: int) -> Fraction:
    """How likely it is that none of so many lives: all fall at once, or flip again, as many as have lived."""
    if tied == 1:
        return Fraction(0)
    fewer = sum((comb(tied, lived) * all_die(lived) for lived in range(1, tied)), Fraction(0))
    return (1 + fewer) / Fraction(2**tied - 1)


def test_the_coin_kills_all_as_often_as_its_faces_say() -> None:
    flips = [len(flipping.tied) for flipping in sudden_deaths()]
    none_left = sum(not flipping.alive for flipping in sudden_deaths())

    assert flips.count(2) > 80
    assert within_the_errors(none_left, [all_die(tied) for tied in flips])
    assert all(len(flipping.alive) <= 1 for flipping in sudden_deaths())


def test_each_of_two_who_flip_wins_one_time_in_three_and_one_time_both_die() -> None:
    of_two = [flipping for flipping in sudden_deaths() if len(flipping.tied) == 2]

    assert all_die(2) == Fraction(1, 3)
    for place in (0, 1):
        won = sum(flipping.alive == [flipping.tied[place]] for flipping in of_two)
        assert as_likely(won, len(of_two), Fraction(1, 3))
    assert as_likely(sum(not flipping.alive for flipping in of_two), len(of_two), Fraction(1, 3))


def test_the_odds_of_the_coin_are_known() -> None:
    """Of three all fall one time in eight; three times two flip on, once all do: (1 + 3/3) / 7 makes two in seven."""
    assert [all_die(tied) for tied in (1, 2, 3)] == [0, Fraction(1, 3), Fraction(2, 7)]


def test_the_coin_shows_heads_as_often_as_tails() -> None:
    flips = [face for flipping in sudden_deaths() for face in flipping.flips]

    assert set(flips) == {1, 2}
    assert as_likely(flips.count(2), len(flips), Fraction(1, 2))


def test_each_die_of_the_chamber_kills_and_earns_a_boot_as_often_as_it_has_sides() -> None:
    faces: dict[str, list[int]] = defaultdict(list)
    killed: Counter[str] = Counter()
    for events in entries("goblin", *AT_RANDOM, rounds=ROUNDS):
        bullets = {event.seat for event in events if isinstance(event, StatusChanged) and event.why == "bullet"}
        for event in events:
            if isinstance(event, DieRolled) and event.die in CHAMBER and event.draw is not None:
                faces[event.die].append(event.draw.face)
                killed[event.die] += event.seat in bullets

    assert set(faces) == set(CHAMBER)
    for die, rolled in faces.items():
        assert as_likely(killed[die], len(rolled), Fraction(1, CHAMBER[die]))
        assert as_likely(rolled.count(CHAMBER[die]), len(rolled), Fraction(1, CHAMBER[die]))


def test_the_counts_of_a_table_agree_with_its_log() -> None:
    tally = simulated(100, "goblin", *AT_RANDOM)
    log = [event for events in entries("goblin", *AT_RANDOM, rounds=ROUNDS) for event in events]
    ended = [at for at, event in enumerate(log) if isinstance(event, RoundEnded)]
    table = log[: ended[99] + 1]

    assert tally.rounds == 100
    coins = sum(isinstance(event, PhaseBegan) and event.phase == "coin" for event in table)
    died = sum(isinstance(event, StatusChanged) and event.status == "dead" for event in table)
    won = sum(len(event.winners) for event in table if isinstance(event, RoundEnded))
    assert (tally.counts["coins"].x, tally.counts["coins"].y) == (coins, 100)
    assert (tally.counts["dead"].x, tally.counts["dead"].y) == (died, 400)
    assert (tally.policies["random"].wins.x, tally.policies["random"].wins.y) == (won, 400)
    assert coins > 0

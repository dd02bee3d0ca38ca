"""What is simulated of the games against the House, against edges that the test reckons exactly from the rules."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from typing import Any, Final

import pytest

from games.mechanics.house_bets import BetPlaced, BetSettled
from replays.intervals import reach
from tests.games.test_twelve_nights_odds import kept, kept_of_its_own_play
from tests.tools.simulating import ERRORS, as_likely, entries, simulated
from tools.simulate.tally import Tally

pytestmark = pytest.mark.thorough

ROUNDS: Final = 2_500
"""At 25 tables."""
Outcome = tuple[int, int]
"""What the House keeps, and what was bet, in buy-ins."""


class Bank:
    """A game against the House: all that can come of a round, each as likely."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        count = len(outcomes)
        self.edge = Fraction(sum(kept for kept, _ in outcomes), sum(bet for _, bet in outcomes))
        spread = sum((kept - self.edge * bet) ** 2 for kept, bet in outcomes) / count
        self.deviation = sqrt(spread) * count / sum(bet for _, bet in outcomes)
        """Of the edge that one round alone shows; that of many falls with their root."""


def on(call: str) -> Bank:
    """Middle's 7, with a buy-in on one call: Higher and Lower pay double, the middle three times."""
    pays: dict[str, tuple[int, Callable[[int], bool]]] = {
        "higher": (2, lambda total: total > 7),
        "lower": (2, lambda total: total < 7),
        "middles_7": (3, lambda total: total == 7),
    }
    times, right = pays[call]
    return Bank([(1 - times * right(first + second), 1) for first, second in product(range(1, 7), repeat=2)])


def mountains(more: int) -> Bank:
    """Mountains, with so many buy-ins on top where more cards win than lose: all cards of the House and the seat."""
    outcomes: list[Outcome] = []
    for first, second, card in product(range(1, 9), repeat=3):
        low, high = sorted((first, second))
        stake = 1 + (more if high - low - 1 > 4 else 0)
        outcomes.append((stake - 2 * stake * (low < card < high), stake))
    return Bank(outcomes)


def scales(sides: int) -> Bank:
    """Weighted Scales, with a buy-in on a number, which comes back once for each of three dice that shows it."""
    return Bank([(1 - faces.count(1), 1) for faces in product(range(1, sides + 1), repeat=3)])


def twins(*calls: str) -> Bank:
    """Twins of Chance in halves of a buy-in, with two of them on one of these calls, each as likely."""
    pays: dict[str, tuple[int, Callable[[int, int], bool]]] = {
        "number": (8, lambda black, white: 7 in (black, white)),
        "black": (20, lambda black, white: black == 7),
        "both": (4, lambda black, white: black % 2 == white % 2 == 1),
        "total": (3, lambda black, white: (black + white) % 2 == 1),
    }
    throws = list(product(range(1, 21), repeat=2))
    return Bank([(2 - pays[call][0] * pays[call][1](*throw), 2) for call in calls for throw in throws])


def test_the_edges_of_the_banks_are_known() -> None:
    assert [on(call).edge for call in ("higher", "lower", "middles_7")] == [
        Fraction(1, 6),
        Fraction(1, 6),
        Fraction(1, 2),
    ]
    assert [mountains(more).edge for more in (0, 3)] == [Fraction(9, 16), Fraction(15, 41)]
    assert [scales(sides).edge for sides in (6, 4)] == [Fraction(1, 2), Fraction(1, 4)]
    assert [twins(call).edge for call in ("number", "black", "both", "total")] == [
        Fraction(61, 100),
        Fraction(1, 2),
        Fraction(1, 2),
        Fraction(1, 4),
    ]


CASES: Final = (
    ("middles-seven", "flat", on("higher")),
    ("middles-seven", "best_play", on("lower")),
    ("mountains", "flat", mountains(0)),
    ("mountains", "best_play", mountains(3)),
    ("scales", "flat", scales(6)),
    ("twins", "flat", twins("both", "total")),
    ("twins", "best_play", twins("total")),
)


@cache
def played(game: str, policy: str) -> Tally:
    return simulated(ROUNDS, game, policy)


@pytest.mark.parametrize(("game", "policy", "bank"), CASES)
def test_the_house_keeps_of_what_is_bet_what_the_rules_let_it(game: str, policy: str, bank: Bank) -> None:
    found = played(game, policy).edge.estimate()

    assert found is not None
    assert abs(found.value - float(bank.edge)) <= ERRORS * bank.deviation / sqrt(ROUNDS)


@pytest.mark.parametrize(("game", "policy", "bank"), CASES)
def test_the_interval_of_an_edge_is_as_wide_as_its_exact_error(game: str, policy: str, bank: Bank) -> None:
    """Nothing outlives a round here. The error that 25 tables show has itself an error of one in seven."""
    found = played(game, policy).edge.estimate()

    assert found is not None
    assert found.low is not None
    assert found.high is not None
    shown = (found.high - found.low) / 2 / reach(found.tables - 1)
    assert abs(shown / (bank.deviation / sqrt(ROUNDS)) - 1) <= ERRORS / sqrt(2 * (found.tables - 1))


def settled() -> Iterator[tuple[BetPlaced, BetSettled]]:
    """Bets of one seat that calls at random, with what came of them."""
    placed: BetPlaced | None = None
    for events in entries("middles-seven", "random", rounds=1_200):
        for event in events:
            if isinstance(event, BetPlaced):
                placed = event
            elif isinstance(event, BetSettled):
                assert placed is not None
                yield placed, event


@cache
def by_call() -> Mapping[str, Sequence[BetSettled]]:
    found: dict[str, list[BetSettled]] = defaultdict(list)
    for placed, bet in settled():
        assert placed.on is not None
        found[placed.on].append(bet)
    return found


@pytest.mark.parametrize(
    ("call", "times", "chance"),
    [("higher", 2, Fraction(15, 36)), ("lower", 2, Fraction(15, 36)), ("middles_7", 3, Fraction(6, 36))],
)
def test_each_call_of_middle_s_7_is_right_as_often_as_the_dice_say(call: str, times: int, chance: Fraction) -> None:
    bets = by_call()[call]

    assert len(bets) > 150
    assert {bet.back_cp for bet in bets if bet.back_cp} == {times * bet.amount_cp for bet in bets if bet.back_cp}
    assert as_likely(sum(bet.back_cp > 0 for bet in bets), len(bets), chance)


@pytest.mark.parametrize("call", ["higher", "lower", "middles_7"])
def test_each_call_of_middle_s_7_loses_the_share_that_the_rules_say(call: str) -> None:
    """Bets are of any size, and are made before the throw: big ones count for more in the edge, and in its error."""
    bets, bank = by_call()[call], on(call)

    lost = sum(bet.amount_cp - bet.back_cp for bet in bets)
    error = bank.deviation * sqrt(sum(bet.amount_cp**2 for bet in bets))
    assert abs(lost - float(bank.edge) * sum(bet.amount_cp for bet in bets)) <= ERRORS * error


NIGHTS: Final[Sequence[tuple[str, dict[str, Any], Fraction]]] = (
    ("best_play", {}, kept()),
    ("best_play", {"twelve_returns": 3}, kept(twelve_returns=3)),
    ("best_play", {"win_pays": "stake"}, kept(win_returns=1)),
    ("best_play", {"win_pays": "stake", "twelve_returns": 3}, kept(win_returns=1, twelve_returns=3)),
    ("flat", {}, kept_of_its_own_play()),
)


@pytest.mark.parametrize(("policy", "options", "share"), NIGHTS)
def test_the_exact_share_of_twelve_nights_is_within_what_is_simulated(
    policy: str, options: dict[str, Any], share: Fraction
) -> None:
    """A bet gives back between nothing and three times itself, so no deviation is above one and a half."""
    found = simulated(1_500, "twelve-nights", policy, **options).edge.estimate()

    assert found is not None
    assert abs(found.value - float(share)) <= ERRORS * 1.5 / sqrt(1_500)


KEPT: Final = {
    "number": Fraction(61, 100),
    "black": Fraction(1, 2),
    "white": Fraction(1, 2),
    "both": Fraction(1, 2),
    "total": Fraction(1, 4),
}


@pytest.mark.parametrize("kind", KEPT)
def test_the_exact_share_of_each_bet_of_twins_is_within_what_is_simulated(kind: str) -> None:
    found = by_kind().counts[f"kept_on_{kind}"].estimate()

    assert found is not None
    assert found.low is not None
    assert found.high is not None
    assert abs(found.value - float(KEPT[kind])) <= ERRORS / 2 * (found.high - found.low) / 2


@cache
def by_kind() -> Tally:
    return simulated(1_500, "twins", "reckless", "drunkard")


def test_light_scales_keeps_a_quarter() -> None:
    found = simulated(1_500, "scales", "flat", light="on").edge.estimate()

    assert found is not None
    assert abs(found.value - 0.25) <= ERRORS * scales(4).deviation / sqrt(1_500)

"""What the House keeps of Twelve Nights on average, exactly, reckoned from the rules alone."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from games.policies.bank import worth

Cards = tuple[int, ...]
"""In order: what counts is which cards they are."""
DECK = range(1, 7)
FIRST_CARDS = [tuple(sorted(pair)) for pair in product(DECK, repeat=2)]


@cache
def total(cards: Cards) -> int:
    """Every 1 is one or ten, whichever brings the cards nearest to twelve without going above it."""
    sums = [sum(each) for each in product(*((1, 10) if card == 1 else (card,) for card in cards))]
    return max((one for one in sums if one <= 12), default=min(sums))


def more(cards: Cards) -> list[Cards]:
    """The hand with one card more, each as likely."""
    return [tuple(sorted((*cards, card))) for card in DECK]


@cache
def house(cards: Cards, stands_on: int) -> dict[int, Fraction]:
    """How likely the House ends with each total: it draws until it has so much; all that is bust is a 13."""
    if total(cards) >= stands_on:
        return {min(total(cards), 13): Fraction(1)}
    ways = [house(hand, stands_on) for hand in more(cards)]
    return {end: sum((one.get(end, Fraction(0)) for one in ways), Fraction(0)) / 6 for end in range(2, 14)}


@cache
def totals(stands_on: int) -> dict[int, Fraction]:
    """The same, over its first two cards."""
    ends = [house(cards, stands_on) for cards in FIRST_CARDS]
    return {end: sum((one.get(end, Fraction(0)) for one in ends), Fraction(0)) / 36 for end in range(2, 14)}


def staying(cards: Cards, stands_on: int, win_returns: int) -> Fraction:
    """What a hand below twelve gives back of the bet: the House wins ties, and loses if it is bust."""
    beaten = [chance for end, chance in totals(stands_on).items() if end == 13 or end < total(cards)]
    return win_returns * sum(beaten, Fraction(0))


@cache
def best(cards: Cards, stands_on: int, win_returns: int, twelve_returns: int) -> Fraction:
    """What a hand gives back of the bet, if it is played best: folded, stayed on, or one more card."""
    if total(cards) >= 12:
        return Fraction(twelve_returns if total(cards) == 12 else 0)
    drawn = [best(hand, stands_on, win_returns, twelve_returns) for hand in more(cards)]
    return max(Fraction(1, 2), staying(cards, stands_on, win_returns), sum(drawn, Fraction(0)) / 6)


@cache
def as_the_house(cards: Cards, stands_on: int) -> Fraction:
    """What a hand gives back of the bet with the default options, if it is drawn to as much as the House's."""
    if total(cards) >= 12:
        return Fraction(2 if total(cards) == 12 else 0)
    if total(cards) >= stands_on:
        return staying(cards, stands_on, 2)
    return sum((as_the_house(hand, stands_on) for hand in more(cards)), Fraction(0)) / 6


def kept(stands_on: int = 10, win_returns: int = 2, twelve_returns: int = 2) -> Fraction:
    """The House's share of the bets against the best play."""
    back = [best(cards, stands_on, win_returns, twelve_returns) for cards in FIRST_CARDS]
    return 1 - sum(back, Fraction(0)) / 36


def kept_of_its_own_play(stands_on: int = 10) -> Fraction:
    """The House's share of the bets against players who draw as it does."""
    return 1 - sum((as_the_house(cards, stands_on) for cards in FIRST_CARDS), Fraction(0)) / 36


@pytest.mark.parametrize(
    ("win_returns", "twelve_returns", "share"),
    [(2, 2, "13.8 %"), (1, 2, "26.0 %"), (2, 3, "-14.8 %"), (1, 3, "-0.6 %")],
)
def test_the_house_keeps_of_the_best_play_what_the_rulings_say(
    win_returns: int, twelve_returns: int, share: str
) -> None:
    assert f"{float(100 * kept(10, win_returns, twelve_returns)):.1f} %" == share


def test_the_house_that_stands_on_10_ends_with_10_11_12_or_bust() -> None:
    assert {end for end, chance in totals(10).items() if chance} == {10, 11, 12, 13}
    assert sum(totals(10).values()) == 1


@pytest.mark.parametrize("stands_on", range(2, 13))
@pytest.mark.parametrize(("win_pays", "win_returns"), [("even", 2), ("stake", 1)])
@pytest.mark.parametrize("twelve_returns", [2, 3])
def test_the_policy_best_play_computes_the_same(
    stands_on: int, win_pays: str, win_returns: int, twelve_returns: int
) -> None:
    for cards in set(FIRST_CARDS):
        reckoned, _ = worth(sum(cards), 1 in cards, stands_on, win_pays, twelve_returns)
        assert reckoned == best(cards, stands_on, win_returns, twelve_returns)

"""What the House keeps of Mountains on average, over all cards that can fall."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from events.accounts import HOUSE
from events.audience import PUBLIC
from games.installed import CATALOGUE
from games.mechanics.house_bets import Bet, Pass
from tests.games.mountain_rounds import (
    BUY_IN,
    CARDS,
)
from tests.playing import Playing


def gained_over_all_cards(more_cp: Mapping[int, int]) -> Fraction:
    """What a buy-in gains on average, over all the House can show and eight players who draw the eight cards.

    `more_cp` is what is bet on top where so many cards win.
    """
    names = [f"Guest {face}" for face in CARDS]
    table = Playing.open(CATALOGUE, "mountains").seat(*names, purse_cp=1_000_000)
    for house in product(CARDS, repeat=2):
        cards = {(f"guest-{face}", "card", 8): [face] for face in CARDS}
        table.load({(HOUSE, "house", 8): house, **cards}).start()
        for face in CARDS:
            table.give(f"guest-{face}", BUY_IN)
        wins = len(table.view(PUBLIC).details["winning_cards"])
        for seat in list(table.table.to_act):
            table.give(seat, Bet(amount_cp=more_cp[wins]) if wins in more_cp else Pass())
    rounds = len(CARDS) ** 2 * len(CARDS)
    return Fraction(-table.table.balance(HOUSE), rounds * 500)


def test_the_house_keeps_nine_sixteenths_of_a_buy_in_on_which_nothing_more_is_bet() -> None:
    pairs = list(product(CARDS, repeat=2))
    winning = sum(min(pair) < face < max(pair) for pair in pairs for face in CARDS)

    assert Fraction(winning, len(pairs) * 8) == Fraction(7, 32)
    assert gained_over_all_cards({}) == 2 * Fraction(7, 32) - 1 == -Fraction(9, 16)


def test_the_house_keeps_fifteen_thirty_seconds_of_a_buy_in_where_more_is_bet_when_it_should_be() -> None:
    """With four cards that win of eight the odds are even; with five or six each copper more gains on average."""
    assert gained_over_all_cards({5: 1_500, 6: 1_500}) == -Fraction(15, 32)
    assert gained_over_all_cards({4: 1_500, 5: 1_500, 6: 1_500}) == -Fraction(15, 32)

"""How policies play the other games: with the sense that is in them, reckoned exactly where it can be."""

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from events.accounts import HOUSE
from games.farkle.scoring import choices_of, counted
from games.farkle.turns import SetAside, Throw
from games.installed import CATALOGUE
from games.mechanics.betting import Open
from games.mechanics.house_bets import Bet
from games.one_page.twelve_nights import Hit
from games.policies import bank, named
from games.policies.bluffs.bluffmaster import beats_one
from games.policies.races import farkle
from tests.games.policies.sitting import beyond_talk
from tests.playing import Playing


def chosen(playing: Playing, name: str, seat: str = "ada", seed: int = 1) -> Any:
    return beyond_talk(named(name), playing.view(f"seat:{seat}"), Random(seed))


def mountains(low: int, high: int) -> Playing:
    playing = Playing.open(CATALOGUE, "mountains").seat("Ada", purse_cp=10_000).load({(HOUSE, "house", 8): (low, high)})
    playing.start().give("ada", Bet(amount_cp=500))
    return playing


@pytest.mark.parametrize(
    ("low", "high", "bet"),
    [(1, 8, 1_500), (1, 7, 1_500), (2, 7, None), (4, 6, None)],
)
def test_best_play_bets_more_on_mountains_only_where_more_cards_win_than_lose(
    low: int, high: int, bet: int | None
) -> None:
    """Of eight cards six, five, four and one lie between: with four it is even."""
    expected = {"type": "pass"} if bet is None else {"type": "bet", "amount_cp": bet}

    assert chosen(mountains(low, high), "best_play") == expected


def test_a_flat_bettor_bets_the_least_and_nothing_on_top() -> None:
    assert chosen(mountains(1, 8), "flat") == {"type": "pass"}
    seven = Playing.open(CATALOGUE, "middles-seven", buy_in_cp=300).seat("Ada").start()
    bets = [chosen(seven, "flat", seed=seed) for seed in range(20)]
    assert {bet["amount_cp"] for bet in bets} == {300}
    assert {bet["on"] for bet in bets} == {"higher", "lower"}


def test_the_reckless_bet_on_what_seldom_comes() -> None:
    seven = Playing.open(CATALOGUE, "middles-seven").seat("Ada", purse_cp=100_000).start()
    seen = [chosen(seven, "reckless", seed=seed) for seed in range(50)]
    bets = [bet for bet in seen if bet["type"] == "bet"]

    assert len(bets) > 40
    assert {bet["on"] for bet in bets} == {"higher", "lower", "middles_7"}
    assert min(bet["amount_cp"] for bet in bets) >= 1_000


def twins(**options: Any) -> Playing:
    return Playing.open(CATALOGUE, "twins", **options).seat("Ada", purse_cp=100_000).start()


def test_of_twins_best_play_bets_on_totals_and_a_flat_bettor_not_on_numbers() -> None:
    best = {chosen(twins(), "best_play", seed=seed)["on"] for seed in range(40)}
    flat = {chosen(twins(), "flat", seed=seed)["on"] for seed in range(40)}

    assert best == {"total:odd", "total:even"}
    assert flat == {*best, "both:odd", "both:even"}


def test_of_twins_the_sensible_bet_once_and_others_may_bet_more_often() -> None:
    table = twins()
    table.give("ada", Bet(on="total:odd", amount_cp=500))

    for name in ("flat", "best_play", "bully", "card_sharp", "cautious"):
        assert {chosen(table, name, seed=seed)["type"] for seed in range(30)} == {"pass"}
    for name in ("reckless", "drunkard", "random"):
        assert {chosen(table, name, seed=seed)["type"] for seed in range(30)} == {"bet", "pass"}


def test_of_scales_all_numbers_are_alike() -> None:
    scales = Playing.open(CATALOGUE, "scales", light="on").seat("Ada", purse_cp=100_000).start()

    for name in ("flat", "best_play", "reckless"):
        assert len({chosen(scales, name, seed=seed).get("on") for seed in range(60)} - {None}) == 4


def nights(*cards: int, **options: Any) -> Playing:
    """A hand of Twelve Nights, drawn card by card."""
    table = Playing.open(CATALOGUE, "twelve-nights", **options).seat("Ada", purse_cp=10_000)
    table.load({("ada", "cards", 6): cards[:2], ("ada", "hit", 6): cards[2:]}).start().give("ada", Bet(amount_cp=500))
    for _ in cards[2:]:
        table.give("ada", Hit())
    return table


@pytest.mark.parametrize(
    ("cards", "options", "plays"),
    [
        ((4, 6), {}, "hit"),
        ((5, 6), {}, "stay"),
        ((1, 1), {}, "stay"),
        ((1, 1), {"twelve_returns": 3}, "hit"),
        ((4, 6), {"win_pays": "stake"}, "fold"),
        ((4, 5), {"win_pays": "stake"}, "hit"),
        ((2, 2), {"house_stands_on": 2}, "hit"),
    ],
)
def test_best_play_at_twelve_nights(cards: tuple[int, ...], options: dict[str, Any], plays: str) -> None:
    assert chosen(nights(*cards, **options), "best_play") == {"type": plays}


@pytest.mark.parametrize(
    ("name", "cards", "plays"),
    [
        ("flat", (4, 5), "hit"),
        ("flat", (4, 6), "stay"),
        ("bully", (4, 5), "hit"),
        ("cautious", (2, 5), "hit"),
        ("cautious", (4, 4), "fold"),
        ("cautious", (4, 6), "stay"),
        ("reckless", (4, 6), "hit"),
    ],
)
def test_how_others_play_twelve_nights(name: str, cards: tuple[int, ...], plays: str) -> None:
    assert chosen(nights(*cards), name) == {"type": plays}


def test_the_drunkard_plays_a_hand_in_any_way() -> None:
    assert {chosen(nights(4, 4), "drunkard", seed=seed)["type"] for seed in range(40)} == {"hit", "stay", "fold"}


def test_what_a_hand_of_twelve_nights_is_worth_follows_from_the_rules() -> None:
    """The House's two cards, and more up to 10, with all their ways; and a 10 on which one more card is drawn."""
    totals = bank.house_totals(10)

    assert sum(totals.values()) == 1
    assert set(totals) >= {10, 11, 12}
    assert min(totals) == 10
    eleven = 2 * (totals[10] + sum(chance for total, chance in totals.items() if total > 12))
    assert bank.worth(11, False, 10, "even", 2) == (eleven, "stay")
    assert bank.worth(10, False, 10, "even", 2) == ((eleven + 2) / 6, "hit")
    assert bank.worth(13, False, 10, "even", 2)[0] == 0


def test_the_drunkard_sometimes_bets_nothing() -> None:
    seven = Playing.open(CATALOGUE, "middles-seven").seat("Ada", purse_cp=100_000).start()

    assert {chosen(seven, "drunkard", seed=seed)["type"] for seed in range(50)} == {"bet", "pass"}


def test_a_player_who_cannot_bet_passes() -> None:
    limited = Playing.open(CATALOGUE, "middles-seven", bank_limit_cp=400).seat("Ada").start()
    assert chosen(twins(bank_limit_cp=200), "best_play") == {"type": "pass"}

    for name in ("flat", "best_play", "reckless", "drunkard", "bully", "random"):
        assert chosen(limited, name) == {"type": "pass"}


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_chance_to_throw_nothing_is_that_of_all_throws(dice: int) -> None:
    throws = [choices_of(counted(faces)) for faces in product(range(1, 7), repeat=dice)]

    assert farkle.nothing_chance(dice) == Fraction(sum(not choices for choices in throws), 6**dice)
    assert farkle.best_points(dice) == Fraction(sum(choices[0].points for choices in throws if choices), 6**dice)


def test_the_chances_to_throw_nothing_are_known() -> None:
    """Two thirds with one die, and so on; six dice seldom score nothing, since pairs and series score too."""
    known = [Fraction(2, 3), Fraction(4, 9), Fraction(5, 18), Fraction(17, 108), Fraction(25, 324), Fraction(5, 216)]

    assert [farkle.nothing_chance(dice) for dice in range(1, 7)] == known


def racing(*faces: int, target: int = 10_000) -> Playing:
    playing = Playing.open(CATALOGUE, "farkle", target=target).seat("Ada", "Bo")
    playing.load({("ada", "farkle", 6): faces}).start().give("ada", Throw())
    return playing


def test_a_seat_about_to_bank_sets_aside_all_that_scores() -> None:
    thrown = racing(1, 1, 1, 5, 2, 3)

    for name in ("cautious", "threshold", "bully", "reckless"):
        assert chosen(thrown, name) == {"type": "set_aside", "faces": [1, 1, 1, 5]}


def test_a_seat_about_to_throw_again_keeps_a_lone_five_in_hand() -> None:
    assert chosen(racing(1, 5, 2, 3, 3, 4), "reckless") == {"type": "set_aside", "faces": [1]}


@pytest.mark.parametrize(("name", "kind"), [("cautious", "bank"), ("threshold", "throw"), ("reckless", "throw")])
def test_a_threshold_decides_when_to_bank(name: str, kind: str) -> None:
    throws = racing(3, 3, 3, 2, 4, 6)
    throws.give("ada", SetAside(faces=[3, 3, 3]))

    assert chosen(throws, name)["type"] == kind


def test_a_seat_with_enough_to_win_banks() -> None:
    throws = racing(1, 2, 2, 3, 4, 6, target=100)
    throws.give("ada", SetAside(faces=[1]))

    for name in ("reckless", "greedy", "best_play", "threshold", "drunkard"):
        assert chosen(throws, name) == {"type": "bank"}


def test_the_greedy_throw_on_with_three_dice_and_bank_with_two() -> None:
    three, two = racing(1, 1, 1, 2, 3, 4), racing(1, 1, 1, 5, 3, 4)
    three.give("ada", SetAside(faces=[1, 1, 1]))
    two.give("ada", SetAside(faces=[1, 1, 1, 5]))

    assert chosen(three, "greedy") == {"type": "throw"}
    assert chosen(two, "greedy") == {"type": "bank"}


def test_best_play_throws_again_while_it_gains_more_than_it_risks() -> None:
    """With three dice a throw brings 83 2/3 points on average, and nothing five times in eighteen: 301 are too many."""
    assert farkle.best_points(3) / farkle.nothing_chance(3) > 300
    few, many = racing(2, 2, 2, 3, 4, 6), racing(4, 4, 4, 3, 2, 6)
    few.give("ada", SetAside(faces=[2, 2, 2]))
    many.give("ada", SetAside(faces=[4, 4, 4]))

    assert chosen(few, "best_play") == {"type": "throw"}
    assert chosen(many, "best_play") == {"type": "bank"}


def at_cards(first_die: int) -> tuple[Playing, str]:
    """A Set in which the seat that bets first has rolled this, and that seat."""
    dice = {(seat, "hidden", 20): [first_die] for seat in ("ada", "bo", "cy")}
    playing = Playing.open(CATALOGUE, "bluffmaster").seat("Ada", "Bo", "Cy", purse_cp=1_000_000).load(dice).start()
    return playing, playing.table.to_act[0]


def test_a_hand_beats_another_as_often_as_its_total_is_higher() -> None:
    assert beats_one(20, 1) == 0.975
    assert beats_one(40, 2) == 1 - 1 / 800
    assert beats_one(21, 2) == 0.5


@pytest.mark.parametrize(("die", "tight", "loose"), [(20, 100, 100), (14, 0, 100), (2, 0, 0)])
def test_the_tight_check_what_the_loose_bet_on(die: int, tight: int, loose: int) -> None:
    """Bluffs, of which the loose make many, come on top."""
    playing, seat = at_cards(die)

    for name, least, bluffs in (("tight", tight, 10), ("loose", loose, 40)):
        opened = sum(chosen(playing, name, seat, seed)["type"] == "open" for seed in range(100))
        assert least <= opened <= least + bluffs


def test_a_split_is_answered_by_whether_it_is_fair() -> None:
    playing = Playing.open(CATALOGUE, "bluffmaster").seat("Ada", "Bo", "Cy", purse_cp=100_000).start()
    seat = playing.table.to_act[0]
    other = next(one for one in playing.table.order if one != seat)
    playing.send(seat, b'{"type":"propose_split","shares":{"ada":1,"bo":1,"cy":1}}')
    assert chosen(playing, "tight", other) == {"type": "agree"}

    playing.send(other, b'{"type":"refuse_split"}')
    playing.send(seat, b'{"type":"propose_split","shares":{"%s":3,"%s":1}}' % (seat.encode(), other.encode()))
    assert chosen(playing, "tight", other) == {"type": "refuse_split"}


@pytest.mark.parametrize(("die", "answers"), [(4, {"fold"}), (20, {"call", "raise"})])
def test_a_bet_is_called_with_a_hand_that_is_worth_it(die: int, answers: set[str]) -> None:
    playing, first = at_cards(die)
    playing.give(first, Open(amount_cp=500_000))
    second = playing.table.to_act[0]
    calls = [chosen(playing, "tight", second, seed)["type"] for seed in range(30)]

    assert set(calls[:20]) <= answers | {"call"}
    assert calls.count("fold") >= 25 or "fold" not in calls

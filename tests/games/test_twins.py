"""Twins of Chance, sentence by sentence (seeds 003, and the rulings on the Tavern Games)."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from events.accounts import ESCROW, HOUSE, OUTSIDE
from events.audience import ALL, PUBLIC
from events.event import Event
from events.round_events import DiceThrown, QuestionAnswered, RoundEnded, StatusChanged
from games.installed import CATALOGUE
from games.mechanics.house_bets import Bet, BetPlaced, CloseBets, Pass
from games.table import Leave
from games.twins import CALLS, Twins
from projections.actions import Action, Bounds, Choices, Refusal
from tests.games.mechanics.pebble import bets, chronicle_of, lost, moved, refusal, won
from tests.playing import Playing, drawn

FACES = range(1, 21)


def a_table(*seats: str, black: int = 7, white: int = 12, purse_cp: int = 10_000, **options: Any) -> Playing:
    """A round of Twins of Chance in which the House's dice fall so."""
    playing = Playing.open(CATALOGUE, "twins", **options).seat(*seats or ("Ada",), purse_cp=purse_cp)
    return playing.load({(HOUSE, "house", 20): (black, white)}).start()


def laid(seat: str, on: str, amount_cp: int) -> list[Event]:
    """What happens when a seat bets, and is asked for more."""
    return [moved(seat, ESCROW, amount_cp, "stake"), BetPlaced(seat=seat, on=on, amount_cp=amount_cp)]


def thrown(black: int, white: int) -> DiceThrown:
    draws = [drawn(HOUSE, "house", 20, black), drawn(HOUSE, "house", 20, white, n=2)]
    return DiceThrown(seat=HOUSE, ns=[0, 1], die="d20", place="open", draws=draws, draws_to=ALL)


def purse_after(on: str, black: int, white: int) -> int:
    """What is in a purse of 10,000 cp after a bet of 1,000."""
    table = a_table(black=black, white=white)
    table.give("ada", Bet(on=on, amount_cp=1_000))
    table.give("ada", Pass())
    return table.table.purse("ada")


def test_the_house_rolls_two_d20_that_are_easy_to_distinguish() -> None:
    table = a_table(black=3, white=20)
    table.give("ada", Bet(on="number:20", amount_cp=500))

    table.when("ada", Pass()).then(
        StatusChanged(seat="ada", status="content", why="passed"),
        QuestionAnswered(seat="ada"),
        thrown(3, 20),
        *won("ada", 500, 2_000),
        RoundEnded(round=1, outcome="settled", winners=["ada"], won_cp={"ada": 2_000}),
        *table.closing(),
    )
    assert table.view(PUBLIC).details == {"waits_for_gm": False, "black": 3, "white": 20}


def test_the_kinds_of_bets_are_those_of_the_rules() -> None:
    numbers = [f"{what}:{number}" for what in ("number", "black", "white") for number in FACES]

    assert list(CALLS) == [*numbers, "both:odd", "both:even", "total:odd", "total:even"]
    assert a_table().actions("ada")[:2] == [
        Action(
            type="bet", params={"on": Choices(choices=list(CALLS)), "amount_cp": Bounds(min=500, max=10_000, step=2)}
        ),
        Action(type="pass"),
    ]


@pytest.mark.parametrize(("black", "white"), [(7, 12), (12, 7), (7, 7)])
def test_a_single_number_on_either_die_returns_three_to_one(black: int, white: int) -> None:
    """Odds of 3:1 pay three times the stake and give it back; once, though both dice show the number."""
    assert purse_after("number:7", black, white) == 9_000 + 4 * 1_000


@pytest.mark.parametrize(
    ("on", "back_cp"), [("black:7", 10_000), ("white:12", 10_000), ("white:7", 0), ("black:12", 0)]
)
def test_a_single_number_on_one_specific_die_returns_nine_to_one(on: str, back_cp: int) -> None:
    assert purse_after(on, 7, 12) == 9_000 + back_cp


@pytest.mark.parametrize(
    ("on", "black", "white", "back_cp"),
    [
        ("both:odd", 7, 19, 2_000),
        ("both:odd", 7, 12, 0),
        ("both:odd", 2, 12, 0),
        ("both:even", 2, 12, 2_000),
        ("both:even", 7, 12, 0),
        ("both:even", 7, 19, 0),
    ],
)
def test_odd_or_even_on_both_dice_returns_one_to_one(on: str, black: int, white: int, back_cp: int) -> None:
    assert purse_after(on, black, white) == 9_000 + back_cp


@pytest.mark.parametrize(
    ("on", "black", "white", "back_cp"),
    [
        ("total:odd", 7, 12, 1_500),
        ("total:odd", 7, 19, 0),
        ("total:even", 7, 19, 1_500),
        ("total:even", 2, 12, 1_500),
        ("total:even", 7, 12, 0),
    ],
)
def test_odd_or_even_of_the_total_returns_a_half_to_one(on: str, black: int, white: int, back_cp: int) -> None:
    assert purse_after(on, black, white) == 9_000 + back_cp


@pytest.mark.parametrize(
    ("on", "share"),
    [
        ("number:20", Fraction(61, 100)),
        ("black:1", Fraction(1, 2)),
        ("white:1", Fraction(1, 2)),
        ("both:odd", Fraction(1, 2)),
        ("both:even", Fraction(1, 2)),
        ("total:odd", Fraction(1, 4)),
        ("total:even", Fraction(1, 4)),
    ],
)
def test_the_house_keeps_its_share_of_each_bet(on: str, share: Fraction) -> None:
    back = [Fraction(Twins().returns(on, faces)) for faces in product(FACES, repeat=2)]

    assert 1 - sum(back) / len(back) == share


def test_a_seat_may_place_several_bets_each_on_something_different() -> None:
    """Both odd and both even may stand together."""
    table = a_table("Ada", black=7, white=19)

    table.when("ada", Bet(on="both:odd", amount_cp=1_000)).then(*laid("ada", "both:odd", 1_000))
    table.when("ada", Bet(on="both:even", amount_cp=500)).then(*laid("ada", "both:even", 500))
    table.when("ada", Bet(on="black:7", amount_cp=600)).then(*laid("ada", "black:7", 600))
    table.when("ada", Pass()).then(
        StatusChanged(seat="ada", status="content", why="passed"),
        QuestionAnswered(seat="ada"),
        thrown(7, 19),
        *won("ada", 1_000, 2_000),
        *lost("ada", 500),
        *won("ada", 600, 6_000),
        RoundEnded(round=1, outcome="settled", winners=["ada"], won_cp={"ada": 8_000}),
        *table.closing(),
    )
    assert table.table.accounts == {"ada": 15_900, ESCROW: 0, HOUSE: -5_900, OUTSIDE: -10_000}


def test_a_player_who_wins_less_than_all_their_bets_is_no_winner() -> None:
    table = a_table(black=7, white=19)
    for on in ("both:odd", "both:even", "black:1"):
        table.give("ada", Bet(on=on, amount_cp=500))
    table.give("ada", Pass())

    assert table.table.result is not None
    assert table.table.result.winners == []
    assert table.table.purse("ada") == 9_500


def test_a_second_bet_on_the_same_is_refused_with_the_reason() -> None:
    table = a_table()
    table.give("ada", Bet(on="black:7", amount_cp=500))

    [action] = bets(table, "ada")
    assert action.params["on"] == Choices(choices=[call for call in CALLS if call != "black:7"])
    detail = "You already have a bet on Black 7: choose something else."
    assert Refusal("bet", "bet_on_already", detail, {"on": "black:7"}) in table.offers("ada")
    table.when("ada", Bet(on="black:7", amount_cp=500)).then_refused("bet_on_already")


def test_a_player_who_could_bet_no_more_is_asked_no_more() -> None:
    table = a_table("Ada", "Bo", purse_cp=1_200)
    table.give("ada", Bet(on="both:odd", amount_cp=500))

    table.when("ada", Bet(on="total:odd", amount_cp=500)).then(
        *laid("ada", "total:odd", 500), QuestionAnswered(seat="ada")
    )
    assert table.table.to_act == ["bo"]


def test_a_player_who_has_bet_on_everything_is_asked_no_more_and_the_house_throws() -> None:
    table = a_table(purse_cp=1_000_000)
    for on in list(CALLS)[:-1]:
        table.give("ada", Bet(on=on, amount_cp=500))
    assert table.table.running
    table.give("ada", Bet(on=list(CALLS)[-1], amount_cp=500))

    assert not table.table.running


def test_the_limit_of_the_bank_counts_what_one_throw_can_win() -> None:
    table = a_table("Ada", "Bo", bank_limit_cp=5_000)
    table.give("ada", Bet(on="black:7", amount_cp=500))

    assert refusal(table, "bo", Bet(on="white:7", amount_cp=500)).endswith("leave no room for another.")
    table.when("bo", Bet(on="white:7", amount_cp=500)).then_refused("bank_limit")
    table.give("bo", Bet(on="black:8", amount_cp=500))
    table.when("ada", Bet(on="both:odd", amount_cp=502)).then_refused("bank_limit")
    table.give("ada", Bet(on="both:odd", amount_cp=500))


def test_the_bets_of_who_leaves_stand_and_the_winnings_go_along() -> None:
    table = a_table("Ada", "Bo", black=7, white=19)
    table.give("ada", Bet(on="both:odd", amount_cp=500))
    table.give("ada", Bet(on="black:7", amount_cp=500))
    table.give("ada", Leave())
    table.give("bo", Pass())

    assert table.table.accounts[OUTSIDE] == -20_000 + 9_000 + 1_000 + 5_000


def test_everybody_sees_every_bet_what_it_can_win_and_what_came_of_it() -> None:
    table = a_table("Ada", "Bo", black=7, white=12)
    table.give("ada", Bet(on="total:odd", amount_cp=500))
    table.give("ada", Bet(on="white:7", amount_cp=500))
    total = {"on": "total:odd", "amount_cp": 500, "could_win_cp": 250}
    white = {"on": "white:7", "amount_cp": 500, "could_win_cp": 4_500}

    shown = [{**total, "back_cp": None}, {**white, "back_cp": None}]
    assert [seat.details for seat in table.view(PUBLIC).seats] == [{"bets": shown}, {}]
    table.give(None, CloseBets())
    shown = [{**total, "back_cp": 750}, {**white, "back_cp": 0}]
    assert [seat.details for seat in table.view(PUBLIC).seats] == [{"bets": shown}, {}]


def test_a_round_reads_aloud() -> None:
    table = a_table("Ada", "Bo", black=7, white=12)
    sentences = chronicle_of(
        table,
        ("ada", Bet(on="number:7", amount_cp=500)),
        ("bo", Pass()),
        ("ada", Bet(on="total:even", amount_cp=600)),
        ("ada", Pass()),
    )

    assert sentences[:-1] == [
        "Ada bets 5 gp on Either 7.",
        "Bo bets nothing.",
        "Ada bets 6 gp on Total even.",
        "Ada bets no more.",
        "The House throws 7 on the black die and 12 on the white: 19 in all.",
        "Ada wins 15 gp on Either 7.",
        "Ada loses 6 gp on Total even.",
        "The House is 9 gp poorer.",
    ]

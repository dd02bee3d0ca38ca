"""Mountains, sentence by sentence (seeds 003, and the rulings on the Tavern Games)."""

import pytest

from events.accounts import HOUSE, OUTSIDE
from events.audience import PUBLIC
from events.round_events import (
    PhaseBegan,
    QuestionAnswered,
    RoundEnded,
    StatusChanged,
)
from events.table_events import SeatLeft
from games.engine.rulebook import Timeout
from games.mechanics.house_bets import Bet, CloseBets, Pass
from games.table import GiveCoins, Leave, TakeCoins
from projections.actions import Action, Bounds
from tests.games.mechanics.pebble import chronicle_of
from tests.games.mountain_rounds import (
    BUY_IN,
    CARDS,
    a_table,
    asked_for_more,
    bought_in,
    card,
    ended,
    laid,
    lost,
    moved,
    shown,
    won,
)


def test_before_any_cards_are_drawn_all_are_asked_for_the_buy_in() -> None:
    table = a_table("Ada", "Bo", "Cy")

    assert table.table.to_act == ["ada", "bo", "cy"]
    assert table.table.house_dice == []
    buy_in = Action(type="bet", params={"amount_cp": Bounds(min=500, max=500)})
    assert table.actions("bo")[:2] == [buy_in, Action(type="pass")]
    table.when("bo", BUY_IN).then(*laid("bo", 500))
    table.when("cy", Bet(amount_cp=600)).then_refused("bet_out_of_bounds")


def test_the_buy_in_varies_with_the_establishment() -> None:
    table = a_table(buy_in_cp=40)

    table.when("ada", BUY_IN).then_refused("bet_out_of_bounds")
    table.give("ada", Bet(amount_cp=40))
    assert table.actions("ada")[0] == Action(type="bet", params={"amount_cp": Bounds(min=1, max=120)})


def test_after_the_buy_ins_the_house_rolls_two_d8_in_the_open() -> None:
    table = a_table("Ada", "Bo", house=(7, 2))
    table.give("bo", Pass())

    table.when("ada", BUY_IN).then(*laid("ada", 500), shown(7, 2), *asked_for_more("ada"))
    assert [die.face for die in table.view(PUBLIC).house_dice] == [7, 2]
    assert table.view(PUBLIC).details == {"waits_for_gm": False, "winning_cards": [3, 4, 5, 6]}


def test_a_player_who_did_not_buy_in_is_not_asked_again() -> None:
    table = a_table("Ada", "Bo")
    table.give("bo", Pass())
    table.give("ada", BUY_IN)

    table.when("bo", Bet(amount_cp=500)).then_refused("not_asked")


@pytest.mark.parametrize("more_cp", [1, 333, 1_500])
def test_then_up_to_three_times_the_buy_in_can_be_bet_on_top(more_cp: int) -> None:
    table = bought_in(cards={"ada": 5})
    total_cp = 500 + more_cp

    table.when("ada", Bet(amount_cp=more_cp)).then(
        *laid("ada", more_cp), card("ada", 5), *won("ada", total_cp), ended(ada=total_cp), *table.closing()
    )


@pytest.mark.parametrize("more_cp", [0, 1_501])
def test_no_more_than_three_times_the_buy_in_can_be_bet_on_top_and_nothing_is_no_bet(more_cp: int) -> None:
    bought_in().when("ada", Bet(amount_cp=more_cp)).then_refused("bet_out_of_bounds")


def test_one_may_bet_nothing_on_top() -> None:
    table = bought_in(cards={"ada": 5})

    table.when("ada", Pass()).then(
        StatusChanged(seat="ada", status="content", why="passed"),
        QuestionAnswered(seat="ada"),
        card("ada", 5),
        *won("ada", 500),
        ended(ada=500),
        *table.closing(),
    )


@pytest.mark.parametrize("face", [1, 2, 7, 8])
def test_any_other_card_loses(face: int) -> None:
    table = bought_in(cards={"ada": face})

    table.when("ada", Bet(amount_cp=500)).then(
        *laid("ada", 500), card("ada", face), *lost("ada", 1_000), ended(), *table.closing()
    )


@pytest.mark.parametrize(("first", "second"), [(n, n) for n in CARDS] + [(4, 5), (5, 4), (1, 2), (8, 7)])
def test_if_the_houses_cards_are_the_same_or_have_none_between_the_player_loses_and_draws_no_card(
    first: int, second: int
) -> None:
    table = a_table("Ada", "Bo", house=(first, second))
    table.give("ada", BUY_IN)

    table.when("bo", BUY_IN).then(
        *laid("bo", 500), shown(first, second), *lost("ada", 500), *lost("bo", 500), ended(), *table.closing()
    )
    assert [seat.dice for seat in table.view(PUBLIC).seats] == [[], []]
    assert table.view(PUBLIC).details["winning_cards"] == []


def test_each_draws_a_card_of_their_own_and_bets_what_they_like() -> None:
    table = bought_in("Ada", "Bo", "Cy", cards={"ada": 3, "bo": 8, "cy": 6})
    table.give("cy", Bet(amount_cp=1_500))
    table.give("ada", Pass())

    table.when("bo", Bet(amount_cp=100)).then(
        *laid("bo", 100),
        card("ada", 3),
        card("bo", 8),
        card("cy", 6),
        *won("ada", 500),
        *lost("bo", 600),
        *won("cy", 2_000),
        ended(ada=500, cy=2_000),
        *table.closing(),
    )


def test_if_nobody_buys_in_no_card_is_shown() -> None:
    table = a_table("Ada")

    table.when("ada", Pass()).then(
        StatusChanged(seat="ada", status="passed", why="passed"),
        QuestionAnswered(seat="ada"),
        RoundEnded(round=1, outcome="no_bets", winners=[], won_cp={}),
        *table.closing(),
    )


def test_a_player_who_has_nothing_left_is_not_asked_for_more() -> None:
    table = a_table("Ada", "Bo")
    table.give(None, TakeCoins(target="ada", amount_cp=9_499, reason="a debt"))
    table.give(None, TakeCoins(target="bo", amount_cp=9_500, reason="a debt"))
    table.give("ada", BUY_IN)

    table.when("bo", BUY_IN).then(*laid("bo", 500), shown(2, 7), *asked_for_more("ada"))
    assert table.actions("ada")[0] == Action(type="bet", params={"amount_cp": Bounds(min=1, max=1)})


def test_if_nobody_could_bet_more_the_cards_are_drawn_at_once() -> None:
    table = a_table("Ada", purse_cp=500, cards={"ada": 5})

    table.when("ada", BUY_IN).then(
        *laid("ada", 500),
        shown(2, 7),
        PhaseBegan(phase="betting"),
        card("ada", 5),
        *won("ada", 500),
        ended(ada=500),
        *table.closing(),
    )


def test_a_player_who_is_poorer_than_three_buy_ins_bets_what_there_is() -> None:
    table = bought_in("Ada", "Bo", purse_cp=1_200)
    assert table.actions("ada")[0] == Action(type="bet", params={"amount_cp": Bounds(min=1, max=700)})

    table.give(None, TakeCoins(target="ada", amount_cp=700, reason="a debt"))
    table.when("ada", Bet(amount_cp=1)).then_refused("purse_too_small")
    table.give(None, GiveCoins(target="ada", amount_cp=3, reason="alms"))
    assert table.actions("ada")[0] == Action(type="bet", params={"amount_cp": Bounds(min=1, max=3)})


def test_no_more_is_bet_on_top_than_the_house_has_set_as_the_most_at_once() -> None:
    assert bought_in(most_cp=600).actions("ada")[0] == Action(type="bet", params={"amount_cp": Bounds(min=1, max=600)})
    assert bought_in(most_cp=2_000).actions("ada")[0] == Action(
        type="bet", params={"amount_cp": Bounds(min=1, max=1_500)}
    )


def test_a_bet_on_top_that_the_house_could_not_pay_is_refused() -> None:
    table = bought_in("Ada", "Bo", bank_limit_cp=1_900, cards={"ada": 5, "bo": 5})

    assert table.actions("bo")[0] == Action(type="bet", params={"amount_cp": Bounds(min=1, max=900)})
    table.when("bo", Bet(amount_cp=901)).then_refused("bank_limit")
    table.give("bo", Bet(amount_cp=900))
    table.when("ada", Bet(amount_cp=1)).then_refused("bank_limit")
    table.give("ada", Pass())
    assert table.table.balance(HOUSE) == -1_900


def test_if_the_bank_has_no_room_nobody_is_asked_for_more() -> None:
    table = bought_in("Ada", "Bo", bank_limit_cp=1_000)

    assert not table.table.running


def test_without_auto_roll_the_gm_has_the_house_throw_and_then_the_cards_drawn() -> None:
    table = a_table(auto_roll=False, cards={"ada": 5})

    table.when("ada", BUY_IN).then(*laid("ada", 500))
    table.when(None, CloseBets()).then(shown(2, 7), *asked_for_more("ada"))
    table.when("ada", Bet(amount_cp=100)).then(*laid("ada", 100))
    assert table.view(PUBLIC).details == {"waits_for_gm": True, "winning_cards": [3, 4, 5, 6]}
    table.when(None, CloseBets()).then(card("ada", 5), *won("ada", 600), ended(ada=600), *table.closing())


def test_without_auto_roll_the_gm_has_the_cards_drawn_where_nobody_could_bet_more() -> None:
    table = a_table(auto_roll=False, purse_cp=500, cards={"ada": 5})
    table.give("ada", BUY_IN)

    table.when(None, CloseBets()).then(shown(2, 7), PhaseBegan(phase="betting"))
    table.when(None, CloseBets()).then(card("ada", 5), *won("ada", 500), ended(ada=500), *table.closing())


def test_the_gm_need_wait_for_nobody() -> None:
    table = a_table("Ada", "Bo", cards={"ada": 1})
    table.give("ada", BUY_IN)

    table.when(None, CloseBets()).then(
        StatusChanged(seat="bo", status="passed", why="bets_closed"),
        QuestionAnswered(seat="bo"),
        shown(2, 7),
        *asked_for_more("ada"),
    )
    table.when(None, CloseBets()).then(
        StatusChanged(seat="ada", status="content", why="bets_closed"),
        QuestionAnswered(seat="ada"),
        card("ada", 1),
        *lost("ada", 500),
        ended(),
        *table.closing(),
    )


def test_the_clock_lets_a_bet_stand() -> None:
    table = bought_in("Ada", turn_seconds=60)

    assert table.let_the_clock_act() == Timeout("ada", Pass())
    assert table.table.result is not None


def test_the_bet_of_who_leaves_stands_and_their_card_is_drawn() -> None:
    table = bought_in("Ada", "Bo", cards={"ada": 5, "bo": 1})
    table.when("ada", Leave()).then(
        StatusChanged(seat="ada", status="gone", why="left"),
        QuestionAnswered(seat="ada"),
        moved("ada", OUTSIDE, 9_500, "cash_out"),
        SeatLeft(seat="ada", why="left"),
    )

    table.when("bo", Pass()).then(
        StatusChanged(seat="bo", status="content", why="passed"),
        QuestionAnswered(seat="bo"),
        card("ada", 5),
        card("bo", 1),
        *won("ada", 500, payee=OUTSIDE),
        *lost("bo", 500),
        ended(ada=500),
        *table.closing(),
    )


def test_a_player_who_left_after_the_buy_in_is_not_asked_for_more() -> None:
    table = a_table("Ada", "Bo")
    table.give("ada", BUY_IN)
    table.give("ada", Leave())

    table.when("bo", BUY_IN).then(*laid("bo", 500), shown(2, 7), *asked_for_more("bo"))


def test_when_the_last_one_asked_leaves_the_cards_are_drawn_and_the_winnings_go_along() -> None:
    table = bought_in("Ada", cards={"ada": 5})

    table.when("ada", Leave()).then(
        StatusChanged(seat="ada", status="gone", why="left"),
        QuestionAnswered(seat="ada"),
        card("ada", 5),
        *won("ada", 500),
        ended(ada=500),
        moved("ada", OUTSIDE, 10_500, "cash_out"),
        SeatLeft(seat="ada", why="left"),
        *table.closing(),
    )


def test_everybody_sees_every_bet_and_what_it_stands_to_win() -> None:
    table = bought_in("Ada", "Bo")
    table.give("ada", Bet(amount_cp=1_500))

    assert [seat.details["bet"] for seat in table.view(PUBLIC).seats] == [
        {"on": None, "amount_cp": 2_000, "could_win_cp": 2_000, "back_cp": None},
        {"on": None, "amount_cp": 500, "could_win_cp": 500, "back_cp": None},
    ]


def test_a_round_reads_aloud() -> None:
    table = a_table("Ada", "Bo", "Cy", house=(7, 2), cards={"ada": 5, "bo": 2})
    buying_in = chronicle_of(table, ("ada", BUY_IN), ("bo", BUY_IN), ("cy", Pass()))

    assert [*buying_in, *chronicle_of(table, ("ada", Bet(amount_cp=1_000)), ("bo", Pass()))][:-1] == [
        "Ada bets 5 gp.",
        "Bo bets 5 gp.",
        "Cy bets nothing.",
        "The House shows 7 and 2: a card from 3 to 6 wins.",
        "Ada bets 10 gp more.",
        "Bo lets the bet stand.",
        "Ada draws a card: 5.",
        "Bo draws a card: 2.",
        "Ada wins 15 gp.",
        "Bo loses 5 gp.",
        "The House is 10 gp poorer.",
    ]


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ((4, 5), "The House shows 4 and 5: no card lies between them."),
        ((6, 6), "The House shows 6 and 6: no card lies between them."),
        ((6, 4), "The House shows 6 and 4: a 5 wins."),
    ],
)
def test_the_throw_of_the_house_is_reported_with_the_winning_call(house: tuple[int, int], sentence: str) -> None:
    assert chronicle_of(a_table(house=house), ("ada", BUY_IN))[1] == sentence

"""Twelve Nights, sentence by sentence (seeds 003, and the rulings on the Tavern Games)."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import pytest

from events.accounts import ESCROW, HOUSE, OUTSIDE
from events.audience import ALL, PUBLIC
from events.event import Event
from events.round_events import (
    DiceThrown,
    DieRolled,
    PhaseBegan,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    StatusChanged,
)
from events.table_events import SeatLeft
from games.engine.rulebook import Timeout
from games.installed import CATALOGUE
from games.mechanics.house_bets import Bet, BetPlaced, BetSettled, CloseBets, Pass
from games.table import Leave, RemoveSeat, VoidRound
from games.twelve_nights import MOST_HITS, Fold, Hit, Stay, points
from projections.actions import Action, Bounds
from tests.games.mechanics.pebble import chronicle_of, lost, moved, refusal, won
from tests.playing import Playing, drawn

BET = Bet(amount_cp=500)


def a_table(
    *seats: str,
    cards: Mapping[str, Sequence[int]] | None = None,
    house: Sequence[int] = (4, 6),
    purse_cp: int = 10_000,
    **options: Any,
) -> Playing:
    """A round of Twelve Nights in which these seats, and the House, draw these cards."""
    playing = Playing.open(CATALOGUE, "twelve-nights", **options).seat(*seats or ("Ada",), purse_cp=purse_cp)
    for seat, faces in (cards or {}).items():
        playing.load({(seat, "cards", 6): faces[:2], (seat, "hit", 6): faces[2:]})
    return playing.load({(HOUSE, "house", 6): house[:2], (HOUSE, "house_hit", 6): house[2:]}).start()


def dealt(*seats: str, **given: Any) -> Playing:
    """A table whose seats have all bet 5 gp, and have two cards."""
    table = a_table(*seats, **given)
    for seat in list(table.table.to_act):
        table.give(seat, BET)
    return table


def two_cards(seat: str, first: int, second: int) -> DiceThrown:
    purpose = "house" if seat == HOUSE else "cards"
    draws = [drawn(seat, purpose, 6, first), drawn(seat, purpose, 6, second, n=2)]
    return DiceThrown(seat=seat, ns=[0, 1], die="d6", place="open", draws=draws, draws_to=ALL)


def card(seat: str, face: int, nth: int = 1) -> DieRolled:
    draw = drawn(seat, "house_hit" if seat == HOUSE else "hit", 6, face, n=nth)
    return DieRolled(seat=seat, n=nth + 1, die="d6", place="open", draw=draw, draw_to=ALL)


def status(seat: str, now: str, why: str) -> StatusChanged:
    return StatusChanged(seat=seat, status=now, why=why)


def ended(**won_cp: int) -> RoundEnded:
    return RoundEnded(round=1, outcome="settled", winners=list(won_cp), won_cp=won_cp)


def folded(seat: str, why: str = "fold") -> list[Event]:
    """What happens when a bet of 5 gp is folded."""
    return [
        status(seat, "folded", why),
        moved(ESCROW, HOUSE, 250, "lost_bet"),
        moved(ESCROW, seat, 250, "stake_back"),
        BetSettled(seat=seat, amount_cp=500, back_cp=250),
    ]


def purse_after_staying(cards: Sequence[int], house: Sequence[int], **options: Any) -> int:
    """What is in a purse of 10,000 cp after a bet of 500, all of these cards and then no more."""
    table = dealt(cards={"ada": cards}, house=house, **options)
    for _ in cards[2:]:
        table.give("ada", Hit())
    if table.table.running:
        table.give("ada", Stay())
    return table.table.purse("ada")


# The cards


def test_one_may_play_alone_and_two_d6_are_rolled_for_each_when_the_bets_have_been_made() -> None:
    table = a_table("Ada", "Bo", cards={"ada": (4, 5), "bo": (2, 2)})
    table.give("ada", BET)

    table.when("bo", BET).then(
        moved("bo", ESCROW, 500, "stake"),
        BetPlaced(seat="bo", on=None, amount_cp=500),
        QuestionAnswered(seat="bo"),
        PhaseBegan(phase="drawing"),
        two_cards("ada", 4, 5),
        two_cards("bo", 2, 2),
        QuestionAsked(seats=["ada", "bo"], question="hit_or_stay"),
    )
    assert [seat.total for seat in table.view(PUBLIC).seats] == [9, 4]
    assert dealt().table.running


def test_a_player_who_passes_gets_no_cards_and_if_nobody_bets_none_are_dealt() -> None:
    table = a_table("Ada", "Bo")
    table.give("ada", Pass())
    table.give("bo", BET)
    assert table.table.to_act == ["bo"]

    table = a_table("Ada")
    table.when("ada", Pass()).then(
        status("ada", "passed", "passed"),
        QuestionAnswered(seat="ada"),
        RoundEnded(round=1, outcome="no_bets", winners=[], won_cp={}),
        *table.closing(),
    )


@pytest.mark.parametrize(
    ("faces", "total"),
    [((1, 1), 11), ((1, 2), 12), ((1, 3), 4), ((1, 1, 1), 12), ((1, 1, 2), 4), ((5, 6), 11), ((6, 6, 1), 13)],
)
def test_a_1_is_worth_ten_where_that_helps_and_one_where_it_would_be_too_much(faces: Sequence[int], total: int) -> None:
    assert points(sum(faces), ace=1 in faces) == total


def test_otherwise_points_equal_the_numbers_and_no_choice_of_ones_and_tens_is_better() -> None:
    for count in range(1, 5):
        for faces in product(range(1, 7), repeat=count):
            sums = [sum(each) for each in product(*((face, 10) if face == 1 else (face,) for face in faces))]
            assert points(sum(faces), ace=1 in faces) == max((one for one in sums if one <= 12), default=sum(faces))


def test_taking_a_hit_means_rolling_one_more_d6_and_one_may_take_several() -> None:
    table = dealt(cards={"ada": (2, 2, 3, 1)})

    assert table.actions("ada")[:3] == [Action(type="hit"), Action(type="stay"), Action(type="fold")]
    table.when("ada", Hit()).then(card("ada", 3))
    table.when("ada", Hit()).then(card("ada", 1, nth=2))
    assert table.view(PUBLIC).seats[0].total == 8


def test_more_than_twelve_is_bust_and_loses() -> None:
    table = dealt(cards={"ada": (5, 6, 2)})

    table.when("ada", Hit()).then(
        card("ada", 2),
        status("ada", "bust", "hit"),
        QuestionAnswered(seat="ada"),
        *lost("ada", 500),
        ended(),
        *table.closing(),
    )


def test_no_hand_is_longer_than_its_declaration_says() -> None:
    def hits(pips: int, *, ace: bool) -> int:
        """The most cards that can be drawn on a hand."""
        if points(pips, ace=ace) >= 12:
            return 0
        return 1 + max(hits(pips + face, ace=ace or face == 1) for face in range(1, 7))

    pairs = product(range(1, 7), repeat=2)
    assert max(hits(first + second, ace=1 in (first, second)) for first, second in pairs) == MOST_HITS


# Winning and losing


def test_a_hand_below_12_and_above_the_houses_wins_even_money() -> None:
    table = dealt(cards={"ada": (5, 6)}, house=(4, 6))

    table.when("ada", Stay()).then(
        status("ada", "stayed", "stay"),
        QuestionAnswered(seat="ada"),
        two_cards(HOUSE, 4, 6),
        *won("ada", 500, 1_000),
        ended(ada=1_000),
        *table.closing(),
    )


@pytest.mark.parametrize(
    ("cards", "house", "purse_cp"),
    [
        ((5, 6), (4, 6), 10_500),  # 11 beats 10
        ((4, 6), (4, 6), 9_500),  # the House wins ties
        ((4, 6), (5, 6), 9_500),  # 11 beats 10
        ((4, 6), (6, 6), 9_500),  # so does 12
        ((2, 2), (4, 5, 6), 10_500),  # the House is bust
        ((1, 1), (4, 6), 10_500),  # 11, with a 1 as ten
        ((3, 3, 6), (6, 6), 10_500),  # 12 wins against a 12 of the House's
        ((1, 2), (6, 6), 10_500),
    ],
)
def test_what_hands_win_and_lose(cards: Sequence[int], house: Sequence[int], purse_cp: int) -> None:
    assert purse_after_staying(cards, house) == purse_cp


def test_if_a_win_pays_the_stake_it_gives_the_bet_back_and_no_more() -> None:
    assert purse_after_staying((5, 6), (4, 6), win_pays="stake") == 10_000
    assert purse_after_staying((4, 6), (4, 6), win_pays="stake") == 9_500
    assert purse_after_staying((6, 6), (4, 6), win_pays="stake") == 10_500


def test_a_12_returns_twice_the_bet_or_three_times_as_the_table_says_and_is_not_asked_for_more() -> None:
    table = dealt("Ada", "Bo", cards={"ada": (6, 6), "bo": (5, 5)}, house=(6, 6), twelve_returns=3)

    assert table.table.to_act == ["bo"]
    assert table.table.seats["ada"].status == "twelve"
    table.when("bo", Stay()).then(
        status("bo", "stayed", "stay"),
        QuestionAnswered(seat="bo"),
        two_cards(HOUSE, 6, 6),
        *won("ada", 500, 1_500),
        *lost("bo", 500),
        ended(ada=1_500),
        *table.closing(),
    )
    assert purse_after_staying((6, 6), (4, 6)) == 10_500


def test_a_12_that_is_drawn_ends_the_hand() -> None:
    table = dealt(cards={"ada": (4, 6, 2)})

    table.when("ada", Hit()).then(
        card("ada", 2),
        status("ada", "twelve", "hit"),
        QuestionAnswered(seat="ada"),
        *won("ada", 500, 1_000),
        ended(ada=1_000),
        *table.closing(),
    )


# The House


def test_the_house_draws_after_all_have_stood_to_10_or_more() -> None:
    table = dealt("Ada", "Bo", cards={"ada": (5, 6), "bo": (4, 4)}, house=(1, 3, 3, 2, 1))
    table.when("ada", Stay()).then(status("ada", "stayed", "stay"), QuestionAnswered(seat="ada"))

    table.when("bo", Stay()).then(
        status("bo", "stayed", "stay"),
        QuestionAnswered(seat="bo"),
        two_cards(HOUSE, 1, 3),
        card(HOUSE, 3),
        card(HOUSE, 2, nth=2),
        card(HOUSE, 1, nth=3),
        *won("ada", 500, 1_000),
        *lost("bo", 500),
        ended(ada=1_000),
        *table.closing(),
    )
    assert table.view(PUBLIC).details == {"waits_for_gm": False, "house_total": 10}


@pytest.mark.parametrize(("stands_on", "cards"), [(2, 2), (4, 2), (5, 3), (7, 3), (8, 4), (12, 5)])
def test_the_house_stands_on_what_the_table_says(stands_on: int, cards: int) -> None:
    table = dealt(house=(1, 3, 3, 4, 6), cards={"ada": (4, 4)}, house_stands_on=stands_on)
    table.give("ada", Stay())

    assert len(table.view(PUBLIC).house_dice) == cards


def test_a_1_of_the_houses_counts_ten_where_that_helps_too() -> None:
    table = dealt(house=(1, 1), cards={"ada": (4, 6)})
    table.give("ada", Stay())

    assert table.view(PUBLIC).details["house_total"] == 11


@pytest.mark.parametrize("cards", [(6, 6), (5, 5, 5)])
def test_if_no_hand_is_left_to_be_beaten_the_house_draws_nothing(cards: Sequence[int]) -> None:
    table = dealt(cards={"ada": cards})
    for _ in cards[2:]:
        table.give("ada", Hit())

    assert not table.table.running
    assert table.view(PUBLIC).house_dice == []


# Folding and leaving


def test_a_player_who_folds_takes_half_of_the_bet_back_at_once() -> None:
    table = dealt("Ada", "Bo", cards={"ada": (4, 6), "bo": (5, 6)})

    table.when("ada", Fold()).then(*folded("ada"), QuestionAnswered(seat="ada"))
    table.give("bo", Stay())
    assert [table.table.purse(seat) for seat in ("ada", "bo")] == [9_750, 10_500]


def test_one_may_fold_before_there_are_cards_and_bets_no_more_then() -> None:
    table = a_table("Ada", "Bo", cards={"bo": (5, 6)})
    table.give("ada", BET)
    table.when("ada", Fold()).then(*folded("ada"))

    assert refusal(table, "ada", BET) == "You have folded."
    assert table.give("bo", BET)[3:] == [
        PhaseBegan(phase="drawing"),
        two_cards("bo", 5, 6),
        QuestionAsked(seats=["bo"], question="hit_or_stay"),
    ]


def test_if_all_have_folded_before_the_cards_there_are_none() -> None:
    table = a_table(auto_roll=False)
    table.give("ada", BET)
    table.give("ada", Fold())

    table.when(None, CloseBets()).then(ended(), *table.closing())


def test_a_seat_that_is_done_cannot_fold_hit_or_stay_and_learns_why() -> None:
    table = dealt("Ada", "Bo", "Cy", "Di", cards={"ada": (5, 6, 6), "bo": (4, 4), "cy": (6, 6), "di": (3, 3)})
    table.sit("Ed")
    table.give("ada", Hit())
    table.give("bo", Stay())

    refusals = {seat: refusal(table, seat, Fold()) for seat in ("ada", "bo", "cy", "ed")}
    assert refusals == {
        "ada": "You are bust.",
        "bo": "You stay, and your bet stands.",
        "cy": "You have twelve: there is nothing left to decide.",
        "ed": "You have no bet on the table.",
    }
    table.when("bo", Fold()).then_refused("nothing_to_fold")
    for command in (Hit(), Stay()):
        table.when("bo", command).then_refused("no_cards_to_play")
        assert refusal(table, "ada", command) == refusals["ada"]


def test_nobody_draws_before_all_have_bet() -> None:
    table = a_table("Ada", "Bo")
    table.give("ada", BET)

    assert refusal(table, "ada", Hit()) == "The cards come once everybody has bet or passed."
    table.give("bo", Pass())
    table.when("ada", Pass()).then_refused("not_asked")


@pytest.mark.parametrize("cards_dealt", [False, True])
def test_a_seat_that_leaves_folds_if_it_still_can(cards_dealt: bool) -> None:
    table = dealt("Ada", "Bo") if cards_dealt else a_table("Ada", "Bo")
    if not cards_dealt:
        table.give("ada", BET)

    table.when("ada", Leave()).then(
        *folded("ada", why="left"),
        *([QuestionAnswered(seat="ada")] if cards_dealt else []),
        moved("ada", OUTSIDE, 9_750, "cash_out"),
        SeatLeft(seat="ada", why="left"),
    )
    assert table.table.seats["ada"].status == "folded"


def test_otherwise_its_bet_stands_and_what_it_wins_goes_along() -> None:
    table = dealt("Ada", "Bo", cards={"ada": (5, 6), "bo": (5, 6)})
    table.give("ada", Stay())
    table.when("ada", Leave()).then(moved("ada", OUTSIDE, 9_500, "cash_out"), SeatLeft(seat="ada", why="left"))

    events = table.give("bo", Stay())
    assert [event for event in events if event in won("ada", 500, 1_000, payee=OUTSIDE)] == won(
        "ada", 500, 1_000, payee=OUTSIDE
    )


def test_half_the_bet_of_who_has_folded_is_all_they_get_though_they_leave() -> None:
    table = dealt("Ada", "Bo", cards={"bo": (5, 6)})
    table.give("ada", Fold())
    table.when("ada", Leave()).then(moved("ada", OUTSIDE, 9_750, "cash_out"), SeatLeft(seat="ada", why="left"))
    table.give("bo", Stay())

    assert table.table.accounts[HOUSE] == 250 - 500


def test_when_the_last_one_asked_leaves_the_house_draws() -> None:
    table = dealt("Ada", "Bo", cards={"ada": (5, 6)})
    table.give("ada", Stay())
    table.give(None, RemoveSeat(target="bo"))

    assert not table.table.running
    assert table.table.purse("ada") == 10_500


def test_a_player_who_leaves_without_a_bet_is_gone() -> None:
    table = a_table("Ada", "Bo")
    table.give("bo", BET)
    table.give("ada", Leave())

    assert table.table.seats["ada"].status == "gone"
    assert table.table.to_act == ["bo"]


# The table


@pytest.mark.parametrize(("twelve_returns", "most_cp"), [(2, 1_000), (3, 500)])
def test_the_limit_of_the_bank_counts_a_twelve_for_everybody(twelve_returns: int, most_cp: int) -> None:
    table = a_table("Ada", "Bo", bank_limit_cp=2_000, twelve_returns=twelve_returns)
    table.give("ada", Bet(amount_cp=2_000 // (twelve_returns - 1) - most_cp))

    assert table.actions("bo")[0].params["amount_cp"] == Bounds(min=500, max=most_cp, step=2)
    table.when("bo", Bet(amount_cp=most_cp + 2)).then_refused("bank_limit")
    table.give("ada", Fold())
    assert table.actions("bo")[0].params["amount_cp"] == Bounds(min=500, max=2_000 // (twelve_returns - 1), step=2)


def test_the_clock_stays() -> None:
    table = dealt("Ada", "Bo", turn_seconds=60, cards={"ada": (4, 4), "bo": (4, 4)})

    assert [table.let_the_clock_act(), table.let_the_clock_act()] == [Timeout("ada", Stay()), Timeout("bo", Stay())]
    assert not table.table.running


def test_without_auto_roll_the_gm_has_the_cards_dealt_and_the_rest_is_automatic() -> None:
    table = a_table(auto_roll=False, cards={"ada": (4, 4)})
    table.give("ada", BET)
    assert table.view(PUBLIC).details == {"waits_for_gm": True}
    table.give(None, CloseBets())
    table.when(None, CloseBets()).then_refused("no_bets_to_close")
    table.give("ada", Stay())

    assert not table.table.running


def test_a_round_that_is_called_off_gives_every_bet_back_folded_ones_too() -> None:
    table = dealt("Ada", "Bo")
    table.give("ada", Fold())
    table.give(None, VoidRound(reason="a fight"))

    assert [table.table.purse(seat) for seat in ("ada", "bo")] == [10_000, 10_000]


def test_everybody_sees_what_a_bet_can_win_and_what_came_of_it() -> None:
    table = dealt(twelve_returns=3)
    bet = {"on": None, "amount_cp": 500, "could_win_cp": 1_000}

    assert [seat.details for seat in table.view(PUBLIC).seats] == [{"bet": {**bet, "back_cp": None}}]
    table.give("ada", Fold())
    assert [seat.details for seat in table.view(PUBLIC).seats] == [{"bet": {**bet, "back_cp": 250}}]


def test_a_round_reads_aloud() -> None:
    cards = {"ada": (4, 5, 2), "bo": (2, 2), "cy": (1, 2), "di": (5, 5, 6)}
    table = a_table("Ada", "Bo", "Cy", "Di", cards=cards, house=(3, 1, 6))
    sentences = chronicle_of(
        table,
        *((seat, BET) for seat in ("ada", "bo", "cy", "di")),
        ("ada", Hit()),
        ("ada", Stay()),
        ("bo", Fold()),
        ("di", Hit()),
    )

    assert sentences[4:-1] == [
        "Ada draws 4 and 5: 9 in all.",
        "Bo draws 2 and 2: 4 in all.",
        "Cy draws 1 and 2: 12 in all.",
        "Cy has twelve.",
        "Di draws 5 and 5: 10 in all.",
        "Ada draws a card, 2: 11 in all.",
        "Ada stays.",
        "Bo folds.",
        "Bo loses 2 gp 5 sp.",
        "Di draws a card, 6: 16 in all.",
        "Di is bust.",
        "The House draws 3 and 1: 4 in all.",
        "The House draws a card, 6: 10 in all.",
        "Ada wins 5 gp.",
        "Cy wins 5 gp.",
        "Di loses 5 gp.",
        "The House is 2 gp 5 sp poorer.",
    ]

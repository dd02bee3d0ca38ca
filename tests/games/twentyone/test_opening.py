"""The lobby, the antes, the opening dice, the order of turns and the Cut."""

import pytest

from events.accounts import HOUSE, POT
from events.audience import ALL, GM, PUBLIC
from events.round_events import DieRerolled, DieRolled, OrderSet
from games.installed import CATALOGUE
from games.table import StartRound, TakeOver
from games.twentyone.betting import Fold, Hold, Roll
from games.twentyone.opening import Cut
from games.twentyone.skills import Foresight
from games.twentyone.turns import BettingRoundBegan, LetItBe
from projections.actions import Refusal
from tests.games.twentyone.expected import answered, asks, paid, phase, turn_of
from tests.games.twentyone.table import at_the_cut, seated
from tests.playing import drawn


def test_every_player_pays_the_ante_when_the_round_starts_and_the_house_matches_it() -> None:
    table = seated("bri", "odo")
    events = table.start_round(bri=(4, 9), odo=(6, 3))
    assert events[1:4] == [
        paid("bri", POT, 500, "ante"),
        paid("odo", POT, 500, "ante"),
        paid(HOUSE, POT, 1_000, "house_match"),
    ]
    assert (table.purse("bri"), table.purse("odo"), table.pot) == (9_500, 9_500, 2_000)
    assert table.table.balance(HOUSE) == -1_000


def test_the_ante_may_be_as_small_as_two_copper() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), purses={"bri": 2, "odo": 3}, options={"ante_cp": 2})
    assert (table.purse("bri"), table.purse("odo"), table.pot) == (0, 1, 8)


def test_the_house_matches_the_antes_of_players_but_not_of_npcs() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), cal=(8, 2), kinds={"cal": "npc"})
    assert table.purse("cal") == 9_500
    assert table.table.balance(HOUSE) == -1_000
    assert table.pot == 2_500


def test_a_gm_who_plays_is_no_house_and_everyone_antes_equally() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), mo=(8, 2), kinds={"mo": "gm"})
    assert table.purse("mo") == 9_500
    assert table.table.balance(HOUSE) == 0
    assert table.pot == 1_500


def test_a_gm_who_has_taken_over_an_npc_plays_as_well() -> None:
    table = seated("bri", "odo", "cal", kinds={"cal": "npc"})
    table.give(None, TakeOver(target="cal"))
    table.start_round(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    assert (table.table.balance(HOUSE), table.pot) == (0, 1_500)


def test_a_gm_who_plays_for_a_player_is_still_the_house() -> None:
    table = seated("bri", "odo")
    table.give(None, TakeOver(target="odo"))
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.table.balance(HOUSE) == -1_000


def test_an_npc_that_the_gm_has_taken_over_and_that_sits_out_stops_no_match() -> None:
    table = seated("bri", "odo", "cal", kinds={"cal": "npc"}, purses={"cal": 499})
    table.give(None, TakeOver(target="cal"))
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.table.balance(HOUSE) == -1_000


def test_without_the_house_match_the_pot_holds_only_the_antes() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), options={"house_match": False})
    assert table.table.balance(HOUSE) == 0
    assert table.pot == 1_000


def test_a_table_of_npcs_only_is_not_matched_at_all() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), kinds={"bri": "npc", "odo": "npc"})
    assert table.table.balance(HOUSE) == 0
    assert table.pot == 1_000


def test_a_player_who_cannot_pay_the_ante_sits_the_round_out() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), cal=(1, 1), purses={"cal": 499})
    assert table.table.order == ["bri", "odo"]
    assert table.status("cal") == "sitting_out"
    assert table.purse("cal") == 499
    assert table.refusal("cal", Roll(die="d10")) == "not_in_round"


@pytest.mark.parametrize("purses", [{"odo": 499}, {"bri": 0, "odo": 0}])
def test_with_fewer_than_two_seats_that_can_ante_there_is_no_round(purses: dict[str, int]) -> None:
    table = seated("bri", "odo", purses=purses)
    assert table.refusal(None, StartRound()) == "too_few_seats"


def test_two_seats_are_enough_and_twelve_the_most_so_that_the_thirteenth_sits_out() -> None:
    seats = [f"s{number}" for number in range(1, 14)]
    table = seated(*seats)
    table.start_round(**dict.fromkeys(seats, (5, 5)))
    assert table.table.order == seats[:12]
    assert table.status("s13") == "sitting_out"
    assert table.pot == 12_000


def test_a_thirteenth_seat_plays_where_one_of_the_twelve_before_cannot_pay() -> None:
    seats = [f"s{number}" for number in range(1, 14)]
    table = seated(*seats, purses={"s1": 0})
    table.start_round(**dict.fromkeys(seats, (5, 5)))
    assert table.table.order == seats[1:]


def test_a_player_who_sits_down_during_a_round_plays_from_the_next_one_on() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    table.sit("Cal")
    assert table.status("cal") == "waiting"
    assert table.refusal("cal", Hold()) == "not_in_round"
    table.lets_it_be("bri")
    table.folds("bri")
    table.start_round(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    assert table.table.order == ["bri", "odo", "cal"]


def test_each_player_rolls_two_d10_one_visible_and_one_hole_die() -> None:
    table = seated("bri", "odo")
    events = table.start_round(bri=(4, 9), odo=(6, 3))
    assert events[4:] == [
        DieRolled(seat="bri", n=0, die="d10", place="open", draw=drawn("bri", "opening", 10, 4), draw_to=ALL),
        DieRolled(seat="bri", n=1, die="d10", place="hole", draw=drawn("bri", "hole", 10, 9), draw_to="seat:bri"),
        DieRolled(seat="odo", n=0, die="d10", place="open", draw=drawn("odo", "opening", 10, 6), draw_to=ALL),
        DieRolled(seat="odo", n=1, die="d10", place="hole", draw=drawn("odo", "hole", 10, 3), draw_to="seat:odo"),
        OrderSet(seats=["bri", "odo"]),
        phase("cut"),
        asks("cut", "bri"),
    ]


def test_only_its_seat_and_the_gm_see_a_hole_die() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    assert {viewer: table.faces("bri", viewer) for viewer in (PUBLIC, "seat:odo", "seat:bri", GM)} == {
        PUBLIC: [4, None],
        "seat:odo": [4, None],
        "seat:bri": [4, 9],
        GM: [4, 9],
    }
    assert (table.total("bri", "seat:bri"), table.total("bri", "seat:odo")) == (13, None)


def test_turns_go_from_the_lowest_visible_die_upwards() -> None:
    table = at_the_cut(bri=(8, 1), odo=(3, 10), cal=(5, 5))
    assert table.table.order == ["odo", "cal", "bri"]


def test_equal_visible_dice_keep_the_order_of_the_seats() -> None:
    table = at_the_cut(bri=(7, 1), odo=(4, 10), cal=(7, 2), dee=(4, 1))
    assert table.table.order == ["odo", "dee", "bri", "cal"]


def test_the_lowest_visible_die_may_reroll_its_hole_die() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    assert table.cuts("bri", 2) == [
        DieRerolled(seat="bri", n=1, by="bri", why="cut", draw=drawn("bri", "cut", 10, 2), draw_to="seat:bri"),
        answered("bri"),
        phase("betting"),
        BettingRoundBegan(number=1),
        turn_of("bri"),
    ]
    assert table.faces("bri") == [4, 2]


def test_only_its_seat_and_the_gm_see_the_new_face_of_the_cut() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    table.cuts("bri", 2)
    assert table.seen_last(PUBLIC)[0] == DieRerolled(seat="bri", n=1, by="bri", why="cut")
    assert table.seen_last("seat:odo")[0] == DieRerolled(seat="bri", n=1, by="bri", why="cut")
    assert table.faces("bri", "seat:bri") == table.faces("bri", GM) == [4, 2]


def test_the_cut_is_optional() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    assert table.lets_it_be("bri") == [
        answered("bri"),
        phase("betting"),
        BettingRoundBegan(number=1),
        turn_of("bri"),
    ]
    assert table.faces("bri") == [4, 9]


def test_of_two_equally_low_dice_the_first_in_order_has_the_cut() -> None:
    table = at_the_cut(bri=(7, 1), odo=(4, 10), cal=(4, 2))
    assert table.asked == ("cut", ["odo"])
    assert table.refusal("cal", Cut()) == "not_at_the_cut"
    assert table.refusal("cal", LetItBe()) == "nothing_asked"


def test_who_is_asked_or_refused_at_the_cut_reads_who_goes_first_on_a_tie() -> None:
    table = at_the_cut(bri=(7, 1), odo=(4, 10), cal=(4, 2))
    (refused,) = [one for one in table.offers("cal") if isinstance(one, Refusal) and one.type == "cut"]
    assert "On a tie, whoever sits first" in refused.detail
    labels = CATALOGUE.rulebook("twentyone").labels
    assert "on a tie, whoever sits first does" in labels.questions["cut"].text
    assert "On a tie, whoever sits first" in labels.phases["cut"].help


def test_the_cut_is_a_step_of_its_own_before_the_betting() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    for seat in ("bri", "odo"):
        for command in (Roll(die="d10"), Hold(), Fold(), Foresight()):
            assert table.refusal(seat, command) == "betting_not_open"


def test_the_cut_is_no_action_taken() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.cuts("bri", 2)
    table.folds("bri")
    assert table.purse("bri") == 9_750

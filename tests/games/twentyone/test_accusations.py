"""Accusations: a fee held apart, a die that is named, a verdict at once."""

from events.audience import PUBLIC
from events.event import Event
from games.twentyone.accusing import AccusationJudged, Accuse, Accused
from games.twentyone.betting import Fold, Hold, Roll
from tests.games.twentyone.expected import (
    answered,
    asks,
    condition,
    fee,
    paid,
    phase,
    revealed,
    set_down,
    set_down_blind,
    status,
    turn_of,
)
from tests.games.twentyone.table import TwentyOneTable, at_the_cut, betting


def verdict(seat: str, target: str, n: int, *, right: bool) -> Event:
    return AccusationJudged(seat=seat, target=target, n=n, right=right)


def after_a_cheat(n: int = 2, natural: int = 15, **purses: int) -> TwentyOneTable:
    """Bri has bought a d4 and tried a cheat on die `n`; it is Odo's turn."""
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2), purses=purses)
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=n, change=1, natural=natural)
    return table


def test_a_right_accusation_brings_the_fee_back_and_a_bounty_and_the_cheat_is_caught() -> None:
    table = after_a_cheat()
    assert table.accuses("cal", "bri", 2) == [
        Accused(seat="cal", target="bri", n=2),
        paid("cal", "escrow", 1_000, "accusation_fee"),
        verdict("cal", "bri", 2, right=True),
        paid("escrow", "cal", 1_000, "accusation_refund"),
        paid("bri", "cal", 2_500, "bounty", owed_cp=2_500),
        status("bri", "caught", "accused"),
    ]
    assert (table.purse("cal"), table.purse("bri"), table.pot) == (12_000, 6_000, 4_000)
    assert table.turn == "odo"


def test_a_wrong_accusation_leaves_the_fee_in_the_pot_and_busts_nobody() -> None:
    table = after_a_cheat()
    assert table.accuses("cal", "bri", 1) == [
        Accused(seat="cal", target="bri", n=1),
        paid("cal", "escrow", 1_000, "accusation_fee"),
        verdict("cal", "bri", 1, right=False),
        paid("escrow", "pot", 1_000, "accusation_fee"),
    ]
    assert (table.status("cal"), table.status("bri")) == ("active", "active")
    assert table.pot == 5_000


def test_the_bounty_is_all_that_the_cheater_has_where_that_is_less_than_five_antes() -> None:
    table = after_a_cheat(bri=2_000)
    assert table.accuses("cal", "bri", 2)[4] == paid("bri", "cal", 500, "bounty", owed_cp=2_500)
    assert table.purse("bri") == 0


def test_a_penniless_cheater_pays_no_bounty_and_is_caught_all_the_same() -> None:
    table = after_a_cheat(bri=1_500)
    assert table.accuses("cal", "bri", 2)[4:] == [
        paid("bri", "cal", 0, "bounty", owed_cp=2_500),
        status("bri", "caught", "accused"),
    ]


def test_an_attempt_is_enough_whether_it_worked_or_not() -> None:
    table = after_a_cheat(natural=5)
    table.accuses("cal", "bri", 2)
    assert table.status("bri") == "caught"


def test_a_cheat_on_the_hole_die_is_right_only_when_the_hole_die_is_named() -> None:
    table = after_a_cheat(n=1)
    table.accuses("odo", "bri", 2)
    assert table.status("bri") == "active"
    table.accuses("cal", "bri", 1)
    assert table.status("bri") == "caught"


def test_accusations_are_heard_from_the_first_bought_die_on() -> None:
    table = at_the_cut(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    assert table.refusal("odo", Accuse(target="bri", n=0)) == "nothing_to_accuse"
    table.lets_it_be("bri")
    table.holds("bri")
    assert table.refusal("odo", Accuse(target="bri", n=0)) == "nothing_to_accuse"
    table.rolls("odo", "d4", 2)
    assert table.may("cal", "accuse")


def test_a_die_in_the_hand_is_bought_and_the_others_can_be_accused_at_once_but_not_that_one() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    assert table.may("cal", "accuse")[0] == {"target": ["bri"], "n": [0, 1], "cost_cp": 1_000}
    assert table.refusal("cal", Accuse(target="bri", n=2)) == "cannot_be_accused"


def test_a_player_accuses_once_a_round() -> None:
    table = after_a_cheat()
    table.accuses("cal", "bri", 1)
    assert table.refusal("cal", Accuse(target="bri", n=2)) == "accused_already"
    table.holds("odo", "cal", "bri")
    assert table.refusal("cal", Accuse(target="bri", n=2)) == "accused_already"


def test_a_new_round_brings_a_new_accusation() -> None:
    table = after_a_cheat()
    table.accuses("cal", "bri", 1)
    table.folds("odo", "cal")
    table.start_round(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.lets_it_be("bri")
    table.buys("bri", "d4", 2)
    assert table.may("cal", "accuse")


def test_a_player_who_cannot_pay_two_antes_is_not_offered_an_accusation() -> None:
    table = after_a_cheat(cal=1_499, odo=1_500)
    assert table.refusal("cal", Accuse(target="bri", n=2)) == "purse_too_small"
    table.accuses("odo", "bri", 2)
    assert table.purse("odo") == 1_000 + 2_500


def test_bust_seats_accuse_and_are_accused() -> None:
    table = betting(bri=(4, 9), odo=(6, 9), cal=(8, 2), dee=(9, 1))
    table.rolls("bri", "d10", 9)
    table.cheats("bri", n=1, change=-1, natural=5)
    table.rolls("odo", "d10", 9)
    table.cheats("odo", n=2, change=-1, natural=5)
    assert (table.status("bri"), table.status("odo")) == ("bust", "bust")
    assert table.accuses("bri", "odo", 2)[-1] == status("odo", "caught", "accused")
    assert table.accuses("cal", "bri", 1)[-1] == status("bri", "caught", "accused")
    assert table.turn == "cal"


def test_a_seat_that_has_passed_out_may_still_accuse() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2), dee=(9, 1))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=5)
    table.load({("odo", "tab", 20): [1]})
    table.give("odo", Roll(die="d8", pay="drinks"))
    assert table.accuses("odo", "bri", 2)[-1] == status("bri", "caught", "accused")


def test_the_caught_seat_that_was_to_act_loses_its_turn() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.buys("odo", "d4", 2)
    table.buys("cal", "d4", 2)
    assert table.asked == ("turn", ["bri"])
    assert table.accuses("cal", "bri", 2)[-2:] == [status("bri", "caught", "accused"), turn_of("odo")]
    for command in (Roll(die="d10"), Hold(), Fold()):
        assert table.refusal("bri", command) == "caught"


def test_the_caught_seats_hand_die_is_set_down_as_it_is_and_the_turn_passes() -> None:
    table = betting(bri=(1, 5), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.buys("odo", "d4", 2)
    table.buys("cal", "d4", 2)
    table.rolls("bri", "d10", 1)
    assert table.accuses("cal", "bri", 2)[-4:] == [
        status("bri", "caught", "accused"),
        set_down("bri", 3, 1),
        fee("bri", 3),
        turn_of("odo"),
    ]


def test_the_caught_seats_hand_die_is_no_bust_on_top() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.buys("odo", "d4", 2)
    table.buys("cal", "d4", 2)
    table.rolls("bri", "d20", 19)
    table.accuses("cal", "bri", 2)
    assert table.status("bri") == "caught"
    assert table.faces("bri", PUBLIC) == [4, None, 3, 19]


def test_the_caught_seats_blind_hand_die_is_set_down_blind() -> None:
    table = betting(bri=(1, 5), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.buys("odo", "d4", 2)
    table.buys("cal", "d4", 2)
    table.foresees("bri", 5)
    table.rolls("bri", "d4", 3)
    assert table.accuses("cal", "bri", 2)[-3:] == [
        set_down_blind("bri", 3, 3),
        condition("bri", "blind", on=False, to="seat:bri"),
        turn_of("odo"),
    ]


def test_while_somebody_elses_die_is_in_the_hand_an_accusation_changes_nothing_of_that() -> None:
    table = after_a_cheat()
    table.rolls("odo", "d4", 2)
    table.accuses("cal", "bri", 2)
    assert table.asked == ("cheat", ["odo"])
    assert table.lets_it_be("odo") == [set_down("odo", 2, 2), turn_of("cal")]


def test_the_roller_may_accuse_with_a_die_in_the_hand() -> None:
    table = after_a_cheat()
    table.rolls("odo", "d4", 2)
    table.accuses("odo", "bri", 2)
    assert table.asked == ("cheat", ["odo"])
    table.cheats("odo", n=2, change=1, natural=15)
    assert table.turn == "cal"


def test_when_the_last_opponent_is_caught_the_die_in_the_hand_is_still_set_down_first() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.rolls("odo", "d4", 2)
    table.accuses("odo", "bri", 2)
    assert table.asked == ("cheat", ["odo"])
    assert table.lets_it_be("odo")[:2] == [set_down("odo", 2, 2), phase("reveal")]
    assert table.winners == ["odo"]


def test_when_the_last_opponent_is_caught_on_ones_own_turn_the_betting_is_over() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    assert table.accuses("odo", "bri", 2)[5:9] == [
        status("bri", "caught", "accused"),
        phase("reveal"),
        revealed("bri", 1, 5),
        revealed("odo", 1, 3),
    ]
    assert table.winners == ["odo"]


def test_when_all_others_hold_and_the_acting_seat_is_caught_the_betting_is_over() -> None:
    table = after_a_cheat()
    table.holds("odo", "cal")
    assert table.asked == ("turn", ["bri"])
    assert table.accuses("odo", "bri", 2)[6] == phase("reveal")
    assert table.asked == ("staredown", ["cal"])


def test_caught_players_are_disqualified_from_winning() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d20", 12)
    table.cheats("bri", n=2, change=-3, natural=5)
    table.holds("odo", "cal", "bri")
    assert table.total("bri", PUBLIC) == 21
    table.accuses("odo", "bri", 2)
    table.passes("cal")
    assert table.winners == ["cal"]


def test_accusations_go_on_in_the_staredown_and_end_with_it() -> None:
    table = after_a_cheat()
    table.holds("odo", "cal", "bri")
    assert table.accuses("odo", "bri", 2)[-3:] == [
        status("bri", "caught", "accused"),
        answered("bri"),
        answered("odo"),
    ]
    table.passes("cal")
    assert table.refusal("cal", Accuse(target="odo", n=0)) == "no_round"


def test_a_seat_that_joined_late_neither_accuses_nor_is_accused() -> None:
    table = after_a_cheat()
    table.sit("Dee")
    assert table.refusal("dee", Accuse(target="bri", n=2)) == "not_in_round"
    assert table.refusal("cal", Accuse(target="dee", n=0)) == "cannot_be_accused"


def test_a_player_who_is_accused_wrongly_can_be_accused_by_another() -> None:
    table = after_a_cheat()
    table.accuses("cal", "bri", 0)
    table.accuses("odo", "bri", 2)
    assert table.status("bri") == "caught"
    assert table.purse("odo") == 9_500 + 2_500


def test_an_accusation_leaves_the_question_of_the_staredown_open_for_the_others() -> None:
    table = after_a_cheat()
    table.holds("odo", "cal", "bri")
    assert table.asked == ("staredown", ["bri", "odo", "cal"])
    table.accuses("odo", "cal", 0)
    assert table.asked == ("staredown", ["bri", "cal"])
    assert asks("staredown", "bri", "odo", "cal") in table.written[-2].entry.events

"""The reveal and the staredown after it."""

from events.audience import PUBLIC
from games.twentyone.accusing import Accuse, CloseStaredown, Pass, StaredownPassed
from tests.games.twentyone.expected import answered, asks, paid, phase, revealed, round_ended, status
from tests.games.twentyone.table import TwentyOneTable, at_the_cut, betting


def staring(**purses: int) -> TwentyOneTable:
    """The staredown, all three asked: Bri has 11 with a cheat on the d4, Odo 9, Cal 10."""
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2), purses=purses)
    table.rolls("bri", "d4", 1)
    table.cheats("bri", n=2, change=1, natural=15)
    table.holds("odo", "cal", "bri")
    return table


def test_the_reveal_shows_the_hole_dice_in_the_order_of_turns() -> None:
    table = betting(bri=(8, 9), odo=(6, 3))
    table.holds("odo")
    assert table.holds("bri")[1:4] == [phase("reveal"), revealed("odo", 1, 3), revealed("bri", 1, 9)]
    assert (table.faces("odo", PUBLIC), table.faces("bri", PUBLIC)) == ([6, 3], [8, 9])
    assert (table.total("odo", PUBLIC), table.total("bri", PUBLIC)) == (9, 17)


def test_the_reveal_does_not_show_the_dice_of_those_who_folded() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.folds("bri")
    table.holds("odo")
    assert table.holds("cal")[1:4] == [phase("reveal"), revealed("odo", 1, 3), revealed("cal", 1, 2)]
    assert table.faces("bri", PUBLIC) == [4, None]


def test_the_reveal_shows_the_dice_of_those_who_were_caught() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=1)
    table.holds("odo")
    assert table.holds("cal")[1:3] == [phase("reveal"), revealed("bri", 1, 9)]


def test_the_reveal_shows_a_bust_seats_dice_no_second_time() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d10", 9)
    table.holds("odo")
    assert table.holds("cal")[1:5] == [
        phase("reveal"),
        revealed("odo", 1, 3),
        revealed("cal", 1, 2),
        phase("staredown"),
    ]


def test_the_reveal_shows_the_hole_die_as_a_cheat_left_it() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=1, change=-3, natural=15)
    table.holds("odo")
    assert table.holds("bri")[2] == revealed("bri", 1, 6)


def test_after_the_reveal_comes_the_staredown_of_all_who_could_accuse() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d4", 2)
    table.holds("odo", "cal")
    assert table.holds("bri")[-2:] == [phase("staredown"), asks("staredown", "bri", "odo", "cal")]


def test_if_no_die_was_bought_nobody_can_be_accused_and_the_round_is_settled_at_once() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.holds("bri")
    assert table.holds("odo") == [
        status("odo", "held", "hold"),
        phase("reveal"),
        revealed("bri", 1, 9),
        revealed("odo", 1, 3),
        phase("staredown"),
        phase("payout"),
        paid("pot", "bri", 2_000, "payout"),
        round_ended("won", "bri", 2_000),
        *table.closing(),
    ]


def test_a_player_who_cannot_pay_for_an_accusation_is_not_waited_for() -> None:
    table = staring(odo=1_499)
    assert table.asked == ("staredown", ["bri", "cal"])


def test_a_player_who_has_accused_already_is_not_waited_for() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d4", 2)
    table.accuses("odo", "bri", 2)
    table.holds("odo", "cal", "bri")
    assert table.asked == ("staredown", ["bri", "cal"])


def test_a_player_who_folded_or_was_caught_is_not_waited_for() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2), dee=(9, 1))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=1)
    table.folds("odo")
    table.holds("cal", "dee")
    assert table.asked == ("staredown", ["cal", "dee"])


def test_bust_seats_are_waited_for() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d10", 9)
    table.holds("odo", "cal")
    assert table.asked == ("staredown", ["bri", "odo", "cal"])


def test_if_all_others_folded_there_is_nobody_left_to_accuse() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d4", 2)
    table.folds("odo", "cal")
    assert table.winners == ["bri"]


def test_the_staredown_closes_when_everyone_has_passed_in_any_order() -> None:
    table = staring()
    assert table.passes("cal") == [StaredownPassed(seat="cal"), answered("cal")]
    assert table.passes("bri") == [StaredownPassed(seat="bri"), answered("bri")]
    assert table.passes("odo") == [
        StaredownPassed(seat="odo"),
        answered("odo"),
        phase("payout"),
        paid("pot", "bri", 4_000, "payout"),
        round_ended("won", "bri", 4_000),
        *table.closing(),
    ]


def test_a_pass_is_for_the_staredown_and_is_said_once() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    assert table.refusal("bri", Pass()) == "no_staredown"
    table = staring()
    table.passes("bri")
    assert table.refusal("bri", Pass()) == "no_staredown"


def test_a_player_who_has_passed_may_still_accuse_until_the_staredown_closes() -> None:
    table = staring()
    table.passes("odo")
    table.accuses("odo", "bri", 2)
    assert table.status("bri") == "caught"
    assert table.asked == ("staredown", ["cal"])


def test_an_accusation_in_the_staredown_takes_the_round_from_the_one_who_was_ahead() -> None:
    table = staring()
    table.accuses("odo", "bri", 2)
    assert table.passes("cal")[-3:-1] == [
        paid("pot", "cal", 4_000, "payout"),
        round_ended("won", "cal", 4_000),
    ]


def test_the_last_accusation_closes_the_staredown() -> None:
    table = staring()
    table.passes("bri", "cal")
    table.accuses("odo", "bri", 0)
    assert table.winners == ["bri"]
    assert table.purse("bri") == 9_500 - 1_000 + 5_000


def test_when_the_only_one_left_to_accuse_is_caught_nobody_is_waited_for() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.rolls("bri", "d4", 1)
    table.cheats("bri", n=2, change=1, natural=15)
    table.holds("odo", "bri")
    assert table.accuses("odo", "bri", 2)[5:] == [
        status("bri", "caught", "accused"),
        answered("bri"),
        answered("odo"),
        phase("payout"),
        paid("pot", "odo", 3_000, "payout"),
        round_ended("won", "odo", 3_000),
        *table.closing(),
    ]


def test_the_gm_may_close_the_staredown() -> None:
    table = staring()
    assert table.may(None, "close_staredown") == [{}]
    assert table.closes_the_staredown()[0] == phase("payout")
    assert table.winners == ["bri"]


def test_there_is_nothing_to_close_before_the_staredown() -> None:
    table = at_the_cut(bri=(4, 5), odo=(6, 3))
    assert table.refusal(None, CloseStaredown()) == "no_staredown"
    table.lets_it_be("bri")
    assert table.refusal(None, CloseStaredown()) == "no_staredown"


def test_a_loan_in_the_staredown_gives_its_seat_a_say_before_it_closes() -> None:
    table = staring(odo=1_499)
    table.lends("odo", 1)
    assert table.may("odo", "accuse")
    table.passes("bri")
    assert table.passes("cal") == [
        StaredownPassed(seat="cal"),
        answered("cal"),
        asks("staredown", "odo"),
    ]
    table.accuses("odo", "bri", 2)
    assert table.winners == ["cal"]


def test_a_seat_with_a_loan_that_accuses_before_it_is_asked_is_not_asked_any_more() -> None:
    table = staring(odo=1_499)
    table.lends("odo", 1)
    table.accuses("odo", "bri", 2)
    assert table.asked == ("staredown", ["cal"])
    table.passes("cal")
    assert table.winners == ["cal"]


def test_a_seat_with_a_loan_may_pass_when_it_is_asked() -> None:
    table = staring(odo=1_499)
    table.lends("odo", 1)
    table.passes("bri", "cal", "odo")
    assert table.winners == ["bri"]


def test_a_player_who_has_passed_and_gets_a_loan_is_not_asked_again() -> None:
    table = staring()
    table.passes("odo")
    table.lends("odo", 5_000)
    table.passes("bri", "cal")
    assert table.winners == ["bri"]


def test_a_cash_out_in_the_staredown_leaves_its_seat_nothing_to_wait_for() -> None:
    table = staring()
    table.takes("odo", 9_500)
    assert table.refusal("odo", Accuse(target="bri", n=2)) == "purse_too_small"
    assert table.passes("bri") == [StaredownPassed(seat="bri"), answered("bri"), answered("odo")]
    assert table.asked == ("staredown", ["cal"])


def test_everybody_bust_there_is_a_staredown_all_the_same() -> None:
    table = betting(bri=(4, 9), odo=(6, 9))
    table.buys("bri", "d10", 9)
    assert table.winners == []
    assert table.asked == ("staredown", ["bri", "odo"])

"""Leaving, at every moment there is."""

import pytest

from events.accounts import OUTSIDE
from events.audience import GM, PUBLIC
from events.event import Event
from events.table_events import SeatLeft
from games.mechanics.side_bets import SideBet
from games.twentyone.accusing import Accuse
from games.twentyone.betting import Roll
from games.twentyone.bump import Bump, RetaliationClosed
from games.twentyone.naturals import DieCounted
from games.twentyone.skills import Goad, Profile
from games.twentyone.turns import BettingRoundBegan
from tests.games.twentyone.expected import (
    answered,
    asks,
    condition,
    fee,
    paid,
    phase,
    revealed,
    round_ended,
    set_down,
    status,
    turn_of,
)
from tests.games.twentyone.table import TwentyOneTable, at_the_cut, betting


def cashes_out(seat: str, amount_cp: int) -> list[Event]:
    return [paid(seat, OUTSIDE, amount_cp, "cash_out"), SeatLeft(seat=seat, why="left")]


def test_a_player_who_leaves_before_acting_folds_early_and_takes_the_rest_along() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    assert table.leaves("bri") == [
        status("bri", "folded", "left"),
        paid("pot", "bri", 250, "early_fold"),
        turn_of("odo"),
        *cashes_out("bri", 9_750),
    ]
    assert table.pot == 2_750


def test_a_player_who_leaves_after_acting_forfeits_the_whole_ante() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.holds("bri")
    assert table.leaves("bri") == [status("bri", "folded", "left"), *cashes_out("bri", 9_500)]
    assert table.turn == "odo"


def test_the_cutter_who_leaves_ends_the_cut() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    assert table.leaves("bri") == [
        status("bri", "folded", "left"),
        paid("pot", "bri", 250, "early_fold"),
        answered("bri"),
        phase("betting"),
        BettingRoundBegan(number=1),
        turn_of("odo"),
        *cashes_out("bri", 9_750),
    ]


def test_another_who_leaves_during_the_cut_leaves_the_cut_as_it_is() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.leaves("odo")
    assert table.asked == ("cut", ["bri"])
    table.cuts("bri", 2)
    table.holds("bri")
    assert table.turn == "cal"


@pytest.mark.parametrize(("leaver", "winner"), [("bri", "odo"), ("odo", "bri")])
def test_the_last_but_one_who_leaves_at_the_cut_gives_the_round_to_the_last(leaver: str, winner: str) -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    table.leaves(leaver)
    assert table.winners == [winner]
    assert table.purse(winner) == 9_500 + 1_750


def test_a_player_who_leaves_during_anothers_turn_changes_nothing_of_that_turn() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.leaves("cal")
    assert table.asked == ("turn", ["bri"])
    table.holds("bri")
    assert table.turn == "odo"


def test_a_seat_that_leaves_with_a_die_in_the_hand_never_sets_it_down() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d10", 1)
    assert table.leaves("bri") == [status("bri", "folded", "left"), turn_of("odo"), *cashes_out("bri", 9_250)]
    assert table.faces("bri", PUBLIC) == [4, None, None]
    table.holds("odo", "cal")
    assert table.faces("bri", PUBLIC) == [4, None, None]


def test_a_player_who_leaves_while_another_has_a_die_in_the_hand_leaves_the_question_open() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 2)
    table.leaves("odo")
    assert table.asked == ("cheat", ["bri"])
    assert table.lets_it_be("bri")[:2] == [set_down("bri", 2, 2), phase("reveal")]
    assert table.winners == ["bri"]


def test_a_locked_bumper_may_leave_and_the_retaliation_lapses() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.bumps("bri", "odo", 0, 5, 15)
    assert table.leaves("bri") == [
        status("bri", "folded", "left"),
        RetaliationClosed(bumper="bri", why="lapsed"),
        condition("bri", "locked", on=False),
        turn_of("odo"),
        *cashes_out("bri", 9_500),
    ]


def test_the_target_of_a_retaliation_who_leaves_gives_the_bumper_the_turn_back() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.bumps("bri", "odo", 0, 5, 15)
    assert table.leaves("odo") == [
        status("odo", "folded", "left"),
        paid("pot", "odo", 250, "early_fold"),
        RetaliationClosed(bumper="bri", why="lapsed"),
        condition("bri", "locked", on=False),
        asks("turn", "bri"),
        *cashes_out("odo", 9_750),
    ]


def test_the_only_opponent_who_leaves_instead_of_retaliating_loses_to_the_bumper() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bumps("bri", "odo", 0, 5, 15)
    assert table.leaves("odo")[2:5] == [
        RetaliationClosed(bumper="bri", why="lapsed"),
        condition("bri", "locked", on=False),
        phase("reveal"),
    ]
    assert table.winners == ["bri"]


def test_what_a_leaver_owes_for_cleaning_is_paid_on_leaving() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d10", 1)
    assert table.leaves("bri") == [
        status("bri", "folded", "left"),
        paid("bri", "pot", 100, "cleaning_fee", owed_cp=100),
        *cashes_out("bri", 9_150),
    ]
    table.folds("odo")
    assert table.purse("cal") == 9_500 + 3_000 + 250 + 100 - 250


def test_what_a_leaver_owes_is_paid_as_far_as_the_purse_goes_and_never_again() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), purses={"bri": 790})
    table.buys("bri", "d10", 1)
    assert table.leaves("bri")[1:] == [
        paid("bri", "pot", 40, "cleaning_fee", owed_cp=100),
        SeatLeft(seat="bri", why="left"),
    ]
    table.folds("odo")
    assert all(getattr(event, "reason", "") != "cleaning_fee" for event in table.written[-1].entry.events)


def test_a_bust_seat_that_leaves_pays_its_fees_and_nothing_else_happens() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d10", 1)
    table.holds("odo")
    table.buys("cal", "d4", 2)
    table.buys("bri", "d8", 8)
    assert table.leaves("bri") == [paid("bri", "pot", 100, "cleaning_fee", owed_cp=100), *cashes_out("bri", 8_650)]
    assert table.status("bri") == "bust"
    assert table.asked == ("turn", ["cal"])


def test_a_folded_and_a_caught_seat_leave_without_a_stir() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), dee=(9, 1))
    table.folds("bri")
    assert table.leaves("bri") == cashes_out("bri", 9_750)
    table.rolls("odo", "d4", 2)
    table.cheats("odo", n=2, change=1, natural=1)
    assert table.leaves("odo") == cashes_out("odo", 8_000)
    assert table.turn == "cal"


def test_nobody_can_do_anything_to_who_has_left() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d4", 2)
    table.leaves("bri")
    for command in (
        Goad(target="bri"),
        Bump(target="bri", n=0),
        Profile(target="bri"),
        SideBet(target="bri", amount_cp=500),
    ):
        assert table.refusal("odo", command) == "not_in_contention"
    assert table.refusal("odo", Accuse(target="bri", n=2)) == "cannot_be_accused"
    assert table.refusal("bri", Roll(die="d10")) == "not_possible_now"


def staring() -> TwentyOneTable:
    """The staredown, all four asked: Bri has 11, Odo 13, Cal 10; Dee is bust."""
    table = betting(bri=(4, 5), odo=(6, 5), cal=(8, 2), dee=(9, 9))
    table.rolls("bri", "d4", 1)
    table.cheats("bri", n=2, change=1, natural=15)
    table.buys("odo", "d4", 2)
    table.holds("cal")
    table.buys("dee", "d10", 9)
    table.holds("bri", "odo")
    return table


def test_a_player_who_is_ahead_and_leaves_in_the_staredown_folds() -> None:
    table = staring()
    assert table.leaves("odo") == [status("odo", "folded", "left"), answered("odo"), *cashes_out("odo", 8_500)]
    assert table.asked == ("staredown", ["bri", "cal", "dee"])
    table.passes("bri", "cal", "dee")
    assert table.winners == ["bri"]


def test_a_bust_seat_that_leaves_in_the_staredown_is_no_longer_waited_for() -> None:
    table = staring()
    assert table.leaves("dee") == [answered("dee"), *cashes_out("dee", 9_250)]
    assert table.asked == ("staredown", ["bri", "odo", "cal"])


def test_a_player_who_has_passed_and_leaves_in_the_staredown_just_folds() -> None:
    table = staring()
    table.passes("cal")
    assert table.leaves("cal") == [status("cal", "folded", "left"), *cashes_out("cal", 9_500)]


def test_the_last_one_waited_for_who_leaves_closes_the_staredown() -> None:
    table = staring()
    table.passes("bri", "odo", "cal")
    assert table.leaves("dee")[:2] == [answered("dee"), phase("payout")]
    assert table.winners == ["odo"]


def test_the_table_no_longer_waits_for_a_seat_that_could_only_accuse_the_leaver() -> None:
    table = betting(bri=(4, 5), odo=(6, 5), purses={"odo": 10_000})
    table.buys("bri", "d4", 2)
    table.holds("odo", "bri")
    assert table.leaves("odo")[:4] == [
        status("odo", "folded", "left"),
        answered("odo"),
        answered("bri"),
        phase("payout"),
    ]
    assert table.winners == ["bri"]


def test_the_last_contender_who_leaves_in_the_staredown_has_won_and_takes_the_pot_along() -> None:
    table = betting(bri=(4, 9), odo=(6, 5))
    table.buys("bri", "d10", 9)
    assert table.asked == ("staredown", ["bri", "odo"])
    assert table.leaves("odo") == [
        phase("payout"),
        paid("pot", "odo", 2_250, "payout"),
        round_ended("won", "odo", 2_250),
        *cashes_out("odo", 11_750),
        *table.closing(),
    ]


def test_the_last_contender_who_leaves_pays_its_fees_first() -> None:
    table = betting(bri=(4, 9), odo=(6, 5))
    table.buys("bri", "d4", 2)
    table.buys("odo", "d10", 1)
    table.buys("bri", "d10", 9)
    assert table.leaves("odo")[:3] == [
        phase("payout"),
        paid("odo", "pot", 100, "cleaning_fee", owed_cp=100),
        paid("pot", "odo", 3_600, "payout"),
    ]


def hand_of_the_last(face: int = 2) -> TwentyOneTable:
    """Odo has a die in the hand when Bri, the only opponent, is caught."""
    table = betting(bri=(4, 5), odo=(6, 9))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.rolls("odo", "d20", face)
    table.accuses("odo", "bri", 2)
    return table


def test_the_last_in_the_hand_who_leaves_with_a_die_in_the_hand_sets_it_down_and_wins() -> None:
    table = hand_of_the_last()
    assert table.leaves("odo") == [
        set_down("odo", 2, 2),
        phase("reveal"),
        revealed("bri", 1, 5),
        revealed("odo", 1, 9),
        phase("payout"),
        paid("pot", "odo", 3_250, "payout"),
        round_ended("won", "odo", 3_250),
        *cashes_out("odo", 9_500 - 250 + 2_500 + 3_250),
        *table.closing(),
    ]


def test_the_fee_of_that_die_is_paid_first() -> None:
    table = hand_of_the_last(face=1)
    events = table.leaves("odo")
    assert events[1] == fee("odo", 2)
    assert events[5:7] == [
        phase("payout"),
        paid("odo", "pot", 100, "cleaning_fee", owed_cp=100),
    ]


def test_that_die_may_make_21() -> None:
    table = hand_of_the_last(face=20)
    assert DieCounted(seat="odo", n=2, counts=6) in table.leaves("odo")


def test_that_die_has_fallen_and_may_bust_and_then_nobody_wins_and_the_pot_waits() -> None:
    table = hand_of_the_last(face=19)
    assert table.leaves("odo")[:2] == [set_down("odo", 2, 19), status("odo", "bust", "above_21")]
    assert table.winners == []
    assert table.table.result is not None
    assert table.table.result.outcome == "rollover"
    assert table.pot == 3_250


def test_a_seat_sitting_out_and_a_watcher_leave_without_a_stir() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(1, 1), purses={"cal": 499}, watching=("wat",))
    assert table.leaves("cal") == cashes_out("cal", 499)
    assert table.leaves("wat") == cashes_out("wat", 10_000)
    assert table.asked == ("turn", ["bri"])


def test_a_leavers_side_bet_stands_and_what_it_wins_is_paid_outside() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    table.bets("wat", on="bri", amount_cp=1_000)
    table.bets("odo", on="odo", amount_cp=500)
    table.leaves("wat")
    table.holds("bri", "odo")
    assert paid("side_pool", OUTSIDE, 1_500, "side_bet_won") in table.written[-1].entry.events


def test_a_leavers_side_bet_that_nobody_wins_goes_back_outside() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    table.bets("wat", on="odo", amount_cp=1_000)
    table.leaves("wat")
    table.holds("bri", "odo")
    assert paid("side_pool", OUTSIDE, 1_000, "side_bet_returned") in table.written[-1].entry.events
    sentence = "10 gp goes from the side pool to Wat, who has left the table (side bet back)."
    assert [table.heard_last(viewer).count(sentence) for viewer in (PUBLIC, GM, "seat:bri")] == [1, 1, 1]


def test_if_several_bettors_have_left_the_sentence_names_them_all() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat", "xan"))
    for bettor in ("wat", "odo", "xan", "wat"):
        table.bets(bettor, on="odo", amount_cp=600)
    table.leaves("wat")
    table.leaves("xan")
    table.holds("bri", "odo")
    returned = "goes from the side pool to Wat or Xan, who have left the table (side bet back)."
    assert [sentence for sentence in table.heard_last(PUBLIC) if "side bet" in sentence] == [
        "6 gp goes from the side pool to Odo (side bet back).",
        f"12 gp {returned}",
        f"6 gp {returned}",
    ]


def test_a_player_removed_by_the_gm_leaves_as_by_themselves() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    assert table.removes("bri") == [
        status("bri", "folded", "left"),
        paid("pot", "bri", 250, "early_fold"),
        turn_of("odo"),
        paid("bri", OUTSIDE, 9_750, "cash_out"),
        SeatLeft(seat="bri", why="removed"),
    ]


def test_a_bust_seat_that_has_left_can_still_be_accused_but_has_nothing_to_pay() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d10", 9)
    table.cheats("bri", n=2, change=-1, natural=5)
    table.leaves("bri")
    assert table.accuses("cal", "bri", 2)[3:] == [
        paid("escrow", "cal", 1_000, "accusation_refund"),
        paid("bri", "cal", 0, "bounty", owed_cp=2_500),
        status("bri", "caught", "accused"),
    ]


def test_everybody_may_leave_one_after_the_other() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    for seat in ("odo", "bri", "cal"):
        table.leaves(seat)
    assert not table.table.running
    assert {account: held for account, held in table.table.accounts.items() if held and account != OUTSIDE} == {
        "house": -1_500
    }
    assert table.view(GM).seats == []

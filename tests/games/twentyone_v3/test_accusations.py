"""Accusations: without limit, at any time, and dear to who is wrong."""

from events.audience import GM, PUBLIC
from games.twentyone.accusing import AccusationJudged, Accuse, Accused
from tests.games.twentyone.expected import asks, paid, phase, revealed, set_down, status, turn_of
from tests.games.twentyone.table import TwentyOneTable
from tests.games.twentyone_v3.table import at_the_cut, betting


def cheated(**purses: int) -> TwentyOneTable:
    """Bri has changed a d4, and it is Odo's turn."""
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2), dee=(9, 1), purses=purses)
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    return table


def test_a_right_accusation_brings_the_fee_back_and_a_bounty_and_busts_the_cheater() -> None:
    table = cheated()
    assert table.accuses("cal", "bri", 2) == [
        Accused(seat="cal", target="bri", n=2),
        paid("cal", "escrow", 1_000, "accusation_fee"),
        AccusationJudged(seat="cal", target="bri", n=2, right=True),
        paid("escrow", "cal", 1_000, "accusation_refund"),
        paid("bri", "cal", 2_500, "bounty", owed_cp=2_500),
        status("bri", "caught", "accused"),
        status("bri", "bust", "disqualified"),
        revealed("bri", 1, 5),
    ]
    assert table.turn == "odo"
    assert table.table.scores["bri"].caught == 1


def test_a_false_accusation_costs_the_fee_and_busts_the_accuser() -> None:
    table = cheated()
    assert table.accuses("cal", "bri", 1) == [
        Accused(seat="cal", target="bri", n=1),
        paid("cal", "escrow", 1_000, "accusation_fee"),
        AccusationJudged(seat="cal", target="bri", n=1, right=False),
        paid("escrow", "pot", 1_000, "accusation_fee"),
        status("cal", "bust", "false_accusation"),
        revealed("cal", 1, 2),
    ]
    assert table.turn == "odo"
    assert table.heard_last(PUBLIC)[-2] == "Cal has slandered an honest die: bust!"


def test_a_player_who_accuses_wrongly_on_their_own_turn_passes_it() -> None:
    table = cheated()
    assert table.accuses("odo", "cal", 0)[-1] == turn_of("cal")


def test_a_seat_that_accuses_wrongly_with_a_die_in_the_hand_sets_it_down_and_is_bust() -> None:
    table = cheated()
    table.rolls("odo", "d4", 1)
    assert table.accuses("odo", "cal", 0)[4:] == [
        set_down("odo", 2, 1),
        paid("odo", "pot", 100, "spilled_drink", owed_cp=100),
        status("odo", "bust", "false_accusation"),
        revealed("odo", 1, 3),
        turn_of("cal"),
    ]


def test_a_cheater_with_a_die_in_the_hand_sets_it_down_as_it_is() -> None:
    table = cheated()
    table.folds("odo")
    table.holds("cal", "dee")
    table.rolls("bri", "d10", 7)
    events = table.accuses("cal", "bri", 2)
    assert events[5:9] == [
        status("bri", "caught", "accused"),
        set_down("bri", 3, 7),
        status("bri", "bust", "disqualified"),
        revealed("bri", 1, 5),
    ]
    assert phase("reveal") in events


def test_a_seat_accuses_as_often_as_it_pays() -> None:
    table = cheated()
    table.rolls("odo", "d4", 2)
    table.cheats("odo", n=2, change=1, natural=15)
    table.accuses("cal", "bri", 2)
    table.accuses("cal", "odo", 2)
    assert (table.status("bri"), table.status("odo")) == ("bust", "bust")
    table.accuses("cal", "dee", 0)
    assert table.status("cal") == "bust"


def test_a_player_who_is_bust_may_still_accuse_and_loses_only_the_fee() -> None:
    table = cheated()
    table.accuses("cal", "dee", 0)
    assert table.accuses("cal", "dee", 1)[-1] == paid("escrow", "pot", 1_000, "accusation_fee")
    table.accuses("cal", "bri", 2)
    assert table.status("bri") == "bust"


def test_a_bust_cheater_can_be_accused_still_and_but_once() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d10", 8)
    table.cheats("bri", n=2, change=1, natural=15)
    assert table.status("bri") == "bust"
    assert table.accuses("cal", "bri", 2)[5:] == [
        status("bri", "caught", "accused"),
        status("bri", "bust", "disqualified"),
    ]
    assert table.refusal("odo", Accuse(target="bri", n=2)) == "cannot_be_accused"
    assert table.refusal("bri", Accuse(target="odo", n=1)) == "caught"


def test_before_any_die_was_set_down_that_could_be_cheated_on_nobody_is_accused() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    assert table.refusal("bri", Accuse(target="odo", n=0)) == "nothing_to_accuse"
    table.rolls("bri", "d4", 2)
    assert table.refusal("odo", Accuse(target="bri", n=0)) == "nothing_to_accuse"
    table.lets_it_be("bri")
    assert table.may("odo", "accuse") == [{"target": ["bri"], "n": [0, 1, 2], "cost_cp": 1_000}]


def test_a_cheat_at_the_cut_can_be_accused_before_anybody_has_bought_a_die() -> None:
    table = at_the_cut(bri=(2, 3), odo=(5, 9), cal=(6, 6))
    table.cuts("bri", 9)
    table.cheats("bri", n=1, change=1, natural=15)
    assert paid("bri", "odo", 2_500, "bounty", owed_cp=2_500) in table.accuses("odo", "bri", 1)
    assert table.status("bri") == "bust"


def test_an_honest_cut_can_be_accused_as_well_so_the_right_to_accuse_reveals_nothing() -> None:
    table = at_the_cut(bri=(2, 3), odo=(5, 9), cal=(6, 6))
    table.cuts("bri", 9)
    table.lets_it_be("bri")
    table.accuses("odo", "bri", 1)
    assert table.status("odo") == "bust"


def test_a_cheater_at_the_cut_is_stared_down_if_all_hold_without_buying_a_die() -> None:
    table = at_the_cut(bri=(2, 3), odo=(5, 9), cal=(6, 6))
    table.cuts("bri", 9)
    table.cheats("bri", n=1, change=1, natural=20)
    table.holds("bri", "odo", "cal")
    assert table.asked == ("staredown", ["bri", "odo", "cal"])
    table.accuses("odo", "bri", 1)
    table.passes("odo", "cal")
    assert table.winners == ["odo"]


def test_the_open_die_of_the_opening_can_be_accused_where_it_was_bumped_and_cheated_on() -> None:
    table = betting(bri=(2, 3), odo=(5, 9), cal=(6, 6))
    table.bumps("bri", "odo", 0, 15, 2, to=(10, 3))
    table.cheats("odo", n=0, change=3, natural=20)
    assert {"target": ["odo"], "n": [0, 1], "cost_cp": 1_000} in table.may("cal", "accuse")
    table.accuses("cal", "odo", 0)
    assert table.status("odo") == "bust"
    assert table.asked == ("turn", ["bri"])


def test_a_die_of_the_own_that_rolled_again_after_a_natural_20_can_be_accused() -> None:
    table = betting(bri=(2, 3), odo=(5, 9), cal=(6, 6))
    table.bumps("bri", "odo", 0, 20, 2, to=(10, 3))
    table.lets_it_be("odo")
    table.rerolls("bri", 0, to=(10, 7))
    table.cheats("bri", n=0, change=2, natural=15)
    table.accuses("cal", "bri", 0)
    assert table.status("bri") == "bust"


def test_every_viewer_sees_which_dice_rolled_again_and_of_which_a_seat_was_accused() -> None:
    table = betting(bri=(2, 3), odo=(5, 9), cal=(6, 6))
    table.bumps("bri", "odo", 0, 20, 2, to=(10, 3))
    table.lets_it_be("odo")
    table.rerolls("bri", 1, to=(10, 7))
    table.lets_it_be("bri")
    table.accuses("cal", "odo", 0)
    table.accuses("cal", "bri", 1)
    table.accuses("cal", "bri", 1)
    for viewer in (PUBLIC, "seat:bri", GM):
        details = {seat: table.seat_view(seat, viewer).details for seat in ("bri", "odo", "cal")}
        assert [details[seat]["rolled_again"] for seat in details] == [[1], [0], []]
        assert [details[seat]["judged"] for seat in details] == [[1], [0], []]


def staring(**purses: int) -> TwentyOneTable:
    """The staredown, in which all four are asked; Bri has changed a d4."""
    table = cheated(**purses)
    table.holds("odo", "cal", "dee", "bri")
    return table


def test_before_the_winner_is_declared_there_is_a_last_chance_to_accuse() -> None:
    table = staring()
    assert table.asked == ("staredown", ["bri", "odo", "cal", "dee"])
    assert table.accuses("odo", "bri", 2)[-1] != asks("staredown", "odo")
    assert table.asked == ("staredown", ["odo", "cal", "dee"])


def test_in_the_staredown_too_a_seat_may_accuse_again_until_it_passes() -> None:
    table = staring()
    table.accuses("odo", "cal", 0)
    assert table.status("odo") == "bust"
    assert "odo" in table.asked[1]
    table.accuses("odo", "bri", 2)
    table.duels(cal=[12], dee=[7])
    table.passes("odo", "cal", "dee")
    assert table.winners == ["cal"]


def test_the_staredown_waits_for_nobody_who_can_pay_no_more() -> None:
    table = staring(odo=2_000)
    table.accuses("odo", "cal", 0)
    assert table.asked == ("staredown", ["bri", "cal", "dee"])


def test_an_accuser_who_is_wrong_in_the_staredown_cannot_win() -> None:
    table = betting(bri=(4, 5), odo=(6, 9))
    table.buys("bri", "d4", 2)
    table.holds("odo", "bri")
    table.accuses("odo", "bri", 0)
    table.passes("bri", "odo")
    assert table.winners == ["bri"]


def test_a_player_who_accuses_wrongly_while_held_may_end_the_betting() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.buys("bri", "d4", 2)
    table.holds("odo")
    assert phase("reveal") in table.accuses("odo", "bri", 0)
    assert table.table.phase == "staredown"


def test_the_owner_of_a_bumped_die_is_caught_with_it_in_the_hand_and_the_turn_goes_on() -> None:
    table = cheated()
    table.bumps("odo", "bri", 0, 15, 5, to=(10, 6))
    events = table.accuses("cal", "bri", 2)
    assert set_down("bri", 0, 6) in events
    assert events[-1] == asks("turn", "odo")


def test_the_owner_of_a_bumped_die_who_slanders_is_out_and_the_turn_goes_on() -> None:
    table = cheated()
    table.bumps("odo", "cal", 0, 15, 5, to=(10, 6))
    events = table.accuses("cal", "dee", 0)
    assert events[4:] == [
        set_down("cal", 0, 6),
        status("cal", "bust", "false_accusation"),
        revealed("cal", 1, 2),
        asks("turn", "odo"),
    ]


def test_a_blind_die_in_the_hand_of_who_is_disqualified_is_shown() -> None:
    table = cheated()
    table.foresees("odo", 5)
    table.rolls("odo", "d4", 3)
    table.accuses("odo", "dee", 0)
    assert table.faces("odo", PUBLIC) == [6, 3, 3]


def test_a_false_accusation_vouches_for_the_die_that_was_named_and_not_for_its_owner() -> None:
    table = at_the_cut(bri=(2, 3), odo=(5, 9), cal=(6, 6))
    table.cuts("bri", 9)
    table.cheats("bri", n=1, change=1, natural=15)
    table.accuses("odo", "bri", 0)
    for viewer in (PUBLIC, GM):
        assert table.heard_last(viewer)[1:4] == [
            "It is not true of that die, and Odo’s fee goes into the pot.",
            "Odo has slandered an honest die: bust!",
            "Odo’s hole die shows 9.",
        ]


def test_it_is_reported_once_that_a_cheat_was_found_out_and_is_bust() -> None:
    table = cheated()
    table.accuses("cal", "bri", 2)
    assert table.heard_last(PUBLIC) == [
        "Cal points at Bri’s d4: “You cheated with that!”",
        "It is true: Bri cheated with it.",
        "10 gp goes from the stakeholder to Cal (accusation fee back).",
        "Bri pays 25 gp to Cal (bounty).",
        "Bri is disqualified: bust!",
        "Bri’s hole die shows 5.",
    ]


def test_every_viewer_sees_that_a_bust_seat_was_caught() -> None:
    table = cheated()
    table.accuses("cal", "dee", 0)
    table.accuses("odo", "bri", 2)
    for viewer in (PUBLIC, "seat:bri", GM):
        shown = [table.seat_view(seat, viewer) for seat in ("bri", "odo", "cal")]
        assert [(seat.status, seat.details["caught"]) for seat in shown] == [
            ("bust", True),
            ("active", False),
            ("bust", False),
        ]

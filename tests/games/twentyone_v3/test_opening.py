"""From the antes to the Cut, as V3.0 has it."""

from events.audience import GM, PUBLIC
from events.round_events import DieRerolled
from games.twentyone.accusing import Accuse
from games.twentyone.betting import Hold
from tests.games.twentyone.expected import asks, paid, phase, revealed, round_ended, status, turn_of
from tests.games.twentyone_v3.expected import (
    altered,
    heat,
    picked_up,
    rerolled,
    set_down_covered,
    sleight,
    tried,
)
from tests.games.twentyone_v3.table import at_the_cut


def test_everybody_pays_the_ante_and_the_house_matches_nothing() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    assert table.pot == 1_000
    assert table.table.balance("house") == 0


def test_every_player_rolls_an_open_die_and_one_that_only_it_knows() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    assert table.faces("bri", PUBLIC) == table.faces("bri", "seat:odo") == [4, None]
    assert table.faces("bri", "seat:bri") == table.faces("bri", GM) == [4, 9]


def test_at_the_cut_the_hole_die_rolls_in_the_hand_and_a_cheat_is_asked_about() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    assert table.cuts("bri", 2) == [
        picked_up("bri", 1),
        rerolled("bri", 1, 10, 2, by="bri", why="cut", to="seat:bri"),
        asks("cheat", "bri"),
    ]
    assert table.seen_last("seat:odo") == [
        picked_up("bri", 1),
        DieRerolled(seat="bri", n=1, by="bri", why="cut"),
        asks("cheat", "bri"),
    ]
    assert table.asked == ("cheat", ["bri"])


def test_let_be_the_die_goes_back_under_the_cup_and_the_betting_begins() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    table.cuts("bri", 2)
    events = table.lets_it_be("bri")
    assert events[:2] == [set_down_covered("bri", 1, 2), phase("betting")]
    assert events[-1] == turn_of("bri")
    assert table.die("bri", 1, PUBLIC).hole
    assert (table.faces("bri"), table.faces("bri", PUBLIC)) == ([4, 2], [4, None])


def test_a_cheat_at_the_cut_changes_the_hole_die_and_looks_like_letting_it_be() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    table.cuts("bri", 2)
    events = table.cheats("bri", n=1, change=3, natural=15)
    assert events[:5] == [
        sleight("bri", 15, 10),
        tried("bri", 1, 3, succeeded=True),
        heat(12),
        altered("bri", 1, 5, was=2),
        set_down_covered("bri", 1, 5),
    ]
    honest = at_the_cut(bri=(4, 9), odo=(6, 3))
    honest.cuts("bri", 2)
    honest.lets_it_be("bri")
    assert table.seen_last("seat:odo") == honest.seen_last("seat:odo")
    assert table.heard_last(PUBLIC) == honest.heard_last(PUBLIC)
    assert table.faces("bri") == [4, 5]


def test_a_fumble_at_the_cut_busts_before_the_betting_has_begun() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    table.cuts("bri", 2)
    assert table.cheats("bri", n=1, change=3, natural=1)[3:-1] == [
        status("bri", "caught", "fumbled_a_cheat"),
        paid("bri", "pot", 1_000, "cheating_fine", owed_cp=1_000),
        set_down_covered("bri", 1, 2),
        status("bri", "bust", "disqualified"),
        revealed("bri", 1, 2),
        phase("betting"),
        table.written[-1].entry.events[9],
        phase("reveal"),
        revealed("odo", 1, 3),
        phase("staredown"),
        phase("payout"),
        paid("pot", "odo", 2_000, "payout"),
        round_ended("won", "odo", 2_000),
    ]


def test_the_cut_is_no_action_so_a_fold_after_it_is_early() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.cuts("bri", 2)
    table.lets_it_be("bri")
    assert table.folds("bri")[:2] == [status("bri", "folded", "fold"), paid("pot", "bri", 250, "early_fold")]


def test_nobody_is_accused_at_the_cut() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    table.cuts("bri", 2)
    assert table.refusal("odo", Accuse(target="bri", n=0)) == "nothing_to_accuse"
    assert table.refusal("bri", Hold()) == "betting_not_open"


def test_a_player_who_leaves_with_the_hole_die_in_the_hand_ends_the_cut() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.cuts("bri", 2)
    table.leaves("bri")
    assert table.asked == ("turn", ["odo"])


def test_when_all_others_leave_at_the_cut_the_cutter_still_answers_and_has_won() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    table.cuts("bri", 2)
    table.leaves("odo")
    assert table.asked == ("cheat", ["bri"])
    table.lets_it_be("bri")
    assert table.winners == ["bri"]


def test_the_last_at_the_cut_may_leave_with_the_pot_and_the_die_in_the_hand() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    table.cuts("bri", 2)
    table.leaves("odo")
    events = table.leaves("bri")
    assert events[:3] == [set_down_covered("bri", 1, 2), phase("reveal"), revealed("bri", 1, 2)]
    assert table.winners == ["bri"]


def test_a_seat_that_leaves_before_anything_is_asked_of_it_ends_a_round_of_two_at_the_cut() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    table.leaves("odo")
    assert table.winners == ["bri"]

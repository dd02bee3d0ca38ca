"""After a natural 20 on a bump, the bumper may roll a die of their own again."""

from games.rulebook import Timeout
from games.twentyone.betting import Hold
from games.twentyone.turns import LetItBe
from games.twentyone.v3.skills import Reroll
from tests.games.twentyone.expected import (
    asks,
    condition,
    revealed,
    set_down,
    status,
)
from tests.games.twentyone_v3.expected import (
    picked_up,
    rerolled,
    set_down_covered,
)
from tests.games.twentyone_v3.table import betting, boosted


def test_a_natural_20_bumps_whatever_the_other_rolls_and_the_target_answers_first() -> None:
    table = boosted()
    assert table.written[-1].entry.events[3:] == [
        condition("bri", "free_reroll"),
        picked_up("odo", 0),
        rerolled("odo", 0, 10, 8, by="bri", why="bumped", to="seat:odo"),
        asks("cheat", "odo"),
    ]
    assert table.lets_it_be("odo") == [set_down("odo", 0, 8), asks("free_reroll", "bri")]


def test_after_a_natural_20_the_bumper_rolls_a_die_of_their_own_again_and_is_asked_about_a_cheat() -> None:
    table = boosted()
    table.lets_it_be("odo")
    assert table.may("bri", "reroll") == [{"n": [0, 1]}]
    assert table.rerolls("bri", 1, to=(10, 4)) == [
        condition("bri", "free_reroll", on=False),
        picked_up("bri", 1),
        rerolled("bri", 1, 10, 4, by="bri", why="free_reroll", to="seat:bri"),
        asks("cheat", "bri"),
    ]
    assert table.cheats("bri", n=1, change=1, natural=15)[-2:] == [set_down_covered("bri", 1, 5), asks("turn", "bri")]
    assert table.faces("bri") == [4, 5]


def test_after_a_natural_20_the_bumper_may_let_the_own_dice_lie() -> None:
    table = boosted()
    table.lets_it_be("odo")
    assert table.refusal("bri", Hold()) == "question_first"
    assert table.lets_it_be("bri") == [condition("bri", "free_reroll", on=False), asks("turn", "bri")]


def test_the_clock_lets_the_own_dice_lie() -> None:
    table = boosted()
    table.lets_it_be("odo")
    assert table.let_the_clock_act() == Timeout("bri", LetItBe())
    assert table.asked == ("turn", ["bri"])


def test_nobody_rolls_an_own_die_again_without_a_natural_20() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bumps("bri", "odo", 0, 19, 5, to=(10, 8))
    table.lets_it_be("odo")
    assert table.refusal("bri", Reroll(n=0)) == "nothing_to_reroll"


def test_the_own_re_roll_can_bust_the_bumper() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d8", 8)
    table.holds("odo", "cal")
    table.bumps("bri", "odo", 0, 20, 5, to=(10, 8))
    table.lets_it_be("odo")
    table.rerolls("bri", 0, to=(10, 5))
    assert table.lets_it_be("bri")[:2] == [set_down("bri", 0, 5), status("bri", "bust", "above_21")]
    assert table.table.phase == "staredown"


def test_a_player_who_leaves_instead_of_choosing_an_own_die_passes_the_turn() -> None:
    table = boosted()
    table.lets_it_be("odo")
    table.leaves("bri")
    assert table.turn == "odo"


def test_a_player_who_is_left_alone_with_an_own_re_roll_to_come_has_won_and_rolls_no_more() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bumps("bri", "odo", 0, 20, 5, to=(10, 8))
    table.lets_it_be("odo")
    assert table.asked == ("free_reroll", ["bri"])
    events = table.leaves("odo")
    assert condition("bri", "free_reroll", on=False) in events
    assert table.winners == ["bri"]


def test_an_own_re_roll_still_waits_while_others_are_in_contention() -> None:
    table = boosted()
    table.lets_it_be("odo")
    table.leaves("odo")
    assert table.asked == ("free_reroll", ["bri"])


def test_a_bumper_who_slanders_before_the_target_has_answered_has_no_die_to_roll_again() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d4", 2)
    table.holds("odo", "cal")
    table.bumps("bri", "odo", 0, 20, 19, to=(10, 8))
    assert table.accuses("bri", "cal", 0)[4:7] == [
        status("bri", "bust", "false_accusation"),
        condition("bri", "free_reroll", on=False),
        revealed("bri", 1, 5),
    ]
    table.lets_it_be("odo")
    assert table.table.phase == "staredown"

"""Bump, with a cheat question on every die that rolls again."""

from events.audience import GM, GM_ONLY, PUBLIC
from events.round_events import DieRerolled
from games.engine.rulebook import Timeout
from games.twentyone.accusing import Accuse
from games.twentyone.betting import Hold
from games.twentyone.cheating import Cheat
from games.twentyone.skills import SkillTried
from games.twentyone.turns import LetItBe
from projections.actions import Refusal
from tests.games.twentyone.expected import (
    asks,
    check,
    paid,
    revealed,
    set_down,
    set_down_blind,
    status,
    turn_of,
)
from tests.games.twentyone.table import TwentyOneTable
from tests.games.twentyone_v3.expected import (
    altered,
    heat,
    picked_up,
    rerolled,
    set_down_covered,
    sleight,
    tried,
)
from tests.games.twentyone_v3.table import betting, boosted


def test_a_bumped_open_die_rolls_in_its_owners_hand_seen_by_the_owner_and_the_gm() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.bumps("bri", "odo", 0, 12, 5, to=(10, 8)) == [
        SkillTried(seat="bri", skill="bump", target="odo"),
        check("bri", "strength", "bump", 12),
        check("odo", "strength", "bump_defence", 5),
        picked_up("odo", 0),
        rerolled("odo", 0, 10, 8, by="bri", why="bumped", to="seat:odo"),
        asks("cheat", "odo"),
    ]
    assert table.seen_last(PUBLIC)[-2] == DieRerolled(seat="odo", n=0, by="bri", why="bumped")
    assert table.faces("odo", "seat:odo") == table.faces("odo", GM) == [8, 3]
    assert table.faces("odo", "seat:bri") == [None, None]
    assert table.die("odo", 0, PUBLIC).place == "hand"


def test_let_be_the_die_is_set_down_in_the_open_and_the_bumpers_turn_goes_on() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bumps("bri", "odo", 0, 12, 5, to=(10, 8))
    assert table.lets_it_be("odo") == [set_down("odo", 0, 8), asks("turn", "bri")]
    assert table.faces("odo", PUBLIC) == [8, None]
    table.holds("bri")
    assert table.turn == "odo"


def test_the_owner_of_a_bumped_die_can_cheat_and_others_see_no_difference() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bumps("bri", "odo", 0, 12, 5, to=(10, 8))
    assert table.cheats("odo", n=0, change=-2, natural=12) == [
        sleight("odo", 12, 10),
        tried("odo", 0, -2, succeeded=True),
        heat(12),
        altered("odo", 0, 6, was=8),
        set_down("odo", 0, 6),
        asks("turn", "bri"),
    ]
    assert table.seen_last("seat:bri") == [set_down("odo", 0, 6), asks("turn", "bri")]


def test_with_a_bumped_die_in_the_hand_the_hole_die_can_be_changed_instead() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bumps("bri", "odo", 0, 12, 5, to=(10, 8))
    assert [offer["n"] for offer in table.may("odo", "cheat")] == [[0], [1]]
    table.cheats("odo", n=1, change=2, natural=12)
    assert table.faces("odo") == [8, 5]


def test_a_bumped_hole_die_goes_back_under_the_cup() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bumps("bri", "odo", 1, 12, 5, to=(10, 8))
    assert table.lets_it_be("odo") == [set_down_covered("odo", 1, 8), asks("turn", "bri")]
    assert (table.faces("odo", PUBLIC), table.die("odo", 1, PUBLIC).place) == ([6, None], "hole")
    assert table.heard_last(PUBLIC) == ["Odo puts the d10 back under the cup."]
    assert table.heard_last("seat:odo") == ["Odo puts the d10 back under the cup: 8."]


def test_a_bumped_blind_die_stays_blind_and_can_only_be_let_be() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.foresees("bri", 5)
    table.buys("bri", "d4", 2)
    events = table.bumps("odo", "bri", 2, 12, 5, to=(4, 3))
    assert events[-2] == rerolled("bri", 2, 4, 3, by="odo", why="bumped", to=GM_ONLY)
    assert table.faces("bri", "seat:bri") == [1, 1, None]
    assert table.refusal("bri", Cheat(n=2, change=1)) == "blind_roll"
    assert table.lets_it_be("bri") == [set_down_blind("bri", 2, 3), asks("turn", "odo")]


def test_a_held_seat_can_be_bumped_and_stays_held() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.holds("bri")
    table.bumps("odo", "bri", 0, 12, 5, to=(10, 8))
    assert table.asked == ("cheat", ["bri"])
    table.lets_it_be("bri")
    assert (table.status("bri"), table.turn) == ("held", "odo")


def test_a_bump_can_bust_once_the_die_is_set_down() -> None:
    table = betting(bri=(4, 9), odo=(6, 7), cal=(8, 2))
    table.holds("bri")
    table.buys("odo", "d8", 6)
    table.bumps("cal", "odo", 2, 12, 5, to=(8, 8))
    assert table.lets_it_be("odo") == [set_down("odo", 2, 8), asks("turn", "cal")]
    table.holds("cal")
    table.holds("odo")
    busted = betting(bri=(4, 9), odo=(6, 9), cal=(8, 2))
    busted.holds("bri")
    busted.buys("odo", "d6", 3)
    busted.bumps("cal", "odo", 0, 12, 5, to=(10, 10))
    assert busted.status("odo") == "active"
    assert busted.lets_it_be("odo") == [
        set_down("odo", 0, 10),
        status("odo", "bust", "above_21"),
        revealed("odo", 1, 9),
        asks("turn", "cal"),
    ]


def test_a_cheat_can_save_from_a_bust_by_a_bump() -> None:
    table = betting(bri=(4, 9), odo=(6, 9), cal=(8, 2))
    table.holds("bri")
    table.buys("odo", "d6", 3)
    table.bumps("cal", "odo", 0, 12, 5, to=(10, 10))
    table.cheats("odo", n=0, change=-1, natural=15)
    assert table.status("odo") == "active"


def test_a_bump_that_leaves_one_in_contention_ends_the_betting() -> None:
    table = betting(bri=(4, 9), odo=(6, 9))
    table.buys("bri", "d4", 2)
    table.buys("odo", "d6", 3)
    table.bumps("bri", "odo", 0, 12, 5, to=(10, 10))
    table.lets_it_be("odo")
    assert table.table.phase == "staredown"


def test_a_fumble_on_a_bumped_die_busts_its_owner_and_the_turn_goes_on() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.bumps("bri", "odo", 0, 12, 5, to=(10, 8))
    assert table.cheats("odo", n=0, change=-2, natural=1)[3:] == [
        status("odo", "caught", "fumbled_a_cheat"),
        paid("odo", "pot", 1_000, "cheating_fine", owed_cp=1_000),
        set_down("odo", 0, 8),
        status("odo", "bust", "disqualified"),
        revealed("odo", 1, 3),
        asks("turn", "bri"),
    ]


def test_while_its_owner_is_asked_the_bumper_waits() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bumps("bri", "odo", 0, 12, 5, to=(10, 8))
    assert table.refusal("bri", Hold()) == "not_your_turn"
    assert table.refusal("odo", Hold()) == "question_first"
    assert table.let_the_clock_act() == Timeout("odo", LetItBe())


def test_ties_go_to_the_defender() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bumps("bri", "odo", 0, 12, 12)
    assert table.asked == ("retaliation", ["odo"])


def test_the_target_of_a_bump_who_leaves_with_the_die_in_the_hand_holds_nobody_up() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.bumps("bri", "odo", 0, 12, 5, to=(10, 8))
    table.leaves("odo")
    assert table.asked == ("turn", ["bri"])


def test_a_bumper_who_leaves_meanwhile_passes_the_turn_once_the_target_has_answered() -> None:
    table = boosted()
    table.leaves("bri")
    assert table.asked == ("cheat", ["odo"])
    assert table.lets_it_be("odo") == [set_down("odo", 0, 8), turn_of("odo")]


def test_all_but_the_target_may_leave_while_it_is_asked() -> None:
    table = boosted()
    table.leaves("bri")
    table.leaves("cal")
    assert table.asked == ("cheat", ["odo"])
    table.lets_it_be("odo")
    assert table.winners == ["odo"]


def test_a_die_in_the_hand_cannot_be_accused() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d4", 2)
    table.bumps("odo", "bri", 2, 12, 5, to=(4, 3))
    assert {"target": ["bri"], "n": [0, 1], "cost_cp": 1_000} in table.may("cal", "accuse")
    assert table.refusal("cal", Accuse(target="bri", n=2)) == "cannot_be_accused"


def test_the_chronicle_reports_a_bump() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bumps("bri", "odo", 1, 12, 5, to=(10, 8))
    assert table.heard_last(PUBLIC) == [
        "Bri bumps the table under Odo’s dice.",
        "Bri’s Strength: 12 (12 + 0).",
        "Odo’s Strength: 5 (5 + 0).",
        "Odo’s hole die comes back into the hand.",
        "Odo’s d10 rolls again.",
    ]
    assert table.heard_last("seat:odo")[-1] == "Odo’s d10 rolls again: 8."


def why_not_hold(table: TwentyOneTable, seat: str) -> list[str]:
    return [offer.detail for offer in table.offers(seat) if isinstance(offer, Refusal) and offer.type == "hold"]


def test_a_seat_that_is_asked_hears_the_question_and_how_to_answer() -> None:
    table = boosted()
    assert why_not_hold(table, "odo") == ["You are asked about the die in your hand: cheat, or let it be."]
    table.lets_it_be("odo")
    assert why_not_hold(table, "bri") == ["You are asked whether a die of your own rolls again: reroll, or let it be."]


def test_a_goaded_seat_hears_that_it_may_shrug_the_goad_off() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options={"goad_resist": "one_ante"})
    table.goads("bri", "odo", 15, 5)
    assert why_not_hold(table, "odo") == ["You are asked whether you shrug the Goad off: resist, or let it be."]


def test_a_seat_with_one_more_roll_hears_that_it_is_asked_about_it() -> None:
    table = betting(bri=(1, 7), odo=(6, 3))
    table.drinks("bri", "d4", 3, save=20)
    table.lets_it_be("bri")
    assert why_not_hold(table, "bri") == ["You are asked whether you roll one more die: roll, or let it be."]

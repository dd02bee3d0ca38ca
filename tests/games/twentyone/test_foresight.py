"""Foresight: Wisdom against DC 12, and what it reveals of dice that are still to be bought."""

import pytest

from events.audience import GM, GM_ONLY, PUBLIC
from events.round_events import CheckRolled, DieRolled, Told
from games.mechanics.checks import DISADVANTAGE
from games.twentyone.betting import Fold, Hold, Roll
from games.twentyone.skills import SkillTried
from projections.table import Note
from tests.games.twentyone.expected import (
    asks,
    check,
    condition,
    paid,
    phase,
    revealed,
    set_down_blind,
    status,
    turn_of,
)
from tests.games.twentyone.table import betting, sheet
from tests.playing import drawn

COMING = {"d20": 11, "d10": 5, "d8": 5, "d6": 3, "d4": 3}
FALLS = {"d20": "HIGH", "d10": "LOW", "d8": "HIGH", "d6": "LOW", "d4": "HIGH"}


def test_foresight_that_meets_the_dc_reveals_high_or_low_for_the_next_die_of_each_kind() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), sheets={"bri": sheet(wis=2)})
    assert table.foresees("bri", 10, **COMING) == [
        SkillTried(seat="bri", skill="foresight", target=None),
        check("bri", "wisdom", "foresight", 10, modifier=2, to="seat:bri", against=12, against_to="seat:bri"),
        Told(to="seat:bri", seat="bri", kind="foresight", facts=FALLS),
    ]
    assert table.notes("bri") == [Note(kind="foresight", facts={**FALLS})]


@pytest.mark.parametrize("sides", [20, 10, 8, 6, 4])
def test_high_is_above_half_the_sides(sides: int) -> None:
    for face, fall in ((sides // 2, "LOW"), (sides // 2 + 1, "HIGH"), (1, "LOW"), (sides, "HIGH")):
        table = betting(bri=(4, 9), odo=(6, 3))
        table.foresees("bri", 15, **{**COMING, f"d{sides}": face})
        assert table.notes("bri")[0].facts[f"d{sides}"] == fall


def test_a_natural_20_reveals_the_exact_faces() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), sheets={"bri": sheet(wis=-5)})
    assert table.foresees("bri", 20, **COMING)[-1] == Told(to="seat:bri", seat="bri", kind="foresight", facts=COMING)


def test_that_somebody_tries_foresight_is_open_and_the_rest_is_not() -> None:
    for natural in (1, 5, 15, 20):
        table = betting(bri=(4, 9), odo=(6, 3))
        events = table.foresees("bri", natural, **COMING)
        for viewer in (PUBLIC, "seat:odo"):
            assert table.seen_last(viewer) == [SkillTried(seat="bri", skill="foresight", target=None)]
        assert table.seen_last("seat:bri") == table.seen_last(GM) == events


def test_one_below_the_dc_fails() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.foresees("bri", 11)[2:] == [condition("bri", "blind", to="seat:bri")]
    assert table.notes("bri") == []


def test_after_a_failure_the_next_bought_die_is_blind_hidden_even_to_its_roller() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.foresees("bri", 5)
    assert table.rolls("bri", "d10", 7) == [
        paid("bri", "pot", 250, "die"),
        DieRolled(seat="bri", n=2, die="d10", place="hand", draw=drawn("bri", "bought", 10, 7), draw_to=GM_ONLY),
        asks("cheat", "bri"),
    ]
    assert table.seen_last("seat:bri")[1] == DieRolled(seat="bri", n=2, die="d10", place="hand")
    assert table.lets_it_be("bri") == [
        set_down_blind("bri", 2, 7),
        condition("bri", "blind", on=False, to="seat:bri"),
        turn_of("odo"),
    ]
    assert table.faces("bri", "seat:bri") == [4, 9, None]
    assert table.faces("bri", GM) == [4, 9, 7]
    assert table.total("bri", "seat:bri") is None


def test_to_others_a_blind_die_in_the_hand_looks_like_any_other() -> None:
    blind, plain = betting(bri=(4, 9), odo=(6, 3)), betting(bri=(4, 9), odo=(6, 3))
    blind.foresees("bri", 5)
    plain.foresees("bri", 15, **{**COMING, "d10": 7})
    blind.rolls("bri", "d10", 7)
    plain.rolls("bri", "d10", 7)
    for viewer in (PUBLIC, "seat:odo"):
        assert blind.view(viewer) == plain.view(viewer)
        assert blind.seen(viewer) == plain.seen(viewer)


def test_only_the_next_die_is_blind() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.foresees("bri", 5)
    table.buys("bri", "d4", 2)
    table.buys("odo", "d4", 2)
    table.buys("bri", "d4", 3)
    assert table.faces("bri", "seat:bri") == [1, 1, None, 3]
    assert table.faces("bri", PUBLIC) == [1, None, None, 3]


def test_a_player_who_holds_after_a_failure_and_is_goaded_back_in_still_rolls_blind() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.foresees("bri", 5)
    table.holds("bri")
    table.goads("odo", "bri", 15, 5)
    table.holds("odo")
    table.buys("bri", "d4", 2)
    assert table.faces("bri", "seat:bri") == [4, 3, None]


def test_a_natural_1_locks_into_a_blind_d20() -> None:
    table = betting(bri=(1, 1), odo=(6, 3), sheets={"bri": sheet(wis=10)})
    assert table.foresees("bri", 1)[2:] == [condition("bri", "locked_to_a_blind_d20", to="seat:bri")]
    assert table.may("bri", "roll") == [
        {"die": ["d20"], "pay": ["coins"], "cost_cp": 250},
        {"die": ["d20"], "pay": ["drinks"]},
    ]
    for command in (Roll(die="d10"), Roll(die="d8"), Roll(die="d6"), Roll(die="d4")):
        assert table.refusal("bri", command) == "only_a_d20"
    table.buys("bri", "d20", 5)
    assert table.faces("bri", "seat:bri") == [1, 1, None]
    assert table.conditions("bri") == []


def test_a_player_who_is_locked_cannot_hold_before_the_roll_but_may_fold() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.foresees("bri", 1)
    assert table.refusal("bri", Hold()) == "cannot_hold_when_locked"
    assert table.folds("bri")[0] == status("bri", "folded", "fold")


def test_others_do_not_see_that_a_seat_is_locked_or_blind() -> None:
    for natural in (1, 5):
        table = betting(bri=(4, 9), odo=(6, 3))
        table.foresees("bri", natural)
        assert table.conditions("bri", "seat:bri") == table.conditions("bri", GM) != []
        assert table.conditions("bri", "seat:odo") == table.conditions("bri", PUBLIC) == []


def test_a_player_who_is_locked_and_can_pay_for_no_d20_can_only_fold() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"bri": 749}, options={"liquid_mode": False})
    table.foresees("bri", 1)
    assert table.may("bri", "roll") == table.may("bri", "hold") == []
    assert table.may("bri", "fold") == [{}]
    assert table.refusal("bri", Roll(die="d20")) == "purse_too_small"


def test_a_blind_die_busts_when_it_is_set_down_and_is_shown_then() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.foresees("bri", 5)
    table.rolls("bri", "d10", 9)
    assert table.lets_it_be("bri")[2:] == [
        status("bri", "bust", "above_21"),
        revealed("bri", 1, 9),
        revealed("bri", 2, 9),
        turn_of("odo"),
    ]
    assert table.faces("bri", PUBLIC) == [4, 9, 9]


def test_the_reveal_shows_blind_dice() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.foresees("bri", 5)
    table.buys("bri", "d4", 3)
    table.holds("odo")
    assert table.holds("bri")[1:5] == [
        phase("reveal"),
        revealed("bri", 1, 9),
        revealed("bri", 2, 3),
        revealed("odo", 1, 3),
    ]


def test_what_was_foreseen_stays_true_whatever_else_is_rolled() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.foresees("bri", 20, d20=2, d10=3, d8=4, d6=5, d4=1)
    table.drinks("bri", "d4", 1, save=15)
    table.cheats("bri", n=2, change=1, natural=15)
    table.bumps("odo", "bri", 0, 15, 5, to=(10, 2))
    table.buys("odo", "d8", 7)
    table.bumps("bri", "odo", 0, 5, 15)
    table.retaliates("odo", 0, to=(10, 1))
    table.give("bri", Roll(die="d8"))
    assert table.faces("bri")[-1] == 4


def test_bought_dice_rerolls_checks_and_duels_draw_from_separate_sequences() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.foresees("bri", 15, d20=2, d10=3, d8=4, d6=5, d4=1)
    table.drinks("bri", "d4", 1, save=15)
    table.cheats("bri", n=2, change=1, natural=15)
    table.bumps("odo", "bri", 0, 5, 15)
    table.retaliates("bri", 1, to=(10, 2))
    table.holds("odo")
    table.goads("bri", "odo", 5, 15)
    table.buys("bri", "d10", 3)
    table.profiles("bri", "odo", 15)
    assert set(table.table.drawn) == {
        "bri opening 10",
        "bri hole 10",
        "odo opening 10",
        "odo hole 10",
        "bri foresight 20",
        "bri tab 20",
        "bri bought 4",
        "bri cheat 20",
        "odo bump 20",
        "bri bump_defence 20",
        "odo retaliation 10",
        "bri goad 20",
        "odo goad_defence 20",
        "bri bought 10",
        "bri profile 20",
    }


def test_a_blind_die_can_be_paid_for_with_drinks() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.foresees("bri", 5)
    table.drinks("bri", "d4", 2, save=5)
    table.lets_it_be("bri")
    assert table.conditions("bri") == ["sloppy"]
    assert table.faces("bri", PUBLIC) == [1, 1, None]


def test_passing_out_on_the_tab_leaves_no_blind_die() -> None:
    table = betting(bri=(1, 1), odo=(6, 3), cal=(8, 2))
    table.foresees("bri", 5)
    table.load({("bri", "tab", 20): [1]})
    table.give("bri", Roll(die="d4", pay="drinks"))
    assert table.faces("bri", PUBLIC) == [1, 1]
    assert table.refusal("bri", Fold()) == "bust"


def test_sloppy_foresight_is_at_disadvantage() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=5)
    table.lets_it_be("bri")
    table.holds("odo")
    assert table.foresees("bri", (20, 12), **COMING)[1] == CheckRolled(
        to="seat:bri",
        seat="bri",
        check="wisdom",
        mode=DISADVANTAGE,
        draws=[drawn("bri", "foresight", 20, 20), drawn("bri", "foresight", 20, 12, n=2)],
        natural=12,
        modifier=0,
        total=12,
        against=12,
        against_to="seat:bri",
    )
    assert table.notes("bri")[0].facts == FALLS

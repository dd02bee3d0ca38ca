"""Hunch, or Foresight: Wisdom against DC 15, and what its failures force."""

import pytest

from events.audience import GM, PUBLIC
from games.engine.rulebook import Timeout
from games.twentyone.betting import Fold, Hold, Roll
from games.twentyone.skills import SkillTried
from projections.table import Note
from tests.games.twentyone.expected import check, condition, paid, revealed, set_down, set_down_blind, turn_of
from tests.games.twentyone.table import sheet
from tests.games.twentyone_v3.table import betting


def test_meeting_dc_15_reveals_whether_each_die_falls_high_or_low() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), sheets={"bri": sheet(wis=3)})
    events = table.foresees("bri", 12, d20=11, d10=5, d8=5, d6=3, d4=3)
    assert events[1] == check(
        "bri", "wisdom", "foresight", 12, modifier=3, to="seat:bri", against=15, against_to="seat:bri"
    )
    facts: dict[str, object] = {"d20": "HIGH", "d10": "LOW", "d8": "HIGH", "d6": "LOW", "d4": "HIGH"}
    assert table.notes("bri") == [Note(kind="foresight", facts=facts)]
    assert table.seen_last("seat:odo") == [SkillTried(seat="bri", skill="foresight", target=None)]


def test_a_failure_forces_a_d4_that_its_owner_does_not_see_before_the_end() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.foresees("bri", 14)[2] == condition("bri", "locked_to_a_blind_d4", to="seat:bri")
    assert [offer["die"] for offer in table.may("bri", "roll")] == [["d4"], ["d4"]]
    assert table.refusal("bri", Hold()) == "cannot_hold_when_locked"
    assert table.refusal("bri", Roll(die="d6")) == "only_a_d4"
    assert table.rolls("bri", "d4", 3)[0] == paid("bri", "pot", 1_000, "die")
    assert (table.faces("bri", "seat:bri"), table.faces("bri", GM)) == ([4, 9, None], [4, 9, 3])
    assert table.lets_it_be("bri") == [
        set_down_blind("bri", 2, 3),
        condition("bri", "locked_to_a_blind_d4", on=False, to="seat:bri"),
        turn_of("odo"),
    ]
    assert table.faces("bri", "seat:bri") == [4, 9, None]
    assert table.total("bri", "seat:bri") is None
    table.holds("odo")
    assert revealed("bri", 2, 3) in table.holds("bri")


def test_a_forced_d4_that_cannot_be_paid_for_leaves_nothing_but_folding() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"bri": 1_400}, options={"liquid_mode": False})
    table.foresees("bri", 5)
    assert table.may("bri", "roll") == []
    assert table.refusal("bri", Roll(die="d4")) == "purse_too_small"
    assert table.may("bri", "fold") == [{}]


def test_a_natural_1_locks_into_a_d20_that_is_not_blind() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.foresees("bri", 1)[2] == condition("bri", "locked_to_a_d20", to="seat:bri")
    assert table.refusal("bri", Hold()) == "cannot_hold_when_locked"
    assert table.refusal("bri", Roll(die="d4")) == "only_a_d20"
    table.rolls("bri", "d20", 3)
    assert table.faces("bri", "seat:bri") == [4, 9, 3]
    assert table.may("bri", "cheat")
    assert table.lets_it_be("bri") == [
        set_down("bri", 2, 3),
        condition("bri", "locked_to_a_d20", on=False, to="seat:bri"),
        turn_of("odo"),
    ]


@pytest.mark.parametrize("natural", [1, 5])
def test_nobody_else_learns_that_a_hunch_failed(natural: int) -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.foresees("bri", natural)
    assert table.seen_last(PUBLIC) == [SkillTried(seat="bri", skill="foresight", target=None)]
    assert table.conditions("bri", PUBLIC) == table.conditions("bri", "seat:odo") == []
    assert len(table.conditions("bri", "seat:bri")) == 1


@pytest.mark.parametrize("natural", [1, 5])
def test_the_clock_folds_for_a_seat_misled_by_a_hunch(natural: int) -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.foresees("bri", natural)
    assert table.let_the_clock_act() == Timeout("bri", Fold())
    assert table.turn == "odo"


def test_a_spilled_blind_die_is_paid_for_when_it_is_shown() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.foresees("bri", 5)
    table.rolls("bri", "d4", 1)
    assert paid("bri", "pot", 100, "spilled_drink", owed_cp=100) not in table.lets_it_be("bri")
    table.holds("odo")
    events = table.holds("bri")
    assert events[events.index(revealed("bri", 2, 1)) + 1] == paid("bri", "pot", 100, "spilled_drink", owed_cp=100)


def test_a_failed_hunch_is_reported_to_its_seat() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.foresees("bri", 5)
    assert table.heard_last("seat:bri")[-1] == "The signs blur: Bri has to roll a d4, and blind."
    other = betting(bri=(4, 9), odo=(6, 3))
    other.foresees("bri", 1)
    assert other.heard_last("seat:bri")[-1] == "The signs mislead: Bri has to roll a d20."
    assert other.heard_last(PUBLIC) == ["Bri gazes into the candle and reaches for what is to come."]

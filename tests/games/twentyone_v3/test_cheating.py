"""The cheat, and the one heat that the table has."""

import pytest

from events.audience import GM, GM_ONLY, PUBLIC
from games.twentyone.accusing import Accuse
from games.twentyone.betting import Hold, Roll
from games.twentyone.v3.dice import TableHeatSet
from projections.table import Note
from tests.games.twentyone.expected import paid, revealed, set_down, status, turn_of
from tests.games.twentyone_v3.expected import altered, heat, sleight, tried
from tests.games.twentyone_v3.table import at_the_cut, betting, seated


def test_a_cheat_that_reaches_the_heat_changes_the_die_in_secret() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d8", 6)
    assert table.cheats("bri", n=2, change=2, natural=10) == [
        sleight("bri", 10, 10),
        tried("bri", 2, 2, succeeded=True),
        heat(12),
        altered("bri", 2, 8, was=6),
        set_down("bri", 2, 8),
        turn_of("odo"),
    ]
    assert table.seen_last(PUBLIC) == table.seen_last("seat:odo") == [set_down("bri", 2, 8), turn_of("odo")]


def test_a_cheat_below_the_heat_changes_nothing_heats_the_table_and_is_not_caught() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d8", 6)
    assert table.cheats("bri", n=2, change=2, natural=9) == [
        sleight("bri", 9, 10),
        tried("bri", 2, 2, succeeded=False),
        heat(12),
        set_down("bri", 2, 6),
        turn_of("odo"),
    ]
    assert table.status("bri") == "active"


def test_a_natural_20_works_whatever_the_heat_and_heats_nothing() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options={"starting_heat": 30})
    table.rolls("bri", "d8", 6)
    assert table.cheats("bri", n=2, change=2, natural=20) == [
        sleight("bri", 20, 30),
        tried("bri", 2, 2, succeeded=True),
        altered("bri", 2, 8, was=6),
        set_down("bri", 2, 8),
        turn_of("odo"),
    ]
    assert table.table_heat == 30


def test_a_natural_1_is_a_bust_and_costs_2_antes() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d8", 6)
    assert table.cheats("bri", n=2, change=2, natural=1) == [
        sleight("bri", 1, 10),
        tried("bri", 2, 2, succeeded=False),
        heat(12),
        status("bri", "caught", "fumbled_a_cheat"),
        paid("bri", "pot", 1_000, "cheating_fine", owed_cp=1_000),
        set_down("bri", 2, 6),
        status("bri", "bust", "disqualified"),
        revealed("bri", 1, 9),
        turn_of("odo"),
    ]
    assert table.table.scores["bri"].caught == 1


def test_anybodys_attempt_heats_the_table_for_everybody() -> None:
    table = betting(bri=(1, 2), odo=(2, 3), cal=(8, 2))
    assert table.table_heat == 10
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.rolls("odo", "d4", 2)
    table.cheats("odo", n=2, change=1, natural=5)
    table.rolls("cal", "d4", 2)
    assert table.cheats("cal", n=2, change=1, natural=14)[0] == sleight("cal", 14, 14)
    assert table.table_heat == 16


def test_the_heat_is_kept_for_the_next_round_less_1() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.folds("odo")
    assert table.winners == ["bri"]
    assert table.table_heat == 12
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.table_heat == 11


def test_the_heat_never_falls_below_where_it_starts() -> None:
    table = seated("bri", "odo", starting_heat=7)
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.table_heat == 7
    table.lets_it_be("bri")
    table.folds("bri")
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.table_heat == 7


@pytest.mark.parametrize("start", [4, 15])
def test_the_heat_of_a_table_where_nobody_cheated_is_where_the_gm_has_it_start(start: int) -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.folds("bri")
    table.sets_options(starting_heat=start)
    assert table.table_heat == start
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.table_heat == start


@pytest.mark.parametrize("start", [4, 15])
def test_the_heat_moves_along_where_the_gm_moves_its_start_and_suspicion_stays(start: int) -> None:
    table = betting(bri=(1, 2), odo=(2, 3))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.rolls("odo", "d4", 2)
    table.cheats("odo", n=2, change=1, natural=5)
    table.folds("bri")
    assert table.table_heat == 14
    table.sets_options(starting_heat=start)
    assert table.table_heat == start + 4
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.table_heat == start + 3


def test_a_round_that_is_called_off_has_heated_the_table_all_the_same() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.voids()
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.table_heat == 11


def test_only_the_gm_sees_the_heat() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    assert table.view(GM).details["heat"] == 12
    for viewer in (PUBLIC, "seat:bri", "seat:odo"):
        assert "heat" not in table.view(viewer).details
        assert "heat" not in table.seat_view("bri", viewer).details
        assert not [event for event in table.seen_last(viewer) if isinstance(event, TableHeatSet)]
    assert "heat" not in table.seat_view("bri", GM).details


def test_only_the_cheater_and_the_gm_hear_of_a_cheat() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d8", 6)
    table.cheats("bri", n=2, change=2, natural=10)
    assert table.heard_last(GM) == [
        "Bri’s Sleight of Hand: 10 against 10 (10 + 0).",
        "In secret, Bri reaches for the d8 (+2), and nobody sees.",
        "The table’s heat is 12 now.",
        "In secret, Bri’s d8 is turned to 8.",
        "Bri sets the d8 down: 8.",
        "It is Odo’s turn.",
    ]
    assert table.heard_last("seat:odo") == ["Bri sets the d8 down: 8.", "It is Odo’s turn."]
    assert table.seat_view("bri", "seat:bri").details["cheats"] == [2]
    assert "cheats" not in table.seat_view("bri", "seat:odo").details


def test_heat_is_recorded_for_the_gm_when_somebody_cheats_and_at_no_other_time() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert not [event for entry in table.entries for event in entry.events if isinstance(event, TableHeatSet)]
    table.rolls("bri", "d4", 2)
    assert [
        event.to for event in table.cheats("bri", n=2, change=1, natural=15) if isinstance(event, TableHeatSet)
    ] == [GM_ONLY]


def test_it_is_reported_once_that_a_cheat_was_fumbled_and_costs_the_round() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d8", 6)
    table.cheats("bri", n=2, change=1, natural=1)
    assert table.heard_last(PUBLIC) == [
        "Bri fumbles a cheat in front of everybody.",
        "Bri pays 10 gp to the pot (fine for cheating).",
        "Bri sets the d8 down: 6.",
        "Bri is disqualified: bust!",
        "Bri’s hole die shows 9.",
        "It is Odo’s turn.",
    ]


def test_every_refusal_of_a_seat_that_fumbled_says_that_it_was_caught() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d8", 6)
    table.cheats("bri", n=2, change=1, natural=1)
    assert [table.refusal("bri", command) for command in (Roll(die="d8"), Hold(), Accuse(target="odo", n=0))] == [
        "caught",
        "caught",
        "caught",
    ]
    assert table.may("bri", "side_bet")


def test_a_seat_that_fumbles_at_the_cut_is_caught_before_the_betting_and_in_it() -> None:
    table = at_the_cut(bri=(2, 3), odo=(5, 9), cal=(6, 6))
    table.cuts("bri", 9)
    table.cheats("bri", n=1, change=1, natural=1)
    assert [table.refusal("bri", command) for command in (Hold(), Accuse(target="odo", n=0))] == ["caught", "caught"]
    assert table.refusal("odo", Accuse(target="bri", n=1)) == "cannot_be_accused"


def test_a_profile_finds_a_cheat_on_a_die_that_rolled_again() -> None:
    table = at_the_cut(bri=(4, 5), odo=(6, 3))
    table.cuts("bri", 4)
    table.cheats("bri", n=1, change=1, natural=15)
    table.holds("bri")
    table.profiles("odo", "bri", 20)
    assert table.notes("odo") == [Note(kind="profile", facts={"about": "bri", "cheated": True, "dice": [1]})]

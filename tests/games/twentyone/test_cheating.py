"""The cheat: Sleight of Hand against one's own heat, on the die in the hand or the hole die, seen by nobody else."""

import pytest

from events.audience import GM, GM_ONLY, PUBLIC
from events.event import Event
from events.round_events import CheckRolled, DieAltered
from games.mechanics.checks import DISADVANTAGE
from games.twentyone.betting import Fold, Hold, Roll
from games.twentyone.cheating import Cheat, CheatTried, HeatRose
from games.twentyone.turns import LetItBe
from tests.games.twentyone.expected import (
    asks,
    check,
    fee,
    paid,
    phase,
    revealed,
    round_ended,
    set_down,
    status,
    turn_of,
)
from tests.games.twentyone.table import betting, sheet
from tests.playing import drawn


def sleight(seat: str, natural: int, heat: int, *, modifier: int = 0, n: int = 1) -> Event:
    return check(
        seat,
        "sleight_of_hand",
        "cheat",
        natural,
        modifier=modifier,
        to=f"seat:{seat}",
        against=heat,
        against_to=GM_ONLY,
        n=n,
    )


def tried(seat: str, n: int, change: int, *, succeeded: bool) -> Event:
    return CheatTried(to=f"seat:{seat}", seat=seat, n=n, change=change, succeeded=succeeded)


def heat_rose(seat: str, heat: int) -> Event:
    return HeatRose(to=GM_ONLY, seat=seat, heat=heat)


def altered(seat: str, n: int, face: int, was: int) -> Event:
    return DieAltered(to=f"seat:{seat}", seat=seat, n=n, was=was, face=face, why="cheat")


def test_a_cheat_that_reaches_the_heat_changes_the_die_in_the_hand() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), sheets={"bri": sheet(sleight_of_hand=3)})
    table.rolls("bri", "d10", 6)
    assert table.cheats("bri", n=2, change=2, natural=7) == [
        sleight("bri", 7, 10, modifier=3),
        tried("bri", 2, 2, succeeded=True),
        heat_rose("bri", 12),
        altered("bri", 2, 8, was=6),
        set_down("bri", 2, 8),
        turn_of("odo"),
    ]


def test_a_cheat_can_change_the_hole_die_instead() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 6)
    assert table.cheats("bri", n=1, change=-3, natural=12)[-3:] == [
        altered("bri", 1, 6, was=9),
        set_down("bri", 2, 6),
        turn_of("odo"),
    ]
    assert table.faces("bri", "seat:bri") == [4, 6, 6]


def test_a_cheat_below_the_heat_changes_nothing_heats_and_is_not_caught() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 6)
    assert table.cheats("bri", n=2, change=2, natural=9) == [
        sleight("bri", 9, 10),
        tried("bri", 2, 2, succeeded=False),
        heat_rose("bri", 12),
        set_down("bri", 2, 6),
        turn_of("odo"),
    ]
    assert table.status("bri") == "active"


def test_a_cheat_and_an_honest_roll_look_the_same_to_everyone_else() -> None:
    honest, cheating, failing = (betting(bri=(4, 9), odo=(6, 3)) for _ in range(3))
    honest.buys("bri", "d10", 8)
    cheating.rolls("bri", "d10", 6)
    cheating.cheats("bri", n=2, change=2, natural=15)
    failing.rolls("bri", "d10", 8)
    failing.cheats("bri", n=1, change=2, natural=5)
    for viewer in (PUBLIC, "seat:odo"):
        shown = honest.seen(viewer)
        assert cheating.seen(viewer) == shown
        assert failing.seen(viewer) == shown
        assert cheating.view(viewer) == honest.view(viewer) == failing.view(viewer)


def test_only_the_cheater_and_the_gm_see_a_cheat_and_only_the_gm_its_dc() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 6)
    table.cheats("bri", n=2, change=2, natural=15)
    assert table.seen_last(GM)[:4] == [
        sleight("bri", 15, 10),
        tried("bri", 2, 2, succeeded=True),
        heat_rose("bri", 12),
        altered("bri", 2, 8, was=6),
    ]
    assert table.seen_last("seat:bri")[:3] == [
        check("bri", "sleight_of_hand", "cheat", 15, to="seat:bri"),
        tried("bri", 2, 2, succeeded=True),
        altered("bri", 2, 8, was=6),
    ]
    assert table.seen_last(PUBLIC) == [set_down("bri", 2, 8), turn_of("odo")]


def test_only_the_gm_sees_heat() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 6)
    table.cheats("bri", n=2, change=2, natural=15)
    assert (table.heat("bri"), table.heat("odo")) == (12, 10)
    for viewer in (PUBLIC, "seat:bri", "seat:odo"):
        assert "heat" not in table.seat_view("bri", viewer).details
        assert "heat" not in table.seat_view("odo", viewer).details


def test_heat_is_the_seats_own_and_rises_by_two_with_each_attempt() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    for number, (natural, heat) in enumerate([(10, 10), (11, 12), (14, 14)], start=1):
        table.rolls("bri", "d4", 2)
        assert table.cheats("bri", n=number + 1, change=1, natural=natural)[0] == sleight(
            "bri", natural, heat, n=number
        )
        if number < 3:
            table.buys("odo", "d4", 2)
    assert table.hand("bri").cheats == [2, 3, 4]
    assert table.faces("bri") == [1, 1, 3, 2, 3]
    assert (table.heat("bri"), table.heat("odo")) == (16, 10)


@pytest.mark.parametrize("starting_heat", [5, 15])
def test_heat_starts_where_the_table_says_each_round(starting_heat: int) -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options={"starting_heat": starting_heat})
    table.rolls("bri", "d10", 6)
    table.cheats("bri", n=2, change=2, natural=starting_heat - 1)
    assert table.heat("bri") == starting_heat + 2
    table.folds("odo")
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.heat("bri") == starting_heat


def test_a_natural_20_always_works_and_heats_nothing() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options={"starting_heat": 40})
    table.rolls("bri", "d10", 6)
    assert table.cheats("bri", n=2, change=2, natural=20) == [
        sleight("bri", 20, 40),
        tried("bri", 2, 2, succeeded=True),
        altered("bri", 2, 8, was=6),
        set_down("bri", 2, 8),
        turn_of("odo"),
    ]
    assert table.heat("bri") == 40


def test_a_natural_1_is_caught_in_the_open_and_pays_one_ante() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), sheets={"bri": sheet(sleight_of_hand=30)})
    table.rolls("bri", "d10", 6)
    assert table.cheats("bri", n=2, change=2, natural=1) == [
        sleight("bri", 1, 10, modifier=30),
        tried("bri", 2, 2, succeeded=False),
        heat_rose("bri", 12),
        status("bri", "caught", "fumbled_a_cheat"),
        paid("bri", "pot", 500, "cheating_fine", owed_cp=500),
        set_down("bri", 2, 6),
        turn_of("odo"),
    ]
    assert table.seen_last(PUBLIC) == [
        status("bri", "caught", "fumbled_a_cheat"),
        paid("bri", "pot", 500, "cheating_fine", owed_cp=500),
        set_down("bri", 2, 6),
        turn_of("odo"),
    ]


def test_a_player_who_is_caught_pays_as_far_as_the_purse_goes() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), purses={"bri": 850})
    table.rolls("bri", "d10", 6)
    events = table.cheats("bri", n=2, change=2, natural=1)
    assert events[4] == paid("bri", "pot", 100, "cheating_fine", owed_cp=500)
    assert table.purse("bri") == 0


def test_caught_players_are_out_of_the_betting_and_cannot_win() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d10", 8)
    table.cheats("bri", n=2, change=-1, natural=1)
    for command in (Roll(die="d10"), Hold(), Fold()):
        assert table.refusal("bri", command) == "caught"
    table.holds("odo", "cal")
    table.passes("odo", "cal")
    assert table.winners == ["cal"]


def test_a_caught_seats_die_above_21_is_no_bust_on_top() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d10", 10)
    assert table.cheats("bri", n=2, change=-3, natural=1)[-2:] == [set_down("bri", 2, 10), turn_of("odo")]
    assert table.status("bri") == "caught"


def test_when_the_last_but_one_is_caught_the_round_is_over() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 1)
    assert table.cheats("bri", n=1, change=2, natural=1)[3:] == [
        status("bri", "caught", "fumbled_a_cheat"),
        paid("bri", "pot", 500, "cheating_fine", owed_cp=500),
        set_down("bri", 2, 1),
        fee("bri", 2),
        phase("reveal"),
        revealed("bri", 1, 9),
        revealed("odo", 1, 3),
        phase("staredown"),
        phase("payout"),
        paid("bri", "pot", 100, "cleaning_fee", owed_cp=100),
        paid("pot", "odo", 2_850, "payout"),
        round_ended("won", "odo", 2_850),
        *table.closing(),
    ]


def test_being_sloppy_puts_the_cheat_at_disadvantage() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=5)
    events = table.cheats("bri", n=2, change=1, natural=(18, 9))
    assert events[0] == CheckRolled(
        to="seat:bri",
        seat="bri",
        check="sleight_of_hand",
        mode=DISADVANTAGE,
        draws=[drawn("bri", "cheat", 20, 18), drawn("bri", "cheat", 20, 9, n=2)],
        natural=9,
        modifier=0,
        total=9,
        against=10,
        against_to=GM_ONLY,
    )
    assert events[1] == tried("bri", 2, 1, succeeded=False)


def test_a_natural_1_is_read_on_the_die_that_counts() -> None:
    table = betting(bri=(4, 3), odo=(6, 3), cal=(8, 2))
    table.drinks("bri", "d4", 2, save=5)
    table.cheats("bri", n=2, change=1, natural=(20, 1))
    assert table.status("bri") == "caught"


def test_a_natural_20_beside_a_lower_die_is_not_the_one_that_counts() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=5)
    table.cheats("bri", n=2, change=1, natural=(20, 11))
    assert table.heat("bri") == 12
    assert table.faces("bri") == [4, 3, 3]


@pytest.mark.parametrize(
    ("die", "face", "change", "expected"),
    [("d10", 9, 3, 10), ("d10", 2, -3, 1), ("d4", 3, 3, 4), ("d8", 1, 3, 4), ("d20", 20, -1, 19), ("d20", 16, 3, 19)],
)
def test_a_changed_die_stays_within_its_faces(die: str, face: int, change: int, expected: int) -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.rolls("bri", die, face)
    table.cheats("bri", n=2, change=change, natural=15)
    assert table.faces("bri", PUBLIC) == [1, None, expected]


@pytest.mark.parametrize(
    ("die", "face", "changes"),
    [
        ("d10", 5, [-3, -2, -1, 1, 2, 3]),
        ("d10", 10, [-3, -2, -1]),
        ("d10", 1, [1, 2, 3]),
        ("d4", 4, [-3, -2, -1]),
        ("d20", 18, [-3, -2, -1, 1]),
        ("d20", 17, [-3, -2, -1, 1, 2]),
        ("d20", 19, [-3, -2, -1]),
        ("d20", 20, [-3, -2, -1]),
    ],
)
def test_what_would_change_nothing_or_make_a_20_is_not_offered(die: str, face: int, changes: list[int]) -> None:
    table = betting(bri=(1, 5), odo=(6, 3))
    table.rolls("bri", die, face)
    assert table.may("bri", "cheat") == [
        {"n": [1], "change": [-3, -2, -1, 1, 2, 3]},
        {"n": [2], "change": changes},
    ]
    for change in {-3, -2, -1, 1, 2, 3} - set(changes):
        assert table.refusal("bri", Cheat(n=2, change=change)) == "not_offered"


def test_dice_that_all_have_seen_cannot_be_changed() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.buys("bri", "d4", 2)
    table.buys("odo", "d4", 2)
    table.rolls("bri", "d4", 2)
    assert table.refusal("bri", Cheat(n=0, change=1)) == "die_seen_by_all"
    assert table.refusal("bri", Cheat(n=2, change=1)) == "die_seen_by_all"
    assert [action["n"] for action in table.may("bri", "cheat")] == [[1], [3]]


def test_a_hole_die_that_lies_open_cannot_be_changed() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=5)
    assert table.refusal("bri", Cheat(n=1, change=1)) == "die_seen_by_all"
    assert [action["n"] for action in table.may("bri", "cheat")] == [[2]]


def test_a_blind_die_that_lies_there_already_cannot_be_changed() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.foresees("bri", 5)
    table.buys("bri", "d4", 2)
    table.buys("odo", "d4", 2)
    table.rolls("bri", "d4", 2)
    assert table.refusal("bri", Cheat(n=2, change=1)) == "die_seen_by_all"


def test_a_blind_roll_leaves_nothing_but_to_let_it_be() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.foresees("bri", 5)
    assert table.rolls("bri", "d4", 2)[-1] == asks("cheat", "bri")
    assert table.may("bri", "let_it_be") == [{}]
    assert table.may("bri", "cheat") == []
    for n in (1, 2):
        assert table.refusal("bri", Cheat(n=n, change=1)) == "blind_roll"


def test_one_cheat_answers_the_question_and_ends_the_turn() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    assert table.turn == "odo"
    assert table.refusal("bri", Cheat(n=1, change=1)) == "no_die_in_hand"
    assert table.refusal("bri", LetItBe()) == "nothing_asked"


def test_a_cheat_is_neither_the_turns_skill_nor_once_a_round() -> None:
    table = betting(bri=(1, 1), odo=(6, 3))
    table.foresees("bri", 15, d20=9, d10=9, d8=7, d6=3, d4=2)
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.buys("odo", "d4", 2)
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=3, change=1, natural=15)
    assert table.hand("bri").skills == ["foresight"]
    assert table.hand("bri").cheats == [2, 3]


def test_a_cheat_needs_at_least_two_seats_in_the_round_and_folded_ones_count() -> None:
    table = betting(bri=(4, 3), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d4", 2)
    table.folds("odo")
    table.rolls("cal", "d4", 2)
    assert table.may("cal", "cheat")


def test_npcs_and_the_gms_own_seat_can_cheat_too() -> None:
    for kind in ("npc", "gm"):
        table = betting(bri=(4, 3), odo=(6, 3), kinds={"bri": kind})
        table.rolls("bri", "d4", 2)
        table.give("bri", LetItBe(), actor=GM)
        table.buys("odo", "d4", 2)
        table.rolls("bri", "d4", 2)
        table.cheats("bri", n=3, change=1, natural=15)
        assert table.faces("bri", PUBLIC) == [4, None, 2, 3]


def test_what_a_cheater_did_stands_in_the_cheaters_own_view_and_the_gms() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=1, change=1, natural=5)
    for viewer in ("seat:bri", GM):
        assert table.seat_view("bri", viewer).details["cheats"] == [1]
    for viewer in (PUBLIC, "seat:odo"):
        assert "cheats" not in table.seat_view("bri", viewer).details

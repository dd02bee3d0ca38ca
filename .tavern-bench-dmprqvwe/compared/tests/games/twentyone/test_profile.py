"""Profile: Investigation against the target's passive Deception."""

import pytest

from events.audience import GM, GM_ONLY, PUBLIC
from events.event import Event
from events.round_events import CheckRolled, Told
from games.mechanics.checks import DISADVANTAGE
from games.twentyone.skills import Profile, SkillTried
from projections.table import Note
from tests.games.twentyone.expected import check
from tests.games.twentyone.table import TwentyOneTable, betting, sheet
from tests.playing import drawn


def investigation(seat: str, natural: int, dc: int, *, modifier: int = 0) -> Event:
    return check(
        seat,
        "investigation",
        "profile",
        natural,
        modifier=modifier,
        to=f"seat:{seat}",
        against=dc,
        against_to=GM_ONLY,
    )


def finding(seat: str, **facts: object) -> Event:
    return Told(to=f"seat:{seat}", seat=seat, kind="profile", facts=facts)


def with_a_cheat(n: int = 2, natural: int = 15) -> TwentyOneTable:
    """Bri has tried a cheat on die `n`; it is Odo's turn."""
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=n, change=1, natural=natural)
    return table


def test_a_profile_that_meets_the_passive_deception_reveals_that_the_target_is_honest() -> None:
    sheets = {"bri": sheet(investigation=2), "odo": sheet(deception=3)}
    table = betting(bri=(4, 9), odo=(6, 3), sheets=sheets)
    assert table.profiles("bri", "odo", 11) == [
        SkillTried(seat="bri", skill="profile", target="odo"),
        investigation("bri", 11, 13, modifier=2),
        finding("bri", about="odo", cheated=False),
    ]


@pytest.mark.parametrize("natural", [5, 15, 20])
def test_has_cheated_is_any_attempt_of_this_round(natural: int) -> None:
    table = with_a_cheat(natural=natural)
    assert table.profiles("odo", "bri", 12)[-1] == finding("odo", about="bri", cheated=True)


def test_a_profile_no_longer_reveals_a_cheat_of_an_earlier_round() -> None:
    table = with_a_cheat()
    table.folds("odo", "cal")
    table.start_round(bri=(6, 5), odo=(4, 3), cal=(8, 2))
    table.lets_it_be("odo")
    assert table.profiles("odo", "bri", 12)[-1] == finding("odo", about="bri", cheated=False)


def test_one_below_the_passive_deception_reveals_nothing() -> None:
    table = with_a_cheat()
    assert table.profiles("odo", "bri", 9)[-1] == finding("odo", about="bri", cheated=None)


def test_a_natural_20_always_works_and_reveals_which_dice() -> None:
    table = betting(bri=(4, 3), odo=(6, 3), sheets={"bri": sheet(passive_deception=80)})
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.buys("odo", "d4", 2)
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=1, change=1, natural=15)
    assert table.profiles("odo", "bri", 20)[1:] == [
        investigation("odo", 20, 80),
        finding("odo", about="bri", cheated=True, dice=[1, 2]),
    ]


def test_a_natural_20_names_a_die_once_however_often_it_was_cheated_with() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    for face in (1, 2):
        table.rolls("bri", "d4", face)
        table.cheats("bri", n=1, change=1, natural=15)
        if face == 1:
            table.buys("odo", "d4", 2)
    assert table.profiles("odo", "bri", 20)[-1] == finding("odo", about="bri", cheated=True, dice=[1])


def test_a_natural_20_on_an_honest_player_names_no_die() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.profiles("bri", "odo", 20)[-1] == finding("bri", about="odo", cheated=False, dice=[])


def test_a_natural_1_backfires_and_the_target_reads_the_profilers_hole_die_and_cheats() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), sheets={"bri": sheet(investigation=30)})
    assert table.profiles("bri", "odo", 1)[2:] == [
        Told(
            to="seat:odo",
            seat="odo",
            kind="read_back",
            facts={"about": "bri", "hole_die": 9, "cheated": False},
        )
    ]
    assert table.notes("odo") == [Note(kind="read_back", facts={"about": "bri", "hole_die": 9, "cheated": False})]
    assert table.notes("bri") == table.notes("cal") == []


def test_the_target_of_a_backfire_learns_of_the_profilers_cheats() -> None:
    table = with_a_cheat(n=1, natural=5)
    table.buys("odo", "d4", 2)
    table.buys("cal", "d4", 2)
    assert table.profiles("bri", "odo", 1)[-1] == Told(
        to="seat:odo", seat="odo", kind="read_back", facts={"about": "bri", "hole_die": 5, "cheated": True}
    )


def test_the_target_of_a_backfire_learns_the_hole_die_as_it_was_turned() -> None:
    table = with_a_cheat(n=1)
    table.buys("odo", "d4", 2)
    table.buys("cal", "d4", 2)
    table.profiles("bri", "odo", 1)
    assert table.notes("odo")[0].facts["hole_die"] == 6


def test_that_somebody_tries_a_profile_is_open_and_the_rest_is_not() -> None:
    for natural in (1, 5, 15, 20):
        table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
        events = table.profiles("bri", "odo", natural)
        for viewer in (PUBLIC, "seat:cal"):
            assert table.seen_last(viewer) == [SkillTried(seat="bri", skill="profile", target="odo")]
        assert table.seen_last(GM) == events
        assert table.seen_last("seat:bri")[:2] == [
            events[0],
            check("bri", "investigation", "profile", natural, to="seat:bri"),
        ]


def test_a_profile_that_does_not_backfire_shows_its_target_no_more_than_others() -> None:
    for natural in (5, 15, 20):
        table = betting(bri=(4, 9), odo=(6, 3))
        table.profiles("bri", "odo", natural)
        assert table.seen_last("seat:odo") == [SkillTried(seat="bri", skill="profile", target="odo")]


def test_a_sheets_passive_deception_stands_before_its_deception_and_that_before_its_charisma() -> None:
    for sheet_, dc in (
        (sheet(cha=1), 11),
        (sheet(cha=1, deception=4), 14),
        (sheet(cha=1, deception=4, passive_deception=9), 9),
    ):
        table = betting(bri=(4, 9), odo=(6, 3), sheets={"odo": sheet_})
        assert table.profiles("bri", "odo", dc)[1:] == [
            investigation("bri", dc, dc),
            finding("bri", about="odo", cheated=False),
        ]


def test_active_and_held_seats_can_be_profiled_folded_bust_and_caught_ones_cannot() -> None:
    table = betting(bri=(1, 1), odo=(2, 9), cal=(3, 9), dee=(9, 1), wat=(10, 1), eve=(8, 2))
    table.folds("bri")
    table.buys("odo", "d20", 19)
    table.rolls("cal", "d4", 2)
    table.cheats("cal", n=2, change=1, natural=1)
    table.holds("eve")
    assert table.may("dee", "profile") == [{"target": ["eve", "wat"]}]
    for target in ("bri", "odo", "cal"):
        assert table.refusal("dee", Profile(target=target)) == "not_in_contention"
    assert table.refusal("dee", Profile(target="dee")) == "not_offered"


def test_a_sloppy_profiler_rolls_with_disadvantage() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=5)
    table.lets_it_be("bri")
    table.holds("odo")
    assert table.profiles("bri", "odo", (20, 10))[1] == CheckRolled(
        to="seat:bri",
        seat="bri",
        check="investigation",
        mode=DISADVANTAGE,
        draws=[drawn("bri", "profile", 20, 20), drawn("bri", "profile", 20, 10, n=2)],
        natural=10,
        modifier=0,
        total=10,
        against=10,
        against_to=GM_ONLY,
    )
    assert table.notes("bri") == [Note(kind="profile", facts={"about": "odo", "cheated": False})]


def test_a_sloppy_profilers_hole_die_is_read_although_all_see_it() -> None:
    table = betting(bri=(4, 3), odo=(6, 3))
    table.drinks("bri", "d4", 2, save=5)
    table.lets_it_be("bri")
    table.holds("odo")
    table.profiles("bri", "odo", (20, 1))
    assert table.notes("odo")[0].facts == {"about": "bri", "hole_die": 3, "cheated": False}

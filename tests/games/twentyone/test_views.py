"""What each viewer is shown of a round, and what stays hidden from others."""

import msgspec
import pytest

from events.audience import GM, PUBLIC
from projections.table import Note
from tests.games.twentyone.table import TwentyOneTable, betting


def everything() -> TwentyOneTable:
    """Bri has cheated and rolled blind, Odo made 21; it is Cal's turn. Dee has folded, Wat watches."""
    table = betting(bri=(1, 5), odo=(6, 3), cal=(8, 2), dee=(9, 1), watching=("wat",))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=1, change=1, natural=15)
    table.buys("odo", "d20", 20)
    table.profiles("cal", "bri", 20)
    table.holds("cal")
    table.folds("dee")
    table.foresees("bri", 5)
    table.buys("bri", "d6", 4)
    table.holds("odo")
    return table


def test_the_view_shows_the_state_of_the_round() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    view = table.view(PUBLIC)
    assert (view.phase, view.turn, view.to_act, view.question) == ("betting", "bri", ["bri"], "turn")
    assert (view.pot_cp, view.order) == (2_000, ["bri", "odo"])
    assert view.details == {"betting_round": 1, "side_pool_cp": 0, "side_bets": [], "retaliation": None}


def test_a_seat_is_shown_with_what_it_has_done_this_round() -> None:
    table = everything()
    assert table.seat_view("bri", PUBLIC).details == {
        "skills_used": ["foresight"],
        "bought": 2,
        "in_hand": None,
        "drinks": 0,
        "fees_cp": 0,
        "accused": False,
        "caught": False,
        "judged": [],
    }
    assert table.seat_view("wat", PUBLIC).details == {}
    assert table.seat_view("wat", PUBLIC).dice == []


def test_every_viewer_sees_of_which_dice_a_seat_was_accused() -> None:
    table = everything()
    table.accuses("cal", "bri", 0)
    table.accuses("odo", "bri", 2)
    for viewer in (PUBLIC, "seat:bri", "seat:wat", GM):
        assert table.seat_view("bri", viewer).details["judged"] == [0, 2]
        assert table.seat_view("cal", viewer).details["judged"] == []


def test_a_die_in_the_hand_is_shown_as_such() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 7)
    for viewer, face in ((PUBLIC, None), ("seat:odo", None), ("seat:bri", 7), (GM, 7)):
        die = table.die("bri", 2, viewer)
        assert (die.die, die.place, die.face) == ("d10", "hand", face)
        assert table.seat_view("bri", viewer).details["in_hand"] == 2


@pytest.mark.parametrize(
    ("viewer", "faces"),
    [
        (PUBLIC, {"bri": [1, None, 2, None], "odo": [6, None, 20], "cal": [8, None], "dee": [9, None]}),
        ("seat:wat", {"bri": [1, None, 2, None], "odo": [6, None, 20], "cal": [8, None], "dee": [9, None]}),
        ("seat:bri", {"bri": [1, 6, 2, None], "odo": [6, None, 20], "cal": [8, None], "dee": [9, None]}),
        ("seat:odo", {"bri": [1, None, 2, None], "odo": [6, 3, 20], "cal": [8, None], "dee": [9, None]}),
        ("seat:dee", {"bri": [1, None, 2, None], "odo": [6, None, 20], "cal": [8, None], "dee": [9, 1]}),
        (GM, {"bri": [1, 6, 2, 4], "odo": [6, 3, 20], "cal": [8, 2], "dee": [9, 1]}),
    ],
)
def test_who_sees_which_face(viewer: str, faces: dict[str, list[int | None]]) -> None:
    table = everything()
    assert {seat: table.faces(seat, viewer) for seat in faces} == faces


@pytest.mark.parametrize(
    ("viewer", "totals"),
    [
        (PUBLIC, {"bri": None, "odo": None, "cal": None}),
        ("seat:bri", {"bri": None, "odo": None, "cal": None}),
        ("seat:odo", {"bri": None, "odo": 21, "cal": None}),
        ("seat:cal", {"bri": None, "odo": None, "cal": 10}),
        (GM, {"bri": 13, "odo": 21, "cal": 10}),
    ],
)
def test_a_total_is_shown_where_its_viewer_can_know_it(viewer: str, totals: dict[str, int | None]) -> None:
    table = everything()
    assert {seat: table.total(seat, viewer) for seat in totals} == totals


def test_a_watcher_sees_what_the_public_sees() -> None:
    table = everything()
    assert [seat for seat in table.view("seat:wat").seats if seat.seat != "wat"] == [
        seat for seat in table.view(PUBLIC).seats if seat.seat != "wat"
    ]


def test_what_a_seat_learned_stands_in_its_own_notes() -> None:
    table = everything()
    assert table.notes("cal") == [Note(kind="profile", facts={"about": "bri", "cheated": True, "dice": [1]})]
    assert table.notes("bri") == table.notes("odo") == []
    gm = table.view(GM).you
    assert gm is not None
    assert gm.notes == []


def test_notes_are_for_the_round_they_were_made_in() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.foresees("bri", 15, d20=1, d10=1, d8=1, d6=1, d4=1)
    table.folds("bri")
    assert len(table.notes("bri")) == 1
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.notes("bri") == []


def test_what_is_hidden_from_a_viewer_changes_nothing_that_it_is_shown() -> None:
    one, other = betting(bri=(1, 5), odo=(6, 3)), betting(bri=(1, 9), odo=(6, 3))
    one.foresees("bri", 5)
    one.buys("bri", "d6", 2)
    other.foresees("bri", 11)
    other.buys("bri", "d6", 6)
    for viewer in (PUBLIC, "seat:odo"):
        assert msgspec.json.encode(one.view(viewer)) == msgspec.json.encode(other.view(viewer))
        assert one.seen(viewer) == other.seen(viewer)


def test_the_result_stands_until_the_next_round_starts() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.view(PUBLIC).result is None
    table.holds("bri", "odo")
    result = table.view(PUBLIC).result
    assert result is not None
    assert (result.round, result.outcome, result.winners, result.won_cp) == (1, "won", ["bri"], {"bri": 2_000})
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.view(PUBLIC).result is None


def test_the_standings_count_who_was_caught() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.accuses("odo", "bri", 2)
    assert table.view(PUBLIC).standings["bri"].caught == 1
    assert table.view(PUBLIC).standings["odo"].caught == 0


def test_every_viewer_sees_who_was_caught() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=1)
    for viewer in (PUBLIC, "seat:bri", "seat:odo", GM):
        assert [table.seat_view(seat, viewer).details["caught"] for seat in ("bri", "odo", "cal")] == [
            True,
            False,
            False,
        ]

"""Choices that all make at once, in secret, and that are shown together, with the toy that has nothing else."""

import pytest

from events.accounts import POT
from events.event import redact
from events.round_events import PhaseBegan, QuestionAnswered, QuestionAsked, RoundEnded, StatusChanged
from events.table_events import CoinsMoved
from games.mechanics.simultaneous import ChoicesBegan, ChoicesShown, Chosen, chosen_of
from games.table import Leave, VoidRound
from tests.playing import Playing
from tests.toys.catalogue import TOYS
from tests.toys.sealed_bid import Seal


def bids() -> Playing:
    return Playing.open(TOYS, "sealed_bid").seat("Ada", "Bo", "Cy").start()


def written(playing: Playing) -> dict[str, list[object]]:
    """What each viewer is shown of what the seats wrote."""
    return {viewer: [seat.details["wrote"] for seat in playing.view(viewer).seats] for viewer in playing.viewers()}


def choice(number: int, boast: str | None = None) -> dict[str, object]:
    return {"number": number, "boast": boast}


def test_all_are_asked_at_once() -> None:
    playing = bids()
    assert playing.entries[-1].events[-2:] == [
        ChoicesBegan(),
        QuestionAsked(seats=["ada", "bo", "cy"], question="number"),
    ]
    assert playing.table.to_act == ["ada", "bo", "cy"]
    assert PhaseBegan(phase="writing") in playing.entries[-1].events


def test_a_choice_is_its_seats_own_and_the_gms() -> None:
    playing = bids()
    playing.when("bo", Seal(number=7)).then(
        Chosen(to="seat:bo", seat="bo", choice=choice(7)), QuestionAnswered(seat="bo")
    )
    assert written(playing) == {
        "public": [None, None, None],
        "gm": [None, choice(7), None],
        "seat:ada": [None, None, None],
        "seat:bo": [None, choice(7), None],
        "seat:cy": [None, None, None],
    }


def test_that_a_seat_has_chosen_is_seen_and_nothing_else_of_it() -> None:
    playing = bids()
    playing.give("bo", Seal(number=7, boast="mine"))
    for viewer in ("public", "seat:ada", "seat:cy"):
        seen = playing.newest_seen(viewer)
        assert seen is not None
        assert seen.events == [QuestionAnswered(seat="bo")]
        assert playing.view(viewer).to_act == ["ada", "cy"]


def test_the_first_choice_binds() -> None:
    playing = bids()
    playing.give("bo", Seal(number=7))
    playing.when("bo", Seal(number=8)).then_refused("not_asked")


def test_seats_choose_in_any_order_and_are_shown_in_the_order_of_turns() -> None:
    playing = bids()
    playing.give("cy", Seal(number=2))
    playing.give("ada", Seal(number=4))
    assert written(playing)["public"] == [None, None, None]
    playing.when("bo", Seal(number=3, boast="ha")).then(
        Chosen(to="seat:bo", seat="bo", choice=choice(3, "ha")),
        QuestionAnswered(seat="bo"),
        ChoicesShown(choices={"ada": choice(4), "bo": choice(3, "ha"), "cy": choice(2)}),
        CoinsMoved(payer=POT, payee="ada", amount_cp=300, reason="winnings"),
        RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 300}),
        *playing.closing(),
    )
    shown = playing.newest_seen("public")
    assert shown is not None
    assert list(next(event.choices for event in shown.events if isinstance(event, ChoicesShown))) == [
        "ada",
        "bo",
        "cy",
    ]
    assert set(map(str, written(playing).values())) == {str([choice(4), choice(3, "ha"), choice(2)])}


def test_what_who_left_had_chosen_is_never_shown() -> None:
    playing = bids()
    playing.give("cy", Seal(number=9))
    playing.give("cy", Leave())
    playing.give("ada", Seal(number=4))
    events = playing.give("bo", Seal(number=3))
    assert ChoicesShown(choices={"ada": choice(4), "bo": choice(3)}) in events
    assert written(playing)["public"] == [choice(4), choice(3), None]


def test_those_who_have_chosen_do_not_wait_for_who_leaves() -> None:
    playing = bids()
    playing.give("ada", Seal(number=4))
    playing.give("bo", Seal(number=3))
    events = playing.give("cy", Leave())
    assert events[:3] == [
        StatusChanged(seat="cy", status="left", why="left"),
        QuestionAnswered(seat="cy"),
        ChoicesShown(choices={"ada": choice(4), "bo": choice(3)}),
    ]


def test_what_was_chosen_is_forgotten_when_all_are_asked_again() -> None:
    playing = bids()
    for seat in ("ada", "bo", "cy"):
        playing.give(seat, Seal(number=5))
    playing.start()
    assert chosen_of(playing.table) == {}
    assert list(written(playing).values()) == [[None, None, None]] * 5


def test_a_round_that_is_called_off_shows_nobodys_choice() -> None:
    playing = bids()
    playing.give("bo", Seal(number=7))
    playing.give(None, VoidRound())
    assert [written(playing)[viewer] for viewer in ("public", "seat:ada", "seat:cy")] == [[None, None, None]] * 3


@pytest.mark.parametrize("viewer", ["public", "seat:ada", "seat:cy"])
def test_a_choice_is_no_event_at_all_for_others(viewer: str) -> None:
    assert redact(Chosen(to="seat:bo", seat="bo", choice=choice(7)), viewer) is None

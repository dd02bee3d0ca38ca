"""The secret choice, sentence by sentence."""

from typing import Any

from events.accounts import POT
from events.round_events import QuestionAnswered, RoundEnded
from events.table_events import CoinsMoved
from tests.playing import Playing
from tests.toys.catalogue import TOYS
from tests.toys.secret_choice import Choose, Chosen, Note, Shown


def a_choice(**options: Any) -> Playing:
    return Playing.open(TOYS, "secret_choice", **options).seat("Ada", "Bo").start()


def test_only_its_seat_and_the_gm_see_a_choice() -> None:
    playing = a_choice()
    playing.when("ada", Choose(number=3, boast="ha")).then(
        Chosen(to="seat:ada", seat="ada", number=3, boast="ha"), QuestionAnswered(seat="ada")
    )

    noted = {viewer: playing.view(viewer).seats[0].details["wrote"] for viewer in playing.viewers()}
    assert noted == {
        "public": None,
        "gm": Note(number=3, boast="ha"),
        "seat:ada": Note(number=3, boast="ha"),
        "seat:bo": None,
    }


def test_a_player_who_thinks_better_of_it_is_not_found_out() -> None:
    playing = a_choice()
    playing.give("ada", Choose(number=3))
    before = playing.view("seat:bo")

    playing.when("ada", Choose(number=2)).then(Chosen(to="seat:ada", seat="ada", number=2, boast=""))

    assert playing.newest_seen("seat:bo") is None
    assert playing.view("seat:bo") == before
    assert playing.view("seat:ada").version == before.version + 1


def test_all_are_shown_together_and_the_highest_that_is_alone_takes_the_pot() -> None:
    playing = a_choice()
    playing.give("ada", Choose(number=2))

    playing.when("bo", Choose(number=1)).then(
        Chosen(to="seat:bo", seat="bo", number=1, boast=""),
        QuestionAnswered(seat="bo"),
        Shown(seat="ada", number=2, boast=""),
        Shown(seat="bo", number=1, boast=""),
        CoinsMoved(payer=POT, payee="ada", amount_cp=200, reason="winnings"),
        RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 200}),
        *playing.closing(),
    )


def test_if_no_choice_is_unique_the_pot_waits_for_the_next_round() -> None:
    playing = a_choice(ante_cp=50, unseal="dispute")
    for seat in ("ada", "bo"):
        playing.give(seat, Choose(number=1))
    assert (playing.view("public").pot_cp, playing.view("public").result) == (100, playing.table.result)

    playing.start()
    playing.give("ada", Choose(number=3))
    playing.give("bo", Choose(number=2))

    assert playing.table.accounts == {"ada": 10_100, "bo": 9_900, "outside": -20_000, "pot": 0}

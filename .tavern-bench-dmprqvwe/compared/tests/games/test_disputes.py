"""Raising a dispute, shown with Twenty-One."""

import msgspec
import pytest

from events.audience import GM, PUBLIC
from events.dispute_events import DisputeRaised
from games.table import Dispute, Leave, NewToken, disputes
from games.table.disputes import MAX_OPEN_OF_A_SEAT
from games.twentyone.turns import LetItBe
from projections.actions import Bounds
from projections.table import Case
from tests.games.disputing import (
    chronicle,
    denied,
    dispute,
    offered,
    play_on,
    played,
    seated,
)


def test_a_seat_disputes_a_round_with_a_text_that_all_may_read() -> None:
    playing = played()
    playing.when("bri", Dispute(round=1, text="That was never a 3!")).then(
        DisputeRaised(dispute=1, seat="bri", round=1, text="That was never a 3!", version_to="seat:bri")
    )
    assert playing.view(PUBLIC).disputes == [
        Case(dispute=1, seat="bri", round=1, text="That was never a 3!", version=None, ruling=None)
    ]


def test_the_version_that_is_disputed_is_for_that_seat_and_the_gm() -> None:
    playing = dispute(played(), version=4)
    shown = {viewer: playing.view(viewer).disputes[0].version for viewer in (PUBLIC, "seat:odo", "seat:bri", GM)}
    assert shown == {PUBLIC: None, "seat:odo": None, "seat:bri": 4, GM: 4}


def test_a_running_round_can_be_disputed_and_goes_on_as_before() -> None:
    playing = seated(turn_seconds=60).start()
    to_act, deadline = list(playing.table.to_act), playing.table.deadline
    (event,) = playing.give("bri", Dispute(round=1, text="He looked!"))
    assert isinstance(event, DisputeRaised)
    assert (playing.table.to_act, playing.table.deadline) == (to_act, deadline)


def test_a_watcher_disputes_as_seated_players_do() -> None:
    playing = seated()
    playing.sit("Wat", kind="watcher")
    play_on(playing)
    dispute(playing, "wat")
    assert [case.seat for case in playing.table.disputes] == ["wat"]
    assert "wat" not in playing.table.scores


def test_a_player_who_has_left_the_table_disputes_nothing() -> None:
    playing = played("Bri", "Odo", "Cal")
    playing.give("cal", Leave())
    assert playing.offers("cal") == []


def test_before_the_first_round_there_is_nothing_to_dispute() -> None:
    seated().when("bri", Dispute(round=1, text="")).then_refused("no_such_round")


def test_a_round_that_has_not_begun_cannot_be_disputed() -> None:
    played().when("bri", Dispute(round=2, text="")).then_refused("no_such_round")


def test_a_seat_speaks_of_no_version_that_it_has_not_seen() -> None:
    playing = played()
    own = playing.sight("seat:bri").table.version
    assert offered(playing, "bri", "dispute")[0].params["version"] == Bounds(min=1, max=own, optional=True)
    playing.when("bri", Dispute(round=1, text="", version=own + 1)).then_refused("not_offered")
    dispute(playing, version=own)


def test_what_a_seat_saw_alone_counts_among_its_own_versions_and_nobody_elses() -> None:
    playing = seated()
    playing.start().give(playing.table.to_act[0], LetItBe())
    playing.give(None, NewToken(target="bri"))
    versions = {viewer: playing.sight(viewer).table.version for viewer in ("seat:bri", "seat:odo", GM)}
    assert versions["seat:bri"] == versions["seat:odo"] + 1
    for seat in ("bri", "odo"):
        for table in (playing.table, playing.sight(GM).table, playing.sight(f"seat:{seat}").table):
            assert table.version_of(seat) == versions[f"seat:{seat}"]


def test_a_seat_may_have_three_disputes_open_and_more_once_they_are_ruled_on() -> None:
    playing = played()
    for _ in range(MAX_OPEN_OF_A_SEAT):
        dispute(playing)
    playing.when("bri", Dispute(round=1, text="")).then_refused("too_many_disputes")
    dispute(playing, "odo")
    playing.give(None, denied(2))
    dispute(playing)
    assert [case.dispute for case in playing.table.disputes] == [1, 3, 4, 5]


@pytest.mark.parametrize("limit", ["MAX_OPEN", "MAX_DISPUTES_EVER"])
def test_a_table_takes_so_many_disputes_and_no_more(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disputes, limit, 2)
    playing = dispute(dispute(played()), "odo")
    playing.when("odo", Dispute(round=1, text="")).then_refused("too_many_disputes")
    playing.give(None, denied(1))
    outcome = playing.when("odo", Dispute(round=1, text=""))
    if limit == "MAX_OPEN":
        assert len(outcome.events) == 1
    else:
        outcome.then_refused("too_many_disputes")


def test_a_text_steers_no_terminal() -> None:
    body = msgspec.json.encode({"type": "dispute", "round": 1, "text": "\x1b[2J"})
    with pytest.raises(msgspec.ValidationError):
        played().send("bri", body)


def test_the_chronicle_gives_the_step_of_a_dispute_only_to_those_concerned() -> None:
    playing = dispute(played(), version=4)
    assert chronicle(playing, "seat:bri") == ["Bri disputes round 1 at step 4: “That was never a 3!”"]
    assert chronicle(playing, PUBLIC) == ["Bri disputes round 1: “That was never a 3!”"]


def test_a_dispute_without_words_reads_well_too() -> None:
    assert chronicle(dispute(played(), text=" "), PUBLIC) == ["Bri disputes round 1."]
    assert chronicle(dispute(played(), text="Never"), PUBLIC) == ["Bri disputes round 1: “Never”."]

"""Where the GM lets people in: who asks, who waits, who is let in and who is turned away. Shown with Twenty-One."""

from typing import Any

import msgspec
import pytest

from events.audience import GM, PUBLIC, seat_viewer
from events.character import Character
from events.event import Command, redact
from events.round_events import RoundStarted
from events.table_events import (
    AdmissionAsked,
    AdmissionRefused,
    CoinsMoved,
    OptionsSet,
    SeatTaken,
    TableClosed,
)
from games.addressed_command import AddressedCommand
from games.deciding.decider import decide
from games.installed import CATALOGUE
from games.legality import Refused
from games.table import AdmitSeat, CloseTable, Leave, RefuseSeat, SetLuck, SetOptions, Sit, VoidRound
from games.table.seats import MAX_TABLE_SEATS
from games.twentyone.turns import LetItBe
from projections.chronicle import describe
from projections.game import AnyTable
from projections.table import Asking
from projections.views import AskingView
from tests.playing import Playing, context_of, time_of, view_by
from tests.rerunning import rerun

SHEET = Character(abilities={"cha": 4})
MALLORY = seat_viewer("mallory")


def guarded_table(**options: Any) -> Playing:
    """Bri and Odo sit already: the GM seated them."""
    playing = Playing.open(CATALOGUE, "twentyone", admit="gm", **options)
    for name in ("Bri", "Odo"):
        playing.sit(name, actor=GM)
    return playing


def asked(**options: Any) -> Playing:
    """Mallory asks to sit down with 7 gp, a luck word and a sheet."""
    playing = guarded_table(**options)
    playing.sit("Mallory", purse_cp=700, luck="owl", character=SHEET)
    return playing


def refusal(playing: Playing, actor: str, seat: str | None, command: Command) -> str:
    move = AddressedCommand(actor=actor, seat=seat, command=command, at=time_of(playing.commands))
    with pytest.raises(Refused) as refused:
        decide(context_of(CATALOGUE, playing.table, move.command), CATALOGUE.folding, playing.table, move)
    return refused.value.code


def sentences(playing: Playing, viewer: str) -> list[str]:
    newest = playing.newest_seen(viewer)
    assert newest is not None
    return newest.chronicle


def test_a_player_who_sits_down_asks_first_if_the_gm_admits_players() -> None:
    playing = guarded_table()
    asks = Sit(name="Mallory", kind="player", purse_cp=700, luck="owl", character=SHEET)
    playing.when("mallory", asks).then(
        AdmissionAsked(
            seat="mallory",
            name="Mallory",
            kind="player",
            purse_cp=700,
            luck="owl",
            brings_to=MALLORY,
            character=SHEET,
            character_to=MALLORY,
        )
    )


def test_what_somebody_who_asks_would_bring_is_for_them_and_the_gm() -> None:
    event = asked().entries[-1].events[0]
    brought = {
        viewer: (seen.purse_cp, seen.luck, seen.brings_to)
        for viewer in (PUBLIC, seat_viewer("bri"), MALLORY, GM)
        if isinstance(seen := redact(event, viewer), AdmissionAsked)
    }
    hidden, shown = (None, None, "none"), (700, "owl", MALLORY)
    assert brought == {PUBLIC: hidden, seat_viewer("bri"): hidden, MALLORY: shown, GM: shown}


def test_a_player_seated_by_the_gm_sits_down_at_once() -> None:
    playing = guarded_table()
    playing.sit("Cal", purse_cp=0, actor=GM)
    assert playing.entries[-1].events == [
        SeatTaken(seat="cal", name="Cal", kind="player", luck="", character=Character(), character_to="seat:cal")
    ]


def test_a_watcher_asks_too() -> None:
    playing = guarded_table()
    playing.sit("Wat", kind="watcher")
    assert [(asking.seat, asking.kind) for asking in playing.table.asking.values()] == [("wat", "watcher")]
    assert sentences(playing, PUBLIC) == ["Wat knocks and asks to watch."]


def test_a_player_who_asks_holds_no_seat_no_purse_and_no_score_but_an_id() -> None:
    table = asked().table
    assert table.asking == {
        "mallory": Asking(seat="mallory", name="Mallory", kind="player", purse_cp=700, luck="owl", character=SHEET)
    }
    assert list(table.seats) == ["bri", "odo"]
    assert "mallory" not in table.accounts
    assert "mallory" not in table.scores
    assert table.names["mallory"] == "Mallory"


@pytest.mark.parametrize("command", [Leave(), SetLuck(luck="fox"), LetItBe()], ids=repr)
def test_a_player_who_asks_can_do_nothing_else(command: Command) -> None:
    playing = asked()
    assert playing.offers("mallory") == []
    playing.when("mallory", command).then_refused("not_possible_now")


def test_a_player_who_asks_is_dealt_into_no_round() -> None:
    started = asked().start().entries[-1].events[0]
    assert isinstance(started, RoundStarted)
    assert (started.seats, started.sitting_out) == (["bri", "odo"], [])


def test_a_player_who_is_let_in_takes_the_seat_and_brings_the_purse_exactly_as_by_sitting_down() -> None:
    playing, unguarded = asked(), guarded_table()
    unguarded.give(None, SetOptions(options={"admit": "auto"}))
    unguarded.sit("Mallory", purse_cp=700, luck="owl", character=SHEET)

    playing.give(None, AdmitSeat(target="mallory"))

    assert playing.entries[-1].events == unguarded.entries[-1].events
    assert [type(event) for event in playing.entries[-1].events] == [SeatTaken, CoinsMoved]
    assert playing.table.asking == {}
    for part in ("seats", "accounts", "names", "scores"):
        assert getattr(playing.table, part) == getattr(unguarded.table, part)


def test_the_gm_lets_people_in_during_a_round_and_they_play_the_next() -> None:
    playing = asked(turn_seconds=60).start()
    deadline = playing.table.deadline
    playing.give(None, AdmitSeat(target="mallory"))
    assert (playing.table.seats["mallory"].status, playing.table.purse("mallory")) == ("waiting", 700)
    assert playing.table.deadline == deadline
    playing.give(None, VoidRound())
    started = playing.start().entries[-1].events[0]
    assert isinstance(started, RoundStarted)
    assert started.seats == ["bri", "odo", "mallory"]


def test_somebody_asks_during_a_round_without_touching_it() -> None:
    playing = guarded_table(turn_seconds=60).start()
    before = msgspec.json.encode(playing.view(PUBLIC))
    playing.sit("Mallory")
    after = playing.view(PUBLIC)
    assert [asking.seat for asking in after.asking] == ["mallory"]
    after.asking, after.version = [], after.version - 1
    assert msgspec.json.encode(after) == before


def test_a_player_who_is_turned_away_is_gone_and_the_id_stays_theirs() -> None:
    playing = asked()
    playing.when(None, RefuseSeat(target="mallory")).then(AdmissionRefused(seat="mallory"))
    assert playing.table.asking == {}
    assert playing.sit("Mallory") == "mallory-2"
    assert refusal(playing, "gm", "mallory", Sit(name="Mallory", kind="player")) == "not_authorized"


def test_two_of_one_name_ask_as_two_and_are_answered_one_by_one() -> None:
    playing = asked()
    assert playing.sit("Mallory", purse_cp=1) == "mallory-2"
    playing.give(None, RefuseSeat(target="mallory"))
    playing.give(None, AdmitSeat(target="mallory-2"))
    assert (list(playing.table.seats), playing.table.purse("mallory-2")) == (["bri", "odo", "mallory-2"], 1)


@pytest.mark.parametrize("kind", [AdmitSeat, RefuseSeat])
def test_only_who_asks_can_be_let_in_or_turned_away(kind: type[AdmitSeat | RefuseSeat]) -> None:
    playing = guarded_table()
    playing.when(None, kind(target="bri")).then_refused("nobody_asks")
    playing.sit("Mallory")
    playing.when(None, kind(target="bri")).then_refused("not_offered")
    playing.when(None, kind(target="nobody")).then_refused("not_offered")


def test_the_gm_is_offered_all_who_ask_by_arrival() -> None:
    playing = asked()
    playing.sit("Ada")
    offered = {action.type: action.params for action in playing.actions(None)}
    for kind in ("admit_seat", "refuse_seat"):
        assert msgspec.to_builtins(offered[kind]) == {"target": {"choices": ["mallory", "ada"]}}


@pytest.mark.parametrize(
    ("actor", "seat", "code"),
    [
        (MALLORY, None, "not_authorized"),
        (MALLORY, "mallory", "not_possible_now"),
        ("seat:bri", None, "not_authorized"),
        ("seat:bri", "bri", "not_possible_now"),
        ("npc:bri", None, "not_authorized"),
        ("clock", None, "not_authorized"),
        ("house", None, "not_authorized"),
        ("gm", "bri", "not_possible_now"),
        ("gm", "mallory", "not_possible_now"),
    ],
)
@pytest.mark.parametrize("kind", [AdmitSeat, RefuseSeat])
def test_nobody_but_the_gm_keeps_the_door(
    kind: type[AdmitSeat | RefuseSeat], actor: str, seat: str | None, code: str
) -> None:
    assert refusal(asked(), actor, seat, kind(target="mallory")) == code


@pytest.mark.parametrize("actor", ["seat:odo", "npc:cal", "clock", "house"])
def test_one_asks_for_oneself(actor: str) -> None:
    assert refusal(guarded_table(), actor, "cal", Sit(name="Cal", kind="player")) == "not_authorized"


def test_a_player_who_asks_already_asks_under_no_id_again() -> None:
    assert refusal(asked(), MALLORY, "mallory", Sit(name="Mallory", kind="player")) == "not_authorized"


def test_a_place_is_reserved_for_everyone_who_asks_to_join() -> None:
    playing = guarded_table()
    for n in range(MAX_TABLE_SEATS - 2):
        playing.sit(f"Guest {n}")
    for actor in (None, GM):
        with pytest.raises(Refused, match="32 at the table or asking to sit down") as refused:
            playing.sit("One too many", actor=actor)
        assert refused.value.code == "table_full"
    for seat in list(playing.table.asking):
        playing.give(None, AdmitSeat(target=seat))
    assert len(playing.table.present()) == MAX_TABLE_SEATS


def test_turning_somebody_away_makes_room() -> None:
    playing = guarded_table()
    for n in range(MAX_TABLE_SEATS - 2):
        playing.sit(f"Guest {n}")
    playing.give(None, RefuseSeat(target="guest-0"))
    assert playing.sit("Late") == "late"


def test_a_player_who_asks_goes_on_asking_when_the_door_is_opened() -> None:
    playing = asked()
    (event,) = playing.give(None, SetOptions(options={"admit": "auto"}))
    assert isinstance(event, OptionsSet)
    assert list(playing.table.asking) == ["mallory"]
    assert playing.sit("Cal") == "cal"
    assert list(playing.table.seats) == ["bri", "odo", "cal"]
    playing.give(None, AdmitSeat(target="mallory"))
    assert list(playing.table.seats) == ["bri", "odo", "cal", "mallory"]


def test_closing_the_table_turns_away_who_asks() -> None:
    playing = asked()
    events = playing.give(None, CloseTable())
    assert events[-2:] == [AdmissionRefused(seat="mallory"), TableClosed()]
    assert playing.table.asking == {}
    playing.when(None, AdmitSeat(target="mallory")).then_refused("table_closed")
    playing.when(None, RefuseSeat(target="mallory")).then_refused("table_closed")
    with pytest.raises(Refused, match="closed"):
        playing.sit("Late")


def test_everybody_sees_who_asks_and_only_the_gm_with_what() -> None:
    playing = asked()
    for viewer in (PUBLIC, "seat:bri", MALLORY):
        assert playing.view(viewer).asking == [AskingView(seat="mallory", name="Mallory", kind="player")]
        assert b"purse_cp" not in msgspec.json.encode(playing.view(viewer).asking)
    whole = AskingView(seat="mallory", name="Mallory", kind="player", purse_cp=700, character=SHEET)
    assert playing.view(GM).asking == [whole]
    playing.give(None, AdmitSeat(target="mallory"))
    assert [playing.view(viewer).asking for viewer in (PUBLIC, "seat:bri", MALLORY, GM)] == [[], [], [], []]


def test_a_player_who_asks_has_no_part_of_their_own_in_the_view_until_let_in() -> None:
    playing = asked()
    assert playing.view(MALLORY).you is None
    gm = playing.view(GM, acts_for="mallory").you
    assert gm is not None
    assert gm.acts_for == {}
    playing.give(None, AdmitSeat(target="mallory"))
    you = playing.view(MALLORY).you
    assert you is not None
    assert you.seat == "mallory"


def test_only_the_gm_and_the_asker_see_the_sheet_of_a_request_to_join() -> None:
    playing = asked()
    known = {viewer: playing.sight(viewer).table.asking["mallory"].character for viewer in playing.viewers()}
    assert known == {PUBLIC: None, GM: SHEET, "seat:bri": None, "seat:odo": None, MALLORY: SHEET}
    playing.give(None, AdmitSeat(target="mallory"))
    known = {viewer: playing.sight(viewer).table.seats["mallory"].character for viewer in playing.viewers()}
    assert known == {PUBLIC: None, GM: SHEET, "seat:bri": None, "seat:odo": None, MALLORY: SHEET}


def test_the_house_itself_shows_no_sheet_that_is_asked_with() -> None:
    playing = asked()
    assert playing.table.asking["mallory"].character == SHEET
    assert view_by(CATALOGUE, playing.table).asking == [AskingView(seat="mallory", name="Mallory", kind="player")]


def test_the_chronicle_reports_who_asks_is_let_in_and_is_turned_away() -> None:
    playing = asked()
    assert sentences(playing, PUBLIC) == ["Mallory knocks and asks to sit down."]
    playing.give(None, AdmitSeat(target="mallory"))
    assert sentences(playing, PUBLIC) == ["Mallory sits down.", "Mallory brings 7 gp to the table (buy-in)."]
    playing.sit("Eve")
    playing.give(None, RefuseSeat(target="eve"))
    assert sentences(playing, PUBLIC) == ["Eve is turned away at the door."]
    assert (
        describe(playing.table, AdmissionRefused(seat="eve"), CATALOGUE.rulebooks) == "Eve is turned away at the door."
    )


def test_an_evening_at_a_guarded_door_runs_again_to_the_same_bytes() -> None:
    playing = asked()
    playing.sit("Eve")
    playing.sit("Cal", actor=GM)
    playing.start()
    playing.give(None, AdmitSeat(target="mallory"))
    playing.give(None, VoidRound())
    playing.give(None, CloseTable())
    assert [outcome.result for outcome in rerun(CATALOGUE, playing.lines)] == ["same"] * len(playing.lines)


def test_a_log_in_which_somebody_let_themselves_in_does_not_run_again() -> None:
    playing = asked()
    playing.give(None, AdmitSeat(target="mallory"))
    forged = playing.lines[-1].replace(b'"actor":"gm"', b'"actor":"seat:mallory"')
    newest = list(rerun(CATALOGUE, [*playing.lines[:-1], forged]))[-1]
    assert newest.result == "differs"
    assert "not_authorized" in newest.detail


def test_a_log_in_which_somebody_sat_down_unasked_does_not_run_again() -> None:
    playing = guarded_table()
    playing.sit("Mallory", actor=GM)
    forged = playing.lines[-1].replace(b'"actor":"gm"', b'"actor":"seat:mallory"')
    newest = list(rerun(CATALOGUE, [*playing.lines[:-1], forged]))[-1]
    assert newest.result == "differs"


def test_a_player_who_is_turned_away_stays_a_name_to_every_viewer() -> None:
    playing = asked()
    playing.give(None, RefuseSeat(target="mallory"))
    tables: list[AnyTable] = [playing.sight(viewer).table for viewer in playing.viewers()]
    assert [table.names["mallory"] for table in tables] == ["Mallory"] * 5
    assert playing.view(MALLORY).you is None

"""Seats that the server plays, and seats that the GM takes over: what happens, who learns of it, what may be done."""

import pytest

from events.audience import GM, PUBLIC
from events.event import type_tag
from events.table_events import CoinsMoved, NpcSet, SeatGivenBack, SeatTaken, SeatTakenOver
from games.engine.legality import Refused
from games.installed import CATALOGUE
from games.table import CloseTable, GiveBack, RemoveSeat, TakeOver, VoidRound
from games.table.seats import MAX_TABLE_SEATS
from games.twentyone.turns import LetItBe
from projections.actions import Choices
from tests.playing import Playing
from tests.rerunning import rerun


def seated() -> Playing:
    playing = Playing.open(CATALOGUE, "twentyone").seat("Bri", purse_cp=5_000)
    playing.sit_npc("Odo", "card_sharp", purse_cp=5_000, luck="seven")
    return playing


def targets(playing: Playing, kind: str) -> list[str]:
    """The seats that the GM may take over, or give back, now."""
    found: list[str] = []
    for action in playing.actions(None):
        target = action.params.get("target")
        if action.type == kind and isinstance(target, Choices):
            found += target.choices
    return found


def played_by(playing: Playing, viewer: str = PUBLIC) -> dict[str, str]:
    return {seat.seat: seat.played_by for seat in playing.view(viewer).seats}


def test_a_seat_that_the_server_plays_is_taken_like_another_and_marked() -> None:
    playing = seated()
    taken, brought, marked = playing.entries[-1].events
    assert isinstance(taken, SeatTaken)
    assert (taken.seat, taken.name, taken.kind, taken.luck) == ("odo", "Odo", "npc", "seven")
    assert brought == CoinsMoved(payer="outside", payee="odo", amount_cp=5_000, reason="buy_in")
    assert marked == NpcSet(seat="odo", temperament="card_sharp", temperament_to="gm")
    assert playing.entries[-1].actor == GM


def test_only_the_gm_learns_of_a_temperament() -> None:
    playing = seated()
    seen_by = {viewer: [e for seen in playing.seen(viewer) for e in seen.events] for viewer in playing.viewers()}
    for viewer, events in seen_by.items():
        (marked,) = [event for event in events if isinstance(event, NpcSet)]
        assert marked.temperament == ("card_sharp" if viewer == GM else None)
        (odo,) = [seat for seat in playing.view(viewer).seats if seat.seat == "odo"]
        assert (odo.temperament == "card_sharp") is (viewer == GM)
    assert playing.seen(GM)[-1].chronicle[-1] == "The server plays Odo (card sharp)."
    assert playing.seen(PUBLIC)[-1].chronicle[-1] == "The server plays Odo."


def test_everybody_sees_who_plays_a_seat() -> None:
    playing = seated()
    for viewer in playing.viewers():
        assert played_by(playing, viewer) == {"bri": "player", "odo": "npc"}
    playing.when(None, TakeOver(target="odo")).then(SeatTakenOver(seat="odo"))
    playing.when(None, TakeOver(target="bri")).then(SeatTakenOver(seat="bri"))
    for viewer in playing.viewers():
        assert played_by(playing, viewer) == {"bri": "gm", "odo": "gm"}
    playing.when(None, GiveBack(target="odo")).then(SeatGivenBack(seat="odo"))
    playing.when(None, GiveBack(target="bri")).then(SeatGivenBack(seat="bri"))
    assert played_by(playing) == {"bri": "player", "odo": "npc"}
    sentences = [sentence for seen in playing.seen(PUBLIC)[-4:] for sentence in seen.chronicle]
    assert sentences == [
        "The GM plays Odo for now.",
        "The GM plays Bri for now.",
        "The server plays Odo again.",
        "Bri is given back to its player.",
    ]


def test_the_gm_may_take_over_who_plays_and_give_back_who_was_taken_over() -> None:
    playing = seated()
    playing.sit("Wil", kind="watcher")
    assert (targets(playing, "take_over"), targets(playing, "give_back")) == (["bri", "odo"], [])
    playing.when(None, GiveBack(target="odo")).then_refused("not_taken_over")
    playing.give(None, TakeOver(target="odo"))
    assert (targets(playing, "take_over"), targets(playing, "give_back")) == (["bri"], ["odo"])
    playing.when(None, TakeOver(target="odo")).then_refused("seat_taken_over")
    playing.when(None, GiveBack(target="bri")).then_refused("not_taken_over")
    playing.when(None, GiveBack(target="nobody")).then_refused("not_offered")
    playing.when(None, TakeOver(target="wil")).then_refused("not_offered")
    playing.give(None, TakeOver(target="bri"))
    playing.when(None, TakeOver(target="bri")).then_refused("seat_taken_over")


def test_at_an_empty_or_closed_table_nobody_is_taken_over() -> None:
    playing = Playing.open(CATALOGUE, "twentyone")
    playing.when(None, TakeOver(target="bri")).then_refused("no_seats")
    playing.seat("Bri")
    playing.give(None, CloseTable())
    playing.when(None, TakeOver(target="bri")).then_refused("table_closed")


def test_in_the_middle_of_a_round_a_seat_may_change_hands() -> None:
    playing = seated().seat("Cal").start()
    (asked,) = playing.table.to_act
    playing.give(None, TakeOver(target=asked))
    playing.give(asked, LetItBe(), actor=GM)
    playing.give(None, GiveBack(target=asked))
    assert playing.table.running


def test_a_player_whose_seat_was_taken_over_is_shown_no_move_and_the_reason() -> None:
    playing = Playing.open(CATALOGUE, "twentyone").seat("Bri", "Odo").start()
    (asked,) = playing.table.to_act
    before = playing.view(f"seat:{asked}").you
    assert before is not None
    moves = {type_tag(kind) for kind in playing.rulebook.commands}
    assert moves & {action.type for action in before.actions}
    playing.give(None, TakeOver(target=asked))
    you = playing.view(f"seat:{asked}").you
    assert you is not None
    assert [action.type for action in you.actions] == ["ask_for_coins", "sit_out", "leave", "dispute"]
    withheld = {refusal.type for refusal in you.refused if refusal.code == "seat_taken_over"}
    assert withheld == moves & {offer.type for offer in playing.offers(asked)}
    assert {refusal.type for refusal in you.refused} == withheld | {"set_luck", "sit_in"}
    in_the_game = [action for action in playing.acting_for(asked).actions if action.type in moves]
    assert in_the_game == [action for action in before.actions if action.type in moves]


def test_a_seat_that_the_server_plays_is_shown_nothing_to_do_and_the_server_all_of_it() -> None:
    playing = seated()
    you = playing.view("seat:odo").you
    assert you is not None
    assert you.actions == []
    assert {refusal.code for refusal in you.refused} == {"npc_seat"}


def test_an_npc_is_refused_where_nobody_else_would_find_a_place() -> None:
    playing = Playing.open(CATALOGUE, "twentyone")
    for number in range(MAX_TABLE_SEATS):
        playing.sit_npc(f"Npc {number}")
    with pytest.raises(Refused, match="32 at the table"):
        playing.sit_npc("Late")
    closed = Playing.open(CATALOGUE, "twentyone")
    closed.give(None, CloseTable())
    with pytest.raises(Refused, match="closed"):
        closed.sit_npc("Late")


def test_the_gms_npc_sits_down_at_once_where_others_have_to_ask() -> None:
    playing = Playing.open(CATALOGUE, "twentyone", admit="gm")
    playing.sit_npc("Odo")
    assert (list(playing.table.seats), playing.table.asking) == (["odo"], {})


def test_an_evening_with_npcs_runs_again_to_the_same_bytes() -> None:
    playing = seated().start()
    playing.give(None, TakeOver(target="odo"))
    while playing.table.running:
        playing.let_the_clock_act()
    playing.give(None, GiveBack(target="odo"))
    playing.start()
    playing.give(None, VoidRound())
    assert [outcome.result for outcome in rerun(CATALOGUE, playing.lines)] == ["same"] * len(playing.lines)


def test_a_seat_that_was_taken_over_and_is_gone_is_played_by_nobody() -> None:
    playing = seated().seat("Cal", "Dee").start()
    playing.give(None, TakeOver(target="cal"))
    playing.give(None, RemoveSeat(target="cal"))
    playing.give(None, RemoveSeat(target="odo"))
    for viewer in (GM, PUBLIC, "seat:bri"):
        assert played_by(playing, viewer) == {
            "bri": "player",
            "odo": "nobody",
            "cal": "nobody",
            "dee": "player",
        }
    playing.when(None, TakeOver(target="cal")).then_refused("not_offered")
    playing.when(None, GiveBack(target="cal")).then_refused("not_taken_over")

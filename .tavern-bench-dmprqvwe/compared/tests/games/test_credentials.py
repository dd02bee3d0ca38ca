"""Tokens and invites are replaced, and tables listed, by the GM. The log records that it was done, never the secret."""

from typing import Any

import msgspec
import pytest

from events.audience import GM, PUBLIC
from events.event import Command
from events.table_events import InviteRenewed, ListingSet, TokenRenewed
from games.addressed_command import AddressedCommand
from games.deciding.decider import decide
from games.installed import CATALOGUE
from games.legality import Refused
from games.table import CloseTable, Leave, NewInvite, NewToken, SetListed, SetOptions, seats
from tests.playing import Playing, context_of, time_of
from tests.rerunning import rerun


def seated(**options: Any) -> Playing:
    return Playing.open(CATALOGUE, "twentyone", **options).seat("Bri", "Odo")


def heard(playing: Playing) -> dict[str, list[str]]:
    """The sentences of the newest entry, by viewer that saw it."""
    newest = {viewer: playing.newest_seen(viewer) for viewer in playing.viewers()}
    return {viewer: seen.chronicle for viewer, seen in newest.items() if seen is not None}


def targets(playing: Playing) -> list[str]:
    (offer,) = [action for action in playing.actions(None) if action.type == "new_token"]
    choices: list[str] = msgspec.to_builtins(offer.params)["target"]["choices"]
    return choices


@pytest.mark.parametrize("running", [False, True])
def test_a_seats_token_is_replaced_at_any_time_and_only_the_seat_and_the_gm_hear_of_it(running: bool) -> None:
    playing = seated()
    if running:
        playing.start()
    playing.when(None, NewToken(target="bri")).then(TokenRenewed(to="seat:bri", viewer="seat:bri"))
    sentence = ["Bri has a new token: the old one opens nothing any more."]
    assert heard(playing) == {GM: sentence, "seat:bri": sentence}


def test_only_the_gm_hears_that_the_gms_own_token_is_replaced() -> None:
    playing = seated()
    playing.when(None, NewToken(target="gm")).then(TokenRenewed(to="gm", viewer="gm"))
    assert heard(playing) == {GM: ["The GM has a new token: the old one opens nothing any more."]}


def test_a_player_who_asks_for_a_seat_can_be_given_a_new_token() -> None:
    playing = seated()
    playing.give(None, SetOptions(options={"admit": "gm"}))
    playing.sit("Mallory")
    assert targets(playing) == ["bri", "odo", "mallory", "gm"]
    playing.when(None, NewToken(target="mallory")).then(TokenRenewed(to="gm", viewer="seat:mallory"))


def test_a_player_who_asks_sees_no_more_than_everybody_so_that_versions_go_on_when_they_are_let_in() -> None:
    playing = seated()
    playing.give(None, SetOptions(options={"admit": "gm"}))
    playing.sit("Mallory")
    playing.give(None, NewToken(target="mallory"))
    playing.give(None, SetListed(listed=True))
    assert playing.sight("seat:mallory").table.version == playing.sight(PUBLIC).table.version


@pytest.mark.parametrize("target", ["nobody", "public", "house", "seat:bri", ""])
def test_nobody_else_can_be_given_a_token(target: str) -> None:
    seated().when(None, NewToken(target=target)).then_refused("not_offered")


def test_the_token_of_who_left_can_be_replaced_so_that_it_opens_nothing_any_more() -> None:
    playing = seated()
    playing.give("bri", Leave())
    assert targets(playing) == ["bri", "odo", "gm"]
    playing.when(None, NewToken(target="bri")).then(TokenRenewed(to="gm", viewer="seat:bri"))


def test_a_table_gives_out_so_many_seats_in_all_its_life_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "MAX_SEATS_EVER", 3)
    playing = seated()
    playing.sit("Cy")
    playing.give("cy", Leave())
    with pytest.raises(Refused, match="3 have sat at this table"):
        playing.sit("Dee")


@pytest.mark.parametrize("running", [False, True])
def test_the_invite_is_replaced_at_any_time_and_only_the_gm_hears_of_it(running: bool) -> None:
    playing = seated()
    if running:
        playing.start()
    playing.when(None, NewInvite()).then(InviteRenewed(to="gm"))
    assert heard(playing) == {GM: ["There is a new invite: the old one lets nobody in any more."]}


@pytest.mark.parametrize("command", [NewToken(target="gm"), NewInvite()], ids=repr)
def test_what_is_renewed_in_secret_moves_nothing_that_others_see(command: Command) -> None:
    playing = seated().start()
    before = {viewer: msgspec.json.encode(playing.view(viewer)) for viewer in (PUBLIC, "seat:bri", "seat:odo")}
    playing.give(None, command)
    assert {viewer: msgspec.json.encode(playing.view(viewer)) for viewer in before} == before


def test_whether_a_table_is_listed_is_known_from_when_the_gm_says_so() -> None:
    playing = seated()
    assert playing.table.listed is None
    for listed in (True, True, False):
        playing.when(None, SetListed(listed=listed)).then(ListingSet(listed=listed))
        assert {playing.sight(viewer).table.listed for viewer in playing.viewers()} == {listed}
        assert playing.table.listed is listed


def test_everybody_hears_of_the_listing() -> None:
    playing = seated().start()
    playing.give(None, SetListed(listed=True))
    assert set(heard(playing)) == {PUBLIC, GM, "seat:bri", "seat:odo"}
    assert heard(playing)[PUBLIC] == ["The GM puts the table on the list of open tables."]
    playing.give(None, SetListed(listed=False))
    assert heard(playing)[PUBLIC] == ["The GM takes the table off the list of open tables."]


def test_tokens_of_a_closed_table_can_still_be_replaced_and_nothing_else() -> None:
    playing = seated()
    playing.give(None, CloseTable())
    assert [action.type for action in playing.actions(None)] == ["new_token"]
    assert targets(playing) == ["bri", "odo", "gm"]
    playing.when(None, NewToken(target="odo")).then(TokenRenewed(to="seat:odo", viewer="seat:odo"))
    playing.when(None, NewInvite()).then_refused("table_closed")
    playing.when(None, SetListed(listed=False)).then_refused("table_closed")


@pytest.mark.parametrize(
    ("actor", "seat", "code"),
    [
        ("seat:bri", None, "not_authorized"),
        ("seat:bri", "bri", "not_possible_now"),
        ("npc:bri", "bri", "not_authorized"),
        ("clock", None, "not_authorized"),
        ("house", None, "not_authorized"),
        ("public", None, "not_authorized"),
        ("gm", "bri", "not_possible_now"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [NewToken(target="bri"), NewInvite(), SetListed(listed=True)],
    ids=lambda command: type(command).__name__,
)
def test_nobody_but_the_gm_hands_out_keys(command: Command, actor: str, seat: str | None, code: str) -> None:
    playing = seated()
    move = AddressedCommand(actor=actor, seat=seat, command=command, at=time_of(playing.commands))
    with pytest.raises(Refused) as refused:
        decide(context_of(CATALOGUE, playing.table, move.command), CATALOGUE.folding, playing.table, move)
    assert refused.value.code == code


def test_what_is_renewed_runs_again_to_the_same_bytes() -> None:
    playing = seated()
    playing.give(None, NewToken(target="bri"))
    playing.give(None, NewInvite())
    playing.give(None, SetListed(listed=True))
    playing.give(None, CloseTable())
    playing.give(None, NewToken(target="gm"))
    assert [outcome.result for outcome in rerun(CATALOGUE, playing.lines)] == ["same"] * len(playing.lines)

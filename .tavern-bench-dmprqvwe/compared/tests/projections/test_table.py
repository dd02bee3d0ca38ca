"""A table as a viewer knows it: before anything happened, and what it counts and finds."""

from typing import Any

import msgspec
import pytest

from events.accounts import HOUSE, POT
from events.audience import ALL, GM_ONLY, seat_viewer
from events.event import Event
from events.round_events import ConditionSet, TurnBegan
from projections.game import AnyTable, OpenGameOptions, SecretGameOptions
from projections.table import Asking, Case, Die, Score, Seat, SeatSet, Settled
from tests.playing import TABLE, Playing
from tests.toys.catalogue import TOYS


def blank() -> AnyTable:
    return TOYS.folding.blank(TABLE)


def seat(name: str, **more: Any) -> Seat:
    return Seat(seat=name, name=name.title(), kind="player", luck="", character=None, **more)


def learned(to: str) -> Event:
    return ConditionSet(to=to, seat="ada", condition="tired", on=True)


def test_before_its_first_event_a_table_has_counted_nothing_and_nothing_is_going_on() -> None:
    table = blank()
    counts = (table.version, table.everybodys, table.seq, table.rules, table.round, table.asked)
    assert counts == (0, 0, 0, 0, 0, 0)
    assert (table.seeded, table.closed, table.paused, table.running) == (False, False, False, False)
    assert (table.listed, table.deadline, table.turn, table.commitment, table.result) == (None, None, None, None, None)
    assert table.phase == "lobby"


def test_who_sits_down_is_a_player_who_waits_and_has_no_score_yet() -> None:
    ada = Playing.open(TOYS, "race").seat("Ada").table.seats["ada"]
    assert (ada.npc, ada.taken_over, ada.playing, ada.gone, ada.status) == (False, False, False, False, "waiting")
    assert (ada.temperament, ada.seal, ada.sets, ada.conditions) == (None, None, {}, [])
    assert set(msgspec.structs.asdict(Score()).values()) == {0}
    assert SeatSet() == SeatSet(look="common", own=None)
    asking = Asking(seat="cy", name="Cy", kind="player", purse_cp=None, luck=None, character=None)
    assert asking.sets == []


@pytest.mark.parametrize(
    ("facts", "by"),
    [
        ({}, "player"),
        ({"npc": True}, "npc"),
        ({"taken_over": True}, "gm"),
        ({"npc": True, "taken_over": True}, "gm"),
        ({"npc": True, "taken_over": True, "gone": True}, "nobody"),
    ],
)
def test_a_seat_is_played_by_its_player_the_server_or_the_gm(facts: dict[str, bool], by: str) -> None:
    assert seat("ada", **facts).played_by == by


def test_an_entry_counts_for_everybody_or_for_the_seats_that_saw_something_of_it() -> None:
    table = blank()
    ada, bo = seat_viewer("ada"), seat_viewer("bo")
    table.saw([learned(ada), TurnBegan(seat="ada")])
    table.saw([learned(ALL)])
    table.saw([learned(ada), learned(ada), learned(bo)])
    table.saw([learned(ada), learned(GM_ONLY)])
    table.saw([learned(GM_ONLY)])
    table.saw([])
    assert (table.version, table.everybodys, table.own) == (6, 2, {"ada": 2, "bo": 1})
    assert [table.version_of(name) for name in ("ada", "bo", "cy")] == [4, 3, 2]


def test_disputes_and_settled_rounds_are_found_by_their_numbers() -> None:
    table = blank()
    for number in (3, 5):
        table.disputes.append(Case(dispute=number, seat="ada", round=1, text="", version=None, ruling=None))
        table.settled.append(Settled(round=number, moved={}, pot_cp=0, rolled_over_from=[]))
    assert (table.open_dispute(5), table.settled_round(5)) == (table.disputes[1], table.settled[1])
    for finding in (table.open_dispute, table.settled_round):
        with pytest.raises(KeyError):
            finding(4)


def test_a_purse_or_an_account_without_coins_holds_nothing() -> None:
    table = blank()
    table.accounts = {"ada": 30, POT: 50}
    assert (table.purse("ada"), table.purse("bo"), table.balance(POT), table.balance(HOUSE)) == (30, 0, 50, 0)


def test_seats_and_the_house_hold_their_own_dice() -> None:
    table = blank()
    die = Die(n=0, die="d6", face=1, hole=False, place="open")
    table.seats, table.house_dice = {"ada": seat("ada", dice=[die])}, [die, die]
    assert (len(table.dice_of("ada")), len(table.dice_of(HOUSE))) == (1, 2)
    assert die.details == {}


def test_those_who_are_present_play_and_have_a_status_are_distinguished() -> None:
    table = blank()
    table.seats = {
        "ada": seat("ada", status="active"),
        "bo": seat("bo", status="folded", gone=True),
        "cy": seat("cy", status="active"),
        "watcher": seat("watcher", status="active"),
    }
    table.order = ["cy", "left", "bo", "ada"]
    assert [one.seat for one in table.present()] == ["ada", "cy", "watcher"]
    assert [one.seat for one in table.playing()] == ["cy", "bo", "ada"]
    assert table.with_status("active") == ["cy", "ada"]
    assert table.with_status("active", "folded") == ["cy", "bo", "ada"]


@pytest.mark.parametrize("options", [OpenGameOptions, SecretGameOptions])
@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ({}, True),
        ({"turn_seconds": None}, True),
        ({"turn_seconds": 4}, False),
        ({"turn_seconds": 5}, True),
        ({"turn_seconds": 86_400}, True),
        ({"turn_seconds": 86_401}, False),
        ({"turn_second": 5}, False),
    ],
)
def test_options_of_every_table_have_bounds_and_no_other_names(
    options: type[OpenGameOptions | SecretGameOptions], given: dict[str, int | None], taken: bool
) -> None:
    if taken:
        assert msgspec.convert(given, options).turn_seconds == given.get("turn_seconds")
    else:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(given, options)


def test_the_seed_of_a_game_with_hidden_dice_is_published_only_by_the_gm() -> None:
    assert (OpenGameOptions().unseal, SecretGameOptions().unseal) == ("round", "dispute")

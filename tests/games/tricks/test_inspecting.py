"""Inspecting the set that somebody plays with. Shown with Pig."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest

from events.audience import PUBLIC, seat_viewer
from events.character import Character
from events.gaming_sets import GamingSet, SetName
from events.round_events import CheckRolled, Told
from games.installed import CATALOGUE
from games.mechanics.tricks.inspecting import Inspect, SetInspected
from games.mechanics.tricks.noticing import Denounce
from games.mechanics.tricks.sets import SETS
from games.pig import Throw
from tests.playing import Playing

ODO = seat_viewer("odo")
CROOKED_DICE: Final[Sequence[SetName]] = ("weighted_double", "weighted_heavy", "weighted_high", "weighted_sticky")


def table(*brought: SetName, roll: int = 10, **options: Any) -> Playing:
    """Bri plays Pig with these sets; Odo, who rolls so high when inspecting them, and Cal with common dice."""
    playing = Playing.open(CATALOGUE, "pig", **{"cheating": "on", **options})
    playing.sit("Bri", purse_cp=9_000, sets=[GamingSet(set=name) for name in brought])
    return playing.seat("Odo", "Cal").start().load({("odo", "inspect", 20): [roll]})


def found(playing: Playing) -> list[Told]:
    return [event for event in playing.entries[-1].events if isinstance(event, Told)]


@pytest.mark.parametrize("name", CROOKED_DICE)
def test_a_crooked_set_is_found_out_from_its_dc_on(name: SetName) -> None:
    dc = SETS[name].found_at or 0
    for roll, is_found in ((dc - 1, False), (dc, True)):
        playing = table(name, roll=roll)
        playing.give("odo", Inspect(target="bri"))
        facts = {"about": "bri", "found": is_found}
        assert found(playing) == [Told(to=ODO, seat="odo", kind="set_inspected", facts=facts)]


def test_nothing_is_found_wrong_with_an_honest_set_however_well_one_looks() -> None:
    playing = table("ivory_dice", roll=20)
    playing.give("odo", Inspect(target="bri"))
    assert [one.facts["found"] for one in found(playing)] == [False]


def test_cards_are_not_looked_at_where_dice_are_played_with() -> None:
    playing = table("simply_marked", roll=20)
    playing.give("odo", Inspect(target="bri"))
    assert [one.facts["found"] for one in found(playing)] == [False]


def test_everybody_sees_that_a_set_is_inspected_and_nobody_else_what_is_found() -> None:
    crooked, honest = table("weighted_high", roll=20), table(roll=20)
    for playing in (crooked, honest):
        playing.give("odo", Inspect(target="bri"))
    newest = honest.newest_seen(PUBLIC)
    assert newest is not None
    assert newest.events == [SetInspected(seat="odo", target="bri")]
    assert newest.chronicle == ["Odo takes a close look at what Bri plays with."]
    cal = [msgspec.json.encode(playing.newest_seen(seat_viewer("cal"))) for playing in (crooked, honest)]
    assert cal[0] == cal[1]


def test_a_failed_check_and_an_honest_set_read_the_same() -> None:
    served = []
    both: Final[Sequence[SetName]] = ("weighted_sticky", "common_dice")
    for brought in both:
        playing = table(brought, roll=19)
        playing.give("odo", Inspect(target="bri"))
        newest = playing.newest_seen(ODO)
        served.append(msgspec.json.encode(newest))
    assert served[0] == served[1]


def test_each_set_is_inspected_once_a_round() -> None:
    playing = table()
    playing.give("odo", Inspect(target="bri"))
    playing.when("odo", Inspect(target="bri")).then_refused("not_offered")
    playing.give("odo", Inspect(target="cal"))
    playing.when("odo", Inspect(target="cal")).then_refused("inspected_already")


def test_nobody_need_wait_for_a_turn_to_inspect() -> None:
    playing = table()
    assert playing.table.turn == "bri"
    playing.give("odo", Inspect(target="bri"))
    playing.give("bri", Throw())
    playing.give("bri", Inspect(target="odo"))


def test_investigation_has_proficiency_with_dice() -> None:
    playing = Playing.open(CATALOGUE, "pig", cheating="on").seat("Bri")
    playing.sit("Odo", character=Character(abilities={"int": 1}, proficiency=3, tools={"dice": True}))
    playing.start()
    playing.give("odo", Inspect(target="bri"))
    assert [event.modifier for event in playing.entries[-1].events if isinstance(event, CheckRolled)] == [4]


def test_a_watcher_needs_a_character_sheet_to_inspect() -> None:
    playing = Playing.open(CATALOGUE, "pig", cheating="on").seat("Bri", "Odo")
    playing.sit("Wim", kind="watcher", character=Character(abilities={"int": 2}))
    playing.sit("Ida", kind="watcher")
    playing.start()
    playing.give("wim", Inspect(target="bri"))
    playing.when("ida", Inspect(target="bri")).then_refused("no_sheet")


def test_a_player_who_found_a_crooked_set_can_denounce_its_owner() -> None:
    playing = table("weighted_high", roll=5)
    playing.give("odo", Inspect(target="bri"))
    playing.give("odo", Denounce(target="bri"))
    assert playing.table.seats["bri"].status == "caught"
    assert playing.table.turn == "odo"


def test_a_player_who_found_nothing_cannot_denounce() -> None:
    playing = table("weighted_high", roll=4)
    playing.give("odo", Inspect(target="bri"))
    playing.when("odo", Denounce(target="bri")).then_refused("nothing_noticed")

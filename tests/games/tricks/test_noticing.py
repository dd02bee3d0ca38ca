"""Who notices a cheat, who can denounce it, and what becomes of the cheater. Shown with Pig."""

from typing import Any

import pytest

from events.accounts import HOUSE
from events.audience import GM, GM_ONLY, PUBLIC, Viewer, seat_viewer
from events.character import Character
from events.gaming_sets import GamingSet
from events.round_events import (
    CheckRolled,
    Denounced,
    PhaseBegan,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    StatusChanged,
    Told,
)
from events.table_events import CoinsMoved
from games.installed import CATALOGUE
from games.mechanics.tricks.cup import ShowDice
from games.mechanics.tricks.inspecting import Inspect
from games.mechanics.tricks.noticing import Denounce, EndClosing, SayNothing
from games.mechanics.tricks.palming import Cheat
from games.pig import Bank, Throw
from games.table import Leave, SetOptions
from projections.standings import cheats_missed
from projections.table import Note
from tests.games.tricks.worlds import served
from tests.playing import Playing
from tests.rerunning import rerun

LOW = {("bri", "sleight_of_hand", 20): [5]}
"""Bri's Sleight of Hand."""
ODO_SEES: dict[tuple[str, str, int], list[int]] = {**LOW, ("odo", "notice", 20): [6], (HOUSE, "notice", 20): [1]}
HOUSE_SEES: dict[tuple[str, str, int], list[int]] = {**LOW, ("odo", "notice", 20): [1], (HOUSE, "notice", 20): [4]}
NOBODY_SEES: dict[tuple[str, str, int], list[int]] = {**LOW, ("odo", "notice", 20): [5], (HOUSE, "notice", 20): [3]}


def table(*more: str, **options: Any) -> Playing:
    """Bri and Odo, and more, play Pig, and Bri has a 1 under the cup, which would be a 6 if thrown again."""
    playing = Playing.open(CATALOGUE, "pig", **{"cheating": "on", "ante_cp": 500, "target": 50, **options})
    playing.seat("Bri", "Odo", *more).start()
    playing.load({("bri", "pig", 6): [1], ("bri", "palmed", 6): [6]})
    playing.give("bri", Throw())
    return playing


def cheated(faces: dict[tuple[str, str, int], list[int]], *more: str, **options: Any) -> Playing:
    """Bri has cheated."""
    playing = table(*more, **options).load(faces)
    playing.give("bri", Cheat(n=0))
    return playing


def checks(playing: Playing) -> list[CheckRolled]:
    return [event for event in playing.entries[-1].events if isinstance(event, CheckRolled)]


def notes(playing: Playing, seat: str) -> list[Note]:
    """What a seat learned, from its own view."""
    you = playing.view(seat_viewer(seat)).you
    assert you is not None
    return list(you.notes)


def test_cheating_is_sleight_of_hand_against_the_perception_of_everybody_else_and_the_house() -> None:
    playing = cheated(NOBODY_SEES, "Cal")
    assert [(one.seat, one.check, one.to) for one in checks(playing)] == [
        ("bri", "sleight_of_hand", seat_viewer("bri")),
        ("odo", "perception", GM_ONLY),
        ("cal", "perception", GM_ONLY),
        (HOUSE, "perception", GM_ONLY),
    ]


def test_a_watcher_with_a_character_sheet_looks_too_and_one_without_does_not() -> None:
    playing = Playing.open(CATALOGUE, "pig", cheating="on").seat("Bri", "Odo")
    playing.sit("Wim", kind="watcher", character=Character(skills={"perception": 4}))
    playing.sit("Ida", kind="watcher")
    playing.start().load({("wim", "notice", 20): [20], **NOBODY_SEES})
    playing.give("bri", Throw())
    playing.give("bri", Cheat(n=0))
    assert [one.seat for one in checks(playing)] == ["bri", "odo", "wim", HOUSE]
    assert notes(playing, "wim") == [Note(kind="cheat_noticed", facts={"about": "bri"})]
    playing.when("wim", Denounce(target="bri"))
    assert playing.table.seats["bri"].status == "caught"


def test_a_seat_that_rolls_higher_learns_of_it_in_private() -> None:
    playing = cheated(ODO_SEES, "Cal")
    assert notes(playing, "odo") == [Note(kind="cheat_noticed", facts={"about": "bri"})]
    assert notes(playing, "cal") == notes(playing, "bri") == []


def test_a_player_who_rolls_as_high_as_the_cheater_notices_nothing() -> None:
    playing = cheated(NOBODY_SEES)
    assert notes(playing, "odo") == []
    playing.when("odo", Denounce(target="bri")).then_refused("nothing_noticed")


def test_the_house_adds_its_perception_and_denounces_at_once() -> None:
    playing = cheated(HOUSE_SEES, "Cal")
    house = checks(playing)[-1]
    assert (house.modifier, house.total) == (2, 6)
    assert Denounced(seat="bri", by=HOUSE) in playing.entries[-1].events
    assert playing.table.seats["bri"].status == "caught"
    assert playing.table.turn == "odo"


def test_how_much_the_house_notices_is_an_option() -> None:
    playing = cheated(HOUSE_SEES, house_perception=1)
    assert playing.table.seats["bri"].status == "active"


def test_proficiency_with_dice_counts_once_in_sleight_of_hand_and_perception() -> None:
    playing = Playing.open(CATALOGUE, "pig", cheating="on")
    dex = Character(abilities={"dex": 3}, proficiency=2, tools={"dice": True})
    playing.sit("Bri", character=dex)
    playing.sit(
        "Odo", character=Character(skills={"perception": 5}, abilities={"wis": 3}, proficiency=2, tools={"dice": True})
    )
    playing.sit("Cal", character=Character(abilities={"wis": 3}, proficiency=2, tools={"card": True}))
    playing.start()
    playing.give("bri", Throw())
    playing.give("bri", Cheat(n=0))
    assert [one.modifier for one in checks(playing)] == [5, 5, 3, 2]


@pytest.mark.parametrize(
    ("listed", "bonus", "counts"),
    [(5, 2, 5), (-1, 2, 3), (-1, 0, -1)],
    ids=["listed is more", "ability and bonus are more", "no bonus"],
)
def test_proficiency_lowers_no_listed_value_and_without_a_bonus_changes_none(
    listed: int, bonus: int, counts: int
) -> None:
    for tools in ({}, {"dice": True}):
        playing = Playing.open(CATALOGUE, "pig", cheating="on")
        skills, abilities = {"sleight_of_hand": listed}, {"dex": 1}
        playing.sit("Bri", character=Character(skills=skills, abilities=abilities, proficiency=bonus, tools=tools))
        playing.sit("Odo")
        playing.start()
        playing.give("bri", Throw())
        playing.give("bri", Cheat(n=0))
        assert checks(playing)[0].modifier == (counts if tools else listed)


def test_to_all_others_a_cheat_looks_like_an_honest_throw_unless_they_notice_it() -> None:
    honest = table("Cal").load({**ODO_SEES})
    crooked = Playing.open(CATALOGUE, "pig", cheating="on", ante_cp=500, target=50).seat("Bri", "Odo", "Cal").start()
    crooked.load({("bri", "pig", 6): [3], ("bri", "palmed", 6): [1]})
    crooked.give("bri", Throw())
    crooked.load(ODO_SEES)
    for playing, command in ((honest, ShowDice()), (crooked, Cheat(n=0))):
        playing.give("bri", command)
    for viewer in (PUBLIC, seat_viewer("cal")):
        assert served(honest, viewer) == served(crooked, viewer)
    assert served(honest, seat_viewer("odo")) != served(crooked, seat_viewer("odo"))


def test_a_seat_cheats_once_a_round() -> None:
    playing = cheated(NOBODY_SEES)
    playing.give("bri", Throw())
    playing.when("bri", Cheat(n=0)).then_refused("cheated_already")


def test_a_denounced_cheater_is_out_and_its_ante_stays() -> None:
    playing = cheated(ODO_SEES, "Cal")
    playing.when("odo", Denounce(target="bri"))
    assert playing.table.seats["bri"].status == "caught"
    assert playing.table.balance("pot") == 1_500
    assert playing.table.scores["bri"].caught == 1
    assert playing.table.turn == "odo"


def test_if_being_caught_costs_nothing_everybody_knows_and_play_goes_on() -> None:
    playing = cheated(ODO_SEES, caught="nothing")
    playing.when("odo", Denounce(target="bri")).then(Denounced(seat="bri", by="odo"))
    bri = next(seat for seat in playing.view(PUBLIC).seats if seat.seat == "bri")
    assert (bri.status, bri.details["denounced"]) == ("active", True)
    assert playing.table.to_act == ["bri"]
    playing.when("odo", Denounce(target="bri")).then_refused("nothing_noticed")


def test_the_last_one_who_was_not_denounced_wins() -> None:
    playing = cheated(ODO_SEES)
    playing.give("odo", Denounce(target="bri"))
    assert playing.table.phase == "closing"
    for seat in ("bri", "odo"):
        playing.give(seat, SayNothing())
    assert playing.table.result is not None
    assert playing.table.result.winners == ["odo"]


# The closing step


def won(faces: dict[tuple[str, str, int], list[int]], **options: Any) -> Playing:
    """Bri has cheated, and has banked 54 points, which win."""
    playing = cheated(faces, **options)
    playing.load({("bri", "pig", 6): [6] * 8})
    for _ in range(8):
        playing.give("bri", Throw())
        playing.give("bri", ShowDice())
    playing.give("bri", Bank())
    return playing


def test_a_round_is_paid_out_once_everybody_has_had_the_chance_to_denounce() -> None:
    playing = won(ODO_SEES)
    assert playing.entries[-1].events[-2:] == [
        PhaseBegan(phase="closing"),
        QuestionAsked(seats=["bri", "odo"], question="closing"),
    ]
    playing.when("bri", SayNothing()).then(QuestionAnswered(seat="bri"))
    playing.give("odo", SayNothing())
    assert any(isinstance(event, RoundEnded) for event in playing.entries[-1].events)
    assert playing.table.purse("bri") == 10_500


def test_a_winner_who_is_denounced_at_the_closing_step_wins_nothing() -> None:
    playing = won(ODO_SEES)
    playing.when("odo", Denounce(target="bri")).then(
        Denounced(seat="bri", by="odo"), StatusChanged(seat="bri", status="caught", why="denounced")
    )
    playing.give(None, EndClosing())
    assert playing.table.result is not None
    assert (playing.table.result.winners, playing.table.purse("odo")) == (["odo"], 10_500)


def test_a_race_goes_on_without_a_winner_who_was_denounced_until_somebody_else_wins() -> None:
    playing = Playing.open(CATALOGUE, "pig", cheating="on", ante_cp=500, target=50).seat("Bri", "Odo", "Cal").start()
    playing.load({("bri", "pig", 6): [6] * 9, ("bri", "palmed", 6): [6], **ODO_SEES})
    playing.give("bri", Throw())
    playing.give("bri", Cheat(n=0))
    for _ in range(8):
        playing.give("bri", Throw())
        playing.give("bri", ShowDice())
    playing.give("bri", Bank())
    playing.give("odo", Denounce(target="bri"))
    for seat in ("bri", "odo", "cal"):
        playing.give(seat, SayNothing())
    assert (playing.table.phase, playing.table.turn, playing.table.running) == ("racing", "odo", True)


def test_the_gm_or_the_clock_ends_the_closing_step() -> None:
    playing = won(NOBODY_SEES, turn_seconds=60)
    timeout = playing.let_the_clock_act()
    assert timeout is not None
    assert (timeout.seat, timeout.command) == (None, EndClosing())
    assert not playing.table.running


def test_a_player_who_leaves_at_the_closing_step_is_paid_all_the_same() -> None:
    playing = won(NOBODY_SEES)
    playing.give("bri", Leave())
    playing.give("odo", SayNothing())
    assert playing.table.result is not None
    assert playing.table.result.winners == ["bri"]
    assert sum(playing.table.accounts.values()) == 0


def test_nothing_is_played_at_the_closing_step() -> None:
    won(NOBODY_SEES).when("odo", Throw()).then_refused("round_closing")


def test_if_nobody_can_cheat_no_view_lists_it_and_attempts_are_refused() -> None:
    playing = Playing.open(CATALOGUE, "pig").seat("Bri", "Odo").start()
    you = playing.view(seat_viewer("bri")).you
    assert you is not None
    listed = {action.type for action in you.actions} | {refusal.type for refusal in you.refused}
    assert listed.isdisjoint({"show_dice", "cheat", "denounce", "say_nothing", "inspect"})
    for command in (ShowDice(), Cheat(n=0), Denounce(target="odo"), SayNothing()):
        playing.when("bri", command).then_refused("cheating_is_off")


def test_a_table_where_one_can_cheat_publishes_no_seed_by_itself() -> None:
    playing = Playing.open(CATALOGUE, "pig", cheating="on", unseal="round")
    assert playing.table.options.unseal == "dispute"
    off = Playing.open(CATALOGUE, "pig")
    off.give(None, SetOptions(options={"cheating": "on"}))
    assert off.table.options.unseal == "dispute"


@pytest.mark.parametrize("viewer", [PUBLIC, seat_viewer("cal"), seat_viewer("bri")])
def test_that_somebody_has_noticed_shows_to_nobody_else(viewer: Viewer) -> None:
    seen, unseen = cheated(ODO_SEES, "Cal"), cheated(NOBODY_SEES, "Cal")
    assert served(seen, viewer) == served(unseen, viewer)
    assert served(seen, GM) != served(unseen, GM)


def test_all_of_it_re_runs_to_the_same_bytes() -> None:
    playing = Playing.open(CATALOGUE, "pig", cheating="on", target=50).seat("Bri", "Odo").start()
    playing.give("bri", Throw())
    playing.give("bri", Cheat(n=0))
    assert {outcome.result for outcome in rerun(CATALOGUE, playing.lines)} <= {"same", "running"}


def test_a_notice_names_the_cheater_and_nothing_else() -> None:
    playing = cheated(ODO_SEES)
    [notice] = [event for event in playing.entries[-1].events if isinstance(event, Told)]
    assert notice == Told(to=seat_viewer("odo"), seat="odo", kind="cheat_noticed", facts={"about": "bri"})


# What is remembered


def test_a_denounced_cheater_counts_as_caught_once_even_where_it_plays_on() -> None:
    playing = cheated(ODO_SEES, caught="nothing")
    playing.give("odo", Denounce(target="bri"))
    assert playing.table.scores["bri"].caught == 1


def test_where_play_goes_on_every_cheat_can_be_denounced_once_by_those_who_noticed_and_the_house() -> None:
    playing = Playing.open(CATALOGUE, "pig", cheating="on", caught="nothing")
    playing.sit("Bri", sets=[GamingSet(set="weighted_high")])
    playing.seat("Odo", "Cal").start()
    playing.load({("odo", "inspect", 20): [20], ("cal", "inspect", 20): [20], **ODO_SEES, ("cal", "notice", 20): [1]})
    playing.give("odo", Inspect(target="bri"))
    playing.give("cal", Inspect(target="bri"))
    playing.when("odo", Denounce(target="bri")).then(Denounced(seat="bri", by="odo"))
    for seat in ("odo", "cal"):
        playing.when(seat, Denounce(target="bri")).then_refused("nothing_noticed")
    playing.give("bri", Throw())
    playing.give("bri", Cheat(n=0))
    playing.when("cal", Denounce(target="bri")).then_refused("nothing_noticed")
    playing.when("odo", Denounce(target="bri")).then(Denounced(seat="bri", by="odo"))
    assert playing.table.scores["bri"].caught == 2


def test_a_cheat_after_being_denounced_is_denounced_by_the_house_where_play_goes_on() -> None:
    playing = Playing.open(CATALOGUE, "pig", cheating="on", caught="nothing")
    playing.sit("Bri", sets=[GamingSet(set="weighted_high")])
    playing.seat("Odo").start()
    playing.load({("odo", "inspect", 20): [20], **HOUSE_SEES})
    playing.give("odo", Inspect(target="bri"))
    playing.give("odo", Denounce(target="bri"))
    playing.give("bri", Throw())
    assert Denounced(seat="bri", by=HOUSE) in playing.give("bri", Cheat(n=0))


def test_a_denounced_cheater_neither_inspects_nor_denounces_even_what_it_noticed_before() -> None:
    playing = Playing.open(CATALOGUE, "pig", cheating="on")
    for name in ("Bri", "Odo"):
        playing.sit(name, sets=[GamingSet(set="weighted_high")])
    playing.seat("Cal").start()
    for seat, other in (("bri", "odo"), ("odo", "bri")):
        playing.load({(seat, "inspect", 20): [20]})
        playing.give(seat, Inspect(target=other))
    playing.give("odo", Denounce(target="bri"))
    playing.when("bri", Denounce(target="odo")).then_refused("out_of_round")
    playing.when("bri", Inspect(target="cal")).then_refused("out_of_round")


def test_cheats_that_nobody_found_out_are_counted_once_the_round_is_unsealed() -> None:
    unnoticed, denounced = won(NOBODY_SEES), won(ODO_SEES)
    denounced.give("odo", Denounce(target="bri"))
    for playing, missed in ((unnoticed, {"bri": 1}), (denounced, {})):
        assert cheats_missed(event for entry in playing.entries for event in entry.events) == missed


def test_a_player_who_left_before_all_others_were_denounced_has_no_share_of_the_pot() -> None:
    playing = Playing.open(CATALOGUE, "pig", cheating="on", ante_cp=1_000)
    for name in ("Bri", "Odo"):
        playing.sit(name, sets=[GamingSet(set="weighted_high")])
    playing.seat("Cal")
    playing.sit("Wim", kind="watcher", character=Character(skills={"investigation": 20}))
    playing.start()
    playing.give("cal", Leave())
    for seat in ("bri", "odo"):
        playing.give("wim", Inspect(target=seat))
        playing.give("wim", Denounce(target=seat))
    events = playing.give(None, EndClosing())
    paid = [event for event in events if isinstance(event, CoinsMoved)]
    assert [(one.payee, one.amount_cp) for one in paid] == [(HOUSE, 3_000)]

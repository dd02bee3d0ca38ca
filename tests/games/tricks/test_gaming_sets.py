"""Gaming sets: bought on sitting down, given in secret, loaded in secret; their look is public, their nature not."""

from typing import Any

import msgspec
import pytest

from events.audience import GM, PUBLIC, Viewer, seat_viewer
from events.gaming_sets import GamingSet, SetName, favoured, weight_sides, weighted_face
from events.round_events import DiceLoaded, GamingSetInPlay
from events.table_events import (
    AdmissionAsked,
    CoinsMoved,
    DiceLoadedOutOfPlay,
    GamingSetBrought,
    GamingSetGiven,
    GamingSetsDeclared,
    SeatTaken,
)
from games.engine.legality import Refused
from games.installed import CATALOGUE
from games.mechanics.tricks.sets import SETS
from games.table import AdmitSeat, GiveSet, Leave, LoadDice, SeatNpc, SetGame, Sit, VoidRound
from projections.views import SetView
from tests.games.tricks.worlds import served
from tests.playing import Playing
from tests.rerunning import rerun

BRI = seat_viewer("bri")
HEAVY = GamingSet(set="weighted_heavy", faces={"d6": 5})
STICKY = GamingSet(set="weighted_sticky")


def table(**options: Any) -> Playing:
    return Playing.open(CATALOGUE, "pig", **options)


def sets_of(playing: Playing, seat: str, viewer: Viewer) -> object:
    return next(one for one in playing.view(viewer).seats if one.seat == seat).sets


@pytest.mark.parametrize(
    ("name", "price_cp"),
    [
        ("common_dice", 10), ("clear_dice", 200), ("ivory_dice", 500), ("steel_dice", 100), ("weighted_double", 500),
        ("weighted_heavy", 1_000), ("weighted_high", 100), ("weighted_sticky", 2_000), ("common_cards", 50),
        ("fancy_cards", 200), ("simply_marked", 200), ("expertly_marked", 2_000),
    ],
)  # fmt: skip
def test_a_set_costs_what_the_list_says(name: SetName, price_cp: int) -> None:
    assert SETS[name].price_cp == price_cp


@pytest.mark.parametrize(
    ("name", "found_at"),
    [
        ("weighted_double", 5), ("weighted_heavy", 10), ("weighted_high", 5), ("weighted_sticky", 20),
        ("simply_marked", 10), ("expertly_marked", 20),
    ],
)  # fmt: skip
def test_a_crooked_set_looks_common_and_is_found_out_at_its_dc(name: str, found_at: int) -> None:
    assert (SETS[name].look, SETS[name].found_at) == ("common", found_at)


def test_no_other_set_can_be_found_crooked() -> None:
    assert {name for name, one in SETS.items() if one.found_at is None} == {
        "common_dice", "clear_dice", "ivory_dice", "steel_dice", "common_cards", "fancy_cards",
    }  # fmt: skip


def test_a_set_is_paid_for_beside_the_purse_that_a_player_names() -> None:
    playing = table()
    sit = Sit(name="Bri", kind="player", purse_cp=1_500, sets=[HEAVY])
    taken, paid, brought = playing.give("bri", sit)
    assert isinstance(taken, SeatTaken)
    assert paid == CoinsMoved(payer="outside", payee="bri", amount_cp=1_500, reason="buy_in")
    assert brought == GamingSetBrought(seat="bri", kind="dice", look="common", brought=HEAVY, brought_to=BRI)


def test_two_sets_of_a_kind_are_one_too_many() -> None:
    sets = [GamingSet(set="common_dice"), GamingSet(set="steel_dice")]
    table().when("bri", Sit(name="Bri", kind="player", purse_cp=999, sets=sets)).then_refused("too_many_sets")


def test_one_set_of_each_kind_can_be_brought() -> None:
    playing = table()
    playing.sit("Bri", sets=[GamingSet(set="ivory_dice"), GamingSet(set="simply_marked")])
    own = [
        SetView(kind="dice", look="ivory", set="ivory_dice"),
        SetView(kind="card", look="common", set="simply_marked"),
    ]
    assert sets_of(playing, "bri", BRI) == sets_of(playing, "bri", GM) == own
    assert sets_of(playing, "bri", PUBLIC) == [SetView(kind="dice", look="ivory"), SetView(kind="card", look="common")]


@pytest.mark.parametrize(
    "bad",
    [
        {"set": "weighted_heavy", "faces": {"d6": 7}},
        {"set": "weighted_heavy", "faces": {"d6": 0}},
        {"set": "weighted_heavy", "faces": {"d7": 1}},
        {"set": "weighted_high", "faces": {"d6": 1}},
        {"set": "loaded"},
        {"set": "common_dice", "price": 0},
    ],
)
def test_a_set_that_is_not_on_the_list_or_has_impossible_faces_cannot_be_named(bad: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(bad, GamingSet)


COMMON_DICE = [name for name, one in SETS.items() if (one.kind, one.look) == ("dice", "common")]
COMMON_CARDS = [name for name, one in SETS.items() if (one.kind, one.look) == ("card", "common")]


def evening(admit: str, dice: Any, cards: Any) -> Playing:
    """Bri sits down with these sets and leaves; an NPC has them, too, and gets a crooked one as a gift."""
    playing = table(cheating="on", admit=admit, ante_cp=500).seat("Odo")
    sit = Sit(name="Bri", kind="player", purse_cp=1_000, sets=[GamingSet(set=dice), GamingSet(set=cards)])
    playing.give("bri", sit)
    if admit == "gm":
        playing.give(None, AdmitSeat(target="bri"))
    playing.give("cal", SeatNpc(name="Cal", temperament="bully", purse_cp=1_000, sets=sit.sets), actor=GM)
    playing.give(None, GiveSet(target="cal", set="weighted_double"))
    playing.start().give(None, VoidRound())
    playing.give("bri", Leave())
    return playing


@pytest.mark.parametrize("admit", ["auto", "gm"])
def test_tables_that_differ_in_what_a_common_looking_set_is_are_the_same_for_all_others(admit: str) -> None:
    tables = [evening(admit, dice, cards) for dice in COMMON_DICE for cards in COMMON_CARDS]
    for viewer in (PUBLIC, seat_viewer("odo")):
        assert len({served(playing, viewer) for playing in tables}) == 1
    assert len({served(playing, BRI) for playing in tables}) == len(tables)


def test_a_player_who_asks_for_a_seat_declares_sets_only_to_the_gm_and_brings_them_when_let_in() -> None:
    playing = table(admit="gm")
    asks = Sit(name="Bri", kind="player", purse_cp=1_200, sets=[HEAVY])
    asked, declared = playing.give("bri", asks)
    assert isinstance(asked, AdmissionAsked)
    assert asked.purse_cp == 1_200
    assert declared == GamingSetsDeclared(to=BRI, seat="bri", sets=[HEAVY])
    assert playing.newest_seen(PUBLIC) is not None
    assert b"heavy" not in served(playing, PUBLIC)
    _, paid, brought = playing.give(None, AdmitSeat(target="bri"))
    assert paid == CoinsMoved(payer="outside", payee="bri", amount_cp=1_200, reason="buy_in")
    assert brought == GamingSetBrought(seat="bri", kind="dice", look="common", brought=HEAVY, brought_to=BRI)
    assert {outcome.result for outcome in rerun(CATALOGUE, playing.lines)} == {"same"}


def test_the_gm_gives_a_crooked_set_that_nobody_else_sees_and_that_costs_nothing() -> None:
    tables = [table().seat("Bri", "Odo") for _ in range(2)]
    tables[0].when(None, GiveSet(target="bri", set="weighted_heavy", faces={"d6": 5})).then(
        GamingSetGiven(to=BRI, seat="bri", kind="dice", given=HEAVY)
    )
    for viewer in (PUBLIC, seat_viewer("odo")):
        assert served(tables[0], viewer) == served(tables[1], viewer)
    assert sets_of(tables[0], "bri", BRI) == [SetView(kind="dice", look="common", set=HEAVY.set, faces={"d6": 5})]
    assert "weighted dice (heavy), d6 on 5" in tables[0].seen(BRI)[-1].chronicle[0]


def test_a_gift_takes_the_place_of_a_common_set_and_of_no_other() -> None:
    playing = table()
    playing.sit("Bri", sets=[GamingSet(set="common_dice")])
    playing.sit("Odo", sets=[GamingSet(set="steel_dice")])
    playing.give(None, GiveSet(target="bri", set="weighted_high"))
    assert sets_of(playing, "bri", PUBLIC) == [SetView(kind="dice", look="common")]
    playing.when(None, GiveSet(target="odo", set="weighted_high")).then_refused("set_looks_otherwise")
    playing.give(None, GiveSet(target="odo", set="simply_marked"))


def test_a_gift_is_given_between_rounds() -> None:
    playing = table().seat("Bri", "Odo").start()
    playing.when(None, GiveSet(target="bri", set="weighted_high")).then_refused("round_running")


def test_sticky_dice_are_loaded_by_their_owner_between_rounds_and_while_they_are_in_play() -> None:
    playing = table(cheating="on")
    playing.sit("Bri", sets=[STICKY])
    playing.seat("Odo")
    load = LoadDice(die="d6", face=2)
    playing.when("bri", load).then(DiceLoadedOutOfPlay(to=BRI, seat="bri", faces={"d6": 2}))
    playing.when("odo", load).then_refused("no_sticky_dice")
    assert "load_dice" not in {offer.type for offer in playing.offers("odo")}
    playing.start()
    playing.when("bri", LoadDice(die="d6", face=6)).then(DiceLoaded(to=BRI, seat="bri", faces={"d6": 6}))
    assert sets_of(playing, "bri", BRI) == [SetView(kind="dice", look="common", set="weighted_sticky", faces={"d6": 6})]
    assert {outcome.result for outcome in rerun(CATALOGUE, playing.lines)} == {"same", "running"}


@pytest.mark.parametrize(("cheating", "kind"), [("off", "player"), ("on", "watcher")])
def test_dice_that_are_not_in_play_are_loaded_after_the_round(cheating: str, kind: str) -> None:
    playing = table(cheating=cheating).seat("Ada")
    playing.sit("Bri", kind=kind, sets=[STICKY])
    playing.seat("Odo").start()
    load = LoadDice(die="d6", face=2)
    playing.when("bri", load).then_refused("dice_not_in_play")
    assert "load_dice" not in {action.type for action in playing.actions("bri")}
    playing.give(None, VoidRound())
    playing.when("bri", load).then(DiceLoadedOutOfPlay(to=BRI, seat="bri", faces={"d6": 2}))


def test_nobody_else_sees_that_dice_are_loaded() -> None:
    tables = [table(cheating="on") for _ in range(2)]
    for playing in tables:
        playing.sit("Bri", sets=[STICKY])
        playing.seat("Odo").start()
    tables[0].give("bri", LoadDice(die="d6", face=2))
    for viewer in (PUBLIC, seat_viewer("odo")):
        assert served(tables[0], viewer) == served(tables[1], viewer)


def test_a_face_that_the_die_does_not_have_cannot_be_loaded() -> None:
    playing = table(cheating="on")
    playing.sit("Bri", sets=[STICKY])
    playing.when("bri", LoadDice(die="d6", face=7)).then_refused("not_offered")


def test_a_round_records_which_crooked_sets_are_in_play_where_one_can_cheat() -> None:
    for cheating, expected in (
        ("on", [GamingSetInPlay(to=BRI, seat="bri", kind="dice", playing_with=HEAVY)]),
        ("off", []),
    ):
        playing = table(cheating=cheating)
        playing.sit("Bri", sets=[HEAVY])
        playing.sit("Odo", sets=[GamingSet(set="ivory_dice"), GamingSet(set="simply_marked")])
        playing.start()
        assert [event for event in playing.entries[-1].events if isinstance(event, GamingSetInPlay)] == expected


def test_sets_stay_with_their_owners_when_the_table_turns_to_another_game() -> None:
    playing = table()
    playing.sit("Bri", sets=[HEAVY])
    playing.give(None, SetGame(game="mason"))
    assert sets_of(playing, "bri", BRI) == [SetView(kind="dice", look="common", set=HEAVY.set, faces={"d6": 5})]


def test_a_die_of_a_double_set_shows_its_highest_face_for_a_1() -> None:
    assert [weighted_face("weighted_double", 6, face, None, None) for face in range(1, 7)] == [6, 2, 3, 4, 5, 6]


def test_a_die_of_a_high_set_shows_only_the_upper_half() -> None:
    assert [weighted_face("weighted_high", 6, face, None, None) for face in range(1, 7)] == [4, 5, 6, 4, 5, 6]


def test_heavy_dice_favour_the_face_that_was_named_and_else_the_highest() -> None:
    assert favoured("weighted_heavy", {"d6": 2}, 6) == 2
    assert favoured("weighted_heavy", {"d6": 2}, 8) == 8


def test_sticky_dice_favour_the_face_opposite_the_loaded_one() -> None:
    assert favoured("weighted_sticky", {"d6": 2}, 6) == 5
    assert favoured("weighted_sticky", {}, 6) == 6


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20])
def test_a_favoured_face_shows_four_times_in_five_and_the_others_share_the_rest(sides: int) -> None:
    weights = range(1, weight_sides(sides) + 1)
    for favours in (1, sides // 2, sides):
        shown = [weighted_face("weighted_heavy", sides, 1, favours, weight) for weight in weights]
        counts = {face: shown.count(face) for face in range(1, sides + 1)}
        assert counts == {face: 4 * (sides - 1) if face == favours else 1 for face in counts}


def test_what_is_brought_is_refused_on_the_way_in_and_never_half_done() -> None:
    playing = table()
    with pytest.raises(Refused):
        playing.sit("Bri", sets=[GamingSet(set="ivory_dice"), GamingSet(set="steel_dice")])
    assert len(playing.lines) == 1

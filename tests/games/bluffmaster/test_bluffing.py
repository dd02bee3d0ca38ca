"""Bluffing and reading in Bluffmaster: in both bettings of each round, by proficiency with dice."""

from itertools import product

import msgspec
import pytest

from events.audience import GM, GM_ONLY, PUBLIC, seat_viewer
from events.character import Character
from events.gaming_sets import GamingSet
from events.round_events import CheckRolled, DieRolled, Told
from games.bluffmaster.bluffing import median_of
from games.mechanics.betting import Fold, Open
from games.mechanics.tricks.bluffing import Bluff, BluffJudged, BluffTried, Read
from games.mechanics.tricks.sets import modifier
from tests.games.bluffmaster.table import CATALOGUE, EVEN, BluffmasterSet, a_set
from tests.playing import all_of

BELIEVES = {("bri", "bluff", 20): [11], ("columbia", "see_through", 20): [10]}
SEES_THROUGH = {("bri", "bluff", 20): [10], ("columbia", "see_through", 20): [10]}


def notices(playing: BluffmasterSet) -> list[Told]:
    return all_of(Told, list(playing.entries[-1].events))


def test_a_bluff_that_works_shows_what_the_bluffer_chose_and_one_that_fails_the_truth() -> None:
    for faces, seems in ((BELIEVES, "confident"), (SEES_THROUGH, "uneasy")):
        playing = a_set()
        playing.load(faces)
        events = playing.give("bri", Bluff(target="columbia", seems="confident"))
        assert events[0] == BluffTried(seat="bri", target="columbia")
        assert [check.to for check in all_of(CheckRolled, events)] == [seat_viewer("bri"), GM_ONLY]
        [judged] = all_of(BluffJudged, events)
        assert (judged.to, judged.worked) == (seat_viewer("bri"), seems == "confident")
        [note] = notices(playing)
        assert (note.to, note.facts) == (seat_viewer("columbia"), {"about": "bri", "seems": seems})


def test_everybody_sees_that_a_seat_bluffs_and_only_the_reader_and_the_gm_a_read() -> None:
    playing = a_set()
    playing.give("bri", Bluff(target="columbia", seems="uneasy"))
    newest = playing.newest_seen(PUBLIC)
    assert newest is not None
    assert newest.chronicle == ["Bri puts on a face for Columbia."]
    others = (PUBLIC, seat_viewer("abernathy"), seat_viewer("columbia"))
    before = [msgspec.json.encode(playing.view(viewer)) for viewer in others]
    playing.give("bri", Read(target="columbia"))
    assert [playing.newest_seen(viewer) for viewer in others] == [None, None, None]
    assert [msgspec.json.encode(playing.view(viewer)) for viewer in others] == before
    assert playing.newest_seen(GM) is not None


def test_each_opponent_can_be_bluffed_in_each_betting_of_each_round_and_one_be_read_in_a_set() -> None:
    playing = a_set()
    for number in range(3):
        for _ in range(2):
            playing.give("bri", Bluff(target="columbia", seems="confident"))
            playing.when("bri", Bluff(target="columbia", seems="uneasy")).then_refused("bluffed_already")
            playing.give("bri", Bluff(target="abernathy", seems="confident"))
            playing.checks_round()
        if not number:
            playing.when("bri", Bluff(target="columbia", seems="uneasy")).then_refused("no_betting_now")
            playing.when("bri", Read(target="columbia")).then_refused("no_betting_now")
        playing.uses()
        if not number:
            playing.give("bri", Read(target="columbia"))
        elif playing.table.running:
            playing.when("bri", Read(target="abernathy")).then_refused("read_already")


def test_a_player_who_has_folded_neither_bluffs_nor_is_bluffed() -> None:
    playing = a_set()
    playing.bets(("abernathy", Open(amount_cp=100)), ("bri", Fold()))
    playing.when("bri", Bluff(target="columbia", seems="uneasy")).then_refused("folded")
    playing.when("columbia", Bluff(target="bri", seems="uneasy")).then_refused("not_offered")


def test_bluffing_leaves_a_proposed_split_on_the_table() -> None:
    playing = a_set()
    playing.send("abernathy", b'{"type": "propose_split", "shares": {"abernathy": 1, "bri": 1}}')
    playing.give("bri", Bluff(target="columbia", seems="uneasy"))
    assert playing.table.state.proposal is not None


@pytest.mark.parametrize(("count", "least"), [(1, 11), (2, 21)])
def test_confident_is_true_from_the_median_of_as_many_dice_on(count: int, least: int) -> None:
    totals = sorted(sum(faces) for faces in product(range(1, 21), repeat=count))
    assert median_of(count) == (least,) == (totals[len(totals) // 2],)


def test_the_second_die_can_turn_the_truth_around() -> None:
    playing = a_set({**EVEN, "bri": (5, 7, 20)})
    truths = []
    for _ in range(2):
        playing.load(SEES_THROUGH)
        playing.give("bri", Bluff(target="columbia", seems="confident"))
        truths.append(notices(playing)[0].facts["seems"])
        playing.checks_round()
    assert truths == ["uneasy", "confident"]


def test_proficiency_with_dice_counts_and_marked_cards_help_nobody() -> None:
    sheet = Character(abilities={"wis": 1, "cha": 2}, proficiency=3, tools={"dice": True})
    playing = BluffmasterSet.open(CATALOGUE, "bluffmaster")
    playing.sit("Bri", character=sheet, sets=[GamingSet(set="expertly_marked")])
    playing.sit("Cal", character=Character(proficiency=3, tools={"card": True}))
    playing.seat("Dov").start()
    own, _ = all_of(CheckRolled, playing.give("bri", Read(target="cal")))
    assert (own.modifier, own.mode) == (modifier(sheet, "insight", "dice"), "normal") == (4, "normal")
    own, against = all_of(CheckRolled, playing.give("cal", Bluff(target="bri", seems="uneasy")))
    assert (own.modifier, against.modifier) == (0, 4)


def test_a_bluff_draws_none_of_the_dice_of_the_hands() -> None:
    with_it, without = a_set(), a_set()
    with_it.give("bri", Bluff(target="columbia", seems="uneasy"))
    with_it.give("bri", Read(target="columbia"))
    dice = [list(all_of(DieRolled, one.checks_round())) for one in (with_it, without)]
    assert dice[0] == dice[1] != []


def test_what_seats_learned_of_hands_is_forgotten_when_the_next_round_of_the_set_begins() -> None:
    playing = a_set()
    playing.give("bri", Bluff(target="columbia", seems="uneasy"))
    playing.give("columbia", Read(target="bri"))
    assert len(playing.table.seats["columbia"].notes) == 2
    playing.plays_on()
    assert playing.table.state.set_round == 2
    for viewer in (GM, seat_viewer("columbia")):
        assert playing.sight(viewer).table.seats["columbia"].notes == []

"""Bluffing and reading in Triangle and Ruler's Bluff: who learns what, and what is true."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from statistics import median_low
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.audience import GM, GM_ONLY, PUBLIC, Viewer, seat_viewer
from events.character import Character
from events.event import Event
from events.gaming_sets import GamingSet
from events.round_events import CheckRolled, QuestionAsked, Told, TurnBegan
from games import rulers_bluff, triangle
from games.mechanics.betting import Call, Check, Fold, Open
from games.mechanics.showdown import Rank
from games.mechanics.tricks.bluffing import Bluff, Bluffing, BluffJudged, BluffTried, Read, ReadTried, counted, median
from games.table import Leave
from projections.table import Note
from tests.games.hands.table import ANTE, HandsTable, bluff, opened
from tests.games.hands.table import triangle as a_triangle
from tests.playing import all_of
from tests.properties.walking import dear

HANDS: dict[str, tuple[int, ...]] = {"ada": (12, 8, 6), "bo": (6, 5, 4), "cy": (2, 2, 2)}
BELIEVES = {("ada", "bluff", 20): [11], ("bo", "see_through", 20): [10]}
SEES_THROUGH = {("ada", "bluff", 20): [10], ("bo", "see_through", 20): [10]}
READS_HER = {("bo", "read", 20): [11], ("ada", "hide_feelings", 20): [10]}
CANNOT_READ_HER = {("bo", "read", 20): [10], ("ada", "hide_feelings", 20): [10]}


def served(playing: HandsTable, viewer: Viewer) -> bytes:
    """What a viewer is served after an entry, and what it may do."""
    own = viewer.removeprefix("seat:")
    actions = playing.actions(own) if own in playing.table.names else []
    return msgspec.json.encode([playing.newest_seen(viewer), playing.view(viewer), actions])


def notes(playing: HandsTable, seat: str) -> list[Note]:
    you = playing.view(seat_viewer(seat)).you
    assert you is not None
    return list(you.notes)


def heard(playing: HandsTable, viewer: Viewer) -> list[str] | None:
    """The chronicle of the newest entry, as a viewer hears it."""
    newest = playing.newest_seen(viewer)
    return None if newest is None else list(newest.chronicle)


def shown_by_a_bluff(hands: Mapping[str, tuple[int, ...]], seems: Any, faces: dict[Any, list[int]]) -> str:
    playing = a_triangle(**hands).load(faces)
    playing.give("ada", Bluff(target="bo", seems=seems))
    [note] = notes(playing, "bo")
    assert (note.kind, note.facts["about"]) == ("seems", "ada")
    return str(note.facts["seems"])


# Bluffing


def test_a_bluff_is_deception_against_the_insight_of_one_opponent() -> None:
    playing = a_triangle(**HANDS).load(BELIEVES)
    events = playing.give("ada", Bluff(target="bo", seems="uneasy"))
    tried, own, against, judged, notice = events
    assert tried == BluffTried(seat="ada", target="bo")
    assert isinstance(own, CheckRolled)
    assert isinstance(against, CheckRolled)
    assert (own.seat, own.check, own.to) == ("ada", "deception", seat_viewer("ada"))
    assert (against.seat, against.check, against.to) == ("bo", "insight", GM_ONLY)
    assert judged == BluffJudged(to=seat_viewer("ada"), seat="ada", target="bo", seems="uneasy", worked=True)
    assert notice == Told(to=seat_viewer("bo"), seat="bo", kind="seems", facts={"about": "ada", "seems": "uneasy"})


@pytest.mark.parametrize("seems", ["confident", "uneasy"])
def test_if_the_bluff_works_the_target_learns_what_the_bluffer_chose(seems: str) -> None:
    assert shown_by_a_bluff(HANDS, seems, BELIEVES) == seems


@pytest.mark.parametrize("seems", ["confident", "uneasy"])
def test_if_the_bluff_fails_the_target_learns_the_truth_and_a_tie_fails(seems: str) -> None:
    assert shown_by_a_bluff(HANDS, seems, SEES_THROUGH) == "confident"
    assert shown_by_a_bluff({**HANDS, "ada": (6, 8, 6)}, seems, SEES_THROUGH) == "uneasy"


def test_everybody_sees_the_bluffer_and_the_target_but_nobody_else_the_outcome() -> None:
    playing = a_triangle(**HANDS).load(BELIEVES)
    playing.give("ada", Bluff(target="bo", seems="confident"))
    for viewer in (PUBLIC, seat_viewer("cy")):
        assert heard(playing, viewer) == ["Ada puts on a face for Bo."]
    assert heard(playing, seat_viewer("bo")) == ["Ada puts on a face for Bo.", "Ada seems confident."]
    assert heard(playing, seat_viewer("ada")) == [
        "Ada puts on a face for Bo.",
        "Ada’s Deception: 11 (11 + 0).",
        "Ada would seem confident, and Bo believes it.",
    ]


def test_a_bluff_can_be_tried_out_of_turn_and_does_not_change_whose_turn_it_is() -> None:
    playing = a_triangle(**HANDS)
    events = playing.give("cy", Bluff(target="ada", seems="confident"))
    assert all_of(TurnBegan, events) == []
    assert playing.table.to_act == ["ada"]


def test_each_opponent_can_be_bluffed_once_a_betting() -> None:
    playing = a_triangle(**HANDS)
    playing.give("ada", Bluff(target="bo", seems="confident"))
    playing.when("ada", Bluff(target="bo", seems="uneasy")).then_refused("bluffed_already")
    playing.give("ada", Bluff(target="cy", seems="uneasy"))
    playing.when("ada", Bluff(target="cy", seems="uneasy")).then_refused("bluffed_already")
    assert "bluff" not in playing.may("ada")
    playing.checks_round()
    playing.give("ada", Bluff(target="bo", seems="confident"))


def test_only_who_is_in_bluffs_or_is_bluffed_or_read() -> None:
    playing = a_triangle(**HANDS)
    playing.plays(("ada", Open(amount_cp=100)), ("bo", Fold()))
    for command in (Bluff(target="ada", seems="confident"), Read(target="ada")):
        playing.when("bo", command).then_refused("folded")
    playing.when("ada", Bluff(target="bo", seems="confident")).then_refused("not_offered")
    playing.when("ada", Read(target="bo")).then_refused("not_offered")
    playing.when("ada", Read(target="ada")).then_refused("not_offered")
    playing.sit("Wim", kind="watcher")
    playing.when("wim", Bluff(target="ada", seems="confident")).then_refused("not_in_hand")


def test_an_all_in_seat_bluffs_too() -> None:
    playing = a_triangle({"bo": ANTE}, **HANDS)
    playing.give("bo", Bluff(target="ada", seems="confident"))


def test_nobody_bluffs_while_open_dice_of_ones_own_are_covered_nor_at_the_closing_step() -> None:
    playing = opened("rulers-bluff", dict.fromkeys(HANDS, 5_000), cheating="on", open_dice="own")
    playing.start()
    playing.checks_round()
    playing.when("ada", Bluff(target="bo", seems="confident")).then_refused("show_first")
    playing.let_the_clock_act()
    playing.when("ada", Read(target="bo")).then_refused("no_betting_now")
    playing = opened("triangle", dict.fromkeys(HANDS, 5_000), cheating="on")
    playing.start()
    for _ in range(3):
        playing.checks_round()
    playing.when("ada", Bluff(target="bo", seems="confident")).then_refused("round_closing")


def test_a_seat_without_a_bet_to_make_bluffs_when_it_is_asked_for_its_discard() -> None:
    playing = bluff((), {"bo": ANTE}, ada=(1, 2, 3), bo=(4, 4, 4), cy=(1, 1, 2))
    assert playing.plays(("ada", Check()))[-1] == QuestionAsked(seats=["bo"], question="discard")
    playing.give("bo", Bluff(target="ada", seems="uneasy"))
    assert playing.table.to_act == ["bo"]


# Reading


def test_a_read_that_succeeds_shows_which_of_the_two_is_true() -> None:
    for hand, seems in ((12, 8, 6), "confident"), ((6, 1, 1), "uneasy"):
        playing = a_triangle(**{**HANDS, "ada": hand}).load(READS_HER)
        events = playing.give("bo", Read(target="ada"))
        tried, own, against, notice = events
        assert tried == ReadTried(to=seat_viewer("bo"), seat="bo", target="ada")
        assert isinstance(own, CheckRolled)
        assert isinstance(against, CheckRolled)
        assert (own.seat, own.check, own.to) == ("bo", "insight", seat_viewer("bo"))
        assert (against.seat, against.check, against.to) == ("ada", "deception", GM_ONLY)
        assert notice == Told(to=seat_viewer("bo"), seat="bo", kind="read", facts={"about": "ada", "seems": seems})
        assert heard(playing, seat_viewer("bo")) == [
            "Unseen, Bo watches Ada closely.",
            "Bo’s Insight: 11 (11 + 0).",
            f"Ada is {seems}.",
        ]


def test_a_read_that_fails_or_ties_shows_nothing() -> None:
    playing = a_triangle(**HANDS).load(CANNOT_READ_HER)
    playing.give("bo", Read(target="ada"))
    assert notes(playing, "bo") == [Note(kind="read", facts={"about": "ada", "seems": None})]
    assert (heard(playing, seat_viewer("bo")) or [])[-1] == "Ada gives nothing away."


def test_nobody_but_the_reader_and_the_gm_sees_that_somebody_reads() -> None:
    playing = a_triangle(**HANDS)
    others = [viewer for viewer in playing.viewers() if viewer not in (GM, seat_viewer("bo"))]
    before = {viewer: served(playing, viewer)[:0] + msgspec.json.encode(playing.view(viewer)) for viewer in others}
    playing.give("bo", Read(target="ada"))
    for viewer in others:
        assert playing.newest_seen(viewer) is None
        assert msgspec.json.encode(playing.view(viewer)) == before[viewer]
    assert playing.newest_seen(GM) is not None


def test_a_seat_reads_one_opponent_once_a_round() -> None:
    playing = a_triangle(**HANDS)
    playing.give("bo", Read(target="ada"))
    playing.checks_round()
    playing.when("bo", Read(target="cy")).then_refused("read_already")
    playing.checks_to_the_end()
    playing.start()
    playing.give("bo", Read(target="cy"))


# Proficiency, and marked cards


def test_proficiency_with_cards_counts_once_for_bluffs_and_reads() -> None:
    playing = HandsTable.open(a_triangle(**HANDS).catalogue, "triangle")
    assert isinstance(playing, HandsTable)
    playing.sit("Ada", character=Character(abilities={"cha": 1, "wis": 2}, proficiency=3, tools={"card": True}))
    playing.sit("Bo", character=Character(skills={"insight": 4}, abilities={"wis": 1}, proficiency=2))
    playing.sit("Cy", character=Character(abilities={"wis": 1}, proficiency=2, tools={"dice": True}))
    playing.start()
    modifiers = [
        check.modifier
        for seat, command in (
            ("ada", Bluff(target="bo", seems="confident")),
            ("ada", Bluff(target="cy", seems="confident")),
            ("ada", Read(target="bo")),
        )
        for check in all_of(CheckRolled, playing.give(seat, command))
    ]
    assert modifiers == [1 + 3, 4, 1 + 3, 1, 2 + 3, 0]


@pytest.mark.parametrize(("cheating", "mode"), [("on", "advantage"), ("off", "normal")])
def test_marked_cards_of_its_own_help_a_reader_where_one_can_cheat_and_no_bluffer(cheating: str, mode: str) -> None:
    playing = HandsTable.open(a_triangle(**HANDS).catalogue, "triangle", cheating=cheating)
    assert isinstance(playing, HandsTable)
    playing.sit("Ada", sets=[GamingSet(set="simply_marked")])
    playing.sit("Bo", sets=[GamingSet(set="expertly_marked")])
    playing.start()
    own, against = all_of(CheckRolled, playing.give("ada", Read(target="bo")))
    assert (own.mode, against.mode) == (mode, "normal")
    own, against = all_of(CheckRolled, playing.give("ada", Bluff(target="bo", seems="uneasy")))
    assert (own.mode, against.mode) == ("normal", "normal")


# What is true


def all_hands_of_triangle(count: int) -> list[Rank]:
    totals = [sum(faces) for faces in product(*(range(1, sides + 1) for sides in (12, 8, 6)[:count]))]
    return [(count == 3 and total == 3, total) for total in totals]


@pytest.mark.parametrize(("count", "least"), [(1, 7), (2, 11), (3, 15)])
def test_in_triangle_confident_is_true_from_the_median_of_as_many_dice_on(count: int, least: int) -> None:
    hands = sorted(all_hands_of_triangle(count))
    assert triangle.median_of(count) == (False, least)
    assert triangle.median_of(count) == hands[len(hands) // 2]
    assert median_low(hands) <= triangle.median_of(count)


def is_good(playing: HandsTable, seat: str) -> bool:
    assert isinstance(playing.rulebook, Bluffing)
    return playing.rulebook.is_good(playing.table, seat)


def test_three_ones_are_something_to_be_confident_of_and_two_are_not_yet() -> None:
    playing = a_triangle(ada=(1, 1, 1), bo=(5, 5, 5))
    truths = []
    for _ in range(3):
        truths.append(is_good(playing, "ada"))
        if len(truths) < 3:
            playing.checks_round()
    assert truths == [False, False, True]


@pytest.mark.parametrize("count", [3, 4, 5])
def test_in_rulers_bluff_it_is_the_median_of_all_hands_by_the_order_of_the_showdown(count: int) -> None:
    hands = sorted(rulers_bluff.rank_of(faces) for faces in product(range(1, 7), repeat=count))
    assert rulers_bluff.median_of(count) == hands[len(hands) // 2]


def test_about_half_of_all_hands_are_good() -> None:
    for count, hands in ((3, 216), (4, 1_296), (5, 7_776)):
        ranks = Counter(rulers_bluff.rank_of(faces) for faces in product(range(1, 7), repeat=count))
        good = sum(ways for rank, ways in ranks.items() if rank >= rulers_bluff.median_of(count))
        assert 0.5 <= good / hands < 0.53


def test_the_open_dice_of_the_table_count_in_every_hand() -> None:
    playing = bluff((6, 6), ada=(1, 2, 6), bo=(5, 5, 5))
    assert is_good(playing, "ada") is False
    playing.checks_round()
    playing.checks_round()
    assert is_good(playing, "ada") is True


@given(st.lists(st.integers(1, 9), min_size=1))
def test_half_of_all_hands_or_more_are_at_the_median_or_above_it_and_half_or_more_at_it_or_below(
    values: list[int],
) -> None:
    middle = median(counted((value,) for value in values))
    assert 2 * sum((value,) >= middle for value in values) >= len(values)
    assert 2 * sum((value,) <= middle for value in values) >= len(values)


# Twin worlds


class Worlds:
    """Tables at which the same is done; what some seats chose or rolled is not the same."""

    def __init__(self, *worlds: HandsTable) -> None:
        self.worlds = worlds

    def do(self, seat: str, *commands: Any) -> "Worlds":
        for playing, command in zip(self.worlds, commands * (len(self.worlds) // len(commands)), strict=True):
            playing.give(seat, command)
        return self

    def look_the_same_to(self, *viewers: Viewer) -> None:
        for viewer in viewers:
            assert len({served(playing, viewer) for playing in self.worlds}) == 1

    def play_on(self, *viewers: Viewer) -> None:
        """Ada folds her hand, which nobody ever sees."""
        self.do("ada", Open(amount_cp=100)).do("bo", Call()).do("cy", Call())
        self.do("ada", Check()).do("bo", Open(amount_cp=100)).do("cy", Call()).do("ada", Fold())
        self.look_the_same_to(*viewers)
        while self.worlds[0].table.running:
            self.do(self.worlds[0].table.to_act[0], Check())
            self.look_the_same_to(*viewers)


d20 = st.integers(1, 20)
dice_of_ada = st.tuples(st.integers(1, 12), st.integers(1, 8))


@dear
@given(
    hands=st.lists(dice_of_ada, min_size=2, max_size=2),
    rolls=st.lists(st.tuples(d20, d20), min_size=2, max_size=2),
    seems=st.lists(st.sampled_from(["confident", "uneasy"]), min_size=2, max_size=2),
)
def test_no_third_party_learns_what_a_bluff_showed_whether_it_worked_or_what_is_true(
    hands: list[tuple[int, int]], rolls: list[tuple[int, int]], seems: Sequence[Any]
) -> None:
    worlds = Worlds(*(a_triangle(**{**HANDS, "ada": hand}) for hand in hands))
    for playing, (own, against) in zip(worlds.worlds, rolls, strict=True):
        playing.load({("ada", "bluff", 20): [own], ("bo", "see_through", 20): [against]})
    worlds.do("ada", *(Bluff(target="bo", seems=one) for one in seems))
    worlds.look_the_same_to(PUBLIC, seat_viewer("cy"))
    worlds.play_on(PUBLIC, seat_viewer("cy"))


@dear
@given(good=st.booleans(), rolls=st.tuples(d20, d20).filter(lambda both: both[0] <= both[1]), other=dice_of_ada)
def test_a_bluff_that_worked_and_one_that_failed_look_alike_to_the_target(
    good: bool, rolls: tuple[int, int], other: tuple[int, int]
) -> None:
    """In one world it fails and shows the truth; in the other it works and shows the same, whatever is true."""
    hand, seems, opposite = ((12, 8), "confident", "uneasy") if good else ((1, 1), "uneasy", "confident")
    worlds = Worlds(a_triangle(**{**HANDS, "ada": hand}), a_triangle(**{**HANDS, "ada": other}))
    worlds.worlds[0].load({("ada", "bluff", 20): [rolls[0]], ("bo", "see_through", 20): [rolls[1]]})
    worlds.worlds[1].load({("ada", "bluff", 20): [20], ("bo", "see_through", 20): [1]})
    chosen: list[Any] = [opposite, seems]
    worlds.do("ada", *(Bluff(target="bo", seems=one) for one in chosen))
    worlds.look_the_same_to(PUBLIC, seat_viewer("bo"), seat_viewer("cy"))
    worlds.play_on(PUBLIC, seat_viewer("bo"), seat_viewer("cy"))


@dear
@given(rolls=st.lists(st.tuples(d20, d20), min_size=2, max_size=2), targets=st.permutations(["ada", "cy"]))
def test_nobody_else_learns_the_target_or_the_outcome_of_a_read(
    rolls: list[tuple[int, int]], targets: list[str]
) -> None:
    worlds = Worlds(a_triangle(**HANDS), a_triangle(**HANDS))
    for playing, target, (own, against) in zip(worlds.worlds, targets, rolls, strict=True):
        playing.load({("bo", "read", 20): [own], (target, "hide_feelings", 20): [against]})
    worlds.do("bo", *(Read(target=target) for target in targets))
    worlds.play_on(PUBLIC, seat_viewer("ada"), seat_viewer("cy"))


def test_what_is_recorded_of_a_bluff_has_the_same_form_whatever_comes_of_it() -> None:
    forms = []
    for faces in (BELIEVES, SEES_THROUGH):
        playing = a_triangle(**HANDS).load(faces)
        forms.append([_form(event) for event in playing.give("ada", Bluff(target="bo", seems="confident"))])
    assert forms[0] == forms[1]


def _form(event: Event) -> tuple[str, list[str]]:
    fields = msgspec.to_builtins(event)
    return type(event).__name__, [*fields, *fields.get("facts", {})]


def test_a_bluffer_who_leaves_leaves_the_rest_as_it_was() -> None:
    playing = a_triangle(**HANDS).load(BELIEVES)
    playing.give("ada", Bluff(target="bo", seems="confident"))
    playing.give("ada", Leave())
    assert playing.table.to_act == ["bo"]
    assert notes(playing, "bo")[0].facts["about"] == "ada"

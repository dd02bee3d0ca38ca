"""Dice thrown together, laid aside, taken up, and thrown for who is highest: how they fold for each viewer."""

from typing import Any

import pytest

from events.audience import ALL, GM, GM_ONLY, HOUSE, PUBLIC, Audience, Viewer, seat_viewer
from events.event import Draw, Event, redact
from events.gaming_sets import GamingSet
from events.round_events import (
    DiceLoaded,
    DicePlaced,
    DiceShown,
    DiceTakenUp,
    DiceThrown,
    DieAltered,
    DieGained,
    DieLost,
    DieReplaced,
    DieRerolled,
    DieRerolledSecretly,
    DieRevealed,
    DieRolled,
    DieSetDown,
    DieSizeShown,
    DieThrownUnseen,
    DieWeighted,
    GamingSetInPlay,
    OpenThrown,
)
from events.table_events import DiceLoadedOutOfPlay, GamingSetBrought, GamingSetGiven
from projections.chronicle import describe
from projections.game import AnyTable
from projections.table import SeatSet
from tests.playing import TABLE, Playing, copied, drawn
from tests.toys.catalogue import TOYS

ADA, BO = seat_viewer("ada"), seat_viewer("bo")
EVERYBODY = (PUBLIC, ADA, BO, GM, HOUSE)
SEATED = Playing.open(TOYS, "race").seat("Ada", "Bo")


def draws(*faces: int, seat: str = "ada", first: int = 1) -> list[Draw]:
    return [drawn(seat, "throw", 6, face, n) for n, face in enumerate(faces, start=first)]


def throw(*faces: int, place: str = "open", to: Audience = ALL, seat: str = "ada", at: int = 0) -> DiceThrown:
    ns = list(range(at, at + len(faces)))
    return DiceThrown(seat=seat, ns=ns, die="d6", place=place, draws=draws(*faces, seat=seat), draws_to=to)


def seen_by(viewer: Viewer, *events: Event) -> tuple[AnyTable, list[str | None]]:
    """A viewer's table after these events, and the sentence for each event that it saw."""
    folding = TOYS.folding
    table = folding.blank(TABLE, viewer)
    for entry in SEATED.entries:
        folding.fold_all(table, [seen for event in entry.events if (seen := redact(event, viewer)) is not None])
    sentences: list[str | None] = []
    for event in events:
        seen = redact(event, viewer)
        if seen is not None:
            folding.fold(table, seen)
            sentences.append(describe(table, seen, TOYS.rulebooks))
    return table, sentences


def lying(viewer: Viewer, *events: Event, seat: str = "ada") -> list[tuple[int, str, int | None, bool, str]]:
    table, _ = seen_by(viewer, *events)
    return [(die.n, die.die, die.face, die.hole, die.place) for die in table.dice_of(seat)]


def faces(viewer: Viewer, *events: Event, seat: str = "ada") -> list[int | None]:
    return [face for _, _, face, _, _ in lying(viewer, *events, seat=seat)]


def heard(viewer: Viewer, *events: Event) -> list[str | None]:
    return seen_by(viewer, *events)[1]


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_dice_that_are_thrown_lie_in_the_open_each_under_its_number(viewer: Viewer) -> None:
    assert lying(viewer, throw(4, 1, 4)) == [
        (0, "d6", 4, False, "open"),
        (1, "d6", 1, False, "open"),
        (2, "d6", 4, False, "open"),
    ]


def test_the_house_throws_as_seats_do() -> None:
    assert faces(PUBLIC, throw(2, 6, seat="house"), seat="house") == [2, 6]


@pytest.mark.parametrize("place", ["hole", "hand"])
@pytest.mark.parametrize(
    ("to", "seen_of"),
    [(ADA, {ADA, GM, HOUSE}), (GM_ONLY, {GM, HOUSE})],
)
def test_of_a_hidden_throw_others_see_that_dice_lie_there_and_how_many_and_no_face(
    place: str, to: Audience, seen_of: set[Viewer]
) -> None:
    hidden = throw(4, 1, place=place, to=to)
    for viewer in EVERYBODY:
        known: list[int | None] = [4, 1] if viewer in seen_of else [None, None]
        assert lying(viewer, hidden) == [(n, "d6", known[n], place == "hole", place) for n in range(2)]


def test_a_throw_after_another_adds_dice_from_the_next_number_on() -> None:
    assert faces(PUBLIC, throw(4, 1), throw(6, 5, at=2)) == [4, 1, 6, 5]


def test_dice_that_lay_there_are_thrown_again_and_the_others_stay() -> None:
    again = DiceThrown(seat="ada", ns=[1, 3], die="d6", place="open", draws=draws(5, 2, first=4), draws_to=ALL)
    assert faces(PUBLIC, throw(4, 1, 4), again) == [4, 5, 4, 2]


def test_a_hidden_throw_takes_the_faces_that_lay_there_from_who_may_not_see_it() -> None:
    again = DiceThrown(seat="ada", ns=[0], die="d6", place="hole", draws=draws(6, first=3), draws_to=ADA)
    assert (faces(BO, throw(4, 1), again), faces(ADA, throw(4, 1), again)) == ([None, 1], [6, 1])


def test_dice_that_were_thrown_can_be_rolled_again_and_revealed_one_by_one() -> None:
    hidden = throw(4, 1, place="hole", to=ADA)
    rolled = DieRerolled(seat="ada", n=1, by="bo", why="cheek", draw=drawn("ada", "cheek", 6, 3), draw_to=ADA)
    assert faces(ADA, hidden, rolled) == [4, 3]
    assert lying(BO, hidden, rolled, DieRevealed(seat="ada", n=1, face=3)) == [
        (0, "d6", None, True, "hole"),
        (1, "d6", 3, False, "open"),
    ]


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_dice_that_are_set_aside_lie_there_as_they_are(viewer: Viewer) -> None:
    assert lying(viewer, throw(4, 1, 5), DicePlaced(seat="ada", ns=[0, 2], place="aside")) == [
        (0, "d6", 4, False, "aside"),
        (1, "d6", 1, False, "open"),
        (2, "d6", 5, False, "aside"),
    ]


def test_dice_that_are_set_aside_can_be_brought_back() -> None:
    placed = [DicePlaced(seat="ada", ns=[0], place=place) for place in ("aside", "open")]
    assert lying(PUBLIC, throw(4), *placed) == [(0, "d6", 4, False, "open")]


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_a_player_who_takes_up_dice_has_none_on_the_table_and_begins_with_number_0_again(viewer: Viewer) -> None:
    aside = DicePlaced(seat="ada", ns=[0], place="aside")
    events: list[Event] = [throw(4, 1), throw(3, seat="bo"), aside, DiceTakenUp(seat="ada")]
    assert (faces(viewer, *events), faces(viewer, *events, seat="bo")) == ([], [3])
    rolled = DieRolled(seat="ada", n=0, die="d8", place="open", draw=drawn("ada", "roll", 8, 8), draw_to=ALL)
    assert lying(viewer, *events, rolled) == [(0, "d8", 8, False, "open")]


def test_the_house_takes_up_its_dice_too() -> None:
    assert faces(PUBLIC, throw(2, 6, seat="house"), DiceTakenUp(seat="house"), seat="house") == []


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_an_open_throw_changes_nothing_that_lies_on_the_table(viewer: Viewer) -> None:
    high = OpenThrown(why="first_bet", draws=[drawn("ada", "first_bet", 20, 7), drawn("bo", "first_bet", 20, 9)])
    assert (faces(viewer, throw(4), high), faces(viewer, throw(4), high, seat="bo")) == ([4], [])


def test_the_house_counts_every_draw_of_a_throw_and_nobody_else_does() -> None:
    high = OpenThrown(why="first_bet", draws=[drawn("ada", "first_bet", 20, 7), drawn("bo", "first_bet", 20, 9)])
    again = DiceThrown(seat="ada", ns=[1], die="d6", place="open", draws=draws(5, first=4), draws_to=ALL)
    counted = {viewer: seen_by(viewer, throw(4, 1, 4), again, high)[0].drawn for viewer in EVERYBODY}
    assert counted == {
        **{viewer: {} for viewer in (PUBLIC, ADA, BO, GM)},
        HOUSE: {"ada throw 6": 4, "ada first_bet 20": 1, "bo first_bet 20": 1},
    }


def test_what_was_thrown_goes_through_a_snapshot() -> None:
    table, _ = seen_by(BO, throw(4, 1, place="hole", to=ADA), DicePlaced(seat="ada", ns=[0], place="aside"))
    assert copied(TOYS, table) == table


ONE_HIDDEN = throw(4, place="hole", to=ADA)
TWELVE = throw(*[6] * 12)
THIRTEEN = throw(*[6] * 13)


@pytest.mark.parametrize(
    ("viewer", "event", "sentence"),
    [
        (PUBLIC, throw(4, 1, 5), "Ada throws three d6s: 4, 1, 5."),
        (PUBLIC, throw(4), "Ada throws a d6: 4."),
        (PUBLIC, throw(2, 6, seat="house"), "The House throws two d6s: 2, 6."),
        (PUBLIC, ONE_HIDDEN, "Ada throws a d6 under the cup."),
        (ADA, ONE_HIDDEN, "Ada throws a d6 under the cup: 4."),
        (BO, throw(4, 1, place="hand", to=ADA), "Ada throws two d6s into the hand."),
        (GM, throw(4, 1, place="hand", to=ADA), "Ada throws two d6s into the hand: 4, 1."),
        (PUBLIC, TWELVE, f"Ada throws twelve d6s: {', '.join('6' * 12)}."),
        (PUBLIC, THIRTEEN, f"Ada throws 13 d6s: {', '.join('6' * 13)}."),
    ],
)
def test_a_throw_is_reported_with_the_faces_that_its_listener_may_know(
    viewer: Viewer, event: Event, sentence: str
) -> None:
    assert heard(viewer, event) == [sentence]


def test_dice_set_aside_are_reported_and_dice_brought_back_are_not() -> None:
    aside, back = (DicePlaced(seat="ada", ns=[0, 2], place=place) for place in ("aside", "open"))
    assert heard(PUBLIC, throw(4, 1, 5), aside, back)[1:] == ["Ada sets aside 4, 5.", None]


def test_the_chronicle_does_not_mention_that_dice_are_taken_up() -> None:
    assert heard(PUBLIC, throw(4), DiceTakenUp(seat="ada"))[1:] == [None]


def test_everybody_hears_of_an_open_throw_and_its_purpose() -> None:
    thrown: list[Any] = [("ada", 7), ("bo", 19)]
    high = OpenThrown(why="the_pot", draws=[drawn(seat, "the_pot", 20, face) for seat, face in thrown])
    assert [heard(viewer, high) for viewer in EVERYBODY] == [["A throw for the pot: Ada 7 and Bo 19."]] * 5


def gained(face: int, die: str = "d8") -> DieGained:
    return DieGained(seat="ada", die=die, place="open", draw=drawn("ada", "gain", 8, face), draw_to=ALL)


@pytest.mark.parametrize(
    ("n", "left"), [(0, [(0, 1), (1, 5), (2, 6)]), (1, [(0, 4), (1, 5), (2, 6)]), (3, [(0, 4), (1, 1), (2, 5)])]
)
def test_dice_after_one_that_is_lost_move_down_by_one(n: int, left: list[tuple[int, int]]) -> None:
    lost = DieLost(seat="ada", n=n, die="d6", why="stolen", by="bo")
    assert [(m, face) for m, _, face, _, _ in lying(PUBLIC, throw(4, 1, 5, 6), lost)] == left


def test_a_die_that_is_gained_comes_last_and_shows_its_face_once_it_is_thrown() -> None:
    in_hand = DieGained(seat="ada", die="d4", place="hand")
    assert lying(PUBLIC, throw(4), gained(7), in_hand) == [
        (0, "d6", 4, False, "open"),
        (1, "d8", 7, False, "open"),
        (2, "d4", None, False, "hand"),
    ]


def test_a_die_that_replaces_another_takes_its_number() -> None:
    thrown = DieReplaced(
        seat="ada", n=1, die="d10", place="hole", why="swap", by="bo", draw=drawn("ada", "swap", 10, 9), draw_to=ADA
    )
    in_hand = DieReplaced(seat="ada", n=0, die="d4", place="hand", why="swap", by="ada")
    events: list[Event] = [throw(4, 1, 5), thrown, in_hand]
    assert lying(ADA, *events) == [
        (0, "d4", None, False, "hand"),
        (1, "d10", 9, True, "hole"),
        (2, "d6", 5, False, "open"),
    ]
    assert faces(BO, *events) == [None, None, 5]


def test_a_die_thrown_unseen_is_another_die_only_for_those_who_know() -> None:
    unseen = DieThrownUnseen(
        to=ADA, seat="ada", n=1, die="d10", was="d6", why="palmed", draw=drawn("ada", "palmed", 10, 9)
    )
    events: list[Event] = [throw(4, 1, 5), unseen]
    assert lying(ADA, *events)[1] == (1, "d10", 9, False, "open")
    assert lying(BO, *events)[1] == (1, "d6", 1, False, "open")
    shown = DieSizeShown(seat="ada", n=1, die="d10")
    assert lying(ADA, *events, shown) == [
        (0, "d6", 4, False, "open"),
        (1, "d10", 9, False, "open"),
        (2, "d6", 5, False, "open"),
    ]
    assert lying(BO, *events, shown)[1] == (1, "d10", None, False, "open")


def test_dice_in_the_hand_are_set_down_or_shown() -> None:
    hand = throw(4, 1, 5, place="hand", to=ADA)
    down = DieSetDown(seat="ada", n=0, place="blind", face=4, face_to=GM_ONLY)
    shown = DiceShown(seat="ada", ns=[1, 2], faces=[1, 5])
    assert lying(BO, hand, down, shown) == [
        (0, "d6", None, True, "blind"),
        (1, "d6", 1, False, "open"),
        (2, "d6", 5, False, "open"),
    ]
    assert faces(GM, hand, down) == [4, 1, 5]
    with pytest.raises(ValueError, match="zip"):
        lying(BO, hand, DiceShown(seat="ada", ns=[1, 2], faces=[1]))


def test_a_throw_has_a_draw_for_each_of_its_dice() -> None:
    with pytest.raises(ValueError, match="zip"):
        lying(PUBLIC, DiceThrown(seat="ada", ns=[0, 1], die="d6", place="open", draws=draws(4), draws_to=ALL))


def test_dice_turned_in_secret_lie_where_they_were_with_another_face() -> None:
    hidden = throw(4, 1, place="hole", to=ADA)
    turned = DieAltered(to=ADA, seat="ada", n=0, was=4, face=6, why="cheat")
    weighted = DieWeighted(to=GM_ONLY, seat="ada", n=1, set="weighted_double", was=1, face=6)
    again = DieRerolledSecretly(to=ADA, seat="ada", n=1, by="ada", why="cheat", draw=drawn("ada", "again", 6, 2))
    assert lying(ADA, hidden, turned, weighted, again) == [(0, "d6", 6, True, "hole"), (1, "d6", 2, True, "hole")]
    assert faces(GM, hidden, weighted) == [4, 6]
    assert faces(BO, hidden, turned, weighted, again) == [None, None]


HEAVY = GamingSet(set="weighted_heavy", faces={"d6": 5, "d8": 1})


def sets(viewer: Viewer, *events: Event) -> dict[str, SeatSet]:
    return seen_by(viewer, *events)[0].seats["ada"].sets


def test_a_set_that_is_given_or_in_play_replaces_what_a_seat_has_and_not_its_look() -> None:
    brought = GamingSetBrought(seat="ada", kind="dice", look="ivory", brought=HEAVY, brought_to=ADA)
    given = GamingSetGiven(to=ADA, seat="ada", kind="dice", given=GamingSet(set="weighted_high"))
    cards = GamingSetInPlay(to=ADA, seat="ada", kind="card", playing_with=GamingSet(set="simply_marked"))
    assert sets(ADA, brought) == {"dice": SeatSet(look="ivory", own=HEAVY)}
    assert sets(BO, brought, given, cards) == {"dice": SeatSet(look="ivory", own=None)}
    assert sets(ADA, brought, given, cards) == {
        "dice": SeatSet(look="ivory", own=GamingSet(set="weighted_high")),
        "card": SeatSet(look="common", own=GamingSet(set="simply_marked")),
    }


@pytest.mark.parametrize("loaded", [DiceLoaded, DiceLoadedOutOfPlay])
def test_loaded_dice_keep_the_faces_of_the_kinds_that_were_not_loaded(
    loaded: type[DiceLoaded | DiceLoadedOutOfPlay],
) -> None:
    given = GamingSetGiven(to=ADA, seat="ada", kind="dice", given=HEAVY)
    load = loaded(to=ALL, seat="ada", faces={"d6": 2, "d4": 3})
    assert sets(ADA, given, load)["dice"].own == GamingSet(set="weighted_heavy", faces={"d6": 2, "d8": 1, "d4": 3})
    assert sets(BO, given, load) == {}

"""Ruler's Bluff as its text has it (seeds 003), and the rulings on it."""

import pytest

from events.accounts import HOUSE, POT
from events.audience import GM, PUBLIC, seat_viewer
from events.round_events import (
    DiceThrown,
    DieRevealed,
    DieRolled,
    PhaseBegan,
    RoundEnded,
    TurnBegan,
)
from events.table_events import CoinsMoved
from games.mechanics.betting import BettingBegan, Call, Check, Fold, Open, Paid
from games.mechanics.showdown import PotWon
from games.rulers_bluff import HandRanked
from tests.games.hands.table import PURSE, bluff, ended, opened, won
from tests.playing import all_of, drawn

PAIRED = {"ada": (1, 1, 4), "bo": (2, 3, 6), "cy": (5, 5, 2)}
"""With 6 and 4 in the open, Ada has two pairs, Bo a pair, and Cy a pair."""


def test_the_first_round_each_player_rolls_three_dice_that_they_keep_hidden() -> None:
    playing = bluff(ada=(1, 1, 4), bo=(2, 3, 6))
    assert all_of(DiceThrown, playing.entries[-1].events) == [
        DiceThrown(
            seat=seat,
            ns=[0, 1, 2],
            die="d6",
            place="hole",
            draws=[drawn(seat, "hidden", 6, face, n) for n, face in enumerate(faces, start=1)],
            draws_to=seat_viewer(seat),
        )
        for seat, faces in (("ada", (1, 1, 4)), ("bo", (2, 3, 6)))
    ]
    faces = {who: [die.face for die in playing.seen_seat("bo", who).dice] for who in playing.viewers()}
    assert faces == {
        PUBLIC: [None] * 3,
        GM: [2, 3, 6],
        seat_viewer("ada"): [None] * 3,
        seat_viewer("bo"): [2, 3, 6],
    }


def test_the_second_and_the_third_round_one_die_each_falls_in_the_open_for_all() -> None:
    playing = bluff((6, 4), **PAIRED)
    second, third = playing.checks_round(), playing.checks_round()
    assert all_of(DieRolled, [*second, *third]) == [
        DieRolled(seat=HOUSE, n=n, die="d6", place="open", draw=drawn(HOUSE, "shared", 6, face, n + 1), draw_to="all")
        for n, face in enumerate((6, 4))
    ]
    assert [die.face for die in playing.view(PUBLIC).house_dice] == [6, 4]


def test_open_dice_can_be_each_seats_own() -> None:
    playing = opened("rulers-bluff", {"ada": PURSE, "bo": PURSE}, open_dice="own")
    playing.load({("ada", "hidden", 6): [1, 2, 3], ("bo", "hidden", 6): [6, 6, 5]})
    playing.load({("ada", "open", 6): [4, 5], ("bo", "open", 6): [6, 1]}).start()
    playing.checks_round()
    assert [die.face for die in playing.seen_seat("ada", PUBLIC).dice] == [None, None, None, 4]
    playing.checks_round()
    events = playing.checks_round()
    assert [(event.seat, event.hand) for event in all_of(HandRanked, events)] == [
        ("ada", "low_straight"),
        ("bo", "three_of_a_kind"),
    ]
    assert playing.view(PUBLIC).house_dice == []


def test_a_seat_that_has_folded_rolls_no_open_die_of_its_own() -> None:
    playing = opened("rulers-bluff", dict.fromkeys(("ada", "bo", "cy"), PURSE), open_dice="own")
    playing.start()
    playing.plays(("ada", Open(amount_cp=100)), ("bo", Fold()))
    events = playing.plays(("cy", Call()))
    assert [event.seat for event in all_of(DieRolled, events)] == ["ada", "cy"]


def test_betting_follows_each_round_and_begins_with_the_first_seat_still_in() -> None:
    playing = bluff((6, 4), **PAIRED)
    assert (playing.table.phase, playing.table.turn) == ("first_betting", "ada")
    playing.plays(("ada", Check()), ("bo", Open(amount_cp=100)), ("cy", Call()))
    events = playing.plays(("ada", Fold()))
    assert events[-3:] == [PhaseBegan(phase="second_betting"), BettingBegan(), TurnBegan(seat="bo")]
    playing.checks_round()
    assert (playing.table.phase, playing.table.turn) == ("third_betting", "bo")
    assert playing.view(PUBLIC).details["betting"] == 3


def test_the_highest_hand_after_the_third_round_takes_the_pot() -> None:
    playing = bluff((6, 4), **PAIRED)
    playing.checks_round()
    playing.checks_round()
    playing.plays(("ada", Check()), ("bo", Check()))
    playing.when("cy", Check()).then(
        Paid(seat="cy", move="check", amount_cp=0),
        PhaseBegan(phase="showdown"),
        *(DieRevealed(seat=seat, n=n, face=face) for seat in PAIRED for n, face in enumerate(PAIRED[seat])),
        HandRanked(seat="ada", hand="two_pairs", faces=[4, 4, 1, 1, 6]),
        HandRanked(seat="bo", hand="pair", faces=[6, 6, 4, 3, 2]),
        HandRanked(seat="cy", hand="pair", faces=[5, 5, 6, 4, 2]),
        CoinsMoved(payer=POT, payee="ada", amount_cp=1_500, reason="payout"),
        PotWon(number=1, amount_cp=1_500, contenders=list(PAIRED), shares_cp={"ada": 1_500}, how="best"),
        RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 1_500}),
        *playing.closing(),
    )


def test_equal_hands_split_the_pot() -> None:
    events = bluff((6, 5), ada=(1, 2, 3), bo=(1, 2, 3)).checks_to_the_end()
    assert won(events) == [({"ada": 500, "bo": 500}, "tie")]
    assert ended(events).outcome == "split"


def test_a_folded_hand_stays_hidden_when_the_others_show_theirs() -> None:
    playing = bluff((6, 4), **PAIRED)
    playing.plays(("ada", Open(amount_cp=100)), ("bo", Call()), ("cy", Fold()))
    events = playing.checks_to_the_end()
    assert {event.seat for event in all_of(DieRevealed, events)} == {"ada", "bo"}
    assert [die.face for die in playing.seen_seat("cy", PUBLIC).dice] == [None] * 3
    assert playing.details("cy")["hand"] is None
    assert playing.table.options.unseal == "dispute"


def test_the_seed_stays_secret_unless_the_gm_lets_it_be_known() -> None:
    playing = bluff((6, 4), **PAIRED)
    playing.checks_to_the_end()
    assert [type(event).__name__ for event in playing.closing()] == ["SeedRecorded"]


def test_a_watcher_has_no_hand_and_no_bets() -> None:
    playing = bluff(**PAIRED)
    playing.sit("Wat", kind="watcher")
    assert playing.details("wat") == {}
    playing.when("wat", Check()).then_refused("not_in_hand")


@pytest.mark.parametrize(
    ("faces", "hand"),
    [((1, 2, 4), "no_pair"), ((4, 4, 1), "pair"), ((4, 4, 4), "three_of_a_kind")],
)
def test_a_seat_sees_what_its_dice_make_so_far(faces: tuple[int, int, int], hand: str) -> None:
    playing = bluff(ada=faces, bo=(1, 1, 2))
    seen = {who: playing.details("ada", who)["hand"] for who in playing.viewers()}
    assert seen == {PUBLIC: None, GM: hand, seat_viewer("ada"): hand, seat_viewer("bo"): None}


def test_the_chronicle_reports_a_round() -> None:
    playing = bluff((6, 4), ada=(1, 1, 4), bo=(5, 5, 5))
    heard: list[str] = []
    for seat in ("ada", "bo") * 3:
        playing.give(seat, Check())
        newest = playing.newest_seen(PUBLIC)
        heard += newest.chronicle if newest else []
    assert heard == [
        "Ada checks.",
        "It is Bo’s turn.",
        "Bo checks.",
        "The open die shows 6.",
        "The second betting opens.",
        "It is Ada’s turn.",
        "Ada checks.",
        "It is Bo’s turn.",
        "Bo checks.",
        "The open die shows 4.",
        "The third and last betting opens.",
        "It is Ada’s turn.",
        "Ada checks.",
        "It is Bo’s turn.",
        "Bo checks.",
        "The hands are shown.",
        "Ada’s first die shows 1.",
        "Ada’s second die shows 1.",
        "Ada’s third die shows 4.",
        "Bo’s first die shows 5.",
        "Bo’s second die shows 5.",
        "Bo’s third die shows 5.",
        "Ada has two pairs: 4, 4, 1, 1 and 6.",
        "Bo has three of a kind: 5, 5, 5, 6 and 4.",
        "Bo wins the pot of 10 gp.",
        "Round 1 goes to Bo with 10 gp.",
    ]

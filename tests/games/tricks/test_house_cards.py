"""Cheating with cards against the House: what a seat draws lies face down until it is shown. Shown with Mountains."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from events.accounts import HOUSE
from events.audience import ALL, GM, PUBLIC, seat_viewer
from events.character import Character
from events.gaming_sets import GamingSet
from events.round_events import (
    CheckRolled,
    Denounced,
    DiceShown,
    DiceThrown,
    DieRerolledSecretly,
    DieRolled,
    DieWeighted,
    GamingSetInPlay,
    QuestionAnswered,
    QuestionAsked,
    StatusChanged,
)
from games.engine.rulebook import Timeout
from games.installed import CATALOGUE
from games.mechanics.house_bets import Bet, Pass
from games.mechanics.tricks.cup import ShowDice
from games.mechanics.tricks.inspecting import Inspect
from games.mechanics.tricks.noticing import Denounce, SayNothing
from games.mechanics.tricks.palming import Cheat
from games.table import Leave
from projections.actions import Refusal
from projections.table import Die
from tests.games.tricks.worlds import alike_for, all_silent, happened, served
from tests.playing import Playing, drawn

Loaded = Mapping[tuple[str, str, int], Iterable[int]]
BUY_IN = Bet(amount_cp=500)
UNSEEN: Loaded = {
    ("bri", "sleight_of_hand", 20): [10, 10],
    ("odo", "notice", 20): [10],
    (HOUSE, "notice", 20): [8],
}
ODO_SEES: Loaded = {**UNSEEN, ("odo", "notice", 20): [11]}
HOUSE_SEES: Loaded = {**UNSEEN, (HOUSE, "notice", 20): [9]}
MARKED = GamingSet(set="simply_marked")


def seated(*sets: GamingSet, checks: Loaded = UNSEEN, card: int = 8, again: int = 4, **options: Any) -> Playing:
    """Bri, who brings these sets, and Odo are asked for the buy-in. The House will show 2 and 7, Odo draw a 5."""
    playing = Playing.open(CATALOGUE, "mountains", **{"cheating": "on", **options})
    playing.sit("Bri", sets=sets)
    playing.seat("Odo").start()
    cards = {("bri", "card", 8): [card], ("bri", "palmed", 8): [again], ("odo", "card", 8): [5]}
    return playing.load({(HOUSE, "house", 8): [2, 7], **cards, **checks})


def bought_in(*sets: GamingSet, **given: Any) -> Playing:
    """Both have bought in, and are asked for more."""
    playing = seated(*sets, **given)
    playing.give("bri", BUY_IN)
    playing.give("odo", BUY_IN)
    return playing


def drawn_cards(*sets: GamingSet, **given: Any) -> Playing:
    """Each has drawn a card."""
    playing = bought_in(*sets, **given)
    playing.give("bri", Pass())
    playing.give("odo", Pass())
    return playing


def found_out(playing: Playing) -> Playing:
    """Odo inspects Bri's set, and finds that it is crooked."""
    playing.load({("odo", "inspect", 20): [20]}).give("odo", Inspect(target="bri"))
    return playing


def face_seen(playing: Playing, viewer: str, seat: str = "bri") -> int | None:
    [die] = next(one.dice for one in playing.view(viewer).seats if one.seat == seat)
    assert isinstance(die, Die)
    return die.face


def status(playing: Playing, seat: str = "bri") -> str:
    return playing.table.seats[seat].status


# Face down


def test_a_card_lies_face_down_and_only_its_seat_and_the_gm_see_it() -> None:
    playing = drawn_cards()
    card = DieRolled(
        seat="bri", n=0, die="d8", place="hand", draw=drawn("bri", "card", 8, 8), draw_to=seat_viewer("bri")
    )
    assert card in playing.entries[-1].events
    assert [face_seen(playing, viewer) for viewer in (seat_viewer("bri"), GM, seat_viewer("odo"), PUBLIC)] == [
        8,
        8,
        None,
        None,
    ]
    assert (playing.table.question, playing.table.to_act) == ("in_the_cup", ["bri", "odo"])


def test_if_cheating_is_off_cards_lie_open_at_once() -> None:
    playing = drawn_cards(cheating="off")
    assert not playing.table.running
    assert happened(playing, DiceShown) == []


def test_a_seat_with_a_card_face_down_may_only_show_it_or_cheat() -> None:
    playing = drawn_cards()
    assert [action.type for action in playing.actions("bri")][:3] == ["show_dice", "cheat", "inspect"]
    for command in (Bet(amount_cp=500), Pass()):
        playing.when("bri", command).then_refused("show_first")


def test_each_shows_its_card_when_it_likes_and_the_round_goes_on_once_all_have() -> None:
    playing = drawn_cards()
    playing.when("odo", ShowDice()).then(DiceShown(seat="odo", ns=[0], faces=[5]), QuestionAnswered(seat="odo"))
    playing.when("odo", ShowDice()).then_refused("nothing_in_the_cup")
    playing.give("bri", ShowDice())
    assert playing.table.phase == "closing"
    all_silent(playing)
    assert (playing.table.purse("bri"), playing.table.purse("odo")) == (9_500, 10_500)


def test_the_clock_shows_cards() -> None:
    playing = drawn_cards(turn_seconds=60)
    assert playing.let_the_clock_act() == Timeout("bri", ShowDice())


def test_the_houses_cards_are_honest_and_lie_open() -> None:
    [house] = happened(bought_in(MARKED), DiceThrown)
    draws = [drawn(HOUSE, "house", 8, 2), drawn(HOUSE, "house", 8, 7, n=2)]
    assert house == DiceThrown(seat=HOUSE, ns=[0, 1], die="d8", place="open", draws=draws, draws_to=ALL)


# Cheating


def test_a_card_is_drawn_again_in_secret_the_second_counts_and_is_shown() -> None:
    playing = drawn_cards()
    events = playing.give("bri", Cheat(n=0))
    again = drawn("bri", "palmed", 8, 4)
    assert DieRerolledSecretly(to=seat_viewer("bri"), seat="bri", n=0, by="bri", why="palmed", draw=again) in events
    assert events[-2:] == [DiceShown(seat="bri", ns=[0], faces=[4]), QuestionAnswered(seat="bri")]
    playing.give("odo", ShowDice())
    assert all_silent(playing).table.purse("bri") == 10_500


def test_a_card_that_lies_open_is_not_drawn_again() -> None:
    playing = drawn_cards()
    playing.give("bri", ShowDice())
    playing.when("bri", Cheat(n=0)).then_refused("nothing_in_the_cup")


@pytest.mark.parametrize(("sets", "mode"), [([], "normal"), ([MARKED], "advantage")])
def test_marked_cards_give_advantage_on_the_check_to_cheat(sets: list[GamingSet], mode: str) -> None:
    playing = drawn_cards(*sets)
    playing.give("bri", Cheat(n=0))
    sleight = next(event for event in happened(playing, CheckRolled) if isinstance(event, CheckRolled))
    assert (sleight.check, sleight.mode) == ("sleight_of_hand", mode)


def test_proficiency_with_cards_counts_in_a_card_game() -> None:
    playing = Playing.open(CATALOGUE, "mountains", cheating="on")
    playing.sit("Bri", character=Character(abilities={"dex": 1}, proficiency=3, tools={"card": True}))
    playing.load({(HOUSE, "house", 8): [2, 7]}).start()
    for command in (BUY_IN, Pass(), Cheat(n=0)):
        playing.give("bri", command)
    sleight = next(event for event in happened(playing, CheckRolled) if isinstance(event, CheckRolled))
    assert sleight.modifier == 4


def test_marked_cards_are_in_play_and_fall_like_any_others() -> None:
    playing = drawn_cards(MARKED, GamingSet(set="weighted_high"))
    assert happened(playing, GamingSetInPlay) == [
        GamingSetInPlay(to=seat_viewer("bri"), seat="bri", kind="card", playing_with=MARKED)
    ]
    assert happened(playing, DieWeighted) == []
    assert face_seen(playing, GM) == 8


def test_the_house_denounces_at_once_and_the_bet_is_lost() -> None:
    playing = drawn_cards(checks=HOUSE_SEES)
    playing.give("odo", ShowDice())
    events = playing.give("bri", Cheat(n=0))
    denounced = StatusChanged(seat="bri", status="caught", why="denounced")
    assert events[-4:-2] == [Denounced(seat="bri", by=HOUSE), denounced]
    assert playing.table.phase == "closing"
    assert all_silent(playing).table.purse("bri") == 9_500


def test_a_player_who_notices_may_denounce_until_the_bets_are_paid() -> None:
    playing = drawn_cards(checks=ODO_SEES)
    playing.give("bri", Cheat(n=0))
    playing.give("odo", ShowDice())
    playing.give("bri", SayNothing())
    playing.give("odo", Denounce(target="bri"))
    playing.give("odo", SayNothing())
    assert playing.table.purse("bri") == 9_500
    assert playing.table.result is not None
    assert playing.table.result.winners == ["odo"]


# Inspecting


def test_whose_marked_cards_are_found_before_the_buy_in_plays_no_more() -> None:
    playing = found_out(seated(MARKED))
    playing.when("odo", Denounce(target="bri")).then(
        Denounced(seat="bri", by="odo"),
        StatusChanged(seat="bri", status="caught", why="denounced"),
        QuestionAnswered(seat="bri"),
    )
    playing.when("bri", BUY_IN).then_refused("not_asked")
    [why] = {offer.detail for offer in playing.offers("bri") if offer.type == "bet" and isinstance(offer, Refusal)}
    assert why == "You were denounced, and are out of this round."


def test_whose_marked_cards_are_found_before_the_draw_is_asked_no_more_and_dealt_no_card() -> None:
    playing = found_out(seated(MARKED))
    playing.give("bri", BUY_IN)
    playing.give("odo", Denounce(target="bri"))
    playing.give("odo", BUY_IN)
    assert playing.table.to_act == ["odo"]
    playing.give("odo", Pass())
    assert playing.table.seats["bri"].dice == []
    playing.give("odo", ShowDice())
    all_silent(playing)
    assert playing.table.result is not None
    assert playing.table.result.won_cp == {"odo": 1_000}


def test_whose_marked_cards_are_found_under_the_cup_shows_them_and_the_others_go_on() -> None:
    playing = found_out(drawn_cards(MARKED))
    playing.when("odo", Denounce(target="bri")).then(
        Denounced(seat="bri", by="odo"),
        StatusChanged(seat="bri", status="caught", why="denounced"),
        DiceShown(seat="bri", ns=[0], faces=[8]),
        QuestionAnswered(seat="bri"),
    )
    assert playing.table.to_act == ["odo"]


def test_if_the_last_who_is_asked_is_denounced_the_round_goes_on() -> None:
    playing = found_out(drawn_cards(MARKED))
    playing.give("odo", ShowDice())
    playing.give("odo", Denounce(target="bri"))
    assert (playing.table.phase, playing.table.to_act) == ("closing", ["bri", "odo"])


def test_if_everybody_who_has_bet_is_denounced_nobody_draws() -> None:
    playing = found_out(seated(MARKED))
    playing.give("bri", BUY_IN)
    playing.give("odo", Pass())
    playing.give("odo", Denounce(target="bri"))
    assert (playing.table.phase, playing.table.seats["bri"].dice) == ("closing", [])
    all_silent(playing)
    assert playing.table.balance(HOUSE) == 500


# Leaving, and calling off


def test_the_card_of_who_leaves_is_turned_over_and_the_bet_stands() -> None:
    playing = drawn_cards(card=4)
    events = playing.give("bri", Leave())
    assert DiceShown(seat="bri", ns=[0], faces=[4]) in events
    playing.give("odo", ShowDice())
    all_silent(playing)
    assert playing.table.result is not None
    assert playing.table.result.won_cp == {"bri": 1_000, "odo": 1_000}


def test_the_card_of_who_has_left_before_lies_open_at_once() -> None:
    playing = bought_in(card=4)
    playing.give("bri", Leave())
    playing.give("odo", Pass())
    assert face_seen(playing, PUBLIC) == 4
    assert playing.table.to_act == ["odo"]


def test_the_last_who_is_asked_for_a_card_may_leave() -> None:
    playing = drawn_cards()
    playing.give("odo", ShowDice())
    playing.give("bri", Leave())
    assert (playing.table.phase, playing.table.to_act) == ("closing", ["odo"])


def test_if_the_only_player_leaves_with_a_card_face_down_the_round_ends() -> None:
    playing = Playing.open(CATALOGUE, "mountains", cheating="on").seat("Bri").load({(HOUSE, "house", 8): [2, 7]})
    playing.start()
    for command in (BUY_IN, Pass(), Leave()):
        playing.give("bri", command)
    assert not playing.table.running


# Twin worlds


def test_a_card_drawn_again_looks_to_others_like_one_that_is_shown() -> None:
    honest, crooked = drawn_cards(card=4), drawn_cards(card=8, again=4)
    assert alike_for(honest, crooked, "odo")
    honest.give("bri", ShowDice())
    crooked.give("bri", Cheat(n=0))
    for playing in (honest, crooked):
        playing.give("odo", ShowDice())
        all_silent(playing)
    assert alike_for(honest, crooked, "odo")
    assert served(honest, seat_viewer("bri")) != served(crooked, seat_viewer("bri"))


def test_marked_cards_look_to_others_like_common_ones() -> None:
    plain = Playing.open(CATALOGUE, "mountains", cheating="on")
    plain.sit("Bri", purse_cp=10_000, sets=[GamingSet(set="common_cards")])
    marked = Playing.open(CATALOGUE, "mountains", cheating="on")
    marked.sit("Bri", purse_cp=10_000, sets=[MARKED])
    for playing in (plain, marked):
        playing.seat("Odo").start()
        playing.load({(HOUSE, "house", 8): [2, 7], ("odo", "inspect", 20): [1]})
        for seat, command in (("bri", BUY_IN), ("odo", BUY_IN), ("bri", Pass()), ("odo", Pass())):
            playing.give(seat, command)
        playing.give("odo", Inspect(target="bri"))
        playing.give("bri", ShowDice())
        playing.give("odo", ShowDice())
        all_silent(playing)
    assert alike_for(plain, marked, "odo")


def test_only_who_notices_is_served_something_else() -> None:
    unseen, seen = drawn_cards(), drawn_cards(checks=ODO_SEES)
    for playing in (unseen, seen):
        playing.give("bri", Cheat(n=0))
    assert alike_for(unseen, seen, "bri")
    assert served(unseen, seat_viewer("odo")) != served(seen, seat_viewer("odo"))


def test_what_lies_face_down_shows_nowhere() -> None:
    low, high = drawn_cards(card=1), drawn_cards(card=8)
    assert alike_for(low, high, "odo")
    assert happened(low, QuestionAsked)[-1] == QuestionAsked(seats=["bri", "odo"], question="in_the_cup")

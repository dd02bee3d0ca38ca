"""Cheating with hidden hands: a hidden die is rolled again, unseen, and a denounced cheater is out of the hand."""

from typing import Any

import msgspec
import pytest

from events.accounts import HOUSE, OUTSIDE, POT
from events.audience import GM, PUBLIC, Viewer, seat_viewer
from events.character import Character
from events.event import Command
from events.gaming_sets import GamingSet
from events.round_events import (
    CheckRolled,
    Denounced,
    DieRerolledSecretly,
    DieRevealed,
    GamingSetInPlay,
    PhaseBegan,
    QuestionAsked,
    RoundEnded,
    TurnBegan,
)
from events.table_events import CoinsMoved
from games.mechanics.betting import Call, Check, Fold, Open
from games.mechanics.tricks.cup import ShowDice
from games.mechanics.tricks.noticing import Denounce, EndClosing, SayNothing
from games.mechanics.tricks.palming import Cheat
from games.rulers_bluff import Discard
from games.table import Leave
from tests.games.hands.table import ANTE, HandsTable, ended, opened, won
from tests.playing import Sequence, all_of

HANDS = {"ada": (12, 8, 6), "bo": (7, 5, 4), "cy": (2, 2, 2)}
"""Ada has 26, Bo 16, and Cy 6."""


def crooked(purses: dict[str, int] | None = None, **options: Any) -> HandsTable:
    """A round of Triangle in which one can cheat. If Cy rolls the d12 again, it has a 12."""
    playing = opened("triangle", {seat: (purses or {}).get(seat, 10_000) for seat in HANDS}, cheating="on", **options)
    for seat, faces in HANDS.items():
        playing.load({(seat, "hidden", sides): [face] for sides, face in zip((12, 8, 6), faces, strict=True)})
    playing.load({("cy", "palmed", 12): [12]})
    playing.start()
    return playing


def noticed(playing: HandsTable, cheater: str, *by: str) -> None:
    """A cheat of this seat will be noticed by these, the House among them or not, and by nobody else."""
    loaded: dict[Sequence, list[int]] = {(cheater, "sleight_of_hand", 20): [10]}
    for other in (*playing.table.seats, HOUSE):
        loaded[other, "notice", 20] = [20 if other in by else 1]
    playing.load(loaded)


def served(playing: HandsTable, viewer: Viewer) -> bytes:
    return msgspec.json.encode([playing.newest_seen(viewer), playing.view(viewer)])


def say_nothing(playing: HandsTable) -> list[Any]:
    """Nobody denounces anybody; what comes of the last."""
    events: list[Any] = []
    for seat in list(playing.table.to_act):
        events = playing.give(seat, SayNothing())
    return events


def to_the_closing(playing: HandsTable) -> HandsTable:
    """Everybody checks until hands are shown and the round is about to be paid out."""
    while playing.table.phase != "closing":
        playing.checks_round()
    return playing


# Rolling a hidden die again


def test_a_hidden_die_is_rolled_again_out_of_turn_and_the_second_result_stands() -> None:
    playing = crooked()
    noticed(playing, "cy")
    events = playing.give("cy", Cheat(n=0))
    [again] = all_of(DieRerolledSecretly, events)
    assert (again.seat, again.n, again.draw.face, again.to) == ("cy", 0, 12, seat_viewer("cy"))
    assert playing.seen_seat("cy", seat_viewer("cy")).total == 12
    assert playing.table.to_act == ["ada"]


def test_nobody_else_learns_of_an_unnoticed_cheat() -> None:
    playing = crooked()
    noticed(playing, "cy")
    others = [viewer for viewer in playing.viewers() if viewer not in (GM, seat_viewer("cy"))]
    before = {viewer: msgspec.json.encode(playing.view(viewer)) for viewer in others}
    playing.give("cy", Cheat(n=0))
    for viewer in others:
        assert playing.newest_seen(viewer) is None
        assert msgspec.json.encode(playing.view(viewer)) == before[viewer]


def test_a_seat_cheats_once_a_round_and_not_once_it_has_folded() -> None:
    playing = crooked()
    noticed(playing, "cy")
    playing.give("cy", Cheat(n=0))
    playing.when("cy", Cheat(n=0)).then_refused("cheated_already")
    playing.plays(("ada", Open(amount_cp=100)), ("bo", Fold()))
    playing.when("bo", Cheat(n=0)).then_refused("no_hidden_dice")


def test_once_the_hands_are_shown_nobody_can_cheat() -> None:
    playing = to_the_closing(crooked())
    playing.when("cy", Cheat(n=0)).then_refused("round_closing")


def test_an_all_in_seat_can_cheat() -> None:
    playing = crooked({"cy": ANTE})
    noticed(playing, "cy")
    playing.give("cy", Cheat(n=0))
    assert playing.statuses()["cy"] == "all_in"
    assert playing.seen_seat("cy", GM).total == 12


def test_if_all_play_fair_no_view_lists_a_cheat_and_no_closing_step_follows() -> None:
    playing = opened("triangle", {"ada": 5_000, "bo": 5_000})
    playing.start()
    assert not {"cheat", "denounce", "inspect", "say_nothing"} & set(playing.may("ada"))
    playing.when("ada", Cheat(n=0)).then_refused("cheating_is_off")
    playing.checks_to_the_end()
    assert playing.table.result is not None


def test_marked_cards_give_advantage_on_the_check_and_weighted_dice_do_nothing() -> None:
    playing = HandsTable.open(crooked().catalogue, "triangle", cheating="on")
    assert isinstance(playing, HandsTable)
    playing.sit("Ada", sets=[GamingSet(set="simply_marked"), GamingSet(set="weighted_high")])
    playing.sit("Bo")
    playing.start()
    [in_play] = all_of(GamingSetInPlay, playing.entries[-1].events)
    assert (in_play.seat, in_play.playing_with.set) == ("ada", "simply_marked")
    playing.load({("ada", "palmed", 12): [1]})
    noticed(playing, "ada")
    events = playing.give("ada", Cheat(n=0))
    assert all_of(CheckRolled, events)[0].mode == "advantage"
    assert playing.table.seats["ada"].dice[0].face == 1


# A cheater is denounced


def test_a_denounced_cheater_is_out_and_its_stake_stays_while_another_is_asked() -> None:
    playing = crooked()
    playing.plays(("ada", Open(amount_cp=100)), ("bo", Call()))
    noticed(playing, "ada", "bo")
    playing.give("ada", Cheat(n=0))
    events = playing.give("bo", Denounce(target="ada"))
    assert Denounced(seat="ada", by="bo") in events
    assert all_of(TurnBegan, events) == []
    assert playing.table.to_act == ["cy"]
    playing.plays(("cy", Call()))
    to_the_closing(playing)
    assert won(say_nothing(playing)) == [({"bo": 3 * (ANTE + 100)}, "best")]


def test_if_the_one_who_is_asked_is_denounced_the_next_one_is_asked() -> None:
    playing = crooked()
    noticed(playing, "ada", HOUSE)
    events = playing.give("ada", Cheat(n=0))
    assert Denounced(seat="ada", by=HOUSE) in events
    assert playing.statuses()["ada"] == "caught"
    assert playing.table.to_act == ["bo"]


def test_if_nobody_has_to_answer_any_more_the_next_dice_fall() -> None:
    """Bo would have to call, but who raised is out, and all others have matched what there is to match."""
    playing = crooked({"cy": ANTE})
    playing.plays(("ada", Check()))
    noticed(playing, "ada", HOUSE)
    events = playing.give("ada", Cheat(n=0))
    phases = ["second_betting", "third_betting", "showdown", "closing"]
    assert [event.phase for event in all_of(PhaseBegan, events)] == phases


def test_a_player_who_is_left_alone_with_the_pot_shows_nothing_and_is_paid_after_the_closing_step() -> None:
    playing = crooked()
    playing.plays(("ada", Open(amount_cp=100)), ("bo", Fold()))
    noticed(playing, "cy", HOUSE)
    events = playing.give("cy", Cheat(n=0))
    assert all_of(DieRevealed, events) == []
    assert playing.table.phase == "closing"
    assert CoinsMoved(payer=POT, payee="ada", amount_cp=100, reason="unmatched") in events
    assert won(say_nothing(playing)) == [({"ada": 3 * ANTE}, "alone")]


def test_side_pots_go_to_the_best_of_those_who_were_not_denounced() -> None:
    """Bo is all-in with the better hand of the two that stay in."""
    playing = crooked({"bo": ANTE + 50})
    playing.plays(("ada", Open(amount_cp=200)), ("bo", Call()), ("cy", Call()))
    noticed(playing, "ada", "cy")
    playing.give("ada", Cheat(n=1))
    playing.give("cy", Denounce(target="ada"))
    assert playing.table.phase == "closing"
    assert won(say_nothing(playing)) == [({"bo": 3 * (ANTE + 50)}, "best"), ({"cy": 2 * 150}, "alone")]


# The closing step


def test_the_hands_are_shown_before_the_closing_step_and_the_pot_is_won_after_it() -> None:
    playing = to_the_closing(crooked())
    events = playing.entries[-1].events
    assert [event.seat for event in all_of(DieRevealed, events)][::3] == ["ada", "bo", "cy"]
    assert all_of(QuestionAsked, events)[-1] == QuestionAsked(seats=["ada", "bo", "cy"], question="closing")
    assert won(events) == []
    assert won(say_nothing(playing)) == [({"ada": 1_500}, "best")]


def test_if_the_winner_is_denounced_at_the_closing_step_the_best_of_the_others_wins() -> None:
    playing = crooked()
    noticed(playing, "ada", "cy")
    playing.load({("ada", "palmed", 12): [12]})
    playing.give("ada", Cheat(n=0))
    to_the_closing(playing)
    playing.give("cy", Denounce(target="ada"))
    events = say_nothing(playing)
    assert won(events) == [({"bo": 1_500}, "best")]
    assert ended(events).winners == ["bo"]


def test_if_all_who_are_in_are_denounced_the_others_of_the_round_share_the_pot() -> None:
    playing = crooked()
    playing.plays(("ada", Open(amount_cp=101)), ("bo", Call()), ("cy", Fold()))
    for seat in ("ada", "bo"):
        noticed(playing, seat, "cy")
        playing.load({(seat, "palmed", 12): [9]})
        playing.give(seat, Cheat(n=0))
    to_the_closing(playing)
    for seat in ("ada", "bo"):
        playing.give("cy", Denounce(target=seat))
    events = say_nothing(playing)
    assert CoinsMoved(payer=POT, payee="cy", amount_cp=3 * ANTE + 202, reason="nobody_won") in events
    assert RoundEnded(round=1, outcome="nobody_won", winners=["cy"], won_cp={"cy": 3 * ANTE + 202}) in events
    newest = playing.newest_seen(PUBLIC)
    assert newest is not None
    assert "Round 1" in newest.chronicle[-1]


def watched() -> HandsTable:
    """A round of Triangle that Wim watches, with sharp eyes."""
    playing = crooked()
    playing.sit("Wim", kind="watcher", character=Character(skills={"perception": 1}))
    return playing


def test_a_player_who_is_denounced_after_folding_has_no_share_of_what_nobody_can_win() -> None:
    playing = watched()
    noticed(playing, "cy", "wim")
    playing.give("cy", Cheat(n=0))
    playing.plays(("ada", Open(amount_cp=101)), ("bo", Call()), ("cy", Fold()))
    for seat in ("ada", "bo"):
        noticed(playing, seat, "wim", "cy")
        playing.load({(seat, "palmed", 12): [9]})
        playing.give(seat, Cheat(n=0))
    to_the_closing(playing)
    playing.give("wim", Denounce(target="cy"))
    playing.when("cy", Denounce(target="ada")).then_refused("out_of_round")
    for seat in ("ada", "bo"):
        playing.give("wim", Denounce(target=seat))
    assert CoinsMoved(payer=POT, payee=HOUSE, amount_cp=3 * ANTE + 202, reason="nobody_won") in say_nothing(playing)


def test_if_everybody_of_the_round_is_denounced_the_house_takes_the_pot() -> None:
    playing = watched()
    for seat in HANDS:
        noticed(playing, seat, "wim")
        playing.give(seat, Cheat(n=0))
    to_the_closing(playing)
    for seat in HANDS:
        playing.give("wim", Denounce(target=seat))
    events = say_nothing(playing)
    assert CoinsMoved(payer=POT, payee=HOUSE, amount_cp=3 * ANTE, reason="nobody_won") in events
    assert RoundEnded(round=1, outcome="nobody_won", winners=[], won_cp={}) in events


@pytest.mark.parametrize("last", [False, True])
def test_a_player_who_leaves_during_the_closing_step_is_paid_all_the_same(last: bool) -> None:
    playing = to_the_closing(crooked())
    purse_cp = playing.table.purse("ada")
    if last:
        playing.give("bo", SayNothing())
        playing.give("cy", SayNothing())
    events = playing.give("ada", Leave())
    if last:
        assert CoinsMoved(payer="ada", payee=OUTSIDE, amount_cp=purse_cp + 1_500, reason="cash_out") in events
    else:
        events = playing.give(None, EndClosing())
        assert CoinsMoved(payer=POT, payee=OUTSIDE, amount_cp=1_500, reason="payout") in events
    assert won(playing.entries[-1].events) == [({"ada": 1_500}, "best")]


# Open dice of one's own, under the cup


def own(faces: tuple[int, int, int] = (1, 2, 3), **options: Any) -> HandsTable:
    """Ruler's Bluff with open dice of one's own, after the first betting: Ada, Bo and Cy have them under the cup."""
    given = {"cheating": "on", "open_dice": "own", **options}
    playing = opened("rulers-bluff", dict.fromkeys(HANDS, 10_000), **given)
    for seat, face in zip(HANDS, faces, strict=True):
        playing.load({(seat, "hidden", 6): [4, 4, 5], (seat, "open", 6): [face, 6], (seat, "palmed", 6): [6]})
    playing.start()
    playing.checks_round()
    return playing


def test_an_open_die_of_ones_own_lies_under_the_cup_until_it_is_shown_and_then_the_betting_opens() -> None:
    playing = own()
    assert (playing.table.question, playing.table.to_act) == ("in_the_cup", ["ada", "bo", "cy"])
    assert playing.seen_seat("ada", PUBLIC).dice[3].face is None
    assert playing.seen_seat("ada", seat_viewer("ada")).dice[3].face == 1

    for seat in ("cy", "ada"):
        playing.give(seat, ShowDice())
    assert playing.seen_seat("ada", PUBLIC).dice[3].face == 1
    assert playing.table.phase == "first_betting"
    events = playing.give("bo", ShowDice())
    assert PhaseBegan(phase="second_betting") in events
    assert playing.table.to_act == ["ada"]


def test_nobody_bets_discards_or_folds_before_the_dice_are_shown() -> None:
    playing = own()
    for command in (Check(), Fold(), Discard(n=0)):
        playing.when("ada", command).then_refused("show_first")


def test_with_open_dice_that_the_table_shares_nothing_lies_under_a_cup() -> None:
    playing = own(open_dice="shared")
    assert playing.table.phase == "second_betting"
    assert playing.table.question == "turn"


def test_to_all_others_a_cheat_under_the_cup_looks_like_showing_an_honest_die() -> None:

    honest, cheating = own((6, 2, 3)), own((1, 2, 3))
    noticed(cheating, "ada")
    honest.give("ada", ShowDice())
    cheating.give("ada", Cheat(n=3))
    for viewer in (PUBLIC, seat_viewer("bo"), seat_viewer("cy")):
        assert served(honest, viewer) == served(cheating, viewer)
    assert served(honest, GM) != served(cheating, GM)


def test_a_hidden_die_that_is_palmed_meanwhile_shows_nothing() -> None:
    playing = own()
    noticed(playing, "ada")
    playing.load({("ada", "palmed", 6): [4]})
    playing.give("ada", _cheat(2))
    assert playing.table.to_act == ["ada", "bo", "cy"]
    assert playing.newest_seen(PUBLIC) is None
    assert playing.details("ada", seat_viewer("ada"))["hand"] == "three_of_a_kind"


def test_a_seat_that_has_shown_its_dice_can_still_palm_a_hidden_one_and_not_an_open_one() -> None:
    playing = own()
    _show(playing, "ada")
    [cheat] = [action for action in playing.actions("ada") if action.type == "cheat"]
    assert msgspec.to_builtins(cheat.params["n"])["choices"] == [0, 1, 2]


def test_a_seat_that_leaves_while_its_dice_are_covered_folds_and_the_others_are_waited_for() -> None:
    playing = own()
    playing.give("ada", Leave())
    assert playing.table.to_act == ["bo", "cy"]
    _show(playing, "bo")
    _show(playing, "cy")
    assert playing.table.phase == "second_betting"
    assert playing.table.to_act == ["bo"]
    assert playing.seen_seat("ada", PUBLIC).dice[3].face is None


def test_if_the_last_who_is_waited_for_leaves_the_betting_opens() -> None:
    playing = own()
    _show(playing, "ada")
    _show(playing, "bo")
    playing.give("cy", Leave())
    assert playing.table.phase == "second_betting"


def test_if_all_but_one_leave_with_covered_dice_the_last_one_wins() -> None:
    playing = own()
    playing.give("ada", Leave())
    playing.give("bo", Leave())
    assert playing.table.phase == "closing"
    assert playing.table.to_act == ["cy"]
    assert won(playing.give("cy", SayNothing())) == [({"cy": 1_500}, "alone")]


@pytest.mark.parametrize("n", [0, 3])
def test_a_player_who_is_denounced_by_the_house_under_the_cup_is_out(n: int) -> None:
    playing = own()
    _show(playing, "bo")
    _show(playing, "cy")
    noticed(playing, "ada", HOUSE)
    playing.give("ada", _cheat(n))
    assert playing.statuses()["ada"] == "caught"
    assert playing.table.phase == "second_betting"
    assert playing.table.to_act == ["bo"]


def test_a_seat_that_has_shown_its_dice_is_denounced_while_the_others_are_covered() -> None:
    playing = own()
    noticed(playing, "ada", "bo")
    playing.give("ada", _cheat(3))
    playing.give("bo", Denounce(target="ada"))
    assert playing.table.to_act == ["bo", "cy"]


def test_the_clock_shows_dice() -> None:
    playing = own(turn_seconds=60)
    for _ in HANDS:
        playing.let_the_clock_act()
    assert playing.table.phase == "second_betting"


def test_an_all_in_seat_shows_its_dice_too() -> None:
    playing = opened("rulers-bluff", {"ada": ANTE, "bo": ANTE}, cheating="on", open_dice="own")
    playing.start()
    playing.checks_round()
    assert playing.table.to_act == ["ada", "bo"]
    assert playing.may("ada") == ["show_dice", "cheat", "inspect"]


def _cheat(n: int) -> Command:

    return Cheat(n=n)


def _show(playing: HandsTable, seat: str) -> None:

    playing.give(seat, ShowDice())

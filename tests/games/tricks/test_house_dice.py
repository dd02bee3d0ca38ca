"""Cheating with the House's dice: planned in secret with the bet, and done only where it would be lost."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from events.accounts import HOUSE
from events.audience import GM, GM_ONLY, PUBLIC, seat_viewer
from events.gaming_sets import GamingSet
from events.round_events import (
    CheckRolled,
    Denounced,
    DiceShown,
    DiceThrown,
    DieRerolledSecretly,
    GamingSetInPlay,
    PhaseBegan,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    StatusChanged,
    Told,
)
from games.installed import CATALOGUE
from games.mechanics.house_bets import Bet, CloseBets, Pass
from games.mechanics.tricks.house_dice import Cheat, CheatPlanned
from games.mechanics.tricks.noticing import CheatTried, Denounce, SayNothing
from games.table import Leave, VoidRound
from projections.actions import Action, Choices
from tests.games.tricks.worlds import alike_for, all_silent, happened
from tests.playing import Playing, drawn

Loaded = Mapping[tuple[str, str, int], Iterable[int]]
UNSEEN: Loaded = {
    ("bri", "sleight_of_hand", 20): [10],
    ("odo", "notice", 20): [10],
    ("cal", "notice", 20): [10],
    (HOUSE, "notice", 20): [8],
}
ODO_SEES: Loaded = {**UNSEEN, ("odo", "notice", 20): [11]}
HOUSE_SEES: Loaded = {**UNSEEN, (HOUSE, "notice", 20): [9]}
HIGHER = Bet(on="higher", amount_cp=500)
LOWER = Bet(on="lower", amount_cp=500)


def a_table(
    *faces: int, again: int = 6, game: str = "middles-seven", checks: Loaded = UNSEEN, **options: Any
) -> Playing:
    """Bri, Odo and Cal are asked for bets; the House's dice will fall so, and one that is thrown again so."""
    playing = Playing.open(CATALOGUE, game, **{"cheating": "on", **options}).seat("Bri", "Odo", "Cal").start()
    sides = 20 if game == "twins" else 6
    return playing.load({(HOUSE, "house", sides): faces, (HOUSE, "palmed", sides): [again], **checks})


def thrown(*faces: int, again: int = 6, n: int = 0, bet: Bet = HIGHER, **given: Any) -> Playing:
    """Bri plans a cheat and bets, the others pass, and the House throws."""
    playing = a_table(*faces, again=again, **given)
    playing.give("bri", Cheat(n=n))
    playing.give("bri", bet)
    playing.give("odo", Pass())
    playing.give("cal", Pass())
    return playing


def house_faces(playing: Playing) -> list[int | None]:
    return [die.face for die in playing.view(PUBLIC).house_dice]


def details(playing: Playing, viewer: str, seat: str = "bri") -> dict[str, Any]:
    return next(one.details for one in playing.view(viewer).seats if one.seat == seat)


# Planning


def test_a_cheat_with_the_houses_dice_is_planned_in_secret_while_the_seat_is_asked_for_its_bet() -> None:
    playing = a_table(1, 2)
    assert Action(type="cheat", params={"n": Choices(choices=[0, 1], of="house", die="d6")}) in playing.actions("bri")

    playing.when("bri", Cheat(n=1)).then(CheatPlanned(to=seat_viewer("bri"), seat="bri", n=1))
    assert playing.table.to_act == ["bri", "odo", "cal"]
    for viewer in (PUBLIC, seat_viewer("odo")):
        assert playing.newest_seen(viewer) is None
        assert "plans" not in details(playing, viewer)
    for viewer in (GM, seat_viewer("bri")):
        assert details(playing, viewer)["plans"] == 1


def test_scales_has_three_dice_to_cheat_with() -> None:
    assert Action(type="cheat", params={"n": Choices(choices=[0, 1, 2], of="house", die="d6")}) in a_table(
        game="scales"
    ).actions("odo")


def test_one_cheat_is_planned_a_round() -> None:
    playing = a_table(1, 2)
    playing.give("bri", Cheat(n=1))
    playing.when("bri", Cheat(n=0)).then_refused("cheated_already")


def test_once_the_bet_is_made_no_cheat_is_planned() -> None:
    playing = a_table(1, 2)
    playing.give("bri", HIGHER)
    playing.when("bri", Cheat(n=0)).then_refused("not_betting_now")


def test_if_cheating_is_off_nobody_plans_anything_and_no_view_lists_it() -> None:
    playing = a_table(1, 2, cheating="off", unseal="round")
    assert {offer.type for offer in playing.offers("bri")}.isdisjoint({"cheat", "denounce", "say_nothing"})
    playing.when("bri", Cheat(n=0)).then_refused("cheating_is_off")
    assert playing.table.options.unseal == "round"


def test_a_player_who_plans_a_cheat_and_passes_has_nothing_to_lose_and_does_not_cheat() -> None:
    playing = a_table(1, 2)
    playing.give("bri", Cheat(n=0))
    playing.give("bri", Pass())
    playing.give("odo", HIGHER)
    playing.give("cal", Pass())
    assert happened(playing, CheatTried) == []


def test_a_plan_is_void_once_who_made_it_has_left() -> None:
    playing = a_table(1, 2)
    playing.give("bri", Cheat(n=0))
    playing.give("bri", HIGHER)
    playing.give("odo", LOWER)
    playing.give("bri", Leave())
    playing.give("cal", Pass())
    assert happened(playing, CheatTried) == []


def test_a_plan_is_for_one_round() -> None:
    playing = all_silent(thrown(6, 6))
    playing.start().load({(HOUSE, "house", 6): (1, 1)})
    playing.give("bri", HIGHER)
    playing.give(None, CloseBets())
    assert happened(playing, CheatTried) == []


# The throw


def test_if_the_seat_would_lose_the_die_is_thrown_again_and_the_second_result_stands() -> None:
    playing = thrown(1, 2, again=6)
    events = playing.entries[-1].events
    draws = [drawn(HOUSE, "house", 6, 1), drawn(HOUSE, "house", 6, 2, n=2)]
    assert DiceThrown(seat=HOUSE, ns=[0, 1], die="d6", place="hand", draws=draws, draws_to=GM_ONLY) in events
    again = drawn(HOUSE, "palmed", 6, 6)
    assert DieRerolledSecretly(to=GM_ONLY, seat=HOUSE, n=0, by="bri", why="palmed", draw=again) in events
    assert DiceShown(seat=HOUSE, ns=[0, 1], faces=[6, 2]) in events
    assert house_faces(playing) == [6, 2]
    assert all_silent(playing).table.purse("bri") == 10_500


def test_a_player_who_cheats_does_not_learn_whether_others_cheat_too_or_how_the_die_fell_in_between() -> None:
    tables = [a_table(1, 2), a_table(1, 2)]
    for playing in tables:
        playing.load({("odo", "sleight_of_hand", 20): [10], ("bri", "notice", 20): [10]})
        playing.load({("cal", "notice", 20): [10, 10], (HOUSE, "palmed", 6): [1, 5], (HOUSE, "notice", 20): [8, 8]})
    tables[0].give("bri", Cheat(n=0))
    for playing in tables:
        playing.give("odo", Cheat(n=1))
        for seat in ("bri", "odo"):
            playing.give(seat, HIGHER)
    tables[1].load({(HOUSE, "palmed", 6): [5]})
    for playing in tables:
        playing.give("cal", Pass())
    assert house_faces(tables[0]) == house_faces(tables[1]) == [1, 5]
    assert [len(happened(playing, CheatTried)) for playing in tables] == [2, 1]
    odo = seat_viewer("odo")
    assert tables[0].view(odo) == tables[1].view(odo)
    assert [one.events for one in tables[0].seen(odo)] == [one.events for one in tables[1].seen(odo)]


def test_the_second_result_may_lose_too() -> None:
    playing = all_silent(thrown(1, 2, again=1))
    assert house_faces(playing) == [1, 2]
    assert playing.table.purse("bri") == 9_500


def test_if_the_seat_would_win_nobody_touches_the_dice() -> None:
    playing = thrown(6, 6)
    assert happened(playing, CheckRolled) == happened(playing, DieRerolledSecretly) == []
    assert house_faces(playing) == [6, 6]
    assert "cheated" not in details(playing, GM)


def test_a_seat_that_would_get_its_bet_back_does_not_lose() -> None:
    one_die = thrown(3, 5, 6, game="scales", bet=Bet(on="number:3", amount_cp=500))
    assert happened(one_die, CheatTried) == []
    none = thrown(4, 5, 6, again=3, n=2, game="scales", bet=Bet(on="number:3", amount_cp=500))
    assert house_faces(none) == [4, 5, 3]


@pytest.mark.parametrize(("faces", "cheats"), [((2, 4), False), ((2, 5), True)])
def test_of_several_bets_what_counts_is_whether_they_lose_together(faces: tuple[int, int], cheats: bool) -> None:
    playing = a_table(*faces, game="twins")
    playing.give("bri", Cheat(n=0))
    playing.give("bri", Bet(on="both:even", amount_cp=1_000))
    playing.give("bri", Bet(on="both:odd", amount_cp=500))
    playing.give(None, CloseBets())
    assert bool(happened(playing, CheatTried)) is cheats


def test_several_who_planned_a_cheat_do_so_one_after_the_other_in_table_order() -> None:
    playing = a_table(1, 2).load({(HOUSE, "palmed", 6): [6, 1], ("cal", "sleight_of_hand", 20): [20]})
    for seat, n, bet in (("cal", 0, LOWER), ("odo", 1, HIGHER), ("bri", 0, HIGHER)):
        playing.give(seat, Cheat(n=n))
        playing.give(seat, bet)
    secretly = happened(playing, DieRerolledSecretly)
    assert [(event.by, event.n, event.draw.face) for event in secretly if isinstance(event, DieRerolledSecretly)] == [
        ("bri", 0, 6),
        ("cal", 0, 1),
    ]
    assert house_faces(playing) == [1, 2]


def test_no_set_of_a_seat_is_in_play_and_there_is_none_to_inspect() -> None:
    playing = Playing.open(CATALOGUE, "middles-seven", cheating="on")
    playing.sit("Bri", sets=[GamingSet(set="weighted_high")])
    playing.seat("Odo").start()
    assert happened(playing, GamingSetInPlay) == []
    assert "inspect" not in {offer.type for offer in playing.offers("odo")}


def test_the_houses_dice_fall_as_they_are_drawn_whatever_sets_the_seats_bring() -> None:
    playing = Playing.open(CATALOGUE, "middles-seven", cheating="on")
    playing.sit("Bri", sets=[GamingSet(set="weighted_high")])
    playing.load({(HOUSE, "house", 6): (1, 2)}).start()
    playing.give("bri", HIGHER)
    assert house_faces(playing) == [1, 2]


@pytest.mark.parametrize("bank_limit_cp", [500, 700, 1_000])
def test_no_more_is_bet_than_the_house_could_pay_however_its_dice_are_thrown_again(bank_limit_cp: int) -> None:
    playing = a_table(1, 2, again=6, bank_limit_cp=bank_limit_cp)
    playing.give("bri", Cheat(n=0))
    for seat in ("bri", "odo", "cal"):
        bets = [action for action in playing.actions(seat) if action.type == "bet"]
        playing.give(seat, HIGHER if any("higher" in str(action) for action in bets) else Pass())
    assert -bank_limit_cp <= all_silent(playing).table.balance(HOUSE) <= 0


# Noticing, and the closing step


def test_sleight_of_hand_is_checked_against_everybody_else_and_the_house() -> None:
    playing = thrown(1, 2)
    checks = [event for event in happened(playing, CheckRolled) if isinstance(event, CheckRolled)]
    assert [(one.seat, one.check, one.to) for one in checks] == [
        ("bri", "sleight_of_hand", seat_viewer("bri")),
        ("odo", "perception", GM_ONLY),
        ("cal", "perception", GM_ONLY),
        (HOUSE, "perception", GM_ONLY),
    ]


def test_a_player_who_notices_learns_it_in_private_and_may_denounce_the_cheater_whose_bet_is_lost() -> None:
    playing = thrown(1, 2, checks=ODO_SEES)
    assert [event.to for event in happened(playing, Told) if isinstance(event, Told)] == [seat_viewer("odo")]
    playing.when("cal", Denounce(target="bri")).then_refused("nothing_noticed")

    playing.when("odo", Denounce(target="bri")).then(
        Denounced(seat="bri", by="odo"), StatusChanged(seat="bri", status="caught", why="denounced")
    )
    all_silent(playing)
    assert playing.table.purse("bri") == 9_500
    assert playing.table.result is not None
    assert playing.table.result.winners == []


def test_the_house_denounces_at_once_and_keeps_the_bet() -> None:
    playing = thrown(1, 2, checks=HOUSE_SEES)
    shown, *after = playing.entries[-1].events[-5:]
    assert shown == DiceShown(seat=HOUSE, ns=[0, 1], faces=[6, 2])
    assert after == [
        Denounced(seat="bri", by=HOUSE),
        StatusChanged(seat="bri", status="caught", why="denounced"),
        PhaseBegan(phase="closing"),
        QuestionAsked(seats=["bri", "odo", "cal"], question="closing"),
    ]
    assert all_silent(playing).table.purse("bri") == 9_500


def test_all_bets_of_a_denounced_cheater_are_lost_and_nobody_elses() -> None:
    playing = a_table(2, 5, game="twins", again=7, checks=HOUSE_SEES)
    playing.give("bri", Cheat(n=0))
    for call in ("black:7", "white:5"):
        playing.give("bri", Bet(on=call, amount_cp=500))
    playing.give("bri", Bet(on="number:9", amount_cp=9_000))
    playing.give("odo", Bet(on="black:7", amount_cp=500))
    playing.give(None, CloseBets())
    all_silent(playing)
    assert playing.table.purse("bri") == 0
    assert playing.table.purse("odo") == 10_000 + 9 * 500


def test_bets_are_paid_once_everybody_who_was_asked_for_one_has_said_nothing() -> None:
    playing = thrown(6, 6)
    assert (playing.table.phase, playing.table.to_act) == ("closing", ["bri", "odo", "cal"])
    assert playing.table.purse("bri") == 9_500
    playing.give("cal", SayNothing())
    playing.give("bri", SayNothing())
    assert playing.table.running
    events = playing.give("odo", SayNothing())
    assert RoundEnded(round=1, outcome="settled", winners=["bri"], won_cp={"bri": 1_000}) in events


def test_if_nobody_bets_there_is_nothing_to_close() -> None:
    playing = a_table(1, 2)
    playing.give(None, CloseBets())
    assert playing.table.result is not None
    assert playing.table.result.outcome == "no_bets"


def test_a_player_who_leaves_during_the_closing_step_is_paid_outside() -> None:
    playing = thrown(6, 6)
    assert QuestionAnswered(seat="bri") in playing.give("bri", Leave())
    all_silent(playing)
    assert playing.table.result is not None
    assert playing.table.result.won_cp == {"bri": 1_000}


def test_a_player_who_leaves_with_the_last_bet_is_not_waited_for() -> None:
    playing = a_table(6, 6)
    playing.give("bri", HIGHER)
    playing.give("odo", Pass())
    playing.give("cal", Leave())
    assert playing.table.to_act == ["bri", "odo"]


def test_if_all_who_bet_have_left_the_bets_are_paid_at_once() -> None:
    playing = Playing.open(CATALOGUE, "middles-seven", cheating="on", auto_roll=False).seat("Bri")
    playing.load({(HOUSE, "house", 6): (6, 6)}).start()
    playing.give("bri", HIGHER)
    playing.give("bri", Leave())
    playing.give(None, CloseBets())
    assert not playing.table.running


def test_a_round_that_is_called_off_gives_a_cheaters_bet_back() -> None:
    playing = thrown(1, 2, checks=HOUSE_SEES)
    playing.give(None, VoidRound())
    assert playing.table.purse("bri") == 10_000


# Twin worlds


@pytest.mark.parametrize("planned", [True, False])
def test_others_are_served_the_same_whether_the_dice_fell_so_or_were_thrown_again(planned: bool) -> None:
    honest = a_table(6, 2)
    if planned:
        honest.give("bri", Cheat(n=1))
    else:
        # What comes next comes at the same time, whether Bri has planned anything or not.
        honest.commands += 1
    crooked = a_table(1, 2, again=6)
    crooked.give("bri", Cheat(n=0))
    for playing in (honest, crooked):
        playing.give("bri", HIGHER)
        playing.give("odo", LOWER)
        playing.give("cal", Pass())
        all_silent(playing)
    assert happened(crooked, CheatTried)
    assert not happened(honest, CheatTried)
    assert alike_for(honest, crooked, "odo", "cal")
    assert not alike_for(honest, crooked, "bri")


def test_only_who_notices_is_served_something_else() -> None:
    unseen, seen = thrown(1, 2), thrown(1, 2, checks=ODO_SEES)
    assert alike_for(unseen, seen, "bri", "cal")
    assert not alike_for(unseen, seen, "odo")

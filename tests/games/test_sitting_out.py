"""Seats that sit out, rounds that start by themselves, and asking for coins."""

from typing import Any, Final

import pytest

from events.event import Command
from events.round_events import RoundStarted
from events.table_events import CoinsAsked, CoinsRefused, DeadlineSet, SatIn, SatOut
from games.engine.legality import Refused
from games.engine.rulebook import Timeout
from games.installed import CATALOGUE
from games.table import (
    AskForCoins,
    CloseTable,
    GiveCoins,
    Pause,
    RefuseCoins,
    Resume,
    SetGame,
    SitIn,
    SitOut,
    StartRound,
    TakeCoins,
    VoidRound,
)
from tests.playing import Playing, all_of

PAUSE: Final = 20


def at(game: str = "pig", *names: str, **options: Any) -> Playing:
    """A table with these seats, before its first round."""
    return Playing.open(CATALOGUE, game, **options).seat(*(names or ("Ada", "Bo", "Cy")))


def refused(playing: Playing, seat: str | None, command: Command) -> Refused:
    """How a command is refused."""
    with pytest.raises(Refused) as why:
        playing.give(seat, command)
    return why.value


def test_a_seat_that_sits_out_plays_the_running_round_and_none_after_it_until_it_plays_again() -> None:
    playing = at().start()
    playing.when("bo", SitOut()).then(SatOut(seat="bo"))
    assert playing.table.seats["bo"].playing
    playing.give(None, VoidRound())
    assert playing.start().table.order == ["ada", "cy"]
    assert playing.view("public").seats[1].status == "sitting_out"
    playing.when("bo", SitIn()).then(SatIn(seat="bo"))
    playing.give(None, VoidRound())
    assert set(playing.start().table.order) == {"ada", "bo", "cy"}


def test_one_sits_out_once_and_comes_back_once() -> None:
    playing = at()
    assert refused(playing, "ada", SitIn()).code == "plays_already"
    playing.give("ada", SitOut())
    assert refused(playing, "ada", SitOut()).code == "sits_out"


def test_a_watcher_plays_no_rounds_and_needs_no_coins() -> None:
    playing = at()
    watcher = playing.sit("Wat", kind="watcher")
    assert {"sit_out", "sit_in", "ask_for_coins"}.isdisjoint(one.type for one in playing.offers(watcher))


def test_a_round_does_not_start_when_too_many_sit_out() -> None:
    playing = at("pig", "Ada", "Bo")
    playing.give("bo", SitOut())
    why = refused(playing, None, StartRound())
    assert why.code == "too_few_seats"
    assert why.detail.endswith("wait for those who sit out, or seat players.")


def test_who_chose_to_sit_out_has_no_claim_to_the_next_place() -> None:
    playing = at("bluffmaster", "Ada", "Bo", "Cy", "Dee", "Ed", "Flo")
    most = CATALOGUE.rulebook("bluffmaster").max_seats
    assert most < len(playing.table.seats)
    playing.give("ada", SitOut())
    playing.start()
    (started,) = all_of(RoundStarted, playing.entries[-1].events)
    assert "ada" not in started.sitting_out


# Rounds that start by themselves


def test_the_next_round_starts_by_itself_after_a_pause() -> None:
    playing = at(next_round_seconds=PAUSE).start()
    playing.give(None, VoidRound())
    assert playing.let_the_clock_act() == Timeout(None, StartRound())
    assert (playing.table.round, playing.table.running) == (2, True)
    assert playing.entries[-1].actor == "clock"


def test_the_first_round_waits_for_the_gm() -> None:
    playing = at(next_round_seconds=PAUSE)
    assert playing.table.deadline is None
    assert playing.let_the_clock_act() is None


def test_without_the_option_no_round_starts_by_itself() -> None:
    playing = at().start()
    playing.give(None, VoidRound())
    assert playing.table.deadline is None


def test_the_pause_is_counted_from_the_end_of_the_round_and_not_from_what_else_happens() -> None:
    playing = at(next_round_seconds=PAUSE, turn_seconds=60).start()
    playing.give(None, VoidRound())
    due = playing.table.deadline
    playing.give("ada", AskForCoins(amount_cp=500))
    assert playing.table.deadline == due


@pytest.mark.parametrize("stop", [CloseTable(), TakeCoins(target="ada", amount_cp=10_000, reason="Off home")])
def test_no_round_starts_by_itself_once_nobody_can_play(stop: Command) -> None:
    playing = at("goblin", "Ada", "Bo", next_round_seconds=PAUSE).start()
    playing.give(None, VoidRound())
    assert DeadlineSet(deadline=None) in playing.give(None, stop)


def test_a_stopped_clock_starts_no_round_and_a_running_one_gives_the_whole_pause() -> None:
    playing = at(next_round_seconds=PAUSE).start()
    playing.give(None, VoidRound())
    due = playing.table.deadline
    assert DeadlineSet(deadline=None) in playing.give(None, Pause())
    playing.give(None, Resume())
    assert playing.table.deadline is not None
    assert due is not None
    assert playing.table.deadline > due


def test_after_a_change_of_the_game_its_own_rules_say_who_can_play() -> None:
    playing = at("scales", next_round_seconds=PAUSE).start()
    playing.give(None, VoidRound())
    playing.give(None, SetGame(game="goblin"))
    assert playing.table.deadline is not None
    playing.let_the_clock_act()
    assert playing.table.order == ["ada", "bo", "cy"]


def test_the_servers_seats_do_not_play_on_among_themselves() -> None:
    playing = Playing.open(CATALOGUE, "pig", next_round_seconds=PAUSE)
    playing.sit_npc("Gribble")
    playing.sit_npc("Snag")
    playing.start().give(None, VoidRound())
    assert playing.table.deadline is None


def test_a_seat_for_which_the_clock_acts_sits_out_where_rounds_start_by_themselves() -> None:
    playing = at(next_round_seconds=PAUSE, turn_seconds=60).start()
    late = playing.table.to_act[0]
    playing.let_the_clock_act()
    assert SatOut(seat=late) in playing.entries[-1].events
    other = at(turn_seconds=60).start()
    other.let_the_clock_act()
    assert not all_of(SatOut, other.entries[-1].events)


def test_a_table_whose_players_have_gone_to_bed_comes_to_rest() -> None:
    playing = at("pig", "Ada", "Bo", next_round_seconds=PAUSE, turn_seconds=60).start()
    for _ in range(400):
        if playing.table.deadline is None:
            break
        playing.let_the_clock_act()
    assert playing.table.deadline is None
    assert playing.table.round == 1


# Asking for coins


def test_a_seat_asks_for_coins_and_gets_them() -> None:
    playing = at()
    playing.when("ada", AskForCoins(amount_cp=5_000)).then(CoinsAsked(seat="ada", amount_cp=5_000))
    assert playing.view("gm").seats[0].asks_cp == 5_000
    playing.give(None, GiveCoins(target="ada", amount_cp=3_000, reason="A loan"))
    assert playing.table.seats["ada"].asks_cp == 0


def test_the_gm_may_bring_none() -> None:
    playing = at()
    assert refused(playing, None, RefuseCoins(target="ada")).code == "no_request"
    playing.give("ada", AskForCoins(amount_cp=5_000))
    assert refused(playing, None, RefuseCoins(target="bo")).code == "no_request"
    playing.when(None, RefuseCoins(target="ada")).then(CoinsRefused(seat="ada"))
    assert playing.table.seats["ada"].asks_cp == 0


def test_coins_that_are_won_are_no_answer_to_a_request() -> None:
    playing = at("goblin", "Ada", "Bo").start()
    playing.give("ada", AskForCoins(amount_cp=5_000))
    playing.give(None, VoidRound())
    assert playing.table.seats["ada"].asks_cp == 5_000

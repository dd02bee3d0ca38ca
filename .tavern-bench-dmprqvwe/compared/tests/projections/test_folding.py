"""What single events of the common vocabulary change at a table, whatever is played."""

import pytest

from events.accounts import OUTSIDE, POT
from events.audience import PUBLIC
from events.event import Event
from events.round_events import (
    ConditionSet,
    Denounced,
    LuckCalled,
    PhaseBegan,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    RoundStarted,
    RoundVoided,
    StatusChanged,
    TurnBegan,
)
from events.table_events import (
    ClockPaused,
    ClockResumed,
    CoinsMoved,
    NpcSet,
    SeatGivenBack,
    SeatLeft,
    SeatTaken,
    SeatTakenOver,
    TableClosed,
)
from projections.game import AnyTable
from projections.table import Score
from tests.playing import Playing
from tests.toys.catalogue import TOYS
from tests.toys.race import Roll


def folded(*events: Event) -> AnyTable:
    table = TOYS.folding.blank("t")
    TOYS.folding.fold_all(table, events)
    return table


def fold(table: AnyTable, *events: Event) -> AnyTable:
    TOYS.folding.fold_all(table, events)
    return table


def taken(*seats: str, kind: str = "player") -> list[Event]:
    return [SeatTaken(seat=seat, name=seat.title(), kind=kind, luck="") for seat in seats]


def started(number: int, *seats: str, sitting_out: list[str] | None = None) -> Event:
    return RoundStarted(
        round=number, game="none", rules=1, seats=list(seats), sitting_out=sitting_out or [], luck=[],
        commitment="", first=1, path=[], opening="",
    )  # fmt: skip


def moved(payer: str, payee: str, amount_cp: int) -> Event:
    return CoinsMoved(payer=payer, payee=payee, amount_cp=amount_cp, reason="stake")


def ended(number: int, *winners: str) -> Event:
    return RoundEnded(round=number, outcome="won", winners=list(winners), won_cp={})


def test_a_player_who_sits_down_has_no_coins_and_no_score_and_a_watcher_none_at_all() -> None:
    table = folded(*taken("ada"), *taken("wat", kind="watcher"))
    assert table.accounts == {"ada": 0, "wat": 0}
    assert table.scores == {"ada": Score()}


def test_coins_leave_one_account_and_reach_the_other() -> None:
    table = folded(*taken("ada"), moved(OUTSIDE, "ada", 100), moved("ada", POT, 30))
    assert table.accounts == {OUTSIDE: -100, "ada": 70, POT: 30}


def test_only_coins_that_move_within_a_round_count_in_its_score() -> None:
    table = folded(*taken("ada", "bo"), moved(OUTSIDE, "ada", 100), moved("ada", "bo", 1), started(1, "ada", "bo"))
    fold(table, moved("ada", POT, 30), moved("bo", POT, 20), moved(OUTSIDE, "ada", 7), moved("bo", OUTSIDE, 3))
    assert table.moved == {"ada": -30, "bo": -20, POT: 50}
    fold(table, moved(POT, "bo", 50), ended(1, "bo"), moved("ada", "bo", 5))
    assert table.scores == {"ada": Score(rounds=1, coins_cp=-30), "bo": Score(rounds=1, wins=1, coins_cp=30)}


def test_what_stays_in_the_pot_is_theirs_who_played_for_it_last() -> None:
    table = folded(*taken("ada", "bo", "cy"), started(1, "ada", "bo"), moved("ada", POT, 5), ended(1))
    assert table.rolled_over_from == ["ada", "bo"]
    fold(table, started(2, "bo", "cy"), ended(2))
    assert table.rolled_over_from == ["ada", "bo"]
    fold(table, started(3, "bo", "cy"), moved(POT, "cy", 5), ended(3, "cy"))
    assert table.rolled_over_from == []


def test_a_streak_counts_the_rounds_on_end_that_a_seat_played_below_zero_and_sat_out_above() -> None:
    table = folded(*taken("ada", "bo"), started(1, "ada", sitting_out=["bo"]))
    assert table.streaks == {"ada": -1, "bo": 1}
    fold(table, ended(1), started(2, "ada", sitting_out=["bo"]))
    assert table.streaks == {"ada": -2, "bo": 2}
    fold(table, ended(2), started(3, "bo", sitting_out=["ada"]))
    assert table.streaks == {"ada": 1, "bo": -1}


def test_a_voided_round_was_not_played() -> None:
    table = folded(*taken("ada", "bo", "cy"), started(1, "ada", "bo", sitting_out=["cy"]))
    assert (table.running, table.round) == (True, 1)
    fold(table, RoundVoided(round=1, reason="gm"))
    assert (table.running, table.phase) == (False, "lobby")
    assert table.scores == dict.fromkeys(("ada", "bo", "cy"), Score())


def test_in_a_round_seats_are_active_or_sit_out() -> None:
    table = folded(*taken("ada", "bo"), started(1, "ada", sitting_out=["bo"]))
    assert {seat.seat: (seat.playing, seat.status) for seat in table.seats.values()} == {
        "ada": (True, "active"),
        "bo": (False, "sitting_out"),
    }


def test_a_player_who_leaves_between_rounds_is_forgotten_and_their_account_with_the_last_coin() -> None:
    table = folded(*taken("ada", "bo"), moved(OUTSIDE, "ada", 1), SeatLeft(seat="ada", why=""))
    assert list(table.seats) == ["bo"]
    assert table.accounts == {OUTSIDE: -1, "ada": 1, "bo": 0}
    fold(table, SeatLeft(seat="bo", why=""))
    assert table.accounts == {OUTSIDE: -1, "ada": 1}


def test_a_player_who_leaves_in_a_round_is_there_until_the_next() -> None:
    table = folded(*taken("ada", "bo"), started(1, "ada", "bo"), SeatLeft(seat="ada", why=""))
    assert table.seats["ada"].gone
    fold(table, ended(1))
    assert list(table.seats) == ["ada", "bo"]
    fold(table, started(2, "bo"))
    assert list(table.seats) == ["bo"]
    assert table.streaks == {"bo": -2}


def test_a_seat_is_played_by_the_server_or_for_a_while_by_the_gm() -> None:
    table = folded(*taken("ada"), NpcSet(seat="ada", temperament="bully"))
    assert (table.seats["ada"].npc, table.seats["ada"].taken_over) == (True, False)
    assert fold(table, SeatTakenOver(seat="ada")).seats["ada"].taken_over is True
    assert fold(table, SeatGivenBack(seat="ada")).seats["ada"].taken_over is False


def test_the_clock_stands_still_while_it_is_paused_and_a_table_is_closed_for_good() -> None:
    table = folded(ClockPaused())
    assert table.paused is True
    assert fold(table, ClockResumed()).paused is False
    assert table.closed is False
    assert fold(table, TableClosed()).closed is True


@pytest.mark.parametrize(
    "event",
    [
        LuckCalled(round=2, game="none", rules=1, seats=["ada"], seals=[], commitment="", first=1, path=[], opening=""),
        PhaseBegan(phase="x"),
        TurnBegan(seat="ada"),
        QuestionAsked(seats=["ada"], question="x"),
        ended(1),
    ],
)
def test_every_new_question_is_counted_once(event: Event) -> None:
    table = folded(*taken("ada"), started(1, "ada"))
    before = table.asked
    assert fold(table, event).asked == before + 1


def test_a_player_who_has_answered_is_not_waited_for() -> None:
    table = folded(*taken("ada", "bo", "cy"), QuestionAsked(seats=["ada", "bo", "cy"], question="call"))
    assert fold(table, QuestionAnswered(seat="bo")).to_act == ["ada", "cy"]


def test_a_cheater_is_counted_as_caught_once() -> None:
    table = folded(*taken("ada", "bo", "cy", "di"), started(1, "ada", "bo", "cy", "di"))
    fold(table, StatusChanged(seat="ada", status="caught", why="accused"))
    fold(table, Denounced(seat="bo", by="ada"), StatusChanged(seat="bo", status="caught", why="denounced"))
    fold(table, StatusChanged(seat="cy", status="bust", why="above_21"))
    fold(table, StatusChanged(seat="di", status="folded", why="denounced"))
    assert {seat: score.caught for seat, score in table.scores.items()} == {"ada": 1, "bo": 1, "cy": 0, "di": 0}


def test_a_condition_is_there_once_until_it_ends() -> None:
    table = folded(*taken("ada"))
    conditions = table.seats["ada"].conditions
    on, off = (ConditionSet(seat="ada", condition="drunk", on=switch) for switch in (True, False))
    other = ConditionSet(seat="ada", condition="cursed", on=True)
    fold(table, off, on, on, other)
    assert conditions == ["drunk", "cursed"]
    fold(table, off, off)
    assert conditions == ["cursed"]


def test_the_house_alone_counts_the_draws_of_a_round() -> None:
    playing = Playing.open(TOYS, "race").seat("Ada", "Bo").start()
    playing.give("ada", Roll())
    house, seen = TOYS.folding.blank("t"), TOYS.folding.blank("t", PUBLIC)
    for table in (house, seen):
        TOYS.folding.fold_all(table, [event for entry in playing.entries for event in entry.events])
    assert (list(house.drawn.values()), seen.drawn) == ([1], {})

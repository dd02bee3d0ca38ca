"""With more seats than a game takes, play rotates."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from events.round_events import RoundStarted
from games.installed import CATALOGUE
from games.table import VoidRound
from games.table.rounds import take_turns
from projections.game import AnyTable
from projections.table import Table
from tests.playing import Playing


def rounds_of(seats: str, most: int, rounds: int) -> Iterator[list[str]]:
    """Who plays, round after round, at a table of these seats."""
    table: AnyTable = Table(table="t", viewer="house", options=None, state=None)
    for _ in range(rounds):
        playing = take_turns(table, list(seats), most)
        for seat in seats:
            streak = table.streaks.get(seat, 0)
            table.streaks[seat] = min(0, streak) - 1 if seat in playing else max(0, streak) + 1
        yield playing


def test_everybody_plays_where_there_is_room() -> None:
    assert list(rounds_of("abc", 5, 2)) == [["a", "b", "c"], ["a", "b", "c"]]


def test_the_seat_that_sat_out_comes_first_and_the_one_that_played_longest_sits_out() -> None:
    out = [set("abcdef") - set(playing) for playing in rounds_of("abcdef", 5, 7)]
    assert out == [{"f"}, {"e"}, {"d"}, {"c"}, {"b"}, {"a"}, {"f"}]


@pytest.mark.parametrize("count", range(6, 13))
@pytest.mark.parametrize("most", [2, 3, 5])
def test_nobody_sits_out_twice_in_a_row_while_somebody_else_plays_twice_in_a_row(count: int, most: int) -> None:
    seats = "abcdefghijkl"[:count]
    played = [set(playing) for playing in rounds_of(seats, most, 40)]
    for before, now in pairwise(played):
        out_twice = set(seats) - before - now
        assert not (out_twice and before & now)


def test_those_who_play_keep_the_order_of_the_table() -> None:
    assert all(playing == sorted(playing) for playing in rounds_of("abcdefg", 4, 10))


def test_a_table_with_one_seat_too_many_rotates_who_plays() -> None:
    playing = Playing.open(CATALOGUE, "bluffmaster").seat("Ada", "Bo", "Cy", "Dee", "Eve", "Fay", purse_cp=100_000)
    out: list[list[str]] = []
    for _ in range(3):
        started = next(event for event in playing.start().entries[-1].events if isinstance(event, RoundStarted))
        out.append(started.sitting_out)
        playing.give(None, VoidRound())
    assert out == [["fay"], ["eve"], ["dee"]]

"""What the standings show beyond the score that the table keeps."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from events.event import Event
from events.round_events import DieAltered, StatusChanged
from projections.standings import MissedCheats, cheats_missed
from projections.table import Span


def turned(seat: str, why: str = "cheat") -> Event:
    return DieAltered(to=f"seat:{seat}", seat=seat, n=0, was=2, face=5, why=why)


def test_every_die_that_a_cheat_turned_unseen_is_a_cheat_missed() -> None:
    assert cheats_missed([turned("bri"), turned("odo"), turned("bri")]) == {"bri": 2, "odo": 1}


def test_a_player_who_was_caught_in_the_round_was_not_missed() -> None:
    caught = StatusChanged(seat="bri", status="caught", why="accused")
    assert cheats_missed([turned("bri"), caught, turned("odo")]) == {"odo": 1}


def test_who_is_out_of_the_round_for_something_else_and_dice_turned_otherwise_count_as_they_are() -> None:
    bust = StatusChanged(seat="bri", status="bust", why="above_21")
    assert cheats_missed([turned("bri"), bust, turned("odo", "crooked_set")]) == {"bri": 1}


class Counted(dict[int, Mapping[str, int]]):
    """Rounds that count how often they are looked at."""

    looks = 0

    def __getitem__(self, number: int) -> Mapping[str, int]:
        self.looks += 1
        return super().__getitem__(number)


def test_missed_cheats_are_summed_up_from_the_rounds_that_are_new() -> None:
    missed = MissedCheats()
    rounds = missed.by_round = Counted({number: {"bri": 1} for number in range(1, 101)})
    assert missed.total([], 100) == {"bri": 100}
    rounds.looks = 0

    assert missed.missing([], 102) == [101, 102]
    rounds.update({101: {}, 102: {"odo": 2}})
    assert missed.total([], 102) == {"bri": 100, "odo": 2}
    assert rounds.looks == 2
    assert missed.total([], 102) == {"bri": 100, "odo": 2}
    assert rounds.looks == 2


@given(st.lists(st.tuples(st.sets(st.integers(1, 12)), st.integers(0, 12)), max_size=6))
def test_missed_cheats_are_those_of_the_unsealed_rounds_whatever_was_asked_before(
    asked: list[tuple[set[int], int]],
) -> None:
    missed = MissedCheats()
    for closed, last in asked:
        sealed = [Span(first=number, last=number) for number in sorted(closed) if number <= last]
        missed.by_round.update({number: {f"seat{number % 3}": number} for number in missed.missing(sealed, last)})
        unsealed = set(range(1, last + 1)) - closed
        expected: dict[str, int] = {}
        for number in sorted(unsealed):
            expected[f"seat{number % 3}"] = expected.get(f"seat{number % 3}", 0) + number
        assert missed.total(sealed, last) == expected

"""What the standings show beyond the score that the table keeps."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from events.event import Event
from events.round_events import Denounced, DieAltered, DieRerolledSecretly, StatusChanged
from projections.standings import MissedCheats, cheats_missed, standings_of
from projections.table import Score, Span
from tests.playing import Playing, drawn
from tests.toys.catalogue import TOYS


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


def test_dice_rolled_again_in_secret_are_counted_for_the_cheat_and_not_for_their_owner() -> None:
    rerolled = DieRerolledSecretly(to="gm", seat="odo", n=0, by="bri", why="cheat", draw=drawn("odo", "again", 6, 6))
    assert cheats_missed([rerolled, rerolled]) == {"bri": 2}


def test_a_cheat_who_was_denounced_was_not_missed() -> None:
    assert cheats_missed([turned("bri"), Denounced(seat="bri", by="house"), turned("odo")]) == {"odo": 1}


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


def test_sealed_rounds_that_lie_together_are_left_out_with_the_first_and_last_of_them() -> None:
    missed = MissedCheats()
    spans = [Span(first=2, last=4), Span(first=7, last=7)]
    assert missed.missing(spans, 9) == [1, 5, 6, 8, 9]
    missed.by_round = {number: {"bri": 10**number} for number in range(1, 10)}
    assert missed.total(spans, 9) == {"bri": sum(10**number for number in (1, 5, 6, 8, 9))}
    assert missed.total(spans[:1], 5) == {"bri": 10**1 + 10**5}


def test_the_standings_rank_by_wins_then_coins_then_arrival_and_keep_those_who_left() -> None:
    playing = Playing.open(TOYS, "race").seat("Ada", "Bo", "Cy", "Dee", "Eve")
    table = playing.table
    table.scores = {
        "ada": Score(wins=1, coins_cp=-5),
        "bo": Score(wins=2, coins_cp=-9, rounds=3),
        "cy": Score(wins=1, coins_cp=7),
        "dee": Score(wins=1, coins_cp=7),
        "eve": Score(),
    }
    table.seats["ada"].gone = True
    del table.seats["dee"]
    ranked = standings_of(table, {"cy": 2})
    assert [(one.seat, one.name, one.here, one.missed) for one in ranked] == [
        ("bo", "Bo", True, 0),
        ("cy", "Cy", True, 2),
        ("dee", "Dee", False, 0),
        ("ada", "Ada", False, 0),
        ("eve", "Eve", True, 0),
    ]
    assert ranked[0].rounds == 3

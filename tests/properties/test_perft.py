"""Perft: the lines of play from a round's start, counted and frozen."""

import pytest

from games.installed import CATALOGUE
from tests.perft import perft
from tests.playing import Playing
from tests.properties.subjects import Subject
from tests.toys.catalogue import TOYS

RACE = Subject(catalogue=TOYS, game="race")
BANK = Subject(catalogue=TOYS, game="bank")
TWENTYONE = Subject(catalogue=CATALOGUE, game="twentyone")
SECRET_CHOICE = Subject(catalogue=TOYS, game="secret_choice", options={"highest": 1})


@pytest.mark.parametrize(
    ("subject", "counts"),
    [
        (RACE, [1, 1, 1, 1, 2, 3, 5, 8, 13, 20, 31, 48, 75]),
        (BANK, [1, 21, 21 * 14, 21 * 14 * 7, 21 * 14 * 7]),
        (SECRET_CHOICE, [1, 6, 36, 216, 1_056, 4_656]),
        (TWENTYONE, [1, 2, 82, 2_852]),
    ],
    ids=str,
)
def test_the_lines_of_play_are_as_many_as_ever(subject: Subject, counts: list[int]) -> None:
    playing = Playing.open(subject.catalogue, subject.game, **subject.options).seat("Ada", "Bo", "Cy").start()
    assert [perft(playing, depth) for depth in range(len(counts))] == counts

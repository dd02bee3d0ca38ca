"""Perft: the lines of play from a round's start, counted and frozen."""

import pytest

from games.catalogue import Catalogue
from tests.perft import perft
from tests.playing import Playing
from tests.toys.catalogue import TOYS


@pytest.mark.parametrize(
    ("catalogue", "game", "counts"),
    [
        (TOYS, "race", [1, 1, 1, 1, 2, 3, 5, 8, 13, 20, 31, 48, 75]),
        (TOYS, "bank", [1, 21, 21 * 14, 21 * 14 * 7, 21 * 14 * 7]),
        (TOYS, "secret_choice", [1, 12, 144, 1_728, 16_512]),
    ],
    ids=["race", "bank", "secret_choice"],
)
def test_the_lines_of_play_are_as_many_as_ever(catalogue: Catalogue, game: str, counts: list[int]) -> None:
    playing = Playing.open(catalogue, game).seat("Ada", "Bo", "Cy").start()
    assert [perft(playing, depth) for depth in range(len(counts))] == counts

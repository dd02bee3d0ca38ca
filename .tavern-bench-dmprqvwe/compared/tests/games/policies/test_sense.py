"""Whether playing with sense pays: each policy against two that play at random, over seeded rounds."""

from typing import Final

import pytest

from games.policies import named, names
from tests.games.policies.sitting import Table

ROUNDS: Final = {
    "twentyone": 80,
    "twentyone-v3": 160,
    "goblin": 300,
    "bluffmaster": 60,
    "farkle": 20,
    "pig": 60,
    "rulers-bluff": 60,
    "triangle": 60,
}
RACES: Final = {"farkle": {"target": 2_000, "ante_cp": 500}, "pig": {"ante_cp": 500}}
WITH_SENSE: Final = [(game, name) for game in ROUNDS for name in names(game) if name != "random"]


@pytest.mark.parametrize(("game", "name"), WITH_SENSE)
def test_sensible_play_gains_more_than_random_play(game: str, name: str) -> None:
    """Seats change from table to table, so that nobody's place counts."""
    gained: dict[str, float] = {"sense": 0.0, "random": 0.0}
    for place in range(3):
        seats = {seat: named(name if at == place else "random") for at, seat in enumerate(("Ada", "Bo", "Cy"))}
        options = RACES.get(game, {})
        table = Table(game, seats, seed=30 + place, options=options)
        for _ in range(ROUNDS[game] // 3):
            table.play_round()
        for at, seat in enumerate(table.policies):
            gained["sense" if at == place else "random"] += table.won_cp(seat)

    assert gained["sense"] > max(0.0, gained["random"] / 2)

"""Powers that read faces under the cup leave no trace for others: tables that differ in them alone are served alike."""

import random
from collections.abc import Sequence
from typing import Final

import pytest

from events.audience import GM
from tests.games.trickster.referee.powers import Die
from tests.games.trickster.referee.random_games import STANDARD
from tests.games.trickster.referee.worlds import Worlds

CARDS: Final = [card["name"] for card in STANDARD]
WALKS = 30
MANY_WALKS = 2_000


def walk(seed: int, taken: Sequence[str] = ()) -> Worlds:
    """Both tables up to a challenge, or to a power that shows all what a die is that they took for another one."""
    worlds = Worlds(seed, len(taken) or 2 + seed % 3, taken)
    watching = list(worlds.watching)
    misjudged: list[Die] = []
    for move in worlds.moves():
        watching = [viewer for viewer in watching if viewer not in worlds.peeked()]
        served = {viewer: worlds.served(viewer) for viewer in watching}
        differ = [viewer for viewer, (here, there) in served.items() if here != there]
        if differ:
            assert move[1]["type"] == "use_ability", (seed, move, differ)
            assert any(die.size == die.believed for die in misjudged), (seed, move, differ)
            return worlds
        here, there = worlds.by_the_clock()
        assert here == there, (seed, move)
        misjudged = worlds.misjudged()
    return worlds


@pytest.mark.parametrize("seed", range(WALKS))
def test_others_are_served_the_same_whatever_dice_under_the_cup_brought_about(seed: int) -> None:
    walk(seed)


@pytest.mark.parametrize("card", CARDS)
def test_no_card_of_the_house_shows_others_what_lies_under_the_cup(card: str) -> None:
    for seed in range(3):
        others = random.Random(seed).choices(CARDS, k=2)
        walk(seed, [card, *others])


@pytest.mark.campaign
@pytest.mark.parametrize("hundred", range(MANY_WALKS // 100))
def test_others_are_served_the_same_whatever_dice_under_the_cup_brought_about_in_two_thousand_games(
    hundred: int,
) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        walk(seed)


def test_the_gm_is_served_what_lies_under_the_cups() -> None:
    served = [walk(seed).served(GM) for seed in range(12)]
    assert sum(here != there for here, there in served) > 6

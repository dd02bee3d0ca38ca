"""Powers that read faces under the cup leave no trace for others: tables that differ in them alone are served alike."""

import pytest

from tests.games.trickster.referee.worlds import Worlds

WALKS = 40
MANY_WALKS = 2_000


def walk(seed: int) -> Worlds:
    """Both tables up to a challenge, or to an effect that all see on a die that is not what they believe."""
    worlds = Worlds(seed, 2 + seed % 3)
    watching = list(worlds.watching)
    could_show = False
    for move in worlds.moves():
        watching = [viewer for viewer in watching if viewer not in worlds.peeked()]
        served = {viewer: worlds.served(viewer) for viewer in watching}
        differ = [viewer for viewer, (here, there) in served.items() if here != there]
        if differ:
            assert could_show, (seed, move, differ)
            assert move[1]["type"] == "use_ability"
            return worlds
        here, there = worlds.by_the_clock()
        assert here == there, (seed, move)
        could_show = worlds.shows_a_size()
    return worlds


@pytest.mark.parametrize("seed", range(WALKS))
def test_others_are_served_the_same_whatever_dice_under_the_cup_brought_about(seed: int) -> None:
    walk(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("hundred", range(MANY_WALKS // 100))
def test_others_are_served_the_same_whatever_dice_under_the_cup_brought_about_in_two_thousand_games(
    hundred: int,
) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        walk(seed)

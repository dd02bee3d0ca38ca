"""Games of cards of any making can be run again from their logs alone, and taken up again."""

import pytest

from tests.games.trickster.referee.random_games import CATALOGUE
from tests.games.trickster.referee.worlds import played
from tests.properties.judges.log import (
    a_table_kept_as_a_snapshot_goes_on_as_if_it_had_never_been_put_away,
    running_the_commands_again_gives_every_line_byte_for_byte,
)
from tests.replays.test_proof_rerun import again, assert_all_that_is_shown_is_the_same, decoded_proof


@pytest.mark.parametrize("seed", range(8))
def test_a_log_is_all_that_is_needed_to_play_a_game_again(seed: int) -> None:
    playing = played(seed).playing
    running_the_commands_again_gives_every_line_byte_for_byte(playing)
    a_table_kept_as_a_snapshot_goes_on_as_if_it_had_never_been_put_away(playing)


@pytest.mark.parametrize("seed", range(8))
def test_the_proof_of_a_game_is_all_that_a_player_needs_to_play_it_again(seed: int) -> None:
    proof = decoded_proof(CATALOGUE, played(seed).playing.lines)
    assert_all_that_is_shown_is_the_same(again(CATALOGUE, proof), proof)

"""The pot: antes, the House's match, and what another game left in it."""

from typing import Any

import pytest

from games.engine.legality import Refused
from games.goblin.state import Options
from games.table import SetGame
from tests.games.goblin.table import chamber, paid, phase, seated, stage_of, turn_of


def test_the_antes_and_the_houses_match_make_the_pot() -> None:
    game = chamber()
    assert game.entries[-1].events[1:] == [
        paid("bri", "pot", 500, "ante"),
        paid("odo", "pot", 500, "ante"),
        paid("cal", "pot", 500, "ante"),
        paid("house", "pot", 1_500, "house_match"),
        phase("chamber"),
        stage_of(1, "d20", "bri", "odo", "cal"),
        turn_of("bri"),
    ]
    assert game.pot == 3_000


def test_the_house_matches_nothing_where_the_table_has_it_so() -> None:
    assert chamber(house_match=False).pot == 1_500


def test_the_house_matches_what_the_gm_does_not_play_for() -> None:
    game = seated()
    game.sit("Mo", kind="gm", purse_cp=100)
    game.start()
    assert game.pot == 3_000


def test_a_pot_that_another_game_left_is_in_the_pot_that_is_won() -> None:
    game = seated("Bri", "Odo")
    game.give(None, SetGame(game="twentyone", options={"house_match": False}))
    game.load({(seat, purpose, 10): [9] for seat in ("bri", "odo") for purpose in ("opening", "hole")})
    game.load({("bri", "bought", 10): [2, 9], ("odo", "bought", 10): [3], ("odo", "cheat", 20): [19]})
    game.start()
    for seat, body in (
        ("bri", b'{"type":"let_it_be"}'),
        ("bri", b'{"type":"roll","die":"d10"}'),
        ("bri", b'{"type":"let_it_be"}'),
        ("odo", b'{"type":"roll","die":"d10"}'),
        ("odo", b'{"type":"cheat","n":2,"change":-1}'),
        ("bri", b'{"type":"roll","die":"d10"}'),
        ("bri", b'{"type":"let_it_be"}'),
        ("bri", b'{"type":"accuse","target":"odo","n":2}'),
    ):
        game.send(seat, body)
    assert game.result.outcome == "rollover"
    left_cp = game.pot
    assert left_cp == 1_750
    game.give(None, SetGame(game="goblin", options={"house_match": False}))
    game.start()
    assert game.pot == left_cp + 1_000
    game.stage(9, 1)
    assert game.holds("bri")[2] == paid("pot", "house", (left_cp + 1_000) // 2, "cowards_tax")
    assert game.pot == 0


def test_the_defaults_are_an_ante_of_5_gp_a_match_and_that_the_last_one_plays_on() -> None:
    options = Options()
    assert (options.ante_cp, options.house_match, options.last_standing) == (500, True, "plays_on")
    assert options.unseal == "round"


@pytest.mark.parametrize("wrong", [{"ante_cp": 0}, {"ante_cp": 3}, {"last_standing": "dies"}, {"liquid_mode": True}])
def test_options_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        seated(**wrong)
    assert refused.value.code == "bad_options"

"""The pot: antes, the House's match, and what another game left in it."""

from typing import Any

import pytest

from events.round_events import RoundVoided
from games.goblin.state import Options
from games.legality import Refused
from games.table import SetGame, StartRound, TakeOver, VoidRound
from tests.games.goblin.table import HOLD, chamber, dies, paid, phase, seated, stage_of, turn_of


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


def test_the_house_matches_nothing_while_the_gm_plays_an_npc() -> None:
    game = seated("Bri", "Odo")
    game.sit_npc("Cal", "cautious", purse_cp=10_000)
    game.give(None, TakeOver(target="cal"))
    game.give(None, StartRound())
    assert game.pot == 1_500


def test_the_house_matches_nothing_where_the_table_has_it_so() -> None:
    assert chamber(house_match=False).pot == 1_500


def test_the_house_matches_nothing_while_the_gm_holds_a_seat() -> None:
    game = seated()
    game.sit("Mo", kind="gm")
    game.start()
    assert game.pot == 2_000


def test_the_house_matches_what_the_gm_does_not_play_for() -> None:
    game = seated()
    game.sit("Mo", kind="gm", purse_cp=100)
    game.start()
    assert game.pot == 3_000


def test_the_antes_of_npcs_are_not_matched() -> None:
    game = seated("Bri", "Odo")
    game.sit("Grik", kind="npc")
    game.start()
    assert game.pot == 2_500


def test_a_player_who_cannot_pay_the_ante_sits_the_round_out() -> None:
    game = seated("Bri", "Odo", "Cal", purses={"odo": 499})
    game.start()
    assert game.table.order == ["bri", "cal"]
    assert game.pot == 2_000


def test_too_few_who_can_pay_make_no_round() -> None:
    game = seated("Bri", "Odo", purses={"odo": 499})
    with pytest.raises(Refused) as refused:
        game.start()
    assert refused.value.code == "too_few_seats"


def test_a_watcher_pays_nothing_and_rolls_nothing() -> None:
    game = chamber("Bri", "Odo", watching="Wat")
    assert game.table.order == ["bri", "odo"]
    assert game.purse("wat") == 10_000
    assert game.may("wat") == []


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


def test_goblin_mode_leaves_nothing_in_the_pot() -> None:
    game = chamber("Bri", "Odo")
    game.stage(1, 1)
    assert game.pot == 0
    assert game.table.balance("house") == 1_000


def test_a_round_called_off_gives_everything_back() -> None:
    game = chamber(watching="Wat")
    game.bets("wat", on="bri")
    game.stage(20, 1, 4)
    game.holds("bri")
    events = game.give(None, VoidRound(reason="fire"))
    assert RoundVoided(round=1, reason="fire") in events
    assert [game.purse(seat) for seat in ("bri", "odo", "cal", "wat")] == [10_000] * 4
    assert game.table.balance("house") == 0


def test_the_gm_switches_to_twenty_one_and_back_only_between_rounds() -> None:
    game = chamber("Bri", "Odo")
    with pytest.raises(Refused) as refused:
        game.give(None, SetGame(game="twentyone"))
    assert refused.value.code == "round_running"
    game.rolls("bri", 1)
    game.rolls("odo", 5)
    game.rolls("odo", 1)
    game.give(None, SetGame(game="twentyone"))
    game.give(None, SetGame(game="goblin"))
    assert game.give(None, StartRound())[-1] == turn_of("bri")
    assert game.rolls("bri", 1)[1] == dies("bri")


def test_the_defaults_are_an_ante_of_5_gp_a_match_and_that_the_last_one_plays_on() -> None:
    options = Options()
    assert (options.ante_cp, options.house_match, options.last_standing) == (500, True, "plays_on")
    assert options.unseal == "round"


@pytest.mark.parametrize("wrong", [{"ante_cp": 0}, {"ante_cp": 3}, {"last_standing": "dies"}, {"liquid_mode": True}])
def test_options_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        seated(**wrong)
    assert refused.value.code == "bad_options"


def test_a_winner_has_its_score_in_the_standings() -> None:
    game = chamber("Bri", "Odo")
    game.stage(9, 8)
    game.stage(3, 3)
    game.stage(2, 1)
    game.stage(HOLD)
    assert game.table.scores["bri"].wins == 1
    assert game.table.scores["bri"].coins_cp == 1_500

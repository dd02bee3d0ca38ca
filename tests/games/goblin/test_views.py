"""What is seen of a round in Goblin Mode: everything, by everybody."""

from events.audience import PUBLIC
from tests.games.goblin.table import HOLD, chamber, seated


def test_the_view_shows_each_seats_score_boots_and_whether_it_may_hold() -> None:
    game = chamber()
    assert [game.details(seat)["may_hold"] for seat in ("bri", "odo", "cal")] == [False, False, False]
    game.stage(20, 5, 1)
    assert [game.details(seat) for seat in ("bri", "odo", "cal")] == [
        {"score": 20, "boots": 1, "held_in": None, "may_hold": True},
        {"score": 5, "boots": 0, "held_in": None, "may_hold": False},
        {"score": 0, "boots": 0, "held_in": None, "may_hold": False},
    ]


def test_the_view_shows_the_stage_its_die_and_the_highest_seats() -> None:
    game = chamber()
    game.stage(9, 5, 9)
    assert game.details() == {
        "stage": 2,
        "die": "d12",
        "highest": ["bri", "cal"],
        "side_pool_cp": 0,
        "side_bets": [],
    }
    assert game.view(PUBLIC).phase == "chamber"


def test_totals_are_scores() -> None:
    game = chamber()
    game.stage(9, 5, 1)
    assert [seat.total for seat in game.view(PUBLIC).seats] == [9, 5, 0]


def test_before_the_first_round_there_is_nothing_to_show() -> None:
    game = seated("Bri", "Odo")
    assert game.details("bri") == {}
    assert game.details() == {"stage": 0, "die": None, "highest": [], "side_pool_cp": 0, "side_bets": []}


def test_after_a_round_its_dice_and_scores_are_seen_until_the_next() -> None:
    game = chamber("Bri", "Odo")
    game.stage(9, 5)
    game.stage(HOLD, 1)
    assert game.details("bri") == {"score": 9, "boots": 0, "held_in": "d12", "may_hold": False}
    assert game.details()["highest"] == []
    assert len(game.table.seats["odo"].dice) == 2

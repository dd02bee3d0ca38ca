"""The shrinking Chamber: everybody rolls the same die each stage, in the order of seats."""

from games.goblin.chamber import Roll
from games.goblin.state import CHAMBER
from tests.games.goblin.table import CATALOGUE, HOLD, chamber, rolled, seated, stage_of, turn_of


def test_the_chamber_has_six_stages_from_the_d20_down_to_the_d4() -> None:
    assert CHAMBER == {"d20": 20, "d12": 12, "d10": 10, "d8": 8, "d6": 6, "d4": 4}
    game = chamber()
    dice = []
    for _ in CHAMBER:
        dice.append(game.details()["die"])
        game.stage(2, 3, 3 if game.details()["stage"] < 6 else 2)
    assert dice == list(CHAMBER)
    assert not game.table.running


def test_everybody_rolls_the_same_die_each_stage_in_the_order_of_seats() -> None:
    game = chamber()
    assert game.rolls("bri", 7) == [rolled("bri", 0, "d20", 7), turn_of("odo")]
    assert game.rolls("odo", 8) == [rolled("odo", 0, "d20", 8), turn_of("cal")]
    assert game.rolls("cal", 9) == [
        rolled("cal", 0, "d20", 9),
        stage_of(2, "d12", "bri", "odo", "cal"),
        turn_of("bri"),
    ]
    assert game.rolls("bri", 5) == [rolled("bri", 1, "d12", 5), turn_of("odo")]


def test_a_seat_acts_once_a_stage_and_only_on_its_turn() -> None:
    game = chamber()
    assert game.may("bri") == ["roll"]
    assert game.may("odo") == []
    assert game.refused("odo", Roll()) == "not_your_turn"
    game.rolls("bri", 7)
    assert game.refused("bri", Roll()) == "not_your_turn"


def test_seats_that_hold_or_are_dead_do_not_act_any_more() -> None:
    game = chamber()
    game.stage(9, 1, 4)
    game.holds("bri")
    game.rolls("cal", 2)
    assert game.entries[-1].events[-2:] == [stage_of(3, "d10", "cal"), turn_of("cal")]
    assert game.refused("bri", Roll()) == "already_held"
    assert game.refused("odo", Roll()) == "dead"


def test_dice_stay_on_the_table_and_a_score_is_their_sum() -> None:
    game = chamber("Bri", "Odo")
    game.stage(9, 4)
    game.stage(3, 5)
    assert [(die.n, die.die, die.face, die.place) for die in game.table.seats["bri"].dice] == [
        (0, "d20", 9, "open"),
        (1, "d12", 3, "open"),
    ]
    assert [game.score(seat) for seat in ("bri", "odo")] == [12, 9]


def test_two_to_twelve_seats_play() -> None:
    rulebook = CATALOGUE.rulebook("goblin")
    assert (rulebook.min_seats, rulebook.max_seats) == (2, 12)
    game = seated(*(f"Seat {n}" for n in range(14)))
    game.start()
    assert len(game.table.order) == 12
    assert {game.status("seat-12"), game.status("seat-13")} == {"sitting_out"}


def test_a_seat_that_sits_out_is_refused_as_not_in_the_round() -> None:
    game = seated("Bri", "Odo", "Cal", purses={"cal": 499})
    game.start()
    assert game.table.order == ["bri", "odo"]
    assert game.refused("cal", Roll()) == "not_in_round"


def test_a_new_round_begins_with_nothing() -> None:
    game = chamber("Bri", "Odo")
    game.stage(20, 7)
    game.stage(HOLD, 1)
    game.start()
    assert game.details("bri") == {"score": 0, "boots": 0, "held_in": None, "may_hold": False}
    assert game.details()["stage"] == 1

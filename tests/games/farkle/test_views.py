"""What is seen of a race of Farkle."""

from events.audience import PUBLIC
from tests.games.farkle.table import racing, seated

WORTH_50 = (5, 2, 2, 3, 4, 4)
WORTH_1000 = (1, 1, 1, 2, 3, 4)


def test_the_view_shows_what_each_choice_would_score_and_leave() -> None:
    table = racing()
    table.throws("bri", 1, 5, 2, 2, 2, 4)
    assert table.details() == {
        "at_risk": 0,
        "target": 10_000,
        "bank_from": 0,
        "greed_dice": 0,
        "choices": [
            {"faces": [1, 2, 2, 2, 5], "points": 350, "dice_left": 1},
            {"faces": [1, 2, 2, 2], "points": 300, "dice_left": 2},
            {"faces": [2, 2, 2, 5], "points": 250, "dice_left": 2},
            {"faces": [2, 2, 2], "points": 200, "dice_left": 3},
            {"faces": [1, 5], "points": 150, "dice_left": 4},
            {"faces": [1], "points": 100, "dice_left": 5},
            {"faces": [5], "points": 50, "dice_left": 5},
        ],
    }


def test_the_choices_of_the_view_are_those_that_are_offered_in_the_same_order() -> None:
    table = racing()
    table.throws("bri", 1, 5, 2, 2, 2, 4)
    assert [choice["faces"] for choice in table.details()["choices"]] == table.choices("bri")


def test_when_there_is_nothing_to_choose_the_view_has_no_choices() -> None:
    table = racing()
    assert table.details()["choices"] == []
    table.throws("bri", *WORTH_1000)
    table.sets_aside("bri", 1, 1, 1)
    assert table.details() == {
        "at_risk": 1_000,
        "target": 10_000,
        "bank_from": 0,
        "greed_dice": 0,
        "choices": [],
    }


def test_the_view_shows_from_how_many_points_the_current_seat_can_bank() -> None:
    table = racing("Bri", "Odo", minimum_bank=400, opening_bank=1_000)
    assert table.details()["bank_from"] == 1_000
    table.plays("bri", WORTH_1000, (1, 1, 1))
    table.throws("odo", 2, 2, 3, 3, 4, 6)
    assert table.details()["bank_from"] == 400


def test_the_view_shows_how_many_dice_wait_for_the_greedy() -> None:
    table = racing(greed=True)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    assert table.details()["greed_dice"] == 3
    table.throws("odo", *WORTH_50)
    assert table.details()["greed_dice"] == 0


def test_between_races_the_view_asks_nobody_for_anything() -> None:
    assert seated().details() == {
        "at_risk": 0,
        "target": 10_000,
        "bank_from": None,
        "greed_dice": 0,
        "choices": [],
    }


def test_a_seats_points_stand_with_it() -> None:
    table = racing("Bri", "Odo")
    table.plays("bri", WORTH_1000, (1, 1, 1))
    assert [seat.details for seat in table.view(PUBLIC).seats] == [{"points": 1_000}, {"points": 0}]

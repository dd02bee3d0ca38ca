"""The target, the least that can be banked, and greed."""

import pytest

from events.round_events import DiceTakenUp, RoundEnded, TurnBegan
from games.engine.legality import Refused
from games.farkle.greed import DiceLeft
from games.farkle.state import Options
from games.farkle.turns import Bank, Throw
from games.mechanics.race import PointsBanked
from games.table import Leave, StartRound
from projections.actions import Choices
from tests.games.farkle.table import FarkleRace, racing, seated, thrown

WORTH_50 = (5, 2, 2, 3, 4, 4)
WORTH_1000 = (1, 1, 1, 2, 3, 4)


NO_GREED = Choices(choices=[False], optional=True)


def greedy_offer(table: FarkleRace, seat: str) -> Choices | None:
    """What a seat may say about greed when it throws."""
    [throw] = [action for action in table.actions(seat) if action.type == "throw"]
    param = throw.params.get("greedy")
    assert param is None or isinstance(param, Choices)
    return param


def test_10000_points_win_and_nothing_else_is_asked_unless_the_table_has_it_so() -> None:
    assert Options() == Options(target=10_000, minimum_bank=0, opening_bank=0, greed=False, ante_cp=0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"target": 0},
        {"target": 20_050},
        {"target": 125},
        {"minimum_bank": 1_050},
        {"minimum_bank": -50},
        {"opening_bank": 2_050},
        {"opening_bank": 75},
        {"ante_cp": 3},
    ],
)
def test_options_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(Refused) as refused:
        seated(**wrong)
    assert refused.value.code == "bad_options"


def test_a_race_takes_two_at_least_and_twelve_at_most() -> None:
    seated("Bri").when(None, StartRound()).then_refused("too_few_seats")
    table = racing(*(f"Seat {number}" for number in range(1, 14)))
    assert len(table.table.order) == 12


def test_a_minimum_score_is_needed_to_bank() -> None:
    table = racing(minimum_bank=400)
    table.throws("bri", 1, 1, 1, 2, 3, 4)
    table.sets_aside("bri", 1, 1)
    assert table.may("bri") == ["throw"]
    assert table.refused("bri", Bank()) == (
        "too_little_to_bank",
        "The points of a turn must be at least 400, and you have 200: throw again.",
    )
    table.throws("bri", 5, 5, 1, 2)
    table.sets_aside("bri", 1, 5, 5)
    assert table.may("bri") == ["throw", "bank"]


def test_the_minimum_score_is_asked_of_every_turn() -> None:
    table = racing("Bri", "Odo", minimum_bank=400)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    table.throws("odo", 2, 2, 3, 3, 4, 6)
    table.throws("bri", *WORTH_50)
    table.sets_aside("bri", 5)
    assert table.refused("bri", Bank())[0] == "too_little_to_bank"


def test_a_turn_that_brings_just_the_minimum_is_enough() -> None:
    table = racing(minimum_bank=400)
    assert table.plays("bri", (4, 4, 4, 2, 3, 3), (4, 4, 4))[0] == PointsBanked(seat="bri", points=400, total=400)


def test_an_initial_score_is_needed_to_start_banking() -> None:
    table = racing(opening_bank=1_000)
    table.throws("bri", 1, 1, 5, 2, 3, 4)
    table.sets_aside("bri", 1, 1, 5)
    assert table.refused("bri", Bank()) == (
        "too_little_to_bank",
        "The first points that you write down must be at least 1,000, and you have 250: throw again.",
    )


def test_after_the_initial_score_a_seat_banks_what_it_likes() -> None:
    table = racing("Bri", "Odo", opening_bank=1_000)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    table.throws("odo", 2, 2, 3, 3, 4, 6)
    assert table.plays("bri", WORTH_50, (5,))[0] == PointsBanked(seat="bri", points=50, total=1_050)


def test_a_seats_initial_score_is_its_own() -> None:
    table = racing("Bri", "Odo", opening_bank=1_000)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    table.throws("odo", *WORTH_50)
    table.sets_aside("odo", 5)
    assert table.refused("odo", Bank())[0] == "too_little_to_bank"


def test_with_a_minimum_above_the_initial_score_the_minimum_is_asked_at_first_too() -> None:
    table = racing(opening_bank=300, minimum_bank=400)
    table.throws("bri", 3, 3, 3, 2, 4, 4)
    table.sets_aside("bri", 3, 3, 3)
    assert table.details()["bank_from"] == 400
    assert table.refused("bri", Bank())[0] == "too_little_to_bank"


def test_with_greed_the_dice_that_the_seat_before_did_not_throw_may_be_thrown_along() -> None:
    table = racing(greed=True)
    table.plays("bri", (1, 1, 1, 2, 3, 4), (1, 1, 1))
    assert greedy_offer(table, "odo") == Choices(choices=[True, False], optional=True)
    assert table.throws("odo", 2, 2, 2, 3, 3, 4, 4, 6, 6, greedy=True)[0] == thrown("odo", 2, 2, 2, 3, 3, 4, 4, 6, 6)
    assert len(table.table.seats["odo"].dice) == 9


def test_banking_records_how_many_dice_are_left() -> None:
    table = racing(greed=True)
    assert table.plays("bri", WORTH_1000, (1, 1, 1)) == [
        PointsBanked(seat="bri", points=1000, total=1000),
        DiceLeft(seat="bri", count=3),
        DiceTakenUp(seat="bri"),
        TurnBegan(seat="odo"),
    ]


@pytest.mark.parametrize("greedy", [None, False])
def test_nobody_has_to_be_greedy(greedy: bool | None) -> None:
    table = racing(greed=True)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    assert table.throws("odo", *WORTH_50, greedy=greedy)[0] == thrown("odo", *WORTH_50)


def test_without_the_option_nobody_is_greedy() -> None:
    table = racing()
    events = table.plays("bri", WORTH_1000, (1, 1, 1))
    assert events == [
        PointsBanked(seat="bri", points=1000, total=1000),
        DiceTakenUp(seat="bri"),
        TurnBegan(seat="odo"),
    ]
    assert greedy_offer(table, "odo") == NO_GREED
    assert table.refused("odo", Throw(greedy=True)) == (
        "no_greed",
        "There is no greed at this table: throw your own dice.",
    )
    assert table.throws("odo", *WORTH_50, greedy=False)[0] == thrown("odo", *WORTH_50)


def test_dice_are_left_by_who_banks_and_not_by_who_loses_the_turn() -> None:
    table = racing(greed=True)
    table.throws("bri", *WORTH_50)
    table.sets_aside("bri", 5)
    table.throws("bri", 2, 3, 3, 4, 6)
    assert greedy_offer(table, "odo") == NO_GREED


def test_a_greedy_seat_is_refused_when_no_dice_were_left() -> None:
    assert racing(greed=True).refused("bri", Throw(greedy=True)) == (
        "no_dice_left",
        "No dice were left for you: throw without greed.",
    )


def test_a_player_who_banks_with_all_dice_set_aside_leaves_none() -> None:
    table = racing(greed=True)
    events = table.plays("bri", (1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6))
    assert events[1:] == [DiceTakenUp(seat="bri"), TurnBegan(seat="odo")]
    assert greedy_offer(table, "odo") == NO_GREED


def test_the_dice_left_are_added_only_to_the_first_throw_of_the_turn() -> None:
    table = racing(greed=True)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    table.throws("odo", *WORTH_50)
    table.sets_aside("odo", 5)
    assert greedy_offer(table, "odo") == NO_GREED
    assert table.refused("odo", Throw(greedy=True)) == (
        "first_throw_only",
        "Dice left over can be added only to the first throw of a turn.",
    )


def test_five_dice_at_the_most_are_added() -> None:
    table = racing(greed=True)
    table.plays("bri", WORTH_50, (5,))
    table.throws("odo", 5, 2, 2, 3, 3, 4, 4, 6, 6, 2, 3, greedy=True)
    table.sets_aside("odo", 5)
    assert table.banks("odo")[1] == DiceLeft(seat="odo", count=5)


def test_eleven_dice_are_scored_by_their_best_partition_and_the_choices_stay_short() -> None:
    table = racing(greed=True)
    table.plays("bri", WORTH_50, (5,))
    table.throws("odo", 1, 1, 4, 4, 4, 5, 5, 6, 6, 6, 6, greedy=True)
    choices = table.choices("odo")
    assert len(choices) == 63
    assert choices[0] == [1, 1, 4, 4, 4, 5, 5, 6, 6, 6, 6]
    assert table.details()["choices"][0] == {"faces": choices[0], "points": 2_100, "dice_left": 0}


def test_greedy_dice_that_are_not_set_aside_are_thrown_again_too() -> None:
    table = racing(greed=True)
    table.plays("bri", WORTH_50, (5,))
    table.throws("odo", 5, 2, 2, 3, 3, 4, 4, 6, 6, 2, 3, greedy=True)
    table.sets_aside("odo", 5)
    again = table.throws("odo", 1, 2, 2, 3, 3, 4, 4, 6, 6, 2)
    assert again[0] == thrown("odo", 1, 2, 2, 3, 3, 4, 4, 6, 6, 2, first=12, ns=list(range(1, 11)))


def test_when_all_eleven_dice_are_set_aside_six_are_thrown_again() -> None:
    table = racing(greed=True)
    table.plays("bri", WORTH_50, (5,))
    table.throws("odo", 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5, greedy=True)
    table.sets_aside("odo", 1, 1, 1, 1, 1, 1, 5, 5, 5, 5, 5)
    assert table.throws("odo", *WORTH_50)[:2] == [DiceTakenUp(seat="odo"), thrown("odo", *WORTH_50, first=12)]


def test_dice_left_wait_for_the_next_who_throws_when_a_seat_leaves_before_it_threw() -> None:
    table = racing(greed=True)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    table.give("odo", Leave())
    assert table.throws("cal", *WORTH_50, 1, 1, 1, greedy=True)[0] == thrown("cal", *WORTH_50, 1, 1, 1)


def test_a_player_who_has_won_leaves_no_dice() -> None:
    table = racing(greed=True, target=1_000)
    events = table.plays("bri", WORTH_1000, (1, 1, 1))
    assert isinstance(events[1], RoundEnded)


def test_dice_that_nobody_took_do_not_wait_for_another_race() -> None:
    table = racing("Bri", "Odo", greed=True)
    table.plays("bri", WORTH_1000, (1, 1, 1))
    table.give("odo", Leave())
    table.seat("Cal").start()
    assert greedy_offer(table, "bri") == NO_GREED
    assert table.points("bri") == 0

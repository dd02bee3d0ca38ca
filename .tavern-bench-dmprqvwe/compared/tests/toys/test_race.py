"""The race, sentence by sentence."""

from typing import Any

from events.accounts import POT
from events.audience import ALL
from events.event import Event
from events.round_events import DieRerolled, DieRolled, RoundEnded, StatusChanged, TurnBegan
from events.table_events import CoinsMoved, SeatLeft
from games.table import Leave, StartRound, VoidRound
from tests.playing import Playing, drawn
from tests.toys.catalogue import TOYS
from tests.toys.race import Bank, Roll, Scored


def a_race(*faces: int, **options: Any) -> Playing:
    """A race of three in which these are the first faces that Ada rolls."""
    playing = Playing.open(TOYS, "race", **options).seat("Ada", "Bo", "Cy", purse_cp=500)
    return playing.load({("ada", "race", 6): faces}).start()


def rolled(face: int, *, n: int = 1) -> Event:
    draw = drawn("ada", "race", 6, face, n)
    if n == 1:
        return DieRolled(seat="ada", n=0, die="d6", place="open", draw=draw, draw_to=ALL)
    return DieRerolled(seat="ada", n=0, by="ada", why="roll", draw=draw, draw_to=ALL)


def test_what_is_rolled_adds_up_and_stays_at_risk() -> None:
    race = a_race(4, 6)

    race.when("ada", Roll()).then(rolled(4), Scored(seat="ada", at_risk=4, banked=0))
    race.when("ada", Roll()).then(rolled(6, n=2), Scored(seat="ada", at_risk=10, banked=0))


def test_a_1_loses_what_was_at_risk_and_the_turn() -> None:
    race = a_race(4, 1)
    race.give("ada", Roll())

    race.when("ada", Roll()).then(rolled(1, n=2), Scored(seat="ada", at_risk=0, banked=0), TurnBegan(seat="bo"))


def test_what_is_banked_is_kept_and_ends_the_turn() -> None:
    race = a_race(4)
    race.give("ada", Roll())

    race.when("ada", Bank()).then(Scored(seat="ada", at_risk=0, banked=4), TurnBegan(seat="bo"))


def test_nothing_can_be_banked_before_a_roll() -> None:
    a_race().when("ada", Bank()).then_refused("nothing_to_bank")


def test_nobody_rolls_out_of_turn() -> None:
    a_race().when("bo", Roll()).then_refused("not_your_turn")


def test_a_player_who_banks_the_target_takes_the_pot() -> None:
    race = a_race(6, 5, target=11)
    race.give("ada", Roll())
    race.give("ada", Roll())

    race.when("ada", Bank()).then(
        Scored(seat="ada", at_risk=0, banked=11),
        CoinsMoved(payer=POT, payee="ada", amount_cp=300, reason="winnings"),
        RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 300}),
        *race.closing(),
    )


def test_a_player_who_leaves_forfeits_and_the_ante_stays() -> None:
    race = a_race()

    race.when("ada", Leave()).then(
        StatusChanged(seat="ada", status="forfeited", why="left"),
        TurnBegan(seat="bo"),
        CoinsMoved(payer="ada", payee="outside", amount_cp=400, reason="cash_out"),
        SeatLeft(seat="ada", why="left"),
    )


def test_the_last_one_racing_has_won() -> None:
    race = a_race()
    race.give("ada", Leave())

    race.when("bo", Leave()).then(
        StatusChanged(seat="bo", status="forfeited", why="left"),
        CoinsMoved(payer=POT, payee="cy", amount_cp=300, reason="winnings"),
        RoundEnded(round=1, outcome="won", winners=["cy"], won_cp={"cy": 300}),
        CoinsMoved(payer="bo", payee="outside", amount_cp=400, reason="cash_out"),
        SeatLeft(seat="bo", why="left"),
        *race.closing(),
    )


def test_a_player_who_cannot_pay_the_ante_sits_the_round_out() -> None:
    race = Playing.open(TOYS, "race").seat("Ada", "Bo").seat("Cy", purse_cp=99).start()

    view = race.view("public")
    assert [(seat.seat, seat.status, seat.purse_cp) for seat in view.seats] == [
        ("ada", "active", 9_900),
        ("bo", "active", 9_900),
        ("cy", "sitting_out", 99),
    ]


def test_without_two_antes_there_is_no_round() -> None:
    Playing.open(TOYS, "race").seat("Ada").when(None, StartRound()).then_refused("too_few_seats")


def test_a_voided_race_gives_the_antes_back() -> None:
    race = a_race()
    race.give(None, VoidRound())

    assert race.table.accounts == {"ada": 500, "bo": 500, "cy": 500, "outside": -1_500, "pot": 0, "house": 0}

"""Pig, sentence by sentence of its text and of the rulings on it."""

from typing import Any

import pytest

from events.accounts import POT
from events.audience import ALL, PUBLIC
from events.event import Event
from events.round_events import DiceTakenUp, DiceThrown, QuestionAsked, RoundEnded, StatusChanged, TurnBegan
from events.table_events import CoinsMoved, SeatLeft
from games.engine.legality import Refused
from games.engine.rulebook import Timeout
from games.installed import CATALOGUE
from games.mechanics.race import PointsBanked, PointsCounted, PointsLost
from games.pig import Bank, Throw
from games.table import Leave
from tests.playing import Playing, drawn


def racing(**options: Any) -> Playing:
    return Playing.open(CATALOGUE, "pig", **options).seat("Ada", "Bo", "Cy", purse_cp=5_000).start()


def throws(race: Playing, seat: str, *faces: int) -> list[Event]:
    """A seat throws so often; what came of the last throw."""
    race.load({(seat, "pig", 6): faces})
    return [race.give(seat, Throw()) for _ in faces][-1]


def turn(race: Playing, seat: str, *faces: int) -> list[Event]:
    """A seat throws so often, and banks."""
    throws(race, seat, *faces)
    return race.give(seat, Bank())


def fell(seat: str, face: int, n: int = 1) -> DiceThrown:
    return DiceThrown(seat=seat, ns=[0], die="d6", place="open", draws=[drawn(seat, "pig", 6, face, n)], draws_to=ALL)


def may(race: Playing, seat: str) -> list[str]:
    return [action.type for action in race.actions(seat) if action.type in ("throw", "bank")]


def chronicle(race: Playing) -> list[str]:
    seen = race.newest_seen(PUBLIC)
    return list(seen.chronicle) if seen else []


def test_a_turn_is_one_die_thrown_again_and_again_and_what_it_shows_adds_up() -> None:
    race = racing()
    assert throws(race, "ada", 4) == [
        fell("ada", 4),
        PointsCounted(seat="ada", points=4, at_risk=4),
        QuestionAsked(seats=["ada"], question="throw_or_bank"),
    ]
    assert throws(race, "ada", 6)[:2] == [fell("ada", 6, 2), PointsCounted(seat="ada", points=6, at_risk=10)]
    assert [die.face for die in race.table.dice_of("ada")] == [6]


@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_every_face_but_the_one_counts_as_what_it_shows(face: int) -> None:
    assert PointsCounted(seat="ada", points=face, at_risk=face) in throws(racing(), "ada", face)


def test_a_one_scores_nothing_on_that_turn_and_the_next_one_throws() -> None:
    race = racing()
    throws(race, "ada", 6, 5)
    assert throws(race, "ada", 1) == [
        fell("ada", 1, 3),
        PointsLost(seat="ada", points=11),
        DiceTakenUp(seat="ada"),
        TurnBegan(seat="bo"),
    ]
    assert race.table.state.banked["ada"] == 0


def test_a_score_can_be_written_down_from_seven_on() -> None:
    race = racing()
    assert may(race, "ada") == ["throw"]
    throws(race, "ada", 6)
    assert may(race, "ada") == ["throw"]
    with pytest.raises(Refused) as refused:
        race.give("ada", Bank())
    assert refused.value.code == "too_little_to_bank"
    assert refused.value.detail == "A turn must bring 7 points to be banked, and you have 6: throw."
    throws(race, "ada", 1)
    throws(race, "bo", 5, 2)
    assert may(race, "bo") == ["throw", "bank"]
    assert race.give("bo", Bank())[0] == PointsBanked(seat="bo", points=7, total=7)


def test_a_player_who_needs_less_than_seven_to_win_must_still_throw_seven() -> None:
    race = racing(target=50)
    turn(race, "ada", *[6] * 7, 4)
    for seat in ("bo", "cy"):
        throws(race, seat, 1)
    throws(race, "ada", 5)
    assert may(race, "ada") == ["throw"]


@pytest.mark.parametrize("target", [50, 100])
def test_the_first_to_reach_the_target_wins_the_pot(target: int) -> None:
    race = racing(target=target, ante_cp=500)
    throws(race, "ada", *[5] * (target // 5))
    assert race.give("ada", Bank()) == [
        PointsBanked(seat="ada", points=target, total=target),
        CoinsMoved(payer=POT, payee="ada", amount_cp=1_500, reason="payout"),
        RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 1_500}),
        *race.closing(),
    ]


def test_the_target_counts_only_once_it_is_written_down() -> None:
    race = racing(target=50)
    throws(race, "ada", *[5] * 10)
    assert race.table.running
    throws(race, "ada", 1)
    assert race.table.state.banked["ada"] == 0


def test_a_hundred_points_win_unless_the_table_says_otherwise() -> None:
    assert racing().view(PUBLIC).details == {"at_risk": 0, "target": 100}


@pytest.mark.parametrize("target", [49, 101])
def test_the_target_is_from_fifty_to_a_hundred(target: int) -> None:
    with pytest.raises(Refused) as refused:
        racing(target=target)
    assert refused.value.code == "bad_options"


def test_what_a_seat_that_leaves_had_at_risk_is_gone_and_the_next_one_throws() -> None:
    race = racing(ante_cp=500)
    throws(race, "ada", 6, 6)
    assert race.give("ada", Leave()) == [
        StatusChanged(seat="ada", status="forfeited", why="left"),
        DiceTakenUp(seat="ada"),
        TurnBegan(seat="bo"),
        CoinsMoved(payer="ada", payee="outside", amount_cp=4_500, reason="cash_out"),
        SeatLeft(seat="ada", why="left"),
    ]
    assert race.table.state.at_risk == 0
    assert race.table.balance(POT) == 1_500


def test_the_clock_throws_until_it_can_bank() -> None:
    race = racing(turn_seconds=60)
    race.load({("ada", "pig", 6): [4, 2, 3]})
    deadlines = {race.table.deadline}
    for expected in (Throw(), Throw(), Throw(), Bank()):
        assert race.let_the_clock_act() == Timeout("ada", expected)
        deadlines.add(race.table.deadline)
    assert len(deadlines) == 5
    assert race.table.state.banked["ada"] == 9


@pytest.mark.parametrize(
    ("faces", "heard"),
    [
        ([4], ["Ada throws a d6: 4.", "That is worth 4 points."]),
        ([4, 6], ["Ada throws a d6: 6.", "That is worth 6 points, 10 this turn."]),
        ([4, 1], ["Ada throws a d6: 1.", "Ada loses 4 points.", "It is Bo’s turn."]),
        ([1], ["Ada throws a d6: 1.", "Ada loses nothing but the turn.", "It is Bo’s turn."]),
    ],
)
def test_a_throw_is_reported_with_what_it_gains_or_costs(faces: list[int], heard: list[str]) -> None:
    race = racing()
    throws(race, "ada", *faces)
    assert chronicle(race) == heard

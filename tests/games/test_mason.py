"""Mason, sentence by sentence of its text and of the rulings on it."""

from collections.abc import Sequence
from typing import Any

import pytest

from events.accounts import OUTSIDE, POT
from events.audience import ALL, PUBLIC
from events.event import Event
from events.round_events import DiceThrown, RoundEnded, StatusChanged, TurnBegan
from events.table_events import CoinsMoved, SeatLeft
from games.engine.legality import Refused
from games.engine.rulebook import Timeout
from games.installed import CATALOGUE
from games.mason import Throw
from games.mechanics.race import PointsBanked, PointsCounted, PointsLost
from games.table import Leave
from tests.playing import Playing, drawn

CROOKED = [6] * (6 * 101)
"""The first throw and a hundred more of dice that never stop."""


def playing(*names: str, **options: Any) -> Playing:
    table = Playing.open(CATALOGUE, "mason", **options)
    return table.seat(*(names or ("Ada", "Bo", "Cy")), purse_cp=5_000).start()


def faces_for(score: int) -> list[int]:
    """Faces that a seat throws for a score: as many as possible count in each throw."""
    faces, dice = list[int](), 6
    while dice:
        counting = min(score, dice)
        faces += [4] * counting + [1] * (dice - counting)
        score, dice = score - counting, counting
    return faces


def scores(table: Playing, seat: str, score: int) -> list[Event]:
    """A seat throws, and has this score."""
    table.load({(seat, "mason", 6): faces_for(score)})
    return table.give(seat, Throw())


def cheats(table: Playing, seat: str) -> list[Event]:
    """A seat throws dice that never stop."""
    table.load({(seat, "mason", 6): CROOKED})
    return table.give(seat, Throw())


def thrown(seat: str, ns: Sequence[int], faces: Sequence[int], first: int) -> DiceThrown:
    draws = [drawn(seat, "mason", 6, face, n) for n, face in enumerate(faces, start=first)]
    return DiceThrown(seat=seat, ns=list(ns), die="d6", place="open", draws=draws, draws_to=ALL)


def ended(table: Playing) -> RoundEnded | None:
    return next((event for event in table.entries[-1].events if isinstance(event, RoundEnded)), None)


def chronicle(table: Playing) -> list[str]:
    seen = table.newest_seen(PUBLIC)
    return list(seen.chronicle) if seen else []


def test_six_dice_are_thrown_and_those_that_show_four_or_more_are_counted_and_thrown_again_until_none_does() -> None:
    table = playing().load({("ada", "mason", 6): [4, 3, 6, 1, 5, 2, 1, 6, 3, 4, 2]})
    table.when("ada", Throw()).then(
        thrown("ada", range(6), [4, 3, 6, 1, 5, 2], 1),
        PointsCounted(seat="ada", points=3, at_risk=3),
        thrown("ada", [0, 2, 4], [1, 6, 3], 7),
        PointsCounted(seat="ada", points=1, at_risk=4),
        thrown("ada", [2], [4], 10),
        PointsCounted(seat="ada", points=1, at_risk=5),
        thrown("ada", [2], [2], 11),
        PointsBanked(seat="ada", points=5, total=5),
        TurnBegan(seat="bo"),
    )
    assert [die.face for die in table.table.dice_of("ada")] == [1, 3, 2, 1, 3, 2]


@pytest.mark.parametrize(("face", "counts"), [(1, False), (2, False), (3, False), (4, True), (5, True), (6, True)])
def test_four_five_and_six_count(face: int, counts: bool) -> None:
    table = playing().load({("ada", "mason", 6): [face, 1, 1, 1, 1, 1, 1]})
    table.give("ada", Throw())
    assert table.table.state.banked["ada"] == counts


def test_a_throw_in_which_nothing_counts_scores_nothing() -> None:
    assert scores(playing(), "ada", 0)[1:] == [PointsBanked(seat="ada", points=0, total=0), TurnBegan(seat="bo")]


def test_the_highest_score_wins_the_pot_after_one_round() -> None:
    table = playing(ante_cp=500)
    scores(table, "ada", 9)
    scores(table, "bo", 14)
    assert scores(table, "cy", 3)[-5:] == [
        PointsBanked(seat="cy", points=3, total=3),
        CoinsMoved(payer=POT, payee="bo", amount_cp=1_500, reason="payout"),
        RoundEnded(round=1, outcome="won", winners=["bo"], won_cp={"bo": 1_500}),
        *table.closing(),
    ]


def test_throwing_is_the_only_decision_and_each_seat_throws_on_its_turn() -> None:
    table = playing()
    assert [action.type for action in table.actions("ada")][:1] == ["throw"]
    table.when("bo", Throw()).then_refused("not_your_turn")
    scores(table, "ada", 2)
    table.when("ada", Throw()).then_refused("not_your_turn")


def test_the_clock_throws_for_who_does_not() -> None:
    table = playing(turn_seconds=60)
    assert [table.let_the_clock_act() for _ in range(2)] == [Timeout("ada", Throw()), Timeout("bo", Throw())]


def test_seats_that_are_equal_at_the_end_throw_again_and_nobody_else() -> None:
    table = playing("Ada", "Bo", "Cy", "Dee")
    for seat, score in (("ada", 8), ("bo", 3), ("cy", 8)):
        scores(table, seat, score)
    assert scores(table, "dee", 7)[-3:] == [
        StatusChanged(seat="bo", status="beaten", why="fewer_points"),
        StatusChanged(seat="dee", status="beaten", why="fewer_points"),
        TurnBegan(seat="ada"),
    ]
    with pytest.raises(Refused) as refused:
        table.give("bo", Throw())
    assert (refused.value.code, refused.value.detail) == ("not_in_race", "You are out of this game.")
    assert scores(table, "ada", 2)[-1] == TurnBegan(seat="cy")
    scores(table, "cy", 4)
    assert ended(table) == RoundEnded(round=1, outcome="won", winners=["cy"], won_cp={"cy": 0})


def test_a_player_who_is_equal_again_throws_once_more() -> None:
    table = playing("Ada", "Bo")
    for _ in range(3):
        scores(table, "ada", 5)
        assert scores(table, "bo", 5)[-1] == TurnBegan(seat="ada")
    scores(table, "ada", 1)
    scores(table, "bo", 0)
    assert ended(table) == RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 0})


def test_high_round_mason_adds_the_scores_up_until_one_reaches_the_target() -> None:
    table = playing("Ada", "Bo", target=20)
    assert scores(table, "ada", 10)[-1] == TurnBegan(seat="bo")
    assert scores(table, "bo", 12)[-1] == TurnBegan(seat="ada")
    assert table.view(PUBLIC).details == {"at_risk": 0, "target": 20}
    scores(table, "ada", 9)
    assert PointsBanked(seat="bo", points=8, total=20) in scores(table, "bo", 8)
    assert ended(table) == RoundEnded(round=1, outcome="won", winners=["bo"], won_cp={"bo": 0})


def test_only_a_completed_round_decides_so_that_it_is_no_use_to_go_first() -> None:
    table = playing("Ada", "Bo", target=20)
    assert scores(table, "ada", 20)[-1] == TurnBegan(seat="bo")
    scores(table, "bo", 21)
    assert ended(table) == RoundEnded(round=1, outcome="won", winners=["bo"], won_cp={"bo": 0})


def test_those_who_share_the_lead_at_the_target_throw_again_and_the_others_are_beaten() -> None:
    table = playing(target=20)
    for seat, score in (("ada", 22), ("bo", 21)):
        scores(table, seat, score)
    assert scores(table, "cy", 22)[-2:] == [
        StatusChanged(seat="bo", status="beaten", why="fewer_points"),
        TurnBegan(seat="ada"),
    ]


@pytest.mark.parametrize("target", [-1, 1, 19, 51])
def test_the_target_is_nothing_or_from_twenty_to_fifty(target: int) -> None:
    with pytest.raises(Refused) as refused:
        playing(target=target)
    assert refused.value.code == "bad_options"


@pytest.mark.parametrize("target", [0, *range(20, 51)])
def test_every_target_from_twenty_to_fifty_can_be_played_to(target: int) -> None:
    assert playing(target=target).table.options.target == target


def test_without_a_target_none_is_shown() -> None:
    assert playing().view(PUBLIC).details == {"at_risk": 0, "target": None}


# Dice that never stop


def test_dice_that_still_count_after_a_hundred_throws_again_expose_their_owner_who_is_out() -> None:
    table = playing()
    events = cheats(table, "ada")
    assert sum(isinstance(event, DiceThrown) for event in events) == 101
    assert events[-3:] == [
        StatusChanged(seat="ada", status="exposed", why="dice_never_stop"),
        PointsLost(seat="ada", points=606),
        TurnBegan(seat="bo"),
    ]
    assert chronicle(table)[-3:] == [
        "Ada’s dice never stop: Ada is exposed, and out.",
        "Ada loses 606 points.",
        "It is Bo’s turn.",
    ]


def test_dice_that_stop_at_the_hundredth_throw_again_are_honest() -> None:
    table = playing().load({("ada", "mason", 6): [4, 1, 1, 1, 1, 1, *[6] * 99, 1]})
    assert table.give("ada", Throw())[-2:] == [
        PointsBanked(seat="ada", points=100, total=100),
        TurnBegan(seat="bo"),
    ]


def test_a_seat_that_is_exposed_wins_nothing_with_what_it_had_written_down() -> None:
    table = playing("Ada", "Bo", "Cy", target=20, ante_cp=500)
    for seat, score in (("ada", 19), ("bo", 1), ("cy", 2)):
        scores(table, seat, score)
    cheats(table, "ada")
    scores(table, "bo", 3)
    scores(table, "cy", 1)
    assert table.table.running
    scores(table, "bo", 16)
    scores(table, "cy", 3)
    assert ended(table) == RoundEnded(round=1, outcome="won", winners=["bo"], won_cp={"bo": 1_500})


def test_the_last_one_in_play_has_to_throw_too_and_wins_with_dice_that_stop() -> None:
    table = playing("Ada", "Bo", target=20)
    assert cheats(table, "ada")[-1] == TurnBegan(seat="bo")
    scores(table, "bo", 0)
    assert ended(table) == RoundEnded(round=1, outcome="won", winners=["bo"], won_cp={"bo": 0})


def test_if_all_are_out_the_antes_go_back() -> None:
    table = playing("Ada", "Bo", ante_cp=500)
    cheats(table, "ada")
    assert cheats(table, "bo")[-7:] == [
        StatusChanged(seat="bo", status="exposed", why="dice_never_stop"),
        PointsLost(seat="bo", points=606),
        CoinsMoved(payer=POT, payee="ada", amount_cp=500, reason="ante_returned"),
        CoinsMoved(payer=POT, payee="bo", amount_cp=500, reason="ante_returned"),
        RoundEnded(round=1, outcome="all_out", winners=[], won_cp={}),
        *table.closing(),
    ]
    assert "The game is over, and nobody has won it." in chronicle(table)


def test_if_all_others_are_exposed_and_the_last_one_leaves_the_antes_go_back_too() -> None:
    table = playing("Ada", "Bo", "Cy", ante_cp=500)
    table.give("cy", Leave())
    cheats(table, "ada")
    assert [event for event in table.give("bo", Leave()) if isinstance(event, CoinsMoved | RoundEnded)] == [
        CoinsMoved(payer=POT, payee="ada", amount_cp=500, reason="ante_returned"),
        CoinsMoved(payer=POT, payee="bo", amount_cp=500, reason="ante_returned"),
        CoinsMoved(payer=POT, payee=OUTSIDE, amount_cp=500, reason="ante_returned"),
        RoundEnded(round=1, outcome="all_out", winners=[], won_cp={}),
        CoinsMoved(payer="bo", payee=OUTSIDE, amount_cp=5_000, reason="cash_out"),
    ]


# Leaving


def test_a_player_who_leaves_forfeits_and_the_next_one_throws() -> None:
    table = playing(ante_cp=500)
    assert table.give("ada", Leave())[:2] == [
        StatusChanged(seat="ada", status="forfeited", why="left"),
        TurnBegan(seat="bo"),
    ]


def test_a_round_of_throws_is_completed_if_the_last_one_leaves_on_its_turn() -> None:
    table = playing()
    scores(table, "ada", 4)
    scores(table, "bo", 6)
    table.give("cy", Leave())
    assert ended(table) == RoundEnded(round=1, outcome="won", winners=["bo"], won_cp={"bo": 0})


def test_a_seat_that_is_beaten_leaves_without_a_word_of_the_game() -> None:
    table = playing()
    for seat, score in (("ada", 5), ("bo", 5), ("cy", 1)):
        scores(table, seat, score)
    assert table.give("cy", Leave()) == [
        CoinsMoved(payer="cy", payee=OUTSIDE, amount_cp=5_000, reason="cash_out"),
        SeatLeft(seat="cy", why="left"),
    ]
    table.give("bo", Leave())
    assert ended(table) == RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 0})


def test_a_turn_is_reported_throw_by_throw() -> None:
    table = playing(ante_cp=500).load({("ada", "mason", 6): [4, 3, 6, 1, 5, 2, 1, 6, 3, 2]})
    table.give("ada", Throw())
    assert chronicle(table) == [
        "Ada throws six d6s: 4, 3, 6, 1, 5, 2.",
        "That is worth 3 points.",
        "Ada throws three d6s: 1, 6, 3.",
        "That is worth 1 point, 4 this turn.",
        "Ada throws a d6: 2.",
        "Ada writes down 4 points.",
        "It is Bo’s turn.",
    ]


def test_a_tie_forfeits_and_the_victory_are_reported_as_those_of_a_game() -> None:
    table = playing(ante_cp=500)
    for seat, score in (("ada", 5), ("bo", 5), ("cy", 1)):
        scores(table, seat, score)
    assert chronicle(table)[-2:] == ["Cy is beaten.", "It is Ada’s turn."]
    table.give("ada", Leave())
    assert chronicle(table)[:2] == ["Ada forfeits the game.", "Bo wins the game and takes 15 gp."]


def test_everybody_sees_the_dice_that_counted_until_the_seat_throws_anew() -> None:
    table = playing("Ada", "Bo")
    scores(table, "ada", 8)
    assert [seat.details for seat in table.view(PUBLIC).seats] == [
        {"points": 8, "counted": [[4] * 6, [4] * 2]},
        {"points": 0},
    ]
    scores(table, "bo", 8)
    assert "counted" not in table.view(PUBLIC).seats[0].details

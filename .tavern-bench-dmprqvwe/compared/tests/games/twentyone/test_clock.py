"""The turn clock: what it does for a seat that does not act, one question after the other."""

from events.table_events import DeadlineSet
from games.rulebook import Timeout
from games.twentyone.accusing import CloseStaredown
from games.twentyone.betting import Fold, Hold
from games.twentyone.bump import RetaliationClosed, Waive
from games.twentyone.turns import LetItBe
from tests.games.twentyone.expected import phase, set_down, status, turn_of
from tests.games.twentyone.table import at_the_cut, betting, seated


def test_at_the_cut_the_clock_lets_it_be() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    assert table.let_the_clock_act() == Timeout("bri", LetItBe())
    assert table.faces("bri") == [4, 9]
    assert table.asked == ("turn", ["bri"])


def test_with_a_die_in_the_hand_the_clock_lets_it_be() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d10", 7)
    assert table.let_the_clock_act() == Timeout("bri", LetItBe())
    assert table.written[-1].entry.events == [set_down("bri", 2, 7), turn_of("odo")]
    assert table.written[-1].entry.actor == "clock"


def test_on_a_turn_the_clock_holds() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.let_the_clock_act() == Timeout("bri", Hold())
    assert table.written[-1].entry.events == [status("bri", "held", "hold"), turn_of("odo")]


def test_if_holding_is_not_allowed_the_clock_folds() -> None:
    goaded = betting(bri=(4, 9), odo=(6, 3))
    goaded.goads("bri", "odo", 15, 5)
    goaded.holds("bri")
    assert goaded.let_the_clock_act() == Timeout("odo", Fold())
    locked = betting(bri=(4, 9), odo=(6, 3))
    locked.foresees("bri", 1)
    assert locked.let_the_clock_act() == Timeout("bri", Fold())


def test_a_retaliation_that_nobody_takes_is_waived_by_the_clock() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bumps("bri", "odo", 0, 5, 15)
    assert table.let_the_clock_act() == Timeout(None, Waive())
    assert table.written[-1].entry.events[0] == RetaliationClosed(bumper="bri", why="waived")
    assert table.asked == ("turn", ["bri"])


def test_the_clock_closes_the_staredown() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.buys("bri", "d4", 2)
    table.holds("odo", "bri")
    assert table.let_the_clock_act() == Timeout(None, CloseStaredown())
    assert table.written[-1].entry.events[0] == phase("payout")
    assert table.winners == ["bri"]


def test_between_rounds_the_clock_has_nothing_to_do() -> None:
    assert seated("bri", "odo").let_the_clock_act() is None


def test_every_new_turn_restarts_the_deadline() -> None:
    table = at_the_cut(bri=(4, 5), odo=(6, 3), options={"turn_seconds": 60})
    for events in (
        table.lets_it_be("bri"),
        table.rolls("bri", "d4", 2),
        table.lets_it_be("bri"),
        table.bumps("odo", "bri", 0, 5, 15),
        table.retaliates("bri", 0, to=(10, 2)),
        table.holds("odo"),
        table.holds("bri"),
    ):
        assert isinstance(events[-1], DeadlineSet)


def test_a_bet_or_an_accusation_out_of_turn_gives_nobody_more_time() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2), options={"turn_seconds": 60})
    table.buys("bri", "d4", 2)
    deadline = table.table.deadline
    table.bets("cal", on="bri", amount_cp=500)
    table.accuses("cal", "bri", 0)
    assert table.table.deadline == deadline


def test_when_the_round_is_over_there_is_no_deadline() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), options={"turn_seconds": 60})
    table.holds("bri")
    assert table.holds("odo")[-1] == DeadlineSet(deadline=None)

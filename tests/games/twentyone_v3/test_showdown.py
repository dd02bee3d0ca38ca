"""The reveal, the duel and the payout."""

from games.twentyone.endgame import DuelRolled
from tests.games.twentyone.expected import paid, phase, round_ended
from tests.games.twentyone_v3.table import betting
from tests.playing import drawn


def test_a_tie_is_settled_by_a_duel_of_a_d20_and_a_d4_for_each_die_bought() -> None:
    table = betting(bri=(4, 5), odo=(6, 6))
    table.buys("bri", "d4", 3)
    table.duels(bri=[7, 4], odo=[9])
    table.holds("odo")
    table.holds("bri")
    assert table.passes("odo", "bri")[2:-1] == [
        phase("duel"),
        DuelRolled(seat="bri", draws=[drawn("bri", "duel", 20, 7), drawn("bri", "duel", 4, 4)], total=11),
        DuelRolled(seat="odo", draws=[drawn("odo", "duel", 20, 9)], total=9),
        phase("payout"),
        paid("pot", "bri", 2_000, "payout"),
        round_ended("won_in_a_duel", "bri", 2_000),
    ]


def test_a_player_who_is_still_tied_after_one_duel_splits_the_pot() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(1, 1))
    table.folds("cal")
    table.holds("bri")
    table.duels(bri=[7], odo=[7])
    events = table.holds("odo")
    assert [type(event) for event in events].count(DuelRolled) == 2
    assert events[-4:-1] == [
        paid("pot", "bri", 625, "payout"),
        paid("pot", "odo", 625, "payout"),
        events[-2],
    ]
    assert table.table.result is not None
    assert table.table.result.outcome == "split"
    assert table.table.result.won_cp == {"bri": 625, "odo": 625}
    assert [table.table.scores[seat].wins for seat in ("bri", "odo")] == [1, 1]


def test_an_odd_copper_goes_to_the_first_in_turn_order() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(2, 1))
    table.bets("cal", "cal", 501)
    table.folds("cal")
    table.holds("bri")
    table.duels(bri=[7], odo=[7])
    table.holds("odo")
    assert table.table.result is not None
    assert table.table.result.won_cp == {"bri": 876, "odo": 875}


def test_those_below_the_top_of_a_duel_get_nothing_of_a_split() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 1))
    table.duels(bri=[7], odo=[2], cal=[7])
    table.holds("bri", "odo", "cal")
    assert table.winners == ["bri", "cal"]


def test_the_chronicle_reports_a_split() -> None:
    table = betting(bri=(4, 5), odo=(6, 3))
    table.duels(bri=[7], odo=[7])
    table.holds("bri", "odo")
    assert (
        table.heard_last("public")[-1] == "They are still tied, and share the pot: Bri takes 5 gp and Odo takes 5 gp."
    )

"""The duel of those who tie, the cleaning fees, and who gets the pot."""

from typing import Any

from events.accounts import HOUSE
from events.audience import PUBLIC
from events.event import Event
from games.twentyone.endgame import DuelRolled
from tests.games.twentyone.expected import answered, paid, phase, revealed, round_ended, set_down, status
from tests.games.twentyone.table import TwentyOneTable, betting
from tests.playing import drawn


def throw(seat: str, *faces: int, first: int = 1) -> Event:
    """A throw in the duel: the d20, then d4s; `first` is the number of its d20."""
    d4s = [drawn(seat, "duel", 4, face, n) for n, face in enumerate(faces[1:], start=1)]
    return DuelRolled(seat=seat, draws=[drawn(seat, "duel", 20, faces[0], first), *d4s], total=sum(faces))


def nobody_left(**options: Any) -> TwentyOneTable:
    """Bri was caught while Odo's die was in the hand, and Odo sets it down and is bust: 32.5 gp are in the pot."""
    table = betting(bri=(4, 5), odo=(6, 9), options=options)
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.rolls("odo", "d10", 9)
    table.accuses("odo", "bri", 2)
    table.lets_it_be("odo")
    return table


def test_the_highest_total_up_to_21_wins_the_whole_pot() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.holds("bri", "odo")
    assert table.holds("cal")[-3:-1] == [paid("pot", "bri", 3_000, "payout"), round_ended("won", "bri", 3_000)]
    assert (table.purse("bri"), table.pot) == (12_500, 0)


def test_a_tie_for_the_highest_total_is_settled_by_a_duel_of_a_d20_each() -> None:
    table = betting(bri=(4, 9), odo=(6, 7), cal=(8, 2))
    table.holds("bri", "odo")
    table.duels(bri=[7], odo=[12])
    assert table.holds("cal")[5:] == [
        phase("staredown"),
        phase("duel"),
        throw("bri", 7),
        throw("odo", 12),
        phase("payout"),
        paid("pot", "odo", 3_000, "payout"),
        round_ended("won_in_a_duel", "odo", 3_000),
        *table.closing(),
    ]


def test_each_die_bought_adds_a_d4_to_the_duel() -> None:
    table = betting(bri=(1, 9), odo=(6, 7))
    table.buys("bri", "d4", 1)
    table.holds("odo")
    table.buys("bri", "d4", 2)
    table.duels(bri=[7, 4, 3], odo=[13])
    table.holds("bri")
    table.passes("bri")
    assert table.passes("odo")[2:5] == [phase("duel"), throw("bri", 7, 4, 3), throw("odo", 13)]
    assert table.winners == ["bri"]


def test_a_reroll_is_no_die_bought() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.holds("bri")
    table.bumps("odo", "bri", 0, 5, 15)
    table.retaliates("bri", 1, to=(10, 7))
    table.duels(bri=[7], odo=[12])
    assert throw("odo", 12) in table.holds("odo")


def test_only_those_tied_at_the_top_of_a_duel_roll_again() -> None:
    table = betting(bri=(4, 9), odo=(6, 7), cal=(8, 5))
    table.holds("bri", "odo")
    table.load({("bri", "duel", 20): [15, 4], ("odo", "duel", 20): [9], ("cal", "duel", 20): [15, 6]})
    assert table.holds("cal")[6:12] == [
        phase("duel"),
        throw("bri", 15),
        throw("odo", 9),
        throw("cal", 15),
        throw("bri", 4, first=2),
        throw("cal", 6, first=2),
    ]
    assert table.winners == ["cal"]


def test_ties_repeat_until_a_single_winner_remains() -> None:
    table = betting(bri=(4, 9), odo=(6, 7))
    table.holds("bri")
    table.load({("bri", "duel", 20): [15, 4, 1, 8], ("odo", "duel", 20): [15, 4, 1, 7]})
    table.holds("odo")
    assert table.winners == ["bri"]
    assert table.table.drawn["bri duel 20"] == 4


def test_a_lower_tie_is_no_duel() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 1))
    table.holds("bri", "odo", "cal")
    assert table.table.result is not None
    assert table.table.result.outcome == "won"


def test_a_player_who_was_caught_or_is_bust_takes_no_part_in_the_duel() -> None:
    table = betting(bri=(4, 9), odo=(6, 7), cal=(8, 5))
    table.rolls("bri", "d4", 4)
    table.cheats("bri", n=1, change=-1, natural=1)
    table.holds("odo")
    table.duels(odo=[3], cal=[2])
    table.holds("cal")
    table.passes("odo", "cal")
    assert table.winners == ["odo"]


def test_the_cleaning_fees_go_into_the_pot_before_the_payout_the_winners_too() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.buys("bri", "d10", 1)
    table.buys("odo", "d10", 1)
    table.holds("bri", "odo")
    table.passes("bri")
    assert table.passes("odo")[2:-1] == [
        phase("payout"),
        paid("bri", "pot", 100, "cleaning_fee", owed_cp=100),
        paid("odo", "pot", 100, "cleaning_fee", owed_cp=100),
        paid("pot", "bri", 2_700, "payout"),
        round_ended("won", "bri", 2_700),
    ]


def test_the_fees_of_bust_folded_and_caught_seats_are_collected_too() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), dee=(9, 4))
    table.buys("bri", "d10", 1)
    table.buys("odo", "d10", 1)
    table.rolls("cal", "d10", 1)
    table.cheats("cal", n=1, change=1, natural=1)
    table.holds("dee")
    table.folds("bri")
    table.buys("odo", "d20", 15)
    table.passes("odo", "dee")
    fees = [event for event in table.written[-1].entry.events if getattr(event, "reason", "") == "cleaning_fee"]
    assert fees == [
        paid("bri", "pot", 100, "cleaning_fee", owed_cp=100),
        paid("odo", "pot", 100, "cleaning_fee", owed_cp=100),
        paid("cal", "pot", 100, "cleaning_fee", owed_cp=100),
    ]
    assert table.winners == ["dee"]


def test_a_fee_is_paid_as_far_as_the_purse_goes() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"bri": 780})
    table.buys("bri", "d10", 1)
    table.holds("odo")
    table.holds("bri")
    events = table.passes("odo")
    assert paid("bri", "pot", 30, "cleaning_fee", owed_cp=100) in events
    assert table.winners == ["bri"]


def test_a_fee_once_collected_is_owed_no_more() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.buys("bri", "d10", 1)
    table.folds("odo")
    assert table.hand("bri").fees_cp == 0


def test_if_nobody_is_left_to_win_the_pot_rolls_over() -> None:
    table = nobody_left()
    assert table.written[-1].entry.events == [
        set_down("odo", 2, 9),
        status("odo", "bust", "above_21"),
        revealed("odo", 1, 9),
        phase("reveal"),
        revealed("bri", 1, 5),
        phase("staredown"),
        phase("payout"),
        round_ended("rollover"),
        *table.closing(),
    ]
    assert table.pot == 3_250


def test_a_pot_that_rolled_over_is_played_for_in_the_next_round() -> None:
    table = nobody_left()
    table.start_round(bri=(4, 5), odo=(6, 9))
    assert table.pot == 5_250
    table.lets_it_be("bri")
    table.folds("bri")
    assert table.written[-1].entry.events[-2] == round_ended("won", "odo", 5_000, number=2)


def test_a_table_may_give_such_a_pot_to_the_house() -> None:
    table = nobody_left(no_winner="house")
    assert table.written[-1].entry.events[6:] == [
        phase("payout"),
        paid("pot", HOUSE, 3_250, "no_winner"),
        round_ended("house"),
        *table.closing(),
    ]
    assert (table.pot, table.table.balance(HOUSE)) == (0, 2_250)


def test_fees_are_collected_where_nobody_wins_too() -> None:
    table = betting(bri=(4, 5), odo=(6, 9))
    table.rolls("bri", "d4", 1)
    table.cheats("bri", n=1, change=1, natural=15)
    table.rolls("odo", "d10", 9)
    table.accuses("odo", "bri", 1)
    assert table.lets_it_be("odo")[6:8] == [
        phase("payout"),
        paid("bri", "pot", 100, "cleaning_fee", owed_cp=100),
    ]
    assert table.pot == 3_350


def test_everybody_in_contention_can_be_caught_in_the_staredown_and_then_nobody_wins() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 9))
    for seat in ("bri", "odo"):
        table.rolls(seat, "d4", 2)
        table.cheats(seat, n=2, change=1, natural=15)
    table.buys("cal", "d10", 9)
    table.holds("bri", "odo")
    table.accuses("bri", "odo", 2)
    assert table.accuses("cal", "bri", 2)[5:] == [
        status("bri", "caught", "accused"),
        answered("cal"),
        phase("payout"),
        round_ended("rollover"),
        *table.closing(),
    ]


def test_the_round_counts_for_everybody_who_played_it_and_the_win_for_the_winner() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.holds("bri", "odo")
    scores = table.view(PUBLIC).standings
    assert (scores["bri"].rounds, scores["bri"].wins, scores["bri"].coins_cp) == (1, 1, 1_500)
    assert (scores["odo"].rounds, scores["odo"].wins, scores["odo"].coins_cp) == (1, 0, -500)

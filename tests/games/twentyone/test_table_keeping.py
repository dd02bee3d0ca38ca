"""Loans in the middle of a round, rounds called off, tables closed, options changed."""

import msgspec
import pytest

from events.accounts import HOUSE, OUTSIDE
from events.audience import PUBLIC
from events.character import Character
from events.table_events import CoinsMoved, OptionsSet
from games.engine.legality import Refused
from games.table import SetCharacter, SetOptions
from games.twentyone.betting import Roll
from games.twentyone.options import Options
from tests.games.twentyone.expected import check, paid, phase
from tests.games.twentyone.table import TwentyOneTable, at_the_cut, betting, seated, sheet


def rolled_over() -> TwentyOneTable:
    """Round 1 is over without a winner, and 32.5 gp wait in the pot."""
    table = betting(bri=(4, 5), odo=(6, 9))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.rolls("odo", "d10", 9)
    table.accuses("odo", "bri", 2)
    table.lets_it_be("odo")
    return table


def test_a_loan_in_mid_round_is_read_by_everybody_and_counts_at_once() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), purses={"bri": 500}, options={"liquid_mode": False})
    assert table.may("bri", "roll") == []
    loan = CoinsMoved(payer=OUTSIDE, payee="bri", amount_cp=250, reason="loan", note="a loan")
    assert table.lends("bri", 250) == [loan]
    assert table.seen_last(PUBLIC) == [loan]
    assert table.may("bri", "roll") == [{"die": ["d20", "d10"], "pay": ["coins"], "cost_cp": 250}]


def test_loans_are_no_gain_of_the_round() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.lends("odo", 5_000)
    table.takes("bri", 100)
    table.holds("bri", "odo")
    scores = table.view(PUBLIC).standings
    assert (scores["bri"].coins_cp, scores["odo"].coins_cp) == (1_500, -500)


def test_a_void_gives_everything_back() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2), watching=("wat",))
    table.bets("wat", on="bri", amount_cp=700)
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=1)
    table.accuses("odo", "cal", 0)
    table.voids()
    assert [table.purse(seat) for seat in ("bri", "odo", "cal", "wat")] == [10_000] * 4
    assert (table.pot, table.table.balance("side_pool"), table.table.balance(HOUSE)) == (0, 0, 0)


@pytest.mark.parametrize("when", ["cut", "turn", "hand", "retaliation", "staredown"])
def test_a_round_can_be_called_off_at_any_moment(when: str) -> None:
    table = at_the_cut(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    if when != "cut":
        table.lets_it_be("bri")
    if when in ("hand", "staredown"):
        table.rolls("bri", "d4", 1)
    if when == "staredown":
        table.lets_it_be("bri")
        table.holds("odo", "cal", "bri")
    if when == "retaliation":
        table.bumps("bri", "odo", 0, 1, 15)
    table.voids()
    assert not table.table.running
    assert [table.purse(seat) for seat in ("bri", "odo", "cal")] == [10_000] * 3
    table.start_round(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.lets_it_be("bri")
    assert table.conditions("bri") == []
    assert table.table.state.retaliation is None


def test_a_void_after_a_bounty_that_was_cashed_out_is_made_up_by_the_house() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.accuses("odo", "bri", 2)
    table.takes("odo", 12_000)
    assert table.purse("odo") == 0
    table.voids()
    assert (table.purse("bri"), table.purse("cal")) == (10_000, 10_000)
    assert table.purse("odo") == 0
    assert table.table.balance(HOUSE) == -2_000


def test_a_void_after_the_winner_of_a_bounty_has_left_pays_the_cheater_back() -> None:
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2), dee=(9, 1))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.accuses("odo", "bri", 2)
    table.leaves("odo")
    table.voids()
    assert [table.purse(seat) for seat in ("bri", "cal", "dee")] == [10_000] * 3


def test_a_void_restores_what_was_in_the_pot_before_the_round() -> None:
    table = rolled_over()
    table.start_round(bri=(4, 5), odo=(6, 9))
    table.lets_it_be("bri")
    table.buys("bri", "d4", 2)
    table.voids()
    assert table.pot == 3_250
    assert table.table.balance(HOUSE) == -1_000


def test_a_pot_that_rolled_over_belongs_to_those_of_its_round_though_a_later_round_was_called_off() -> None:
    table = rolled_over()
    table.sit("Dee")
    table.start_round(bri=(4, 5), odo=(6, 9), dee=(8, 2))
    table.voids()
    assert table.closes()[:3] == [
        paid("pot", "bri", 1_625, "pot_split"),
        paid("pot", "odo", 1_625, "pot_split"),
        paid("bri", OUTSIDE, 7_625, "cash_out"),
    ]


def test_of_a_split_pot_the_odd_copper_goes_to_the_first_in_the_order_of_turns() -> None:
    table = betting(bri=(6, 9), odo=(4, 5), cal=(8, 2), options={"ante_cp": 2, "house_match": False})
    table.rolls("odo", "d10", 2)
    table.cheats("odo", n=2, change=1, natural=15)
    table.folds("bri")
    table.rolls("cal", "d20", 19)
    table.accuses("cal", "odo", 2)
    table.lets_it_be("cal")
    assert table.pot == 7
    assert table.closes()[:3] == [
        paid("pot", "odo", 3, "pot_split"),
        paid("pot", "bri", 2, "pot_split"),
        paid("pot", "cal", 2, "pot_split"),
    ]


def test_a_player_who_left_gets_a_share_of_a_split_pot_outside() -> None:
    table = rolled_over()
    table.leaves("bri")
    assert table.closes()[0] == paid("pot", OUTSIDE, 1_625, "pot_split")
    sentence = "16 gp 2 sp 5 cp goes from the pot to somebody who has left the table (pot split)."
    assert table.heard_last(PUBLIC)[0] == sentence


def test_options_change_between_rounds_and_count_from_the_next() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.refusal(None, SetOptions(options={"ante_cp": 100})) == "round_running"
    table.folds("bri")
    events = table.sets_options(ante_cp=100, house_match=False, liquid_mode=False, starting_heat=12)
    assert [type(event) for event in events] == [OptionsSet]
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.pot == 200
    table.lets_it_be("bri")
    assert [action["cost_cp"] for action in table.may("bri", "roll")] == [50, 100, 200]
    assert table.refusal("bri", Roll(die="d10", pay="drinks")) == "no_tab"
    assert table.heat("bri") == 12


def test_the_defaults_are_those_of_the_rules() -> None:
    assert msgspec.to_builtins(Options()) == {
        "ante_cp": 500,
        "starting_heat": 10,
        "liquid_mode": True,
        "house_match": True,
        "no_winner": "rollover",
        "fee_on": "bought",
        "turn_seconds": None,
        "next_round_seconds": None,
        "unseal": "dispute",
        "admit": "auto",
        "watch": "open",
        "luck": "open",
        "withheld": "plays",
    }


@pytest.mark.parametrize(
    "options",
    [
        {"ante_cp": 3},
        {"ante_cp": 0},
        {"ante_cp": -2},
        {"ante_cp": "500"},
        {"ante_cp": 1_000_002},
        {"starting_heat": 0},
        {"starting_heat": 41},
        {"no_winner": "gm"},
        {"fee_on": "all"},
        {"turn_seconds": 4},
        {"unseal": "never"},
        {"stakes": "high"},
    ],
)
def test_options_out_of_bounds_are_refused(options: dict[str, object]) -> None:
    table = seated("bri", "odo")
    with pytest.raises(Refused) as refused:
        table.sets_options(**options)
    assert refused.value.code == "bad_options"


@pytest.mark.parametrize(
    "options",
    [
        {"ante_cp": 2, "starting_heat": 1, "turn_seconds": 5},
        {"ante_cp": 1_000_000, "starting_heat": 40, "turn_seconds": 86_400},
    ],
)
def test_options_at_their_bounds_are_taken(options: dict[str, object]) -> None:
    table = seated("bri", "odo")
    table.sets_options(**options)
    assert msgspec.to_builtins(table.table.options).items() >= options.items()


def test_sheets_change_between_rounds_only() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.refusal(None, SetCharacter(target="bri", character=Character())) == "round_running"
    table.folds("bri")
    table.give(None, SetCharacter(target="bri", character=sheet(str=4)))
    table.start_round(bri=(4, 9), odo=(6, 3))
    table.lets_it_be("bri")
    assert table.bumps("bri", "odo", 0, 10, 5, to=(10, 2))[1] == check("bri", "strength", "bump", 10, modifier=4)


def test_a_round_follows_a_round() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.holds("bri", "odo")
    table.start_round(bri=(9, 1), odo=(2, 3))
    assert table.table.round == 2
    assert table.table.order == ["odo", "bri"]
    assert table.faces("bri") == [9, 1]
    assert table.hand("bri").acted is False
    table.lets_it_be("odo")
    table.folds("odo")
    assert table.written[-1].entry.events[2] == phase("reveal")

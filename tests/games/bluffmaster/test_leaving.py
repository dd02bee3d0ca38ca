"""Leaving early (seeds 004): with the agreement of all, the pot is split; without it, leaving is folding."""

import pytest

from events.accounts import POT
from events.round_events import QuestionAnswered, RoundEnded, StatusChanged, TurnBegan
from events.table_events import CoinsMoved
from games.bluffmaster.abilities import UseNone
from games.bluffmaster.cards import ChooseCard
from games.bluffmaster.splitting import (
    Agree,
    PotSplit,
    ProposeSplit,
    RefuseSplit,
    SplitAgreed,
    SplitLapsed,
    SplitProposed,
)
from games.engine.legality import Refused
from games.mechanics.betting import Check, Fold, Open, Paid
from games.table import Leave, VoidRound
from tests.games.bluffmaster.table import EVEN, PURSE, BluffmasterSet, a_set, opened, won
from tests.playing import all_of

SPLIT = ProposeSplit(shares={"columbia": 1, "abernathy": 2})


def a_proposal() -> BluffmasterSet:
    """Abernathy has proposed two parts for himself and one for Columbia of 30 gp."""
    playing = a_set()
    playing.when("abernathy", SPLIT).then(SplitProposed(seat="abernathy", shares={"abernathy": 2, "columbia": 1}))
    return playing


def test_when_all_others_agree_the_pot_is_split_so_and_the_set_ends() -> None:
    playing = a_proposal()
    playing.when("bri", Agree()).then(SplitAgreed(seat="bri"))
    playing.when("columbia", Agree()).then(
        SplitAgreed(seat="columbia"),
        CoinsMoved(payer=POT, payee="abernathy", amount_cp=2_000, reason="agreed_split"),
        CoinsMoved(payer=POT, payee="columbia", amount_cp=1_000, reason="agreed_split"),
        PotSplit(shares_cp={"abernathy": 2_000, "columbia": 1_000}),
        RoundEnded(
            round=1,
            outcome="agreed",
            winners=["abernathy"],
            won_cp={"abernathy": 2_000},
        ),
        *playing.closing(),
    )


def test_what_does_not_divide_goes_one_copper_at_a_time_in_the_order_of_turns() -> None:
    playing = a_set(ante_cp=2)
    playing.give("abernathy", Open(amount_cp=1))
    playing.give("abernathy", ProposeSplit(shares={"columbia": 1, "bri": 1, "abernathy": 1}))
    playing.give("bri", Agree())
    events = playing.give("columbia", Agree())
    [split] = all_of(PotSplit, events)
    assert split.shares_cp == {"abernathy": 3, "bri": 2, "columbia": 2}


def test_without_the_agreement_of_one_the_set_goes_on() -> None:
    playing = a_proposal()
    playing.give("bri", Agree())
    playing.when("columbia", RefuseSplit()).then(SplitLapsed(seat="columbia", why="refused"))
    assert playing.table.running
    playing.when("bri", Agree()).then_refused("no_proposal")


def test_folded_seats_are_asked_too() -> None:
    playing = a_set()
    playing.bets(("abernathy", Open(amount_cp=100)), ("bri", Fold()))
    playing.give("columbia", SPLIT)
    playing.give("abernathy", Agree())
    assert playing.table.running
    assert all_of(RoundEnded, playing.give("bri", Agree()))


def test_a_proposal_stands_beside_the_turn_and_keeps_nobody_from_it() -> None:
    playing = a_set()
    playing.when("columbia", ProposeSplit(shares={"bri": 1})).then(SplitProposed(seat="columbia", shares={"bri": 1}))
    assert playing.table.to_act == ["abernathy"]
    playing.when("abernathy", Check()).then(Paid(seat="abernathy", move="check", amount_cp=0), TurnBegan(seat="bri"))
    assert playing.table.state.proposal is not None


def test_a_proposal_lapses_when_the_pot_changes() -> None:
    playing = a_proposal()
    assert SplitLapsed(seat=None, why="changed") in playing.give("abernathy", Open(amount_cp=100))
    assert playing.view("public").details["proposal"] is None


def test_a_proposal_lapses_when_who_is_in_changes() -> None:
    playing = a_set()
    playing.give("abernathy", Open(amount_cp=100))
    playing.give("columbia", SPLIT)
    assert SplitLapsed(seat=None, why="changed") in playing.give("bri", Fold())


def test_a_seat_that_proposed_a_split_may_take_it_back() -> None:
    playing = a_proposal()
    playing.give("bri", Agree())
    playing.when("abernathy", RefuseSplit()).then(SplitLapsed(seat="abernathy", why="withdrawn"))
    playing.give("columbia", SPLIT)


@pytest.mark.parametrize("checks", [1, 2])
def test_a_proposal_lapses_when_the_second_dice_are_rolled_and_when_abilities_are_chosen(checks: int) -> None:
    playing = a_set()
    for _ in range(checks - 1):
        playing.checks_round()
    playing.give("abernathy", SPLIT)
    phase = playing.table.phase
    events = playing.checks_round()
    assert playing.table.phase != phase
    assert events[1] == SplitLapsed(seat=None, why="changed")


def test_a_proposal_lapses_when_somebody_leaves() -> None:
    playing = a_proposal()
    assert playing.give("columbia", Leave())[0] == SplitLapsed(seat=None, why="changed")


def test_a_watcher_who_leaves_changes_nothing() -> None:
    playing = a_proposal()
    playing.sit("Wat", kind="watcher")
    playing.give("wat", Leave())
    assert playing.table.state.proposal is not None


def test_a_proposal_stands_while_abilities_are_chosen_and_lapses_when_they_are_shown() -> None:
    playing = a_set().to_the_abilities()
    playing.give("abernathy", SPLIT)
    playing.give("abernathy", UseNone())
    playing.give("bri", UseNone())
    events = playing.give("columbia", UseNone())
    assert SplitLapsed(seat=None, why="changed") in events


def test_the_split_can_be_agreed_while_abilities_are_chosen() -> None:
    playing = a_set().to_the_abilities()
    playing.give("abernathy", SPLIT)
    playing.give("bri", UseNone())
    playing.give("bri", Agree())
    assert all_of(RoundEnded, playing.give("columbia", Agree()))


def test_one_proposal_is_heard_at_a_time_and_an_answer_binds() -> None:
    playing = a_proposal()
    playing.when("bri", SPLIT).then_refused("split_proposed")
    playing.when("abernathy", Agree()).then_refused("own_proposal")
    playing.give("bri", Agree())
    playing.when("bri", RefuseSplit()).then_refused("agreed_already")
    playing.when("bri", Agree()).then_refused("agreed_already")


def test_shares_are_for_those_of_the_set_who_are_at_the_table() -> None:
    playing = a_set()
    playing.sit("Wat", kind="watcher")
    with pytest.raises(Refused) as refused:
        playing.give("abernathy", ProposeSplit(shares={"bri": 1, "wat": 3}))
    assert (refused.value.code, refused.value.detail) == (
        "not_in_the_split",
        "Not in the Set, or no longer at the table: Wat.",
    )


def test_shares_are_for_somebody() -> None:
    a_set().when("abernathy", ProposeSplit(shares={})).then_refused("not_offered")


def test_before_the_antes_there_is_nothing_to_split() -> None:
    playing = opened(dict.fromkeys(EVEN, PURSE), cards="chosen")
    playing.start()
    playing.give("bri", ChooseCard(ability="add"))
    playing.when("bri", SPLIT).then_refused("nothing_to_split")


def test_a_player_who_does_not_play_has_no_say() -> None:
    playing = a_proposal()
    playing.sit("Dee")
    playing.when("dee", Agree()).then_refused("not_in_set")


def test_a_voided_set_takes_the_proposal_with_it() -> None:
    playing = a_proposal()
    playing.give(None, VoidRound(reason="a fire"))
    assert playing.view("public").details["proposal"] is None
    assert playing.purses() == dict.fromkeys(EVEN, PURSE)


def test_a_player_who_left_owes_no_later_ante_and_is_in_no_later_round() -> None:
    playing = a_set({**EVEN, "dee": (2, 1, 1)})
    playing.give("dee", Leave())
    playing.plays_on()
    assert playing.table.balance(POT) == 3_000
    assert sorted(playing.table.with_status("active")) == sorted(EVEN)
    assert playing.table.seats["dee"].dice == []


def test_a_player_who_leaves_last_but_one_leaves_the_pot_and_the_set_to_the_other() -> None:
    playing = a_set()
    playing.give("bri", Leave())
    events = playing.give("abernathy", Leave())
    assert won(events) == [("columbia", 3_000, "alone")]
    [ended] = all_of(RoundEnded, events)
    assert (ended.outcome, ended.won_cp) == ("too_few", {"columbia": 3_000})


def test_a_player_who_leaves_with_but_one_other_able_to_ante_is_not_dealt_into_the_next_round() -> None:
    playing = a_set()
    playing.bets(("abernathy", Open(amount_cp=100)), ("bri", Fold()))
    playing.give("columbia", Leave())
    assert playing.table.running
    assert sorted(playing.table.with_status("active")) == ["abernathy", "bri"]


def test_a_folded_seat_leaves_and_the_betting_goes_on() -> None:
    playing = a_set()
    playing.bets(("abernathy", Open(amount_cp=100)), ("bri", Fold()))
    events = playing.give("bri", Leave())
    assert events[0] == StatusChanged(seat="bri", status="left", why="left")
    assert playing.table.to_act == ["columbia"]


def test_a_choice_of_who_leaves_is_not_shown() -> None:
    playing = a_set().to_the_abilities()
    playing.give("bri", UseNone())
    playing.give("bri", Leave())
    playing.give("abernathy", UseNone())
    playing.give("columbia", UseNone())
    assert playing.table.state.set_round == 2
    assert playing.table.with_status("active") != []


def test_a_player_who_is_waited_for_and_leaves_while_abilities_are_chosen_is_waited_for_no_more() -> None:
    playing = a_set().to_the_abilities()
    events = playing.give("bri", Leave())
    assert events[:2] == [StatusChanged(seat="bri", status="left", why="left"), QuestionAnswered(seat="bri")]
    assert won(playing.give("columbia", Leave())) == [("abernathy", 3_000, "alone")]


def test_a_winner_who_has_left_is_named_at_the_end_of_the_set() -> None:
    playing = a_set()
    playing.plays_on()
    playing.give("columbia", Leave())
    while playing.table.running:
        playing.plays_on()
    assert playing.result.won_cp["columbia"] == 3_000

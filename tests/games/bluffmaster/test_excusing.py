"""Leaving early by agreement (seeds 004 and a ruling): some take their share, and the others play on for the rest."""

import pytest

from events.accounts import POT
from events.audience import PUBLIC
from events.round_events import DieRevealed, QuestionAnswered, RoundEnded, StatusChanged, TurnBegan
from events.table_events import CoinsMoved
from games.bluffmaster.abilities import UseNone
from games.bluffmaster.rest import BetsLessened
from games.bluffmaster.rounds import RoundOfSetBegan
from games.bluffmaster.splitting import Agree, ExcuseProposed, ProposeSplit, RefuseSplit, SeatsExcused, SplitAgreed
from games.mechanics.betting import Call, Check, Fold, GivenBack, Open, Paid
from games.table import Leave, VoidRound
from tests.games.bluffmaster.table import ANTE, EVEN, PURSE, BluffmasterSet, a_set, won
from tests.playing import all_of

A_THIRD_FOR_BRI = ProposeSplit(shares={"bri": 1, "columbia": 2}, leaving=["bri"])
FOUR = {**EVEN, "dee": (1, 2, 2)}


def excuse(playing: BluffmasterSet, proposal: ProposeSplit, by: str = "abernathy") -> list[type]:
    """All agree to what one proposes; the kinds of events that come of it."""
    playing.give(by, proposal)
    events = []
    for seat in playing.table.order:
        if seat != by and "agree" in playing.may(seat):
            events = playing.give(seat, Agree())
    return [type(event) for event in events]


def test_a_seat_that_leaves_takes_its_share_and_the_others_play_on_for_the_rest() -> None:
    playing = a_set()
    playing.when("abernathy", A_THIRD_FOR_BRI).then(
        ExcuseProposed(seat="abernathy", shares={"bri": 1, "columbia": 2}, leaving=["bri"])
    )
    playing.when("bri", Agree()).then(SplitAgreed(seat="bri"))
    playing.when("columbia", Agree()).then(
        SplitAgreed(seat="columbia"),
        CoinsMoved(payer=POT, payee="bri", amount_cp=1_000, reason="agreed_split"),
        SeatsExcused(shares_cp={"bri": 1_000}),
        BetsLessened(paid_cp=dict.fromkeys(EVEN, 666), bets_cp={}, level_cp=0),
        StatusChanged(seat="bri", status="excused", why="agreed"),
    )
    assert (playing.table.turn, playing.statuses()["bri"]) == ("abernathy", "excused")
    assert won(playing.plays_on()) == [("columbia", 2_000, "best")]


def test_all_others_must_agree_those_who_leave_and_those_who_stay() -> None:
    playing = a_set()
    playing.give("abernathy", A_THIRD_FOR_BRI)
    playing.give("columbia", Agree())
    assert playing.statuses()["bri"] == "active"
    playing.give("bri", RefuseSplit())
    assert playing.table.state.proposal is None


def test_a_seat_that_has_left_the_set_owes_no_later_antes_and_sees_none_of_its_rounds_as_its_own() -> None:
    playing = a_set()
    excuse(playing, A_THIRD_FOR_BRI)
    events = playing.plays_on()
    assert RoundOfSetBegan(number=2) in events
    assert [event.payer for event in all_of(CoinsMoved, events) if event.reason == "ante"] == ["abernathy", "columbia"]
    assert playing.table.purse("bri") == PURSE - ANTE + 1_000
    assert playing.may("bri") == []
    playing.when("bri", ProposeSplit(shares={"bri": 1})).then_refused("not_in_set")


def test_a_player_who_has_left_the_set_has_no_say_in_later_splits_and_gets_nothing_of_them() -> None:
    playing = a_set(FOUR)
    excuse(playing, A_THIRD_FOR_BRI)
    playing.when("abernathy", ProposeSplit(shares={"bri": 1})).then_refused("not_in_the_split")
    playing.when("abernathy", ProposeSplit(shares={"dee": 1}, leaving=["bri"])).then_refused("not_in_the_split")
    assert RoundEnded in excuse(playing, ProposeSplit(shares={"dee": 1}))


def test_those_who_leave_may_take_nothing_and_others_parts_stay_in_the_pot() -> None:
    playing = a_set()
    kinds = excuse(playing, ProposeSplit(shares={"columbia": 1}, leaving=["bri"]))
    assert CoinsMoved not in kinds
    assert BetsLessened not in kinds
    assert playing.table.balance(POT) == 3 * ANTE


def test_of_those_who_are_in_one_at_least_must_stay() -> None:
    playing = a_set()
    everybody = ["abernathy", "bri", "columbia"]
    playing.when("bri", ProposeSplit(shares={"bri": 1}, leaving=everybody)).then_refused("nobody_stays_in")
    playing.bets(("abernathy", Open(amount_cp=100)), ("bri", Fold()))
    playing.when("bri", ProposeSplit(shares={"bri": 1}, leaving=["abernathy", "columbia"])).then_refused(
        "nobody_stays_in"
    )
    playing.when("bri", ProposeSplit(shares={"bri": 1}, leaving=["nobody"])).then_refused("not_in_the_split")


def test_the_only_player_who_stays_in_wins_the_rest() -> None:
    playing = a_set()
    playing.give(
        "abernathy", ProposeSplit(shares={"abernathy": 1, "bri": 1, "columbia": 2}, leaving=["abernathy", "bri"])
    )
    playing.give("bri", Agree())
    events = playing.give("columbia", Agree())
    assert won(events) == [("columbia", 1_500, "alone")]
    [end] = all_of(RoundEnded, events)
    assert (end.outcome, end.won_cp) == ("too_few", {"columbia": 1_500})


def test_the_folded_can_be_excused_and_the_others_bet_on() -> None:
    playing = a_set(FOUR)
    playing.bets(("abernathy", Open(amount_cp=100)), ("bri", Fold()))
    excuse(playing, ProposeSplit(shares={"bri": 1, "dee": 9}, leaving=["bri"]))
    assert (playing.table.turn, playing.statuses()["bri"]) == ("columbia", "excused")


def test_if_the_seat_leaves_whose_turn_it_is_the_next_is_asked() -> None:
    playing = a_set(FOUR)
    playing.bets(("abernathy", Check()))
    playing.give("abernathy", A_THIRD_FOR_BRI)
    playing.give("columbia", Agree())
    playing.give("dee", Agree())
    assert playing.give("bri", Agree())[-1] == TurnBegan(seat="columbia")


def test_several_can_leave_at_once() -> None:
    playing = a_set(FOUR)
    excuse(playing, ProposeSplit(shares={"abernathy": 1, "bri": 1, "dee": 2}, leaving=["abernathy", "bri"]), by="dee")
    assert playing.table.turn == "columbia"
    assert playing.table.balance(POT) == 2_000
    assert won(playing.plays_on()) == [("columbia", 2_000, "best")]


def test_what_was_bet_counts_for_as_much_less_and_so_does_a_call() -> None:
    """Half of 50 gp goes: of the 20 gp that are bet, 10 gp count, and a call takes as much."""
    playing = a_set()
    playing.bets(("abernathy", Open(amount_cp=2_000)))
    excuse(playing, ProposeSplit(shares={"bri": 1, "columbia": 1}, leaving=["bri"]))
    assert (playing.table.turn, playing.details("columbia")["to_call_cp"]) == ("columbia", 1_000)
    events = playing.bets(("columbia", Call()))
    assert Paid(seat="columbia", move="call", amount_cp=1_000) in events
    assert all_of(GivenBack, events) == []
    assert playing.table.balance(POT) == 2_500 + 1_000
    assert [share for _, share, _ in won(playing.plays_on())] == [3_500]


def test_equal_bets_stay_equal_whatever_rounding_leaves_over() -> None:
    playing = a_set(FOUR)
    playing.bets(("abernathy", Open(amount_cp=333)), ("bri", Call()))
    excuse(playing, ProposeSplit(shares={"dee": 3, "columbia": 4}, leaving=["dee"]))
    events = playing.bets(("columbia", Call()))
    assert all_of(GivenBack, events) == []
    pot_cp = playing.table.balance(POT)
    assert won(playing.plays_on()) == [("columbia", pot_cp, "best")]


def test_a_seat_that_is_all_in_contests_its_part_of_the_rest() -> None:
    """Bri's 10 gp of ante count for half, as all other bets do; what Dee gave up stays for all."""
    playing = a_set(FOUR, purses={"bri": ANTE})
    playing.bets(("abernathy", Open(amount_cp=2_000)), ("columbia", Call()), ("dee", Call()))
    excuse(playing, ProposeSplit(shares={"dee": 1, "bri": 1}, leaving=["dee"]))
    pots = [share for _, share, _ in won(playing.plays_on())]
    assert pots == [4 * ANTE // 2, 3 * 2_000 // 2]


def test_abilities_are_chosen_by_those_who_stay() -> None:
    playing = a_set(FOUR).to_the_abilities()
    playing.give("abernathy", UseNone())
    playing.give("abernathy", ProposeSplit(shares={"abernathy": 1, "bri": 1, "dee": 2}, leaving=["abernathy", "bri"]))
    playing.give("bri", Agree())
    playing.give("columbia", Agree())
    assert QuestionAnswered(seat="bri") in playing.give("dee", Agree())
    assert playing.table.to_act == ["columbia", "dee"]
    events = playing.uses()
    assert won(events) == [("columbia", 2_000, "best")]
    assert {event.seat for event in all_of(DieRevealed, events)} == {"columbia", "dee"}


def test_the_last_who_has_not_chosen_leaves_and_the_cards_are_shown() -> None:
    playing = a_set().to_the_abilities()
    for seat in ("abernathy", "columbia"):
        playing.give(seat, UseNone())
    playing.give("abernathy", A_THIRD_FOR_BRI)
    playing.give("bri", Agree())
    assert won(playing.give("columbia", Agree())) == [("columbia", 2_000, "best")]


def test_the_whole_pot_can_go_and_the_others_play_for_nothing() -> None:
    playing = a_set()
    excuse(playing, ProposeSplit(shares={"bri": 1}, leaving=["bri"]))
    assert playing.table.balance(POT) == 0
    assert won(playing.plays_on()) == []
    assert playing.table.running


def test_a_player_who_took_a_share_and_leaves_the_table_changes_nothing() -> None:
    playing = a_set(FOUR)
    excuse(playing, A_THIRD_FOR_BRI)
    playing.give("columbia", ProposeSplit(shares={"dee": 1}))
    playing.give("bri", Leave())
    assert playing.table.state.proposal is not None


def test_a_round_that_is_called_off_gives_all_coins_back() -> None:
    playing = a_set()
    excuse(playing, A_THIRD_FOR_BRI)
    playing.give(None, VoidRound())
    assert playing.purses() == dict.fromkeys(EVEN, PURSE)


@pytest.mark.parametrize(
    ("proposal", "heard"),
    [
        (
            A_THIRD_FOR_BRI,
            "Abernathy would excuse Bri with a share, and play on. In parts of the pot: Bri 1 of 3. Do all agree?",
        ),
        (
            ProposeSplit(shares={"columbia": 2}, leaving=["bri"]),
            "Abernathy would excuse Bri with nothing, and play on. Do all agree?",
        ),
    ],
)
def test_the_chronicle_reports_the_proposal(proposal: ProposeSplit, heard: str) -> None:
    playing = a_set()
    playing.give("abernathy", proposal)
    newest = playing.newest_seen(PUBLIC)
    assert newest is not None
    assert newest.chronicle == [heard]


def test_the_chronicle_reports_who_left_with_what() -> None:
    playing = a_set()
    excuse(playing, A_THIRD_FOR_BRI)
    newest = playing.newest_seen(PUBLIC)
    assert newest is not None
    assert newest.chronicle == [
        "Columbia agrees.",
        "All agree, and excuse Bri with 10 gp. The Set goes on.",
        "All bets of this round shrink as much as the pot.",
    ]

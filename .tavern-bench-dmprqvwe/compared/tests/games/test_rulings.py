"""Rulings on disputes, and the coins that they move, shown with Twenty-One."""

import pytest

from events.accounts import HOUSE, POT
from events.audience import PUBLIC
from events.dispute_events import DisputeRuled
from events.table_events import CoinsMoved
from games.legality import Refused
from games.table import CloseTable, Leave, RuleOnDispute, TakeCoins, VoidRound
from games.twentyone.accusing import Accuse
from games.twentyone.betting import Roll
from games.twentyone.cheating import Cheat
from games.twentyone.turns import LetItBe
from projections.actions import Choices
from projections.disputing import ROUNDS_KEPT, RULINGS_KEPT
from projections.standings import standings_of
from projections.table import Disputed, Ruling
from tests.games.disputing import (
    chronicle,
    codes,
    denied,
    dispute,
    moved,
    offered,
    play_on,
    played,
    purses,
    seated,
    sides,
    upheld,
)
from tests.playing import Playing


def test_without_a_dispute_there_is_nothing_to_rule_on() -> None:
    played().when(None, denied()).then_refused("no_open_dispute")


def test_a_dispute_is_ruled_on_once() -> None:
    playing = dispute(dispute(played()))
    playing.give(None, denied(1))
    playing.when(None, denied(1)).then_refused("no_open_dispute")
    playing.when(None, denied(3)).then_refused("no_open_dispute")


@pytest.mark.parametrize(("ruling", "verdict"), [(denied(), "denied"), (upheld(), "upheld")])
def test_a_ruling_without_a_remedy_moves_no_coins(ruling: RuleOnDispute, verdict: str) -> None:
    playing = dispute(played())
    before = purses(playing)
    playing.when(None, ruling).then(DisputeRuled(dispute=1, verdict=verdict, text=ruling.text, remedy="none"))
    assert purses(playing) == before
    assert playing.view(PUBLIC).disputes[0].ruling == Ruling(
        verdict=verdict, text=ruling.text, remedy="none", payer=None, payee=None, amount_cp=None
    )


def test_a_dispute_that_is_denied_has_no_remedy() -> None:
    playing = dispute(played())
    playing.when(None, denied(remedy="round")).then_refused("not_offered")
    playing.when(None, denied(remedy="coins", payer="bri", payee="odo", amount_cp=1)).then_refused("not_offered")


def test_coins_are_paid_from_one_account_to_another() -> None:
    playing = dispute(played())
    ruling = upheld(remedy="coins", payer="odo", payee="bri", amount_cp=300)
    playing.when(None, ruling).then(
        DisputeRuled(
            dispute=1, verdict="upheld", text="So it was.", remedy="coins", payer="odo", payee="bri", amount_cp=300
        ),
        CoinsMoved(payer="odo", payee="bri", amount_cp=300, reason="ruling"),
    )


def test_the_house_makes_up_what_a_payer_has_not() -> None:
    playing = dispute(played())
    playing.give(None, TakeCoins(target="odo", amount_cp=playing.table.purse("odo") - 120, reason="skint"))
    playing.give(None, upheld(remedy="coins", payer="odo", payee="bri", amount_cp=300))
    assert moved(playing) == [("odo", "bri", 120, "ruling"), ("house", "bri", 180, "ruling")]
    assert playing.table.purse("odo") == 0


def test_the_house_pays_and_is_paid_and_makes_nothing_up_to_itself() -> None:
    playing = dispute(dispute(played()))
    playing.give(None, upheld(1, remedy="coins", payer="house", payee="odo", amount_cp=300))
    assert moved(playing) == [("house", "odo", 300, "ruling")]
    purse_cp = playing.table.purse("bri")
    playing.give(None, upheld(2, remedy="coins", payer="bri", payee="house", amount_cp=purse_cp + 50))
    assert moved(playing) == [("bri", "house", purse_cp, "ruling")]


def test_nobody_pays_themselves_and_only_those_who_are_here_pay() -> None:
    playing = dispute(played("Bri", "Odo", "Cal"))
    playing.give("cal", Leave())
    for payer, payee in (("bri", "bri"), ("bri", "cal"), ("cal", "bri"), ("outside", "bri"), ("bri", "escrow")):
        ruling = upheld(remedy="coins", payer=payer, payee=payee, amount_cp=1)
        playing.when(None, ruling).then_refused("not_offered")


def test_every_ruling_that_is_offered_is_legal() -> None:
    playing = dispute(dispute(played()), "odo")
    actions = offered(playing, None, "rule_on_dispute")
    accounts = ["bri", "odo", "pot", "house"]
    assert [action.params["remedy"] for action in actions] == [
        Choices(choices=["none"], optional=True),
        Choices(choices=["coins"]),
        Choices(choices=["round"]),
    ]
    assert [action.params.get("payer") for action in actions] == [None, Choices(choices=accounts), None]
    assert actions[1].params["payee"] == Choices(choices=accounts, unlike="payer")


@pytest.mark.parametrize(("account", "name"), [("bri", "Bri"), (POT, "the pot"), (HOUSE, "the House")])
def test_nobody_pays_themselves(account: str, name: str) -> None:
    playing = dispute(played(), "odo")
    with pytest.raises(Refused, match=f"“Payee” cannot be {name}") as refused:
        playing.give(None, upheld(remedy="coins", payer=account, payee=account, amount_cp=100))
    assert refused.value.code == "not_offered"


def test_a_ruling_that_moves_coins_counts_among_the_coins_of_rounds() -> None:
    playing = played()
    winner, loser = sides(playing)
    dispute(playing, loser)
    playing.give(None, upheld(remedy="coins", payer=winner, payee=loser, amount_cp=250))
    assert {one.seat: one.coins_cp for one in standings_of(playing.table, {})} == {winner: 1_000, loser: 0}


def test_a_round_is_put_back_as_if_it_had_moved_nothing() -> None:
    playing = played()
    winner, loser = sides(playing)
    assert purses(playing) == {winner: 11_250, loser: 9_750, "house": -1_000, "outside": -20_000}
    dispute(playing, loser)
    playing.give(None, upheld(remedy="round"))
    assert moved(playing) == [(winner, "house", 1_250, "put_back"), ("house", loser, 250, "put_back")]
    assert purses(playing) == {winner: 10_000, loser: 10_000, "outside": -20_000}
    scores = [(one.seat, one.rounds, one.wins, one.coins_cp) for one in standings_of(playing.table, {})]
    assert scores == [(winner, 1, 1, 0), (loser, 1, 0, 0)]


def test_what_a_winner_has_no_more_the_house_puts_back() -> None:
    playing = played()
    winner, loser = sides(playing)
    playing.give(None, TakeCoins(target=winner, amount_cp=11_000, reason="the rent"))
    dispute(playing, loser)
    playing.give(None, upheld(remedy="round"))
    assert moved(playing) == [(winner, "house", 250, "put_back"), ("house", loser, 250, "put_back")]
    assert playing.table.balance("house") == -1_000


def test_a_player_who_left_since_the_round_is_given_theirs_outside() -> None:
    playing = played()
    winner, loser = sides(playing)
    dispute(playing, loser)
    playing.give(loser, Leave())
    playing.give(None, upheld(remedy="round"))
    assert moved(playing) == [(winner, "house", 1_250, "put_back"), ("house", "outside", 250, "put_back")]
    assert {one.seat: one.coins_cp for one in standings_of(playing.table, {})} == {winner: 0, loser: 0}


def test_a_round_is_put_back_once() -> None:
    playing = dispute(dispute(played()), "odo")
    playing.give(None, upheld(1, remedy="round"))
    assert codes(playing, None, "rule_on_dispute") == [("cannot_put_back", {"dispute": 2, "remedy": "round"})]
    playing.when(None, upheld(2, remedy="round")).then_refused("cannot_put_back")
    playing.give(None, upheld(2))


def test_a_voided_round_has_nothing_to_put_back() -> None:
    playing = seated().start()
    playing.give(None, VoidRound())
    dispute(playing).when(None, upheld(remedy="round")).then_refused("cannot_put_back")


def test_a_round_that_is_long_over_is_not_put_back() -> None:
    playing = seated(unseal="round")
    for _ in range(ROUNDS_KEPT + 1):
        play_on(playing)
    dispute(playing, number=1)
    dispute(playing, number=2)
    playing.when(None, upheld(1, remedy="round")).then_refused("cannot_put_back")
    playing.give(None, upheld(2, remedy="round"))


def rolls_over(playing: Playing) -> Playing:
    """A round that nobody wins: the pot stays."""
    faces = {("odo", "opening"): 5, ("odo", "hole"): 5, ("odo", "bought"): 3}
    faces |= {("bri", "opening"): 10, ("bri", "hole"): 10, ("bri", "bought"): 10}
    playing.load({(seat, purpose, 10): [face] for (seat, purpose), face in faces.items()})
    playing.load({("odo", "cheat", 20): [15]}).start()
    playing.give("odo", LetItBe())
    playing.give("odo", Roll(die="d10"))
    playing.give("odo", Cheat(n=2, change=1))
    playing.give("bri", Roll(die="d10"))
    playing.give("bri", LetItBe())
    playing.give("bri", Accuse(target="odo", n=2))
    assert "rollover" in str(playing.table.result)
    return playing


def test_a_round_that_left_its_coins_in_the_pot_takes_them_back() -> None:
    playing = rolls_over(seated(house_match=False))
    assert playing.table.balance("pot") > 0
    dispute(playing)
    playing.give(None, upheld(remedy="round"))
    assert purses(playing) == {"bri": 10_000, "odo": 10_000, "outside": -20_000}


def test_coins_that_others_left_in_the_pot_later_stay_there() -> None:
    playing = rolls_over(seated(house_match=False))
    left_cp = playing.table.balance("pot")
    play_on(playing)
    assert playing.table.balance("pot") == 0
    rolls_over(playing)
    dispute(playing)
    playing.give(None, upheld(remedy="round"))
    assert playing.table.balance("pot") == left_cp
    assert all(payer != "pot" for payer, *_ in moved(playing))


def test_the_pot_that_a_round_took_belongs_again_to_those_who_had_left_it() -> None:
    playing = rolls_over(seated(house_match=False))
    left_cp = playing.table.balance("pot")
    play_on(playing)
    dispute(playing, number=2)
    playing.give(None, upheld(remedy="round"))
    assert playing.table.balance("pot") == left_cp
    playing.give(None, CloseTable())
    split = [move for move in moved(playing) if move[3] == "pot_split"]
    assert split == [("pot", "odo", left_cp // 2, "pot_split"), ("pot", "bri", left_cp // 2, "pot_split")]


def test_a_pot_in_which_others_have_left_coins_since_belongs_to_both() -> None:
    playing = play_on(rolls_over(seated(house_match=False)).seat("Cal"))
    dispute(dispute(playing, number=2), number=2)
    playing.give(None, upheld(1, remedy="coins", payer="house", payee="pot", amount_cp=60))
    playing.table.rolled_over_from = ["cal"]
    playing.give(None, upheld(2, remedy="round"))
    assert playing.table.rolled_over_from == ["odo", "bri", "cal"]


@pytest.mark.parametrize("leaving", [False, True])
def test_what_a_ruling_put_into_the_pot_is_split_when_the_table_closes(leaving: bool) -> None:
    playing = dispute(played())
    playing.give(None, upheld(remedy="coins", payer="house", payee="pot", amount_cp=301))
    for seat in ("bri", "odo") if leaving else ():
        playing.give(seat, Leave())
    playing.give(None, CloseTable())
    split = [move for move in moved(playing) if move[3] == "pot_split"]
    shared = [("pot", "bri", 151, "pot_split"), ("pot", "odo", 150, "pot_split")]
    assert split == ([("pot", "house", 301, "pot_split")] if leaving else shared)
    assert playing.table.balance("pot") == 0


def test_while_a_round_runs_rulings_move_no_coins() -> None:
    playing = dispute(played()).start()
    dispute(playing, number=2)
    assert codes(playing, None, "rule_on_dispute") == [
        ("round_running", {"remedy": "coins"}), ("round_running", {"remedy": "round"})
    ]  # fmt: skip
    coins = upheld(1, remedy="coins", payer="odo", payee="bri", amount_cp=1)
    playing.when(None, coins).then_refused("round_running")
    playing.when(None, upheld(1, remedy="round")).then_refused("round_running")
    playing.give(None, upheld(1))
    playing.give(None, denied(2))


def test_a_ruling_disturbs_neither_a_later_round_nor_its_voiding() -> None:
    playing = played()
    winner, loser = sides(playing)
    dispute(playing, loser)
    playing.give(None, upheld(remedy="coins", payer=winner, payee=loser, amount_cp=777))
    before = purses(playing)
    playing.start().give(None, VoidRound())
    assert purses(playing) == before


def test_coins_that_a_ruling_moved_are_no_part_of_a_round_that_is_put_back() -> None:
    playing = played()
    winner, loser = sides(playing)
    dispute(dispute(playing, loser), loser)
    playing.give(None, upheld(1, remedy="coins", payer="house", payee=loser, amount_cp=40))
    playing.give(None, upheld(2, remedy="round"))
    assert (playing.table.purse(winner), playing.table.purse(loser)) == (10_000, 10_040)
    assert {one.seat: one.coins_cp for one in standings_of(playing.table, {})} == {winner: 0, loser: 40}


def test_the_standings_count_disputes_those_that_are_open_and_those_upheld() -> None:
    playing = played()
    for _ in range(3):
        dispute(playing)
    playing.give(None, denied(1))
    playing.give(None, upheld(2))
    standings = standings_of(playing.table, {})
    counts = {one.seat: (one.disputes, one.disputes_open, one.disputes_upheld) for one in standings}
    assert counts == {"bri": (3, 1, 1), "odo": (0, 0, 0)}


def test_views_show_the_open_disputes_and_the_last_rulings() -> None:
    playing = dispute(played())
    for number in range(2, RULINGS_KEPT + 4):
        dispute(playing, "odo").give(None, denied(number))
    shown = [(case.dispute, case.ruling is None) for case in playing.view(PUBLIC).disputes]
    assert shown == [(1, True), *((number, False) for number in range(4, RULINGS_KEPT + 4))]
    assert len(playing.table.disputed) == RULINGS_KEPT + 3
    assert playing.table.disputed[1] == Disputed(dispute=2, round=1, seat="odo", verdict="denied")


@pytest.mark.parametrize(
    ("ruling", "sentence"),
    [
        (denied(), "The GM denies Bri’s dispute of round 1: “I saw it, too.”"),
        (upheld(text=""), "The GM upholds Bri’s dispute of round 1."),
        (
            upheld(remedy="coins", payer="house", payee="bri", amount_cp=250),
            "The GM upholds Bri’s dispute of round 1: “So it was.” The House owes 2 gp 5 sp to Bri.",
        ),
        (
            upheld(remedy="round"),
            "The GM upholds Bri’s dispute of round 1: “So it was.” All that round 1 moved is put back.",
        ),
    ],
    ids=["denied", "upheld", "coins", "round"],
)
def test_the_chronicle_reports_how_the_gm_ruled(ruling: RuleOnDispute, sentence: str) -> None:
    playing = dispute(played())
    playing.give(None, ruling)
    assert chronicle(playing, PUBLIC)[0] == sentence

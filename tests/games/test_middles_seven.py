"""Middle's 7, sentence by sentence (seeds 003, and the rulings on the Tavern Games)."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from events.accounts import ESCROW, HOUSE, OUTSIDE
from events.audience import ALL, PUBLIC
from events.round_events import DiceThrown, QuestionAnswered, RoundEnded
from events.table_events import CoinsMoved
from games.installed import CATALOGUE
from games.mechanics.house_bets import Bet, BetPlaced, BetSettled, Pass
from games.middles_seven import CALLS, MiddlesSeven
from projections.actions import Action, Bounds, Choices
from tests.games.mechanics.pebble import chronicle_of
from tests.playing import Playing, drawn

FACES = range(1, 7)


def a_table(*seats: str, faces: tuple[int, int] = (3, 4), purse_cp: int = 10_000, **options: Any) -> Playing:
    """A round of Middle's 7 in which the House's dice fall so."""
    playing = Playing.open(CATALOGUE, "middles-seven", **options).seat(*seats or ("Ada",), purse_cp=purse_cp)
    return playing.load({(HOUSE, "house", 6): faces}).start()


def purse_after(on: str, faces: tuple[int, int]) -> int:
    """What is in a purse of 10,000 cp after a bet of 1,000."""
    table = a_table(faces=faces)
    table.give("ada", Bet(on=on, amount_cp=1_000))
    return table.table.purse("ada")


def gained_over_all_throws() -> dict[str, Fraction]:
    """What a copper gains on average on each call, over all that the House can throw."""
    table = Playing.open(CATALOGUE, "middles-seven").seat(*CALLS, purse_cp=1_000_000)
    throws = list(product(FACES, repeat=2))
    for faces in throws:
        table.load({(HOUSE, "house", 6): faces}).start()
        for seat, on in zip(table.table.order, CALLS, strict=True):
            table.give(seat, Bet(on=on, amount_cp=1_000))
    gained_cp = [table.table.purse(seat) - 1_000_000 for seat in table.table.order]
    return {on: Fraction(gained, 1_000 * len(throws)) for on, gained in zip(CALLS, gained_cp, strict=True)}


def test_the_house_has_set_a_buy_in_which_is_the_least_that_is_bet() -> None:
    table = a_table(buy_in_cp=200, purse_cp=700)

    calls = Choices(choices=["higher", "lower", "middles_7"])
    assert table.actions("ada")[:2] == [
        Action(type="bet", params={"on": calls, "amount_cp": Bounds(min=200, max=700)}),
        Action(type="pass"),
    ]
    table.when("ada", Bet(on="higher", amount_cp=199)).then_refused("bet_out_of_bounds")


def test_players_bet_and_declare_before_the_house_rolls_two_d6() -> None:
    table = a_table("Ada", "Bo", faces=(6, 2))

    table.when("ada", Bet(on="higher", amount_cp=600)).then(
        CoinsMoved(payer="ada", payee=ESCROW, amount_cp=600, reason="stake"),
        BetPlaced(seat="ada", on="higher", amount_cp=600),
        QuestionAnswered(seat="ada"),
    )
    table.when("bo", Bet(on="lower", amount_cp=500)).then(
        CoinsMoved(payer="bo", payee=ESCROW, amount_cp=500, reason="stake"),
        BetPlaced(seat="bo", on="lower", amount_cp=500),
        QuestionAnswered(seat="bo"),
        DiceThrown(
            seat=HOUSE,
            ns=[0, 1],
            die="d6",
            place="open",
            draws=[drawn(HOUSE, "house", 6, 6), drawn(HOUSE, "house", 6, 2, n=2)],
            draws_to=ALL,
        ),
        CoinsMoved(payer=ESCROW, payee="ada", amount_cp=600, reason="stake_back"),
        CoinsMoved(payer=HOUSE, payee="ada", amount_cp=600, reason="winnings"),
        BetSettled(seat="ada", amount_cp=600, back_cp=1_200),
        CoinsMoved(payer=ESCROW, payee=HOUSE, amount_cp=500, reason="lost_bet"),
        BetSettled(seat="bo", amount_cp=500, back_cp=0),
        RoundEnded(round=1, outcome="settled", winners=["ada"], won_cp={"ada": 1_200}),
        *table.closing(),
    )
    assert [die.face for die in table.view(PUBLIC).house_dice] == [6, 2]


@pytest.mark.parametrize(("first", "second"), [*product(FACES, repeat=2)])
def test_higher_is_more_than_seven_lower_is_less_and_middles_7_is_seven(first: int, second: int) -> None:
    game, total = MiddlesSeven(), first + second
    right = [on for on in ("higher", "lower", "middles_7") if game.returns(on, (first, second))]

    assert right == ["higher" if total > 7 else "lower" if total < 7 else "middles_7"]


@pytest.mark.parametrize(("on", "faces"), [("higher", (4, 4)), ("lower", (3, 3))])
def test_the_return_of_a_correct_bet_on_higher_or_lower_is_double(on: str, faces: tuple[int, int]) -> None:
    assert purse_after(on, faces) == 9_000 + 2 * 1_000


def test_the_return_of_a_correct_bet_on_middles_7_is_triple() -> None:
    assert purse_after("middles_7", (1, 6)) == 9_000 + 3 * 1_000


def test_the_house_keeps_a_sixth_of_higher_and_of_lower_and_half_of_middles_7() -> None:
    totals = [sum(faces) for faces in product(FACES, repeat=2)]

    assert (sum(total > 7 for total in totals), sum(total < 7 for total in totals), totals.count(7)) == (15, 15, 6)
    assert gained_over_all_throws() == {
        "higher": 2 * Fraction(15, 36) - 1,
        "lower": 2 * Fraction(15, 36) - 1,
        "middles_7": 3 * Fraction(6, 36) - 1,
    }


def test_the_limit_of_the_bank_counts_what_one_throw_can_win() -> None:
    table = a_table("Ada", "Bo", "Cy", bank_limit_cp=1_000)
    table.give("ada", Bet(on="higher", amount_cp=1_000))

    table.when("bo", Bet(on="higher", amount_cp=500)).then_refused("bank_limit")
    table.when("bo", Bet(on="middles_7", amount_cp=501)).then_refused("bank_limit")
    table.give("bo", Bet(on="middles_7", amount_cp=500))
    table.give("cy", Bet(on="lower", amount_cp=1_000))
    assert table.table.balance(HOUSE) == 2_000 - 1_000


def test_a_round_reads_aloud() -> None:
    table = a_table("Ada", "Bo", "Cy", faces=(3, 4))
    sentences = chronicle_of(
        table,
        ("ada", Bet(on="middles_7", amount_cp=500)),
        ("bo", Bet(on="higher", amount_cp=750)),
        ("cy", Pass()),
    )

    assert sentences[:-1] == [
        "Ada bets 5 gp on Middle’s 7.",
        "Bo bets 7 gp 5 sp on Higher.",
        "Cy bets nothing.",
        "The House throws 3 and 4: 7 in all.",
        "Ada wins 10 gp.",
        "Bo loses 7 gp 5 sp.",
        "The House is 2 gp 5 sp poorer.",
    ]
    assert table.table.accounts == {"ada": 11_000, "bo": 9_250, "cy": 10_000, ESCROW: 0, HOUSE: -250, OUTSIDE: -30_000}

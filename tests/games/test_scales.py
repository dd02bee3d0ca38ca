"""Weighted Scales, sentence by sentence (seeds 003, and the rulings on the Tavern Games)."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from events.accounts import HOUSE
from events.audience import ALL, PUBLIC
from events.round_events import DiceThrown, QuestionAnswered, RoundEnded
from events.table_events import CoinsMoved
from games.installed import CATALOGUE
from games.mechanics.house_bets import Bet, BetPlaced, Pass
from projections.actions import Action, Bounds, Choices
from tests.games.mechanics.pebble import chronicle_of, won
from tests.playing import Playing, drawn


def a_table(*seats: str, faces: tuple[int, ...] = (1, 2, 3), purse_cp: int = 10_000, **options: Any) -> Playing:
    """A round of Weighted Scales in which the House's dice fall so."""
    playing = Playing.open(CATALOGUE, "scales", **options).seat(*seats or ("Ada",), purse_cp=purse_cp)
    sides = 4 if options.get("light") == "on" else 6
    return playing.load({(HOUSE, "house", sides): faces}).start()


def purse_after(number: int, faces: tuple[int, ...], **options: Any) -> int:
    """What is in a purse of 10,000 cp after a bet of 1,000."""
    table = a_table(faces=faces, **options)
    table.give("ada", Bet(on=f"number:{number}", amount_cp=1_000))
    return table.table.purse("ada")


def test_one_may_play_alone_and_picks_one_number_between_1_and_6() -> None:
    numbers = Choices(choices=[f"number:{number}" for number in range(1, 7)])

    assert a_table().actions("ada")[:2] == [
        Action(type="bet", params={"on": numbers, "amount_cp": Bounds(min=500, max=10_000)}),
        Action(type="pass"),
    ]


def test_the_house_then_rolls_three_d6() -> None:
    table = a_table(faces=(4, 2, 4))

    table.when("ada", Bet(on="number:4", amount_cp=500)).then(
        CoinsMoved(payer="ada", payee="escrow", amount_cp=500, reason="stake"),
        BetPlaced(seat="ada", on="number:4", amount_cp=500),
        QuestionAnswered(seat="ada"),
        DiceThrown(
            seat=HOUSE,
            ns=[0, 1, 2],
            die="d6",
            place="open",
            draws=[drawn(HOUSE, "house", 6, face, n=n) for n, face in enumerate((4, 2, 4), start=1)],
            draws_to=ALL,
        ),
        *won("ada", 500, 1_000),
        RoundEnded(round=1, outcome="settled", winners=["ada"], won_cp={"ada": 1_000}),
        *table.closing(),
    )


@pytest.mark.parametrize("faces", [(3, 1, 2), (1, 3, 2), (1, 2, 3)])
def test_if_one_lands_on_the_number_the_player_gets_the_bet_back_and_no_more(faces: tuple[int, ...]) -> None:
    assert purse_after(3, faces) == 10_000


def test_if_two_land_on_it_the_return_is_double_and_if_three_do_it_is_triple() -> None:
    assert purse_after(3, (3, 1, 3)) == 9_000 + 2 * 1_000
    assert purse_after(3, (3, 3, 3)) == 9_000 + 3 * 1_000


def test_in_light_scales_the_house_rolls_three_d4_and_the_player_picks_between_1_and_4() -> None:
    table = a_table(faces=(4, 4, 1), light="on")

    assert table.actions("ada")[0].params["on"] == Choices(choices=[f"number:{number}" for number in range(1, 5)])
    table.when("ada", Bet(on="number:5", amount_cp=500)).then_refused("not_offered")
    table.give("ada", Bet(on="number:4", amount_cp=1_000))
    assert [die.die for die in table.view(PUBLIC).house_dice] == ["d4"] * 3
    assert table.table.purse("ada") == 9_000 + 2 * 1_000


@pytest.mark.parametrize(("light", "sides", "share"), [("off", 6, Fraction(1, 2)), ("on", 4, Fraction(1, 4))])
def test_the_house_keeps_half_and_of_light_scales_a_quarter(light: str, sides: int, share: Fraction) -> None:
    throws = list(product(range(1, sides + 1), repeat=3))
    lost = sum(10_000 - purse_after(1, faces, light=light) for faces in throws)

    assert Fraction(lost, 1_000 * len(throws)) == share


def test_the_limit_of_the_bank_counts_what_one_throw_can_win() -> None:
    """Two dice on one number and one on another: the second gets no more than its bet back."""
    table = a_table("Ada", "Bo", "Cy", bank_limit_cp=2_000)
    table.give("ada", Bet(on="number:2", amount_cp=1_000))

    table.when("bo", Bet(on="number:2", amount_cp=500)).then_refused("bank_limit")
    table.when("bo", Bet(on="number:3", amount_cp=1_001)).then_refused("bank_limit")
    table.give("bo", Bet(on="number:3", amount_cp=1_000))


def test_a_round_reads_aloud() -> None:
    table = a_table("Ada", "Bo", "Cy", faces=(2, 2, 5))
    sentences = chronicle_of(
        table,
        ("ada", Bet(on="number:2", amount_cp=500)),
        ("bo", Bet(on="number:5", amount_cp=750)),
        ("cy", Pass()),
    )

    assert sentences[:-1] == [
        "Ada bets 5 gp on twos.",
        "Bo bets 7 gp 5 sp on fives.",
        "Cy bets nothing.",
        "The House throws 2, 2 and 5.",
        "Ada wins 5 gp.",
        "Bo gets 7 gp 5 sp back, and no more.",
        "The House is 5 gp poorer.",
    ]

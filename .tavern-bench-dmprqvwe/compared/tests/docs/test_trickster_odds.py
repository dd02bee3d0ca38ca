"""The odds of Trickster's Tavern: what the page calls exact is counted out, and the classes keep to their bound."""

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product
from math import comb
from typing import Final

import pytest

from games.trickster.cards.card import SIZES, Size
from games.trickster.cards.standard import STANDARD_CARDS
from games.trickster.counting import VALUES, chance, counted, scores, sides_of
from tests.docs.pages import ROOT
from tools.cards.balance import BOUND, Deck, weigh

PAGE: Final = ROOT / "docs" / "odds.md"
TEXT: Final = PAGE.read_text(encoding="utf-8").split("## Trickster's Tavern\n")[1].split("\n## ")[0]
NO_FACES: Final[frozenset[int]] = frozenset()
SEATS: Final = (3, 4, 5, 6)


def rows(first: str) -> Iterator[list[str]]:
    """The rows of the table whose heading begins so."""
    lines = TEXT[TEXT.index(f"| {first} |") :].split("\n\n")[0].splitlines()[2:]
    return ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)


def textbook(dice: int, amount: int) -> Fraction:
    """The chance of `amount` or more of a value among common dice."""
    return sum((Fraction(comb(dice, n) * 5 ** (dice - n), 6**dice) for n in range(amount, dice + 1)), Fraction(0))


def test_the_chances_of_bets_with_plain_dice_are_those_of_the_textbook() -> None:
    for dice, *documented in rows("dice that you do not see"):
        exact = [textbook(int(dice), amount) for amount in range(1, 9)]
        assert documented == [f"{float(100 * one):.1f} %" for one in exact]
        assert [chance(amount, 4, {("d6", NO_FACES): int(dice)}) for amount in range(1, 9)] == exact


@pytest.mark.parametrize("value", VALUES)
def test_five_plain_dice_make_a_bet_as_often_as_all_7776_throws_say(value: int) -> None:
    throws = list(product(range(1, 7), repeat=5))

    for amount in range(8):
        exact = Fraction(sum(sum(face == value for face in throw) >= amount for throw in throws), len(throws))
        assert chance(amount, value, {("d6", NO_FACES): 5}) == exact == textbook(5, amount)


def row_of(die: Size) -> list[str]:
    """How often a die counts as each value, and as how many in all; halves are rounded up."""
    faces = range(1, sides_of(die) + 1)
    counts = [sum(counted(die, face, value) for face in faces) for value in VALUES]
    in_all = sum(len(scores(die, face)) for face in faces)
    averages = [Decimal(count) / len(faces) for count in (*counts, in_all)]
    return [die, *(str(one.quantize(Decimal("0.01"), ROUND_HALF_UP)) for one in averages)]


def test_the_values_of_dice_are_exact_and_a_wildcard_is_one_of_them() -> None:
    assert list(rows("die")) == [row_of(die) for die in SIZES]


def shares() -> dict[str, list[float]]:
    """By class, its share with three to six seats, as the page has it."""
    return {name: [float(cell.split()[0]) for cell in cells[: len(SEATS)]] for name, *cells in rows("class")}


def test_every_class_is_on_the_page_and_none_wins_more_than_its_bound() -> None:
    assert set(shares()) == {card.name for card in STANDARD_CARDS}
    assert max(share for each in shares().values() for share in each) < BOUND


def test_the_shares_of_all_classes_average_one() -> None:
    for place in range(len(SEATS)):
        assert sum(each[place] for each in shares().values()) / len(STANDARD_CARDS) == pytest.approx(1, abs=0.06)


@pytest.mark.campaign
@pytest.mark.parametrize("seats", SEATS)
def test_no_class_wins_more_than_one_and_a_half_times_its_share(seats: int) -> None:
    """With other games than those of the page, so that the cards are not just fitted to these."""
    balance = weigh(Deck(), seats, 1_500, "modelling", b"another evening", 2, lambda games: None)

    for one in balance.classes:
        assert one.share.value <= BOUND, f"{one.card}: {one.share.value:.2f} in {one.played} games"


def test_a_few_games_show_no_class_far_out_of_bounds() -> None:
    balance = weigh(Deck(), 3, 30, "modelling", b"a short evening", 1, lambda games: None)

    assert sum(one.won for one in balance.classes) == 30
    assert [one.card for one in balance.classes if one.share.low is not None and one.share.low > BOUND] == []


def test_the_page_names_the_command_behind_each_table() -> None:
    commands = re.findall(r"^tavern .*$", TEXT, re.MULTILINE)

    assert any(command.startswith("tavern cards balance --games") for command in commands)
    assert any(command.startswith("tavern simulate trickster") for command in commands)

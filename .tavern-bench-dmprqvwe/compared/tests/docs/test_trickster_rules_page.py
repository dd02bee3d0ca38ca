"""The rules page of Trickster's Tavern has the standard classes and the scoring table as the program has them."""

import re
from typing import Final

from games.trickster.cards.card import PLAIN, Card
from games.trickster.cards.standard import STANDARD_CARDS
from games.trickster.cards.wording import hand_in_words, in_words
from games.trickster.counting import in_braces, scores
from tests.docs.pages import ROOT

PAGE: Final = (ROOT / "docs" / "rules" / "trickster.md").read_text()


def row_of(card: Card) -> str:
    """A class as the page has it."""
    abilities = " ".join(f"**{ability.name}.** {in_words(ability)}" for ability in card.abilities)
    return f"| {card.name} | {hand_in_words(card.hand)} | {abilities or 'none'} |"


def test_the_page_has_every_standard_class_as_it_is() -> None:
    rows = [row_of(card) for card in (PLAIN, *STANDARD_CARDS)]
    found = re.search(r"^\| class \| dice \| abilities \|\n\| --- \| --- \| --- \|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert found
    assert found[1].splitlines() == rows, "\n".join(rows)


def test_the_page_has_the_scoring_table_as_dice_are_counted() -> None:
    [documented] = re.findall(r"^\| scores \| the face \| (.*) \|$", PAGE, re.MULTILINE)
    assert documented.replace("\\", "").split(" | ") == [in_braces(scores("d20", face)) for face in range(7, 21)]

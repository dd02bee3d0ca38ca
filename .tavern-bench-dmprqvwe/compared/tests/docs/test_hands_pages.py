"""The odds and the rules pages of Ruler's Bluff and Triangle give the numbers that can be counted."""

import re
from itertools import product
from typing import Final

import pytest

from games.one_page.rulers_bluff import HAND_LABELS, HANDS, hand_of
from games.one_page.triangle import rank_of_total
from tests.docs.pages import ROOT
from tests.games.hands.test_ranking import WAYS

ODDS: Final = (ROOT / "docs" / "odds.md").read_text(encoding="utf-8")
RULES: Final = (ROOT / "docs" / "rules" / "rulers-bluff.md").read_text(encoding="utf-8")
BEST_FIRST: Final = [(HAND_LABELS[hand].lower(), WAYS[hand]) for hand in reversed(HANDS)]


def test_the_odds_of_the_hands_are_those_counted_by_hand() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| ([\d,]+) \| ([\d.]+) % \| ([\d.]+) % \|$", ODDS, re.MULTILINE)

    assert [(hand, int(ways.replace(",", ""))) for hand, ways, *_ in rows] == BEST_FIRST
    lower = 7_776
    for hand, ways, chance, beats in rows:
        lower -= int(ways.replace(",", ""))
        assert float(chance) == pytest.approx(int(ways.replace(",", "")) / 77.76, abs=0.005), hand
        assert float(beats) == pytest.approx(lower / 77.76, abs=0.05), hand


def test_the_rules_page_lists_the_hands_with_their_ways_and_an_example_of_each() -> None:
    rows = re.findall(r"^\| ([a-z ]+)(?:: [a-z ]+)? \| (\d \d \d \d \d) \| ([\d,]+) \|$", RULES, re.MULTILINE)

    assert [(hand, int(ways.replace(",", ""))) for hand, _, ways in rows] == BEST_FIRST
    examples = [hand_of([int(face) for face in faces.split()])[0] for _, faces, _ in rows]
    assert examples == list(reversed(HANDS))


def test_the_odds_of_the_totals_are_exact() -> None:
    cells = re.findall(r"\| (three ones|\d+) \| (\d+) \| ([\d.]+) % (?=\|)", ODDS.split("## Triangle")[1])
    documented = {3 if total == "three ones" else int(total): (int(ways), float(beats)) for total, ways, beats in cells}
    totals = [sum(faces) for faces in product(range(1, 13), range(1, 9), range(1, 7))]

    assert sorted(documented) == list(range(3, 27))
    for total, (ways, beats) in documented.items():
        assert ways == totals.count(total)
        worse = sum(rank_of_total(other) < rank_of_total(total) for other in totals)
        assert beats == pytest.approx(worse / 5.76, abs=0.05)

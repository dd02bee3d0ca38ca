"""The page of odds: its commands run, and what it calls exact is what can be reckoned."""

import os
import re
import shlex
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from games.policies import names
from games.policies.prospects import bust_chance
from games.policies.races.farkle import nothing_chance
from tests.docs.pages import ROOT, Shell, steps
from tests.tools.running import tavern

PAGE: Final = ROOT / "docs" / "odds.md"
FEW: Final = "--rounds 3"


@pytest.fixture(scope="module")
def text() -> str:
    return PAGE.read_text(encoding="utf-8")


COMMANDS: Final = [step.command.text for step in steps(PAGE)]


@pytest.mark.parametrize("commands", [text for text in COMMANDS if text.startswith("tavern ")])
def test_its_simulations_run_with_few_rounds(commands: str) -> None:
    for line in re.sub(r"--rounds \d+", FEW, commands).splitlines():
        name, *arguments = shlex.split(line)
        ran = tavern(*arguments)

        assert (name, ran.exit_code, ran.stderr) == ("tavern", 0, "")
        assert "rounds" in ran.stdout


@pytest.mark.parametrize("commands", [text for text in COMMANDS if not text.startswith("tavern ")])
def test_its_other_commands_run(commands: str, tmp_path: Path) -> None:
    scripts = Path(sys.executable).parent
    environment = {"PATH": f"{scripts}:{os.environ['PATH']}", "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}

    with Shell(tmp_path, environment) as shell:
        printed = shell.run(f"set -e\n({commands})\nset +e")

    assert "Error" not in printed


def test_the_chances_to_bust_are_exact(text: str) -> None:
    rows = re.findall(
        r"^\| (\d+) \| ([\d.]+) % \| ([\d.]+) % \| ([\d.]+) % \| ([\d.]+) % \| ([\d.]+) % \|$", text, re.MULTILINE
    )

    assert [int(row[0]) for row in rows] == list(range(12, 21))
    for total, *told in rows:
        exact = [bust_chance(int(total), sides) for sides in (20, 10, 8, 6, 4)]
        assert [float(one) for one in told] == [pytest.approx(float(100 * chance), abs=0.05) for chance in exact]


def test_the_chances_that_nothing_scores_are_exact(text: str) -> None:
    (row,) = re.findall(r"^\| nothing scores \(exact\) (.*)\|$", text, re.MULTILINE)
    told = [float(one) for one in re.findall(r"([\d.]+) %", row)]

    assert told == [pytest.approx(float(100 * nothing_chance(dice)), abs=0.05) for dice in range(1, 7)]


def mountains(more: Callable[[int], int]) -> Fraction:
    staked = kept = Fraction(0)
    for first, second in product(range(1, 9), repeat=2):
        between = max(abs(first - second) - 1, 0)
        stake = 1 + more(between)
        staked, kept = staked + stake, kept + stake - 2 * stake * Fraction(between, 8)
    return kept / staked


def test_the_edges_of_the_banks_are_exact(text: str) -> None:
    edges = re.findall(r"^\| (?:Middle's 7|Mountains) \| [^|]+ \| (\d+)/(\d+), ([\d.]+) % \|", text, re.MULTILINE)
    higher = 1 - 2 * Fraction(sum(a + b > 7 for a, b in product(range(1, 7), repeat=2)), 36)
    middle = 1 - 3 * Fraction(sum(a + b == 7 for a, b in product(range(1, 7), repeat=2)), 36)
    exact = [higher, middle, mountains(lambda between: 0), mountains(lambda between: 3 if between > 4 else 0)]

    assert [Fraction(int(over), int(under)) for over, under, _ in edges] == exact
    assert [float(percent) for *_, percent in edges] == [pytest.approx(float(100 * edge), abs=0.051) for edge in exact]


def test_the_odds_of_the_coin_are_exact(text: str) -> None:
    """Of two who flip, tails for both is one of four, and heads for both flips again; of three alike."""
    both_die = Fraction(1, 4) / (1 - Fraction(1, 4))
    all_die = (Fraction(1, 8) + Fraction(3, 8) * both_die) / (1 - Fraction(1, 8))
    rows = re.findall(r"^\| (\d) \| (\d+/\d+) \| (\d+/\d+) \|$", text, re.MULTILINE)

    assert [(int(seats), Fraction(wins), Fraction(die)) for seats, wins, die in rows] == [
        (2, (1 - both_die) / 2, both_die),
        (3, (1 - all_die) / 3, all_die),
    ]
    assert [both_die, all_die] == [Fraction(1, 3), Fraction(6, 21)]


def test_every_policy_is_told(text: str) -> None:
    listed = text.split("## Policies")[1].split("## Twenty-One")[0]

    assert {name for name in names() if f"`{name}`" not in listed} == set()

"""The page of odds: its commands run, and what it calls exact is what can be reckoned."""

import os
import re
import shlex
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any, Final

import pytest

from games.mechanics.one_throw import OneThrow
from games.one_page.middles_seven import MiddlesSeven
from games.one_page.scales import Scales
from games.one_page.twins import Twins
from games.policies import names
from games.policies.prospects import bust_chance
from games.policies.races.farkle import nothing_chance
from games.policies.races.pig import keeping_pace
from games.policies.races.pig_for_two import Race, always_from
from tests.docs.pages import ROOT, Shell, steps
from tests.games.test_twelve_nights_odds import kept, kept_of_its_own_play
from tests.tools.running import tavern

PAGE: Final = ROOT / "docs" / "odds.md"
FEW: Final = r"--\1 3"


@pytest.fixture(scope="module")
def text() -> str:
    return PAGE.read_text(encoding="utf-8")


COMMANDS: Final = [step.command.text for step in steps(PAGE)]


@pytest.mark.parametrize("commands", [text for text in COMMANDS if text.startswith("tavern ")])
def test_its_simulations_run_with_few_rounds(commands: str) -> None:
    for line in re.sub(r"--(rounds|games) \d+", FEW, commands).splitlines():
        name, *arguments = shlex.split(line)
        ran = tavern(*arguments)

        assert (name, ran.exit_code, ran.stderr) == ("tavern", 0, "")
        assert re.search(r"rounds|games", ran.stdout)


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
    for total, *documented in rows:
        exact = [bust_chance(int(total), sides) for sides in (20, 10, 8, 6, 4)]
        assert [float(one) for one in documented] == [pytest.approx(float(100 * chance), abs=0.05) for chance in exact]


def test_the_chances_that_nothing_scores_are_exact(text: str) -> None:
    (row,) = re.findall(r"^\| nothing scores \(exact\) (.*)\|$", text, re.MULTILINE)
    documented = [float(one) for one in re.findall(r"([\d.]+) %", row)]

    assert documented == [pytest.approx(float(100 * nothing_chance(dice)), abs=0.05) for dice in range(1, 7)]


def cells(text: str, first: str) -> list[list[str]]:
    """The table under the row that begins so, without its first column."""
    rows = text[text.index(f"| {first} |") :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")][1:] for row in (rows[0], *rows[2:])]


@pytest.fixture(scope="module")
def pig() -> Race:
    """The best play against itself."""
    return Race(None, None)


def test_the_points_to_bank_from_in_pig_are_exact(text: str, pig: Race) -> None:
    scores = range(0, 100, 20)
    _, *documented = cells(text, "your points")

    assert documented == [[str(pig.bank_from[0][own, other]) for other in scores] for own in scores]
    assert f"the first seat wins {100 * pig.first_wins:.2f} % of the races" in text


def test_how_often_the_best_play_of_pig_wins_is_exact(text: str) -> None:
    _, *documented = cells(text, "the other banks")

    for row, way in zip(documented, (always_from(20), always_from(25), keeping_pace), strict=True):
        race = Race(None, way)
        begun, not_begun = race.first_wins, 1 - race.second_wins_if_it_begins
        assert row == [f"{100 * chance:.2f} %" for chance in (begun, not_begun, (begun + not_begun) / 2)]


def scores_of(dice: int, thrown: int) -> dict[int, Fraction]:
    """The chances of the scores of so many dice of Mason, each thrown so often at most."""
    if not dice or not thrown:
        return {0: Fraction(1)}
    chances: dict[int, Fraction] = {}
    for counting in range(dice + 1):
        ways = Fraction(comb(dice, counting), 2**dice)
        for score, chance in scores_of(counting, thrown - 1).items():
            chances[counting + score] = chances.get(counting + score, Fraction(0)) + ways * chance
    return chances


def test_the_scores_of_mason_are_exact(text: str) -> None:
    """Throw by throw; of a die that is thrown more than so often, next to nothing is left."""
    chances = scores_of(6, 12)
    heads, documented = cells(text, "score (exact)")
    exact = [float(chances[score]) for score in range(13)]

    assert heads == [*map(str, range(13)), "more"]
    assert [float(one.removesuffix(" %")) for one in documented] == [
        pytest.approx(100 * chance, abs=0.06) for chance in (*exact, 1 - sum(exact))
    ]
    assert float(sum(score * chance for score, chance in chances.items())) == pytest.approx(6, abs=0.01)


def test_how_often_the_highest_score_of_mason_is_shared_is_exact(text: str) -> None:
    chances = scores_of(6, 12)
    seats, documented = cells(text, "seats (exact)")

    for count, one in zip(map(int, seats), documented, strict=True):
        alone = sum(
            float(count * chance) * float(sum(chances[less] for less in range(score))) ** (count - 1)
            for score, chance in chances.items()
        )
        assert float(one.removesuffix(" %")) == pytest.approx(100 * (1 - alone), abs=0.06)


def mountains(more: Callable[[int], int]) -> Fraction:
    staked = kept = Fraction(0)
    for first, second in product(range(1, 9), repeat=2):
        between = max(abs(first - second) - 1, 0)
        stake = 1 + more(between)
        staked, kept = staked + stake, kept + stake - 2 * stake * Fraction(between, 8)
    return kept / staked


def one_throw(game: OneThrow[Any, Any], call: str, dice: int, sides: int) -> Fraction:
    back = [Fraction(game.returns(call, faces)) for faces in product(range(1, sides + 1), repeat=dice)]
    return 1 - sum(back, Fraction(0)) / len(back)


NO_BRACKETS: Final = r"(-?[\d.]+) %, (-?[\d.]+) … (-?[\d.]+)"
INTERVAL: Final = r"(-?[\d.]+) % \((-?[\d.]+) … (-?[\d.]+)\)"


def test_the_edges_of_the_banks_are_exact_and_within_what_is_simulated(text: str) -> None:
    games = "Middle's 7|Mountains|Twins of Chance|Weighted Scales"
    edges = re.findall(rf"^\| (?:{games}) \| [^|]+ \| (\d+)/(\d+), ([\d.]+) % \| {INTERVAL} \|$", text, re.MULTILINE)
    calls = ("number:7", "black:7", "white:7", "both:odd", "total:odd")
    exact = [
        one_throw(MiddlesSeven(), "higher", 2, 6),
        one_throw(MiddlesSeven(), "middles_7", 2, 6),
        mountains(lambda between: 0),
        mountains(lambda between: 3 if between > 4 else 0),
        *(one_throw(Twins(), call, 2, 20) for call in calls),
        one_throw(Scales(), "number:4", 3, 6),
        one_throw(Scales(), "number:4", 3, 4),
    ]

    assert [Fraction(int(over), int(under)) for over, under, *_ in edges] == exact
    for edge, (_, _, percent, _, low, high) in zip(exact, edges, strict=True):
        assert float(percent) == pytest.approx(float(100 * edge), abs=0.051)
        assert float(low) <= 100 * edge <= float(high)


def test_the_edges_of_twelve_nights_are_exact_and_within_what_is_simulated(text: str) -> None:
    documented = re.findall(rf"^\| `(even|stake)` \| ([23]) \| (-?[\d.]+) % \| {INTERVAL} \|$", text, re.MULTILINE)

    assert [(win_pays, twelve) for win_pays, twelve, *_ in documented] == list(product(("even", "stake"), "23"))
    for win_pays, twelve, percent, _, low, high in documented:
        edge = float(100 * kept(10, 2 if win_pays == "even" else 1, int(twelve)))
        assert percent == f"{edge:.1f}"
        assert float(low) <= edge <= float(high)


def test_the_edges_of_houses_that_stand_on_something_else_are_exact(text: str) -> None:
    (stands_on,) = re.findall(r"^\| `house_stands_on` \|(.*)\|$", text, re.MULTILINE)
    (edges,) = re.findall(r"^\| edge, exact \|(.*)\|$", text, re.MULTILINE)
    documented = dict(zip([cell.strip() for cell in stands_on.split("|")], edges.split("|"), strict=True))
    exact = {stands: f"{float(100 * kept(stands)):.1f} %" for stands in range(2, 13)}

    assert {stands: documented["2 to 4" if stands < 5 else str(stands)].strip() for stands in exact} == exact


def test_the_cost_of_drawing_like_the_house_is_exact_and_within_the_simulated_interval(text: str) -> None:
    (documented,) = re.findall(rf"keeps ([\d.]+) %\s+\(exact; simulated {NO_BRACKETS}", text)
    percent, _, low, high = documented
    edge = float(100 * kept_of_its_own_play())

    assert percent == f"{edge:.1f}"
    assert float(low) <= edge <= float(high)


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


def test_the_page_lists_every_policy(text: str) -> None:
    listed = text.split("## Policies")[1].split("## Twenty-One")[0]

    assert {name for name in names() if f"`{name}`" not in listed} == set()

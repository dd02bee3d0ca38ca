"""The page of odds: it is what its generator writes, and its commands run."""

import re
import shlex
from typing import Final

import pytest

from games.policies import names
from tests.docs.pages import blocks
from tests.tools.running import tavern
from tools.development.odds_page import PAGE, PICTURE, banks_picture, page

TEXT: Final = PAGE.read_text(encoding="utf-8")
_SIMULATED: Final = re.compile(r"^\| player \|.*? actions on average\.$", re.MULTILINE | re.DOTALL)
_COMMANDS: Final = [line for block in blocks(PAGE) if block.language == "bash" for line in block.text.splitlines()]


def test_its_text_and_its_exact_figures_are_what_the_generator_writes() -> None:
    """Those of the simulations are not compared: they would take minutes."""
    written = page(lambda command: {"policies": [], "acts": {"value": 0}})

    assert _SIMULATED.sub("", TEXT) == _SIMULATED.sub("", written), "run python -m tools.development.odds_page"


def test_its_picture_is_what_the_generator_draws() -> None:
    assert PICTURE.read_text(encoding="utf-8") == banks_picture().decode(), "run python -m tools.development.odds_page"


@pytest.mark.parametrize("command", _COMMANDS)
def test_its_simulations_run_with_few_rounds(command: str) -> None:
    name, *arguments = shlex.split(re.sub(r"--rounds \d+", "--rounds 3", command))
    ran = tavern(*arguments)

    assert (name, ran.exit_code, ran.stderr) == ("tavern", 0, "")
    assert "3 rounds" in ran.stdout


def test_it_lists_every_policy() -> None:
    listed = TEXT.split("## Policies")[1].split("## Twenty-One")[0]

    assert {name for name in names() if f"`{name}`" not in listed} == set()

"""The page about the notation: its examples are what the program writes, and its grammar is the one that is read."""

import re
import shlex
from typing import Final

import pytest

from replays.notation.rounds import HEADING
from tests.docs.pages import ROOT, Step, as_shown, steps
from tests.tools.running import tavern

PAGE: Final = ROOT / "docs" / "notation.md"
EXAMPLES: Final = steps(PAGE)


@pytest.mark.parametrize("step", EXAMPLES, ids=["public", "seat", "gm"])
def test_an_example_is_what_the_program_writes(step: Step, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    name, *arguments = shlex.split(step.command.text)
    assert name == "tavern"
    assert step.shown is not None

    assert as_shown(step.shown, tavern(*arguments).stdout)


def test_the_page_has_every_line_of_a_heading() -> None:
    lines = re.findall(r"^\| `([a-z-]+)[^`]*` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)

    assert {line.replace("-", "_") for line in lines} >= HEADING.keys()

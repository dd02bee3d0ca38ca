"""The pages that are pasted into a shell are pasted into one here: a real server, real curl, the shown output."""

import os
import re
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.docs.pages import ROOT, Shell, Step, as_shown, steps

pytestmark = pytest.mark.thorough

TUTORIAL: Final = ROOT / "docs" / "tutorial.md"
README: Final = ROOT / "README.md"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    """A shell in an empty folder, with `tavern` on its path and, as in the project's folder, in .venv/bin."""
    if shutil.which("curl") is None:
        pytest.fail("the pages are written for curl: install it to run them")
    scripts = Path(sys.executable).parent
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "bin").symlink_to(scripts)
    environment = {
        "PATH": f"{scripts}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "TAVERN_PORT": str(free_port()),
    }
    with Shell(tmp_path, environment) as running:
        yield running


def run(shell: Shell, page: Path, found: list[Step]) -> str:
    """Run a page's blocks in order, and compare what the page shows of their output. What the last one printed."""
    printed = ""
    for step in found:
        printed = shell.run(step.command.text)
        where = f"{page.name}, line {step.command.line}:\n{step.command.text}\nprinted:\n{printed}"
        assert "Traceback" not in printed, where
        if step.shown is not None:
            assert as_shown(step.shown, printed), f"{where}\nis shown as:\n{step.shown}"
    return printed


def test_the_tutorial_runs_as_it_is_written(shell: Shell) -> None:
    found = steps(TUTORIAL)
    assert len([step for step in found if step.shown]) > 10
    run(shell, TUTORIAL, found)


def test_the_first_round_of_the_readme_can_be_pasted(shell: Shell) -> None:
    shell.run("tavern serve >server.log 2>&1 &")
    shell.run('TAVERN=http://127.0.0.1:$TAVERN_PORT; until curl -sf "$TAVERN/readyz" >ready; do sleep 0.1; done')
    found = steps(README)
    assert len(found) == 1
    played, replayed = run(shell, README, found).split("The Bent Copper  Tavern Twenty-One, round 1, as seen by Odo\n")
    assert len(re.findall(r"^seat:odo sees Bri \[\d+, '\?'\]$", played, re.MULTILINE)) == 1
    assert len(re.findall(r"^gm sees Bri \[\d+, \d+\]$", played, re.MULTILINE)) == 1
    assert "Round 1 begins: Bri and Odo play." in replayed
    assert "still running" not in replayed


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\nb\n", "a\nb\nc\n", False),
        ("a …\n", "a whole lot\n", True),
        ("a …\n", "a\nlot\n", False),
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("a\n…\nd\n", "a\nd\n", True),
        ("a\n…\nd\n", "a\nb\nc\n", False),
        ("a\n", "a  \n", True),
        ("at 20:00:00\n", "at 07:15:59\n", True),
        ("at 20:00:00\n", "at noon\n", False),
        ("1 + 1\n", "1 + 2\n", False),
    ],
)
def test_the_output_on_the_page_is_compared_whole(shown: str, printed: str, same: bool) -> None:
    assert as_shown(shown, printed) is same

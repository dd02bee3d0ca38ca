"""The command line's page: it runs as it is written, and leaves no command out."""

import os
import re
import sys
from pathlib import Path
from typing import Final

import click
import pytest

from tests.docs.pages import ROOT, Shell, steps
from tests.docs.test_tutorial import free_port, run
from tools.cli import main

pytestmark = pytest.mark.thorough

PAGE: Final = ROOT / "docs" / "command-line.md"
_CONTEXT: Final = click.Context(main)
COMMANDS: Final = {
    name: command for name in main.list_commands(_CONTEXT) if (command := main.get_command(_CONTEXT, name)) is not None
}


def test_the_page_runs_as_it_is_written(tmp_path: Path) -> None:
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "TAVERN_PORT": str(free_port()),
    }
    found = steps(PAGE)
    assert len([step for step in found if step.shown]) > 7
    with Shell(tmp_path, environment) as shell:
        run(shell, PAGE, found)


def test_every_command_has_its_section() -> None:
    headings = re.findall(r"^## ([\w-]+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)

    assert sorted(headings) == sorted(COMMANDS)

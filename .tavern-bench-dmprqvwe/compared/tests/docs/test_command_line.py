"""The command line's page: it runs as it is written, and leaves no option out."""

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

PAGE: Final = ROOT / "docs" / "command-line.md"
_CONTEXT: Final = click.Context(main)
COMMANDS: Final = {
    name: command for name in main.list_commands(_CONTEXT) if (command := main.get_command(_CONTEXT, name)) is not None
}


def section(name: str) -> str:
    return PAGE.read_text(encoding="utf-8").split(f"\n## {name}\n")[1].split("\n## ")[0]


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


def test_every_command_has_its_section_and_its_line_in_the_list() -> None:
    listed = re.findall(r"^\| \[`(\w+)`\]\(#(\w+)\) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)

    assert listed == [(name, name) for name in COMMANDS]
    assert [name for name in COMMANDS if not section(name)] == []


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_option_of_a_command_is_documented_in_its_section(name: str) -> None:
    command = COMMANDS[name]
    parts = [command, *(command.commands.values() if isinstance(command, click.Group) else ())]
    options = [parameter for part in parts for parameter in part.params if isinstance(parameter, click.Option)]
    text = section(name)

    spellings = [[*option.opts, *option.secondary_opts] for option in options]
    assert [spelled for spelled in spellings if not any(name in text for name in spelled)] == []

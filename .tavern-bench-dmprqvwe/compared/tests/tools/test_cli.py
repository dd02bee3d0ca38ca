import re
import subprocess
import sys
from importlib.metadata import version

import click
import pytest

from tests.tools.running import tavern
from tools.cli import main

COMMANDS = [
    "serve", "demo", "games", "cards", "replay", "audit", "export", "verify", "tables", "token", "backup", "check",
    "import",
    "repair", "delete", "copy", "simulate", "bench",
]  # fmt: skip


def test_the_commands_are_listed_by_what_they_are_for() -> None:
    page = tavern("--help").stdout

    assert re.findall(r"^(\w[\w ]*):$", page, re.MULTILINE) == ["Options", "Play", "Look back", "Administer", "Measure"]
    assert re.findall(r"^  (\w+)  ", page.split("Play:")[1], re.MULTILINE) == COMMANDS
    assert main.list_commands(click.Context(main)) == COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_what_it_does_in_one_line_and_every_option_has_a_word(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    output = tavern(name, "-h").stdout

    assert output.startswith(f"Usage: tavern {name} ")
    assert command.get_short_help_str(90) in " ".join(tavern("--help").stdout.split())
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    assert [option.name for option in options if not option.help] == []


@pytest.mark.parametrize("asked", ["--version", "--help"])
def test_listing_the_commands_imports_none_of_them(asked: str) -> None:
    program = "import sys; from tools.cli import main; main(standalone_mode=False); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program, asked], capture_output=True, text=True, check=True)

    imported = set(ran.stdout.splitlines()[-1].split())
    assert {"tools.cli", "click"} <= imported
    assert {"games", "events", "server", "aiohttp", "msgspec", "rich", "importlib.metadata"} & imported == set()
    assert [name for name in imported if name.startswith("tools.commands")] == []


def test_the_version_is_the_distribution_s() -> None:
    assert tavern("--version").stdout == f"tavern, version {version('tavern-table')}\n"


def test_an_unknown_command_has_exit_status_2_and_is_named() -> None:
    refused = tavern("gamble")

    assert refused.exit_code == 2
    assert "No such command 'gamble'." in refused.stderr


@pytest.mark.parametrize("name", ["replay", "audit", "export", "repair"])
def test_a_store_that_has_a_default_is_shown_as_optional(name: str) -> None:
    shown = " ".join(tavern(name, "--help").stdout.split())

    assert "[OPTIONS] [STORE" in shown
    assert "The default is TAVERN_STORE." in shown

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tests.tools.running import tavern
from tools.cli import main

COMMANDS = [
    "serve", "demo", "games", "cards", "replay", "report", "what-if", "analyse", "audit", "export", "verify",
    "tables", "token", "backup", "check", "import",
    "repair", "delete", "copy", "doctor", "foundry", "completion", "simulate", "bench",
]  # fmt: skip


def test_the_commands_are_listed_by_what_they_are_for() -> None:
    page = tavern("--help").stdout

    sections = ["Options", "Play", "Look back", "Administer", "Set up", "Measure"]
    assert re.findall(r"^(\w[\w ]*):$", page, re.MULTILINE) == sections
    assert re.findall(r"^  ([\w-]+)  ", page.split("Play:")[1], re.MULTILINE) == COMMANDS
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


def test_the_help_is_coloured_on_terminals_that_show_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    def codes() -> int:
        return CliRunner().invoke(main, ["--help"], color=True, env={"NO_COLOR": ""}).stdout.count("\x1b[")

    assert codes() > 0
    monkeypatch.setattr(sys, "platform", "win32")
    assert codes() == 0


@pytest.mark.parametrize("asked", ["--version", "--help"])
def test_listing_the_commands_imports_none_of_them(asked: str) -> None:
    program = "import sys; from tools.cli import main; main(standalone_mode=False); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", program, asked], capture_output=True, text=True, check=True)

    imported = set(ran.stdout.splitlines()[-1].split())
    assert {"tools.cli", "click"} <= imported
    assert {"games", "events", "server", "aiohttp", "msgspec", "rich", "importlib.metadata"} & imported == set()
    assert [name for name in imported if name.startswith("tools.commands")] == []


SERVER = {"aiohttp", "prometheus_client", "server.http", "server.tables.registry", "structlog"}
"""What a server needs, and no other command."""
OTHER_GAMES = {"games.twentyone", "games.bluffmaster", "games.trickster", "games.goblin", "games.pig"}
"""Some of the games that the export is not about."""
EXPORT = Path(__file__).parents[2] / "replays" / "fossils" / "mason-1.jsonl"
PROOF = EXPORT.with_name("mason-1.proof.json")


@pytest.mark.parametrize(
    ("commands", "without"),
    [
        (["demo --help", "completion bash"], {"games", "events", "server", "aiohttp", "msgspec", "rich"}),
        (["foundry --out . --url http://example.org/"], {"aiohttp", "asyncio", "games.installed", "rich"}),
        (["serve --check --store memory:"], SERVER | {"games.installed", "nacl", "rich"}),
        (["doctor --store memory: --port 0"], SERVER | {"games.installed", "nacl"}),
        (["token --help", "delete --help", "export --help", "import --help"], SERVER | {"games.policies", "rich"}),
        (
            [f"{name} --help" for name in ("tables", "games", "replay", "audit", "backup", "check", "repair", "copy")],
            SERVER | {"games.policies"},
        ),
        (["cards --help", "simulate --help", "games --json"], SERVER),
        (["verify --help", f"verify {PROOF}"], SERVER | {"games", "rich", "asyncio"}),
        ([f"audit {PROOF}"], SERVER | OTHER_GAMES | {"asyncio", "sqlite3"}),
        (
            [f"audit {EXPORT}", f"replay {EXPORT}"],
            SERVER | OTHER_GAMES | {"asyncio", "multiprocessing", "sqlite3"},
        ),
    ],
)
def test_no_command_loads_what_it_does_not_need(commands: list[str], without: set[str], tmp_path: Path) -> None:
    program = """
import sys
from tools.cli import main
for line in sys.argv[1:]:
    main(line.split(), standalone_mode=False)
print()
print(*sys.modules)
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    called = [sys.executable, "-c", program, *commands]
    ran = subprocess.run(called, capture_output=True, text=True, check=True, cwd=tmp_path, env=environment)

    imported = set(ran.stdout.splitlines()[-1].split())
    assert "tools.cli" in imported
    assert without & imported == set()


def test_what_goes_into_a_pipe_is_utf_8_in_every_locale() -> None:
    program = "from tools.cli import main; main(['games'])"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        check=True,
    )

    assert "Middle’s 7" in ran.stdout.decode("utf-8")


def test_the_version_is_the_distribution_s() -> None:
    assert tavern("--version").stdout == f"tavern, version {version('tavern-table')}\n"


def test_all_distributions_have_one_version() -> None:
    here = Path(__file__).parents[2]
    versions = {
        tomllib.loads((here / folder / "pyproject.toml").read_text("utf-8"))["project"]["version"]
        for folder in (".", "tavern_client")
    }
    npm = json.loads((here / "server/static/client/package.json").read_text("utf-8"))["version"]
    assert versions == {npm.replace("-rc.", "rc")} == {version("tavern-table")}


def test_an_unknown_command_has_exit_status_2_and_is_named() -> None:
    refused = tavern("gamble")

    assert refused.exit_code == 2
    assert "No such command 'gamble'." in refused.stderr


def test_a_mistyped_command_is_guessed() -> None:
    assert tavern("taples").stderr.splitlines()[-1] == "Error: No such command 'taples'. Did you mean 'tables'?"


ON_STORES: dict[str, list[str]] = {
    "replay": [], "report": ["--to", "new"], "what-if": ["--at", "1"], "analyse": [], "audit": [], "export": [],
    "tables": [], "check": [], "backup": ["--to", "new"],
    "repair": ["--to", "new"], "copy": ["--to", "new"], "token": ["Bell"], "delete": ["Bell"], "import": ["-"],
}  # fmt: skip


@pytest.mark.parametrize("name", ON_STORES)
def test_a_store_is_the_last_argument_of_every_command_or_an_option(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    *_, last = (parameter for parameter in command.params if isinstance(parameter, click.Argument))
    context = click.Context(command)
    assert last.make_metavar(context).startswith("[STORE")
    arguments = ON_STORES[name]
    for ways in (["one.db"], ["--store", "one.db"], ["-s", "one.db"]):
        assert command.make_context(name, [*arguments, *ways]).params["store"] == "one.db"
    assert command.make_context(name, list(arguments)).params["store"] == "sqlite:///tavern.db"
    with pytest.raises(click.UsageError, match=r"given twice: one\.db and --store two\.db"):
        command.make_context(name, [*arguments, "one.db", "--store", "two.db"])
    for ways in ([""], ["--store", ""]):
        with pytest.raises(click.UsageError, match="the store is empty"):
            command.make_context(name, [*arguments, *ways])


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_learns_the_commands(shell: str) -> None:
    script = tavern("completion", shell).stdout
    assert f"_TAVERN_COMPLETE={shell}_complete" in script
    asked = {"COMP_WORDS": "tavern ta", "COMP_CWORD": "ta" if shell == "fish" else "1"}
    ran = subprocess.run(
        [sys.executable, "-c", "from tools.cli import main; main(prog_name='tavern')"],
        env={**os.environ, "_TAVERN_COMPLETE": f"{shell}_complete", **asked},
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(re.findall(r"\bta\w+", ran.stdout)) == {"tables"}

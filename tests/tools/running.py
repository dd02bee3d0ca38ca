"""Running the command line in a test, and an evening of Twenty-One to run it on."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner, Result

from events.entry import Entry
from events.event import Event
from games.installed import CATALOGUE
from replays.export import write_export
from server.config import Config
from tools.bench.playing import Game, play
from tools.cli import main
from tools.commands.play import serve
from tools.settings import config_of

TABLE = "bench"


def tavern(*arguments: str | Path, stdin: bytes | None = None, env: dict[str, str] | None = None) -> Result:
    """`tavern ARGUMENTS`, as in a terminal of 120 columns without colours."""
    settings = {"COLUMNS": "120", "TERM": "dumb", "NO_COLOR": "1", **(env or {})}
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin, env=settings)


def settings_of(*arguments: str | Path) -> Config:
    """The settings that `tavern serve ARGUMENTS` starts with. Raises a `Failure` if there are none."""
    parent = main.make_context("tavern", ["serve"])
    return config_of(serve.command.make_context("serve", [str(argument) for argument in arguments], parent))


def json_of(result: Result) -> Any:
    """What a command printed, as JSON."""
    assert result.exit_code in (0, 1), result.output
    return msgspec.json.decode(result.stdout)


def failure_of(result: Result) -> str:
    """The one line that a command failed with: on standard error, with exit status 2."""
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    return line


@cache
def evening() -> Game:
    """Some rounds of Twenty-One, played at random: the same on every run."""
    return play(60, seed=4)


@cache
def evening_entries() -> list[Entry[Event]]:
    """Its entries."""
    return CATALOGUE.codec.decode_log(evening().lines)


def export_of(folder: Path, lines: list[bytes] | None = None, table: str = TABLE) -> Path:
    """An export of the evening, or of other lines, as a file."""
    path = folder / f"{table}.jsonl"
    path.write_bytes(b"".join(write_export(table, evening().lines if lines is None else lines)))
    return path

"""The command line `tavern`: one module for each command, put together here."""

import io
import os
import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

import click

_VERSION: Final = "1.0.0rc1"
"""The version of the distribution, whose metadata takes long to read."""


class _Command(NamedTuple):
    """The module of a command, and its line in the list of commands."""

    module: str
    summary: str


_SECTIONS: Final[Mapping[str, Mapping[str, _Command]]] = {
    "Play": {
        "serve": _Command("tools.commands.play.serve", "Serve the HTTP API."),
        "demo": _Command("tools.commands.play.demo", "Watch a round, and what one player saw of it."),
        "games": _Command("tools.commands.play.games", "List the games, or one game's options, commands and NPCs."),
        "cards": _Command(
            "tools.cards.command", "Class cards for Trickster's Tavern: check your own, and see how strong they are."
        ),
    },
    "Look back": {
        "replay": _Command("tools.commands.review.replay", "Replay a round, as anyone at the table saw it."),
        "report": _Command("tools.commands.review.report", "Write a round, or an evening, as HTML files to share."),
        "what-if": _Command(
            "tools.commands.review.what_if",
            "Play an ended round on from one of its steps, by other moves or by a policy.",
        ),
        "analyse": _Command(
            "tools.commands.review.analyse",
            "Say what each decision of an ended round was worth, from what its player knew then.",
        ),
        "audit": _Command(
            "tools.commands.review.audit",
            "Check that a log, or the proof of a round, is complete and honest, and follows the rules.",
        ),
        "export": _Command("tools.commands.review.export", "Write a table's log to a file, byte for byte."),
        "verify": _Command(
            "tools.commands.review.verify",
            "Check who signed an export and that it has not changed since, or the proof of a round.",
        ),
    },
    "Administer": {
        "tables": _Command("tools.commands.administer.tables", "List the tables in a store."),
        "token": _Command("tools.commands.administer.token", "Recover a lost token."),
        "backup": _Command(
            "tools.commands.administer.backup",
            "Copy a whole store to a file, or keep a second store beside it, while a server runs.",
        ),
        "check": _Command(
            "tools.commands.administer.check", "Check a store for damage, while a server may have it open."
        ),
        "import": _Command("tools.commands.administer.importing", "Put an exported table into a store, as an archive."),
        "repair": _Command("tools.commands.administer.repair", "Copy the good part of a damaged store to a new one."),
        "delete": _Command("tools.commands.administer.delete", "Delete a table for good."),
        "copy": _Command(
            "tools.commands.administer.copying", "Copy a whole store to another one, such as from a file to PostgreSQL."
        ),
    },
    "Set up": {
        "doctor": _Command("tools.commands.administer.doctor", "Find what is wrong with a set-up, and what to do."),
        "foundry": _Command("tools.commands.administer.foundry", "Write the files of the module for Foundry VTT."),
        "completion": _Command(
            "tools.commands.administer.completion", "Print a script that lets a shell complete commands and options."
        ),
    },
    "Measure": {
        "simulate": _Command("tools.simulate.command", "Play many rounds and print statistics."),
        "bench": _Command(
            "tools.bench.command", "Measure how fast this machine serves, streams, replays and analyses."
        ),
    },
}
"""The commands, by the section of the help in which users meet them. The list is printed without importing them."""
_COMMANDS: Final = {name: command for section in _SECTIONS.values() for name, command in section.items()}
_ONLY_IN_A_CHECKOUT: Final = {"bench": "tools.bench"}
"""The commands that an installed wheel lacks, with their packages."""


class _Help(click.HelpFormatter):
    """Help with colours, which click leaves out where the output is no terminal, but not where it cannot show them."""

    def write_heading(self, heading: str) -> None:
        """A heading, in bold."""
        super().write_heading(_styled(heading, bold=True))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """A list of commands or options, with coloured names."""
        super().write_dl([(_styled(name, fg="cyan"), text) for name, text in rows], col_max, col_spacing)


def _styled(text: str, **style: Any) -> str:
    # Older consoles of Windows print the codes, and click does not ask.
    plain = sys.platform == "win32" or os.environ.get("NO_COLOR")
    return text if plain else click.style(text, **style)


click.Context.formatter_class = _Help


class Tavern(click.Group):
    """The commands, listed by purpose. Each is imported only when it is called, to start quickly."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Before anything is printed: what goes into a file or a pipe is UTF-8 on every system, in every locale."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper) and not stream.isatty():
                stream.reconfigure(encoding="utf-8", errors=stream.errors)
        return super().make_context(info_name, args, parent, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all available commands."""
        return [name for name in _COMMANDS if name not in _ONLY_IN_A_CHECKOUT or find_spec(_ONLY_IN_A_CHECKOUT[name])]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with that name, None if there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(_COMMANDS[cmd_name].module).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called. Raises `UsageError`, which names those with a similar name."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:
            possible = get_close_matches(error.command_name, self.list_commands(ctx))
            raise click.exceptions.NoSuchCommand(error.command_name, possibilities=possible, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in sections, in the order in which users meet them."""
        here = self.list_commands(ctx)
        for section, commands in _SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([(name, one.summary) for name, one in commands.items() if name in here])


@click.group(
    name="tavern", cls=Tavern, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(_VERSION, prog_name="tavern")
def main() -> None:
    """Tavern dice games where nobody can peek.

    Every action at a table goes into a log, and everything that anyone sees comes from that log: hidden dice stay
    hidden, every roll can be verified, and any round can be replayed as any seat saw it.

    To watch a game: tavern demo. To play: tavern serve.
    """

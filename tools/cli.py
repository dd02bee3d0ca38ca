"""The command line `tavern`: one module for each command, put together here."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Final

import click

_SECTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "Play": {
        "serve": "tools.commands.serve",
        "demo": "tools.commands.demo",
        "games": "tools.commands.games",
        "cards": "tools.cards.command",
    },
    "Look back": {
        "replay": "tools.commands.replay",
        "audit": "tools.commands.audit",
        "export": "tools.commands.export",
        "verify": "tools.commands.verify",
    },
    "Administer": {
        "tables": "tools.commands.tables",
        "token": "tools.commands.token",
        "backup": "tools.commands.backup",
        "check": "tools.commands.check",
        "import": "tools.commands.importing",
        "repair": "tools.commands.repair",
        "delete": "tools.commands.delete",
        "move": "tools.commands.moving",
    },
    "Measure": {
        "simulate": "tools.simulate.command",
        "bench": "tools.bench.command",
    },
}
"""The module of each command, by the section of the help in which users meet it."""
_MODULES: Final = {name: module for section in _SECTIONS.values() for name, module in section.items()}
_ONLY_IN_A_CHECKOUT: Final = {"bench": "tools.bench"}
"""What an installed wheel lacks: the package of each such command."""


class Tavern(click.Group):
    """The commands, listed by purpose. Each is imported when it is called, so that no other costs time."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands that are here."""
        return [name for name in _MODULES if name not in _ONLY_IN_A_CHECKOUT or find_spec(_ONLY_IN_A_CHECKOUT[name])]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, None if there is none."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(_MODULES[cmd_name]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in sections, in the order in which users meet them."""
        for section, modules in _SECTIONS.items():
            known = [(name, self.get_command(ctx, name)) for name in modules]
            with formatter.section(section):
                formatter.write_dl([(name, one.get_short_help_str(90)) for name, one in known if one is not None])


@click.group(
    name="tavern", cls=Tavern, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="tavern-table", prog_name="tavern")
def main() -> None:
    """Tavern dice games where nobody can peek.

    Every action at a table goes into a log, and everything that anyone sees comes from that log: hidden dice stay
    hidden, every roll can be proved, and any round can be replayed as any seat saw it.

    To watch a game: tavern demo. To play: tavern serve.
    """

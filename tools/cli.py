"""The command line `tavern`: one module for each command, put together here."""

from typing import Final

import click

from tools.bench import command as bench
from tools.commands import (
    audit,
    backup,
    delete,
    demo,
    export,
    games,
    importing,
    repair,
    replay,
    serve,
    tables,
    token,
    verify,
)
from tools.simulate import command as simulate

_SECTIONS: Final = {
    "Play": (serve.command, demo.command, games.command),
    "Look back": (replay.command, audit.command, export.command, verify.command),
    "Keep house": (tables.command, token.command, backup.command, importing.command, repair.command, delete.command),
    "Measure": (simulate.command, bench.command),
}


class Tavern(click.Group):
    """The commands, listed by what they are for."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in sections, in the order in which one meets them."""
        for section, commands in _SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([(known.name or "", known.get_short_help_str(90)) for known in commands])


@click.group(
    name="tavern", cls=Tavern, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="tavern-table", prog_name="tavern")
def main() -> None:
    """Tavern dice games at which nobody can peek.

    Every action at a table goes into a log, and everything that anybody sees comes from it: hidden dice stay hidden,
    every roll can be proved, and any round can be seen again as any seat saw it.

    To see one played: tavern demo. To play: tavern serve.
    """


for _commands in _SECTIONS.values():
    for _command in _commands:
        main.add_command(_command)

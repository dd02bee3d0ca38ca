"""The command line `tavern`: one module for each command, put together here."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Final

import click

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


def _benchmarks() -> Sequence[click.Command]:
    """`tavern bench`, which is in a checkout but not in an installed wheel."""
    if find_spec("tools.bench") is None:
        return ()
    from tools.bench import command

    return (command.command,)


_SECTIONS: Final[Mapping[str, Sequence[click.Command]]] = {
    "Play": (serve.command, demo.command, games.command),
    "Look back": (replay.command, audit.command, export.command, verify.command),
    "Administer": (tables.command, token.command, backup.command, importing.command, repair.command, delete.command),
    "Measure": (simulate.command, *_benchmarks()),
}


class Tavern(click.Group):
    """The commands, listed by purpose."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in sections, in the order in which users meet them."""
        for section, commands in _SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([(known.name or "", known.get_short_help_str(90)) for known in commands])


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


for _commands in _SECTIONS.values():
    for _command in _commands:
        main.add_command(_command)

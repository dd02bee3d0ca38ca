"""`tavern export`: a table's log as a file that stands by itself."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from games.installed import CATALOGUE
from replays.export import write_export
from tools.console import console
from tools.failures import Failure, why
from tools.sources import choose_table, open_source

_OWNER_ALONE = 0o600


@click.command("export")
@click.argument("store", metavar="STORE", envvar="TAVERN_STORE")
@click.option("--table", "-t", metavar="TABLE", help="The table, by id or name; needed where there are several.")
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path), help="The file; else standard output.")
def command(store: str, table: str | None, output: Path | None) -> None:
    """Write a table's log to a file, byte for byte.

    STORE is a store (sqlite:///tavern.db, or just the file, also while a server has it open).

    An export is the whole truth of a table, covered dice, cheats and sheets included: it is the GM's to guard, and only
    you can read the file. It can be replayed and audited anywhere; docs/log-format.md specifies it.

    \b
    Examples:
      tavern export tavern.db --output evening.jsonl
      tavern export tavern.db --table "The Bent Copper" | gzip > evening.jsonl.gz
    """
    source = open_source(store)
    log = source.log(choose_table(source, CATALOGUE, table))
    written = write_export(log.table, log.lines)
    if output is None:
        sys.stdout.buffer.writelines(written)
        sys.stdout.buffer.flush()
        return
    try:
        _write_whole(output, written)
    except OSError as error:
        raise Failure(f"{output} cannot be written: {why(error)}") from None
    console(stderr=True).print(f"{len(log.lines)} entries of table {log.table} are in {output}", soft_wrap=True)


def _write_whole(output: Path, lines: Iterable[bytes]) -> None:
    """Write beside the file and move it there, so that no half of an export ever stands under its name."""
    beside = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ALONE), "wb") as file:
            file.writelines(lines)
        beside.replace(output)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise

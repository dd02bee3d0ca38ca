"""`tavern backup`: a copy of a whole store, while a server goes on."""

from pathlib import Path

import click

from events.store import StoreError
from events.stores.sqlite.backup import back_up
from tools.console import console
from tools.failures import Failure
from tools.stores import path_of, store_option
from tools.wording import counted, size


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@store_option
def command(file: Path, store: str) -> None:
    """Copy a whole store to a file, while a server goes on.

    The copy is the store as it was at one moment: every table with its secret, chat and tokens. It is checked before it
    is called done, it is written over nothing, and only you can read it: who has it can read every covered die.

    To restore, start a server on it. Tokens and invites are as they were. What was played since the copy is gone, and
    whoever has seen it is told to begin anew: the copy counts as another epoch of the log.

    One table as text: tavern export.

    \b
    Examples:
      tavern backup "tavern-$(date +%F).db"
      tavern backup /mnt/stick/tavern.db --store sqlite:////var/lib/tavern/tavern.db
      tavern serve --store sqlite:///tavern-2026-01-10.db
    """
    try:
        counts = back_up(path_of(store), file)
    except StoreError as error:
        raise Failure(str(error)) from None
    held = f"{counted(counts.tables, 'table')} with {counted(counts.entries, 'entry', 'entries')}"
    told = f"{held}, {size(file.stat().st_size)}, checked, are in {file}"
    console(stderr=True).print(told, soft_wrap=True)

"""`tavern backup`: a copy of a whole store, while a server runs."""

from pathlib import Path

import click

from events.store import StoreError
from events.stores.sqlite.backup import back_up
from tools.console import note
from tools.failures import failing_on
from tools.stores import path_of, store_option
from tools.wording import counted, size


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@store_option
def command(file: Path, store: str) -> None:
    """Copy a whole store to a file, while a server runs.

    The copy is a snapshot of one moment: every table with its secret, chat and tokens. It is checked before the command
    succeeds, and it never overwrites a file. Other users of this machine cannot read it. Keep it safe: it contains
    every covered die.

    To restore, start a server on the copy. Tokens and invites still work. Everything played since is gone; clients that
    have seen it start over, because the copy has another epoch.

    To save one table as text, use tavern export.

    \b
    Examples:
      tavern backup "tavern-$(date +%F).db"
      tavern backup /mnt/stick/tavern.db --store sqlite:////var/lib/tavern/tavern.db
      tavern serve --store sqlite:///tavern-2026-01-10.db
    """
    with failing_on(StoreError):
        counts = back_up(path_of(store), file)
    held = f"{counted(counts.tables, 'table')} with {counted(counts.entries, 'entry', 'entries')}"
    note(f"copied and checked {held}, {size(file.stat().st_size)}: {file}")

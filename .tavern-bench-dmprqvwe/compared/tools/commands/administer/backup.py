"""`tavern backup`: a copy of a whole store, while a server runs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from events.store import StoreError
from events.stores.care.backup import back_up
from replays.findings import Finding
from replays.side_records import judge
from tools.backups.following import NAME, follow
from tools.commands.administer.check import check_store, print_report
from tools.console import note
from tools.failures import Failure, failing_on
from tools.sources.store_file import StoreFile, log_missing
from tools.stores import path_of, source_of, store_option
from tools.wording import counted, size

_DAMAGED: Final = 1


@click.command("backup")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--follow",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep a second store in DIR, at most a second behind, until Ctrl-C.",
)
@click.option("--once", is_flag=True, help="With --follow: catch up once, and end.")
@click.option("--verify", is_flag=True, help="Check FILE, a copy that was made earlier, and write nothing.")
@store_option
@click.pass_context
def command(
    context: click.Context, file: Path | None, folder: Path | None, once: bool, verify: bool, store: str
) -> None:
    """Copy a whole store to a file, or keep a second store beside it, while a server runs.

    The copy is a snapshot of one moment: every table with its secret, chat and tokens. It is checked before the command
    succeeds, and it never overwrites a file. Other users of this machine cannot read it. Keep it safe: it contains
    every covered die.

    To restore, start a server on the copy. Tokens and invites still work. Everything played since is gone; clients that
    have seen it start over, because the copy gets a new epoch.

    With --follow, DIR/tavern.db follows the store entry by entry, each checked against the one before, with all data
    stored beside them. Put DIR on another disk or machine. It continues where it stopped; DIR/heads.jsonl has each
    table's newest entry, for tavern audit --heads.

    If the secret of a table does not lead to its published root, or the index of its rounds disagrees with its log, the
    copy is made nevertheless, because of the other tables. Each such table is named, and the exit status is 1; keep
    older backups then. It is also 1 if the store lacks its -wal file, as a copy may that was made while a server ran.
    --verify checks a copy as tavern check --full does.

    To save one table as text, use tavern export.

    \b
    Examples:
      tavern backup "tavern-$(date +%F).db"
      tavern backup /mnt/stick/tavern.db --store sqlite:////var/lib/tavern/tavern.db
      tavern backup --verify /mnt/stick/tavern.db
      tavern backup --follow /mnt/second-disk/tavern
      tavern serve --store sqlite:///tavern-2026-01-10.db
    """
    if (file is None) == (folder is None):
        raise Failure("give a FILE to write, or --follow DIR")
    if folder is not None:
        if verify:
            raise Failure(f"--verify checks a file: {folder / NAME}")
        follow(path_of(store), folder, once=once)
        return
    if file is None or once:
        raise Failure("--once goes with --follow")
    if verify:
        context.exit(_verified(file))
    path = path_of(store)
    with source_of(store).kept_open(), failing_on(StoreError):
        counts = back_up(path, file)
    held = f"{counted(counts.tables, 'table')} with {counted(counts.entries, 'entry', 'entries')}"
    note(f"copied and checked {held}, {size(file.stat().st_size)}: {file}")
    damaged = log_missing()
    for table, finding in _flaws(source_of(str(file))):
        damaged = True
        note(f"! table {table} is damaged ({finding.code}): {finding.detail}")
    context.exit(_DAMAGED if damaged else 0)


def _verified(file: Path) -> int:
    """Check a copy, print the result, and return the exit status."""
    report = check_store(str(file), full=True)
    print_report(report)
    return _DAMAGED if report.wrong else 0


def _flaws(copy: StoreFile) -> Iterator[tuple[str, Finding]]:
    """What is wrong with the side records of a copy, by table."""
    for table in copy.tables():
        log = copy.log(table)
        if log.side_records is not None:
            yield from ((table, finding) for finding in judge(log.side_records, log.lines, whole=False))

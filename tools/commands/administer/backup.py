"""`tavern backup`: a copy of a whole store, while a server runs."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from events.storage.contract import StoreError
from events.storage.sqlite.recovery.backup import back_up
from replays.findings import Finding
from replays.side_records import judge
from tools.backups.following import follow
from tools.commands.administer.check import check_store, print_report
from tools.failures import Failure, failing_on, using_file
from tools.output import note
from tools.sources.store_file import StoreFile, log_missing
from tools.store_argument import store_argument
from tools.stores import path_of, source_of
from tools.wording import counted, size

_DAMAGED: Final = 1
_PREFIX: Final = "tavern-"
_NAMES: Final = f"{_PREFIX}????-??-??T??????Z.db"
"""The names of copies in a folder, which sort by age."""


@click.command("backup")
@store_argument()
@click.option(
    "--to",
    "target",
    metavar="PATH",
    help="The copy: a new file, or a folder for a file named after the time.",
)
@click.option("--verify", is_flag=True, help="Also check the copy as tavern check --full does.")
@click.option(
    "--keep",
    metavar="N",
    type=click.IntRange(min=1),
    help="With --to a folder: once the copy is good, keep N copies there, and delete older ones.",
)
@click.option(
    "--follow",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep a second store in DIR, at most a second behind, until Ctrl-C.",
)
@click.option("--once", is_flag=True, help="With --follow: catch up once, and end.")
@click.pass_context
def command(
    context: click.Context,
    store: str,
    target: str | None,
    verify: bool,
    keep: int | None,
    folder: Path | None,
    once: bool,
) -> None:
    """Copy a whole store to a file, or keep a second store beside it, while a server runs.

    The copy is a snapshot of one moment: every table with its secret, chat and tokens. Its pages and counts are checked
    before the command succeeds, and it never overwrites a file. Other users of this machine cannot read it. Keep it
    safe: it contains every covered die.

    To restore, start a server on the copy. Tokens and invites still work. Everything played since is gone; clients that
    have seen it start over, because the copy gets a new epoch.

    With --follow, DIR/tavern.db follows the store entry by entry, each checked against the one before, with all data
    stored beside them. Put DIR on another disk or machine. It continues where it stopped; DIR/heads.jsonl has each
    table's newest entry, for tavern audit --heads.

    If the secret of a table does not lead to its published root, or the index of its rounds disagrees with its log, the
    copy is made nevertheless, because of the other tables. Each such table is named, and the exit status is 1. It is
    also 1 if the store lacks its -wal file, as a copy may that was made while a server ran. In a folder, the name of
    such a copy ends with damaged, and --keep neither counts nor deletes it.

    To save one table as text, use tavern export.

    \b
    Examples:
      tavern backup --to "tavern-$(date +%F).db"
      tavern backup /var/lib/tavern/tavern.db --to /mnt/stick --keep 14 --verify
      tavern backup --follow /mnt/second-disk/tavern
      tavern serve tavern-2026-01-10.db
    """
    if folder is not None and target is None:
        if verify or keep is not None:
            raise click.UsageError("--verify and --keep go with --to", context)
        follow(path_of(store), folder, once=once)
        return
    if target is None or folder is not None:
        raise click.UsageError("give --to for one copy, or --follow for a continuous one", context)
    if once:
        raise click.UsageError("--once goes with --follow", context)
    into = Path(target).is_dir()
    if not into and (keep is not None or target.endswith(("/", os.sep))):
        raise Failure(f"{target} is not a folder{'' if keep is None else ', as --keep needs'}")
    file = Path(target) / f"{_PREFIX}{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.db" if into else Path(target)
    good = _copied(store, file, verify=verify)
    if not good and into:
        # So that it never counts as one of the newest good ones.
        file = file.rename(file.with_stem(f"{file.stem}-damaged"))
        note(f"the damaged copy is {file}")
    if good and keep is not None:
        _delete_older(file, keep)
    context.exit(0 if good else _DAMAGED)


def _copied(store: str, file: Path, *, verify: bool) -> bool:
    """Copy a store to a file. Returns whether the copy is good."""
    path = path_of(store)
    with source_of(store).kept_open(), failing_on(StoreError):
        counts = back_up(path, file)
    held = f"{counted(counts.tables, 'table')} with {counted(counts.entries, 'entry', 'entries')}"
    note(f"copied and checked {held}, {size(file.stat().st_size)}: {file}")
    good = not log_missing()
    for table, finding in _flaws(source_of(str(file))):
        good = False
        note(f"! table {table} is damaged ({finding.code}): {finding.detail}")
    if verify:
        report = check_store(str(file), full=True)
        print_report(report)
        good = good and not report.wrong
    return good


def _delete_older(new: Path, keep: int) -> None:
    """Delete the oldest copies beside a new one, so that `keep` are left with it.

    A copy on which a server runs or ran is a store of its own by now, and stays.
    """
    others = [copy for copy in sorted(new.parent.glob(_NAMES)) if copy != new and not _is_store(copy)]
    for old in others[: max(0, len(others) - (keep - 1))]:
        with using_file(old, "deleted"):
            old.unlink()
        note(f"deleted {old}")


def _is_store(copy: Path) -> bool:
    return any(copy.with_name(f"{copy.name}{beside}").exists() for beside in (".lock", "-wal"))


def _flaws(copy: StoreFile) -> Iterator[tuple[str, Finding]]:
    """What is wrong with the side records of a copy, by table."""
    for table in copy.tables():
        log = copy.log(table)
        if log.side_records is not None:
            yield from ((table, finding) for finding in judge(log.side_records, log.lines, whole=False))

"""`tavern export`: a table's log as a self-contained file."""

import os
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import click
import msgspec
from msgspec import UNSET

from events.printable import escaped_json
from events.storage.contract import ExportSignature, Store, StoreReadOnly
from games.installed import CATALOGUE
from replays.export import Header, Sign, unsigned, write_export
from replays.signing import Signer
from tools.failures import Failure, using_file
from tools.output import note
from tools.sources.finding import choose_table, open_source
from tools.sources.source import Log, Source
from tools.sources.store_file import StoreFile
from tools.store_argument import store_argument

_OWNER_ALONE = 0o600


@click.command("export")
@store_argument()
@click.option("--table", "-t", metavar="TABLE", help="The table, by id or name; required if there are several.")
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write. [default: standard output]",
)
@click.option("--overwrite", is_flag=True, help="Replace the file if it exists.")
@click.pass_context
def command(context: click.Context, store: str, table: str | None, output: Path | None, overwrite: bool) -> None:
    """Write a table's log to a file, byte for byte.

    A server may have the store open.

    An export contains everything about a table, including covered dice, cheats and character sheets. Other users of
    this machine cannot read the file; the GM should keep it secret while rounds are sealed. Anyone who has it can
    replay, audit and verify it; docs/log-format.md specifies the format. It is signed with the store's key; an archive
    keeps its original signature. If the log is damaged, only the good part is written.

    \b
    Examples:
      tavern export tavern.db --output evening.jsonl
      tavern export tavern.db --table "The Bent Copper" | gzip > evening.jsonl.gz
    """
    if output is not None and output.exists() and not overwrite:
        raise Failure(f"{output} exists already; --overwrite replaces it")
    source = open_source(store)
    context.with_resource(source.kept_open())
    log = source.log(choose_table(source, CATALOGUE, table))
    intact = log.intact(CATALOGUE)
    lines = list(islice(log.lines, len(intact.entries)))
    sign = _signing(source, log, whole=intact.damage is None)
    written = write_export(log.table, lines, sign=sign, damage=intact.damage or UNSET)
    if intact.damage is not None:
        where = f"entry {intact.damage.seq}: {intact.damage.reason}"
        note(f"Warning: the log is damaged at {where}; only the entries before it are exported")
    if output is None and sys.stdout.isatty():
        for line in written:
            click.echo(escaped_json(line), nl=False)
        return
    if output is None:
        sys.stdout.buffer.writelines(written)
        sys.stdout.buffer.flush()
        return
    with using_file(output, "written"):
        _write_whole(output, written)
    note(f"wrote {len(lines)} entries of table {log.table} to {output}")


def _signing(source: Source, log: Log, *, whole: bool) -> Sign:
    """The signature for an export: that of the export it is made from, or one with the store's key."""
    if isinstance(source, StoreFile):
        return source.ask(lambda store: _sign_in(store, log.table, whole=whole))
    return _signed_as(log.header) if whole else unsigned


def _signed_as(signed: Header | ExportSignature | None) -> Sign:
    if signed is None:
        return unsigned
    return lambda made: msgspec.structs.replace(made, key=signed.key, signature=signed.signature)


async def _sign_in(store: Store, table: str, *, whole: bool) -> Sign:
    info = await store.table(table)
    if info is not None and info.archive:
        return _signed_as(await store.export_signature(table) if whole else None)
    try:
        return Signer(await store.signing_key(b"")).sign
    except StoreReadOnly:
        note("Warning: the export is not signed: the store has no signing key until a server uses it")
        return unsigned


def _write_whole(output: Path, lines: Iterable[bytes]) -> None:
    """Write to a temporary file and rename it, so that an incomplete export never has the final name."""
    temporary = output.with_name(f".{output.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ALONE), "wb") as file:
            file.writelines(lines)
        temporary.replace(output)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise

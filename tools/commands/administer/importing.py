"""`tavern import`: put an exported log into a store."""

import re
import secrets
from collections.abc import Sequence
from typing import Final

import click

from events.audience import GM
from events.storage.contract import ExportSignature, Store, TableExists
from games.installed import CATALOGUE
from replays.audit import audit
from server.tokens import KEY_BYTES, TABLE_ID, derive_token, record_of
from tools.failures import Failure
from tools.output import note
from tools.sources.export_file import ExportFile
from tools.sources.finding import name_of, open_source
from tools.sources.source import Log
from tools.store_argument import store_argument
from tools.stores import change
from tools.wording import counted

_NONCE_BYTES: Final = 16


@click.command("import")
@click.argument("file", metavar="FILE")
@store_argument()
def command(file: str, store: str) -> None:
    """Put an exported table into a store, as an archive.

    FILE is an export from tavern export, or - for standard input. It is audited first: if tavern audit finds anything
    wrong with it, nothing is imported and the faulty entry is named. An existing table is never overwritten. No server
    may have the store open; a missing store is created.

    The archive keeps the export's signature, if any. Exports of the archive have that signature, not a new one.

    An archive can be viewed, replayed and audited like any table, but not played: an export does not contain the secret
    that further rounds would need. The tokens of the old table are not valid here. A new token for the GM is printed to
    standard output.

    After any import, the server's next start begins another epoch of the log, so all clients start over once. To move
    tables that can still be played, move the whole store with tavern backup.

    \b
    Examples:
      tavern import evening.jsonl
      gunzip -c evening.jsonl.gz | tavern import - archive.db
    """
    source = open_source(file)
    if not isinstance(source, ExportFile):
        raise Failure(f"{file} is a store, not an export: tavern export writes one of its tables, tavern backup all")
    (table,) = source.tables()
    log = source.log(table)
    lines = list(log.lines)
    _require_intact(source.name, log, lines)
    token = change(store, lambda opened: _import(opened, log, lines), new=True)
    held = counted(len(lines), "entry", "entries")
    named = name_of(source, CATALOGUE, table)
    title = f"{named} ({table})" if named else table
    note(f"imported {title} as an archive: {held}. The GM's new token:")
    click.echo(token)


def _require_intact(file: str, log: Log, lines: Sequence[bytes]) -> None:
    if re.fullmatch(TABLE_ID, log.table) is None:
        raise Failure(f"{log.table!r} in the header of {file} is not a valid table id")
    if not lines:
        raise Failure(f"{file} has no entries")
    report = audit(CATALOGUE, lines, header=log.header)
    if report.findings:
        finding, *others = report.findings
        where = f"line {finding.line}" if finding.seq is None else f"entry {finding.seq}"
        where = where if finding.line else "the header"
        more = f" (and {counted(len(others), 'more finding')}: tavern audit lists them)" if others else ""
        raise Failure(f"nothing was imported from {file}: {where} is invalid ({finding.code}): {finding.detail}{more}")


async def _import(store: Store, log: Log, lines: Sequence[bytes]) -> str:
    key = await store.server_key(secrets.token_bytes(KEY_BYTES))
    nonce = secrets.token_hex(_NONCE_BYTES)
    token = derive_token(key, log.table, GM, nonce)
    signed, header = None, log.header
    if header is not None and header.key and header.signature:
        signed = ExportSignature(key=header.key, signature=header.signature)
    try:
        await store.import_table(log.table, lines, [record_of(token, GM, nonce)], signed)
    except TableExists:
        raise Failure(f"nothing was imported: table {log.table} exists already (tavern delete removes it)") from None
    return token

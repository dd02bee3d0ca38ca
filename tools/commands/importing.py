"""`tavern import`: an exported log, back into a store."""

import re
import secrets
from typing import Final

import click

from events.audience import GM
from events.store import ExportSignature, Store, TableExists
from games.installed import CATALOGUE
from replays.audit import audit
from server.services import KEY_BYTES
from server.tokens import TABLE_ID, derive_token, record_of
from tools.console import console
from tools.failures import Failure
from tools.sources import ExportFile, Log, name_of, open_source
from tools.stores import change, store_option
from tools.wording import counted

_NONCE_BYTES: Final = 16


@click.command("import")
@click.argument("file", metavar="FILE")
@store_option
def command(file: str, store: str) -> None:
    """Put an exported table into a store, as an archive.

    FILE is what tavern export wrote, or - for standard input. It is checked first: one line too few, one byte that is
    not as it was, coins or dice that do not add up, and nothing is imported; the entry is named. A table that is in the
    store already is not imported over. No server may have the store open meanwhile; one that is not there is made.

    Its signature is kept, if it has one, and stands in every export of the archive: it is not signed anew.

    An archive can be looked at, replayed and audited like any table, and is closed to play: the secret that its coming
    rounds would need is in no export. The tokens of the old table open nothing here. The GM has a new one, which is
    printed to standard output.

    Whatever is imported, the server counts another epoch of the log from its next start: whoever was looking at a table
    begins anew, once. To move tables with all that they need to be played on, move the whole store: tavern backup.

    \b
    Examples:
      tavern import evening.jsonl
      gunzip -c evening.jsonl.gz | tavern import - --store sqlite:///archive.db
    """
    source = open_source(file)
    if not isinstance(source, ExportFile):
        raise Failure(f"{file} is a store, and no export: tavern export writes one table of it, tavern backup all")
    (table,) = source.tables()
    log = source.log(table)
    _require_sound(log)
    token = change(store, lambda opened: _import(opened, log), new=True)
    held = counted(len(log.lines), "entry", "entries")
    named = name_of(source, CATALOGUE, table)
    title = f"{named} ({table})" if named else table
    told = f"{title} is in the store as an archive: {held}. Its GM's new token:"
    console(stderr=True).print(told, soft_wrap=True)
    click.echo(token)


def _require_sound(log: Log) -> None:
    if re.fullmatch(TABLE_ID, log.table) is None:
        raise Failure(f"the header names a table {log.table!r}, which can be no table's id")
    if not log.lines:
        raise Failure("the export has a header and no entries: there is nothing to import")
    report = audit(CATALOGUE, log.lines, header=log.header, rerun=False)
    if report.findings:
        finding, *others = report.findings
        where = f"line {finding.line}" if finding.seq is None else f"entry {finding.seq}"
        where = where if finding.line else "the header"
        more = f" (and {counted(len(others), 'more finding')}: tavern audit tells them)" if others else ""
        raise Failure(f"nothing was imported: {where} is not sound ({finding.code}): {finding.detail}{more}")


def _signature(log: Log) -> ExportSignature | None:
    header = log.header
    if header is None or not header.key or not header.signature:
        return None
    return ExportSignature(key=header.key, signature=header.signature)


async def _import(store: Store, log: Log) -> str:
    key = await store.server_key(secrets.token_bytes(KEY_BYTES))
    nonce = secrets.token_hex(_NONCE_BYTES)
    token = derive_token(key, log.table, GM, nonce)
    try:
        await store.import_table(log.table, log.lines, [record_of(token, GM, nonce)], _signature(log))
    except TableExists:
        told = f"table {log.table} is in the store already: nothing was imported (tavern delete takes it out)"
        raise Failure(told) from None
    return token

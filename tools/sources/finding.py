"""Finding a source by its address, and a table in it by its name."""

import sys
from contextlib import ExitStack
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import IO, Final

from events.codec import UnreadableEntry
from events.storage.addresses import POSTGRESQL, SQLITE
from events.table_events import TableOpened
from games.engine.catalogue import Catalogue
from tools.failures import Failure, using_file
from tools.sources.export_file import ExportFile
from tools.sources.files import file_of
from tools.sources.source import Source

_SQLITE_MAGIC: Final = b"SQLite format 3\0"
_STDIN: Final = "-"
_MOST_LISTED: Final = 20
_IN_MEMORY: Final = 1 << 24
"""How many bytes of standard input are kept in memory, rather than in a temporary file."""


def open_source(where: str) -> Source:
    """The source at `where`: a store's address or file, an export's file, or `-` for stdin. Raises `Failure`."""
    if where == _STDIN:
        with ExitStack() as opened:
            kept: IO[bytes] = opened.enter_context(SpooledTemporaryFile(_IN_MEMORY))
            copyfileobj(sys.stdin.buffer, kept)
            export = ExportFile(kept, "standard input")
            opened.pop_all()
            return export
    if where.startswith("memory:"):
        raise Failure(f"the store {where} exists only within its server; ask the server for an export")
    if where.startswith(POSTGRESQL):
        return _stored(where)
    path = file_of(where)
    with using_file(path, "read"), ExitStack() as opened:
        file = opened.enter_context(path.open("rb"))
        if file.read(len(_SQLITE_MAGIC)) != _SQLITE_MAGIC and not where.startswith(SQLITE):
            file.seek(0)
            export = ExportFile(file, str(path))
            opened.pop_all()
            return export
    return _stored(f"{SQLITE}{path}")


def _stored(url: str) -> Source:
    # What opens a store takes long to load, and an export does without.
    from tools.sources.store_file import StoreFile

    return StoreFile(url)


def name_of(source: Source, catalogue: Catalogue, table: str) -> str:
    """The name that a table's GM gave it; empty if it has none, or its first line is damaged."""
    (line,) = source.first_lines([table])
    return _name_in(line, catalogue)


def _name_in(line: bytes | None, catalogue: Catalogue) -> str:
    try:
        entry = None if line is None else catalogue.codec.decode(line)
    except UnreadableEntry:
        return ""
    return next((event.name for event in entry.events if isinstance(event, TableOpened)), "") if entry else ""


def choose_table(source: Source, catalogue: Catalogue, asked: str | None) -> str:
    """The table with this id or name, or the only one if none is given. Raises `Failure`."""
    tables = source.tables()
    if asked is None and len(tables) == 1:
        return next(iter(tables))
    if asked is not None and asked in tables:
        return asked
    if not tables:
        raise Failure(f"there are no tables in {source.name} yet")
    lines = source.first_lines(list(tables))
    names = {table: _name_in(line, catalogue) for table, line in zip(tables, lines, strict=True)}
    known = ", ".join(f"{table} ({name})" if name else table for table, name in list(names.items())[:_MOST_LISTED])
    more = f" and {len(tables) - _MOST_LISTED} more" if len(tables) > _MOST_LISTED else ""
    if asked is None:
        raise Failure(f"choose a table of {source.name} with --table: {known}{more}")
    found = [table for table, name in names.items() if name.casefold() == asked.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise Failure(f"several tables in {source.name} are named {asked}; give an id: {', '.join(found)}")
    raise Failure(f"there is no table {asked} in {source.name}; there are: {known}{more}")

"""A source that is an exported log in a file."""

import os
import weakref
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from typing import IO, Final

from events.audience import Viewer
from games.engine.catalogue import Catalogue
from projections.game import AnyTable
from replays.export import NotAnExport, read_header
from replays.integrity import LogClaim
from replays.notation import MAGIC
from replays.searching import Anchor
from tools.failures import Failure
from tools.sources.source import Log
from tools.wording import size

_CHUNK: Final = 1 << 18
"""About how many bytes of an export are read at once."""
_MOST_TEXT: Final = 4_000_000
"""The most bytes that a round as a text may have: the longest recorded one has a twentieth of that."""


class IsNotation(Failure):
    """The file `name` is a round in the notation, as `text`, which has no log to read."""

    def __init__(self, name: str, data: bytes) -> None:
        super().__init__(f"{name} is one round as a text, not its log: only tavern replay reads it")
        self.name = name
        self.text = data.decode(errors="replace")


class ExportFile:
    """An exported log in a seekable file, which errors call by this name."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        file.seek(0)
        first = file.readline()
        if not first:
            raise Failure(f"{name} is empty: neither a store nor an export")
        if first.startswith(MAGIC.encode()):
            text = first + file.read(_MOST_TEXT)
            if len(text) > _MOST_TEXT:
                raise Failure(f"{name} is over {size(_MOST_TEXT)}, too much for one round as a text")
            raise IsNotation(name, text)
        try:
            header = read_header(first.removesuffix(b"\n"))
        except NotAnExport as error:
            raise Failure(f"{name} is neither a store nor an export: {error.reason}") from None
        claim = LogClaim("the header", header.entries, header.head)
        self._size = file.seek(0, os.SEEK_END) - len(first)
        self.name = name
        self._log = Log(table=header.table, lines=_FileLines(file, len(first)), claim=claim, header=header)

    def kept_open(self) -> AbstractContextManager[None]:
        """The file is open already."""
        return nullcontext()

    def tables(self) -> dict[str, int]:
        """The one table."""
        return {self._log.table: self._size}

    def log(self, table: str) -> Log:
        """Its log."""
        return self._log

    def first_lines(self, tables: Sequence[str]) -> list[bytes | None]:
        """Its first line."""
        return [next(iter(self._log.lines), None) for _ in tables]

    def nearest(self, catalogue: Catalogue, table: str, viewer: Viewer, upto: int) -> tuple[AnyTable, int]:
        """The table before its first entry: an export has no snapshots."""
        return catalogue.folding.blank(table, viewer), 0

    def anchor(self, catalogue: Catalogue, table: str) -> Anchor | None:
        """None: an export has no snapshots."""
        return None


class _FileLines:
    """The lines of a file from a position on, some at a time. Closes the file when they are no longer needed."""

    def __init__(self, file: IO[bytes], start: int) -> None:
        self._file = file
        self._start = start
        weakref.finalize(self, file.close)

    def __iter__(self) -> Iterator[bytes]:
        at = self._start
        while True:
            # Another reader may have moved the file's position since.
            self._file.seek(at)
            lines = self._file.readlines(_CHUNK)
            at = self._file.tell()
            if not lines:
                return
            for line in lines:
                yield line.removesuffix(b"\n")

    def after(self, seq: int) -> Iterator[bytes]:
        return islice(self, seq, None)

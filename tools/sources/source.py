"""What commands read: tables with their logs, wherever those are."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

import msgspec

from events.audience import Viewer
from games.engine.catalogue import Catalogue
from projections.game import AnyTable
from replays.export import Damage, Header
from replays.integrity import IntactLog, LogClaim, intact_part
from replays.searching import Anchor, Search, search
from replays.side_records import SideRecords


class Lines(Protocol):
    """A log's lines, without line ends: read lazily, and as often as needed."""

    def __iter__(self) -> Iterator[bytes]:
        """All lines."""
        ...

    def after(self, seq: int) -> Iterator[bytes]:
        """The lines after line `seq`."""
        ...


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """A table's stored lines and what their source claims about them; the header if they came from an export, and the
    side records if they came from a store."""

    table: str
    lines: Lines
    claim: LogClaim
    header: Header | None = None
    side_records: SideRecords | None = None

    def intact(self, catalogue: Catalogue) -> IntactLog:
        """The good part of the log, decoded."""
        found = intact_part(catalogue.codec, self.table, self.lines, self.claim)
        return IntactLog(found.entries, found.damage or self._headed_damage)

    def search(self, catalogue: Catalogue, number: int | None, anchor: Anchor | None = None) -> Search:
        """The search result for a round in the good part of the log (see `replays.searching`)."""
        found = search(catalogue.codec, self.table, self.lines, number, self.claim, anchor)
        return msgspec.structs.replace(found, damage=found.damage or self._headed_damage)

    @property
    def _headed_damage(self) -> Damage | None:
        return None if self.header is None else self.header.damage or None


class Source(Protocol):
    """A place to read tables' logs from."""

    @property
    def name(self) -> str:
        """What errors call it: the file, or the address without a password."""
        ...

    def kept_open(self) -> AbstractContextManager[None]:
        """Open the source once for everything that is read in the block."""
        ...

    def tables(self) -> dict[str, int]:
        """The size of each table in bytes, by its id, in the order in which they were opened."""
        ...

    def log(self, table: str) -> Log:
        """A table's whole log."""
        ...

    def first_lines(self, tables: Sequence[str]) -> list[bytes | None]:
        """The first line of each of these tables."""
        ...

    def nearest(self, catalogue: Catalogue, table: str, viewer: Viewer, upto: int) -> tuple[AnyTable, int]:
        """A viewer's table from the newest usable snapshot up to entry `upto`, and the snapshot's entry.

        A blank table and 0 if there is none.
        """
        ...

    def anchor(self, catalogue: Catalogue, table: str) -> Anchor | None:
        """The newest line that a usable snapshot confirms."""
        ...

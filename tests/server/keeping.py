"""Logs for servers: kept in a store as a server would have kept them, or fed to a running one entry by entry."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from events.entry import GENESIS, Entry, encode_entry, line_hash
from events.event import Event
from events.storage.contract import AppendRecords, Store, Token
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import TableAggregate, WrittenEntry
from games.engine.catalogue import Catalogue
from games.engine.dealer import SecretDealer
from games.engine.rulebooks import Rulebooks
from projections.game import AnyTable
from server.tables.directory import listing_of


def chained(entries: Iterable[Entry[Event]]) -> Iterator[WrittenEntry]:
    """The entries as those of a sound log."""
    head = GENESIS
    for seq, entry in enumerate(entries, start=1):
        linked = msgspec.structs.replace(entry, seq=seq, prev=head)
        line = encode_entry(linked)
        head = line_hash(line)
        yield WrittenEntry(linked, line, head)


class ReplayingJournal(TableAggregate):
    """A journal that decides nothing: what it writes next was written before."""

    def __init__(self, catalogue: Catalogue, table: AnyTable, secret: bytes, coming: Sequence[WrittenEntry]) -> None:
        super().__init__(catalogue, table, SecretDealer(secret))
        self._folding = catalogue.folding
        self._coming = list(coming)

    @property
    def next(self) -> WrittenEntry | None:
        """What it will write next."""
        return self._coming[0] if self._coming else None

    def write(
        self,
        command: AddressedCommand,
        *,
        command_id: str,
        salt: str,
        own_table: AnyTable | None = None,
        rulebooks: Rulebooks | None = None,
        recorded: msgspec.Raw | None = None,
    ) -> WrittenEntry:
        written = self._coming.pop(0)
        self._folding.fold_entry(self.table, written.entry)
        self.head = written.hash
        return written


async def keep(
    store: Store,
    catalogue: Catalogue,
    log: Iterable[WrittenEntry],
    secret: bytes,
    tokens: Sequence[Token] = (),
    *,
    asleep: bool = False,
) -> AnyTable:
    """Have a store keep a log with all that a server keeps beside it; the table folded from it.

    The table is listed, unless its log says otherwise. `asleep`: without deadlines, so that no server wakes the table
    when it starts.
    """
    table: AnyTable | None = None
    opened_at = ""
    for written in log:
        entry = written.entry
        first = table is None
        if table is None:
            table, opened_at = catalogue.folding.blank(entry.table), entry.at
        catalogue.folding.fold_entry(table, entry)
        beside = AppendRecords(
            secret=secret if first else None,
            tokens=tokens if first else (),
            deadline=None if asleep else table.deadline,
            closed=table.closed,
            listing=None if table.listed is False else listing_of(table, opened_at),
        )
        await store.append(entry.table, entry.seq, written.line, beside)
    assert table is not None
    return table

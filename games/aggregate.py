"""A table's journal: decides commands one after the other and writes their entries. Pure; storing them is another's.

The journal works ahead of what is stored, so nobody is shown its table: readers get sights, fed after the commit.
"""

import msgspec

from events.entry import GENESIS, Entry, encode_command, encode_entry, line_hash
from events.event import Event
from games.addressed_command import AddressedCommand
from games.catalogue import Catalogue
from games.decider import EntryLink, book_for, compose, decide
from games.seat_offers import SeatOffers
from games.table.rules import Dealer
from projections.rulebook import AnyTable


class WrittenEntry(msgspec.Struct, frozen=True):
    """An entry with its line as it is stored, and the hash (hex) of that line: the receipt."""

    entry: Entry[Event]
    line: bytes
    hash: str


class TableAggregate:
    """A table as the house knows it, with the hash of its newest line."""

    def __init__(self, catalogue: Catalogue, table: AnyTable, dealer: Dealer, head: str = GENESIS) -> None:
        self._catalogue = catalogue
        self._dealer = dealer
        self.table = table
        self.head = head

    def write(
        self,
        move: AddressedCommand,
        *,
        command_id: str,
        salt: str,
        seen: AnyTable | None = None,
        offered: SeatOffers | None = None,
        recorded: msgspec.Raw | None = None,
    ) -> WrittenEntry:
        """Decide a move and write its entry, whose time is never before the previous entry's.

        `seen` is the actor's own table, from which legality is judged, and `offered` what was listed from it;
        `recorded`, in a re-run, the command as the log has it. Raises `Refused`, which leaves no trace. After any other
        error the journal is spoilt: drop it and rebuild it from the log.
        """
        if move.at < self.table.at:
            move = msgspec.structs.replace(move, at=self.table.at)
        rulebook = book_for(self._catalogue.rulebooks, self.table, move.command)
        events = decide(self._catalogue.folding, self.table, move, self._dealer, seen, offered)
        link = EntryLink(id=command_id, salt=salt, prev=self.head)
        entry = compose(self.table, move, link, events, rulebook, recorded or encode_command(move.command))
        line = encode_entry(entry)
        self.head = line_hash(line)
        return WrittenEntry(entry, line, self.head)

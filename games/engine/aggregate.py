"""The aggregate: one table, which decides commands one after the other and writes their entries.

It does no I/O: the caller stores the entries. The aggregate works ahead of the store, so its table is never shown:
viewers get projections, which are fed after the commit.
"""

import msgspec

from events.entry import GENESIS, Entry, encode_command, encode_entry, line_hash, receipt_of
from events.event import Event
from games.engine.addressed_command import AddressedCommand
from games.engine.catalogue import Catalogue
from games.engine.dealer import Dealer
from games.engine.decider import decide, rulebook_for
from games.engine.rulebooks import Context, Rulebooks
from projections.copies import copied
from projections.game import AnyTable


class WrittenEntry(msgspec.Struct, frozen=True):
    """An entry, its line as stored, and the hash (hex) of that line, which the next line names."""

    entry: Entry[Event]
    line: bytes
    hash: str

    @property
    def receipt(self) -> str:
        """The receipt (hex) that everybody gets who sees something of the entry."""
        return receipt_of(self.line)


class TableAggregate:
    """The whole table, as the House sees it, and the hashes of its first line (`opening`) and its newest."""

    def __init__(
        self, catalogue: Catalogue, table: AnyTable, dealer: Dealer, head: str = GENESIS, opening: str = ""
    ) -> None:
        self._catalogue = catalogue
        self._dealer = dealer
        self.table = table
        self.head = head
        self.opening = opening

    def fork(self) -> "TableAggregate":
        """A copy that goes its own way, with the same dealer."""
        return TableAggregate(self._catalogue, copied(self.table), self._dealer, self.head, self.opening)

    def first_event(self, command: AddressedCommand) -> Event | None:
        """The first event that a legal command would have; None if it would have none. Nothing changes."""
        rulebooks = self._catalogue.rulebooks
        rulebook = rulebook_for(rulebooks, self.table, command.command)
        context = Context(rulebooks, rulebook, self._dealer, self.opening)
        return next(iter(rulebooks.table_rules.act(self.table, context, command)), None)

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
        """Decide a command and write its entry, whose time is never earlier than the previous entry's.

        `own_table` is the actor's own table, which decides legality. A re-run passes the `rulebooks` of the entry's
        time and the command as it was `recorded`. Raises `Refused`, which changes nothing. After any other error the
        aggregate is spoilt: drop it and rebuild it.
        """
        table, rulebooks = self.table, rulebooks or self._catalogue.rulebooks
        recorded = recorded or encode_command(command.command)
        if command.at < table.at:
            command = msgspec.structs.replace(command, at=table.at)
        rulebook = rulebook_for(rulebooks, table, command.command)
        context = Context(rulebooks, rulebook, self._dealer, self.opening)
        events = decide(context, self._catalogue.folding, table, command, own_table)
        table.seq, table.at = table.seq + 1, command.at
        table.saw(events)
        entry = Entry(
            v=1,
            table=table.table,
            seq=table.seq,
            at=command.at,
            actor=command.actor,
            seat=command.seat,
            id=command_id,
            game=rulebook.id,
            rules=rulebook.version,
            command=recorded,
            events=events,
            salt=salt,
            prev=self.head,
        )
        line = encode_entry(entry)
        is_first, self.head = self.head == GENESIS, line_hash(line)
        if is_first:
            self.opening = self.head
        return WrittenEntry(entry, line, self.head)

"""A table in memory: its journal, which decides, and the sights of its viewers, fed with what was committed.

The journal works ahead of the log, so nobody is shown its table. On any doubt the whole copy is dropped and rebuilt
from the log at the next use.
"""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, Protocol

import msgspec

from events.audience import GM, PUBLIC, Viewer, seat_viewer
from events.entry import Entry
from events.event import Event
from events.store import AppendRecords, Request, Snapshot, Token
from events.table_events import AdmissionRefused, GameSet, OptionsSet, SeatLeft, SeatTaken
from games.addressed_command import AddressedCommand
from games.aggregate import TableAggregate, WrittenEntry
from projections.offers import Refused
from projections.rulebook import AnyTable
from server.background.npc_choices import awaits_npc
from server.problems import LogDamaged, archived
from server.services import Services
from server.tables import quota
from server.tables.chat import Chat
from server.tables.damage import damage_told
from server.tables.directory import listing_of
from server.tables.npc_action_counts import NpcActionCounts
from server.tables.viewer_feed import ViewerFeed

_CHANGES_WHO_SEES: Final = (OptionsSet, GameSet, SeatTaken)
"""What may open or close the table to strangers, or let somebody in."""


class Committed(msgspec.Struct, frozen=True):
    """An entry that is durable: its line's hash (hex), and what who sent its command saw of it."""

    hash: str
    seen: list[Event]


class Keeper(Protocol):
    """Who keeps the live tables, and is told what becomes of them."""

    def committed(self, table: "LiveTable") -> None:
        """An entry was committed and shown."""
        ...

    def dropped(self, table: "LiveTable") -> None:
        """The copy was given up."""
        ...


class LiveTable:
    """One table. Whoever decides something holds `lock`, and finds out first whether the copy was `dropped`.

    `since` is the entry of the snapshot that the journal's table was folded from; `acts` count what those did
    whom the server plays; `archive` says that the table was imported, has no secret, and is closed to play; `damage`
    that its log is damaged, so that this is its good part, which is closed to play too; `listed` that it stands in the
    directory, and `opened_at` since when; `size` has the bytes that are stored of it. `tokens` are the viewers of
    tokens (by hash) that were met, and `credentials` counts how often tokens were given or taken away: whoever waits
    then asks again who it is. `missed` has the cheats that nobody found out, of the unsealed rounds that were looked
    through. `used` is when somebody last asked for the table.
    """

    def __init__(
        self,
        services: Services,
        keeper: Keeper,
        journal: TableAggregate,
        *,
        opened_at: str,
        listed: bool,
        since: int = 0,
        npc_action_counts: NpcActionCounts | None = None,
        archive: bool = False,
        damage: LogDamaged | None = None,
        size: int = 0,
    ) -> None:
        self._services = services
        self._keeper = keeper
        self._watches: dict[Viewer, ViewerFeed] = {}
        self.journal = journal
        self.id = journal.table.table
        self.npc_action_counts = npc_action_counts or NpcActionCounts(journal.table.asked)
        self.archive = archive
        self.damage = damage
        self.opened_at = opened_at
        self._listed = listed
        self.size = size
        self.seq = journal.table.seq
        self.head = journal.head
        self.lock = asyncio.Lock()
        self.dropped = False
        self.tokens: dict[str, Viewer] = {}
        self.credentials = 0
        self.missed: dict[int, Mapping[str, int]] = {}
        self.used: datetime = services.clock.now()
        self.chat = Chat(services.store, self.id)
        self._snapshot_seq = since

    @property
    def truth(self) -> AnyTable:
        """The whole table as the journal has it: for whoever holds `lock`, and never to be shown."""
        return self.journal.table

    async def watch(self, viewer: Viewer) -> ViewerFeed:
        """A viewer's sight, made from the log at the first ask and kept up from there."""
        if (watch := self._watches.get(viewer)) is not None:
            return watch
        fold = await self._services.reader.start(self.id, viewer, self.seq)
        while fold.seq < self.seq:
            await self._services.reader.advance(fold, self.seq)
        damage = msgspec.UNSET if self.damage is None else damage_told(self.damage, viewer)
        watch = ViewerFeed(self._services, fold.sight, self.drop, archive=self.archive, damage=damage)
        return self._watches.setdefault(viewer, watch)

    def require_play(self) -> None:
        """Raise where nothing more is played here: a `Problem` in an archive, `LogDamaged` in a damaged log."""
        if self.damage is not None:
            raise self.damage.again()
        if self.archive:
            raise archived()

    async def commit(
        self,
        move: AddressedCommand,
        *,
        command_id: str,
        salt: str,
        seen: AnyTable | None = None,
        sender: Viewer | None = None,
        tokens: Sequence[Token] = (),
        request: Request | None = None,
        secret: bytes | None = None,
    ) -> Committed:
        """Decide a move, store its entry, and only then show it. Needs `lock`.

        The move is judged from `seen`, the actor's own table; what `sender` then sees of it is told. Raises `Refused`,
        and a `Problem` or `LogDamaged` where the table may not grow, which change nothing. After any other error, being
        cancelled included, the copy is dropped.
        """
        self.require_play()
        quota.require_room(self._services, self.size, move)
        try:
            written = self.journal.write(move, command_id=command_id, salt=salt, seen=seen)
            beside = self._beside(written.entry, tokens, request, secret)
            await self._services.store.append(self.id, written.entry.seq, written.line, beside)
            committed = Committed(written.hash, self._publish(written, sender))
        except Refused:
            raise
        except BaseException:
            self.drop()
            raise
        if tokens or beside.revoked or any(isinstance(event, _CHANGES_WHO_SEES) for event in written.entry.events):
            self.renew_credentials()
        self._keeper.committed(self)
        return committed

    def _beside(
        self,
        entry: Entry[Event],
        tokens: Sequence[Token],
        request: Request | None,
        secret: bytes | None,
    ) -> AppendRecords:
        truth = self.journal.table
        revoked = [
            seat_viewer(event.seat)
            for event in entry.events
            if isinstance(event, AdmissionRefused) or (isinstance(event, SeatLeft) and event.why == "removed")
        ]
        return AppendRecords(
            secret=secret,
            tokens=tokens,
            revoked=revoked,
            request=request,
            deadline=entry.at if awaits_npc(truth) else truth.deadline,
            closed=truth.closed,
            listing=listing_of(truth, self.opened_at) if self.listed else None,
        )

    @property
    def listed(self) -> bool:
        """Whether the table stands in the directory: as the GM said last, or as it was opened."""
        said = self.journal.table.listed
        return self._listed if said is None else said

    def _publish(self, written: WrittenEntry, sender: Viewer | None) -> list[Event]:
        entry = written.entry
        self.seq, self.head = entry.seq, written.hash
        self.size += len(written.line)
        self.npc_action_counts.take(self.truth, entry)
        told: list[Event] = []
        for viewer, watch in self._watches.items():
            acted = viewer == sender
            seen = watch.take(entry, acted=acted)
            if acted:
                told = seen
        for event in entry.events:
            if isinstance(event, SeatLeft):
                self._forget_sight(seat_viewer(event.seat))
        self._services.metrics.entries.inc()
        self._services.metrics.events.inc(len(entry.events))
        return told

    def renew_credentials(self) -> None:
        """Have everybody who waits find out again who they are: tokens were given, or taken away."""
        self.tokens.clear()
        self.credentials += 1
        self.wake()

    def drop(self) -> None:
        """Give this copy up: the log alone is right. Whoever waits looks again, at the next copy."""
        if not self.dropped:
            self.dropped = True
            self.wake()
            self._keeper.dropped(self)

    @property
    def sights(self) -> int:
        """How many viewers' sights are in memory."""
        return len(self._watches)

    @property
    def idle(self) -> bool:
        """Whether nobody decides anything at the table or waits for something new."""
        return not self.lock.locked() and not any(watch.listened_to for watch in self._watches.values())

    def leave_memory(self) -> None:
        """Be no copy any more, without any doubt about the log: for a table that nobody has asked for in a while."""
        self.dropped = True

    def _forget_sight(self, viewer: Viewer) -> None:
        """Let go of the sight of somebody who left: at a table where many come and go they would only pile up."""
        watch = self._watches.get(viewer)
        if watch is not None and not watch.listened_to:
            del self._watches[viewer]

    def forget_sights(self) -> None:
        """Let go of what nobody waits at: sights, most of what a table holds, are made again from the log when asked.

        Only for a table that nobody has asked for in a while: whoever is being served holds on to a sight.
        """
        self._watches = {viewer: watch for viewer, watch in self._watches.items() if watch.listened_to}

    def wake(self) -> None:
        """Have everybody who waits at this table look again."""
        for watch in self._watches.values():
            watch.wake()

    def snapshot_due(self) -> bool:
        """Whether enough was written since the last snapshot for another, now that no round runs."""
        return (
            not self.truth.running
            and self.damage is None
            and self.seq - self._snapshot_seq >= self._services.config.snapshot_every
        )

    async def watch_all(self) -> None:
        """Make the sights of everybody at the table and before its door, as far as they are not at hand."""
        for viewer in self._people():
            await self.watch(viewer)

    def _people(self) -> list[Viewer]:
        return [
            PUBLIC,
            GM,
            *(seat_viewer(seat.seat) for seat in self.truth.present()),
            *map(seat_viewer, self.truth.asking),
        ]

    async def snapshot(self) -> Snapshot:
        """The folds of the truth and of everybody at the table, as of now. Needs `lock`."""
        await self.watch_all()
        self._snapshot_seq = self.seq
        sights = [self._watches[viewer].table for viewer in self._people()]
        return Snapshot(seq=self.seq, data=self._services.reader.snapshots.write(self.head, self.truth, sights))

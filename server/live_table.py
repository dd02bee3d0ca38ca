"""A table in memory: its journal, which decides, and the sights of its viewers, fed with what was committed.

The journal works ahead of the log, so nobody is shown its table. On any doubt the whole copy is dropped and rebuilt
from the log at the next use.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final, Protocol

import msgspec

from events.audience import GM, PUBLIC, Viewer, seat_viewer
from events.entry import Entry
from events.event import Event
from events.store import Beside, Request, Snapshot, Token
from games.journal import Journal
from games.moves import Move
from projections.offers import Refused
from projections.rulebook import AnyTable
from projections.sight import Seen, Sight
from server.clock import Alarm
from server.house import House, moment_of
from server.rounds import RoundIndex
from server.tokens import entity_tag

_RECENT: Final = 32
"""Entries kept in memory for each viewer who asks what is new; older ones are read back from the log."""
_LISTENING: Final = 64
"""For how many entries a viewer counts as listening after it asked what is new. Who only looks is told no sentences."""


class Watch:
    """One viewer's sight of a live table, with what it saw last and who waits for more."""

    def __init__(self, house: House, sight: Sight) -> None:
        self._house = house
        self._sight = sight
        self._recent: deque[Seen] = deque(maxlen=_RECENT)
        self._listening = 0
        self._waiting: set[asyncio.Future[None]] = set()
        self._tag_key = house.tag_key(sight.table.table, sight.viewer)
        self._view = (-1, b"", "")

    @property
    def table(self) -> AnyTable:
        """The viewer's own table. Not to be changed."""
        return self._sight.table

    @property
    def version(self) -> int:
        """How many entries the viewer saw something of."""
        return self._sight.table.version

    def take(self, entry: Entry[Event], *, acted: bool) -> Seen | None:
        """Take in a committed entry; what was seen of it, for who listens or has `acted`.

        Whoever waits is woken only if the viewer saw something of it.
        """
        before, seen = self.version, None
        if acted or self._listening:
            self._listening = max(0, self._listening - 1)
            seen = self._sight.see(entry)
        else:
            self._sight.skip(entry)
        if self.version != before:
            if seen is None:
                self._recent.clear()
            else:
                self._recent.append(seen)
            self.wake()
        return seen

    def wake(self) -> None:
        """Have everybody who waits look again."""
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)

    async def wait(self, until: datetime) -> None:
        """Wait until the version has moved, the time has come, or the table was dropped."""
        self._listening = _LISTENING
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        alarm = self._house.clock.call_at(until, lambda: None if waiter.done() else waiter.set_result(None))
        self._waiting.add(waiter)
        try:
            await waiter
        finally:
            self._waiting.discard(waiter)
            alarm.cancel()

    def since(self, after: int) -> list[Seen] | None:
        """What the viewer saw at the versions above `after`; None where that is not in memory."""
        self._listening = _LISTENING
        missing = self.version - after
        if missing <= 0:
            return []
        return list(self._recent)[-missing:] if missing <= len(self._recent) else None

    def view(self) -> bytes:
        """The viewer's view, encoded; made once for each version."""
        return self._viewed()[1]

    def tag(self) -> str:
        """The ETag of the viewer's view."""
        return self._viewed()[2]

    def _viewed(self) -> tuple[int, bytes, str]:
        if self._view[0] != self.version:
            self._view = (self.version, self._house.view(self.table), entity_tag(self._tag_key, self.version))
        return self._view


class Committed(msgspec.Struct, frozen=True):
    """An entry that is durable: its line's hash (hex), and what who sent its command saw of it, if anything."""

    hash: str
    seen: Seen | None


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

    `since` is the entry of the snapshot that the journal's table was folded from; `archive` says that the table was
    imported, has no secret, and is closed to play. `tokens` are the viewers of tokens (by hash) that were met.
    """

    def __init__(
        self, house: House, keeper: Keeper, journal: Journal, *, since: int = 0, archive: bool = False
    ) -> None:
        self._house = house
        self._keeper = keeper
        self._watches: dict[Viewer, Watch] = {}
        self.journal = journal
        self.id = journal.table.table
        self.archive = archive
        self.seq = journal.table.seq
        self.head = journal.head
        self.lock = asyncio.Lock()
        self.dropped = False
        self.tokens: dict[str, Viewer] = {}
        self.rounds: RoundIndex | None = None
        self._snapshot_seq = since
        self._alarm: Alarm | None = None
        self._alarm_at: str | None = None

    @property
    def truth(self) -> AnyTable:
        """The whole table as the journal has it: for whoever holds `lock`, and never to be shown."""
        return self.journal.table

    async def watch(self, viewer: Viewer) -> Watch:
        """A viewer's sight, made from the log at the first ask and kept up from there."""
        if (watch := self._watches.get(viewer)) is not None:
            return watch
        fold = await self._house.reader.start(self.id, viewer, self.seq)
        while fold.seq < self.seq:
            await self._house.reader.advance(fold, self.seq)
        return self._watches.setdefault(viewer, Watch(self._house, fold.sight))

    async def commit(
        self,
        move: Move,
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
        which changes nothing. After any other error, being cancelled included, the copy is dropped.
        """
        try:
            written = self.journal.write(move, command_id=command_id, salt=salt, seen=seen)
            truth = self.journal.table
            beside = Beside(secret=secret, tokens=tokens, request=request, deadline=truth.deadline, closed=truth.closed)
            await self._house.store.append(self.id, written.entry.seq, written.line, beside)
            committed = Committed(written.hash, self._publish(written.entry, written.hash, sender))
        except Refused:
            raise
        except BaseException:
            self.drop()
            raise
        if tokens:
            self.tokens.clear()
        self._keeper.committed(self)
        return committed

    def _publish(self, entry: Entry[Event], line_hash: str, sender: Viewer | None) -> Seen | None:
        self.seq, self.head = entry.seq, line_hash
        told: Seen | None = None
        for viewer, watch in self._watches.items():
            seen = watch.take(entry, acted=viewer == sender)
            if viewer == sender:
                told = seen
        if self.rounds is not None:
            self.rounds.take(entry)
        return told

    def drop(self) -> None:
        """Give this copy up: the log alone is right. Whoever waits looks again, at the next copy."""
        if not self.dropped:
            self.dropped = True
            self.disarm()
            self.wake()
            self._keeper.dropped(self)

    def wake(self) -> None:
        """Have everybody who waits at this table look again."""
        for watch in self._watches.values():
            watch.wake()

    def arm(self, on_deadline: Callable[[], object]) -> None:
        """See to it that `on_deadline` is called when the table's deadline passes, and for no older one."""
        deadline = self.truth.deadline
        if deadline != self._alarm_at:
            self.disarm()
            if deadline is not None:
                self._alarm = self._house.clock.call_at(moment_of(deadline), on_deadline)
                self._alarm_at = deadline

    def disarm(self) -> None:
        """Forget the deadline."""
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = self._alarm_at = None

    def snapshot_due(self) -> bool:
        """Whether enough was written since the last snapshot for another, now that no round runs."""
        return not self.truth.running and self.seq - self._snapshot_seq >= self._house.config.snapshot_every

    async def watch_all(self) -> None:
        """Make the sights of everybody at the table, as far as they are not at hand."""
        for viewer in (PUBLIC, GM, *(seat_viewer(seat.seat) for seat in self.truth.present())):
            await self.watch(viewer)

    async def snapshot(self) -> Snapshot:
        """The folds of the truth and of everybody at the table, as of now. Needs `lock`."""
        await self.watch_all()
        self._snapshot_seq = self.seq
        sights = [watch.table for watch in self._watches.values()]
        return Snapshot(seq=self.seq, data=self._house.reader.snapshots.write(self.head, self.truth, sights))

    async def round_index(self) -> RoundIndex:
        """The rounds of the table, found in the log at the first ask and kept up from there."""
        if self.rounds is not None:
            return self.rounds
        index = RoundIndex(self._house.catalogue.codec, self.id)
        while index.seq < self.seq:
            async for lines in self._house.reader.windows(self.id, index.seq, self.seq):
                index.scan(lines)
        self.rounds = index
        return index

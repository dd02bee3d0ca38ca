"""A table in memory: its aggregate, which decides, and the feeds of its viewers, which show what is committed.

The aggregate works ahead of the log, so its table is shown to nobody. On any doubt the whole copy is dropped, and
rebuilt from the log at the next use.
"""

import asyncio
from collections.abc import Container, Generator, Iterable
from contextlib import contextmanager
from datetime import datetime
from typing import Final, Protocol

import msgspec

from events.audience import GM, PUBLIC, Viewer, seat_viewer
from events.dice import commitment_of, round_seed
from events.entry import Entry
from events.event import Event
from events.round_events import LuckCalled, RoundStarted
from events.storage.contract import AppendRecords, NoSuchTable, Snapshot
from events.table_events import (
    AdmissionAsked,
    AdmissionRefused,
    DeadlineSet,
    GameSet,
    InviteRenewed,
    OptionsSet,
    SeatLeft,
    SeatTaken,
    TokenRenewed,
)
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import TableAggregate, WrittenEntry
from games.engine.authority import CLOCK
from games.engine.dealer import WrongSecret
from games.engine.legality import Refused
from projections.game import AnyTable
from projections.standings import MissedCheats
from projections.viewer_projection import VisibleEntry
from server.problems import LogDamaged, Problem, SecretDamaged
from server.services import Services
from server.tables import quota
from server.tables.chat import Chat
from server.tables.damage import damage_view
from server.tables.directory import listing_of
from server.tables.log_reader import LogReader
from server.tables.npc_action_counts import NpcActionCounts
from server.tables.npc_seats import awaits_npc
from server.tables.viewer_feed import ViewerFeed, WakeUp

_BEGINS_A_ROUND: Final = (LuckCalled, RoundStarted)
_CHANGES_WHO_SEES: Final = (OptionsSet, GameSet, SeatTaken)
"""Events that may open or close the table to strangers, or admit somebody."""
_CHANGES_TOKENS: Final = (*_CHANGES_WHO_SEES, SeatLeft, AdmissionAsked, AdmissionRefused, TokenRenewed, InviteRenewed)
"""Events beside which the store may have other tokens than before."""
_CONCERN_SEATS: Final = frozenset((*_BEGINS_A_ROUND, *_CHANGES_WHO_SEES, AdmissionRefused, SeatLeft))
"""Events for which more is done than to keep and to show them."""
_NO_RECORDS: Final = AppendRecords()
_ABSENCE: Final = 2
"""After how many keep-alives without a reader a seat is offline: a phone that changes its network is back before."""
_NOBODY_REPEATS_IT: Final = ""
"""The command id of the server's own work."""


def _concerns_seats(entry: Entry[Event]) -> bool:
    """Whether there is more to do about an entry than to keep and to show it, which is seldom."""
    return not _CONCERN_SEATS.isdisjoint(map(type, entry.events))


def _revoked(entry: Entry[Event]) -> list[Viewer]:
    """Whose tokens end with an entry."""
    return [
        seat_viewer(event.seat)
        for event in entry.events
        if isinstance(event, AdmissionRefused) or (isinstance(event, SeatLeft) and event.why == "removed")
    ]


def _changes_who_sees(entry: Entry[Event]) -> bool:
    return bool(_revoked(entry)) or any(isinstance(event, _CHANGES_WHO_SEES) for event in entry.events)


class TableObserver:
    """Observes the tables in memory. Every method does nothing unless it is overridden."""

    def loaded(self, live: "LiveTable") -> None:
        """A table was loaded or opened."""

    def committed(self, live: "LiveTable") -> None:
        """An entry was committed and published."""

    def dropped(self, live: "LiveTable") -> None:
        """A copy was given up on doubt."""

    def evicted(self, live: "LiveTable") -> None:
        """An idle copy left memory."""


class Committed(msgspec.Struct, frozen=True):
    """An entry that is durable and published, and what its caller saw of it."""

    written: WrittenEntry
    visible: VisibleEntry | None


class Keeper(Protocol):
    """What a live table needs of the registry that holds it. The observer hears of every commit."""

    services: Services
    reader: LogReader
    observer: TableObserver

    def dropped(self, live: "LiveTable") -> None:
        """Forget a copy that was given up."""


class LiveTable:
    """One table in memory. Decide only under `lock`, and only while the copy is not `dropped`.

    - `truth`: the whole table, secrets and all; needs `lock`, and is never shown.
    - `snapshot_seq`: the entry of the newest snapshot, 0 if there is none.
    - `npc_action_counts`: how often each NPC acted on the question that is open now.
    - `archive`: the table was imported: it has no secret, and is closed to play.
    - `damage`: the log is damaged, so this is its good part; or its secret is. It is closed to play too.
    - `opened_at`: when the table was opened; `listed`: whether the directory lists it.
    - `size`: bytes stored of it.
    - `tokens`: viewers by token hash, as far as they have called; `credentials` counts how often tokens were given or
      revoked: waiting callers are then authenticated again.
    - `missed_cheats`: undetected cheats by seat, of the unsealed rounds that were read for them.
    - `used`: when somebody last asked for the table.
    """

    def __init__(
        self,
        keeper: Keeper,
        aggregate: TableAggregate,
        *,
        opened_at: str,
        listed: bool,
        snapshot_seq: int = 0,
        npc_action_counts: NpcActionCounts | None = None,
        archive: bool = False,
        damage: LogDamaged | None = None,
        size: int = 0,
    ) -> None:
        self._keeper = keeper
        self._services = keeper.services
        self._feeds: dict[Viewer, ViewerFeed] = {}
        self._left: dict[Viewer, float] = {}
        """When, on the steady clock, the last reader of a viewer left."""
        self.aggregate = aggregate
        self.truth: AnyTable = aggregate.table
        self.id = self.truth.table
        self.npc_action_counts = npc_action_counts or NpcActionCounts(self.truth.asked)
        self.archive = archive
        self.damage = damage
        self.opened_at = opened_at
        self._listed = listed
        self.size = size
        self.seq = self.truth.seq
        self.head = aggregate.head
        self.timed_out: str | None = None
        """The deadline at which the clock acted, at whichever server, and moved nothing on: it acts no more for it."""
        self.lock = asyncio.Lock()
        self.dropped = False
        self.tokens: dict[str, Viewer] = {}
        self.credentials = 0
        self.missed_cheats = MissedCheats()
        self.used: datetime = self._services.clock.now()
        self.chat = Chat(self._services.store, self.id)
        self.snapshot_seq = snapshot_seq

    @property
    def listed(self) -> bool:
        """Whether the directory lists the table: as the GM said last, or as it was opened."""
        listed = self.truth.listed
        return self._listed if listed is None else listed

    async def feed(self, viewer: Viewer) -> ViewerFeed:
        """A viewer's feed: made from the log at the first use, fed by commits from there."""
        if (feed := self._feeds.get(viewer)) is not None:
            return feed
        reader = self._keeper.reader
        loaded = await reader.start(self.id, viewer, self.seq)
        while loaded.seq < self.seq:
            await reader.advance(loaded, self.seq)
        damage = msgspec.UNSET if self.damage is None else damage_view(self.damage, viewer)
        feed = ViewerFeed(
            self._services,
            loaded.projection,
            self.drop,
            last_seen=loaded.last_seen,
            archive=self.archive,
            damage=damage,
        )
        return self._feeds.setdefault(viewer, feed)

    def feed_at_hand(self, viewer: Viewer) -> ViewerFeed | None:
        """A viewer's feed, if it is in memory."""
        return self._feeds.get(viewer)

    @contextmanager
    def listening(self, feed: ViewerFeed, wake_up: WakeUp) -> Generator[None]:
        """Set `wake_up` whenever there may be something new in a feed, and note that its viewer is here."""
        viewer = feed.table.viewer
        if self._left.pop(viewer, None) is not None and (gm := self._feeds.get(GM)) is not None:
            gm.wake()
        try:
            with feed.listening(wake_up):
                yield
        finally:
            if not feed.listened_to:
                self._left[viewer] = self._services.clock.elapsed()

    def offline(self, seats: Iterable[str]) -> tuple[str, ...]:
        """Those of some seats whose last reader left a while ago. Of a seat that never had one, nothing is known."""
        since = self._services.clock.elapsed() - _ABSENCE * self._services.config.keepalive_seconds
        return tuple(seat for seat in seats if self._left.get(seat_viewer(seat), since + 1) <= since)

    def require_play(self) -> None:
        """Raise where nothing more is played here: a `Problem` in an archive, `LogDamaged` in a damaged log."""
        if self.damage is not None:
            raise self.damage.again()
        if self.archive:
            raise Problem(409, "archived", "This table is a read-only archive.")

    def require_whole_log(self) -> None:
        """Raise `LogDamaged` in a damaged log: a round that runs in its good part may have ended behind it."""
        if self.damage is not None and not isinstance(self.damage, SecretDamaged):
            raise self.damage.again()

    async def commit(
        self,
        command: AddressedCommand,
        *,
        salt: str,
        command_id: str = _NOBODY_REPEATS_IT,
        own_table: AnyTable | None = None,
        records: AppendRecords = _NO_RECORDS,
        caller: Viewer | None = None,
    ) -> Committed:
        """Decide a command, make its entry durable, and only then publish it. Needs `lock`.

        `records` are kept beside the entry, with those that follow from it.

        A refusal changes nothing; after any other failure, the copy is dropped. Raises `Refused`; a `Problem` or
        `LogDamaged` where nothing more is played, or the quota is reached; `StoreError`.
        """
        self.require_play()
        with self._dropped_on_failure():
            written = self._decide(command, command_id=command_id, salt=salt, own_table=own_table)
            await self._append(written, records)
            return Committed(written, self._publish(written, caller))

    def _decide(
        self, command: AddressedCommand, *, command_id: str, salt: str, own_table: AnyTable | None = None
    ) -> WrittenEntry:
        """The entry of a command, judged from the actor's own table. The aggregate is ahead of the log then.

        Raises `Refused`, and a `Problem` (507) where the quota is reached: both change nothing.
        """
        quota.require_room(self._services, self.size, command)
        try:
            return self.aggregate.write(command, command_id=command_id, salt=salt, own_table=own_table)
        except WrongSecret as wrong:
            raise SecretDamaged(self.id, self.seq, wrong.reason) from None

    async def _append(self, written: WrittenEntry, records: AppendRecords) -> None:
        """Make an entry durable, with what is kept beside it.

        Raises `StoreError`, and `SecretDamaged` where a round begins that could not go on after a restart.
        """
        entry, truth = written.entry, self.truth
        revoked: list[Viewer] = []
        if concerns_seats := _concerns_seats(entry):
            for event in entry.events:
                if isinstance(event, _BEGINS_A_ROUND):
                    await self._require_secret(event)
            revoked = _revoked(entry)
        records = msgspec.structs.replace(
            records,
            revoked=revoked,
            deadline=entry.at if awaits_npc(truth) else truth.deadline,
            closed=truth.closed,
            listing=listing_of(truth, self.opened_at) if self.listed else None,
        )
        await self._services.store.append(self.id, entry.seq, written.line, records)
        self._services.metrics.appended.add(len(entry.events))
        self.seq, self.head = entry.seq, written.hash
        self.size += len(written.line)
        if records.tokens or (concerns_seats and _changes_who_sees(entry)):
            self.renew_credentials({*revoked, *(token.viewer for token in records.tokens)})

    async def _require_secret(self, began: LuckCalled | RoundStarted) -> None:
        """Check that the secret in the store, not only the one in memory, gives the seed of the round that begins."""
        try:
            secret = await self._services.store.secret(self.id)
        except NoSuchTable:
            raise SecretDamaged(self.id, self.seq, "the store does not have it any more") from None
        if commitment_of(round_seed(secret, began.round)).hex() != began.commitment:
            raise SecretDamaged(
                self.id, self.seq, "the store has another one than the one that the table was opened with"
            )

    async def catch_up(self, upto: int) -> None:
        """Take the entries up to `upto` that other servers appended. Needs `lock`.

        Raises `StoreError` and `LogDamaged`; then the copy is dropped.
        """
        with self._dropped_on_failure():
            async for checked in self._keeper.reader.entries(self.id, self.seq, self.head, upto):
                entry = checked.entry
                self._keeper.reader.fold(self.truth, checked)
                self.seq = entry.seq
                self.head = self.aggregate.head = checked.hash
                self.size += len(checked.line)
                self._publish(checked)
                if any(isinstance(event, _CHANGES_TOKENS) for event in entry.events):
                    self.renew_credentials(set(self.tokens.values()))

    def _publish(self, written: WrittenEntry, caller: Viewer | None = None) -> VisibleEntry | None:
        """Show a durable entry to the viewers' feeds and the observer; what `caller` saw of it."""
        entry, receipt = written.entry, written.receipt
        self.npc_action_counts.take(self.truth, entry)
        if entry.actor == CLOCK and not any(isinstance(event, DeadlineSet) for event in entry.events):
            waits_on = entry.seat is None or entry.seat in self.truth.to_act
            self.timed_out = self.truth.deadline if waits_on else self.timed_out
        caller_saw: VisibleEntry | None = None
        for viewer, feed in self._feeds.items():
            if viewer == caller:
                caller_saw = feed.take(entry, receipt, acted=True)
            else:
                feed.take(entry, receipt, acted=False)
        if _concerns_seats(entry):
            self._forget_those_who_left(entry)
        self._keeper.observer.committed(self)
        return caller_saw

    def _forget_those_who_left(self, entry: Entry[Event]) -> None:
        """Drop their feeds, which would pile up where many come and go."""
        for viewer in [seat_viewer(event.seat) for event in entry.events if isinstance(event, SeatLeft)]:
            if viewer in self._feeds and not self._feeds[viewer].listened_to:
                del self._feeds[viewer]

    def renew_credentials(self, viewers: Container[Viewer]) -> None:
        """Have all waiting callers authenticated again: tokens of these viewers were given or revoked.

        Only theirs are looked up again: a token is often replaced in secret, which others' requests must not reveal by
        taking longer.
        """
        self.tokens = {token: viewer for token, viewer in self.tokens.items() if viewer not in viewers}
        self.credentials += 1
        self.wake()

    def drop(self) -> None:
        """Give this copy up; the next use rebuilds the table from the log. Waiting readers go on with that copy."""
        if not self.dropped:
            self.dropped = True
            self.wake()
            self._keeper.dropped(self)

    @contextmanager
    def _dropped_on_failure(self) -> Generator[None]:
        """A context that drops the copy if deciding, appending or publishing fails half-way, or is cancelled.

        A refusal and a `Problem` change nothing, so they drop nothing.
        """
        try:
            yield
        except (Refused, Problem):
            raise
        except BaseException:
            self.drop()
            raise

    @property
    def idle(self) -> bool:
        """Whether nobody decides at the table, or waits for something new."""
        return not self.lock.locked() and not any(feed.listened_to for feed in self._feeds.values())

    def release_feeds(self) -> None:
        """Drop feeds without readers, which take most of a table's memory. Only while the table is not in use."""
        self._feeds = {viewer: feed for viewer, feed in self._feeds.items() if feed.listened_to}

    def wake(self) -> None:
        """Wake every reader that waits at this table."""
        for feed in self._feeds.values():
            feed.wake()

    def snapshot_due(self) -> bool:
        """Whether enough was written since the last snapshot for another, and no round runs."""
        return (
            not self.truth.running
            and self.damage is None
            and self.seq - self.snapshot_seq >= self._services.config.snapshot_every
        )

    async def snapshot(self) -> Snapshot:
        """The tables of the house and of everybody here, as of now. Needs `lock`."""
        tables = [feed.table for feed in await self.load_feeds()]
        self.snapshot_seq = self.seq
        return Snapshot(seq=self.seq, data=self._keeper.reader.snapshots.write(self.head, self.truth, tables))

    async def load_feeds(self) -> list[ViewerFeed]:
        """The feeds of everybody who is seated or awaits admission, of the GM and of the public."""
        seated = [seat_viewer(seat.seat) for seat in self.truth.present()]
        viewers = [PUBLIC, GM, *seated, *map(seat_viewer, self.truth.asking)]
        return [await self.feed(viewer) for viewer in viewers]

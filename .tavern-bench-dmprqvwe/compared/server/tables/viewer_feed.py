"""A viewer's feed at a live table: the view as it is now, the newest entries, and the readers who wait for more."""

from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, Protocol

import msgspec

from events.entry import Entry
from events.event import Event, visible
from projections.game import AnyTable
from projections.viewer_projection import SeenEntry, ViewerProjection, VisibleEntry
from projections.views import DamageView
from server.services import Services
from server.sse import cursor, frame
from server.tokens import entity_tag, tag_for

_RECENT: Final = 32
"""Visible entries kept in memory for a viewer with readers; older ones are read back from the log."""
_MOST_PENDING: Final = 8
"""Maximum number of visible entries left unfolded while nobody looks; the next to look waits for them."""
_LISTENING: Final = 64
"""A viewer counts as listening for so many visible entries after asking for news; a view needs no sentences."""

_encoder: Final = msgspec.json.Encoder()


class WakeUp(Protocol):
    """Set when there may be something new: an `asyncio.Event`, or a reader that looks at once."""

    def set(self) -> None:
        """Note it. Must not raise, nor do what can wait: a command is being published."""
        ...


class LiveEntry(VisibleEntry, frozen=True, kw_only=True, omit_defaults=True):
    """An entry of a live stream, as its viewer saw it; the newest has the view."""

    view: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class EncodedView(msgspec.Struct, frozen=True):
    """The view of a version, as JSON, with its ETag."""

    version: int
    body: bytes
    tag: str


class ViewerFeed:
    """A viewer's table, fed with what is committed.

    While nobody listens, what the viewer sees stays pending until somebody looks, so a command need not touch the
    tables of viewers who do not. An entry that is hidden from the viewer leaves no trace: otherwise the time that the
    next request takes would reveal it. `on_doubt` is called if an entry cannot be folded.

    `epoch` is that of the log.
    `last_seen` is the seq of the newest entry of which the viewer saw something, or of the snapshot before it.
    """

    def __init__(
        self,
        services: Services,
        projection: ViewerProjection,
        on_doubt: Callable[[], object],
        *,
        last_seen: int,
        archive: bool,
        damage: DamageView | msgspec.UnsetType = msgspec.UNSET,
    ) -> None:
        self._services = services
        self._archive = archive
        self._damage = damage
        self._projection = projection
        self._on_doubt = on_doubt
        self.last_seen = last_seen
        self._pending: list[tuple[str, list[Event], str]] = []
        self._recent: deque[SeenEntry] = deque(maxlen=_RECENT)
        self._before_recent = ""
        self._listening = 0
        self._wake_ups: set[WakeUp] = set()
        self.epoch = services.epoch
        self._tag_key = services.tag_key(projection.table.table, projection.viewer, damaged=bool(damage))
        self._tag = ""
        self._views: dict[str | None, EncodedView] = {}
        self._newest_frames: dict[str | None, bytes] = {}
        self._shown: tuple[int, str | None] | None = None

    @property
    def table(self) -> AnyTable:
        """The viewer's own table. Not to be changed."""
        if self._pending:
            self._catch_up()
        return self._projection.table

    @property
    def version(self) -> int:
        """How many entries the viewer saw at least in part."""
        return self.table.version

    @property
    def seen(self) -> str:
        """The digest of the receipts that the viewer got, up to `version`."""
        return self.table.seen

    def take(self, entry: Entry[Event], receipt: str, *, acted: bool) -> VisibleEntry | None:
        """Take a committed entry. What the viewer saw of it, where it `acted` or somebody listens.

        Readers wake only if the viewer saw something.
        """
        seen = visible(entry.events, self._projection.viewer)
        if not seen:
            return None
        self.last_seen = entry.seq
        if acted or self._wake_ups or self._listening:
            self._catch_up()
            before = self._projection.table.seen
            shown = self._projection.show(entry, seen, receipt)
            if self._wake_ups or self._listening:
                self._listening = max(0, self._listening - 1)
                if not self._recent:
                    self._before_recent = before
                elif len(self._recent) == _RECENT:
                    self._before_recent = self._recent[0].seen
                self._recent.append(SeenEntry(shown, self._projection.table.seen))
                self.wake()
            else:
                # Nobody listens but who acted.
                self._recent.clear()
            return shown
        self._pending.append((entry.at, seen, receipt))
        if len(self._pending) >= _MOST_PENDING:
            self._catch_up()
        return None

    def _catch_up(self) -> None:
        pending, self._pending = self._pending, []
        for at, seen, receipt in pending:
            try:
                self._projection.fold(at, seen, receipt)
            except BaseException:
                self._on_doubt()
                raise
            self._recent.clear()

    @contextmanager
    def listening(self, wake_up: WakeUp) -> Generator[None]:
        """Set `wake_up` whenever there may be something new, until the context ends."""
        self._listening = _LISTENING
        self._wake_ups.add(wake_up)
        try:
            yield
        finally:
            self._wake_ups.discard(wake_up)

    @property
    def listened_to(self) -> bool:
        """Whether a reader waits for something new."""
        return bool(self._wake_ups)

    def wake(self) -> None:
        """Wake the readers."""
        for wake_up in self._wake_ups:
            wake_up.set()

    def seen_at(self, version: int) -> str | None:
        """The digest of the receipts up to a version, which is not above the feed's.

        None where it is not in memory; where `since` is, it is too.
        """
        missing = self.version - version
        if not missing:
            return self.seen
        if missing > len(self._recent):
            return None
        return self._before_recent if missing == len(self._recent) else self._recent[-missing - 1].seen

    def since(self, after: int) -> list[SeenEntry] | None:
        """What the viewer saw at the versions above `after`; None where that is not in memory."""
        self._listening = _LISTENING
        missing = self.version - after
        if missing <= 0:
            return []
        return list(self._recent)[-missing:] if missing <= len(self._recent) else None

    def frames(self, seen: list[SeenEntry], acts_for: str | None = None) -> bytes:
        """Entries as frames of a live stream. The newest is encoded once for all readers of the same view."""
        if not seen or seen[-1].entry.version != self.version:
            return b"".join(self._frame(one) for one in seen)
        self._show_now()
        newest = self._newest_frames.get(acts_for)
        if newest is None:
            newest = self._newest_frames[acts_for] = self._frame(seen[-1], msgspec.Raw(self.view(acts_for).body))
        return newest if len(seen) == 1 else b"".join([*(self._frame(one) for one in seen[:-1]), newest])

    def _frame(self, one: SeenEntry, view: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET) -> bytes:
        shown, seen = one
        entry = LiveEntry(
            version=shown.version,
            at=shown.at,
            actor=shown.actor,
            seat=shown.seat,
            events=shown.events,
            chronicle=shown.chronicle,
            receipt=shown.receipt,
            view=view,
        )
        return frame("entry", _encoder.encode(entry), cursor(shown.version, self.epoch, seen))

    def reset_frame(self, acts_for: str | None = None) -> bytes:
        """The first frame for a reader that has seen nothing, or another log: the view as it is now."""
        view = msgspec.Raw(self.view(acts_for).body)
        body = {"version": self.version, "epoch": self.epoch, "seen": self.seen, "view": view}
        return frame("reset", _encoder.encode(body), cursor(self.version, self.epoch, self.seen))

    def view(self, acts_for: str | None = None) -> EncodedView:
        """The viewer's view and its ETag, encoded once for each version; the GM's with what a seat may do."""
        table = self.table
        _, deadline = self._show_now()
        view = self._views.get(acts_for)
        if view is None:
            body = self._services.view(
                table, deadline=deadline, acts_for=acts_for, archive=self._archive, damage=self._damage
            )
            view = self._views[acts_for] = EncodedView(table.version, body, self.tag(acts_for))
        return view

    def tag(self, acts_for: str | None = None) -> str:
        """The ETag of `view`, which need not be made for it."""
        version, deadline = self._show_now()
        if not self._tag:
            is_recorded = deadline is None or deadline == self.table.deadline
            self._tag = entity_tag(self._tag_key, version, self.table.seen, "" if is_recorded else deadline or "")
        return tag_for(self._tag, acts_for)

    def _show_now(self) -> tuple[int, str | None]:
        """The version of the view, and the deadline that it shows: another one once the wall clock is set.

        Forgets what was encoded for others.
        """
        table = self.table
        shown = table.version, table.deadline if self._archive else self._services.deadline_of(table)
        if shown != self._shown:
            self._shown = shown
            self._tag = ""
            self._views.clear()
            self._newest_frames.clear()
        return shown

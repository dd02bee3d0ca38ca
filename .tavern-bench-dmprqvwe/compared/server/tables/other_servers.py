"""Takes in what other servers on the same store wrote to the tables that are in memory here.

Before each use of a copy, the server asks the store whether there is more, so a reader never sees less here than it saw
elsewhere. If a copy becomes stale during a decision, optimistic concurrency refuses the entry.
"""

from collections.abc import Sequence

from events.store.sharing import Newest, Sharing
from server.tables.live_table import LiveTable


class OtherServers:
    """Keeps copies fresh."""

    def __init__(self, sharing: Sharing) -> None:
        self.sharing = sharing

    async def refresh(self, live: LiveTable) -> None:
        """Take everything committed so far into a copy. Raises `StoreError`, `LogDamaged`."""
        await self._take(live, await self.sharing.newest(live.id))

    async def refresh_all(self, copies: Sequence[LiveTable]) -> None:
        """Take everything that other servers committed into copies. Raises `StoreError`, `LogDamaged`."""
        newest = await self.sharing.newest_of([live.id for live in copies])
        for live in copies:
            await self._take(live, newest.get(live.id))

    async def _take(self, live: LiveTable, newest: Newest | None) -> None:
        if newest is None:
            # The table was deleted while this server was disconnected from the store.
            live.drop()
            return
        if live.damage is not None:
            return
        if newest.seq > live.seq:
            async with live.lock:
                if not live.dropped:
                    await live.catch_up(newest.seq)
        if live.chat.heard(newest.chat):
            live.wake()

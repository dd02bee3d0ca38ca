"""Saves snapshots of tables from time to time, so that loading a table reads little of its log."""

from server.background.supervisor import Scheduler
from server.tables.live_table import LiveTable


class SnapshotWriter(Scheduler):
    """Saves a snapshot of a table once one is due."""

    def committed(self, live: LiveTable) -> None:
        """Save a snapshot in the background, if one is due."""
        if live.snapshot_due():
            self._supervisor.run_dispensable(self._save(live.id))

    async def _save(self, table: str) -> None:
        """Make a snapshot while no command is decided at the table, and store it while play continues."""
        tables = self._supervisor.tables
        # Loading feeds from the log takes time and does not need the lock.
        await (await tables.open(table)).load_feeds()
        async with tables.exclusive(table) as live:
            snapshot = await live.snapshot() if live.snapshot_due() else None
        if snapshot is not None:
            await self._services.store.save_snapshot(table, snapshot)

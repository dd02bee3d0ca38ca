"""What every store must do for snapshots."""

from events.store import (
    Snapshot,
    Store,
)
from tests.events.stores.filling import (
    fill,
)


class SnapshotContract:
    """The contract of `events.store.SnapshotStore`."""

    async def test_the_newest_snapshot_up_to_a_seq_is_found(self, store: Store) -> None:
        await fill(store, "t", 9)
        for seq in (6, 3, 9):
            await store.save_snapshot("t", Snapshot(seq=seq, data=f"as of {seq}".encode()))
        assert await store.snapshot("t") == Snapshot(seq=9, data=b"as of 9")
        assert await store.snapshot("t", 8) == Snapshot(seq=6, data=b"as of 6")
        assert await store.snapshot("t", 6) == Snapshot(seq=6, data=b"as of 6")
        assert await store.snapshot("t", 2) is None
        assert await store.snapshot("u") is None

    async def test_a_snapshot_may_be_made_again(self, store: Store) -> None:
        await fill(store, "t", 1)
        await store.save_snapshot("t", Snapshot(seq=1, data=b"old"))
        await store.save_snapshot("t", Snapshot(seq=1, data=b"new" * 50_000))
        assert await store.snapshot("t") == Snapshot(seq=1, data=b"new" * 50_000)

    async def test_a_snapshot_ahead_of_the_log_is_not_kept(self, store: Store) -> None:
        await fill(store, "t", 1)
        await store.save_snapshot("t", Snapshot(seq=2, data=b"of what may yet come out otherwise"))
        await store.save_snapshot("u", Snapshot(seq=1, data=b"of no table"))
        await fill(store, "t", 1, after=1)
        assert await store.snapshot("t") is None
        assert await store.snapshot("u") is None

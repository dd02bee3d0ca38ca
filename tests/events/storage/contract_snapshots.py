"""What every store must do for snapshots and analyses."""

from events.storage.contract import (
    Snapshot,
    Store,
)
from tests.events.storage.filling import (
    fill,
)


class SnapshotContract:
    """The contract of `events.storage.contract.SnapshotStore`."""

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

    async def test_an_analysis_is_kept_by_round_and_seat_until_there_is_a_newer_one(self, store: Store) -> None:
        await fill(store, "t", 1)
        await fill(store, "u", 1)
        for number, seat in ((1, "bri"), (1, "odo"), (2, "bri")):
            await store.save_analysis("t", number, seat, f"{seat} in {number}".encode())
        await store.save_analysis("t", 1, "odo", b"newer" * 50_000)
        assert await store.analysis("t", 1, "bri") == b"bri in 1"
        assert await store.analysis("t", 1, "odo") == b"newer" * 50_000
        assert await store.analysis("t", 2, "odo") is None
        assert await store.analysis("u", 1, "bri") is None

    async def test_an_analysis_of_no_table_is_not_kept(self, store: Store) -> None:
        await store.save_analysis("t", 1, "bri", b"of no table")
        await fill(store, "t", 1)
        assert await store.analysis("t", 1, "bri") is None

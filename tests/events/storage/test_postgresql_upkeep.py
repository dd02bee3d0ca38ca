"""A PostgreSQL store beside its contract: its checks, its size, its connections, and lookups that servers share."""

import asyncio
import gc
from collections.abc import AsyncIterator, Sequence
from typing import Any

import asyncpg
import asyncpg.pool
import pytest

from events.storage.contract import AppendRecords, StoreInUse, StoreMissing, StoreUnavailable, StoreUnreadable
from events.storage.contract.sharing import Newest
from events.storage.postgresql import PostgresqlStore, checking, maintenance, sharing
from tests.events.storage.contract_maintenance import keep_much
from tests.events.storage.filling import fill, request, seqs
from tests.events.storage.servers import CUT, Opening, stores_at
from tests.postgres import Postgres


@pytest.fixture
async def serving(postgres: Postgres) -> AsyncIterator[Opening]:
    async with stores_at(postgres.address) as serve:
        yield serve


async def test_command_ids_are_checked_a_page_at_a_time_and_each_once(
    serving: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "PAGE", 3)
    store = await serving()
    sent = [("t1", "", "a", "9"), ("t2", "", "b", "1"), ("t3", "", "c", "0"), ("t4", "", "c", "5"),
            ("t1", "t1", "a", "7"), ("t1", "t1", "a", "8"), ("t1", "t1", "b", "1"), ("t1", "t1", "c", "1"),
            ("t2", "t2", "a", "2")]  # fmt: skip
    for table, scope, caller, name in sent:
        info = await store.table(table)
        asked = AppendRecords(request=request(name, scope, caller=caller))
        await store.append(table, 1 if info is None else info.seq + 1, b"{}", asked)
    inconsistencies = aiter(store.inconsistencies(lambda *_: ""))
    found = [await anext(inconsistencies, None) for _ in range(len(sent) + 1)]
    message = "what is kept of the request with command id {!r} is no SHA-256"
    assert [(one.table, one.detail) for one in found if one is not None] == [
        (table, message.format(name)) for table, _, _, name in sent
    ]


async def test_what_other_servers_wrote_is_counted_every_ten_seconds(
    serving: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000.0]
    monkeypatch.setattr(maintenance, "monotonic", lambda: now[0])
    first, second = [await serving() for _ in range(2)]
    for seq, seconds in enumerate((0.0, 10.0, 0.1), 1):
        await fill(second, "t", 1, after=seq - 1)
        now[0] += seconds
        before = first.size()
        await first.check()
        assert first.size() == (before if seconds == 10.0 else second.size())


async def test_after_a_commit_of_unknown_outcome_the_size_is_added_up_once_at_the_next_check(
    postgres: Postgres, serving: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "monotonic", lambda: 1_000.0)
    first = await serving()
    await fill(first, "t", 1)
    await first.check()
    postgres.sql(CUT)
    with pytest.raises(StoreUnavailable):
        await fill(first, "t", 1, after=1)
    postgres.sql("DROP TRIGGER cut ON log")
    second = await serving()
    await fill(second, "t", 1, after=1)
    assert first.size() < second.size()
    await first.check()
    assert first.size() == second.size()
    await fill(second, "t", 1, after=2)
    await first.check()
    assert first.size() < second.size()


async def test_what_a_power_cut_may_damage_is_noticed_whenever_the_store_is_opened(serving: Opening) -> None:
    unsafe = ["fsync_off", "full_page_writes_off"]
    assert [notice.code for notice in (await serving()).notices()] == ["store_created", *unsafe]
    assert [notice.code for notice in (await serving()).notices()] == unsafe


_CONNECTED = "SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'tavern%'"


async def _no_connection_is_left(postgres: Postgres) -> None:
    async with asyncio.timeout(30):
        while await asyncio.to_thread(postgres.sql, _CONNECTED):
            pass


async def test_neither_a_closed_store_nor_one_that_could_not_be_opened_keeps_a_connection(postgres: Postgres) -> None:
    gc.disable()
    try:
        for read_only in (False, True):
            with pytest.raises(StoreMissing):
                await PostgresqlStore.open(postgres.address, "the store", read_only=read_only, create=False)
            await _no_connection_is_left(postgres)
        for read_only in (False, True):
            store = await PostgresqlStore.open(postgres.address, "the store", read_only=read_only)
            # Without anyone who listens, nothing is waited for.
            await store.listening()
            if not read_only:
                store.on_news(lambda _: None)
                await store.listening()
                async with store.claim("t") as mine:
                    assert not mine
                with pytest.raises(StoreInUse):
                    await PostgresqlStore.open(postgres.address, "the store")
            assert await seqs(store, "t") == []
            for _ in range(2):
                await store.close()
            await _no_connection_is_left(postgres)
            for refused in (store.read("t"), store.check()):
                with pytest.raises(StoreUnavailable, match=r"^the store is closed"):
                    await refused
    finally:
        gc.enable()


class Borrowing:
    """Makes the next connections that are borrowed from a pool fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.failures: list[Exception] = []
        acquire: Any = asyncpg.pool.Pool.acquire

        def borrow(pool: object, **options: object) -> object:
            if self.failures:
                raise self.failures.pop()
            return acquire(pool, **options)

        monkeypatch.setattr(asyncpg.pool.Pool, "acquire", borrow)


async def test_reads_and_claims_are_tried_again_once_after_a_lost_connection_and_after_nothing_else(
    serving: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await serving()
    await fill(store, "t", 1)
    borrowing = Borrowing(monkeypatch)

    async def claim() -> list[int]:
        async with store.claim("t") as mine:
            return [1] if mine else []

    async def read() -> list[int]:
        return await seqs(store, "t")

    for work in (claim, read):
        borrowing.failures = [ConnectionResetError("gone")]
        assert await work() == [1]
        borrowing.failures = [ConnectionResetError("gone")] * 3
        with pytest.raises(StoreUnavailable, match="gone"):
            await work()
        assert len(borrowing.failures) == 1
        borrowing.failures = [asyncpg.UndefinedTableError("no table")] * 2
        with pytest.raises(StoreUnreadable, match="no table"):
            await work()
        assert len(borrowing.failures) == 1
        borrowing.failures = [ZeroDivisionError()]
        with pytest.raises(ZeroDivisionError):
            await work()


async def test_compacting_leaves_no_deleted_row_in_any_table(postgres: Postgres, serving: Opening) -> None:
    store = await serving()
    await keep_much(store, "t")
    await store.delete("t")
    parts = ("log", "chat", "rounds", "snapshots", "analyses", "requests", "tokens", "secrets", "claims", "heads")
    sizes = "SELECT " + ", ".join(f"pg_relation_size('{part}') = 0" for part in parts)
    assert "t" not in postgres.sql(sizes)
    await store.compact()
    assert "f" not in postgres.sql(sizes)


async def test_a_store_that_cannot_be_compacted_says_why(serving: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await serving()
    borrowing = Borrowing(monkeypatch)
    borrowing.failures = [ConnectionResetError("gone")]
    with pytest.raises(StoreUnavailable, match="gone"):
        await store.compact()
    await store.compact()


async def test_claims_that_failed_keep_no_connection(serving: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "BORROW_SECONDS", 1.0)
    store = await serving()
    await fill(store, "t", 1)
    for _ in range(9):
        with pytest.raises(UnicodeEncodeError):
            async with store.claim("\ud800"):
                raise AssertionError
    async with store.claim("t") as mine:
        assert mine


async def test_those_who_ask_for_the_newest_numbers_at_once_share_a_look_and_its_failure(
    serving: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await serving()
    await fill(store, "t", 1)
    looks: list[Sequence[str]] = []
    newest_of = store.newest_of
    second: list[asyncio.Task[Newest | None]] = []

    async def look(tables: Sequence[str]) -> dict[str, Newest]:
        looks.append(sorted(tables))
        if len(looks) == 1:
            second.extend(asyncio.ensure_future(store.newest("t")) for _ in range(2))
            await asyncio.sleep(0)
            raise StoreUnavailable("not now")
        return await newest_of(tables)

    monkeypatch.setattr(store, "newest_of", look)
    outcomes = await asyncio.gather(*(store.newest(table) for table in ("t", "u", "t")), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [StoreUnavailable] * 3
    assert await asyncio.gather(*second) == [Newest(1, 0)] * 2
    assert looks == [["t", "u"], ["t"]]
    assert await store.newest("t") == Newest(1, 0)
    assert looks[2:] == [["t"]]

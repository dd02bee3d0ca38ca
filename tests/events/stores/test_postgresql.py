import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import asyncpg
import asyncpg.pool
import pytest

from events.store import (
    AppendRecords,
    Conflict,
    Healed,
    Store,
    StoreInUse,
    StoreMissing,
    StoreReadOnly,
    StoreUnavailable,
    StoreUnreadable,
)
from events.store.sharing import Newest
from events.stores.opening import open_store
from events.stores.postgresql import PostgresqlStore, checking, maintenance, sharing
from events.stores.postgresql.appending import Append, append_all
from events.stores.postgresql.connections.connecting import connect
from events.stores.postgresql.group_commit import BEGIN
from events.stores.postgresql.schema import STEPS, prepare
from tests.events.stores.contract import StoreContract
from tests.events.stores.contract_maintenance import keep_much
from tests.events.stores.files import ByHand
from tests.events.stores.filling import AT, NOTHING, SECRET, everything, fill, request, send, seqs
from tests.postgres import Postgres

Opening = Callable[[], Awaitable[PostgresqlStore]]

_CUT = """
    CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    EXECUTE FUNCTION cut()
"""
"""A trigger that is checked at the commit, and ends the connection."""


@pytest.fixture
async def serving(postgres: Postgres) -> AsyncIterator[Opening]:
    """Opens the store as another server does; all are closed afterwards."""
    stores: list[PostgresqlStore] = []

    async def serve() -> PostgresqlStore:
        stores.append(await PostgresqlStore.open(postgres.address, "the store", shared=True))
        return stores[-1]

    yield serve
    for store in stores:
        await store.close()


class TestPostgresqlStore(StoreContract):
    @pytest.fixture
    async def store(self, postgres: Postgres) -> AsyncIterator[Store]:
        store = await open_store(postgres.address)
        yield store
        await store.close()

    @pytest.fixture
    def by_hand(self, postgres: Postgres) -> ByHand:
        def change(statement: str) -> None:
            postgres.sql(statement)

        return change


async def test_servers_share_a_store_and_a_command_that_changes_it_waits_for_none(
    postgres: Postgres, serving: Opening
) -> None:
    first, second = [await serving() for _ in range(2)]
    with pytest.raises(StoreInUse, match=r"in use by a server or another command \(tavern .*:\d+\)"):
        await open_store(postgres.address)
    await first.close()
    await second.close()
    tool = await open_store(postgres.address)
    with pytest.raises(StoreInUse, match="in use by a command that changes it"):
        await open_store(postgres.address, shared=True)
    await tool.close()


async def test_of_two_servers_that_append_at_once_one_is_refused(serving: Opening) -> None:
    stores = [await serving() for _ in range(2)]
    await fill(stores[0], "t", 1)
    for seq in range(2, 42):
        outcomes = await asyncio.gather(
            *(store.append("t", seq, b"{}", NOTHING) for store in stores), return_exceptions=True
        )
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "int"]
    assert await seqs(stores[1], "t") == list(range(1, 42))
    assert len({stored.position for stored in await everything(stores[0])}) == 41


async def test_servers_that_write_to_many_tables_at_once_do_not_lock_each_other_out(serving: Opening) -> None:
    stores = [await serving() for _ in range(3)]
    names = [f"t{n}" for n in range(20)]
    await send(stores[0], names, 1)

    async def write(store: Store, names: list[str]) -> None:
        for name in names:
            await store.say(name, "gm", AT, "hello")
            while True:
                info = await store.table(name)
                assert info is not None
                try:
                    await store.append(name, info.seq + 1, b"{}", NOTHING)
                except Conflict:
                    continue
                break

    await asyncio.gather(*(write(store, names[turn:] + names[:turn]) for store in stores for turn in (0, 7, 13)))
    assert {(info.seq, await stores[0].chat_last(info.table)) for info in await stores[1].tables()} == {(10, 9)}
    await stores[2].check()


async def test_one_key_opens_one_table_at_whichever_server(serving: Opening) -> None:
    stores = [await serving() for _ in range(2)]
    opening = AppendRecords(secret=SECRET, request=request("1", ""))
    outcomes = await asyncio.gather(
        *(store.append(f"t{n}", 1, b"{}", opening) for n, store in enumerate(stores)), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["AlreadyAnswered", "int"]
    assert len(await stores[0].tables()) == 1


async def test_following_all_lines_misses_none_that_is_committed_late(postgres: Postgres, serving: Opening) -> None:
    store = await serving()
    late = await connect(postgres.address)
    await fill(store, "t", 1)
    await late.execute(BEGIN)
    await append_all(late, [Append("u", 1, b"late", NOTHING)])
    await fill(store, "t", 1, after=1)
    seen = await everything(store)
    await late.execute("COMMIT")
    await late.close()
    seen += await everything(store, seen[-1].position)
    assert [(stored.table, stored.seq) for stored in seen] == [("t", 1), ("u", 1), ("t", 2)]


async def test_a_commit_whose_outcome_nobody_heard_is_unknown(postgres: Postgres, serving: Opening) -> None:
    store = await serving()
    await fill(store, "t", 1)
    postgres.sql(_CUT)
    with pytest.raises(StoreUnavailable) as caught:
        await fill(store, "t", 1, after=1)
    assert caught.value.kept is None
    postgres.sql("DROP TRIGGER cut ON log")
    await fill(store, "t", 1, after=1)
    assert await seqs(store, "t") == [1, 2]
    await store.check()
    assert store.size() == sum(info.bytes for info in await store.tables())


async def test_a_failure_before_the_commit_keeps_nothing_and_says_so(postgres: Postgres, serving: Opening) -> None:
    store = await serving()
    await fill(store, "t", 1)
    postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tavern%'")
    with pytest.raises(StoreUnavailable) as caught:
        await fill(store, "t", 1, after=1)
    assert caught.value.kept is False
    await fill(store, "t", 1, after=1)
    assert await seqs(store, "t") == [1, 2]


async def test_a_store_that_became_a_standby_cannot_be_written(postgres: Postgres, serving: Opening) -> None:
    store = await serving()
    postgres.sql("ALTER DATABASE postgres SET default_transaction_read_only = on")
    try:
        postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tavern%'")
        with suppress(StoreUnavailable):
            await store.check()
        with pytest.raises(StoreReadOnly):
            await store.check()
        with pytest.raises(StoreReadOnly):
            await fill(store, "t", 1)
    finally:
        postgres.sql("ALTER DATABASE postgres RESET ALL")


async def test_news_tells_other_servers_and_not_oneself(serving: Opening) -> None:
    first, second = [await serving() for _ in range(2)]
    heard: list[tuple[str, str]] = []
    news = asyncio.Event()

    def listen(name: str) -> Callable[[str], None]:
        def hear(table: str) -> None:
            heard.append((name, table))
            news.set()

        return hear

    first.on_news(listen("first"))
    second.on_news(listen("second"))
    await first.listening()
    await second.listening()
    await fill(first, "t\0", 1)
    await asyncio.wait_for(news.wait(), 30)
    news.clear()
    await second.say("t\0", "gm", AT, "hello")
    await asyncio.wait_for(news.wait(), 30)
    assert heard == [("second", "t\0"), ("first", "t\0")]
    assert await second.newest("t\0") == Newest(1, 1)
    assert await second.newest("unknown") is await second.newest("\ud800") is None


async def test_work_is_claimed_once_and_the_claim_ends_with_its_server(postgres: Postgres, serving: Opening) -> None:
    first, second = [await serving() for _ in range(2)]
    await first.append("t", 1, b"{}", AppendRecords(deadline="2026-01-01T20:00:00.000Z"))
    assert await second.overdue("2026-01-01T20:00:00.000Z", 10) == []
    assert await second.overdue("2026-01-01T20:00:00.001Z", 10) == ["t"]
    async with first.claim("t") as mine, second.claim("t") as also_mine, second.claim("u") as of_no_table:
        assert (mine, also_mine, of_no_table) == (True, False, False)
        assert await second.overdue("2027", 10) == []
        # An append does not wait for the claim.
        await second.append("t", 2, b"{}", AppendRecords(deadline="2026-01-01T20:00:00.000Z"))
    async with second.claim("t") as mine:
        assert mine
    async with first.claim("t") as mine:
        postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tavern%'")
        async with second.claim("t") as also_mine:
            assert (mine, also_mine) == (True, True)


async def test_a_schema_is_migrated_once_and_a_newer_one_is_refused(postgres: Postgres) -> None:
    await (await open_store(postgres.address)).close()
    link = await connect(postgres.address)
    steps = (*STEPS, "CREATE TABLE added (n bigint)")
    assert not await prepare(link, "the store", create=False, steps=steps)
    assert not await prepare(link, "the store", create=False, steps=steps)
    await link.close()
    for read_only in (False, True):
        with pytest.raises(StoreUnreadable, match="has schema 2, this version of tavern supports schema 1"):
            await open_store(postgres.address, read_only=read_only)
        postgres.sql("CREATE TABLE kept AS TABLE meta; DELETE FROM meta")
        with pytest.raises(StoreUnreadable, match="has schema 0"):
            await open_store(postgres.address, read_only=read_only)
        postgres.sql("INSERT INTO meta TABLE kept; DROP TABLE kept")


async def test_a_new_schema_is_made_by_all_steps(postgres: Postgres) -> None:
    link = await connect(postgres.address)
    assert await prepare(link, "the store", create=True, steps=(*STEPS, "CREATE TABLE added (n bigint)"))
    await link.close()
    assert postgres.sql("SELECT value FROM meta; SELECT count(*) FROM added, log") == "\\x32\n0\n"


async def test_a_database_that_is_not_in_utf8_is_refused_before_anything_is_created(postgres: Postgres) -> None:
    postgres.sql("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    address = postgres.address.replace("/postgres", "/latin")
    try:
        for create in (True, False):
            with pytest.raises(StoreUnreadable, match="has the encoding LATIN1: create the database with UTF8"):
                await open_store(address, create=create)
            with pytest.raises(StoreUnreadable, match="has the encoding LATIN1"):
                await open_store(address, read_only=True)
        assert postgres.sql("SELECT to_regnamespace('tavern') IS NULL", address).strip() == "t"
    finally:
        postgres.sql("DROP DATABASE latin WITH (FORCE)")


async def test_servers_that_start_at_once_make_one_schema(serving: Opening) -> None:
    stores = await asyncio.gather(*(serving() for _ in range(3)))
    assert sorted(notice.code for store in stores for notice in store.notices()).count("store_created") == 1
    epochs = await asyncio.gather(*(store.epoch(str(n)) for n, store in enumerate(stores)))
    assert len(set(epochs)) == 1


async def test_no_store_is_made_unasked_and_what_cannot_be_reached_says_so(postgres: Postgres) -> None:
    for read_only in (False, True):
        with pytest.raises(StoreMissing, match="start the server with --create"):
            await open_store(postgres.address, create=False, read_only=read_only)
    for read_only in (False, True):
        with pytest.raises(StoreUnreadable, match='database "nowhere" does not exist'):
            await open_store(postgres.address.replace("/postgres", "/nowhere"), read_only=read_only)
        with pytest.raises(StoreUnavailable) as caught:
            await open_store("postgresql://tavern:tell-nobody@127.0.0.1:9/tavern", read_only=read_only)
        assert "tell-nobody" not in str(caught.value)
        assert "postgresql://tavern@127.0.0.1:9/tavern" in str(caught.value)


async def test_who_reads_changes_nothing(postgres: Postgres, serving: Opening) -> None:
    store = await serving()
    await fill(store, "t", 2)
    reader = await open_store(postgres.address, read_only=True)
    assert await seqs(reader, "t") == [1, 2]
    assert reader.size() == store.size()
    with pytest.raises(StoreReadOnly):
        await fill(reader, "t", 1, after=2)
    await reader.check()
    await reader.close()


async def test_what_follows_from_the_log_is_stored_again_and_nothing_else_is_healed(serving: Opening) -> None:
    store = await serving()
    await fill(store, "t", 1)
    await store.rebuild_head("t", "2026-01-01T20:00:00.000Z", True, b"{}")
    info = await store.table("t")
    assert info is not None
    assert (info.seq, info.deadline, info.closed, info.listed) == (1, "2026-01-01T20:00:00.000Z", True, True)
    await store.rebuild_head("t", None, False, None)
    assert await store.overdue("2027", 10) == []
    await store.rebuild_rounds("no such table")
    assert not store.suspects_damage()
    assert await store.heal() == Healed()


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
    misfits = aiter(store.misfits(lambda *_: ""))
    found = [await anext(misfits, None) for _ in range(len(sent) + 1)]
    told = "what is kept of the request with command id {!r} is no SHA-256"
    assert [(one.table, one.detail) for one in found if one is not None] == [
        (table, told.format(name)) for table, _, _, name in sent
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
    postgres.sql(_CUT)
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
    parts = ("log", "chat", "rounds", "snapshots", "requests", "tokens", "secrets", "claims", "heads")
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

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import pytest

from events.storage.contract import (
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
from events.storage.contract.sharing import Newest
from events.storage.opening import open_store
from events.storage.postgresql.appending import Append, append_all
from events.storage.postgresql.connections.connecting import connect
from events.storage.postgresql.group_commit import BEGIN
from tests.events.storage.contract import StoreContract
from tests.events.storage.files import ByHand
from tests.events.storage.filling import AT, NOTHING, SECRET, everything, fill, request, send, seqs
from tests.events.storage.servers import CUT, REFUSED, TERMINATE, Opening, stores_at
from tests.postgres import Postgres


@pytest.fixture
async def serving(postgres: Postgres) -> AsyncIterator[Opening]:
    async with stores_at(postgres.address) as serve:
        yield serve


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
    postgres.sql(CUT)
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
    postgres.sql(TERMINATE)
    with pytest.raises(StoreUnavailable) as caught:
        await store.say("t", "gm", AT, "hello", "1")
    assert caught.value.kept is False
    postgres.sql(REFUSED)
    with pytest.raises(StoreUnavailable, match="not that") as caught:
        await store.append("t", 2, b"not that", NOTHING)
    assert caught.value.kept is False
    await fill(store, "t", 1, after=1)
    assert await seqs(store, "t") == [1, 2]


async def test_an_append_to_which_nobody_answered_may_have_been_kept(postgres: Postgres, serving: Opening) -> None:
    store = await serving()
    await fill(store, "t", 1)
    postgres.sql(TERMINATE)
    with pytest.raises(StoreUnavailable) as caught:
        await fill(store, "t", 1, after=1)
    assert caught.value.kept is None
    await fill(store, "t", 1, after=1)
    assert await seqs(store, "t") == [1, 2]


async def test_a_store_that_became_a_standby_cannot_be_written(postgres: Postgres, serving: Opening) -> None:
    store = await serving()
    postgres.sql("ALTER DATABASE postgres SET default_transaction_read_only = on")
    try:
        postgres.sql(TERMINATE)
        with suppress(StoreUnavailable):
            await store.check()
        with pytest.raises(StoreReadOnly):
            await store.check()
        with pytest.raises(StoreReadOnly):
            await fill(store, "t", 1)
    finally:
        postgres.sql("ALTER DATABASE postgres RESET ALL")


async def test_news_reaches_other_servers_and_not_oneself(serving: Opening) -> None:
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
        postgres.sql(TERMINATE)
        async with second.claim("t") as also_mine:
            assert (mine, also_mine) == (True, True)


async def test_a_database_with_another_schema_is_refused(postgres: Postgres) -> None:
    await (await open_store(postgres.address)).close()
    postgres.sql("UPDATE meta SET value = '2' WHERE name = 'schema'")
    for read_only in (False, True):
        with pytest.raises(StoreUnreadable, match="has schema 2, but this tavern supports only 1"):
            await open_store(postgres.address, read_only=read_only)
        postgres.sql("CREATE TABLE kept AS TABLE meta; DELETE FROM meta")
        with pytest.raises(StoreUnreadable, match="has schema 0"):
            await open_store(postgres.address, read_only=read_only)
        postgres.sql("INSERT INTO meta TABLE kept; DROP TABLE kept")


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

"""Copying whole tables between two databases."""

from collections.abc import AsyncIterator

import pytest

from events.store import AlreadyAnswered, AlreadySaid, AppendRecords, NoSuchTable, Store
from events.store.copying import StoreKeys
from events.stores.memory import MemoryStore
from events.stores.postgresql import PostgresqlStore, copying
from tests.events.stores.contract_maintenance import LOG
from tests.events.stores.filling import AT, NOTHING, SECRET, fill, line, request, round_line, token
from tests.postgres import Postgres

FIELDS = "\\0 \0"
"""A text in which each character is stored otherwise."""


@pytest.fixture
async def here(postgres: Postgres) -> AsyncIterator[PostgresqlStore]:
    store = await PostgresqlStore.open(postgres.address, "the first store", shared=True)
    yield store
    await store.close()


@pytest.fixture
async def there(postgres: Postgres) -> AsyncIterator[PostgresqlStore]:
    store = await PostgresqlStore.open(postgres.second, "the second store", shared=True)
    yield store
    await store.close()


async def keep_all(store: Store) -> None:
    """A table with a value in each field that can be copied."""
    opening = AppendRecords(
        secret=SECRET,
        nodes=b"nodes",
        tokens=[token("gm", FIELDS), token(f"seat:{FIELDS}", "bri")],
        request=request(f"open {FIELDS}", "", caller=FIELDS, fingerprint=FIELDS),
        listing=b"{}",
    )
    await store.append("t", 1, round_line(began=1), opening)
    await store.append("t", 2, round_line(ended=1), AppendRecords(request=request("1"), listing=b"[]"))
    await store.append("t", 3, line("t", 3), AppendRecords(deadline=FIELDS, listing=b"{}"))
    await store.say("t", FIELDS, AT, "hello", FIELDS)
    await store.say("t", "gm", FIELDS, "a regret")
    await store.erase_chat("t", "gm", AT, [2])


async def test_a_whole_table_is_the_same_in_every_store(here: PostgresqlStore, there: PostgresqlStore) -> None:
    reference = MemoryStore()
    for store in (reference, here):
        await keep_all(store)
        await store.import_table("archive", LOG, [token("gm", "archive")])
        await fill(store, "plain", 1)
    for table in ("t", "archive", "plain"):
        whole = await here.copy_out(table)
        assert whole == await reference.copy_out(table)
        await there.copy_in(whole)
        assert await there.copy_out(table) == whole
    with pytest.raises(AlreadyAnswered):
        await there.append("u", 1, b"{}", AppendRecords(request=request(f"open {FIELDS}", "", caller=FIELDS)))
    with pytest.raises(AlreadyAnswered):
        await there.append("t", 4, b"{}", AppendRecords(request=request("1")))
    with pytest.raises(AlreadySaid):
        await there.say("t", FIELDS, AT, "hello", FIELDS)
    assert await there.say("t", "gm", AT, "hello") == 4
    assert [span.last for span in await there.rounds("t", 0, 9)] == [2]
    async with there.claim("t") as mine:
        assert mine


async def test_lines_that_are_copied_in_several_parts_keep_their_order(
    here: PostgresqlStore, there: PostgresqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "_LINES", 2)
    await fill(here, "t", 5)
    await there.copy_in(await here.copy_out("t"))
    assert [(one.seq, one.line) for one in await there.read("t")] == [(n, line("t", n)) for n in range(1, 6)]
    await there.append("t", 6, b"{}", NOTHING)


async def test_the_size_of_the_target_is_that_of_the_tables_that_were_copied(
    here: PostgresqlStore, there: PostgresqlStore
) -> None:
    await keep_all(here)
    whole = await here.copy_out("t")
    for _ in range(2):
        await there.copy_in(whole)
        assert here.size() == there.size() == whole.size > 0
    await here.say("t", "gm", AT, "meanwhile")
    await there.copy_in(await here.copy_out("t"))
    assert here.size() == there.size() > whole.size


async def test_a_table_that_is_not_there_cannot_be_copied(here: PostgresqlStore) -> None:
    with pytest.raises(NoSuchTable):
        await here.copy_out("t")


async def test_a_copy_takes_over_the_keys_of_its_source(here: PostgresqlStore, there: PostgresqlStore) -> None:
    assert await here.store_keys() == StoreKeys(server_key=None, signing_key=None)
    await here.server_key(b"k" * 32)
    await here.signing_key(b"s" * 32)
    await fill(here, "t\0", 2)
    keys = await here.store_keys()
    assert keys == StoreKeys(server_key=b"k" * 32, signing_key=b"s" * 32)
    assert await there.copied_from() is None
    await there.begin_copy("the first", keys)
    assert await there.copied_from() == "the first"
    whole = await here.copy_out("t\0")
    for _ in range(2):
        await there.copy_in(whole)
        assert there.size() == here.size()
    await there.end_copy()
    assert await there.copied_from() is None
    assert await there.store_keys() == keys

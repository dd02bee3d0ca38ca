"""Whole tables between two databases: each step of a move and of a copy, and those that come too late."""

from collections.abc import AsyncIterator

import pytest

from events.store import AlreadyAnswered, AlreadySaid, AppendRecords, NoSuchTable, Store, TableExists
from events.store.copying import StoreWide
from events.store.moving import Overtaken, Place
from events.stores.memory import MemoryStore
from events.stores.postgresql import PostgresqlStore, moving
from tests.events.stores.contract_maintenance import LOG
from tests.events.stores.filling import AT, NOTHING, SECRET, fill, line, request, round_line, seqs, token
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
    """A table with a value in each field that can be moved."""
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
        whole = await here.take_out(table)
        assert whole == await reference.take_out(table)
        await there.put_in(whole, 1)
        assert await there.take_out(table) == whole
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


async def test_lines_that_move_in_several_parts_keep_their_order(
    here: PostgresqlStore, there: PostgresqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "_LINES", 2)
    await fill(here, "t", 5)
    await there.put_in(await here.take_out("t"), 1)
    assert [(one.seq, one.line) for one in await there.read("t")] == [(n, line("t", n)) for n in range(1, 6)]
    await there.append("t", 6, b"{}", NOTHING)


async def test_the_size_of_both_databases_follows_each_step_of_a_move(
    here: PostgresqlStore, there: PostgresqlStore
) -> None:
    await keep_all(here)
    await here.begin_move("t", 1)
    whole = await here.take_out("t")
    await there.put_in(whole, 1)
    assert here.size() == there.size() == whole.size > 0
    for _ in range(2):
        await there.discard("t", 1)
        assert there.size() == 0
    await there.put_in(whole, 2)
    await here.say("t", "gm", AT, "meanwhile")
    await here.begin_move("t", 3)
    whole = await here.take_out("t")
    await there.put_in(whole, 3)
    assert there.size() == whole.size
    await here.hand_over(whole, 3, "two")
    assert (here.size(), there.size()) == (0, whole.size)
    assert await here.place("t") == Place(move=3, to="two", since=3)


async def test_a_step_of_a_move_that_was_overtaken_changes_nothing(
    here: PostgresqlStore, there: PostgresqlStore
) -> None:
    await fill(here, "t", 1)
    await here.begin_move("t", 2)
    for overtaken in (1, 2):
        with pytest.raises(Overtaken):
            await here.begin_move("t", overtaken)
    whole = await here.take_out("t")
    await there.put_in(whole, 2)
    for overtaken in (1, 2):
        with pytest.raises(Overtaken):
            await there.put_in(whole, overtaken)
    for other in (1, 3):
        await there.discard("t", other)
        with pytest.raises(Overtaken):
            await here.hand_over(whole, other, "two")
    assert await seqs(there, "t") == [1]
    await fill(here, "t", 1, after=1)
    with pytest.raises(Overtaken):
        await here.hand_over(whole, 2, "two")
    assert await seqs(here, "t") == [1, 2]
    await here.settle("t", 1, "nowhere")
    assert await here.place("t") == Place(move=2)
    await here.settle("t", 2, "two")
    assert await here.place("t") == Place(move=2, to="two", since=2)
    await here.settle("t", 3, "")
    assert await here.places() == {"t": Place(move=3)}


async def test_what_is_not_there_cannot_move_and_what_is_there_is_not_moved_over(
    here: PostgresqlStore, there: PostgresqlStore
) -> None:
    await fill(here, "t", 2)
    whole = await here.take_out("t")
    for step in (there.begin_move("t", 1), there.take_out("t"), there.hand_over(whole, 1, "two")):
        with pytest.raises(NoSuchTable):
            await step
    await fill(there, "t", 1)
    with pytest.raises(TableExists):
        await there.put_in(whole, 1)
    assert await seqs(there, "t") == [1]
    assert await there.place("t") is await there.place("\ud800") is None
    assert await there.places() == {}


async def test_a_copy_takes_over_what_its_source_keeps_for_all_tables(
    here: PostgresqlStore, there: PostgresqlStore
) -> None:
    assert await here.store_wide() == StoreWide(server_key=None, signing_key=None, shard=None, places={})
    assert await here.become_shard("one") == await here.become_shard("two") == "one"
    await here.server_key(b"k" * 32)
    await here.signing_key(b"s" * 32)
    await fill(here, "t\0", 2)
    await here.begin_move("t\0", 1)
    wide = await here.store_wide()
    assert wide == StoreWide(server_key=b"k" * 32, signing_key=b"s" * 32, shard="one", places={"t\0": Place(move=1)})
    assert await there.copied_from() is None
    await there.begin_copy("the first", wide)
    assert await there.copied_from() == "the first"
    whole = await here.take_out("t\0")
    for _ in range(2):
        await there.copy_in(whole)
        assert there.size() == here.size()
    await there.end_copy()
    assert await there.copied_from() is None
    assert await there.store_wide() == wide

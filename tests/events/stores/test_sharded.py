"""A store that consists of several: routing, new shards, moving tables."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from events.store import (
    AlreadyAnswered,
    AppendRecords,
    Conflict,
    NoSuchTable,
    Store,
    StoreDamaged,
    StoreError,
    StoreUnavailable,
    StoreUnreadable,
    TableExists,
)
from events.store.moving import Overtaken, Place, WholeTable
from events.store.placement import Placement
from events.store.sharing import Newest, Sharing
from events.stores.memory import MemoryStore
from events.stores.opening import open_store, shown
from events.stores.sharded import ShardAddress, ShardedStore, move_table, shard_addresses
from events.stores.sharded.addresses import WrongShards
from events.stores.sharded.opening import open_shards
from events.stores.sharded.shard import ShardStore
from events.stores.sharded.sharing import SharedShardedStore
from tests.events.stores.contract import StoreContract
from tests.events.stores.contract_maintenance import LOG, NOTHING_AT_ALL, all_of, keep_much
from tests.events.stores.files import ByHand
from tests.events.stores.filling import NOTHING, SECRET, everything, fill, line, request, round_line, say, seqs, token
from tests.events.stores.sharing import SharedMemoryStore
from tests.postgres import Postgres

MEMORY = "one=memory: two=memory:"


class TestShardedStore(StoreContract):
    @pytest.fixture
    async def store(self) -> AsyncIterator[Store]:
        store = await open_store(MEMORY)
        yield store
        await store.close()

    @pytest.fixture
    def by_hand(self, store: ShardedStore) -> ByHand:
        first = store.routing.first.store
        assert isinstance(first, MemoryStore)

        def change(statement: str) -> None:
            # There is no file that another connection could change.
            first._reader._connection.execute(statement)  # pyright: ignore[reportPrivateUsage]

        return change


class TestSharedShardedStore(StoreContract):
    @pytest.fixture
    async def store(self, postgres: Postgres) -> AsyncIterator[Store]:
        store = await open_store(postgres.shards)
        yield store
        await store.close()

    @pytest.fixture
    def by_hand(self, postgres: Postgres) -> ByHand:
        def change(statement: str) -> None:
            postgres.sql(statement)

        return change


async def opened(address: str) -> ShardedStore:
    store = await open_store(address)
    assert isinstance(store, ShardedStore)
    return store


def shard_of(store: ShardedStore, name: str) -> ShardStore:
    shard = store.routing.named(name)
    assert shard is not None
    return shard.store


async def move(store: ShardedStore, table: str, name: str) -> bool:
    shard = store.routing.named(name)
    assert shard is not None
    return await move_table(store, table, shard) is not None


async def contents(store: Store, table: str) -> list[object]:
    """All that a store tells of a table but positions and snapshots, which a move changes."""
    lines, *rest = await all_of(store, table)
    assert isinstance(lines, list)
    kept = [(one.seq, one.line) for one in lines]
    return [kept, *rest[:9], *rest[10:]]


async def copies(store: ShardedStore, table: str) -> list[str]:
    """The names of the shards that have a table."""
    return [shard.name for shard in store.routing.shards if await shard.store.table(table) is not None]


@pytest.mark.parametrize(
    ("address", "shards"),
    [
        ("sqlite:///a=b.db", []),
        ("postgresql://u@h/d?x=memory:", []),
        ("a=memory:", [ShardAddress("a", "memory:")]),
        ("a=memory:,b!=memory:", [ShardAddress("a", "memory:"), ShardAddress("b", "memory:", open=False)]),
        (
            " a=postgresql://u@h1,h2/d?c=1,  b=postgresql://u@h3/e ".strip(),
            [ShardAddress("a", "postgresql://u@h1,h2/d?c=1"), ShardAddress("b", "postgresql://u@h3/e")],
        ),
        (
            "a=sqlite:///my tavern.db\nb=sqlite:///other, one.db",
            [ShardAddress("a", "sqlite:///my tavern.db"), ShardAddress("b", "sqlite:///other, one.db")],
        ),
    ],
)
def test_shards_are_a_list_of_names_and_addresses(address: str, shards: list[ShardAddress]) -> None:
    assert shard_addresses(address) == shards


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("A=memory: b=memory:", "'A' is not the name of a shard"),
        ("a-b=memory:", "'a-b' is not the name"),
        ("abcdefghijklm=memory:", "not the name"),
        ("a=memory: a=memory:", "two shards are named a"),
        ("a=sqlite:///x b=sqlite:///x", "two shards have the same address"),
        ("a=memory: b=sqlite:///x", "of one kind"),
        (" ".join(f"s{n}=memory:" for n in range(65)), "64 is the most"),
    ],
)
def test_a_list_of_shards_that_cannot_be_used_is_refused(address: str, reason: str) -> None:
    with pytest.raises(WrongShards, match=reason):
        shard_addresses(address)


def test_there_may_be_64_shards() -> None:
    assert len(shard_addresses(" ".join(f"s{n}=memory:" for n in range(64)))) == 64


def test_no_password_of_a_shard_is_shown() -> None:
    address = "a=postgresql://u:tell-nobody@h/d?password=tell-nobody,b!=postgresql://u:tell-nobody@h/e"
    assert shown(address) == "a=postgresql://u@h/d b!=postgresql://u@h/e"


async def test_an_id_leads_to_its_shard_and_any_other_to_the_first() -> None:
    store = await opened(MEMORY)
    for table in ("t", "t-two", "t-one", "t-three", "two", "-two"):
        await fill(store, table, 2)
    assert {info.table for info in await shard_of(store, "two").tables()} == {"t-two", "-two"}
    assert {info.table for info in await shard_of(store, "one").tables()} == {"t", "t-one", "t-three", "two"}
    assert [info.table for info in await store.tables()] == ["t", "t-one", "t-three", "two", "t-two", "-two"]
    assert await seqs(store, "t-two") == [1, 2]
    assert store.size() == sum(info.bytes for info in await store.tables())


async def test_lines_of_all_shards_have_positions_of_their_own() -> None:
    store = await opened(MEMORY)
    positions = [await store.append(table, 1, b"{}", NOTHING) for table in ("t", "t-two", "u", "u-two")]
    assert [stored.position for stored in await everything(store)] == sorted(positions)
    # Whoever follows the lines keeps positions, so they are the same in every version.
    assert positions == [64, 65, 128, 129]
    assert [(await store.read(table))[0].position for table in ("t", "t-two", "u", "u-two")] == positions


async def test_all_lines_behind_any_position_are_read() -> None:
    store = await opened("one=memory: two=memory: three=memory:")
    for seq in (1, 2, 3):
        for table in ("t", "t-two", "t-three"):
            await store.append(table, seq, line(table, seq), NOTHING)
    lines = await everything(store)
    assert len(lines) == 9
    for position in range(-1, lines[-1].position + 2):
        assert await everything(store, position) == [one for one in lines if one.position > position]


async def test_new_tables_are_spread_over_the_open_shards() -> None:
    store = await opened("one=memory: two!=memory: three=memory:")
    assert isinstance(store, Placement)
    ids = [store.placed(f"id{n}", None) for n in range(300)]
    assert {store.routing.home(table).name for table in ids} == {"one", "three"}
    assert 100 < sum(table.endswith("-three") for table in ids) < 200
    with pytest.raises(StoreUnavailable, match="no shard is open for new tables"):
        (await opened("one!=memory: two!=memory:")).placed("id", None)


async def test_openings_with_the_same_key_go_to_the_same_shard() -> None:
    store = await opened(MEMORY)
    for key in map(str, range(30)):
        homes = {store.routing.home(store.placed(f"id{n}", key)).name for n in range(5)}
        assert len(homes) == 1


async def test_a_key_goes_to_the_shard_to_which_every_version_sends_it() -> None:
    store = await opened("one=memory: two=memory: three=memory:")
    chosen = [
        store.routing.chosen(text, reachable=False).name for text in ("a", "b", "c", "d", "e", "f", "ß", "\ud800")
    ]
    assert chosen == ["one", "two", "one", "two", "three", "one", "one", "two"]


async def test_another_shard_takes_few_keys_from_the_others() -> None:
    two, three = await opened(MEMORY), await opened(f"{MEMORY} three=memory:")
    moved = 0
    for n in range(300):
        before, after = (store.routing.chosen(str(n), reachable=False).name for store in (two, three))
        assert after in (before, "three")
        moved += before != after
    assert 50 < moved < 150


async def test_a_key_that_opened_a_table_is_found_in_whichever_shard() -> None:
    store = await opened(MEMORY)
    await store.append("t-two", 1, b"{}", AppendRecords(secret=SECRET, request=request("key", "")))
    answered = await store.answered("", "seat:bri", "key")
    assert answered is not None
    assert answered.table == "t-two"
    assert await store.answered("", "seat:bri", "other") is None
    with pytest.raises(AlreadyAnswered):
        await store.append("u-two", 1, b"{}", AppendRecords(secret=SECRET, request=request("key", "")))


async def test_the_directory_lists_one_shard_after_the_other() -> None:
    store = await opened("one=memory: two=memory: three=memory:")
    names = ["a", "b", "c-two", "d-two", "e-three"]
    for table in reversed(names):
        await store.append(table, 1, line(table, 1), AppendRecords(listing=b"{}"))
    listed = [entry.table for entry in await store.directory(None, 10)]
    assert sorted(listed) == names
    for limit in (1, 2, 3):
        paged: list[str] = []
        while page := await store.directory(paged[-1] if paged else None, limit):
            assert len(page) <= limit
            paged += [entry.table for entry in page]
        assert paged == listed


async def test_each_shard_has_an_epoch_of_its_own(tmp_path: Path) -> None:
    one, two, three = (f"{name}=sqlite:///{tmp_path}/{name}.db" for name in ("one", "two", "three"))
    store = await opened(f"{one} {two}")
    assert await store.epoch("fresh") == store.epoch_of("t") == "fresh"
    of_two = store.epoch_of("t-two")
    assert of_two not in ("", "fresh")
    await store.import_table("t-two", LOG, [])
    await store.close()
    store = await opened(f"{one} {two} {three}")
    await store.epoch("fresher")
    assert store.epoch_of("t") == "fresh"
    assert len({"fresh", of_two, store.epoch_of("t-two"), store.epoch_of("t-three")}) == 4
    await store.close()


async def test_a_single_store_becomes_the_first_shard_and_keeps_its_tables_and_keys(tmp_path: Path) -> None:
    single = await open_store(f"sqlite:///{tmp_path}/one.db", shared=True)
    await keep_much(single, "t")
    await single.server_key(b"key")
    epoch, before = await single.epoch("first"), await all_of(single, "t")
    await single.close()
    store = await opened(f"one=sqlite:///{tmp_path}/one.db,two=sqlite:///{tmp_path}/two.db")
    assert await store.server_key(b"another") == b"key"
    assert await store.epoch("second") == epoch
    assert (await contents(store, "t"))[1:] == [*before[1:10], *before[11:]]
    await store.close()
    with pytest.raises(StoreUnreadable, match="one of several shards, one: give them all"):
        await open_store(f"sqlite:///{tmp_path}/one.db", shared=True)


async def test_shards_know_their_names(tmp_path: Path) -> None:
    one, two = (f"sqlite:///{tmp_path}/{name}.db" for name in ("one", "two"))
    await (await opened(f"one={one} two={two}")).close()
    with pytest.raises(StoreUnreadable, match=r"the first shard, two.* is that of shard two"):
        await open_store(f"two={two} one={one}")
    with pytest.raises(StoreUnreadable, match=r"shard three is that of shard two"):
        await open_store(f"one={one} three={two}")
    visitor = await open_store(f"one={one} two={two}", read_only=True)
    assert await visitor.tables() == []
    await visitor.close()


async def test_a_new_shard_needs_a_name_with_which_no_id_ends(tmp_path: Path) -> None:
    one, two = (f"sqlite:///{tmp_path}/{name}.db" for name in ("one", "two"))
    single = await open_store(one)
    await fill(single, "imported-two", 1)
    await single.close()
    with pytest.raises(StoreUnreadable, match=r"imported-two .* give the new shard another name"):
        await open_store(f"one={one} two={two}")
    await (await opened(f"one={one} second={two}")).close()


async def test_a_table_moves_with_all_that_is_stored_of_it() -> None:
    store = await opened(MEMORY)
    await keep_much(store, "stays")
    await keep_much(store, "t")
    before, size, stays = await contents(store, "t"), store.size(), await all_of(store, "stays")
    assert await move(store, "t", "two")
    assert await contents(store, "t") == before
    assert await copies(store, "t") == ["two"]
    assert (store.size(), await all_of(store, "stays")) == (size, stays)
    assert await all_of(shard_of(store, "one"), "t") == NOTHING_AT_ALL
    assert not await move(store, "t", "two")
    info = await store.table("t")
    assert info is not None
    await store.append("t", info.seq + 1, line("t", info.seq + 1), NOTHING)
    await say(store, "after the move", table="t")


@pytest.mark.parametrize("nodes", [None, b"nodes"])
async def test_the_nodes_of_its_secret_move_with_a_table(nodes: bytes | None) -> None:
    store = await opened(MEMORY)
    await store.append("t", 1, b"{}", AppendRecords(secret=SECRET, nodes=nodes))
    assert await move(store, "t", "two")
    assert (await store.secret("t"), await store.nodes("t")) == (SECRET, nodes)


async def test_an_archive_moves_too() -> None:
    store = await opened(MEMORY)
    await store.import_table("t", LOG, [token("gm", "new")])
    before = await contents(store, "t")
    assert await move(store, "t", "two")
    assert await contents(store, "t") == before
    assert await store.export_signature("t") is None


async def test_a_table_moves_on_and_back() -> None:
    store = await opened("one=memory: two=memory: three=memory:")
    await keep_much(store, "t-two")
    before = await contents(store, "t-two")
    for name in ("one", "three", "two", "one", "two", "three"):
        assert await move(store, "t-two", name)
        assert await contents(store, "t-two") == before
        assert await copies(store, "t-two") == [name]
        assert [info.table for info in await store.tables()] == ["t-two"]


async def beginnings(store: ShardedStore, table: str) -> dict[str, Place | None]:
    """What each shard knows about where a table is."""
    return {shard.name: await shard.store.place(table) for shard in store.routing.shards}


async def test_a_lookup_does_not_pass_through_the_shards_where_a_table_was_in_between() -> None:
    store = await opened("one=memory: two=memory: three=memory:")
    await fill(store, "t", 1)
    await move(store, "t", "two")
    await move(store, "t", "one")
    known = await beginnings(store, "t")
    assert (known["one"], known["two"]) == (Place(move=2), Place(move=2, to="one", since=2))
    await move(store, "t", "two")
    await move(store, "t", "three")
    known = await beginnings(store, "t")
    assert (known["one"], known["three"]) == (Place(move=4, to="three", since=4), Place(move=4))


async def without(store: ShardedStore, *names: str) -> ShardedStore:
    """A store with the same shards except these."""
    left = [shard for shard in store.routing.shards if shard.name not in names]
    fewer = await opened(" ".join(f"{shard.name}=memory:" for shard in left))
    for shard, same in zip(left, fewer.routing.shards, strict=True):
        same._store = shard.store  # pyright: ignore[reportPrivateUsage]
    return fewer


async def test_a_shard_can_be_removed_once_its_tables_were_moved_or_deleted() -> None:
    store = await opened("one=memory: two=memory: three=memory:")
    for table in ("back", "on", "gone", "its-two", "its-other-two"):
        await keep_much(store, table)
    for table, *names in (
        ("back", "two", "one"),
        ("on", "two", "three"),
        ("gone", "two"),
        ("its-two", "one"),
        ("its-other-two", "three", "two", "three"),
    ):
        for name in names:
            assert await move(store, table, name)
    await store.delete("gone")
    tables = ("back", "on", "its-two", "its-other-two")
    before = [await contents(store, table) for table in tables]
    fewer = await without(store, "two")
    assert [await contents(fewer, table) for table in tables] == before
    assert sorted(info.table for info in await fewer.tables()) == sorted(tables)
    assert sorted(entry.table for entry in await fewer.directory(None, 9)) == sorted(tables)
    for table in tables:
        await say(fewer, "still here", table=table)
        assert await move(fewer, table, "one" if table in ("on", "its-other-two") else "three")


@pytest.mark.parametrize("steps", [0, 1, 2])
async def test_a_move_that_was_interrupted_at_its_end_is_finished_by_another(
    steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is back in its home, or moved on; the first `steps` of the notes were made."""
    settle = MemoryStore.settle
    for path in (("two", "one"), ("two", "three")):
        store = await opened("one=memory: two=memory: three=memory:")
        await keep_much(store, "t")
        await move(store, "t", path[0])
        left = steps

        async def interrupted(self: MemoryStore, table: str, move: int, to: str) -> None:
            nonlocal left
            if not left:
                raise StoreUnavailable("the command died")
            left -= 1
            await settle(self, table, move, to)

        with monkeypatch.context() as patch:
            patch.setattr(MemoryStore, "settle", interrupted)
            assert await move(store, "t", path[1])
        before = await contents(store, "t")
        assert await contents(await without(store), "t") == before
        assert not await move(store, "t", path[1])
        assert await contents(await without(store), "t") == before
        assert await contents(await without(store, "two"), "t") == before
        known = await beginnings(store, "t")
        assert not await move(store, "t", path[1])
        assert await beginnings(store, "t") == known
        assert await move(store, "t", "two")
        assert await contents(await without(store), "t") == before


async def test_a_note_that_comes_too_late_changes_nothing() -> None:
    store = await opened("one=memory: two=memory: three=memory:")
    await fill(store, "t", 1)
    for name in ("two", "three", "one"):
        await move(store, "t", name)
    known = await beginnings(store, "t")
    for name, to in (("one", "two"), ("one", "three"), ("three", "")):
        await shard_of(store, name).settle("t", 2, to)
    assert await beginnings(store, "t") == known
    # The notes of the last move arrive while the next one is under way, or is over.
    await begun(store, 1)
    await shard_of(store, "one").settle("t", 3, "")
    assert await seqs(await without(store), "t") == [1]
    assert await move(store, "t", "two")
    await shard_of(store, "one").settle("t", 3, "")
    assert await seqs(await without(store), "t") == [1]


async def test_copies_do_not_hide_tables_of_the_directory() -> None:
    store = await opened("one=memory: two=memory: three=memory:")
    for table in ("t", "u", "v"):
        await keep_much(store, table)
    await begun(store, 2)
    two = shard_of(store, "two")
    await two.settle("t", 1, "one")
    await store.append("w-two", 1, b"{}", AppendRecords(listing=b"{}"))
    for limit in range(1, 7):
        paged: list[str] = []
        while page := await store.directory(paged[-1] if paged else None, limit):
            paged += [entry.table for entry in page]
        assert paged == ["t", "u", "v", "w-two"]


async def two_servers() -> tuple[ShardedStore, ShardedStore]:
    """Two stores over the same shards in memory, as two servers see them."""
    first = await opened("one=memory: two=memory: three=memory:")
    second = await opened("one=memory: two=memory: three=memory:")
    for shard, same in zip(first.routing.shards, second.routing.shards, strict=True):
        same._store = shard.store  # pyright: ignore[reportPrivateUsage]
    return first, second


async def test_a_server_that_does_not_know_of_a_move_finds_the_table_all_the_same() -> None:
    mover, server = await two_servers()
    await keep_much(server, "t")
    before = await contents(server, "t")
    for name in ("two", "three", "one"):
        assert await move(mover, "t", name)
        assert await contents(server, "t") == before
        assert await move(mover, "t", "two" if name != "two" else "one")
        await say(server, name, table="t")
        await server.erase_chat("t", "gm", "2026-01-01T00:00:00Z", None)
        before = await contents(server, "t")


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.read("t"),
        lambda store: store.read("t", 0, 5),
        lambda store: store.read("t", 2, 4),
        lambda store: store.read("t", 0, 1),
        lambda store: store.table("t"),
        lambda store: store.rounds("t", 0, 9),
        lambda store: store.round("t", 1),
        lambda store: store.secret("t"),
        lambda store: store.nodes("t"),
        lambda store: store.token("t", token("gm", "t").hash),
        lambda store: store.token_of("t", "gm"),
        lambda store: store.chat("t", 0, 9),
        lambda store: store.chat_last("t"),
        lambda store: store.said("t", "seat:bri", "key"),
    ],
)
async def test_whatever_a_server_asks_first_about_a_table_that_moved_is_answered(
    ask: Callable[[Store], Awaitable[object]],
) -> None:
    mover, server = await two_servers()
    records = AppendRecords(secret=SECRET, nodes=b"nodes", tokens=[token("gm", "t")])
    await server.append("t", 1, b"{}", records)
    await server.append("t", 2, round_line(began=1), NOTHING)
    await fill(server, "t", 3, after=2)
    await server.say("t", "seat:bri", "2026-01-01T00:00:00Z", "hello", "key")
    assert await move(mover, "t", "two")
    asked, expected = await ask(server), await ask(mover)
    assert asked == expected
    assert asked not in (None, [], 0)


async def test_what_is_appended_to_a_table_that_moved_is_refused_once() -> None:
    mover, server = await two_servers()
    await fill(server, "t", 3)
    assert await move(mover, "t", "two")
    with pytest.raises(Conflict):
        await server.append("t", 4, line("t", 4), NOTHING)
    await server.append("t", 4, line("t", 4), NOTHING)
    assert await copies(server, "t") == ["two"]
    assert await seqs(server, "t") == [1, 2, 3, 4]


class Interrupted(Exception):
    """The command that moves a table died."""


async def begun(store: ShardedStore, steps: int) -> None:
    """Steps of a move of `t` from the first shard to the second, which is then interrupted."""
    one, two = shard_of(store, "one"), shard_of(store, "two")
    place = await one.place("t")
    number = 1 if place is None else place.move + 1
    await one.begin_move("t", number)
    whole = await one.take_out("t")
    if steps > 1:
        await two.put_in(whole, number)
    if steps > 2:
        await one.hand_over(whole, number, "two")


@pytest.mark.parametrize("steps", [1, 2, 3])
async def test_wherever_a_move_is_interrupted_there_is_one_table_and_it_can_be_moved(steps: int) -> None:
    store = await opened(MEMORY)
    await keep_much(store, "t")
    before = await contents(store, "t")
    await begun(store, steps)
    assert [info.table for info in await store.tables()] == ["t"]
    assert [entry.table for entry in await store.directory(None, 10)] == ["t"]
    assert await contents(store, "t") == before
    await say(store, "meanwhile", table="t")
    before = await contents(store, "t")
    assert await move(store, "t", "two") == (steps < 3)
    assert await contents(store, "t") == before
    assert await copies(store, "t") == ["two"]
    assert store.size() == sum(info.bytes for info in await store.tables())


async def test_a_table_that_is_used_between_copying_and_handing_over_is_not_moved() -> None:
    store = await opened(MEMORY)
    await fill(store, "t", 2)
    one, two = shard_of(store, "one"), shard_of(store, "two")
    await one.begin_move("t", 1)
    whole = await one.take_out("t")
    await two.put_in(whole, 1)
    await say(store, "hello", table="t")
    with pytest.raises(Overtaken, match="was used"):
        await one.hand_over(whole, 1, "two")
    assert await store.chat_last("t") == 1


async def test_a_table_is_deleted_with_the_copy_that_a_move_left() -> None:
    store = await opened(MEMORY)
    await keep_much(store, "t")
    await begun(store, 2)
    assert await copies(store, "t") == ["one", "two"]
    await store.delete("t")
    assert await copies(store, "t") == []
    assert store.size() == 0


async def test_only_the_copy_of_the_same_move_is_discarded() -> None:
    store = await opened(MEMORY)
    await fill(store, "t", 1)
    await begun(store, 2)
    await shard_of(store, "two").discard("t", 1)
    assert await copies(store, "t") == ["one"]
    assert await move(store, "t", "two")
    await shard_of(store, "two").discard("t", 1)
    assert await seqs(store, "t") == [1]
    assert store.size() == len(line("t", 1))


async def test_the_steps_of_a_move_that_was_overtaken_come_too_late() -> None:
    store = await opened(MEMORY)
    await fill(store, "t", 2)
    one, two = shard_of(store, "one"), shard_of(store, "two")
    await one.begin_move("t", 1)
    stale = await one.take_out("t")
    assert await move(store, "t", "two")
    await fill(store, "t", 1, after=2)
    with pytest.raises(Overtaken):
        await two.put_in(stale, 1)
    with pytest.raises(NoSuchTable):
        await one.hand_over(stale, 1, "two")
    with pytest.raises(Overtaken):
        await two.begin_move("t", 2)
    assert await seqs(store, "t") == [1, 2, 3]
    assert await two.place("t") == Place(move=2)


async def test_a_copy_is_put_in_once_under_the_number_of_its_move() -> None:
    store = await opened(MEMORY)
    await fill(store, "t", 1)
    await begun(store, 2)
    whole = await shard_of(store, "one").take_out("t")
    with pytest.raises(Overtaken, match="a later move of table t has begun"):
        await shard_of(store, "two").put_in(whole, 1)
    await shard_of(store, "two").put_in(whole, 2)
    assert await shard_of(store, "two").place("t") == Place(move=2)


async def test_a_table_is_not_moved_over_another_with_its_id() -> None:
    store = await opened(MEMORY)
    await fill(store, "t", 2)
    await fill(shard_of(store, "two"), "t", 1)
    with pytest.raises(TableExists):
        await move(store, "t", "two")
    assert await seqs(store, "t") == [1, 2]
    assert await seqs(shard_of(store, "two"), "t") == [1]


class Source(MemoryStore):
    """A shard's store in which handing a table over fails some times: before or after it is committed."""

    def __init__(self, *errors: StoreError, committed: bool = False) -> None:
        super().__init__()
        self.errors = list(errors)
        self.committed = committed
        self.lost = False
        self.tries = 0

    async def hand_over(self, whole: WholeTable, move: int, to: str) -> None:
        self.tries += 1
        if not self.errors:
            await super().hand_over(whole, move, to)
            return
        if self.committed:
            await super().hand_over(whole, move, to)
        raise self.errors.pop()

    async def place(self, table: str) -> Place | None:
        if self.lost and self.tries:
            raise StoreUnavailable("gone")
        return await super().place(table)


async def moving_from(source: Source) -> ShardedStore:
    """A store with two shards, of which this is the first, and has a table."""
    store = await opened(MEMORY)
    store.routing.first._store = source  # pyright: ignore[reportPrivateUsage]
    await keep_much(store, "t")
    return store


async def test_a_table_that_is_being_used_is_copied_three_times_at_most() -> None:
    source = Source(*[Overtaken("used")] * 2)
    store = await moving_from(source)
    before = await contents(store, "t")
    assert await move(store, "t", "two")
    assert (source.tries, await copies(store, "t"), await contents(store, "t")) == (3, ["two"], before)
    source = Source(*[Overtaken("used")] * 3)
    store = await moving_from(source)
    with pytest.raises(Overtaken, match="used"):
        await move(store, "t", "two")
    # The copies are gone, with anything that is erased from the table afterwards.
    assert (source.tries, await copies(store, "t"), await contents(store, "t")) == (3, ["one"], before)


async def test_if_it_is_unknown_whether_a_table_was_handed_over_the_shards_are_asked() -> None:
    source = Source(StoreUnavailable("no answer"), committed=True)
    store = await moving_from(source)
    before = await contents(store, "t")
    assert await move(store, "t", "two")
    assert (source.tries, await copies(store, "t"), await contents(store, "t")) == (1, ["two"], before)
    assert await source.place("t") == Place(move=1, to="two", since=1)


@pytest.mark.parametrize(("kept", "lost"), [(None, False), (None, True), (False, False)])
async def test_if_a_table_was_not_handed_over_or_nobody_knows_the_move_failed(kept: bool | None, lost: bool) -> None:
    error = StoreUnavailable("no answer")
    error.kept = kept
    source = Source(error)
    store = await moving_from(source)
    before = await contents(store, "t")
    source.lost = lost
    with pytest.raises(StoreUnavailable, match="no answer"):
        await move(store, "t", "two")
    source.lost = False
    assert await contents(store, "t") == before
    assert [info.table for info in await store.tables()] == ["t"]
    assert await move(store, "t", "two")
    assert await contents(store, "t") == before


@pytest.mark.parametrize(
    ("statement", "moves"),
    [
        ("UPDATE log SET line = x'7b7d' WHERE seq = 3", False),
        ("UPDATE log SET line = x'7b7d' WHERE seq = 2", True),
        ("UPDATE heads SET head = NULL", True),
        ("UPDATE heads SET head = NULL; DELETE FROM log", False),
    ],
)
async def test_a_table_that_lost_its_newest_line_stays_where_it_is(statement: str, moves: bool) -> None:
    store = await opened(MEMORY)
    await fill(store, "t", 3)
    first = shard_of(store, "one")
    assert isinstance(first, MemoryStore)
    first._reader._connection.executescript(statement)  # pyright: ignore[reportPrivateUsage]
    if moves:
        assert await move(store, "t", "two")
    else:
        with pytest.raises(StoreDamaged, match="does not end with the line that was stored last"):
            await move(store, "t", "two")
    assert await copies(store, "t") == (["two"] if moves else ["one"])


async def test_what_moved_to_a_shard_that_is_not_given_is_not_found_missing() -> None:
    mover, server = await two_servers()
    await fill(server, "t", 1)
    assert await move(mover, "t", "three")
    few = await opened(MEMORY)
    for shard, same in zip(server.routing.shards[:2], few.routing.shards, strict=True):
        same._store = shard.store  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(StoreUnavailable, match="was moved to shard three") as caught:
        await few.table("t")
    assert caught.value.kept is False


async def shared(count: int = 3) -> tuple[SharedShardedStore, list[SharedMemoryStore]]:
    """A store whose shards, in memory, are shared by several servers."""
    addresses = [ShardAddress(name, "memory:") for name in ("one", "two", "three")[:count]]
    parts = [SharedMemoryStore() for _ in addresses]
    left = iter(parts)

    async def opens(_: str) -> SharedMemoryStore:
        return next(left)

    store = await open_shards(addresses, opens, shared=True)
    assert isinstance(store, SharedShardedStore)
    return store, parts


async def of_another_server(parts: Sequence[SharedMemoryStore]) -> SharedShardedStore:
    """The same shards as another server sees them."""
    store, _ = await shared(len(parts))
    for shard, part in zip(store.routing.shards, parts, strict=True):
        shard._store = part  # pyright: ignore[reportPrivateUsage]
    return store


async def test_the_newest_numbers_are_found_wherever_a_table_went() -> None:
    store, parts = await shared()
    for table in ("t", "u", "v-two"):
        await keep_much(store, table)
    mover = await of_another_server(parts)
    for table in ("t", "u", "v-two"):
        assert await move(mover, table, "three")
    assert await store.newest("t") == Newest(5, 3)
    assert await store.newest_of(["u", "v-two", "unknown"]) == {"u": Newest(5, 3), "v-two": Newest(5, 3)}
    assert await store.newest("unknown") is None
    assert await store.newest_of([]) == {}


async def test_each_shard_is_asked_once_for_the_newest_numbers_of_all_its_tables() -> None:
    store, parts = await shared()
    for table in ("t", "u", "v-two"):
        await fill(store, table, 1)
    newest = await store.newest_of(["t", "v-two", "u"])
    assert newest == {"t": Newest(1, 0), "v-two": Newest(1, 0), "u": Newest(1, 0)}
    assert [part.compared for part in parts] == [[["t", "u"]], [["v-two"]], []]


async def test_tables_of_a_shard_that_cannot_be_reached_have_no_newest_numbers() -> None:
    store, parts = await shared()
    for table in ("t", "u-two"):
        await fill(store, table, 2)
    parts[1].fails = True
    assert await store.newest_of(["t", "u-two", "w-two"]) == {
        "t": Newest(2, 0), "u-two": Newest(0, 0), "w-two": Newest(0, 0)
    }  # fmt: skip
    with pytest.raises(StoreUnavailable):
        await store.newest("u-two")
    # A table that moved there, which this server learns now, is no deleted table.
    mover = await of_another_server(parts)
    parts[1].fails = False
    assert await move(mover, "t", "two")
    parts[1].fails = True
    assert await store.newest_of(["t"]) == {"t": Newest(0, 0)}


async def test_work_at_a_table_is_claimed_in_its_shard_once() -> None:
    store, parts = await shared()
    await fill(store, "t", 1)
    mover = await of_another_server(parts)
    async with store.claim("t") as mine:
        assert mine
    assert await move(mover, "t", "two")
    for part in parts:
        part.claimed.clear()
    async with store.claim("t") as mine:
        assert mine
    assert [part.claimed for part in parts] == [["t"], ["t"], []]
    parts[1].elsewhere.add("t")
    async with store.claim("t") as mine:
        assert not mine
    assert [part.claimed for part in parts] == [["t"], ["t", "t"], []]


async def test_overdue_tables_of_the_shards_that_can_be_reached_are_found() -> None:
    store, parts = await shared()
    for part, tables in zip(parts, (["a", "b"], ["c"], ["d"]), strict=True):
        part.abandoned = tables
    assert await store.overdue("2026", 9) == ["a", "b", "c", "d"]
    assert await store.overdue("2026", 3) == ["a", "b", "c"]
    for part in parts[:2]:
        part.fails = True
    assert await store.overdue("2026", 9) == ["d"]
    parts[2].fails = True
    with pytest.raises(StoreUnavailable):
        await store.overdue("2026", 9)


async def test_news_come_from_every_shard_also_from_one_that_is_opened_later() -> None:
    store, parts = await shared()
    later = SharedMemoryStore()
    _, two, _ = store.routing.shards
    two._store = None  # pyright: ignore[reportPrivateUsage]

    async def opens() -> SharedMemoryStore:
        return later

    two._opens = opens  # pyright: ignore[reportPrivateUsage]
    heard: list[str] = []
    store.on_news(heard.append)
    for number, part in enumerate(parts):
        for hear in part.heard:
            hear(f"of {number}")
    assert heard == ["of 0", "of 2"]
    await two.open()
    for hear in later.heard:
        hear("later")
    assert heard == ["of 0", "of 2", "later"]


async def test_the_database_server_of_each_shard_is_named() -> None:
    store, parts = await shared()
    for part, servers in zip(parts, (["alpha:5432"], [], ["beta", "gamma"]), strict=True):
        part.servers = servers
    assert store.primaries() == ["one=alpha:5432", "three=beta", "three=gamma"]
    store.routing.shards[0]._store = None  # pyright: ignore[reportPrivateUsage]
    assert store.primaries() == ["three=beta", "three=gamma"]


async def test_databases_that_several_servers_share_can_be_shards(postgres: Postgres) -> None:
    stores = [await open_store(postgres.shards, shared=True) for _ in range(2)]
    first, second = stores
    assert isinstance(first, ShardedStore)
    assert isinstance(second, ShardedStore)
    assert isinstance(second, Sharing)
    for table in ("t", "t-two"):
        await keep_much(first, table)
    before = await contents(first, "t")
    assert await second.newest_of(["t", "t-two", "unknown"]) == {"t": Newest(5, 3), "t-two": Newest(5, 3)}
    mover = await open_store(postgres.shards, shared=True)
    assert isinstance(mover, ShardedStore)
    assert await move(mover, "t", "two")
    assert await second.newest("t") == Newest(5, 3)
    assert (await second.newest_of(["t", "t-two"])).keys() == {"t", "t-two"}
    assert await contents(first, "t") == before
    async with second.claim("t") as mine:
        assert mine
    assert await move(mover, "t", "one")
    async with second.claim("t") as mine:
        assert mine
    assert await contents(second, "t") == before
    for store in (*stores, mover):
        await store.close()


async def test_a_table_that_is_written_to_all_the_time_is_moved_whole_or_not_at_all(postgres: Postgres) -> None:
    server = await open_store(postgres.shards, shared=True)
    mover = await open_store(postgres.shards, shared=True)
    assert isinstance(mover, ShardedStore)
    await fill(server, "t", 1)
    done = False

    async def write() -> None:
        seq = 2
        while not done or seq < 20:
            try:
                await server.append("t", seq, line("t", seq), NOTHING)
            except Conflict:
                continue
            seq += 1

    writing = asyncio.create_task(write())
    for n in range(20):
        try:
            await move(mover, "t", "one" if n % 2 else "two")
        except Overtaken:
            continue
    done = True
    await writing
    info = await server.table("t")
    assert info is not None
    assert await seqs(server, "t") == list(range(1, info.seq + 1))
    assert len(await server.tables()) == len(await copies(mover, "t")) == 1
    for store in (server, mover):
        await store.close()


async def test_a_shard_that_cannot_be_reached_takes_only_its_own_tables_along(postgres: Postgres) -> None:
    store = await open_store(postgres.shards, shared=True)
    assert isinstance(store, ShardedStore)
    assert isinstance(store, Sharing)
    for table in ("t", "t-two"):
        await store.append(table, 1, b"{}", AppendRecords(listing=b"{}", deadline="2026-01-01T00:00:00Z"))
    postgres.close_second()
    with pytest.raises(StoreError):
        await store.append("t-two", 2, b"{}", NOTHING)
    with pytest.raises(StoreError):
        await store.read("t-two")
    await store.append("t", 2, b"{}", AppendRecords(listing=b"{}", deadline="2026-01-01T00:00:00Z"))
    assert [entry.table for entry in await store.directory(None, 10)] == ["t"]
    assert await store.newest_of(["t", "t-two"]) == {"t": Newest(2, 0), "t-two": Newest(0, 0)}
    assert await store.overdue("2027-01-01T00:00:00Z", 10) == ["t"]
    with pytest.raises(StoreError):
        await store.answered("", "seat:bri", "never used")
    await store.check()
    assert list(store.unreachable()) == ["two"]
    assert {store.placed(f"id{n}", None) for n in range(20)} == {f"id{n}" for n in range(20)}
    postgres.open_second()
    await store.check()
    assert store.unreachable() == {}
    await store.append("t-two", 2, b"{}", NOTHING)
    await store.close()


async def test_a_server_starts_while_a_shard_cannot_be_reached(postgres: Postgres) -> None:
    await (await open_store(postgres.shards, shared=True)).close()
    postgres.close_second()
    with pytest.raises(StoreError):
        await open_store(postgres.shards)
    store = await open_store(postgres.shards, shared=True)
    assert isinstance(store, ShardedStore)
    await store.epoch("fresh")
    await fill(store, "t", 1)
    assert [notice.code for notice in store.notices()][-1:] == ["shard_unreachable"]
    with pytest.raises(StoreUnavailable):
        await store.read("t-two")
    postgres.open_second()
    async with asyncio.timeout(10):
        while store.unreachable():
            await store.check()
    await fill(store, "t-two", 1)
    assert store.epoch_of("t-two") not in ("", "fresh")
    await store.close()


async def test_a_server_that_starts_without_a_shard_finds_the_tables_that_went_through_it(postgres: Postgres) -> None:
    store = await open_store(postgres.shards, shared=True)
    assert isinstance(store, ShardedStore)
    for table in ("t", "u"):
        await keep_much(store, table)
        assert await move(store, table, "two")
    assert await move(store, "t", "one")
    before = await contents(store, "t")
    await store.close()
    postgres.close_second()
    store = await open_store(postgres.shards, shared=True)
    assert isinstance(store, Sharing)
    assert await contents(store, "t") == before
    assert await store.newest("t") == Newest(5, 3)
    await say(store, "still here", table="t")
    async with store.claim("t") as mine:
        assert mine
    with pytest.raises(StoreUnavailable):
        await store.read("u")
    await store.close()
    postgres.open_second()


async def test_databases_note_where_tables_are(postgres: Postgres) -> None:
    store = await open_store(postgres.shards, shared=True)
    assert isinstance(store, ShardedStore)
    await fill(store, "t", 1)
    await fill(store, "u-two", 1)
    for table, name in (("t", "two"), ("t", "one"), ("u-two", "one")):
        assert await move(store, table, name)
    assert await beginnings(store, "t") == {"one": Place(move=2), "two": Place(move=2, to="one", since=2)}
    assert await beginnings(store, "u-two") == {"one": Place(move=1), "two": Place(move=1, to="one", since=1)}
    one = shard_of(store, "one")
    await asyncio.gather(*(one.settle("new", n, f"s{n}") for n in (3, 1, 2)))
    await one.settle("new", 2, "")
    assert await one.place("new") == Place(move=3, to="s3", since=3)
    await one.settle("new", 3, "")
    await store.close()
    alone = await opened(f"one={postgres.address}")
    assert {info.table for info in await alone.tables()} == {"t", "u-two"}
    await alone.close()

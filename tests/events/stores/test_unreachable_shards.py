"""Shards that fail, that cannot be opened, or that do not answer: the others go on. All of them are in memory."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence

import pytest

from events.store import (
    Answered,
    AppendRecords,
    DirectoryEntry,
    Healed,
    Notice,
    StoreDamaged,
    StoreError,
    StoreInUse,
    StoreMissing,
    StoreReadOnly,
    StoreUnavailable,
    StoreUnreadable,
    TableInfo,
)
from events.store.moving import Place
from events.stores.memory import MemoryStore
from events.stores.sharded import ShardAddress, ShardedStore, move_table
from events.stores.sharded.opening import open_shards
from tests.events.stores.filling import NOTHING, SECRET, fill, line, request, seqs

NAMES = ("one", "two", "three")


class Part(MemoryStore):
    """A shard's store. While it has a `trouble`, it answers nothing; `gate` holds up its checks."""

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.name = name
        self.trouble: StoreError | None = None
        self.suspects = False
        self.healed = Healed()
        self.found: list[Notice] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.checks = 0
        self.compacted = self.closed = False

    def _require(self) -> None:
        if self.trouble is not None:
            raise self.trouble

    async def check(self) -> None:
        self.checks += 1
        await self.gate.wait()
        self._require()

    async def tables(self) -> Sequence[TableInfo]:
        self._require()
        return await super().tables()

    async def places(self) -> Mapping[str, Place]:
        self._require()
        return await super().places()

    async def directory(self, after: str | None, limit: int) -> Sequence[DirectoryEntry]:
        self._require()
        return await super().directory(after, limit)

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        self._require()
        return await super().answered(scope, caller, request_id)

    def suspects_damage(self) -> bool:
        return self.suspects

    async def heal(self) -> Healed:
        return self.healed

    def notices(self) -> Sequence[Notice]:
        return self.found

    async def compact(self) -> None:
        self.compacted = True

    async def close(self) -> None:
        self.closed = True
        await super().close()


class Parts:
    """The stores of some shards by name, and why some cannot be opened."""

    def __init__(self, *names: str) -> None:
        self.stores = {name: Part(name) for name in names}
        self.refused: dict[str, StoreError] = {}
        self.openings: list[str] = []

    def __getitem__(self, name: str) -> Part:
        return self.stores[name]

    async def opens(self, address: str) -> Part:
        name = address.removeprefix("memory:")
        self.openings.append(name)
        if name in self.refused:
            raise self.refused[name]
        return self.stores[name]

    async def open(self, *, shared: bool = False, read_only: bool = False) -> ShardedStore:
        addresses = [ShardAddress(name, f"memory:{name}") for name in self.stores]
        return await open_shards(addresses, self.opens, shared=shared, read_only=read_only)


@pytest.fixture
def parts() -> Parts:
    return Parts(*NAMES)


@pytest.fixture
async def store(parts: Parts) -> AsyncIterator[ShardedStore]:
    store = await parts.open(shared=True)
    for table in ("t", "t-two", "t-three"):
        opening = AppendRecords(listing=b"{}", secret=SECRET, request=request(f"opened {table}", ""))
        await store.append(table, 1, b"{}", opening)
    yield store
    await store.close()


async def listed(store: ShardedStore, limit: int = 9) -> list[str]:
    return [entry.table for entry in await store.directory(None, limit)]


async def test_the_directory_goes_on_without_a_shard_that_fails(parts: Parts, store: ShardedStore) -> None:
    assert await listed(store) == ["t", "t-two", "t-three"]
    for name, left in (("one", ["t-two", "t-three"]), ("two", ["t", "t-three"]), ("three", ["t", "t-two"])):
        parts[name].trouble = StoreUnavailable("gone")
        assert await listed(store) == left
        assert await listed(store, 1) == left[:1]
        parts[name].trouble = None
    two = Parts("one", "two")
    store = await two.open()
    await store.append("t", 1, b"{}", AppendRecords(listing=b"{}"))
    two["two"].trouble = StoreUnavailable("gone")
    assert await listed(store) == ["t"]


async def test_what_the_other_shards_know_is_learned_though_one_fails(parts: Parts, store: ShardedStore) -> None:
    assert await move_table(store, "t-three", store.routing.shards[1]) is not None
    other = await parts.open(shared=True)
    other.routing._moved.clear()  # pyright: ignore[reportPrivateUsage]
    parts["one"].trouble = StoreUnavailable("gone")
    assert await listed(other) == ["t-two", "t-three"]


async def test_a_directory_of_one_shard_that_fails_is_not_empty_but_unavailable() -> None:
    parts = Parts("one")
    store = await parts.open()
    parts["one"].trouble = StoreUnavailable("gone")
    with pytest.raises(StoreUnavailable):
        await store.directory(None, 9)


async def test_a_key_is_unused_only_if_every_shard_says_so(parts: Parts, store: ShardedStore) -> None:
    for name in NAMES:
        parts[name].trouble = StoreUnavailable(f"{name} is gone")
        for table, home in (("t", "one"), ("t-two", "two"), ("t-three", "three")):
            if home != name:
                answered = await store.answered("", "seat:bri", f"opened {table}")
                assert answered is not None
                assert answered.table == table
        with pytest.raises(StoreUnavailable, match=f"{name} is gone"):
            await store.answered("", "seat:bri", "never used")
        parts[name].trouble = None
    assert await store.answered("", "seat:bri", "never used") is None


async def test_the_list_of_tables_leaves_out_no_shard_that_fails(parts: Parts, store: ShardedStore) -> None:
    assert [info.table for info in await store.tables()] == ["t", "t-two", "t-three"]
    parts["two"].trouble = StoreUnavailable("gone")
    with pytest.raises(StoreUnavailable):
        await store.tables()


async def test_new_tables_avoid_a_shard_that_failed_its_check_unless_they_have_a_key(
    parts: Parts, store: ShardedStore
) -> None:
    keys = {str(n): store.placed("id", str(n)) for n in range(60)}
    assert {place.partition("-")[2] for place in keys.values()} == {"", "two", "three"}
    parts["two"].trouble = StoreUnavailable("gone")
    await store.check()
    assert store.unreachable() == {"two": "gone"}
    assert {store.placed(f"id{n}", None).partition("-")[2] for n in range(60)} == {"", "three"}
    assert {key: store.placed("id", key) for key in keys} == keys
    parts["two"].trouble = None
    await store.check()
    assert store.unreachable() == {}
    assert "two" in {store.placed(f"id{n}", None).partition("-")[2] for n in range(60)}


async def test_if_no_shard_can_be_reached_the_check_fails_as_that_of_the_first(
    parts: Parts, store: ShardedStore
) -> None:
    for name in NAMES[1:]:
        parts[name].trouble = StoreUnavailable(f"{name} is gone")
        await store.check()
    parts["one"].trouble = StoreReadOnly("one is read-only")
    with pytest.raises(StoreReadOnly, match="one is read-only") as caught:
        await store.check()
    assert caught.value.kept is False
    with pytest.raises(StoreUnavailable, match="no shard is open for new tables, or none of them") as nowhere:
        store.placed("id", None)
    assert nowhere.value.kept is False
    parts["three"].trouble = None
    await store.check()
    assert list(store.unreachable()) == ["one", "two"]


async def test_a_shard_that_does_not_answer_is_in_trouble_and_is_asked_once(
    parts: Parts, store: ShardedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.stores.sharded.shard._CHECK_SECONDS", 0.01)
    parts["two"].gate.clear()
    for _ in range(2):
        await store.check()
        assert store.unreachable() == {"two": "shard two did not answer within 0.01 seconds."}
    assert (parts["one"].checks, parts["two"].checks) == (2, 1)
    parts["two"].gate.set()
    await store.check()
    assert store.unreachable() == {}
    await store.check()
    assert (parts["one"].checks, parts["two"].checks) == (4, 3)
    # Closing does not wait for an answer.
    parts["two"].gate.clear()
    await store.check()
    async with asyncio.timeout(5):
        await store.close()
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert all(parts[name].closed for name in NAMES)


async def test_a_shard_that_cannot_be_reached_when_a_server_starts_is_opened_later(parts: Parts) -> None:
    parts.refused["two"] = StoreUnavailable("no route")
    parts["one"].found = [Notice("log_lost", "something was lost.", {"missing": 1})]
    store = await parts.open(shared=True)
    assert await store.epoch("fresh") == "fresh"
    assert store.notices() == [
        Notice("log_lost", "Shard one: something was lost.", {"missing": 1}),
        Notice("shard_unreachable", "Shard two: no route"),
    ]
    with pytest.raises(StoreUnavailable, match="no route") as caught:
        await store.append("t-two", 1, b"{}", NOTHING)
    assert caught.value.kept is False
    await fill(store, "t", 1)
    assert store.size() == len(line("t", 1))
    await store.check()
    await asyncio.sleep(0)
    assert store.unreachable() == {"two": "no route"}
    parts.refused["two"] = StoreUnavailable("still none")
    await store.check()
    await asyncio.sleep(0)
    assert store.unreachable() == {"two": "still none"}
    del parts.refused["two"]
    async with asyncio.timeout(5):
        while store.unreachable():
            await store.check()
    await fill(store, "t-two", 1)
    assert await parts["two"].shard() == "two"
    assert store.epoch_of("t-two") not in ("", "fresh")
    assert store.size() == len(line("t", 1)) + len(line("t-two", 1))
    await store.close()
    assert parts["two"].closed


async def test_a_shard_that_is_being_opened_is_not_opened_twice_and_not_awaited_at_the_end(parts: Parts) -> None:
    parts.refused["two"] = StoreUnavailable("no route")
    store = await parts.open(shared=True)
    begun = asyncio.Event()

    async def hang() -> Part:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    opened = len(parts.openings)
    store.routing.shards[1]._opens = hang  # pyright: ignore[reportPrivateUsage]
    async with asyncio.timeout(5):
        await store.check()
        await begun.wait()
        begun.clear()
        for _ in range(3):
            await store.check()
        await asyncio.sleep(0)
        assert not begun.is_set()
        await store.close()
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert len(parts.openings) == opened


@pytest.mark.parametrize("error", [StoreInUse("in use"), StoreUnreadable("newer"), StoreReadOnly("read-only")])
async def test_a_server_does_not_start_with_a_shard_that_will_not_come_back_by_itself(
    parts: Parts, error: StoreError
) -> None:
    parts.refused["two"] = error
    with pytest.raises(type(error)):
        await parts.open(shared=True)
    assert (parts["one"].closed, parts["two"].closed, parts["three"].closed) == (True, False, False)
    assert parts.openings == ["one", "two"]


async def test_a_server_does_not_start_without_the_first_shard_and_a_command_not_without_any(parts: Parts) -> None:
    parts.refused["one"] = StoreUnavailable("gone")
    with pytest.raises(StoreUnavailable):
        await parts.open(shared=True)
    parts.refused = {"three": StoreUnavailable("gone")}
    with pytest.raises(StoreUnavailable):
        await parts.open()
    assert parts["one"].closed
    assert parts["two"].closed


@pytest.mark.parametrize("error", [StoreUnavailable("gone"), StoreMissing("no file")])
@pytest.mark.parametrize("name", NAMES)
async def test_a_visitor_sees_the_tables_of_the_other_shards(parts: Parts, error: StoreError, name: str) -> None:
    store = await parts.open()
    for table in ("t", "t-two", "t-three"):
        await fill(store, table, 1)
    parts.refused[name] = error
    visitor = await parts.open(read_only=True)
    home = {"one": "t", "two": "t-two", "three": "t-three"}
    left = [table for shard, table in home.items() if shard != name]
    assert [info.table for info in await visitor.tables()] == left
    assert [await seqs(visitor, table) for table in left] == [[1], [1]]
    assert list(visitor.unreachable()) == [name]
    with pytest.raises(StoreUnavailable, match=str(error)):
        await visitor.read(home[name])


async def test_a_visitor_learns_if_there_is_no_shard_to_visit(parts: Parts) -> None:
    for name in NAMES:
        parts.refused[name] = StoreMissing(f"there is no {name}")
    with pytest.raises(StoreMissing, match="there is no one"):
        await parts.open(read_only=True)


async def test_a_visitor_learns_of_a_shard_that_is_none(parts: Parts) -> None:
    parts.refused["three"] = StoreUnreadable("a text")
    with pytest.raises(StoreUnreadable):
        await parts.open(read_only=True)
    assert parts["two"].closed


async def test_a_visitor_gives_no_store_a_name(parts: Parts) -> None:
    await parts.open(read_only=True)
    assert [await parts[name].shard() for name in NAMES] == [None] * 3
    await parts.open()
    assert [await parts[name].shard() for name in NAMES] == ["*one", "two", "three"]


async def test_a_server_does_not_start_with_a_shard_that_is_missing(parts: Parts) -> None:
    parts.refused["two"] = StoreMissing("no file")
    with pytest.raises(StoreMissing):
        await parts.open(shared=True)


async def test_damage_is_suspected_and_healed_in_each_shard_by_itself(parts: Parts, store: ShardedStore) -> None:
    assert not store.suspects_damage()
    for name in NAMES:
        parts[name].healed = Healed(rebuilt=["tokens"], damaged=["chat", "log"])
    assert await store.heal() == Healed()
    parts["two"].suspects = True
    assert store.suspects_damage()
    assert await store.heal() == Healed(rebuilt=["two/tokens"], damaged=["two/chat", "two/log"])
    store.routing.shards[1]._store = None  # pyright: ignore[reportPrivateUsage]
    assert not store.suspects_damage()
    assert await store.heal() == Healed()


async def test_every_shard_is_compacted(parts: Parts, store: ShardedStore) -> None:
    await store.compact()
    assert all(parts[name].compacted for name in NAMES)


async def test_a_damaged_shard_is_left_out_of_no_list(parts: Parts, store: ShardedStore) -> None:
    parts["three"].trouble = StoreDamaged("a page is gone")
    with pytest.raises(StoreDamaged):
        await store.tables()
    with pytest.raises(StoreDamaged):
        await store.copies()


async def test_the_copies_that_moves_left_are_named_if_their_tables_can_be_reached(
    parts: Parts, store: ShardedStore
) -> None:
    await parts["one"].begin_move("t", 1)
    whole = await parts["one"].take_out("t")
    await parts["two"].put_in(whole, 1)
    assert await store.copies() == [("two", "t", "one")]
    store.routing.shards[0]._store = None  # pyright: ignore[reportPrivateUsage]
    store._visiting = True  # pyright: ignore[reportPrivateUsage]
    assert await store.copies() == []

"""Copying all tables of a store to another one: what ends a copy, what continues it, and what it may not replace."""

from collections.abc import Awaitable, Callable

import pytest

from events.store import NoSuchTable, StoreDamaged, StoreUnavailable
from events.store.copying import StoreNotEmpty, WholeTable
from events.stores.copying import Copied, copy_store
from events.stores.memory import MemoryStore
from tests.events.stores.contract_maintenance import LOG, keep_much
from tests.events.stores.filling import NOTHING, fill, line

NAME = "sqlite:///old.db"


async def filled() -> MemoryStore:
    store = MemoryStore()
    for table in ("t", "u"):
        await keep_much(store, table)
    await store.import_table("archived", LOG, [])
    await store.server_key(b"k" * 32)
    return store


class Target(MemoryStore):
    """A store that notes which tables were copied into it, and may do something at that moment."""

    def __init__(self, meanwhile: Callable[[WholeTable], Awaitable[object]] | None = None) -> None:
        super().__init__()
        self.copied: list[str] = []
        self._meanwhile = meanwhile

    async def copy_in(self, whole: WholeTable) -> None:
        await super().copy_in(whole)
        self.copied.append(whole.table)
        if self._meanwhile is not None:
            await self._meanwhile(whole)


class Interrupted(Exception):
    """The command that copies died."""


async def interrupted(source: MemoryStore, target: MemoryStore, after: int) -> None:
    left = after

    def count() -> None:
        nonlocal left
        left -= 1
        if not left:
            raise Interrupted

    with pytest.raises(Interrupted):
        await copy_store(source, target, NAME, count)


async def is_the_same(source: MemoryStore, target: MemoryStore) -> bool:
    tables = {info.table: info for info in await source.tables()}
    return (
        {info.table: info for info in await target.tables()} == tables
        and [await target.copy_out(table) for table in tables] == [await source.copy_out(table) for table in tables]
        and await target.store_keys() == await source.store_keys()
        and target.size() == source.size()
    )


async def test_a_copy_has_everything_and_is_counted() -> None:
    source, target = await filled(), Target()
    await source.signing_key(b"s" * 32)
    counted: list[str] = []
    copied = await copy_store(source, target, NAME, lambda: counted.append("one more"))
    assert copied == Copied(3, 2 * 5 + len(LOG), source.size())
    assert len(counted) == 3
    assert target.copied == ["t", "u", "archived"]
    assert await is_the_same(source, target)
    assert await target.copied_from() is None


async def test_a_copy_is_incomplete_until_its_end() -> None:
    source = await filled()
    seen: list[str | None] = []

    async def look(_: WholeTable) -> None:
        seen.append(await target.copied_from())

    target = Target(look)
    await copy_store(source, target, NAME, lambda: None)
    assert seen == [NAME] * 3


async def test_a_copy_that_continues_keeps_what_arrived_and_copies_what_was_changed() -> None:
    source, target = await filled(), Target()
    await interrupted(source, target, 3)
    assert target.copied == ["t", "u", "archived"]
    await source.append("u", 6, line("u", 6), NOTHING)
    await source.delete("archived")
    await fill(source, "new", 2)
    await copy_store(source, target, NAME, lambda: None)
    assert target.copied == ["t", "u", "archived", "u", "new"]
    assert await is_the_same(source, target)


@pytest.mark.parametrize("table", ["t", "u"])
async def test_a_table_that_arrives_changed_ends_the_copy(table: str) -> None:
    async def spoil(whole: WholeTable) -> None:
        if whole.table == table:
            await target.append(table, 6, line(table, 6), NOTHING)

    source = await filled()
    target = Target(spoil)
    with pytest.raises(StoreDamaged, match=f"the copy of table {table} differs"):
        await copy_store(source, target, NAME, lambda: None)
    assert await target.copied_from() == NAME


CHANGES: list[Callable[[MemoryStore], Awaitable[object]]] = [
    lambda store: store.append("t", 6, line("t", 6), NOTHING),
    lambda store: fill(store, "new", 1),
    lambda store: store.delete("t"),
    lambda store: store.signing_key(b"t" * 32),
]


@pytest.mark.parametrize("change", CHANGES)
async def test_a_source_that_is_changed_meanwhile_is_not_copied(
    change: Callable[[MemoryStore], Awaitable[object]],
) -> None:
    async def use(whole: WholeTable) -> None:
        if whole.table == "archived":
            await change(source)

    source, target = await filled(), Target(use)
    with pytest.raises(StoreUnavailable, match="was changed while it was copied"):
        await copy_store(source, target, NAME, lambda: None)
    assert await target.copied_from() == NAME


@pytest.mark.parametrize("change", CHANGES)
async def test_a_target_that_is_changed_meanwhile_is_no_copy(
    change: Callable[[MemoryStore], Awaitable[object]],
) -> None:
    async def use(whole: WholeTable) -> None:
        if whole.table == "archived":
            await change(target)

    source = await filled()
    target = Target(use)
    with pytest.raises(StoreDamaged, match="the copy differs from the store"):
        await copy_store(source, target, NAME, lambda: None)
    assert await target.copied_from() == NAME


async def test_a_target_that_has_tables_is_refused_and_left_as_it_is() -> None:
    source, target = await filled(), Target()
    await fill(target, "mine", 1)
    await target.server_key(b"m" * 32)
    before = await target.store_keys(), await target.tables()
    with pytest.raises(StoreNotEmpty, match=r"it has tables \(1\)"):
        await copy_store(source, target, NAME, lambda: None)
    assert (await target.store_keys(), await target.tables()) == before
    assert await target.copied_from() is None


async def test_an_incomplete_copy_is_continued_only_from_its_source() -> None:
    source, target = await filled(), Target()
    await interrupted(source, target, 1)
    with pytest.raises(StoreNotEmpty, match=f"it has an incomplete copy of {NAME}"):
        await copy_store(source, target, "sqlite:///another.db", lambda: None)
    await copy_store(source, target, NAME, lambda: None)
    assert await is_the_same(source, target)


async def test_a_store_without_tables_may_become_a_copy_with_the_keys_of_its_source() -> None:
    source, target = await filled(), Target()
    await target.server_key(b"m" * 32)
    await copy_store(source, target, NAME, lambda: None)
    assert await is_the_same(source, target)
    assert await target.server_key(b"another") == b"k" * 32


async def test_a_table_that_is_not_there_cannot_be_copied() -> None:
    with pytest.raises(NoSuchTable):
        await MemoryStore().copy_out("t")

import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from types import ModuleType

import pytest

from events.storage.addresses import shown
from events.storage.contract import StoreDamaged, StoreUnreadable
from events.storage.contract.copying import CopyIncomplete
from events.storage.memory import MemoryStore
from events.storage.opening import UnknownAddress, open_copyable, open_store
from events.storage.sqlite import SqliteStore
from tests.events.storage.files import contents
from tests.events.storage.filling import fill, seqs


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    with chdir(tmp_path):
        yield tmp_path


async def test_memory_is_a_store_that_forgets() -> None:
    store = await open_store("memory:")
    assert isinstance(store, MemoryStore)
    await fill(store, "t", 1)
    await store.close()
    assert await (await open_store("memory:")).tables() == []


async def test_three_slashes_are_a_path_from_here(here: Path) -> None:
    store = await open_store("sqlite:///tavern.db")
    assert isinstance(store, SqliteStore)
    await store.close()
    assert "tavern.db" in contents(here)


async def test_four_slashes_are_a_path_from_the_root(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/my store ?%20#ß.db")
    await fill(store, "t", 1)
    await store.close()
    assert "my store ?%20#ß.db" in contents(tmp_path)
    visitor = await open_store(f"sqlite:///{tmp_path}/my store ?%20#ß.db", read_only=True)
    assert await seqs(visitor, "t") == [1]
    await visitor.close()


async def test_an_incomplete_copy_is_only_read(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/tavern.db"
    target = await open_copyable(address)
    await target.begin_copy("sqlite:///old.db", await target.store_keys())
    await target.close()
    for settings in ({}, {"shared": True}, {"shared": True, "read_only": True}):
        with pytest.raises(CopyIncomplete, match=r"is an incomplete copy of .*old\.db: run tavern copy again"):
            await open_store(address, **settings)
    visitor = await open_store(address, read_only=True)
    assert await visitor.tables() == []
    await visitor.close()
    target = await open_copyable(address, create=False)
    await target.end_copy()
    await target.close()
    await (await open_store(address, shared=True)).close()


async def test_a_store_that_cannot_say_whether_it_is_whole_is_closed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def damaged(_: SqliteStore) -> str | None:
        raise StoreDamaged("a page is gone")

    address = f"sqlite:///{tmp_path}/tavern.db"
    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "copied_from", damaged)
        with pytest.raises(StoreDamaged):
            await open_store(address)
    await (await open_store(address)).close()


async def test_without_its_driver_postgresql_is_no_address_and_other_errors_are_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Broken(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise ModuleNotFoundError(f"No module named {self.__name__!r}", name=self.__name__)

    monkeypatch.setitem(sys.modules, "events.storage.postgresql", Broken("asyncpg"))
    with pytest.raises(UnknownAddress, match="pip install asyncpg"):
        await open_store("postgresql://host/tavern")
    monkeypatch.setitem(sys.modules, "events.storage.postgresql", Broken("another"))
    with pytest.raises(ModuleNotFoundError, match="another"):
        await open_store("postgresql://host/tavern")


async def test_a_store_for_reading_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreUnreadable):
        await open_store(f"sqlite:///{tmp_path}/tavern.db", read_only=True)


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("", "'' is not the address of a store"),
        ("tavern.db", "For a file, write sqlite:///tavern.db"),
        ("postgres://host/tavern", "'postgres://host/tavern' is not the address of a store. Use memory:"),
        ("postgres://a:sesame@host/tavern", "'postgres://a@host/tavern' is not the address of a store. Use memory:"),
        ("memory", "'memory' is not the address of a store"),
        ("memory://", "'memory://' is not the address of a store"),
        ("sqlite:tavern.db", "does not name a file"),
        ("sqlite://tavern.db", "does not name a file"),
        ("sqlite:///", "does not name a file"),
        ("sqlite:////", "does not name a file"),
        ("sqlite:///folder/", "does not name a file"),
        ("sqlite:///a\0b", "does not name a file"),
    ],
)
async def test_a_wrong_address_is_refused_with_the_kinds_that_exist(here: Path, address: str, sentence: str) -> None:
    with pytest.raises(UnknownAddress) as caught:
        await open_store(address)
    assert sentence in str(caught.value)
    assert "sqlite:///FILE" in str(caught.value)
    assert ("For a file, write" in str(caught.value)) == (address in ("tavern.db", "memory"))
    assert caught.value.code == "unknown_store_address"
    assert contents(here) == {}


async def test_a_store_in_memory_cannot_be_visited() -> None:
    with pytest.raises(UnknownAddress, match="memory: exists only within its server"):
        await open_store("memory:", read_only=True)


@pytest.mark.parametrize(
    ("address", "printed"),
    [
        ("sqlite:///tavern.db", "sqlite:///tavern.db"),
        ("sqlite:///a:b@c/tavern.db", "sqlite:///a:b@c/tavern.db"),
        ("postgres://tavern:sec@ret@db/tavern", "postgres://tavern@db/tavern"),
        ("one=postgres://tavern:sec ret@db/tavern", "one=postgres://tavern@db/tavern"),
        ("postgresql://tavern:secret@db/tavern?sslpassword=secret", "postgresql://tavern@db/tavern"),
        ("postgresql://tavern:secret@one,two:5433/tavern", "postgresql://tavern@one,two:5433/tavern"),
        ("postgresql://tavern:secret@[broken/tavern", "postgresql://"),
    ],
)
def test_an_address_is_printed_without_its_password(address: str, printed: str) -> None:
    assert shown(address) == printed

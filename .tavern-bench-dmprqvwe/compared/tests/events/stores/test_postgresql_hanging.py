"""A database that nobody answers for any more, while its connections stay open: another takes its place at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest

from events.store import StoreUnavailable
from events.store.sharing import Newest
from events.stores.postgresql import PostgresqlStore, group_commit
from events.stores.postgresql.connections import confirming, connecting
from tests.events.stores.filling import fill, seqs
from tests.lines import Line, laid
from tests.postgres import Postgres

READS = 20
"""More than the pool has connections."""


@pytest.fixture
async def line(postgres: Postgres) -> AsyncIterator[Line]:
    async with laid(postgres.port) as line:
        yield line


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Confirmations give up soon, and callers that wait for a read wait for ever."""
    monkeypatch.setattr(connecting, "COMMAND_SECONDS", 600.0)
    monkeypatch.setattr(confirming, "CONFIRM_SECONDS", 0.3)


async def filled(address: str) -> PostgresqlStore:
    """A store with a line, all of whose connections have been used."""
    store = await PostgresqlStore.open(address, "the store", shared=True)
    await fill(store, "t", 1)
    assert await asyncio.gather(*(seqs(store, "t") for _ in range(READS))) == [[1]] * READS
    return store


def preferring(line: Line, postgres: Postgres) -> str:
    """An address of two servers: the line's end comes first, then PostgreSQL itself."""
    return postgres.address.replace("@127.0.0.1", f"@127.0.0.1:{line.port},127.0.0.1")


@pytest.mark.usefixtures("impatient")
async def test_reads_that_were_given_up_do_not_keep_later_ones_from_the_next_server(
    postgres: Postgres, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confirming, "_SETTLE_SECONDS", 0.3)
    monkeypatch.setattr(group_commit, "_BEGIN_SECONDS", 0.3)
    store = await filled(preferring(line, postgres))
    assert store.primary() == f"127.0.0.1:{line.port}"
    line.cut()
    reads = [asyncio.create_task(seqs(store, "t")) for _ in range(READS)]
    await asyncio.sleep(0)
    for read in reads:
        read.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.gather(*reads)
    async with asyncio.timeout(60):
        while True:
            with suppress(StoreUnavailable):
                # As a server does each second, while its clients ask.
                await store.check()
                assert await store.newest("t") == Newest(1, 0)
                break
        assert await seqs(store, "t") == [1]
    assert store.primary() == f"127.0.0.1:{postgres.port}"
    await store.close()


async def test_reads_that_nobody_answers_end_in_time_with_their_connections(
    postgres: Postgres, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "CONNECT_SECONDS", 0.5)
    monkeypatch.setattr(connecting, "COMMAND_SECONDS", 0.3)
    monkeypatch.setattr(confirming, "_SETTLE_SECONDS", 0.1)
    address = postgres.address.replace(f":{postgres.port}", f":{line.port}")
    store = await filled(address)
    line.cut()
    async with asyncio.timeout(10):
        reads = await asyncio.gather(*(seqs(store, "t") for _ in range(8)), return_exceptions=True)
    assert {str(read) for read in reads} == {"the store: it did not answer in time."}
    line.mend()
    assert await seqs(store, "t") == [1]
    await store.close()


@pytest.mark.usefixtures("impatient")
async def test_after_a_look_that_nobody_confirmed_reads_go_to_the_next_server(
    postgres: Postgres, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "_CONNECT_SECONDS_OF_SEVERAL", 0.5)
    monkeypatch.setattr(confirming, "_SETTLE_SECONDS", 0.1)
    store = await filled(preferring(line, postgres))
    line.cut()
    async with asyncio.timeout(20):
        with suppress(StoreUnavailable):
            await store.newest("t")
        assert await asyncio.gather(*(seqs(store, "t") for _ in range(READS))) == [[1]] * READS
    await store.close()

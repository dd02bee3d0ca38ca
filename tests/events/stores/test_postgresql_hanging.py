"""A database that nobody answers for any more, while its connections stay open: another takes its place at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest

from events.store import StoreUnavailable
from events.store.sharing import Newest
from events.stores.postgresql import PostgresqlStore, confirming, connecting, group_commit
from tests.events.stores.filling import fill, seqs
from tests.postgres import Postgres

READS = 20
"""More than the pool has connections."""


class Line:
    """A way to a database, which can be cut: then connections stay open, new ones are taken, and nothing arrives."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._pumps: set[asyncio.Task[None]] = set()
        self._open: list[asyncio.StreamWriter] = []
        self._cut = False
        self.port = 0

    async def lay(self) -> None:
        """Open it."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.append(writer)
        if self._cut:
            return
        reader_there, writer_there = await asyncio.open_connection("127.0.0.1", self._port)
        self._open.append(writer_there)
        for source, target in ((reader, writer_there), (reader_there, writer)):
            self._pumps.add(asyncio.create_task(_pump(source, target)))

    def cut(self) -> None:
        """Let nothing through any more."""
        self._cut = True
        for pump in self._pumps:
            pump.cancel()

    async def close(self) -> None:
        """Take it down."""
        self.cut()
        self._server.close()
        for writer in self._open:
            writer.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
    # Where it was cut, this is not reached: the connection stays open.
    writer.close()


@pytest.fixture
async def line(postgres: Postgres) -> AsyncIterator[Line]:
    line = Line(postgres.port)
    await line.lay()
    yield line
    await line.close()


async def test_reads_that_were_given_up_do_not_keep_later_ones_from_the_next_server(
    postgres: Postgres, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whoever waits for a read waits for ever.
    monkeypatch.setattr(connecting, "COMMAND_SECONDS", 600.0)
    monkeypatch.setattr(confirming, "CONFIRM_SECONDS", 0.3)
    monkeypatch.setattr(confirming, "_SETTLE_SECONDS", 0.3)
    monkeypatch.setattr(group_commit, "_BEGIN_SECONDS", 0.3)
    several = postgres.address.replace("@127.0.0.1", f"@127.0.0.1:{line.port},127.0.0.1")
    store = await PostgresqlStore.open(several, "the store", shared=True)
    await fill(store, "t", 1)
    assert [*store.primaries()] == [f"127.0.0.1:{line.port}"]
    assert await asyncio.gather(*(seqs(store, "t") for _ in range(READS))) == [[1]] * READS
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
    assert [*store.primaries()] == [f"127.0.0.1:{postgres.port}"]
    await store.close()

"""A network between a server and its database, which is slow or cut as a test wants it."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Final, Literal

Way = Literal["there", "back"]
_WAYS: Final[tuple[Way, ...]] = ("there", "back")


class Line:
    """A way to a database, which can be cut: then connections stay open, new ones are taken, and nothing arrives.

    It can be cut one way only. What was sent meanwhile arrives once it is mended, as TCP sends it again. `seconds` is
    how long data takes, each way.
    """

    def __init__(self, port: int, *, seconds: float = 0.0) -> None:
        self._port = port
        self._seconds = seconds
        self._tasks: set[asyncio.Task[None]] = set()
        self._open: list[asyncio.StreamWriter] = []
        self._down = False
        self._whole: dict[Way, asyncio.Event] = {way: asyncio.Event() for way in _WAYS}
        self.port = 0

    async def lay(self) -> None:
        """Open it."""
        self.mend()
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._down:
            writer.transport.abort()
            return
        self._open.append(writer)
        self._start(self._join(reader, writer))

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._whole["there"].wait()
        try:
            reader_there, writer_there = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.close()
            return
        self._open.append(writer_there)
        self._carry(reader, writer_there, "there")
        self._carry(reader_there, writer, "back")

    def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, way: Way) -> None:
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        self._start(self._take(source, under_way))
        self._start(self._bring(under_way, target, way))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _take(self, source: asyncio.StreamReader, under_way: asyncio.Queue[tuple[float, bytes]]) -> None:
        now, data = asyncio.get_running_loop().time, b"-"
        while data:
            data = b""
            with suppress(ConnectionError):
                data = await source.read(65_536)
            under_way.put_nowait((now() + self._seconds, data))

    async def _bring(
        self, under_way: asyncio.Queue[tuple[float, bytes]], target: asyncio.StreamWriter, way: Way
    ) -> None:
        now = asyncio.get_running_loop().time
        with suppress(ConnectionError):
            while True:
                due, data = await under_way.get()
                if due > now():
                    await asyncio.sleep(due - now())
                await self._whole[way].wait()
                if not data:
                    break
                target.write(data)
                await target.drain()
        target.close()

    def cut(self, *ways: Way) -> None:
        """Let nothing through any more: both ways, unless one is named."""
        for way in ways or _WAYS:
            self._whole[way].clear()

    def mend(self) -> None:
        """Let through what was sent, and what will be."""
        for whole in self._whole.values():
            whole.set()

    async def close(self) -> None:
        """Take it down, with all connections, those that are only being made included."""
        self._down = True
        self._server.close()
        while tasks := list(self._tasks):
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        for writer in self._open:
            writer.transport.abort()
        # Sockets are closed in the next turn of the event loop, which may be its last.
        await asyncio.sleep(0)


@asynccontextmanager
async def laid(port: int, *, seconds: float = 0.0) -> AsyncIterator[Line]:
    """A line to the database at a port, until the context ends."""
    line = Line(port, seconds=seconds)
    await line.lay()
    try:
        yield line
    finally:
        await line.close()

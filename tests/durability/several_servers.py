"""Load on several servers that share a store, which is checked after whatever was done to them meanwhile.

What was acknowledged is there, once. A reader sees every version once and in order, through whichever server. Requests
without an answer are sent again until they have one. What clients saw is linearizable.
"""

import asyncio
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

import aiohttp
import msgspec

from tests.durability.histories import Operation, violations
from tests.durability.test_kill import ROOT, TAVERN, LogReader, Server, Table

SERVERS: Final = 2
TABLES: Final = 2
CLIENTS_A_TABLE: Final = 2
_READER_SECONDS: Final = 60
"""How long a reader may take to hear of what is in the log."""


class RoutedTable(Table):
    """A table whose callers are sent to any server, for every request."""

    def __init__(self, servers: list[Server], session: aiohttp.ClientSession, number: int) -> None:
        self._servers = servers
        self._path = ""
        self.history: list[Operation] = []
        super().__init__(servers[0], session, number)

    @property
    def url(self) -> str:
        return f"{self._chance.choice(self._servers).url}{self._path}"

    @url.setter
    def url(self, url: str) -> None:
        self._path = "/api/tables" + url.partition("/api/tables")[2] if url else ""

    async def give(self, body: dict[str, Any]) -> bytes:
        """Send a command until it is answered; the answer."""
        while True:
            try:
                status, answer = await self.send(body)
            except (aiohttp.ClientError, TimeoutError):
                status, answer = 503, b""
            if status == 200:
                return answer
            assert status == 503, answer
            await asyncio.sleep(0.02)

    async def go_on(self, client: int, over: asyncio.Event) -> None:
        """Give one command after the other."""
        n = 0
        while not over.is_set():
            n += 1
            sent = f"{client:04}-{n:016}-of-a-test"
            body: dict[str, Any] = {"id": sent, "type": "set_listed", "listed": bool(n % 2)}
            began = monotonic()
            answer = await self.give(body)
            self.acknowledged[sent] = (body, answer)
            version = msgspec.json.decode(answer)["version"]
            self.history.append(Operation("append", began, monotonic(), version, sent))

    async def look_on(self, over: asyncio.Event) -> None:
        """Look at the table again and again."""
        while not over.is_set():
            began = monotonic()
            with suppress(aiohttp.ClientError, TimeoutError):
                async with self._session.get(self.url, headers=self.headers("gm")) as answer:
                    assert answer.status in (200, 503), await answer.text()
                    if answer.status == 200:
                        version = (await answer.json())["version"]
                        self.history.append(Operation("read", began, monotonic(), version))
            await asyncio.sleep(0.02)


Disturbing = Callable[[list[Server], aiohttp.ClientSession], Awaitable[None]]


async def nothing_is_lost(address: str, folder: Path, disturb: Disturbing, *, last_seconds: float = 120) -> None:
    """Start servers on a store, play and watch at them while they are disturbed, and check what came of it."""
    folders = [folder / str(number) for number in range(SERVERS)]
    for one in folders:
        one.mkdir()
    servers = [Server(one, address=address) for one in folders]
    for server in servers:
        server.start()
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as session:
        for server in servers:
            await server.ready(session)
        tables = [RoutedTable(servers, session, number) for number in range(TABLES)]
        for table in tables:
            await table.open()
        readers = [LogReader(table, session, viewer) for table in tables for viewer in ("gm", "Bri")]
        following = [asyncio.create_task(reader.read()) for reader in readers]
        over = asyncio.Event()
        playing = [
            asyncio.create_task(table.go_on(client, over)) for table in tables for client in range(CLIENTS_A_TABLE)
        ]
        playing += [asyncio.create_task(table.look_on(over)) for table in tables]
        await disturb(servers, session)
        over.set()
        try:
            async with asyncio.timeout(last_seconds):
                await asyncio.gather(*playing)
                for table in tables:
                    await check(table, [reader for reader in readers if reader.table is table])
        finally:
            for task in following:
                task.cancel()
            await asyncio.wait(following)
            # What a reader saw wrong.
            assert [task.exception() for task in following if not task.cancelled()] == []
    audit = [*TAVERN, "audit", address]
    audited = await asyncio.to_thread(subprocess.run, audit, cwd=ROOT, capture_output=True, check=False)
    for server in servers:
        assert server.stop(30) == 0, server.log()
    assert audited.returncode == 0, audited.stdout.decode() + audited.stderr.decode()


async def check(table: RoutedTable, readers: list[LogReader]) -> None:
    """Each acknowledged command is in the log once, and gives the same answer again; readers saw every version.

    Together, the clients saw one log.
    """
    assert list(violations(table.history)) == []
    assert {operation.kind for operation in table.history} == {"append", "read"}
    entries = await table.log()
    ids = [entry["id"] for entry in entries]
    assert sorted(table.acknowledged) == sorted(sent for sent in ids if sent in table.acknowledged)
    for body, answer in list(table.acknowledged.values())[-5:]:
        assert await table.give(body) == answer
    for reader in readers:
        version = (await table.get("", reader.viewer))["version"]
        try:
            async with asyncio.timeout(_READER_SECONDS):
                await reader.come_to(version)
        except TimeoutError:
            raise AssertionError(
                f"{reader.viewer} has version {reader.version} of {version}: {reader.connections}"
            ) from None
        await reader.check({})

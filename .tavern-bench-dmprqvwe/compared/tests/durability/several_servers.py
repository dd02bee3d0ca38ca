"""Load on several servers that share a store, which is checked after whatever was done to them meanwhile.

What was acknowledged is there, once. A reader sees every version once and in order, through whichever server. Requests
without an answer are sent again until they have one. What clients saw is linearizable.
"""

import asyncio
import subprocess
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Final

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

    tried_again: ClassVar[tuple[int, ...]] = (503,)
    """After which answers a command is sent again."""

    def __init__(self, servers: list[Server], session: aiohttp.ClientSession, number: int) -> None:
        self._servers = servers
        self._path = ""
        self._answered_by: dict[str, str] = {}
        self.history: list[Operation] = []
        super().__init__(servers[0], session, number)

    @property
    def url(self) -> str:
        return self.url_at(self.any_server())

    @url.setter
    def url(self, url: str) -> None:
        self._path = "/api/tables" + url.partition("/api/tables")[2] if url else ""

    def any_server(self) -> Server:
        """The server for the next request."""
        return self._chance.choice(self._servers)

    def url_at(self, server: Server) -> str:
        """The table's address at a server."""
        return f"{server.url}{self._path}"

    @property
    def id(self) -> str:
        """The table's id."""
        return self._path.rpartition("/")[2]

    async def get(self, path: str, viewer: str) -> Any:
        """Ask until there is an answer."""
        while True:
            with suppress(aiohttp.ClientError, TimeoutError):
                async with self._session.get(self.url + path, headers=self.headers(viewer)) as answer:
                    if answer.status != 503:
                        assert answer.status == 200, await answer.text()
                        return await answer.json()
            await asyncio.sleep(0.02)

    async def send(self, body: dict[str, Any]) -> tuple[int, bytes]:
        """Send a command to any server, and note which one answered."""
        server = self.any_server()
        name, url = server.name, f"{self.url_at(server)}/commands"
        async with self._session.post(url, json=body, headers=self.headers("gm")) as answer:
            content = await answer.read()
        self._answered_by[body["id"]] = name
        return answer.status, content

    async def give(self, body: dict[str, Any]) -> bytes:
        """Send a command until it is answered; the answer."""
        while True:
            try:
                status, answer = await self.send(body)
            except (aiohttp.ClientError, TimeoutError):
                status, answer = 503, b""
            if status == 200:
                return answer
            assert status in self.tried_again, answer
            await asyncio.sleep(0.02)

    async def go_on(self, client: int, over: asyncio.Event) -> None:
        """Give one command after the other."""
        n = 0
        while not over.is_set():
            n += 1
            sent = f"{client:04}-{n:016}-of-a-test"
            body: dict[str, Any] = {"id": sent, "type": "set_listed", "listed": bool(n % 2)}
            began = monotonic()
            self._acknowledge(body, await self.give(body), began)

    def violations(self) -> list[str]:
        """What is wrong with what the clients saw together."""
        return list(violations(self.history))

    def _acknowledge(self, body: dict[str, Any], answer: bytes, began: float) -> None:
        ended, sent = monotonic(), body["id"]
        self.acknowledged[sent] = (body, answer)
        version = msgspec.json.decode(answer)["version"]
        self.history.append(Operation("append", began, ended, version, sent, self._answered_by[sent]))

    async def look_on(self, over: asyncio.Event) -> None:
        """Look at the table again and again."""
        while not over.is_set():
            began, server = monotonic(), self.any_server()
            name = server.name
            with suppress(aiohttp.ClientError, TimeoutError):
                async with self._session.get(self.url_at(server), headers=self.headers("gm")) as answer:
                    assert answer.status in (200, 503), await answer.text()
                    if answer.status == 200:
                        version = (await answer.json())["version"]
                        self.history.append(Operation("read", began, monotonic(), version, by=name))
            await asyncio.sleep(0.02)


Disturbing = Callable[[list[Server], aiohttp.ClientSession], Awaitable[None]]


def servers_on(*addresses: str, folder: Path) -> list[Server]:
    """A server for each address, all of the same store."""
    folders = [folder / str(number) for number in range(len(addresses))]
    for one in folders:
        one.mkdir()
    return [Server(one, address=address) for one, address in zip(folders, addresses, strict=True)]


async def all_ready(servers: Sequence[Server], session: aiohttp.ClientSession, *, seconds: float = 120) -> None:
    """Wait until all servers can write."""
    async with asyncio.timeout(seconds):
        for server in servers:
            while True:
                with suppress(aiohttp.ClientError, TimeoutError):
                    async with session.get(f"{server.url}/readyz") as answer:
                        if answer.status == 200:
                            break
                await asyncio.sleep(0.1)


async def nothing_is_lost(
    address: str,
    folder: Path,
    disturb: Disturbing,
    *,
    last_seconds: float = 120,
    servers: list[Server] | None = None,
    make_table: Callable[[list[Server], aiohttp.ClientSession, int], RoutedTable] = RoutedTable,
    make_reader: Callable[[RoutedTable, aiohttp.ClientSession, str], LogReader] = LogReader,
) -> list[RoutedTable]:
    """Start servers on a store, play and watch at them while they are disturbed, and check what came of it."""
    servers = servers or servers_on(*[address] * SERVERS, folder=folder)
    for server in servers:
        server.start()
    try:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as session:
            await all_ready(servers, session)
            tables = [make_table(servers, session, number) for number in range(TABLES)]
            await _play_and_check(tables, servers, session, disturb, last_seconds, make_reader)
        audit = [*TAVERN, "audit", address]
        audited = await asyncio.to_thread(subprocess.run, audit, cwd=ROOT, capture_output=True, check=False)
        for server in servers:
            assert server.stop(30) == 0, server.log()
    except BaseException:
        for server in servers:
            server.kill()
        raise
    assert audited.returncode == 0, audited.stdout.decode() + audited.stderr.decode()
    return tables


async def _play_and_check(
    tables: list[RoutedTable],
    servers: list[Server],
    session: aiohttp.ClientSession,
    disturb: Disturbing,
    last_seconds: float,
    make_reader: Callable[[RoutedTable, aiohttp.ClientSession, str], LogReader],
) -> None:
    for table in tables:
        await table.open()
    readers = [make_reader(table, session, viewer) for table in tables for viewer in ("gm", "Bri")]
    following = [asyncio.create_task(reader.read()) for reader in readers]
    over = asyncio.Event()
    playing = [asyncio.create_task(table.go_on(client, over)) for table in tables for client in range(CLIENTS_A_TABLE)]
    playing += [asyncio.create_task(table.look_on(over)) for table in tables]
    try:
        await disturb(servers, session)
        over.set()
        async with asyncio.timeout(last_seconds):
            await asyncio.gather(*playing)
            for table in tables:
                await check(table, [reader for reader in readers if reader.table is table])
    finally:
        for task in (*following, *playing):
            task.cancel()
        await asyncio.wait([*following, *playing])
        # What a reader saw wrong.
        assert [task.exception() for task in following if not task.cancelled()] == []


async def check(table: RoutedTable, readers: list[LogReader]) -> None:
    """Each acknowledged command is in the log once, and gives the same answer again; readers saw every version.

    Together, the clients saw one log.
    """
    assert table.violations() == []
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

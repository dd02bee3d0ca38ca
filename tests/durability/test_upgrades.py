"""Two versions of the server side by side on one database: while one server after the other is upgraded, and back.

The version before is taken from the history of the repository. Clients play at both at random all the time.
"""

import asyncio
import io
import subprocess
import sys
import tarfile
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Final, Literal

import aiohttp
import msgspec
import pytest

from tests.durability.histories import Operation, violations
from tests.durability.several_servers import RoutedTable, all_ready, nothing_is_lost, servers_on
from tests.durability.test_kill import ROOT, LogReader, Server
from tests.postgres import Postgres

FOR_SEVERAL_SERVERS: Final = "4c561e9b782b3a3d63674b8895699c3856a6c48b"
FOR_SHARDS: Final = "ea2b78ac768d69b22444da88a569ed74eae2cb3b"
"""The first versions for them."""
LOAD_SECONDS: Final = 5.0
"""No load of a table takes longer, even on a busy machine."""
ROOMS: Final = ("events", "projections", "games", "replays", "server", "tavern_client", "tools")
SECONDS: Final = 1.5
"""How long each step lasts at least."""


class PlayedTable(RoutedTable):
    """A table at which a game is played, and not only anything done.

    `joining` names the servers that have the fault described at `counted_from_loads`.
    """

    def __init__(
        self,
        servers: list[Server],
        session: aiohttp.ClientSession,
        number: int,
        joining: Container[str] = frozenset(),
    ) -> None:
        super().__init__(servers, session, number)
        self._joining = joining

    def violations(self) -> list[str]:
        return list(violations(counted_from_loads(self.history, self._joining)))

    async def go_on(self, client: int, over: asyncio.Event) -> None:
        """Do one thing after the other that is offered; somebody may be faster."""
        while not over.is_set():
            body = await self._choose()
            began = monotonic()
            if answer := await self.give(body):
                self._acknowledge(body, answer, began)

    async def give(self, body: dict[str, Any]) -> bytes:
        """Send a command until it is answered; the answer, or nothing if it came too late to be legal."""
        while True:
            status, answer = 503, b""
            with suppress(aiohttp.ClientError, TimeoutError):
                status, answer = await self.send(body)
            if status != 503:
                assert status in (200, 409), answer
                return answer if status == 200 else b""
            await asyncio.sleep(0.02)


def counted_from_loads(history: Iterable[Operation], joining: Container[str]) -> Iterator[Operation]:
    """The same history, but reads from `joining` servers begin as early as a load that they may have joined.

    Before 458faec7, a request that joined a load in progress was shown the table as it was when the load began. Another
    server could have acknowledged a newer version since. Nothing else is exempt: these reads still may not show less
    than was known before the load, and no later answer may show less than these reads.
    """
    for one in history:
        joined = one.kind == "read" and one.by in joining
        yield msgspec.structs.replace(one, began=one.began - LOAD_SECONDS) if joined else one


def test_only_reads_of_servers_that_join_loads_may_be_late() -> None:
    def found(kind: Literal["append", "read"], began: float, by: str) -> bool:
        acknowledged = Operation("append", 0, 1, 2, by="old")
        late = Operation(kind, began, began + 1, 1, by=by)
        return bool(list(violations(counted_from_loads([acknowledged, late], {"old"}))))

    assert not found("read", 2, "old")
    assert found("read", 2 + LOAD_SECONDS, "old")
    assert found("read", 2, "new")
    assert found("append", 2, "old")


class PlayedReader(LogReader):
    """A reader that connects again if one of the `joining` servers lacks a version that it has received."""

    def __init__(
        self, table: RoutedTable, session: aiohttp.ClientSession, viewer: str, joining: Container[str] = frozenset()
    ) -> None:
        super().__init__(table, session, viewer)
        self._routed = table
        self._joining = joining
        self._by = ""

    async def _read_once(self) -> None:
        server = self._routed.any_server()
        self._by = server.name
        await self._read_at(self._routed.url_at(server))

    def _take(self, event: dict[str, str]) -> None:
        if event.get("event") == "reset" and self._by in self._joining:
            shown = msgspec.json.decode(event["data"])["version"]
            if shown < self.version:
                raise aiohttp.ClientError(f"the server shows version {shown}, and {self.version} was received before")
        super()._take(event)


def version_at(commit: str, folder: Path) -> Path:
    """The program as it was at a commit; the test is skipped where the history does not reach so far."""
    known = subprocess.run(["git", "cat-file", "-e", commit], cwd=ROOT, capture_output=True, check=False)
    if known.returncode != 0:
        pytest.skip(
            f"commit {commit} is not in this clone, so there is no earlier version to run: git fetch --unshallow"
        )
    packed = subprocess.run(["git", "archive", commit, *ROOMS], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    found = [sys.executable, "-c", "import server; print(server.__file__)"]
    path = subprocess.run(found, cwd=folder, capture_output=True, check=True, text=True).stdout
    assert Path(path.strip()).is_relative_to(folder)
    return folder


@pytest.mark.parametrize(
    "commit",
    [
        pytest.param(FOR_SEVERAL_SERVERS, id="from the first version for several servers"),
        pytest.param(FOR_SHARDS, id="from the first version for shards", marks=pytest.mark.campaign),
    ],
)
async def test_servers_are_upgraded_and_downgraded_one_after_the_other(
    postgres: Postgres, tmp_path: Path, commit: str
) -> None:
    before = version_at(commit, tmp_path / "before")
    servers = servers_on(postgres.address, postgres.address, folder=tmp_path)
    for server in servers:
        server.root = before
    joining = {server.name for server in servers} if commit == FOR_SEVERAL_SERVERS else set[str]()

    async def disturb(servers: list[Server], session: aiohttp.ClientSession) -> None:
        await asyncio.sleep(SECONDS)
        for server, root in ((0, ROOT), (1, ROOT), (1, before), (1, ROOT)):
            assert await asyncio.to_thread(servers[server].stop, 30) == 0, servers[server].log()
            servers[server].root = root
            servers[server].start()
            await all_ready(servers, session)
            await asyncio.sleep(SECONDS)

    tables = await nothing_is_lost(
        postgres.address,
        tmp_path,
        disturb,
        servers=servers,
        make_table=partial(PlayedTable, joining=joining),
        make_reader=partial(PlayedReader, joining=joining),
    )
    assert all(len(table.acknowledged) > 10 for table in tables)

"""A kit for testing the server through its real HTTP API, with a clock that tests turn and randomness that is fixed.

table = await server.open("race"); ada = await server.sit(table, "Ada")
answer = await ada.give("roll"); assert answer.status == 200
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NoReturn, Protocol

import msgspec
from aiohttp import ClientResponse
from aiohttp.test_utils import BaseTestServer, TestClient
from yarl import URL

from events.storage.contract import (
    Answered,
    AppendRecords,
    DirectoryEntry,
    ExportSignature,
    Healed,
    JoinCode,
    Notice,
    RoundSpan,
    Said,
    Snapshot,
    Store,
    Stored,
    TableInfo,
    Token,
)
from games.engine.catalogue import Catalogue
from server.background.supervisor import Supervisor
from server.clock import Alarm
from server.config import NO_LIMITS, Config
from server.http.app import create_app, serving, stop_serving
from server.http.requests import App
from server.http.streams import Streams
from server.tables.registry import Tables

BEGAN: Final = datetime(2025, 3, 1, 19, 0, tzinfo=UTC)
KEY: Final = "a-key-of-sixteen-bytes-or-more"
SEED: Final = bytes(range(32)).hex()

Client = TestClient[Any, Any]


async def until(condition: Callable[[], bool]) -> None:
    """Let the server work until something is so."""
    async with asyncio.timeout(10):
        while True:
            if condition():
                return
            await asyncio.sleep(0.001)


class _TurnedAlarm:
    def __init__(self, due: float, callback: Callable[[], object]) -> None:
        self.due = due
        self.callback = callback
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class TurnedClock:
    """A clock that stands still until it is turned."""

    def __init__(self) -> None:
        self._now = BEGAN
        self._elapsed = 0.0
        self._alarms: list[_TurnedAlarm] = []

    def now(self) -> datetime:
        return self._now

    def elapsed(self) -> float:
        return self._elapsed

    def call_at(self, when: datetime, callback: Callable[[], object]) -> Alarm:
        alarm = _TurnedAlarm(self._elapsed + (when - self._now).total_seconds(), callback)
        self._alarms.append(alarm)
        return alarm

    def pending(self) -> int:
        """How many alarms are set."""
        return sum(not alarm.cancelled for alarm in self._alarms)

    def step(self, seconds: float) -> None:
        """Set the wall clock; no time passes."""
        self._now += timedelta(seconds=seconds)

    def turn(self, seconds: float) -> None:
        """Let time pass, and ring what is due."""
        self._now += timedelta(seconds=seconds)
        # To the microsecond, like times: sums of seconds are not exact.
        self._elapsed = round(self._elapsed + seconds, 6)
        due = [alarm for alarm in self._alarms if round(alarm.due, 6) <= self._elapsed]
        self._alarms = [alarm for alarm in self._alarms if alarm not in due]
        for alarm in sorted(due, key=lambda alarm: alarm.due):
            if not alarm.cancelled:
                alarm.callback()


class Answer:
    """An answer, read whole."""

    def __init__(self, status: int, headers: Any, body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @classmethod
    async def of(cls, response: ClientResponse) -> "Answer":
        return cls(response.status, response.headers, await response.read())

    def __getitem__(self, name: str) -> Any:
        return self.json[name]

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    @property
    def code(self) -> Any:
        """The status, and the code where the answer is a problem."""
        return (self.status, self.json.get("code") if self.body else None)


class Caller:
    """Somebody who calls about one table, with a token or (None) without."""

    def __init__(self, client: Client, table: str, token: str | None, seat: str = "") -> None:
        self.client = client
        self.table = table
        self.token = token
        self.seat = seat

    def _headers(self, given: dict[str, str] | None) -> dict[str, str]:
        own = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        return {**own, **(given or {})}

    async def get(self, path: str = "", headers: dict[str, str] | None = None) -> Answer:
        """Ask for something of the table's."""
        url = f"/api/tables/{self.table}{path}"
        return await Answer.of(await self.client.get(url, headers=self._headers(headers)))

    async def post(self, path: str, body: Any, headers: dict[str, str] | None = None) -> Answer:
        """Send something to the table; what is no bytes yet goes as JSON."""
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        url = f"/api/tables/{self.table}{path}"
        return await Answer.of(await self.client.post(url, data=data, headers=self._headers(headers)))

    async def delete(self, path: str) -> Answer:
        """Have something of the table's deleted."""
        url = f"/api/tables/{self.table}{path}"
        return await Answer.of(await self.client.delete(url, headers=self._headers(None)))

    async def open_stream(self, path: str, headers: dict[str, str] | None = None) -> ClientResponse:
        """Ask for something that does not end; the caller closes it."""
        return await self.client.get(f"/api/tables/{self.table}{path}", headers=self._headers(headers))

    async def give(self, kind: str, *, headers: dict[str, str] | None = None, **given: Any) -> Answer:
        """Give a command."""
        return await self.post("/commands", {"type": kind, **given}, headers)

    async def did(self, kind: str, **given: Any) -> Any:
        """Give a command that is carried out; its answer."""
        answer = await self.give(kind, **given)
        assert answer.status == 200, answer.body
        return answer.json

    async def view(self) -> Any:
        """The view, as it is now."""
        answer = await self.get()
        assert answer.status == 200, answer.body
        return answer.json


class Opened:
    """A table with its GM, the public, and the invite."""

    def __init__(self, client: Client, opened: dict[str, str]) -> None:
        self._client = client
        self.id = opened["table"]
        self.invite = opened["invite"]
        self.gm = Caller(client, self.id, opened["gm_token"])
        self.public = Caller(client, self.id, None)

    async def sit(self, name: str, *, purse_cp: int = 10_000, **given: Any) -> Caller:
        """Sit somebody down with the invite."""
        body = {"invite": self.invite, "name": name, "purse_cp": purse_cp, **given}
        answer = await self.public.post("/seats", body)
        assert answer.status == 201, answer.body
        return Caller(self._client, self.id, answer["token"], answer["seat"])

    def again(self, client: Client, caller: Caller) -> Caller:
        """The same caller at another server on the same store."""
        return Caller(client, caller.table, caller.token, caller.seat)


class _Server(BaseTestServer):
    """The server of an app, at a free port of this machine."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self.app = app
        self._serving = AsyncExitStack()

    async def start_server(self, loop: asyncio.AbstractEventLoop | None = None, **_: Any) -> None:
        self._root = URL(await self._serving.enter_async_context(serving(self.app)))
        self.host, self.port = str(self._root.host), self._root.port

    async def _make_runner(self, debug: bool = True, **_: Any) -> NoReturn:
        raise NotImplementedError

    async def close(self) -> None:
        await self._serving.aclose()


class Served:
    """A running server."""

    def __init__(self, client: Client, store: Store, clock: TurnedClock) -> None:
        self.client = client
        self.store = store
        self.clock = clock

    @property
    def app(self) -> App:
        server = self.client.server
        assert isinstance(server, _Server)
        return server.app

    @property
    def tables(self) -> Tables:
        """The live tables."""
        return self.app.tables

    @property
    def supervisor(self) -> Supervisor:
        """What does the server's own work."""
        return self.app.supervisor

    @property
    def streams(self) -> Streams:
        """The live streams."""
        return self.app.streams

    @property
    def busy(self) -> bool:
        """Whether something goes on in the background."""
        return self.supervisor.busy or self.tables.loading

    async def stop(self) -> None:
        """Begin nothing more, as a server does before it ends."""
        stop_serving(self.app)

    async def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        return await Answer.of(await self.client.get(path, headers=headers))

    async def post(self, path: str, body: Any, headers: dict[str, str] | None = None) -> Answer:
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        return await Answer.of(await self.client.post(path, data=data, headers=headers))

    async def open(self, game: str, *, headers: dict[str, str] | None = None, **given: Any) -> Opened:
        answer = await self.post("/api/tables", {"game": game, **given}, headers)
        assert answer.status == 201, answer.body
        return Opened(self.client, answer.json)

    async def close(self) -> None:
        await self.client.close()


class Clustering(Protocol):
    """Has every server that a test starts be several."""

    async def start(self, store: Store, start_one: Callable[[Store], Awaitable[Served]], clock: TurnedClock) -> Served:
        """Start them on a store, or on what it stands for."""
        ...


CLUSTERING: Final[list[Clustering]] = []
"""Not empty where each server of a test is to be several: `clusters.py`."""


async def start_server(
    catalogue: Catalogue,
    store: Store,
    *,
    clock: TurnedClock | None = None,
    chance: int = 1,
    **settings: Any,
) -> Served:
    """A server on a store, in this process; without limits, but those among the settings."""
    clock = clock or TurnedClock()
    config = Config(**{**NO_LIMITS, "port": 0, **settings})
    randomness = random.Random(chance).randbytes

    async def start_one(store: Store) -> Served:
        app = create_app(config, store, catalogue, clock=clock, randomness=randomness)
        client: Client = TestClient(_Server(app))
        await client.start_server()
        return Served(client, store, clock)

    return await CLUSTERING[-1].start(store, start_one, clock) if CLUSTERING else await start_one(store)


class AroundStore:
    """A store that passes everything on to another: for stores that fail, or count, here and there."""

    def __init__(self, inner: Store) -> None:
        self.inner = inner

    async def append(self, table: str, seq: int, line: bytes, records: AppendRecords) -> int:
        return await self.inner.append(table, seq, line, records)

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        return await self.inner.read(table, after, upto)

    def read_all(self, after: int = 0) -> AsyncIterator[Stored]:
        return self.inner.read_all(after)

    async def tables(self) -> Sequence[TableInfo]:
        return await self.inner.tables()

    async def table(self, table: str) -> TableInfo | None:
        return await self.inner.table(table)

    async def secret(self, table: str) -> bytes:
        return await self.inner.secret(table)

    async def nodes(self, table: str) -> bytes | None:
        return await self.inner.nodes(table)

    async def rebuild_rounds(self, table: str) -> None:
        await self.inner.rebuild_rounds(table)

    async def token(self, table: str, token_hash: str) -> Token | None:
        return await self.inner.token(table, token_hash)

    async def token_of(self, table: str, viewer: str) -> Token | None:
        return await self.inner.token_of(table, viewer)

    async def keep_join_code(self, code: JoinCode, now: str) -> bool:
        return await self.inner.keep_join_code(code, now)

    async def join_code(self, code_hash: str) -> JoinCode | None:
        return await self.inner.join_code(code_hash)

    async def join_code_of(self, table: str) -> JoinCode | None:
        return await self.inner.join_code_of(table)

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        return await self.inner.answered(scope, caller, request_id)

    async def rounds(self, table: str, after: int, limit: int) -> Sequence[RoundSpan]:
        return await self.inner.rounds(table, after, limit)

    async def round(self, table: str, number: int) -> RoundSpan | None:
        return await self.inner.round(table, number)

    async def directory(self, after: str | None, limit: int) -> Sequence[DirectoryEntry]:
        return await self.inner.directory(after, limit)

    def size(self) -> int:
        return self.inner.size()

    async def say(self, table: str, by: str, at: str, text: str, key: str | None = None) -> int:
        return await self.inner.say(table, by, at, text, key)

    async def said(self, table: str, by: str, key: str) -> int | None:
        return await self.inner.said(table, by, key)

    async def erase_chat(self, table: str, by: str, at: str, numbers: Sequence[int] | None) -> int | None:
        return await self.inner.erase_chat(table, by, at, numbers)

    async def chat(self, table: str, after: int, limit: int) -> Sequence[Said]:
        return await self.inner.chat(table, after, limit)

    async def chat_last(self, table: str) -> int:
        return await self.inner.chat_last(table)

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        await self.inner.save_snapshot(table, snapshot)

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        return await self.inner.snapshot(table, upto)

    async def save_analysis(self, table: str, number: int, seat: str, data: bytes) -> None:
        await self.inner.save_analysis(table, number, seat, data)

    async def analysis(self, table: str, number: int, seat: str) -> bytes | None:
        return await self.inner.analysis(table, number, seat)

    async def server_key(self, fresh: bytes) -> bytes:
        return await self.inner.server_key(fresh)

    async def epoch(self, fresh: str) -> str:
        return await self.inner.epoch(fresh)

    async def signing_key(self, fresh: bytes) -> bytes:
        return await self.inner.signing_key(fresh)

    async def export_signature(self, table: str) -> ExportSignature | None:
        return await self.inner.export_signature(table)

    async def import_table(
        self, table: str, lines: Sequence[bytes], tokens: Sequence[Token], signed: ExportSignature | None = None
    ) -> None:
        await self.inner.import_table(table, lines, tokens, signed)

    async def delete(self, table: str) -> None:
        await self.inner.delete(table)

    async def compact(self) -> None:
        await self.inner.compact()

    async def check(self) -> None:
        await self.inner.check()

    def suspects_damage(self) -> bool:
        return self.inner.suspects_damage()

    async def heal(self) -> Healed:
        return await self.inner.heal()

    async def rebuild_head(self, table: str, deadline: str | None, closed: bool, listing: bytes | None) -> None:
        await self.inner.rebuild_head(table, deadline, closed, listing)

    def notices(self) -> Sequence[Notice]:
        return self.inner.notices()

    async def close(self) -> None:
        await self.inner.close()

"""A server that runs: it says where, and stops with what is under way finished."""

import asyncio
import contextlib
import os
import resource
import signal
import socket
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import msgspec
import pytest
from aiohttp.web import Server

from events.storage.contract import AppendRecords, Notice, Snapshot, StoreUnavailable
from events.storage.memory import MemoryStore
from server import log
from server.config import Config
from server.running import Addresses, CannotListen, _allow_many_files, _cut_stalled_clients, _reserve, serve
from tests.server.serving import AroundStore
from tests.tools import test_serve as process
from tests.toys.catalogue import TOYS

Commanding = asyncio.Task[aiohttp.ClientResponse]

pytestmark = pytest.mark.usefixtures("loggers_kept")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_it_serves_until_a_signal_and_then_answers_those_who_wait(
    capsys: pytest.CaptureFixture[str], number: int
) -> None:
    store = MemoryStore()
    listening: asyncio.Future[Addresses] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve(Config(port=0), store, TOYS, on_listening=listening.set_result))
    address = (await listening).players
    async with aiohttp.ClientSession(address) as session:
        async with session.post("/api/tables", json={"game": "race"}) as answer:
            assert answer.status == 201
            table = (await answer.json())["table"]
        poll = asyncio.create_task(session.get(f"/api/tables/{table}/events?after=1&wait=30"))
        await asyncio.sleep(0.05)
        os.kill(os.getpid(), number)
        async with await poll as answer:
            assert (answer.status, (await answer.json())["entries"]) == (200, [])
        await serving
    with pytest.raises(StoreUnavailable):
        await store.check()
    lines = [msgspec.json.decode(line) for line in capsys.readouterr().out.splitlines()]
    logged = [(line["event"], line.get("address")) for line in lines if line["event"] != "request"]
    assert logged == [("listening", address), ("stopping", None), ("stopped", None)]


class NoticingStore(MemoryStore):
    """A store that found something when it was opened."""

    def notices(self) -> Sequence[Notice]:
        return [Notice("log_lost", "The newest lines are missing."), Notice("no_sync", "Nothing is flushed.")]


async def test_what_the_store_noticed_is_logged_at_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    def stop(_: Addresses) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    await serve(Config(port=0, log_level="warning"), NoticingStore(), TOYS, on_listening=stop)
    lines = [msgspec.json.decode(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["event"], line["level"], line["detail"]) for line in lines] == [
        ("log_lost", "warning", "The newest lines are missing."),
        ("no_sync", "warning", "Nothing is flushed."),
    ]


@pytest.mark.parametrize(("stop_seconds", "reserved"), [(0.2, 0.05), (4.0, 1.0), (20.0, 5.0), (60.0, 5.0)])
def test_a_quarter_of_the_time_to_stop_is_kept_for_the_work_after_requests(
    stop_seconds: float, reserved: float
) -> None:
    assert _reserve(stop_seconds) == reserved


class StuckStore(AroundStore):
    """A store whose appends wait until they are let through."""

    def __init__(self) -> None:
        super().__init__(MemoryStore())
        self.stuck = False
        self.reached = asyncio.Event()
        self.let_through = asyncio.Event()
        self.to_save = asyncio.Event()
        self.to_save.set()
        self.saved: list[int] = []

    async def append(self, table: str, seq: int, line: bytes, records: AppendRecords) -> int:
        if self.stuck:
            self.reached.set()
            await self.let_through.wait()
        return await super().append(table, seq, line, records)

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        await self.to_save.wait()
        await super().save_snapshot(table, snapshot)
        self.saved.append(snapshot.seq)


@contextlib.asynccontextmanager
async def at_work(store: StuckStore, **settings: Any) -> AsyncIterator[tuple[asyncio.Task[None], Commanding, str]]:
    """A server with a command under way that the store holds up, and what becomes of both."""
    listening: asyncio.Future[Addresses] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve(Config(port=0, **settings), store, TOYS, on_listening=listening.set_result))
    address = (await listening).players
    async with aiohttp.ClientSession(address) as session:
        async with session.post("/api/tables", json={"game": "race"}) as answer:
            opened = await answer.json()
        gm = {"Authorization": f"Bearer {opened['gm_token']}"}
        body = {"type": "set_options", "options": {}}
        store.stuck = True
        path = f"/api/tables/{opened['table']}/commands"
        commanding = asyncio.create_task(session.post(path, json=body, headers=gm))
        await store.reached.wait()
        yield serving, commanding, address
        commanding.cancel()
        await asyncio.wait([commanding])


async def test_a_command_that_is_under_way_is_finished_answered_and_kept_before_the_store_is_closed() -> None:
    store = StuckStore()
    async with at_work(store, log_level="error") as (serving, commanding, _):
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait([serving, commanding], timeout=0.2)
        assert not serving.done()
        assert not commanding.done()
        store.let_through.set()
        answer = await commanding
        assert answer.status == 200
        assert (await answer.json())["version"] == 2
        await serving


async def test_a_stopping_server_accepts_no_connections_and_closes_idle_ones() -> None:
    store = StuckStore()
    async with at_work(store, log_level="error") as (serving, commanding, address):
        host, _, port = address.removeprefix("http://").rpartition(":")
        idle_reader, idle_writer = await asyncio.open_connection(host, int(port))
        os.kill(os.getpid(), signal.SIGTERM)
        assert await idle_reader.read() == b""
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection(host, int(port))
        store.let_through.set()
        await asyncio.wait([serving, commanding])
        idle_writer.close()


async def test_requests_that_take_too_long_are_cut_off(capsys: pytest.CaptureFixture[str]) -> None:
    store = StuckStore()
    async with at_work(store, log_level="warning", stop_seconds=0.2) as (serving, _, _):
        os.kill(os.getpid(), signal.SIGTERM)
        async with asyncio.timeout(10):
            await serving
    logged = [msgspec.json.decode(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["event"], line["hastened"]) for line in logged] == [("cut_off", False)]


async def test_a_snapshot_that_takes_long_is_given_up_and_does_not_delay_the_end() -> None:
    store = StuckStore()
    store.to_save.clear()
    async with at_work(store, log_level="error", stop_seconds=3600, snapshot_every=1) as (serving, commanding, _):
        store.let_through.set()
        assert (await commanding).status == 200
        os.kill(os.getpid(), signal.SIGTERM)
        async with asyncio.timeout(10):
            await serving
    assert store.saved == []


async def test_a_store_that_cannot_be_closed_in_time_is_reported_on_a_thread_of_its_own() -> None:
    class Hanging(StuckStore):
        closing = asyncio.Event()

        async def close(self) -> None:
            await self.closing.wait()

    store, listening = Hanging(), asyncio.get_running_loop().create_future()
    threads: list[str] = []
    overdue = asyncio.Event()
    loop = asyncio.get_running_loop()

    def on_overdue() -> None:
        threads.append(threading.current_thread().name)
        loop.call_soon_threadsafe(overdue.set)

    config = Config(port=0, log_level="error", stop_seconds=0.2)
    serving = asyncio.create_task(serve(config, store, TOYS, on_listening=listening.set_result, on_overdue=on_overdue))
    await listening
    os.kill(os.getpid(), signal.SIGTERM)
    async with asyncio.timeout(10):
        await overdue.wait()
    assert not serving.done()
    assert threads != [threading.main_thread().name]
    store.closing.set()
    await serving


@contextlib.contextmanager
def unread(address: str, request: str, times: int = 1) -> Iterator[None]:
    """A connection over which something is asked for, and nothing that comes is read."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        host, _, port = address.removeprefix("http://").rpartition(":")
        connection.connect((host, int(port)))
        connection.sendall(f"GET {request} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * times)
        yield


def test_clients_that_read_nothing_do_not_delay_the_stop_and_nothing_is_lost(tmp_path: Path) -> None:
    store = ("--store", f"sqlite:///{tmp_path / 'tavern.db'}", "--port", "0")
    patient = ("--stop-seconds", "3600", "--chats-per-minute", "0", "--requests-per-second", "0")
    with process.serving(*store, *patient) as (server, address):
        opened = process.ask(address, "/api/tables", {"game": "twentyone"})
        table, gm = f"/api/tables/{opened['table']}", {"Authorization": f"Bearer {opened['gm_token']}"}
        with unread(address, f"{table}/live"), unread(address, f"{table}/chat", times=100):
            said = [process.ask(address, f"{table}/chat", {"text": "漢" * 1_000}, gm) for _ in range(150)]
            server.terminate()
            output, trouble = server.communicate(timeout=process.SECONDS)
    lines = [msgspec.json.decode(line) for line in output.splitlines()]
    lines = [line for line in lines if line["event"] != "store_created"]
    assert [(line["event"], line.get("streams"), line.get("stalled")) for line in lines] == [
        ("stopping", 1, 1),
        ("stopped", None, None),
    ]
    assert (server.returncode, trouble, said[-1]["n"]) == (0, "", 150)
    with process.serving(*store) as (_, address):
        assert process.ask(address, f"{table}/chat?after=149")["messages"] == said[-1:]


async def test_a_second_signal_makes_it_hasten(capsys: pytest.CaptureFixture[str]) -> None:
    store = StuckStore()
    async with at_work(store, log_level="warning", stop_seconds=3600) as (serving, _, _):
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait([serving], timeout=0.1)
        assert not serving.done()
        os.kill(os.getpid(), signal.SIGTERM)
        async with asyncio.timeout(10):
            await serving
    logged = [msgspec.json.decode(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["event"], line["hastened"]) for line in logged] == [("cut_off", True)]


async def test_readers_of_a_stream_are_asked_to_reconnect() -> None:
    listening: asyncio.Future[Addresses] = asyncio.get_running_loop().create_future()
    config = Config(port=0, log_level="error")
    serving = asyncio.create_task(serve(config, MemoryStore(), TOYS, on_listening=listening.set_result))
    async with aiohttp.ClientSession((await listening).players) as session:
        async with session.post("/api/tables", json={"game": "race"}) as answer:
            table = (await answer.json())["table"]
        async with session.get(f"/api/tables/{table}/live") as stream:
            await stream.content.readuntil(b"\n\n")
            os.kill(os.getpid(), signal.SIGTERM)
            sent = (await stream.content.read()).decode()
        await serving
    *_, last = sent.strip().split("\n\n")
    assert last.startswith('event: close\ndata: {"reason":"stopping","retry_ms":')


async def test_the_operator_has_an_address_of_its_own_and_is_served_there() -> None:
    listening: asyncio.Future[Addresses] = asyncio.get_running_loop().create_future()
    config = Config(port=0, operator_port=0, log_level="error")
    serving = asyncio.create_task(serve(config, MemoryStore(), TOYS, on_listening=listening.set_result))
    addresses = await listening
    assert addresses.operator not in (None, addresses.players)
    async with aiohttp.ClientSession(addresses.operator) as session, session.get("/metrics") as answer:
        assert "tavern_event_loop_lag_seconds_count" in await answer.text()
    os.kill(os.getpid(), signal.SIGTERM)
    await serving


@pytest.mark.parametrize("name", ["port", "operator_port"])
async def test_an_address_in_use_is_reported_at_once(name: str) -> None:
    taken = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = taken.sockets[0].getsockname()[1]
    store = MemoryStore()
    with pytest.raises(CannotListen, match="address already in use") as caught:
        await serve(Config(**{"port": 0, "log_level": "error", name: port}), store, TOYS)
    assert (caught.value.host, caught.value.port) == ("127.0.0.1", port)
    with pytest.raises(StoreUnavailable):
        await store.check()
    taken.close()
    await taken.wait_closed()


class Unread:
    """A connection whose client leaves so many bytes unread each time that the server looks."""

    def __init__(self, *sizes: int) -> None:
        self._sizes = iter(sizes)
        self.transport: Unread | None = self
        self.cut = False

    def get_write_buffer_size(self) -> int:
        return next(self._sizes)

    def abort(self) -> None:
        self.cut = True


async def test_while_it_stops_only_clients_that_read_nothing_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.running._STALLED_SECONDS", 0.0)
    stalled, slow, done, gone = Unread(9, 9), Unread(9, 5), Unread(0, 0), Unread()
    gone.transport = None
    server = SimpleNamespace(connections=[stalled, slow, done, gone])
    cutting = asyncio.create_task(_cut_stalled_clients(cast("Server", server)))
    await asyncio.sleep(0)
    assert not stalled.cut
    await asyncio.sleep(0)
    cutting.cancel()
    assert [one.cut for one in (stalled, slow, done, gone)] == [True, False, False, False]


async def test_signals_are_as_they_were_once_it_has_stopped() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    await serve(
        Config(port=0, log_level="error"),
        MemoryStore(),
        TOYS,
        on_listening=lambda _: os.kill(os.getpid(), signal.SIGTERM),
    )
    loop = asyncio.get_running_loop()
    assert [loop.remove_signal_handler(number) for number in (signal.SIGTERM, signal.SIGINT)] == [False, False]
    assert signal.getsignal(signal.SIGTERM) == before[0]


@pytest.mark.parametrize(
    ("soft", "hard", "raised"),
    [
        (1_024, 4_096, (4_096, 4_096)),
        (1_024, 1_000_000, (65_536, 1_000_000)),
        (1_024, resource.RLIM_INFINITY, (65_536, resource.RLIM_INFINITY)),
        (65_536, 1_000_000, None),
        (100_000, 1_000_000, None),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None),
    ],
)
def test_the_limit_of_open_files_is_only_ever_raised(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, raised: tuple[int, int] | None
) -> None:
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limit: limits.append(limit))
    _allow_many_files()
    assert limits == ([] if raised is None else [raised])


@pytest.mark.parametrize("error", [PermissionError("no"), ValueError("no")])
def test_a_limit_of_open_files_that_cannot_be_raised_is_logged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(resource, "getrlimit", lambda _: (1_024, 4_096))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    log.configure("json", "warning")
    _allow_many_files()
    assert msgspec.json.decode(capsys.readouterr().out)["event"] == "few_files"

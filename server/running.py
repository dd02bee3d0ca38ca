"""Runs the server until it is stopped."""

import asyncio
import gc
import signal
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any, Final

import msgspec
from aiohttp import web

from events.storage.contract import Store
from games.engine.catalogue import Catalogue
from server import log
from server.config import Config
from server.http.app import create_app, finish, start
from server.http.connections import Connection, listening
from server.http.requests import App
from server.many_files import allow_many_files
from server.metrics import watch_loop
from server.operator import create_operator_app
from server.tables.registry import Tables
from server.watching import report_notices, watch_clock, watch_store

_FILES: Final = 65_536
if sys.platform == "win32":
    # Ctrl-C and Ctrl-Break.
    _SIGNALS: Final = (signal.SIGINT, signal.SIGBREAK)
else:
    _SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)
_STALLED_SECONDS: Final = 1.0
"""Seconds after which a client that reads nothing of its answer is cut off while the server is stopping."""
_RESERVED: Final = 0.25
_MOST_RESERVED: Final = 5.0
"""The part of `stop_seconds` reserved for background work and the store: a share, and its maximum in seconds."""


class Addresses(msgspec.Struct, frozen=True):
    """Where a server listens (`http://HOST:PORT`): for players and, if configured, for its operator."""

    players: str
    operator: str | None


async def serve(
    config: Config,
    store: Store,
    catalogue: Catalogue,
    *,
    on_listening: Callable[[Addresses], object] | None = None,
    on_overdue: Callable[[], object] | None = None,
) -> None:
    """Serve until SIGTERM or SIGINT; then finish work in progress and close the store.

    Stopping takes `stop_seconds` at most. Requests are cut off a little earlier, or at a second signal; clients that
    read nothing of their answer are not waited for, and snapshots are abandoned. `on_listening` is called once requests
    are accepted. `on_overdue` is called on its own thread if stopping takes too long nevertheless, for example because
    a disk hangs. Raises `OSError` if an address cannot be bound.
    """
    log.configure(config.log_format, config.log_level)
    _allow_many_files()
    asyncio.get_running_loop().set_exception_handler(log.log_loop_error)
    try:
        with _Signals(None if on_overdue is None else partial(_after, config.stop_seconds, on_overdue)) as signals:
            catalogue.prepare()
            app = create_app(config, store, catalogue)
            async with _operator(config, app.tables) as operator, _players(config, app, signals) as players:
                log.get_log().info("listening", address=players, **({"operator": operator} if operator else {}))
                report_notices(app.tables.services)
                _tune_garbage_collector()
                if on_listening is not None:
                    on_listening(Addresses(players, operator))
                await signals.to_stop.wait()
                log.get_log().info("stopping", streams=len(app.streams), stalled=app.streams.stalled)
    finally:
        await store.close()
    log.get_log().info("stopped")


class _Signals:
    """The signals received: the first asks to stop, the second to hurry."""

    def __init__(self, on_stop: Callable[[], object] | None) -> None:
        self.to_stop = asyncio.Event()
        self.to_hurry = asyncio.Event()
        self._on_stop = on_stop
        self._loop = asyncio.get_running_loop()

    def __enter__(self) -> "_Signals":
        for number in _SIGNALS:
            _handle(self._loop, number, self._received)
        return self

    def __exit__(self, *_: object) -> None:
        for number in _SIGNALS:
            _handle_no_more(self._loop, number)

    def _received(self) -> None:
        if self.to_stop.is_set():
            self.to_hurry.set()
        elif self._on_stop is not None:
            self._on_stop()
        self.to_stop.set()


if sys.platform == "win32":
    # There, the loop has no handlers of its own, but a signal wakes it.

    def _handle(loop: asyncio.AbstractEventLoop, number: int, act: Callable[[], object]) -> None:
        signal.signal(number, lambda number, frame: loop.call_soon_threadsafe(act))

    def _handle_no_more(loop: asyncio.AbstractEventLoop, number: int) -> None:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)

else:

    def _handle(loop: asyncio.AbstractEventLoop, number: int, act: Callable[[], object]) -> None:
        loop.add_signal_handler(number, act)

    def _handle_no_more(loop: asyncio.AbstractEventLoop, number: int) -> None:
        loop.remove_signal_handler(number)


class CannotListen(OSError):
    """An address cannot be bound; `errno` and `strerror` say why."""

    def __init__(self, host: str, port: int, error: OSError) -> None:
        super().__init__(error.errno, error.strerror or str(error))
        self.host = host
        self.port = port


@asynccontextmanager
async def _players(config: Config, app: App, signals: _Signals) -> AsyncGenerator[str]:
    services, server = app.tables.services, await start(app)
    try:
        async with _listening(config.host, config.port, partial(Connection, app, server)) as address:
            for work in (watch_loop(services.metrics), watch_store(services), watch_clock(services.log)):
                app.supervisor.watch(work)
            yield address
    finally:
        cutting = asyncio.create_task(_cut_stalled_clients(server))
        # Handlers get half of the time to end, and half after their requests are cut.
        seconds = (config.stop_seconds - _reserve(config.stop_seconds)) / 2
        try:
            await _in_time(finish(app, server, seconds), config.stop_seconds, signals.to_hurry)
        finally:
            cutting.cancel()


@asynccontextmanager
async def _operator(config: Config, tables: Tables) -> AsyncGenerator[str | None]:
    if config.operator_port is None:
        yield None
        return
    runner = web.AppRunner(
        create_operator_app(tables),
        keepalive_timeout=config.header_seconds,
        shutdown_timeout=1.0,
        auto_decompress=False,
    )
    await runner.setup()
    if runner.server is None:
        raise RuntimeError("The application was not set up.")
    try:
        async with _listening(config.operator_host, config.operator_port, runner.server) as address:
            yield address
    finally:
        await runner.cleanup()


@asynccontextmanager
async def _listening(host: str, port: int, connect: Callable[[], asyncio.BaseProtocol]) -> AsyncGenerator[str]:
    """Accept connections; yields the address."""
    async with AsyncExitStack() as stack:
        try:
            address = await stack.enter_async_context(listening(connect, host, port))
        except OSError as error:
            raise CannotListen(host, port, error) from error
        yield address


async def _in_time(finish: Coroutine[Any, Any, None], seconds: float, hurry: asyncio.Event) -> None:
    """Finish, unless that takes too long or `hurry` is set. Half of the reserve is for the store."""
    reserve = _reserve(seconds)
    finishing, hurrying = asyncio.create_task(finish), asyncio.create_task(hurry.wait())
    ending = {finishing, hurrying}
    await asyncio.wait(ending, timeout=seconds - reserve, return_when=asyncio.FIRST_COMPLETED)
    if not finishing.done():
        log.get_log().warning("cut_off", hastened=hurry.is_set())
        # No more requests are being answered: only background work remains.
        await asyncio.wait(ending, timeout=reserve / 2, return_when=asyncio.FIRST_COMPLETED)
    hurrying.cancel()
    if finishing.done():
        return finishing.result()
    finishing.cancel()
    await asyncio.wait({finishing})
    return None


def _reserve(seconds: float) -> float:
    """The seconds of `stop_seconds` that are reserved for the work after the requests."""
    return min(seconds * _RESERVED, _MOST_RESERVED)


def _after(seconds: float, act: Callable[[], object]) -> None:
    """Call `act` on a thread after a time, even if the event loop hangs, unless the process has ended."""
    timer = threading.Timer(seconds, act)
    timer.daemon = True
    timer.start()


async def _cut_stalled_clients(server: web.Server) -> None:
    """Repeatedly cut the connections whose clients have read nothing since the last time, until cancelled."""
    before: dict[web.RequestHandler, int] = {}
    while True:
        unread = {
            connection: connection.transport.get_write_buffer_size()
            for connection in server.connections
            if connection.transport is not None
        }
        for connection, size in unread.items():
            if size and before.get(connection) == size and connection.transport is not None:
                connection.transport.abort()
        before = unread
        await asyncio.sleep(_STALLED_SECONDS)


def _tune_garbage_collector() -> None:
    """Collect rarely, and nothing that was there from the beginning: tables live long and have no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _allow_many_files() -> None:
    try:
        allow_many_files(_FILES)
    except (OSError, ValueError) as error:
        log.get_log().warning("few_files", **log.error_facts(error))

"""Running the server until it is told to stop."""

import asyncio
import gc
import resource
import signal
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
from aiohttp import web

from events.store import Store
from games.catalogue import Catalogue
from server import log
from server.config import Config
from server.http.app import create_app
from server.http.app_keys import LIMITS, STREAMS, TABLES
from server.http.connections import Connection
from server.metrics import watch_loop
from server.operator import create_operator_app
from server.tables.registry import Tables

_FILES: Final = 65_536
_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)
_TAKES_NOTHING: Final = 1.0
"""Seconds in which a client takes nothing of its answer at the end, after which its connection is cut."""
_TO_FINISH: Final = 5.0
"""Seconds for what goes on in the background, once nobody is answered any more."""


class Addresses(msgspec.Struct, frozen=True):
    """Where a server listens: for players and, where it does, for its operator (`http://HOST:PORT`)."""

    players: str
    operator: str | None


async def serve(
    config: Config, store: Store, catalogue: Catalogue, *, on_listening: Callable[[Addresses], object] | None = None
) -> None:
    """Serve until SIGTERM or SIGINT; then finish what is under way, and close the store.

    What is under way is cut off after the time that is set for it, or at a second signal; who takes nothing of what is
    told is not waited for. `on_listening` is called once requests are taken. Raises `OSError` where an address cannot
    be had.
    """
    log.configure(config.log_format, config.log_level)
    _spare_the_collector()
    _allow_many_files()
    asyncio.get_running_loop().set_exception_handler(log.log_loop_error)
    try:
        with _Signals() as told:
            app = create_app(config, store, catalogue)
            async with _operator(config, app[TABLES]) as operator, _players(config, app, told) as players:
                log.get_log().info("listening", address=players, **({"operator": operator} if operator else {}))
                if on_listening is not None:
                    on_listening(Addresses(players, operator))
                await told.to_stop.wait()
                streams = app[STREAMS]
                log.get_log().info("stopping", streams=len(streams), stalled=streams.stalled)
    finally:
        await store.close()
        log.get_log().info("stopped")


class _Signals:
    """What the process was told by signals: to stop, and by a second one to make haste. A third one ends it."""

    def __init__(self) -> None:
        self.to_stop = asyncio.Event()
        self.to_hasten = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def __enter__(self) -> "_Signals":
        for number in _SIGNALS:
            self._loop.add_signal_handler(number, self._told)
        return self

    def __exit__(self, *_: object) -> None:
        for number in _SIGNALS:
            self._loop.remove_signal_handler(number)

    def _told(self) -> None:
        if self.to_stop.is_set():
            self.to_hasten.set()
        self.to_stop.set()


class CannotListen(OSError):
    """An address cannot be had: which, and in `errno` and `strerror` why."""

    def __init__(self, host: str, port: int, error: OSError) -> None:
        super().__init__(error.errno, error.strerror or str(error))
        self.host = host
        self.port = port


@asynccontextmanager
async def _players(config: Config, app: web.Application, told: _Signals) -> AsyncGenerator[str]:
    services, limits = app[TABLES].services, app[LIMITS]
    # It is waited for twice: for handlers to end, and again once they get nothing more of their requests.
    runner = web.AppRunner(app, shutdown_timeout=config.stop_seconds / 2)
    try:
        await runner.setup()
        async with _listening(
            config.host, config.port, lambda: Connection(services, limits, _server_of(runner))
        ) as address:
            watching = asyncio.create_task(watch_loop(services.metrics))
            try:
                yield address
            finally:
                watching.cancel()
    finally:
        cutting = asyncio.create_task(_cut_who_take_nothing(runner))
        try:
            await _in_time(runner.cleanup(), config.stop_seconds, told.to_hasten)
        finally:
            cutting.cancel()


@asynccontextmanager
async def _operator(config: Config, tables: Tables) -> AsyncGenerator[str | None]:
    if config.operator_port is None:
        yield None
        return
    runner = web.AppRunner(create_operator_app(tables), keepalive_timeout=config.header_seconds, shutdown_timeout=1.0)
    await runner.setup()
    try:
        async with _listening(config.operator_host, config.operator_port, _server_of(runner)) as address:
            yield address
    finally:
        await runner.cleanup()


@asynccontextmanager
async def _listening(host: str, port: int, connect: Callable[[], asyncio.BaseProtocol]) -> AsyncGenerator[str]:
    """Take up connections, and say at which address."""
    try:
        listening = await asyncio.get_running_loop().create_server(connect, host, port)
    except OSError as error:
        raise CannotListen(host, port, error) from error
    try:
        bound, port, *_ = listening.sockets[0].getsockname()
        yield f"http://[{bound}]:{port}" if ":" in bound else f"http://{bound}:{port}"
    finally:
        listening.close()


def _server_of(runner: web.AppRunner) -> web.Server:
    if runner.server is None:
        raise RuntimeError("The application was not set up.")
    return runner.server


async def _in_time(finish: Coroutine[Any, Any, None], seconds: float, hasten: asyncio.Event) -> None:
    """Finish, unless that takes too long or is to be hastened."""
    finishing, hastening = asyncio.create_task(finish), asyncio.create_task(hasten.wait())
    ending = {finishing, hastening}
    await asyncio.wait(ending, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    if not finishing.done():
        log.get_log().warning("cut_off", hastened=hasten.is_set())
        # Nobody is answered any more from now on: what goes on in the background comes after that.
        await asyncio.wait(ending, timeout=_TO_FINISH, return_when=asyncio.FIRST_COMPLETED)
    hastening.cancel()
    if finishing.done():
        return finishing.result()
    finishing.cancel()
    await asyncio.wait({finishing})
    return None


async def _cut_who_take_nothing(runner: web.AppRunner) -> None:
    """Cut the connections, again and again, whose clients leave what is written to them where it is."""
    before: dict[web.RequestHandler, int] = {}
    while runner.server is not None:
        unread = {
            connection: connection.transport.get_write_buffer_size()
            for connection in runner.server.connections
            if connection.transport is not None
        }
        for connection, size in unread.items():
            if size and before.get(connection) == size and connection.transport is not None:
                connection.transport.abort()
        before = unread
        await asyncio.sleep(_TAKES_NOTHING)


def _spare_the_collector() -> None:
    """Tables live long and hold no cycles: looking through all of them every few hundred commands finds nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _allow_many_files() -> None:
    """Every connection is a file to the operating system, and the usual 1,024 are soon gone."""
    try:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as error:
        log.get_log().warning("few_files", **log.error_facts(error))

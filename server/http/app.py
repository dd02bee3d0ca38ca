"""The app: its parts, and the server that answers its requests."""

import asyncio
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import Final

import msgspec
from aiohttp import web

from events.storage.contract import Store
from games.engine.catalogue import Catalogue
from server.background.analyses import Analyses
from server.background.deadlines import Deadlines
from server.background.log_verifier import LogVerifier
from server.background.npcs import Npcs
from server.background.other_servers import OtherServersFollower
from server.background.snapshots import SnapshotWriter
from server.background.startup import Startup
from server.background.supervisor import Supervisor
from server.clock import Clock, SystemClock
from server.commands.command_handler import CommandHandler
from server.config import Config
from server.http.answers import Described
from server.http.connections import Connection, listening, server_of
from server.http.cross_origin import CrossOrigin
from server.http.dispatch import Dispatcher
from server.http.limits import Limits
from server.http.requests import App
from server.http.route_table import ROUTES
from server.http.routes import documentation, games
from server.http.streams import Streams
from server.log import get_log
from server.services import Randomness, Services
from server.tables.registry import Tables

_STOP_SECONDS: Final = 60.0
_LOOPBACK: Final = "127.0.0.1"


def create_app(
    config: Config,
    store: Store,
    catalogue: Catalogue,
    *,
    clock: Clock | None = None,
    randomness: Randomness = secrets.token_bytes,
) -> App:
    """The app on a store, which it uses but does not close."""
    services = Services(config, store, catalogue, clock or SystemClock(), randomness, get_log())
    tables = Tables(services)
    supervisor = Supervisor(tables)
    described_games, document = _descriptions(catalogue)
    return App(
        config=config,
        tables=tables,
        commands=CommandHandler(tables),
        supervisor=supervisor,
        analyses=Analyses(supervisor),
        limits=Limits(config, services.metrics),
        streams=Streams(services),
        cross_origin=CrossOrigin(config.allow_origin),
        games=described_games,
        document=document,
        what_if=asyncio.Lock(),
        text=asyncio.Lock(),
        report=asyncio.Lock(),
    )


@cache
def _descriptions(catalogue: Catalogue) -> tuple[Described, Described]:
    """The descriptions of the games and of the API: both depend only on the catalogue."""
    return games.describe(catalogue), documentation.describe(ROUTES, catalogue)


async def start(app: App, prefix: str = "") -> web.Server:
    """Start the background work. Returns the server of the app's connections, with all paths below `prefix`."""
    await app.tables.services.begin()
    supervisor = app.supervisor
    deadlines = Deadlines(supervisor)
    supervisor.start(
        deadlines,
        Npcs(supervisor),
        SnapshotWriter(supervisor),
        LogVerifier(supervisor),
        Startup(supervisor, deadlines),
        OtherServersFollower(supervisor),
    )
    routes = [msgspec.structs.replace(route, path=prefix + route.path) for route in ROUTES]
    return server_of(app, Dispatcher(app, routes).answer)


async def finish(app: App, server: web.Server, seconds: float = _STOP_SECONDS) -> None:
    """Answer the requests under way, and finish the background work.

    Requests get `seconds`, and as long again to end once they are cut off.
    """
    # Requests that have arrived are begun before idle connections are closed.
    await asyncio.sleep(0)
    server.pre_shutdown()
    stop_serving(app)
    await server.shutdown(seconds)
    await app.supervisor.finish()
    await app.tables.finish()
    app.tables.services.failed_requests.stop()


@asynccontextmanager
async def serving(app: App, prefix: str = "") -> AsyncGenerator[str]:
    """Serve on this machine, at the configured port, until the context ends; yields the URL. Raises `OSError`."""
    server = await start(app, prefix)
    try:
        async with listening(partial(Connection, app, server), _LOOPBACK, app.config.port) as address:
            yield address + prefix
    finally:
        await finish(app, server)


def stop_serving(app: App) -> None:
    """Start no more work, and end everything that only waits: live streams and long polls."""
    app.supervisor.stop()
    app.streams.stop()
    app.tables.stop()

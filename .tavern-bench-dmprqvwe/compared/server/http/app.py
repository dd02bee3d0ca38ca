"""The application: the routes and the services behind them."""

import secrets
from collections.abc import AsyncIterator
from functools import cache

from aiohttp import web

from events.store import Store
from games.deciding.catalogue import Catalogue
from server.background.supervisor import Supervisor
from server.background.work import start_background_work
from server.clock import Clock, SystemClock
from server.commands.command_handler import CommandHandler
from server.config import Config
from server.http.app_keys import COMMANDS, LIMITS, STREAMS, SUPERVISOR, TABLES
from server.http.bodies import BODY_SECONDS, MAX_BODY
from server.http.contract import route_definitions
from server.http.guard import CrossOrigin, guard
from server.http.limits import Limits
from server.http.route_table import ROUTES
from server.http.routes import documentation, games
from server.http.streams import Streams
from server.log import get_log
from server.services import Randomness, Services
from server.tables.registry import Tables


def create_app(
    config: Config,
    store: Store,
    catalogue: Catalogue,
    *,
    clock: Clock | None = None,
    randomness: Randomness = secrets.token_bytes,
) -> web.Application:
    """The server as an aiohttp application. It uses the store, but does not close it.

    Every address is relative to where the application is mounted, so that it works under any path prefix.
    """
    services = Services(config, store, catalogue, clock or SystemClock(), randomness, get_log())
    limits = Limits(config, services.metrics)
    # aiohttp also refuses a body of exactly this size.
    app = web.Application(client_max_size=MAX_BODY + 1, middlewares=[guard(services, limits)])
    app[BODY_SECONDS] = config.body_seconds
    tables = app[TABLES] = Tables(services)
    app[COMMANDS] = CommandHandler(tables)
    app[SUPERVISOR] = Supervisor(tables)
    app[LIMITS] = limits
    app[STREAMS] = Streams(services)
    app[games.GAMES], app[documentation.DOCUMENT] = _descriptions(catalogue)
    app.on_response_prepare.append(CrossOrigin(config).add_headers)
    app.on_shutdown.append(stop_serving)
    app.cleanup_ctx.append(_living)
    app.router.add_routes(route_definitions(ROUTES))
    return app


@cache
def _descriptions(catalogue: Catalogue) -> tuple[games.Described, games.Described]:
    """The descriptions of the games and of the API: both depend only on the catalogue."""
    return games.describe(catalogue), documentation.describe(ROUTES, catalogue)


async def _living(app: web.Application) -> AsyncIterator[None]:
    await app[TABLES].services.begin()
    start_background_work(app[SUPERVISOR])
    yield
    await stop_serving(app)
    await app[SUPERVISOR].finish()
    await app[TABLES].finish()
    app[TABLES].services.failed_requests.stop()


async def stop_serving(app: web.Application) -> None:
    """Start no more work, and end everything that only waits: live streams and long polls."""
    app[SUPERVISOR].stop()
    app[STREAMS].stop()
    app[TABLES].stop()

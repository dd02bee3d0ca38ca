"""The application: the routes of design and what stands behind them, made from what is handed in."""

import secrets
from collections.abc import AsyncIterator
from functools import cache

from aiohttp import web

from events.store import Store
from games.catalogue import Catalogue
from server.clock import Clock, SystemClock
from server.config import Config
from server.http import page
from server.http.auth import TABLES
from server.http.bodies import BODY_SECONDS, MAX_BODY
from server.http.contract import route_definitions
from server.http.guard import CrossOrigin, guard
from server.http.routes import games
from server.http.routes.table import ROUTES
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
    """The server as an aiohttp application. It uses the store, and does not close it.

    Every address is relative to where the application is mounted, so that it works under any path prefix.
    """
    services = Services(config, store, catalogue, clock or SystemClock(), randomness, get_log())
    # aiohttp refuses a body of exactly the size that it is given.
    app = web.Application(client_max_size=MAX_BODY + 1, middlewares=[guard(services)])
    app[BODY_SECONDS] = config.body_seconds
    app[TABLES] = Tables(services)
    app[games.GAMES], app[page.DOCUMENT] = _descriptions(catalogue)
    app.on_response_prepare.append(CrossOrigin(config).add_headers)
    app.on_shutdown.append(_stop)
    app.cleanup_ctx.append(_living)
    app.router.add_routes(route_definitions(ROUTES))
    return app


@cache
def _descriptions(catalogue: Catalogue) -> tuple[games.Described, games.Described]:
    """What describes the games, and what describes the API: both follow from the catalogue alone."""
    return games.describe(catalogue), page.describe(ROUTES, catalogue)


async def _living(app: web.Application) -> AsyncIterator[None]:
    tables = app[TABLES]
    await tables.services.begin()
    tables.wake_tables()
    yield
    tables.stop()
    await tables.finish()


async def _stop(app: web.Application) -> None:
    app[TABLES].stop()

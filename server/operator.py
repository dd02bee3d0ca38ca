"""The operator's address: metrics and health, and nothing about players."""

from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

from events.storage.contract import StoreError
from events.storage.contract.sharing import Sharing
from server.http.bodies import require_plain
from server.http.errors import problem_response
from server.http.hosts import Hosts
from server.metrics import CONTENT_TYPE
from server.problems import Problem, store_code
from server.tables.registry import Tables

_TABLES: Final = web.AppKey("tables", Tables)
_HOSTS: Final = web.AppKey("hosts", Hosts)
_FRESH: Final = {"Cache-Control": "no-store", "Server": "tavern"}


def create_operator_app(tables: Tables) -> web.Application:
    """The application behind the operator's address."""
    app = web.Application(middlewares=[_refusing])
    app[_TABLES] = tables
    config = tables.services.config
    app[_HOSTS] = Hosts(config.operator_host, config.allow_host)
    app.router.add_routes([web.get("/metrics", _metrics), web.get("/healthz", _alive), web.get("/readyz", _ready)])
    return app


@web.middleware
async def _refusing(request: web.Request, handler: Handler) -> web.StreamResponse:
    try:
        require_plain(request.headers)
        return await handler(request)
    except Problem as problem:
        return problem_response(problem)


async def _metrics(request: web.Request) -> web.Response:
    services = request.app[_TABLES].services
    request.app[_HOSTS].require(request)
    services.metrics.store_bytes.set(services.store.size())
    return web.Response(body=services.metrics.exposition(), headers={**_FRESH, "Content-Type": CONTENT_TYPE})


async def _alive(_: web.Request) -> web.Response:
    return web.json_response({"status": "alive"}, headers=_FRESH)


async def _ready(request: web.Request) -> web.Response:
    """Readiness: the store can be reached, and the server is not stopping."""
    tables = request.app[_TABLES]
    if tables.stopping:
        return web.json_response({"status": "stopping"}, status=503, headers=_FRESH)
    store = tables.services.store
    status: dict[str, str | int]
    try:
        await tables.services.require_usable_store()
    except StoreError as error:
        status = {"status": "not_ready", "code": store_code(error), "detail": str(error)}
        return web.json_response(status, status=503, headers=_FRESH)
    status = {"status": "ready", "damaged_tables": tables.damaged_count}
    if isinstance(store, Sharing) and (primary := store.primary()):
        status["primary"] = primary
    if parts := tables.services.damaged_parts:
        status["damaged_parts"] = " ".join(parts)
    return web.json_response(status, headers=_FRESH)

"""A temporary server in this process, for demonstrations, without limits."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from events.store import Store
from events.stores.memory import MemoryStore
from games.deciding.catalogue import Catalogue
from server.config import NO_LIMITS, Config
from server.http.app import create_app


@asynccontextmanager
async def local_server(
    catalogue: Catalogue, *, store: Store | None = None, prefix: str = "", port: int = 0, **settings: Any
) -> AsyncGenerator[str]:
    """A server on a free port, mounted under `prefix`; yields its address. Does not close a given store."""
    kept = store or MemoryStore()
    limits: dict[str, Any] = {**NO_LIMITS, **settings}
    config = Config(store="memory:", port=port, **limits)
    app = create_app(config, kept, catalogue)
    mounted = app
    if prefix:
        mounted = web.Application()
        mounted.add_subapp(prefix, app)
    runner = web.AppRunner(mounted, access_log=None, handler_cancellation=True)
    try:
        await runner.setup()
        await web.TCPSite(runner, config.host, config.port).start()
        host, port, *_ = runner.addresses[0]
        yield f"http://{host}:{port}{prefix}"
    finally:
        await runner.cleanup()
        if store is None:
            await kept.close()

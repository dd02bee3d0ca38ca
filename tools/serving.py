"""A temporary server in this process, for demonstrations, without limits."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from events.storage.contract import Store
from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from server.config import NO_LIMITS, Config
from server.http.app import create_app, serving


@asynccontextmanager
async def local_server(
    catalogue: Catalogue, *, store: Store | None = None, prefix: str = "", port: int = 0, **settings: Any
) -> AsyncGenerator[str]:
    """A server on a free port, mounted under `prefix`; yields its address. Does not close a given store."""
    kept = store or MemoryStore()
    limits: dict[str, Any] = {**NO_LIMITS, **settings}
    try:
        app = create_app(Config(store="memory:", port=port, **limits), kept, catalogue)
        async with serving(app, prefix) as address:
            yield address
    finally:
        if store is None:
            await kept.close()

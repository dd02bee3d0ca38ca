"""For programs that open the page: a server in this process, and Debian's Chromium."""

import random
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final

from playwright.async_api import Browser, Playwright

from events.storage.memory import MemoryStore
from games.installed import CATALOGUE
from server import log
from server.config import NO_LIMITS, Config
from server.http.app import create_app, serving

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
_CHANCE: Final = 11


async def launched(playwright: Playwright) -> Browser:
    """A browser."""
    executable = next((found for name in _NAMES if (found := shutil.which(name))), None)
    return await playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"])


@asynccontextmanager
async def served(**settings: Any) -> AsyncGenerator[str]:
    """A server with the games that are installed, in memory, with the same dice every time; its address."""
    log.configure("auto", "error")
    limits: dict[str, Any] = {**NO_LIMITS}
    config = Config(port=0, **limits, **settings)
    app = create_app(config, MemoryStore(), CATALOGUE, randomness=random.Random(_CHANCE).randbytes)
    async with serving(app) as address:
        yield f"{address}/"

"""One browser for all tests of a worker, contexts that are watched, the servers, and pages of other origins.

Tests that use these run in the loop of the session: `pytestmark = pytest.mark.asyncio(loop_scope="session")`.
"""

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, BrowserContext, Error, Page, async_playwright, expect

from events.storage.contract import Store
from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from tests.browser.watching import Watch
from tests.server.serving import Served, start_server
from tests.toys.catalogue import TOYS

if TYPE_CHECKING:
    from tests.browser.evenings import Evenings

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
_HEADLESS: Final = "chromium-headless-shell"
"""The same without windows that nobody sees, which take two thirds of the processor time. It gives storage to pages of
other sites: a test that is to be without it overrides the fixture `browser`."""
OPTIONS: Final = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage")
MS: Final = 60_000
"""How long a test waits for something to appear. Nothing takes nearly as long unless the machine is busy."""
expect.set_options(timeout=MS)

Starting = Callable[..., Awaitable[Served]]
Publishing = Callable[[], Awaitable[str]]
Meeting = Callable[..., Awaitable[BrowserContext]]


def executable(*preferred: str) -> str:
    """Where Chromium is. Skips the test without it."""
    found = next((path for name in (*preferred, *_NAMES) if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium is installed: apt-get install chromium")
    return found


@asynccontextmanager
async def launched(path: str) -> AsyncIterator[Browser]:
    """A running browser."""
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=path, args=OPTIONS)
        yield running
        await running.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with launched(executable(_HEADLESS)) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def meet(browser: Browser, start: Starting) -> AsyncIterator[Meeting]:
    """Opens contexts: each a person with a browser of their own. Options are those of a context in Playwright.

    They are closed before the servers, whose absence would go wrong in them. They ask for reduced motion, unless an
    option says otherwise: drawing takes half as long without it.

    `tolerated` and `elsewhere` are for `Watch`. After the test, nothing else may have gone wrong in any of them.
    """
    met: list[tuple[BrowserContext, Watch]] = []

    async def meeting(tolerated: tuple[str, ...] = (), *, elsewhere: bool = False, **options: Any) -> BrowserContext:
        context = await browser.new_context(**{"reduced_motion": "reduce", **options})
        context.set_default_timeout(MS)
        met.append((context, Watch(context, tolerated, elsewhere=elsewhere)))
        _watches[context] = met[-1][1]
        return context

    yield meeting
    for context, _ in met:
        await context.close()
        del _watches[context]
    for _, watch in met:
        watch.check()


_watches: Final[dict[BrowserContext, Watch]] = {}


def watch_of(page: Page) -> Watch:
    """What was noted in the page's context."""
    return _watches[page.context]


@pytest_asyncio.fixture(loop_scope="session")
async def context(meet: Meeting) -> BrowserContext:
    """Somebody with a browser, in which nothing may go wrong."""
    return await meet()


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext) -> Page:
    """An empty page of `context`."""
    return await context.new_page()


async def run(page: Page, function: str, *arguments: Any) -> Any:
    """What a JavaScript function, which may be async, returns for some arguments.

    Chromium now and then loses the promise that it waits for, although it is fulfilled: then it is asked for again.
    """
    try:
        return await page.evaluate(f"(given) => (globalThis.running = ({function})(...given))", list(arguments))
    except Error as error:
        if "promise was garbage collected" not in error.message:
            raise
        return await page.evaluate("() => globalThis.running")


@pytest_asyncio.fixture(loop_scope="session")
async def start() -> AsyncIterator[Starting]:
    """Starts servers, which are stopped after the test."""
    started: list[Served] = []

    async def starting(catalogue: Catalogue = TOYS, store: Store | None = None, **settings: Any) -> Served:
        started.append(await start_server(catalogue, store or MemoryStore(), **settings))
        return started[-1]

    yield starting
    for served in started:
        await served.close()


@pytest_asyncio.fixture(loop_scope="session")
async def evenings(meet: Meeting, start: Starting) -> AsyncIterator["Evenings"]:
    """Begins evenings with the module for Foundry, which are over after the test."""
    from tests.browser.evenings import Evenings  # It needs what is here.

    async with Evenings(meet, start) as beginning:
        yield beginning


@pytest_asyncio.fixture(loop_scope="session")
async def publish() -> AsyncIterator[Publishing]:
    """Serves the page of somebody else, each time at another port and thus of another origin; its address."""
    published: list[TestServer] = []

    async def publishing() -> str:
        folder, app = Path(__file__).parent, web.Application()
        app.router.add_static("/", folder / "page")
        published.append(TestServer(app))
        await published[-1].start_server()
        return str(published[-1].make_url("/page.html"))

    yield publishing
    for server in published:
        await server.close()

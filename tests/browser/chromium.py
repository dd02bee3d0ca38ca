"""A headless Chromium, driven over its DevTools protocol (https://chromedevtools.github.io/devtools-protocol/)."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
import msgspec

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
_OPTIONS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--disable-sync",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0",
)  # fmt: skip
_SECONDS: Final = 60

Message = dict[str, Any]


def installed() -> str | None:
    """Where a Chromium is, if there is one."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


class ScriptFailed(AssertionError):
    """A script in a page has thrown."""


class NotDone(AssertionError):
    """The browser could not do what it was asked."""


class Browser:
    """A running browser. It is talked to over one connection, on which every page has a session."""

    def __init__(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        self._connection = connection
        self._answers: dict[int, asyncio.Future[Message]] = {}
        self._pages: dict[str, Page] = {}
        self._asked = 0

    async def listen(self) -> None:
        """Take in what the browser says, for as long as it says something."""
        async for message in self._connection:
            said: Message = msgspec.json.decode(message.data)
            if (answer := self._answers.pop(said.get("id", 0), None)) is not None:
                answer.set_result(said)
            elif (page := self._pages.get(said.get("sessionId", ""))) is not None:
                page.happened.append(said)

    async def ask(self, method: str, session: str | None = None, **params: Any) -> Any:
        """Have something done; what came of it. Raises `NotDone`."""
        self._asked += 1
        answer = self._answers[self._asked] = asyncio.get_running_loop().create_future()
        to = {} if session is None else {"sessionId": session}
        async with asyncio.timeout(_SECONDS):
            await self._connection.send_json({"id": self._asked, "method": method, "params": params, **to})
            said = await answer
        if "error" in said:
            raise NotDone(method, said["error"])
        return said["result"]

    async def page(self, url: str) -> "Page":
        """A new page that has nothing from before, at an address."""
        context = (await self.ask("Target.createBrowserContext"))["browserContextId"]
        target = (await self.ask("Target.createTarget", url="about:blank", browserContextId=context))["targetId"]
        session = (await self.ask("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        page = self._pages[session] = Page(self, session)
        for domain in ("Page", "Network", "Runtime", "Log"):
            await page.ask(f"{domain}.enable")
        await page.go(url)
        return page


class Page:
    """A page. `happened` has what the browser tells of it: its requests, its errors, what its console says."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser = browser
        self._session = session
        self.happened: list[Message] = []

    async def ask(self, method: str, **params: Any) -> Any:
        """Have something done to this page."""
        return await self._browser.ask(method, self._session, **params)

    async def go(self, url: str) -> None:
        """Go to an address, and wait until what is there is loaded."""
        await self.ask("Page.navigate", url=url)
        await self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    async def run(self, function: str, *arguments: Any) -> Any:
        """What a JavaScript function, which may be async, gives for some arguments. Raises `ScriptFailed`."""
        given = ", ".join(msgspec.json.encode(argument).decode() for argument in arguments)
        told = await self.ask(
            "Runtime.evaluate", expression=f"({function})({given})", awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in told:
            raise ScriptFailed(told["exceptionDetails"].get("exception", {}).get("description", told))
        return told["result"].get("value")

    async def until(self, condition: str) -> None:
        """Wait until something is so in the page."""
        # Not by animation frames: a page that is not in front is given none.
        looking = f"async () => {{ while (!({condition})) await new Promise((go) => setTimeout(go, 10)); }}"
        async with asyncio.timeout(_SECONDS):
            while True:
                try:
                    await self.run(looking)
                except NotDone:
                    # The page that was looked at is being replaced by the next.
                    continue
                return

    def requested(self) -> list[str]:
        """The addresses that were asked for."""
        sent = [said["params"] for said in self.happened if said["method"] == "Network.requestWillBeSent"]
        return [params["request"]["url"] for params in sent]

    def complaints(self) -> list[Message]:
        """What went wrong, as the console tells it."""
        told: list[Message] = []
        for said in self.happened:
            params = said["params"]
            match said["method"]:
                case "Runtime.exceptionThrown":
                    told.append(params)
                case "Log.entryAdded" if params["entry"]["level"] in ("error", "warning"):
                    told.append(params["entry"])
                case "Runtime.consoleAPICalled" if params["type"] in ("error", "warning", "assert"):
                    told.append(params)
                case _:
                    pass
        return told


@asynccontextmanager
async def browsing(executable: str, folder: Path) -> AsyncIterator[Browser]:
    """A browser that keeps what it keeps in an empty folder."""
    options = [*_OPTIONS, f"--user-data-dir={folder}", "about:blank"]
    silent = asyncio.subprocess.DEVNULL
    running = await asyncio.create_subprocess_exec(executable, *options, stdout=silent, stderr=silent)
    try:
        address = await _address(running, folder)
        async with aiohttp.ClientSession() as session, session.ws_connect(address, max_msg_size=0) as connection:
            browser = Browser(connection)
            listening = asyncio.create_task(browser.listen())
            yield browser
            await browser.ask("Browser.close")
            await listening
        async with asyncio.timeout(_SECONDS):
            await running.wait()
    finally:
        if running.returncode is None:
            running.kill()
            await running.wait()


async def _address(running: asyncio.subprocess.Process, folder: Path) -> str:
    """Where the browser listens: it writes its port and its path into its folder."""
    told = folder / "DevToolsActivePort"
    async with asyncio.timeout(_SECONDS):
        while not (told.exists() and told.read_text().count("\n") == 1):
            assert running.returncode is None, "the browser does not start"
            await asyncio.sleep(0.01)
    port, path = told.read_text().split("\n")
    return f"ws://127.0.0.1:{port}{path}"

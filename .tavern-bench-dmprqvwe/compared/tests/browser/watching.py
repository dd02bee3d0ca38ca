"""What goes wrong in a browser, and where it sends requests: noted for every context, and checked after each test."""

import re
from typing import Any, Final

from playwright.async_api import BrowserContext, ConsoleMessage, Request, Response, WebError
from yarl import URL

_COMPLAINTS: Final = ("error", "warning", "assert")
_OWN: Final = ("http", "https", "ws", "wss")
"""Schemes of requests that leave the browser; `data:` and `blob:` stay in it."""


class Watch:
    """Listens to a context. `tolerated` are patterns of complaints that a test provokes.

    `origin` is that of the first page; requests to others are `elsewhere`.
    """

    def __init__(self, context: BrowserContext, tolerated: tuple[str, ...] = (), *, elsewhere: bool = False) -> None:
        self.requested: list[str] = []
        self.complaints: list[str] = []
        self.origin: URL | None = None
        self._tolerated = [re.compile(pattern) for pattern in tolerated]
        self._elsewhere = elsewhere
        context.on("console", self._said)
        context.on("weberror", self._threw)
        context.on("request", self._sent)
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

    def tolerate(self, pattern: str) -> None:
        """Expect complaints of this kind from now on, such as of a server that is being restarted."""
        self._tolerated.append(re.compile(pattern))

    @property
    def elsewhere(self) -> list[str]:
        """The addresses of other origins that were asked for."""
        sent = [URL(url) for url in self.requested]
        return [str(url) for url in sent if url.scheme in _OWN and url.origin() != self.origin]

    def check(self) -> None:
        """Nothing went wrong, and nothing was asked of others."""
        assert self.complaints == [], self.complaints
        assert self._elsewhere or self.elsewhere == [], self.elsewhere

    def _complain(self, complaint: str) -> None:
        # The browser itself fetches the icon, whenever it likes: also once the server is stopped.
        if "/icon.svg" in complaint and "ERR_CONNECTION_REFUSED" in complaint:
            return
        if not any(pattern.search(complaint) for pattern in self._tolerated):
            self.complaints.append(complaint)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in _COMPLAINTS:
            where: dict[str, Any] = dict(message.location)
            self._complain(f"{message.type}: {message.text} ({where.get('url')})")

    def _threw(self, error: WebError) -> None:
        self._complain(f"thrown: {error.error}")

    def _sent(self, request: Request) -> None:
        if self.origin is None:
            self.origin = URL(request.url).origin()
        self.requested.append(request.url)

    def _failed(self, request: Request) -> None:
        # A page that is left, or that closes a stream, aborts what it was reading.
        if request.failure != "net::ERR_ABORTED":
            self._complain(f"failed: {request.method} {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self._complain(f"answered: {response.status} {response.url}")

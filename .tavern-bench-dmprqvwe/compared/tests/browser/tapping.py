"""Taps: what a browser asks a server for goes through a proxy of its own, which keeps every byte that is answered."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import aiohttp
import msgspec
from aiohttp import web
from aiohttp.test_utils import TestServer
from yarl import URL

_OF_A_CONNECTION: Final = ("accept-encoding", "connection", "content-length", "transfer-encoding", "keep-alive")


class Heard:
    """An answer, as far as it has come."""

    def __init__(self, method: str, path: str, answer: aiohttp.ClientResponse) -> None:
        self.method = method
        self.path = path
        self.status = answer.status
        self.headers = answer.headers
        self.body = bytearray()
        self.ended = False

    @property
    def is_stream(self) -> bool:
        """Whether it is an endless stream of events."""
        return self.headers.get("Content-Type", "").startswith("text/event-stream")

    def frames(self) -> list[str]:
        """The frames of a stream so far, without signs of life."""
        return [frame for frame in self.body.decode().split("\n\n") if frame and not frame.startswith(":")]

    def documents(self) -> Iterator[Any]:
        """All JSON in it."""
        if self.is_stream:
            for frame in self.frames():
                data = "\n".join(line[6:] for line in frame.split("\n") if line.startswith("data: "))
                if data:
                    yield msgspec.json.decode(data)
        elif "json" in self.headers.get("Content-Type", "") and self.body:
            yield msgspec.json.decode(self.body)


class Tap:
    """A proxy in front of a server, for one browser."""

    def __init__(self, server: URL) -> None:
        self.heard: list[Heard] = []
        self._to = server
        self._asked = 0
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        app.on_startup.append(self._open)
        app.on_cleanup.append(self._close)
        self._served = TestServer(app)
        self._session: aiohttp.ClientSession | None = None

    async def start(self) -> URL:
        """Where the browser finds the server."""
        await self._served.start_server()
        return self.root

    @property
    def root(self) -> URL:
        """The address of the tap."""
        return self._served.make_url("/")

    async def close(self) -> None:
        """Hang up."""
        await self._served.close()

    async def _open(self, _: web.Application) -> None:
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=None))

    async def _close(self, _: web.Application) -> None:
        assert self._session is not None
        await self._session.close()

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        assert self._session is not None
        self._asked += 1
        headers = {name: value for name, value in request.headers.items() if name.lower() not in _OF_A_CONNECTION}
        url = self._to.join(URL(request.raw_path, encoded=True))
        sent = self._session.request(
            request.method,
            url,
            headers={**headers, "Accept-Encoding": "identity"},
            data=await request.read() if request.can_read_body else None,
            allow_redirects=False,
        )
        async with sent as answer:
            heard = Heard(request.method, request.raw_path, answer)
            self.heard.append(heard)
            kept = {name: value for name, value in answer.headers.items() if name.lower() not in _OF_A_CONNECTION}
            response = web.StreamResponse(status=answer.status, headers=kept)
            await response.prepare(request)
            # A browser that has left its page hangs up.
            with suppress(ConnectionResetError):
                async for chunk in answer.content.iter_any():
                    heard.body += chunk
                    await response.write(chunk)
                await response.write_eof()
            heard.ended = True
        return response

    @property
    def is_quiet(self) -> bool:
        """Whether every answer has come, but for streams."""
        return self._asked == len(self.heard) and all(heard.ended or heard.is_stream for heard in self.heard)

    def bodies(self) -> bytes:
        """Everything that was answered, with the heads."""
        heads = "\n".join(f"{name}: {value}" for heard in self.heard for name, value in heard.headers.items())
        return b"\n".join([heads.encode(), *(bytes(heard.body) for heard in self.heard)])

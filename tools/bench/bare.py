"""A bare aiohttp server to measure beside the tavern: answers and events of as many bytes as a request asks for.

python -m tools.bench.bare
"""

import asyncio
from typing import Final

import click
import msgspec
from aiohttp import web

from games.installed import CATALOGUE
from tools.bench.playing import GAME
from tools.bench.servers import HOST

ANSWER_BYTES: Final = "X-Answer-Bytes"
"""A header that says how long the answer shall be, and an event in a stream."""


class _Bare:
    def __init__(self) -> None:
        self._readers: list[web.StreamResponse] = []
        self._writing: set[asyncio.Task[None]] = set()

    async def command(self, request: web.Request) -> web.Response:
        CATALOGUE.read_command(GAME, await request.read())
        if self._readers:
            task = asyncio.create_task(self._write(_frame(request)))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)
        return web.Response(body=_filling(request), content_type="application/json")

    async def _write(self, frame: bytes) -> None:
        for reader in self._readers:
            await reader.write(frame)

    async def view(self, request: web.Request) -> web.Response:
        if "If-None-Match" in request.headers:
            return web.Response(status=304)
        return web.Response(body=_filling(request), content_type="application/json")

    async def live(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        await response.prepare(request)
        await response.write(b"retry: 2000\n\n" + _frame(request))
        self._readers.append(response)
        await asyncio.Event().wait()
        return response


def _filling(request: web.Request) -> bytes:
    return b" " * int(request.headers[ANSWER_BYTES])


def _frame(request: web.Request) -> bytes:
    return b"data: %b\n\n" % _filling(request)


async def serve() -> None:
    """Serve until terminated."""
    app, handlers = web.Application(), _Bare()
    app.router.add_post("/api/tables/{table}/commands", handlers.command)
    app.router.add_get("/api/tables/{table}", handlers.view)
    app.router.add_get("/api/tables/{table}/live", handlers.live)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, HOST, 0, backlog=1024).start()
    address = f"http://{HOST}:{runner.addresses[0][1]}"
    click.echo(msgspec.json.encode({"event": "listening", "address": address}))
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve())

"""A child process with the server to measure: the tavern, or a bare aiohttp handler.

python -m tools.bench.processes.server < plan
"""

import asyncio
from typing import Any, Final

import msgspec
from aiohttp import web

from events.stores.opening import open_store
from games.installed import CATALOGUE
from server.config import NO_LIMITS, Config
from server.running import Addresses, serve
from tools.bench.processes.children import HOST, allow_many_files, read_plan, send

_NEVER: Final = 600.0


class Tavern(msgspec.Struct, frozen=True, tag="tavern"):
    """The tavern on a store, without limits, and without keep-alives in its streams; `shared` with other servers."""

    store: str
    shared: bool = False


class Bare(msgspec.Struct, frozen=True, tag="bare"):
    """Handlers that decode a game's commands, or are looked at, and answer with `answer_bytes` bytes."""

    game: str
    answer_bytes: int


class BareStreams(msgspec.Struct, frozen=True, tag="streams"):
    """Handlers for live streams, and for commands that write prepared bytes to all streams."""

    frame_bytes: int


Plan = Tavern | Bare | BareStreams


class Listening(msgspec.Struct, frozen=True):
    """The server's port, and the tavern's for its operator."""

    port: int
    operator: int = 0


class Served(msgspec.Struct, frozen=True):
    """The plan of a server."""

    plan: Plan


async def _serve_tavern(plan: Tavern) -> None:
    # Connections wait while others are measured.
    limits: dict[str, Any] = {**NO_LIMITS, "keepalive_seconds": _NEVER, "header_seconds": _NEVER}
    config = Config(store=plan.store, host=HOST, port=0, operator_port=0, log_level="error", **limits)

    def listening(addresses: Addresses) -> None:
        send(Listening(_port(addresses.players), _port(addresses.operator or "")))

    await serve(config, await open_store(plan.store, shared=plan.shared), CATALOGUE, on_listening=listening)


def _port(address: str) -> int:
    return int(address.rpartition(":")[2] or 0)


def _bare(plan: Bare) -> web.Application:
    answer = b" " * plan.answer_bytes

    async def handle(request: web.Request) -> web.Response:
        CATALOGUE.read_command(plan.game, await request.read())
        return web.Response(body=answer, content_type="application/json")

    async def look(request: web.Request) -> web.Response:
        if "If-None-Match" in request.headers:
            return web.Response(status=304)
        return web.Response(body=answer, content_type="application/json")

    app = web.Application()
    app.router.add_post("/api/tables/{table}/commands", handle)
    app.router.add_get("/api/tables/{table}", look)
    return app


def _bare_streams(plan: BareStreams) -> web.Application:
    frame = b"data: %b\n\n" % (b" " * (plan.frame_bytes - len(b"data: \n\n")))
    readers: list[web.StreamResponse] = []
    writing: set[asyncio.Task[None]] = set()

    async def live(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        await response.prepare(request)
        await response.write(b"retry: 2000\n\n" + frame)
        readers.append(response)
        await asyncio.Event().wait()
        return response

    async def write() -> None:
        for reader in readers:
            await reader.write(frame)

    async def command(request: web.Request) -> web.Response:
        await request.read()
        task = asyncio.create_task(write())
        writing.add(task)
        task.add_done_callback(writing.discard)
        return web.Response(body=b" " * plan.frame_bytes, content_type="application/json")

    app = web.Application()
    app.router.add_get("/api/tables/{table}/live", live)
    app.router.add_post("/api/tables/{table}/commands", command)
    return app


async def _serve_bare(app: web.Application) -> None:
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, HOST, 0, backlog=1024).start()
    send(Listening(runner.addresses[0][1]))
    await asyncio.Event().wait()


def main() -> None:
    """Serve according to the plan until terminated."""
    allow_many_files()
    match read_plan(Served).plan:
        case Tavern() as plan:
            asyncio.run(_serve_tavern(plan))
        case Bare() as plan:
            asyncio.run(_serve_bare(_bare(plan)))
        case BareStreams() as plan:
            asyncio.run(_serve_bare(_bare_streams(plan)))


if __name__ == "__main__":
    main()

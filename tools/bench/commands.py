"""Commands over HTTP: durable, by the rules, against a bare handler that only decodes the same and answers as much."""

import asyncio
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median

import msgspec
from aiohttp import web

from events.stores.opening import open_store
from games.catalogue import Catalogue
from server.app import create_app
from server.config import Config
from tools.bench.client import Plan, Result
from tools.bench.playing import PURSE_CP, SEATS, Game
from tools.client import Tavern
from tools.failures import Failure

_HOST = "127.0.0.1"


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """The median of several runs in turn: the server, and the bare handler; per second and in seconds."""

    commands: int
    answer_bytes: int
    durable_per_second: float
    durable_p50: float
    durable_p99: float
    bare_per_second: float
    bare_p50: float
    bare_p99: float
    ratio: float


async def compare(catalogue: Catalogue, game: Game, connections: int, repeats: int, folder: Path) -> Compared:
    """Play `game` at as many tables as there are connections, with a new store in `folder` each time.

    Raises `Failure` where a command was refused.
    """
    durable: list[Result] = []
    bare: list[Result] = []
    for turn in range(repeats):
        durable.append(await _durable(catalogue, game, connections, folder / f"bench-{turn}.db"))
        answer_bytes = durable[0].body_bytes // durable[0].requests
        bare.append(await _bare(catalogue, game, connections, answer_bytes))
    per_second = [median(result.per_second for result in results) for results in (durable, bare)]
    return Compared(
        commands=durable[0].requests,
        answer_bytes=durable[0].body_bytes // durable[0].requests,
        durable_per_second=per_second[0],
        durable_p50=median(result.p50 for result in durable),
        durable_p99=median(result.p99 for result in durable),
        bare_per_second=per_second[1],
        bare_p50=median(result.p50 for result in bare),
        bare_p99=median(result.p99 for result in bare),
        ratio=per_second[0] / per_second[1],
    )


async def _durable(catalogue: Catalogue, game: Game, connections: int, path: Path) -> Result:
    store = await open_store(f"sqlite:///{path}")
    try:
        app = create_app(Config(port=0, allow_seeds=True).unlimited(), store, catalogue)
        async with _listening(app) as port:
            requests = await _seated(game, connections, port)
            return await _measured(Plan(host=_HOST, port=port, connections=requests))
    finally:
        await store.close()


async def _bare(catalogue: Catalogue, game: Game, connections: int, answer_bytes: int) -> Result:
    answer = b" " * answer_bytes

    async def handle(request: web.Request) -> web.Response:
        catalogue.read_command(game.game, await request.read())
        return web.Response(body=answer, content_type="application/json")

    app = web.Application()
    app.router.add_post("/api/tables/{table}/commands", handle)
    sent = [_request("t" * 22, "t" * 43, sent.body) for sent in game.sent]
    async with _listening(app) as port:
        return await _measured(Plan(host=_HOST, port=port, connections=[sent] * connections))


@asynccontextmanager
async def _listening(app: web.Application) -> AsyncGenerator[int]:
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, _HOST, 0).start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


async def _seated(game: Game, connections: int, port: int) -> list[list[bytes]]:
    """Open a table for each connection and seat it; the requests that play the game there."""
    async with Tavern(f"http://{_HOST}:{port}") as tavern:
        return [await _seat(tavern, game) for _ in range(connections)]


async def _seat(tavern: Tavern, game: Game) -> list[bytes]:
    gm = await tavern.open_table(game.game, seed=game.secret.hex())
    tokens: dict[str | None, str | None] = {None: gm.token}
    for name in SEATS:
        seat = await tavern.sit(gm.table, gm.invite, name=name, purse_cp=PURSE_CP)
        tokens[seat.seat] = seat.token
    return [_request(gm.table, tokens[sent.seat] or "", sent.body) for sent in game.sent]


def _request(table: str, token: str, body: bytes) -> bytes:
    head = (
        f"POST /api/tables/{table}/commands HTTP/1.1\r\nHost: {_HOST}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def _measured(plan: Plan) -> Result:
    command: Sequence[str] = (sys.executable, "-m", "tools.bench.client")
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    written, _ = await process.communicate(msgspec.msgpack.encode(plan))
    if process.returncode:
        raise Failure("the measuring client broke down")
    result = msgspec.msgpack.decode(written, type=Result)
    if result.failures:
        raise Failure(f"{result.failures} of {result.requests} requests were not answered with success")
    return result

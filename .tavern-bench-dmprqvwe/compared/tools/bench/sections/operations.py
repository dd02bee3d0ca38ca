"""Processor time of the server for one request of each kind, alternating with a bare handler or another revision.

Wall time doubles under noise, and so does processor time where caches are shared; but what alternates suffers alike.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Final

import aiohttp
import msgspec

from tools.bench.checkouts import HERE, Server, checked_out, serving
from tools.bench.playing import PURSE_CP, Game, Sent
from tools.bench.processes import sender, server
from tools.bench.processes.children import HOST, running
from tools.bench.report import MICROSECONDS, Figure, Section, figure
from tools.bench.sections.commands import MINIMAL_ANSWER
from tools.failures import Failure

COMMAND: Final = "a durable command, answered with the view"
MINIMAL: Final = "a durable command, minimal answer"
VIEW: Final = "a view"
UNCHANGED: Final = "a view that has not changed (304)"
_BARE: Final = "a bare handler"
_MICRO: Final = 1e6
_AT_ONCE: Final = 10
"""Requests of each connection before it is the other server's turn."""
_WARM_UP: Final = 4
"""One in this many turns comes before the clock starts."""

Times = Mapping[str, Sequence[float]]
"""Seconds of processor time for each request, turn by turn, by what was asked for."""


class _Table(msgspec.Struct, frozen=True):
    """A table's id, and its tokens: of the seats, and (None) of the GM."""

    id: str
    tokens: Mapping[str | None, str]


class _Answered(msgspec.Struct, frozen=True):
    """What is needed of the answers to opening a table and to sitting down."""

    table: str = ""
    gm_token: str = ""
    invite: str = ""
    token: str = ""


class _Contender:
    """A server with tables of its own, and the connections to it."""

    def __init__(self, at: Server, tables: Sequence[_Table], connections: Sequence[sender.Connection]) -> None:
        self._server = at
        self._tables = tables
        self._connections = connections
        self.body_bytes = 0
        self.times: dict[str, list[float]] = {}

    async def ask(self, what: str, sent: Sequence[Sent | None], headers: str = "", *, counts: bool = True) -> None:
        """Send commands, or (None) look, at every table at once. Raises `Failure`."""
        before = self._server.seconds_computed
        await sender.send_all(self._connections, [[_request(t, one, headers) for one in sent] for t in self._tables])
        took = self._server.seconds_computed - before
        if any(connection.failures for connection in self._connections):
            raise Failure("a request failed while processor time was measured")
        asked = len(sent) * len(self._tables)
        self.body_bytes = sum(connection.body_bytes for connection in self._connections) // asked
        if counts:
            self.times.setdefault(what, []).append(took / asked)


async def measure_operations(game: Game, connections: int, repeats: int, folder: Path) -> Section:
    """Measure beside a bare handler that sends as many bytes. Raises `Failure`."""
    async with _contender(HERE, folder / "operations.db", game, connections) as tavern:
        await _play([tavern], game)
        await tavern.ask(VIEW, [None], counts=False)
        answer_bytes = tavern.body_bytes
        async with _bare(server.Bare(game.game, answer_bytes), connections) as bare:
            await _play([bare], game)
            await _look([tavern, bare], repeats)
    return Section(
        name="operations",
        title="Processor time of one request",
        how=f"{connections} tables over as many connections; medians of turns of {_AT_ONCE} requests each",
        figures=_figures(tavern.times, _BARE, bare.times),
    )


async def compare(game: Game, revision: str, connections: int, repeats: int, folder: Path) -> Section:
    """Compare with another revision, both playing the same commands in turns. Raises `Failure`."""
    other = checked_out(revision, folder)
    async with AsyncExitStack() as stack:
        tavern, before = [
            await stack.enter_async_context(_contender(checkout, folder / f"compared-{n}.db", game, connections))
            for n, checkout in enumerate((HERE, other))
        ]
        await _play([tavern, before], game)
        await _look([tavern, before], repeats)
    return Section(
        name="compare",
        title=f"Processor time of one request, compared with {revision}",
        how=(
            f"{connections} tables over as many connections, the same requests for both in turns of {_AT_ONCE}; "
            f"{tavern.body_bytes:,} and {before.body_bytes:,} bytes in a view; medians"
        ),
        figures=_figures(tavern.times, revision, before.times),
    )


def _figures(times: Times, beside: str, ceilings: Times) -> list[Figure]:
    return [
        figure(what, _MICRO * median(took), MICROSECONDS, beside, _MICRO * median(ceilings[what]))
        for what, took in times.items()
    ]


async def _play(contenders: Sequence[_Contender], game: Game) -> None:
    """Play the game to its end, in turns; every other turn asks for minimal answers."""
    turns = [game.sent[at : at + _AT_ONCE] for at in range(0, len(game.sent), _AT_ONCE)]
    for n, part in enumerate(turns):
        what, headers = (MINIMAL, MINIMAL_ANSWER) if n % 2 else (COMMAND, "")
        for contender in _in_turn(contenders, n // 2):
            await contender.ask(what, part, headers, counts=n >= len(turns) // _WARM_UP)


async def _look(contenders: Sequence[_Contender], repeats: int) -> None:
    for what, headers in ((UNCHANGED, "If-None-Match: *\r\n"), (VIEW, "")):
        for n in range(_AT_ONCE * repeats + 1):
            for contender in _in_turn(contenders, n):
                await contender.ask(what, [None] * _AT_ONCE, headers, counts=n > 0)


def _in_turn(contenders: Sequence[_Contender], n: int) -> Sequence[_Contender]:
    """Who comes first changes from turn to turn."""
    return contenders if n % 2 else contenders[::-1]


@asynccontextmanager
async def _contender(checkout: Path, store: Path, game: Game, count: int) -> AsyncGenerator[_Contender]:
    async with serving(checkout, store) as running_server:
        async with aiohttp.ClientSession(f"http://{HOST}:{running_server.port}") as session:
            tables = [await _opened(session, game) for _ in range(count)]
        yield _Contender(running_server, tables, await sender.connected(HOST, running_server.port, count))


@asynccontextmanager
async def _bare(plan: server.Bare, count: int) -> AsyncGenerator[_Contender]:
    async with running("tools.bench.processes.server", server.Served(plan)) as process:
        port = (await process.received(server.Listening)).port
        tables = [_Table(f"table-{n}", {}) for n in range(count)]
        yield _Contender(Server(port, process.pid), tables, await sender.connected(HOST, port, count))


async def _opened(session: aiohttp.ClientSession, game: Game) -> _Table:
    """A table opened over HTTP from the game's secret, with everybody seated: any revision can be asked for it."""
    opened = await _posted(session, "/api/tables", {"game": game.game, "seed": game.secret.hex()})
    tokens: dict[str | None, str] = {None: opened.gm_token}
    for seat in game.seats:
        body = {"invite": opened.invite, "name": seat.capitalize(), "purse_cp": PURSE_CP}
        tokens[seat] = (await _posted(session, f"/api/tables/{opened.table}/seats", body)).token
    return _Table(opened.table, tokens)


async def _posted(session: aiohttp.ClientSession, path: str, body: object) -> _Answered:
    async with session.post(path, data=msgspec.json.encode(body)) as answer:
        if not answer.ok:
            raise Failure(f"{path} was answered with {answer.status}")
        return msgspec.json.decode(await answer.read(), type=_Answered)


def _request(table: _Table, sent: Sent | None, headers: str) -> bytes:
    """A command as it was sent in the game, or a look by its first seat."""
    if sent is None:
        token = next((token for seat, token in table.tokens.items() if seat is not None), "")
        method, path, body = "GET", f"/api/tables/{table.id}", b""
    else:
        token = table.tokens.get(sent.seat, "")
        method, path, body = "POST", f"/api/tables/{table.id}/commands", sent.body
        headers = f"{headers}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {token}\r\n{headers}\r\n"
    return head.encode() + body

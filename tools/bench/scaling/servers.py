"""Servers on PostgreSQL in several arrangements, which play the same game in turns.

A turn is ten commands at each table, over one connection to each server for each table. Who comes first changes from
turn to turn, so other work on the machine slows all alike. All processes share this machine, the sender among them.
"""

import asyncio
import random
import re
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from statistics import median
from time import perf_counter
from typing import Final

import aiohttp
import msgspec

from events.audience import GM
from events.storage.opening import open_store
from tools.bench import stores
from tools.bench.checkouts import Server
from tools.bench.playing import Game
from tools.bench.processes import sender, server
from tools.bench.processes.children import HOST, running
from tools.bench.report import MICROSECONDS, MILLISECONDS, PER_SECOND, Figure, figure
from tools.bench.scaling.database import Database
from tools.bench.sections.commands import request_of
from tools.failures import Failure

ONE: Final = "one server"
ON_A_FILE: Final = "one server on a file"
TWO: Final = "two servers, each table at one of them"
ANYWHERE: Final = "two servers, one at random for each command"
REPLICATED: Final = "one server, a synchronous standby"
_AT_ONCE: Final = 10
"""Commands at each table before it is the next arrangement's turn."""
_TOGETHER: Final = 4
"""Commands that are sent to one table at the same moment, to make conflicts."""
_WARM_UP: Final = 4
"""One in this many turns comes before the clock starts."""
_MICRO: Final = 1e6
_THOUSAND: Final = 1_000
_CONFLICTS: Final = re.compile(rb"^tavern_conflicts_total (\S+)$", re.MULTILINE)


class Arrangement(msgspec.Struct, frozen=True, kw_only=True):
    """So many servers on a store; a command goes to its table's server, or `anywhere`. `database` are measured."""

    what: str
    store: str
    servers: int = 1
    anywhere: bool = False
    database: Database | None = None


class _Turn(msgspec.Struct, frozen=True):
    """What a command took: seconds of the clock, of the servers' and of the database's processors."""

    wall: float
    computed: float
    database: float | None


class Contender:
    """An arrangement that runs: its servers, its tables, and connections from each table to each server."""

    def __init__(
        self, plan: Arrangement, game: Game, tables: Sequence[str], servers: Sequence[Server], operators: Sequence[int]
    ) -> None:
        self.plan = plan
        self.turns: list[_Turn] = []
        self.latencies: list[float] = []
        self.refused = 0
        self._game = game
        self.tables = tables
        self._servers = servers
        self._operators = operators
        self._connections: list[list[list[sender.Connection]]] = []
        self._chance = random.Random(1)

    async def connect(self) -> None:
        """Connect each table's senders with each server."""
        for _ in self.tables:
            ways = [await sender.connected(HOST, each.port, _TOGETHER) for each in self._servers]
            self._connections.append([list(way) for way in zip(*ways, strict=True)])

    async def play(self, first: int, last: int, *, counts: bool = True) -> None:
        """Send the game's commands from `first` to before `last` at every table. Raises `Failure`."""
        requests = [[request_of(self._game, table, n) for n in range(first, last)] for table in self.tables]
        at_tables = zip(range(len(self.tables)), requests, strict=True)
        database = self.plan.database
        since = None if database is None else await database.computed()
        computed, began = self._computed(), perf_counter()
        await asyncio.gather(*(self._send(n, 0, own) for n, own in at_tables))
        asked = (last - first) * len(self.tables)
        wall, took = (perf_counter() - began) / asked, (self._computed() - computed) / asked
        spent = None if database is None or since is None else await database.spent(since)
        if self.refused:
            raise Failure(f"{self.refused} commands failed with {self.plan.what}")
        if counts:
            self.turns.append(_Turn(wall, took, None if spent is None else spent / asked))
        else:
            self.latencies.clear()

    async def give(self, count: int) -> float:
        """Have the GM give coins so often at every table, some gifts at once; the servers' seconds for each."""
        body = msgspec.json.encode({"type": "give_coins", "target": self._game.seats[0], "amount_cp": 1, "reason": "x"})
        before = self._computed()
        await asyncio.gather(
            *(
                self._send(n, who, [_posted(table, body)] * count)
                for n, table in enumerate(self.tables)
                for who in range(_TOGETHER)
            )
        )
        return (self._computed() - before) / (count * _TOGETHER * len(self.tables))

    async def _send(self, table: int, who: int, requests: Sequence[bytes]) -> None:
        ways = self._connections[table][who]
        for request in requests:
            way = self._chance.choice(ways) if self.plan.anywhere else ways[table % len(ways)]
            failed = way.failures
            await way.begin([request])
            self.latencies += way.times
            self.refused += way.failures - failed

    def _computed(self) -> float:
        return sum(each.seconds_computed for each in self._servers)

    async def conflicts(self) -> float:
        """How often servers decided again so far."""
        total = 0.0
        async with aiohttp.ClientSession() as session:
            for port in self._operators:
                async with session.get(f"http://{HOST}:{port}/metrics") as answer:
                    found = _CONFLICTS.search(await answer.read())
                total += 0.0 if found is None else float(found[1])
        return total


def _posted(table: str, body: bytes) -> bytes:
    head = (
        f"POST /api/tables/{table}/commands HTTP/1.1\r\nHost: {HOST}\r\n"
        f"Authorization: Bearer {stores.token_of(table, GM)}\r\nPrefer: return=minimal\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


@asynccontextmanager
async def contending(plans: Sequence[Arrangement], game: Game, count: int) -> AsyncGenerator[list[Contender]]:
    """Servers for each arrangement, with `count` tables each where everybody sits. Raises `Failure`."""
    tables = {plan.what: stores.ids(count, n * count) for n, plan in enumerate(plans)}
    for address in dict.fromkeys(plan.store for plan in plans):
        store = await open_store(address)
        try:
            for plan in plans:
                if plan.store == address:
                    await stores.fill_named(store, game, tables[plan.what], game.seated)
        finally:
            await store.close()
    async with AsyncExitStack() as stack:
        found: list[Contender] = []
        for plan in plans:
            serving: list[Server] = []
            operators: list[int] = []
            for _ in range(plan.servers):
                served = server.Served(server.Tavern(plan.store, shared=plan.database is not None))
                process = await stack.enter_async_context(running("tools.bench.processes.server", served))
                listening = await process.received(server.Listening)
                serving.append(Server(listening.port, process.pid))
                operators.append(listening.operator)
            found.append(Contender(plan, game, tables[plan.what], serving, operators))
        for contender in found:
            await contender.connect()
        yield found


async def measure_servers(plans: Sequence[Arrangement], game: Game, count: int, gifts: int) -> list[Figure]:
    """Have all arrangements play the game in turns, and those of two servers make conflicts. Raises `Failure`."""
    async with contending(plans, game, count) as contenders:
        turns = range(0, len(game.sent), _AT_ONCE)
        for n, first in enumerate(turns):
            last = min(first + _AT_ONCE, len(game.sent))
            for contender in contenders if n % 2 else contenders[::-1]:
                await contender.play(first, last, counts=n >= len(turns) // _WARM_UP)
        figures = _compared(contenders)
        several = [contender for contender in contenders if contender.plan.servers > 1]
        for contender in several:
            figures += await _conflicting(contender, gifts)
    return figures


def _compared(contenders: Sequence[Contender]) -> list[Figure]:
    by_what = {contender.plan.what: contender for contender in contenders}
    figures: list[Figure] = []
    for contender in contenders:
        what = contender.plan.what
        if what == ON_A_FILE:
            continue
        beside = ON_A_FILE if what == ONE else ONE
        base = by_what[beside]
        figures += [
            figure(f"{what}: commands", _rate(contender), PER_SECOND, beside, _rate(base)),
            figure(
                f"{what}: p50 latency",
                _THOUSAND * median(contender.latencies),
                MILLISECONDS,
                beside,
                _THOUSAND * median(base.latencies),
            ),
            figure(f"{what}: servers' processor", _computed(contender), MICROSECONDS, beside, _computed(base)),
        ]
        if (own := _database(contender)) is not None:
            of_base = _database(base)
            figures.append(
                figure(f"{what}: database's processor", own, MICROSECONDS, beside if of_base else None, of_base)
            )
    return figures


def _rate(contender: Contender) -> float:
    return 1 / median(turn.wall for turn in contender.turns)


def _computed(contender: Contender) -> float:
    return _MICRO * median(turn.computed for turn in contender.turns)


def _database(contender: Contender) -> float | None:
    found = [turn.database for turn in contender.turns if turn.database is not None]
    return _MICRO * median(found) if found else None


async def _conflicting(contender: Contender, gifts: int) -> list[Figure]:
    """How often servers decide again while several commands arrive at one table at once."""
    await contender.give(1)
    before, contender.refused = await contender.conflicts(), 0
    took = await contender.give(gifts)
    asked = gifts * _TOGETHER * len(contender.tables)
    what, each = contender.plan.what, _THOUSAND / asked
    return [
        figure(
            f"{what}: decided again, {_TOGETHER} at once", (await contender.conflicts() - before) * each, "in 1,000"
        ),
        figure(f"{what}: answered with 503, {_TOGETHER} at once", contender.refused * each, "in 1,000"),
        figure(f"{what}: servers' processor, {_TOGETHER} at once", _MICRO * took, MICROSECONDS),
    ]

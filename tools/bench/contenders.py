"""Servers that get the same requests in turns, so that other work on the machine slows all of them alike."""

import asyncio
import random
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import perf_counter
from typing import Final

from tools.bench.clients import Connection, Table, connected
from tools.bench.playing import Game, Sent
from tools.bench.report import MICROSECONDS, MILLISECONDS, PER_SECOND, Figure, figure
from tools.bench.servers import Server

AT_ONCE: Final = 10
"""Requests at each table before it is the next contender's turn."""
_WARM_UP: Final = 4
"""One in this many turns comes before the clock starts."""
_MICRO: Final = 1e6
_MILLI: Final = 1e3


class Took:
    """What requests of one kind took: seconds a request, turn by turn, of the clock and of the servers' processors."""

    def __init__(self) -> None:
        self.wall: list[float] = []
        self.computed: list[float] = []
        self.latencies: list[float] = []
        self.body_bytes = 0


class Contender:
    """Servers of one store, their tables, and a connection from each table to each server.

    A request goes to its table's server, or `anywhere`: to one at random.
    """

    def __init__(
        self,
        servers: Sequence[Server],
        tables: Sequence[Table],
        connections: Sequence[Sequence[Connection]],
        anywhere: bool,
    ) -> None:
        self._servers = servers
        self._tables = tables
        self._connections = connections
        self._anywhere = anywhere
        self._chance = random.Random(1)
        self._took: dict[str, Took] = {}

    def took(self, what: str) -> Took:
        """What requests of a kind took so far."""
        return self._took.setdefault(what, Took())

    async def ask(
        self, what: str, sent: Sequence[Sent | None], headers: str, answer_bytes: int, *, counts: bool
    ) -> None:
        """Send commands, or (None) look, at every table at once. Raises `Failure`."""
        requests = [
            [
                table.look(headers, answer_bytes) if one is None else table.command(one, headers, answer_bytes)
                for one in sent
            ]
            for table in self._tables
        ]
        computed, began = self._computed(), perf_counter()
        latencies = await asyncio.gather(*(self._send(n, own) for n, own in enumerate(requests)))
        asked = len(sent) * len(self._tables)
        took = self.took(what)
        took.body_bytes = self._connections[0][0].body_bytes
        if counts:
            took.wall.append((perf_counter() - began) / asked)
            took.computed.append((self._computed() - computed) / asked)
            took.latencies += [one for own in latencies for one in own]

    async def _send(self, table: int, requests: Sequence[bytes]) -> list[float]:
        ways = self._connections[table]
        own = ways[table % len(ways)]
        return [await (self._chance.choice(ways) if self._anywhere else own).ask(request) for request in requests]

    def _computed(self) -> float:
        return sum(server.seconds_computed for server in self._servers)


async def contender(servers: Sequence[Server], tables: Sequence[Table], *, anywhere: bool = False) -> Contender:
    """A contender whose tables are connected with its servers."""
    connections = [[await connected(server.port) for server in servers] for _ in tables]
    return Contender(servers, tables, connections, anywhere)


async def play_in_turns(contenders: Sequence[Contender], game: Game, kinds: Sequence[tuple[str, str]]) -> None:
    """Play a game to its end with all; turn by turn, its commands are of another kind, with its headers.

    Raises `Failure`.
    """
    turns = [game.sent[at : at + AT_ONCE] for at in range(0, len(game.sent), AT_ONCE)]
    for n, part in enumerate(turns):
        what, headers = kinds[n % len(kinds)]
        await ask_in_turns(contenders, what, part, headers, n // len(kinds), counts=n >= len(turns) // _WARM_UP)


async def ask_in_turns(
    contenders: Sequence[Contender], what: str, sent: Sequence[Sent | None], headers: str, n: int, *, counts: bool
) -> None:
    """Send the same requests to all; who comes first changes with `n`. Bare handlers answer with as much as the first.

    Raises `Failure`.
    """
    for contender in contenders if n % 2 else contenders[::-1]:
        await contender.ask(what, sent, headers, contenders[0].took(what).body_bytes, counts=counts)


def figures(what: str, own: Took, beside: str, other: Took) -> list[Figure]:
    """Medians of turns, each beside the other's."""

    def one(name: str, unit: str, value: Callable[[Took], float]) -> Figure:
        return figure(f"{what}: {name}", value(own), unit, beside, value(other))

    return [
        one("rate", PER_SECOND, lambda took: 1 / median(took.wall)),
        one("p50 latency", MILLISECONDS, lambda took: _MILLI * median(took.latencies)),
        one(
            "p99 latency", MILLISECONDS, lambda took: _MILLI * quantiles(took.latencies, n=100, method="inclusive")[-1]
        ),
        one("servers' processor", MICROSECONDS, lambda took: _MICRO * median(took.computed)),
    ]

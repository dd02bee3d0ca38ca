"""All that can be asked of a table: every route with every parameter, taken from the table of routes itself."""

import asyncio
import random
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import msgspec
import pytest

from server.http.contract import EVENT_STREAM, Parameter, Route, TableId
from server.http.route_table import ROUTES
from tests.server.serving import Answer, Client

EPOCH: Final = "epoch"
HEADERS: Final = (
    "ETag", "Vary", "Cache-Control", "Content-Type", "Content-Length", "Location", "Allow", "Retry-After",
)  # fmt: skip
_LONGEST: Final = 1 << 24
_HOST: Final = "localhost"
"""Some answers name the server as it was called. Two servers, each at a port of its own, are called by one name."""
Received = tuple[int, list[str | None], bytes]
"""An answer as far as it must not differ: status, headers, body."""


class Question(msgspec.Struct, frozen=True):
    """A request that changes nothing. `streams`: its answer does not end by itself."""

    route: str
    method: str
    path: str
    headers: dict[str, str]
    streams: bool = False
    body: Any = None


class Asked(msgspec.Struct, frozen=True):
    """What is put into the parameters: the table, its seats, the ETag of who asks, the rounds that are unsealed, and
    the epoch of the log, and the digest of what was seen up to version 2.
    """

    table: str
    seats: Sequence[str]
    tag: str
    unsealed: frozenset[int] = frozenset()
    epoch: str = EPOCH
    seen: str = ""


_READING: Final = ("ask_what_if",)
"""Routes that change nothing, although they take a body."""

_TRIED: Final = {
    ("path", "n"): ["1", "2", "3", "99", "0"],
    ("query", "after"): ["0", "2", "7", "99999", "many"],
    ("query", "epoch"): ["{epoch}", "another"],
    ("query", "seen"): ["{seen}", "another"],
    ("query", "limit"): ["1", "3", "0", "all"],
    ("query", "wait"): ["0", "long"],
    ("query", "from"): ["5", "0"],
    ("header", "Last-Event-ID"): [
        *("2.{epoch}.{seen}", "2.{epoch}.0123", "7.{epoch}.{seen}"),
        *("0.{epoch}.", "99999.{epoch}.", "2.another.", "nonsense"),
    ],
}


def values(parameter: Parameter, asked: Asked) -> list[str]:
    """What is tried for a parameter. A new one must be given values here before anything passes."""
    match parameter.where, parameter.name:
        case "path", "table":
            return [asked.table]
        case "path", "asset":
            return [parameter.example, "none.js"]
        case "path", "link":
            return [asked.table, "no table"]
        case "path", "code":
            return ["KELP-42"]
        case "query", "after" if parameter.kind is TableId:
            return [asked.table, "A" * 22]
        case "query", "acts_for":
            return [*asked.seats[:1], "nobody"]
        case "query", "as":
            return ["public", "house", "gm", *(f"seat:{seat}" for seat in asked.seats), "seat:nobody"]
        case "header", "If-None-Match":
            return [asked.tag, '"stale"', "*"]
        case where:
            return [value.format(epoch=asked.epoch, seen=asked.seen) for value in _TRIED[where]]


def questions(asked: Asked, chance: random.Random, more: int) -> tuple[list[Question], list[Question]]:
    """Every route that reads, once plainly, and `more` questions with parameters."""
    plain: list[Question] = []
    varied: list[Question] = []
    for route in ROUTES:
        if route.method == "GET" or route.id in _READING:
            first, *others = _of(route, asked) if route.method == "GET" else _what_if(route, asked)
            plain.append(first)
            varied += others
    return plain, chance.sample(varied, min(more, len(varied)))


def _of(route: Route, asked: Asked) -> Iterator[Question]:
    by_place = {place: [p for p in route.parameters if p.where == place] for place in ("path", "query", "header")}
    for path in _paths(route.path, by_place["path"], asked):
        # Unsealed, a round is open to everybody as the house saw it, and proved by its stored lines: nothing is hidden.
        sealed = not any(f"/rounds/{number}/" in f"{path}/" for number in asked.unsealed)
        if not sealed and route.id == "get_proof":
            continue
        streams = any(answer.media == EVENT_STREAM for answer in route.answers)
        yield Question(route.id, "GET", path, {}, streams)
        if route.head:
            yield Question(route.id, "HEAD", path, {})
        given = [
            (parameter, value)
            for parameter in [*by_place["query"], *by_place["header"]]
            for value in values(parameter, asked)
            if sealed or (parameter.name, value) != ("as", "house")
        ]
        for number, (parameter, value) in enumerate(given):
            besides = [other for other in given[:number] if other[0] is not parameter]
            for pairs in ([(parameter, value)], *([(parameter, value), other] for other in besides[-2:])):
                query = "&".join(f"{p.name}={v}" for p, v in pairs if p.where == "query")
                headers = {p.name: v for p, v in pairs if p.where == "header"}
                yield Question(route.id, "GET", f"{path}?{query}" if query else path, headers, streams)


def _what_if(route: Route, asked: Asked) -> Iterator[Question]:
    """Of a round that is sealed, nobody gets an answer, whatever is hidden in it."""
    for path in _paths(route.path, route.parameters, asked):
        if not any(path.endswith(f"/rounds/{number}/what-if") for number in asked.unsealed):
            yield Question(route.id, "POST", path, {}, body={"version": 1, "as": "house"})


def _paths(path: str, parameters: Sequence[Parameter], asked: Asked) -> list[str]:
    paths = [path]
    for parameter in parameters:
        paths = [one.replace(f"{{{parameter.name}}}", value) for one in paths for value in values(parameter, asked)]
    assert not any(re.search(r"[{}]", one) for one in paths), paths
    return paths


def received(answer: Answer) -> Received:
    """What of an answer must not differ. How far hashes can be compressed does."""
    headers = {**answer.headers}
    if "Content-Encoding" in headers:
        headers.pop("Content-Length", None)
    return answer.status, [headers.get(name) for name in HEADERS], answer.body


@contextmanager
def at_once(
    work: Callable[[Any], Any], tasks: Iterable[Any], processes: int, **_: Any
) -> Generator[Iterator[tuple[int, Any]]]:
    """What a server does in other processes, in this one: a walk asks for too many reports to start one for each."""
    yield ((place, work(task)) for place, task in enumerate(tasks))


@pytest.fixture(scope="module", autouse=True)
def reports_at_once() -> Iterator[None]:
    """In a module that imports this, reports are made at once."""
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr("server.http.routes.report.at_work", at_once)
        yield


class Asker:
    """Somebody who asks a server about a table, with a token or without. `gm` is the token of who speaks up."""

    def __init__(self, client: Client, table: str, token: str | None, gm: str) -> None:
        self._client = client
        self._table = table
        self._own = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._gms = {"Authorization": f"Bearer {gm}"}

    async def ask(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """Ask for anything."""
        data = None if body is None else msgspec.json.encode(body)
        sent = self._client.request(method, path, data=data, headers={**self._own, **(headers or {})})
        return await Answer.of(await sent)

    async def of_table(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """Ask for something of the table's."""
        return await self.ask(method, f"/api/tables/{self._table}{path}", body, headers)

    async def answer(self, question: Question) -> Received:
        """The answer to a question; for a stream, all frames before the GM speaks."""
        if not question.streams:
            headers = {**question.headers, "Host": _HOST}
            return received(await self.ask(question.method, question.path, question.body, headers))
        tape = await Tape.begin(self._client, question.path, {**self._own, **question.headers})
        if tape.status == 200:
            await tape.read_to(await self.speak_up())
        tape.close()
        return tape.status, [tape.headers.get(name) for name in HEADERS], b"".join(tape.frames)

    async def follow(self, cursor: str | None = None) -> "Tape":
        """A live stream."""
        headers = {} if cursor is None else {"Last-Event-ID": cursor}
        return await Tape.begin(self._client, f"/api/tables/{self._table}/live", {**self._own, **headers})

    async def speak_up(self) -> bytes:
        """Have the GM say something; the frame that every open stream then sends."""
        sent = self._client.post(f"/api/tables/{self._table}/chat", data=b'{"text":"So."}', headers=self._gms)
        answer = await Answer.of(await sent)
        assert answer.status == 201, answer.body
        return b"event: chat\ndata: " + answer.body + b"\n\n"


class Tape:
    """All that a live stream has sent, byte by byte: its frames, and at its end an empty one."""

    def __init__(self, status: int, headers: Any, response: Any) -> None:
        self.status = status
        self.headers = headers
        self.frames: list[bytes] = []
        self.ended = status != 200
        self._response = response

    @classmethod
    async def begin(cls, client: Client, path: str, headers: dict[str, str]) -> "Tape":
        response = await client.get(path, headers=headers)
        tape = cls(response.status, response.headers, response)
        if tape.status != 200:
            tape.frames.append(await response.read())
        return tape

    async def next(self) -> bytes:
        """The next frame; empty at the end."""
        try:
            async with asyncio.timeout(10):
                frame: bytes = await self._response.content.readuntil(b"\n\n", max_size=_LONGEST)
        except (asyncio.IncompleteReadError, EOFError):
            frame = b""
        self.ended = not frame
        self.frames.append(frame)
        return frame

    async def read_to(self, frame: bytes) -> None:
        """Read on until this frame, or the end."""
        while not self.ended and await self.next() != frame:
            pass

    async def read_to_id(self, mark: str) -> None:
        """Read on until the event with this id, or the end."""
        sought = f"\nid: {mark}\n".encode()
        if any(sought in frame for frame in self.frames):
            return
        while not self.ended and sought not in await self.next():
            pass

    def close(self) -> None:
        self._response.close()

"""A stand-in for a server: it answers what a test says, one answer after the other, and notes what it was asked."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
from aiohttp import web
from aiohttp.test_utils import TestServer

from tavern_client import Cursor, Patience, Tavern

PATIENCE: Final = Patience(answer=5.0, silence=5.0, attempts=5)
TABLE: Final = "upmbc43bcdsxqg6mz2tjm5rome"
TOKEN: Final = "ThisIsASecret-ThisIsASecret-ThisIsASecret-0"
EPOCH: Final = "7bd5d47e446fcec2"


class Said(msgspec.Struct, frozen=True):
    """An answer: JSON, or bytes as they are."""

    body: Any
    status: int = 200
    headers: Mapping[str, str] = {}


class Cut(msgspec.Struct, frozen=True):
    """No answer: the connection is closed."""


class Silence(msgspec.Struct, frozen=True):
    """No answer, while the connection stays."""


class Stream(msgspec.Struct, frozen=True):
    """A live stream, sent piece by piece. Then it ends: as it should, cut off, or not at all."""

    pieces: Sequence[bytes]
    end: str = "whole"


class Asked(msgspec.Struct, frozen=True):
    """A request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


Answer = Said | Cut | Silence | Stream


def problem(status: int, code: str, headers: Mapping[str, str] | None = None, **extra: Any) -> Said:
    """A refusal."""
    return Said({"status": status, "code": code, "detail": f"It is {code}.", **extra}, status, headers or {})


class StandIn:
    """What answers. `waits` are the seconds that the client waited between attempts, without anybody waiting."""

    def __init__(self, answers: Sequence[Answer]) -> None:
        self._answers = list(answers)
        self._cut_again = False
        self.asked: list[Asked] = []
        self.waits: list[float] = []
        self.url = ""
        self.tavern: Tavern

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if self._cut_again:
            self._cut_again = False
            return cut(request)
        self.asked.append(Asked(request.method, request.path_qs, dict(request.headers), await request.read()))
        match self._answers.pop(0):
            case Said(body, status, headers):
                content = body if isinstance(body, bytes) else msgspec.json.encode(body)
                return web.Response(status=status, body=content, headers=headers)
            case Cut():
                # aiohttp's client sends what is idempotent a second time by itself.
                self._cut_again = request.method in ("GET", "DELETE")
                return cut(request)
            case Silence():
                await asyncio.Event().wait()
                raise AssertionError
            case Stream(pieces, end):
                return await streamed(request, pieces, end)


def cut(request: web.Request) -> web.StreamResponse:
    assert request.transport is not None
    request.transport.abort()
    return web.Response()


async def streamed(request: web.Request, pieces: Sequence[bytes], end: str) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    await response.prepare(request)
    for piece in pieces:
        await response.write(piece)
    if end == "cut":
        cut(request)
    elif end == "never":
        await asyncio.Event().wait()
    return response


@asynccontextmanager
async def standing_in(
    *answers: Answer, prefix: str = "", patience: Patience = PATIENCE, **given: Any
) -> AsyncIterator[StandIn]:
    """A stand-in with a client for it, under a path prefix if one is given."""
    stand_in = StandIn(answers)
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", stand_in.answer)
    async with TestServer(app) as server:
        stand_in.url = f"http://{server.host}:{server.port}{prefix}"
        async with Tavern(stand_in.url, patience=patience, sleep=stand_in.sleep, **given) as tavern:
            stand_in.tavern = tavern
            yield stand_in


def receipt(version: int, fork: str = "") -> str:
    """The receipt of an entry, in a log that a `fork` makes another."""
    return hashlib.sha256(f"{version} {fork}".encode()).hexdigest()


def cursor(version: int, epoch: str = EPOCH, forks: Mapping[int, str] | None = None) -> Cursor:
    """Where a viewer stands who saw these versions. `forks` are the entries of another log, by version."""
    at = Cursor(0, epoch, "")
    for number in range(1, version + 1):
        at = at.after(receipt(number, (forks or {}).get(number, "")))
    return at


def entry(version: int, *events: Mapping[str, Any], fork: str = "", **given: Any) -> dict[str, Any]:
    """What a viewer saw at a version."""
    place = {"version": version, "at": "2025-03-01T19:00:00.000Z", "actor": "gm", "seat": None}
    return {**place, "events": events, "chronicle": [f"{version}."], "receipt": receipt(version, fork), **given}


def page(at: Cursor, *entries: Mapping[str, Any], more: bool = False) -> Said:
    """An answer with entries, after which a viewer stands there."""
    return Said({"version": at.version, "epoch": at.epoch, "seen": at.seen, "entries": entries, "more": more})


def view(version: int = 1, **given: Any) -> dict[str, Any]:
    """A view of a table at which nothing has happened yet."""
    return {
        "table": TABLE,
        "name": "",
        "gm": "",
        "game": "race",
        "rules": 1,
        "options": None,
        "version": version,
        "viewer": "seat:bri",
        "seeded": False,
        "closed": False,
        "round": 0,
        "phase": "lobby",
        "turn": None,
        "to_act": [],
        "question": None,
        "deadline": None,
        "paused": False,
        "order": [],
        "pot_cp": 0,
        "accounts": {},
        "fair": {"roots": [], "commitment": None},
        "seats": [],
        "asking": [],
        "house_dice": [],
        "you": None,
        "result": None,
        "standings": {},
        "disputes": [],
        "details": {},
        **given,
    }

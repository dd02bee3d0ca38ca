"""An operator who runs the real server, and has a proxy before it that shows one player, Ada, something else.

What Ada is shown is a *story*: the entries that the server shows her, as a lie changes them. The proxy is consistent in
it: versions, cursors and tags are those of the story, in views, events, the live stream and the answers to her
commands. Everybody else gets what the server says.
"""

import asyncio
import copy
import hashlib
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import aiohttp
import msgspec
from aiohttp import web

from events.entry import seen_after
from events.sealed_luck import Call
from tests.sealing import OwnLuck

Json = dict[str, Any]
ADA: Final = "ada"
BO: Final = "bo"
_PASSED_ON: Final = ("Authorization", "Content-Type", "Accept", "Idempotency-Key")


class Refused(Exception):
    """What Ada is answered instead. `status` 0: the connection is closed without an answer."""

    def __init__(self, status: int = 0, code: str = "", body: bytes | None = None) -> None:
        problem = {"type": "about:blank", "title": "No", "status": status, "code": code, "detail": "Not now."}
        self.status = status
        self.body = msgspec.json.encode(problem) if body is None else body


class Lie:
    """What Ada is shown otherwise. Here, nothing is; every method may change what it is given."""

    def meet(self, operator: "Operator") -> None:
        """Begin at a table."""

    def story(self, entries: list[Json], operator: "Operator") -> list[Json]:
        """The entries that Ada is shown, for those that the server shows her."""
        return entries

    def view(self, view: Json, operator: "Operator") -> None:
        """A view, as Ada is shown it."""

    def page(self, page: Json, operator: "Operator") -> None:
        """An answer of `/events`. Raises `Refused`."""

    def answer(self, answer: Json, operator: "Operator") -> None:
        """The answer to a command of Ada's."""

    async def command(self, given: Json, operator: "Operator") -> bool:
        """Whether a command of Ada's is answered without the server. Raises `Refused`."""
        return False

    def proof(self, proof: Json, operator: "Operator") -> None:
        """The proof of a round, as Ada is given it."""


class Together(Lie):
    """Several lies, one after the other."""

    def __init__(self, *lies: Lie) -> None:
        self._lies = lies

    def meet(self, operator: "Operator") -> None:
        for lie in self._lies:
            lie.meet(operator)

    def story(self, entries: list[Json], operator: "Operator") -> list[Json]:
        for lie in self._lies:
            entries = lie.story(entries, operator)
        return entries

    def view(self, view: Json, operator: "Operator") -> None:
        for lie in self._lies:
            lie.view(view, operator)

    def page(self, page: Json, operator: "Operator") -> None:
        for lie in self._lies:
            lie.page(page, operator)

    def answer(self, answer: Json, operator: "Operator") -> None:
        for lie in self._lies:
            lie.answer(answer, operator)

    async def command(self, given: Json, operator: "Operator") -> bool:
        return any([await lie.command(given, operator) for lie in self._lies])

    def proof(self, proof: Json, operator: "Operator") -> None:
        for lie in self._lies:
            lie.proof(proof, operator)


class Operator:
    """Whoever runs the server at `upstream`, with the GM's token, and lies. `url` is the address that Ada is given."""

    def __init__(self, upstream: str, lie: Lie, session: aiohttp.ClientSession) -> None:
        self.upstream = upstream
        self.lie = lie
        self.url = ""
        self.table = ""
        self.stages: list[str] = []
        self.bo = OwnLuck("", 1, BO)
        self._session = session
        self._gm = ""
        self._bo = ""
        self._ada: str | None = None
        self._true: list[Json] = []
        self._views: dict[str, Json] = {}
        self._epoch = ""
        self._reading = asyncio.Lock()
        self._streams: set[asyncio.Transport] = set()

    def __repr__(self) -> str:
        return f"Operator({self.upstream!r})"

    async def open(self, options: Json) -> str:
        """Open a table, at which Bo sits, too; its invite."""
        body = {"game": "twentyone", "name": "The Crooked Crown", "options": options}
        opened = await self.ask("POST", "/api/tables", None, body)
        self.table, self._gm = opened["table"], opened["gm_token"]
        invite: str = opened["invite"]
        self.lie.meet(self)
        return invite

    async def seat_ada(self, invite: str) -> str:
        """Ada sits down; her token."""
        body = {"name": "Ada", "purse_cp": 5_000, "luck": "wren", "invite": invite}
        token: str = (await self.ask("POST", f"/api/tables/{self.table}/seats", None, body))["token"]
        self._ada = token
        return token

    async def settled(self) -> None:
        """Wait until Ada's client has done what is asked of her luck."""
        async with asyncio.timeout(20):
            while True:
                if not await self._is_asked():
                    return
                await asyncio.sleep(0.01)

    async def _is_asked(self) -> bool:
        view = await self.ask("GET", f"/api/tables/{self.table}", self._ada)
        seat = next(seat for seat in view["seats"] if seat["seat"] == ADA)
        return ADA in view["to_act"] if view["phase"] == "luck" else view["round"] == 0 and "luck_seal" not in seat

    async def seat_bo(self, invite: str) -> None:
        """Bo sits down and seals twice; only the second seal counts."""
        body = {"name": "Bo", "purse_cp": 5_000, "invite": invite}
        token = (await self.ask("POST", f"/api/tables/{self.table}/seats", None, body))["token"]
        self._bo = token
        self.bo = OwnLuck(self.table, 1, BO)
        for luck in (OwnLuck(self.table, 1, BO, draw=9), self.bo):
            await self.give(token, "seal_luck", seal=luck.seal)

    async def as_ada(self, command: Json) -> Json:
        """The server's answer to a command of Ada's. Raises `Refused`."""
        return await self.ask("POST", f"/api/tables/{self.table}/commands", self._ada, command)

    async def bo_reveals(self) -> None:
        """Bo reveals what the log says that he sealed."""
        view = await self.ask("GET", f"/api/tables/{self.table}", self._bo)
        if view["phase"] == "luck":
            await self.give(self._bo, "reveal_luck", **self.bo.params_for(msgspec.convert(view, _You)))

    async def gm(self, kind: str, **given: Any) -> Json:
        """A command of the GM's; its answer."""
        return await self.give(self._gm, kind, **given)

    async def gm_plays(self) -> None:
        """The GM acts for whose turn it is, in the quietest way."""
        view = await self.ask("GET", f"/api/tables/{self.table}", self._gm)
        seat = view["to_act"][0]
        await self.gm({"cut": "let_it_be", "turn": "hold"}[view["question"]], seat=seat)

    async def export(self) -> bytes:
        """The log as it is."""
        return await self._read("GET", f"/api/tables/{self.table}/export", self._gm)

    async def give(self, token: str, kind: str, **given: Any) -> Json:
        """A command; its answer."""
        return await self.ask("POST", f"/api/tables/{self.table}/commands", token, {"type": kind, **given})

    async def ask(self, method: str, path: str, token: str | None, body: Json | None = None) -> Json:
        """What the server says. Raises `Refused` where it refuses."""
        answer: Json = msgspec.json.decode(await self._read(method, path, token, body))
        return answer

    async def _read(self, method: str, path: str, token: str | None, body: Json | None = None) -> bytes:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        async with self._session.request(method, self.upstream + path, json=body, headers=headers) as answer:
            content = await answer.read()
            if answer.status >= 300:
                raise Refused(answer.status, body=content)
            return content

    def put_back(self, upstream: str, *, admits: bool) -> None:
        """The server is another now, which has an older log of the table. `admits`: its epoch is another, too."""
        self.upstream = upstream
        self._epoch = "" if admits else self._epoch
        for stream in self._streams:
            stream.close()
        self._true.clear()
        self._views.clear()

    # What Ada is shown

    async def story(self, upto: int | None = None) -> list[Json]:
        """The entries that Ada is shown, up to a version of the server's, with their versions."""
        async with self._reading:
            path = f"/api/tables/{self.table}/events?after={len(self._true)}"
            page = await self.ask("GET", path, self._ada)
            self._epoch = self._epoch or page["epoch"]
            self._true += page["entries"]
        story = self.lie.story(copy.deepcopy(self._true[:upto]), self)
        for version, entry in enumerate(story, 1):
            entry["version"] = version
        return story

    async def version(self) -> int:
        """The version that Ada is shown."""
        return len(await self.story())

    async def look(self, query: str = "") -> tuple[Json, list[Json]]:
        """The view that Ada is shown, and all entries up to it."""
        view = await self.ask("GET", f"/api/tables/{self.table}{query}", self._ada)
        return await self._shown(view)

    async def _shown(self, view: Json) -> tuple[Json, list[Json]]:
        story = await self.story(view["version"])
        at = cursor_of(story, self._epoch)
        if at in self._views:
            # Of what she is not shown, no view may tell her.
            return copy.deepcopy(self._views[at]), story
        view["version"] = len(story)
        self.lie.view(view, self)
        self._views[at] = copy.deepcopy(view)
        return view, story

    # The proxy

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer a request."""
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if given != self._ada or self.table not in request.path:
            return await self._pass_on(request)
        try:
            return await self._lied(request, request.path.split(self.table, 1)[1])
        except Refused as refused:
            if not refused.status:
                assert request.transport is not None
                request.transport.close()
            kind = "application/problem+json" if refused.status >= 300 else "application/json"
            return web.Response(status=refused.status or 503, body=refused.body, content_type=kind)

    async def _pass_on(self, request: web.Request) -> web.Response:
        headers = {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
        data = await request.read()
        async with self._session.request(
            request.method, self.upstream + request.path_qs, data=data or None, headers=headers
        ) as answer:
            kind = {"Content-Type": answer.headers.get("Content-Type", "text/plain")}
            return web.Response(status=answer.status, body=await answer.read(), headers=kind)

    async def _lied(self, request: web.Request, path: str) -> web.StreamResponse:
        if path == "":
            view, story = await self.look(f"?{request.query_string}")
            tag = f'"{hashlib.sha256(cursor_of(story, self._epoch).encode()).hexdigest()[:16]}"'
            if request.headers.get("If-None-Match") == tag:
                return web.Response(status=304, headers={"ETag": tag})
            return web.json_response(view, headers={"ETag": tag})
        if path == "/events":
            return web.json_response(await self._page(request.query))
        if path == "/commands" and request.method == "POST":
            return web.json_response(await self._answer(await request.json()))
        if path == "/live":
            return await self._live(request)
        if path.endswith("/proof"):
            proof = await self.ask("GET", request.path, self._ada)
            self.lie.proof(proof, self)
            return web.json_response(proof)
        return await self._pass_on(request)

    async def _page(self, query: Any) -> Json:
        story = await self.story()
        after = int(query.get("after", 0))
        if query.get("epoch", self._epoch) != self._epoch:
            raise Refused(409, "log_replaced")
        begun = cursor_of(story[:after], self._epoch)
        if after > len(story) or ("seen" in query and not begun.endswith("." + query["seen"])):
            raise Refused(409, "log_went_back")
        version, epoch, seen = cursor_of(story, self._epoch).split(".")
        page: Json = {"version": int(version), "epoch": epoch, "seen": seen, "entries": story[after:], "more": False}
        self.lie.page(page, self)
        return page

    async def _answer(self, given: Json) -> Json:
        if await self.lie.command(given, self):
            view, story = await self.look()
            answer: Json = {"view": view}
        else:
            answer = await self.as_ada(given)
            answer["view"], story = await self._shown(answer["view"])
        newest = {name: story[-1][name] for name in ("version", "events", "chronicle", "receipt")}
        answer = {**answer, **newest}
        self.lie.answer(answer, self)
        return answer

    async def _live(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        assert request.transport is not None
        self._streams.add(request.transport)
        at = request.headers.get("Last-Event-ID", "")
        path = f"/api/tables/{self.table}/live?{request.query_string}"
        headers = {"Authorization": f"Bearer {self._ada}", "Accept": "text/event-stream"}
        with suppress(ConnectionError, aiohttp.ClientError):
            async with self._session.get(self.upstream + path, headers=headers) as answer:
                async for frame in _frames(answer.content):
                    if b"event: entry" not in frame and b"event: reset" not in frame:
                        await response.write(frame)
                        continue
                    text, at = await self._told(at)
                    await response.write(text.encode())
        return response

    async def _told(self, at: str) -> tuple[str, str]:
        """The frames of a live stream that follow a cursor, and the cursor after them."""
        view, story = await self.look()
        cursors = [cursor_of(story[:version], self._epoch) for version in range(len(story) + 1)]
        if at not in cursors:
            version, epoch, seen = cursors[-1].split(".")
            reset = {"version": int(version), "epoch": epoch, "seen": seen, "view": view}
            return _frame("reset", cursors[-1], reset), cursors[-1]
        fresh = story[cursors.index(at) :]
        if fresh:
            fresh[-1] = {**fresh[-1], "view": view}
        return "".join(_frame("entry", cursors[entry["version"]], entry) for entry in fresh), cursors[-1]


class _View(msgspec.Struct):
    actions: list[Json]


class _You(msgspec.Struct):
    you: _View


def cursor_of(story: list[Json], epoch: str) -> str:
    """The cursor after entries."""
    seen = ""
    for entry in story:
        seen = seen_after(seen, entry["receipt"])
    return f"{len(story)}.{epoch}.{seen}"


def _frame(kind: str, at: str, data: Json) -> str:
    return f"event: {kind}\nid: {at}\ndata: {msgspec.json.encode(data).decode()}\n\n"


async def _frames(content: aiohttp.StreamReader) -> AsyncIterator[bytes]:
    rest = b""
    async for piece in content.iter_any():
        *frames, rest = (rest + piece).split(b"\n\n")
        for frame in frames:
            yield frame + b"\n\n"


@asynccontextmanager
async def operating(upstream: str, lie: Lie) -> AsyncGenerator[Operator]:
    """An operator, whose proxy answers."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), auto_decompress=True) as session:
        operator = Operator(upstream, lie, session)
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", operator.handle)
        runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.01)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        operator.url = f"http://{host}:{port}"
        try:
            yield operator
        finally:
            await runner.cleanup()


def call_in(story: list[Json], table: str) -> Call | None:
    """The call of the first round in a story."""
    events = [event for entry in story for event in entry["events"]]
    called = next((event for event in events if event["type"] == "luck_called"), None)
    if called is None:
        return None
    root = next(event["root"] for event in events if event["type"] == "root_published")
    names = ("round", "game", "rules", "opening", "first", "commitment", "seats")
    seals = {seal["seat"]: seal["seal"] for seal in called["seals"]}
    return Call(table=table, root=root, seals=seals, **{name: called[name] for name in names})

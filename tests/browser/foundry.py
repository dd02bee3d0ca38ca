"""A world of Foundry VTT that several browsers share, each with the strict stand-in of tests/browser/page/foundry.

async with World(13) as world:
    world.modules.append(Module.unzipped(data))
    mara, ann = await world.join("mara", await meet()), await world.join("ann", await meet())

Whatever a browser does to the world is under way as a `Parcel` until it arrives, and so is what the browsers are then
told. By default everything arrives in order, and soon. `hold()` stops that: `under_way()` waits for a parcel,
`release()` lets some through in the order that the test says, or all; `lose()` drops one; `flow()` goes back to the
default. A browser that is killed with `Client.kill()` hears nothing more, but what it sent still arrives, unless it is
lost.

The world fails at its end for all `faults` of its browsers that no pattern of `tolerated` matches.
"""

import asyncio
import json
import mimetypes
import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import BrowserContext, Error, Page

from tests.browser.conftest import run
from tests.browser.foundry_data import CURRENCIES, OWNER, Module, expanded, merge

USERS: Final = {"mara": ("Mara", 4), "ann": ("Ann", 1), "cas": ("Cas", 1)}
"""Who is in a world unless the test says otherwise: names and roles. From 3 on, a user is a GM."""
SYSTEMS: Final = {12: "4.2.2", 13: "5.2.0", 14: "5.3.3"}
_ASSISTANT: Final = 3
_PATIENCE: Final = 30


@dataclass(eq=False)
class Parcel:
    """Something under way: from a browser to the world, or back. `kind` says what, as `update`."""

    client: "Client"
    to_world: bool
    kind: str
    data: Any
    user: str
    n: int | None = None
    options: Any = None
    error: str | None = None


class Client:
    """A user's browser."""

    def __init__(self, world: "World", user: str, page: Page, settings: Mapping[str, Any]) -> None:
        self.world = world
        self.user = user
        self.page = page
        self.alive = True
        self.connected = False
        """Whether it is told what happens. Before, it is told what there is."""
        self._settings = settings

    async def start(self) -> None:
        """Open the world; again, after a reload."""
        await self.page.goto(self.world.address)
        await self.page.wait_for_function("globalThis.standIn")
        self.connected = True
        await self.run("(snapshot) => standIn.start(snapshot)", self.world.snapshot(self.user) | self._settings)

    async def reload(self) -> None:
        """What was under way to the old page is lost to it."""
        self.connected = False
        self.world.forget(self)
        await self.start()

    async def run(self, function: str, *arguments: Any) -> Any:
        """What a JavaScript function returns, which may be async."""
        return await run(self.page, function, *arguments)

    async def macro(self, code: str) -> None:
        """Run a pasted macro to its end."""
        await self.run("(code) => standIn.macro(code)", code)

    async def kill(self) -> None:
        """The browser is gone. What it sent is still under way."""
        self.alive = self.connected = False
        self.world.forget(self)
        await self.page.close()
        self.world.left(self)

    async def readable(self) -> str:
        """All that a script in this browser can read, apart from what only this browser keeps."""
        text: str = await self.run("() => standIn.readable()")
        return text

    async def stored(self) -> str:
        """What only this browser keeps: settings of the scope `client`."""
        text: str = await self.run("() => standIn.stored()")
        return text

    async def notified(self, text: str) -> None:
        """Wait for a notification."""
        await self.page.wait_for_function("(text) => standIn.notified.some(([, one]) => one.includes(text))", arg=text)

    def heard(self, text: str) -> None:
        """The browser sends something."""
        sent = json.loads(text)
        if sent["kind"] == "fault":
            self.world.faults.append(f"{self.user}: {sent['data']}")
        else:
            self.world.post(Parcel(self, True, sent["kind"], sent["data"], self.user, sent["n"]))

    async def tell(self, parcel: Parcel) -> None:
        """Something arrives at the browser, if it still runs."""
        told = {"n": parcel.n, "kind": parcel.kind, "data": parcel.data, "user": parcel.user}
        try:
            await self.page.evaluate(
                "(told) => { standIn.receive(told); }", told | {"options": parcel.options, "error": parcel.error}
            )
        except Error:
            if self.connected and not self.page.is_closed():
                raise


@dataclass
class World:
    """A world in a version of Foundry. `actors` are by UUID, as `foundry_data.character` makes them; users by id."""

    generation: int = 13
    system: str = ""
    modules: list[Module] = field(default_factory=list)
    actors: Mapping[str, Any] = field(default_factory=dict)
    users: Mapping[str, tuple[str, int]] = field(default_factory=lambda: USERS)
    characters: Mapping[str, str] = field(default_factory=dict)
    """The ids of the actors that users have chosen as their own."""
    prefix: str = ""
    """Foundry's route prefix, such as "/vtt"."""
    tolerated: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.system = self.system or SYSTEMS[self.generation]
        self.documents: dict[str, Any] = {}
        for id_, (name, role) in self.users.items():
            self._add("User", id_, {"name": name, "role": role, "flags": {}, "character": self.characters.get(id_)})
        for uuid, actor in self.actors.items():
            self.documents[uuid] = {"_id": uuid.split(".")[-1], "uuid": uuid, "flags": {}, **deepcopy(actor)}
        self.settings: dict[str, Any] = {"world": {}, "user": {}}
        self.clients: list[Client] = []
        self.waiting: list[Parcel] = []
        """What is under way, oldest first."""
        self.record: list[Parcel] = []
        """All that has arrived, anywhere."""
        self.faults: list[str] = []
        self.address = ""
        self._held = False
        self._made = 0
        self._posted = asyncio.Condition()
        self._flowing: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        app = web.Application()
        app.router.add_get(f"{self.prefix}/modules/{{id}}/{{path:.+}}", self._serve_file)
        app.router.add_static(f"{self.prefix}/", Path(__file__).parent / "page")
        self._server = TestServer(app)
        await self._server.start_server()
        self.address = str(self._server.make_url(f"{self.prefix}/foundry.html"))
        return self

    async def __aexit__(self, failed: object, *_: object) -> None:
        for client in self.clients:
            client.alive = client.connected = False
            await client.page.close()
        if self._flowing:
            await self._flowing
        await self._server.close()
        if failed is None:
            self.check()

    def check(self) -> None:
        """Nothing went wrong in any browser."""
        found = [one for one in self.faults if not any(re.search(pattern, one) for pattern in self.tolerated)]
        assert found == [], found

    async def join(
        self,
        user: str,
        context: BrowserContext,
        *,
        selected: tuple[str, ...] = (),
        dice: bool = True,
    ) -> Client:
        """Have a user come with a browser. `selected` are the actors of selected tokens, by UUID.

        The same user may come several times.
        """
        settings = {"selected": selected, "hasDice": dice}
        client = Client(self, user, await context.new_page(), settings)
        await client.page.expose_binding("standInSend", lambda _source, text: client.heard(text))
        if user not in self._active:
            self._tell_others(None, "connected", {"id": user, "active": True}, user)
        self.clients.append(client)
        await client.start()
        return client

    # What is under way

    def hold(self) -> None:
        """From now on, nothing arrives unless the test releases it."""
        self._held = True

    async def flow(self) -> None:
        """Let everything through, and from now on whatever comes."""
        self._held = False
        self._let_flow()
        await self.quiet()

    async def under_way(
        self,
        kind: str,
        *,
        to: Client | None = None,
        sender: Client | None = None,
        where: Callable[[Any], bool] | None = None,
    ) -> Parcel:
        """Wait until something is under way and held: to a browser, or by default to the world."""

        def found() -> Parcel | None:
            for one in self.waiting:
                is_it = one.kind == kind and one.to_world == (to is None) and (where is None or where(one.data))
                if is_it and one.client is (to or sender or one.client):
                    return one
            return None

        async with asyncio.timeout(_PATIENCE), self._posted:
            while (parcel := found()) is None:
                await self._posted.wait()
            return parcel

    async def release(self, *parcels: Parcel) -> None:
        """Let these arrive in this order; without any, all that is under way, and what comes of it."""
        for parcel in parcels:
            await self._deliver(parcel)
        while not parcels and self.waiting:
            await self._deliver(self.waiting[0])

    def lose(self, parcel: Parcel) -> None:
        """It never arrives."""
        self.waiting.remove(parcel)

    async def quiet(self) -> None:
        """Wait until nothing is under way."""
        while self._flowing and not self._flowing.done():
            await asyncio.wait([self._flowing])

    def post(self, parcel: Parcel) -> None:
        """Something is under way from now on."""
        self.waiting.append(parcel)
        self._let_flow()

    def forget(self, client: Client) -> None:
        """Drop what is under way to a browser."""
        self.waiting = [one for one in self.waiting if one.to_world or one.client is not client]

    def _let_flow(self) -> None:
        if self._flowing is None or self._flowing.done():
            self._flowing = asyncio.create_task(self._flow())

    async def _flow(self) -> None:
        async with self._posted:
            self._posted.notify_all()
        while self.waiting and not self._held:
            await self._deliver(self.waiting[0])
            async with self._posted:
                self._posted.notify_all()

    async def _deliver(self, parcel: Parcel) -> None:
        self.waiting.remove(parcel)
        self.record.append(parcel)
        if not parcel.to_world:
            await parcel.client.tell(parcel)
            return
        try:
            kind, data, options = self._apply(parcel)
        except PermissionError as refused:
            self._answer(parcel, parcel.kind, None, error=str(refused))
            return
        self._tell_others(parcel.client, kind, data, parcel.user, options)
        # Who sends on a socket or shows dice is told only that it was sent.
        self._answer(parcel, "sent" if kind in ("socket", "dice") else kind, data, options=options)

    def _answer(self, sent: Parcel, kind: str, data: Any, *, options: Any = None, error: str | None = None) -> None:
        if sent.client.connected:
            told = Parcel(sent.client, False, kind, deepcopy(data), sent.user, sent.n, options, error)
            self.post(told)

    def _tell_others(self, sender: Client | None, kind: str, data: Any, user: str, options: Any = None) -> None:
        for client in self.clients:
            if client.connected and client is not sender:
                self.post(Parcel(client, False, kind, deepcopy(data), user, None, options))

    # What the test does as somebody whose browser does not matter

    async def write(self, uuid: str, changes: Mapping[str, Any], *, user: str = "") -> None:
        """Update a document, as a GM does on its sheet. Keys with dots are levels, and `-=key` deletes."""
        await self._do(user or self._gm, "update", {"uuid": uuid, "changes": expanded(changes), "options": {}})

    async def say(self, author: str, content: str = "", **data: Any) -> None:
        """A message by somebody, such as one with forged flags."""
        await self._do(author, "create", {"content": content, "whisper": [], **data})

    async def emit(self, data: Any, *, user: str = "cas", module: str = "tavern-table") -> None:
        """Send on a module's socket."""
        await self._do(user, "socket", {"event": f"module.{module}", "data": data})

    async def set_for_all(self, setting: str, value: Any) -> None:
        """Set a setting of the world."""
        await self._do(self._gm, "setting", {"id": setting, "scope": "world", "value": value})

    async def delete(self, uuid: str) -> None:
        """Delete a user, an actor or a message."""
        await self._do(self._gm, "delete", {"uuid": uuid})

    async def enter(self, user: str, name: str, role: int = 1) -> None:
        """Somebody is made a user."""
        self._tell_others(None, "create", self._add("User", user, {"name": name, "role": role, "flags": {}}), self._gm)
        await self.quiet()

    async def _do(self, user: str, kind: str, data: Any) -> None:
        nobody = Client(self, user, None, {})  # type: ignore[arg-type] # It has no page, and hears nothing.
        self.post(Parcel(nobody, True, kind, data, user))
        await self.quiet()

    # What the world knows

    def source(self, uuid: str) -> Any:
        """A document as the world has it, such as "Actor.bri"."""
        return self.documents[uuid]

    @property
    def messages(self) -> list[Any]:
        return [one for uuid, one in self.documents.items() if uuid.startswith("ChatMessage.")]

    @property
    def secrets(self) -> str:
        """All that ever went through the world, which anybody might have kept."""
        sent = [(one.kind, one.data, one.options) for one in self.record]
        return json.dumps([sent, list(self.documents.values()), self.settings])

    def left(self, client: Client) -> None:
        """A browser is gone; its user is, if it was the last."""
        if client.user not in self._active:
            self._tell_others(client, "connected", {"id": client.user, "active": False}, client.user)

    @property
    def _active(self) -> set[str]:
        return {client.user for client in self.clients if client.alive}

    def snapshot(self, user: str) -> Any:
        """What a browser is told when it joins."""
        modules = []
        texts = []
        for module in self.modules:
            about = module.manifest
            at = f"{self.prefix}/modules/{about['id']}/"
            paths = {kind: [at + path for path in about.get(kind, [])] for kind in ("esmodules", "styles")}
            modules.append({**about, **paths, "active": True})
            english = [one["path"] for one in about.get("languages", []) if one["lang"] == "en"]
            texts += [json.loads(module.files[path]) for path in english]
        return {
            "generation": self.generation,
            "system": self.system,
            "prefix": self.prefix,
            "user": user,
            "world": {"id": "saltmarsh", "title": "Saltmarsh"},
            "modules": modules,
            "texts": texts,
            "currencies": CURRENCIES,
            "settings": self.settings,
            "documents": list(self.documents.values()),
            "active": sorted(self._active),
        }

    def _add(self, kind: str, id_: str, data: Any) -> Any:
        uuid = f"{kind}.{id_}"
        self.documents[uuid] = {"_id": id_, "uuid": uuid, **data}
        return self.documents[uuid]

    @property
    def _gm(self) -> str:
        return next(user for user, (_, role) in self.users.items() if role >= _ASSISTANT)

    def _is_gm(self, user: str) -> bool:
        return bool(self.documents[f"User.{user}"]["role"] >= _ASSISTANT)

    def _may_change(self, user: str, document: Any) -> bool:
        owners = document.get("ownership", {})
        level = owners.get(user, owners.get("default", 0))
        return (
            self._is_gm(user) or user == document.get("author") or document["uuid"] == f"User.{user}" or level >= OWNER
        )

    def _apply(self, parcel: Parcel) -> tuple[str, Any, Any]:
        """What comes of it: what everybody is told."""
        data, user = parcel.data, parcel.user
        match parcel.kind:
            case "update":
                document = self._require(user, data["uuid"])
                merge(document, data["changes"])
                return "update", {"uuid": data["uuid"], "changes": data["changes"]}, data["options"]
            case "delete":
                self._require(user, data["uuid"])
                del self.documents[data["uuid"]]
                return "delete", data, {}
            case "create":
                self._made += 1
                kind = data.pop("documentName", "ChatMessage")
                id_ = data.get("_id", f"message{self._made:09}")
                if f"{kind}.{id_}" in self.documents:
                    raise PermissionError(f"The _id [{id_}] already exists within the parent collection")
                made = {"flags": {}, **data, "author": user, "timestamp": self._made}
                return "create", self._add(kind, id_, made), {}
            case "setting" if data["scope"] == "world":
                if not self._is_gm(user):
                    raise PermissionError(f"{user} lacks permission to update a setting of the world")
                self.settings["world"][data["id"]] = data["value"]
            case "setting":
                self.settings["user"].setdefault(user, {})[data["id"]] = data["value"]
            case "socket" | "dice":
                # It is passed on, and not kept.
                pass
            case unknown:
                raise ValueError(unknown)
        return parcel.kind, data, {}

    def _require(self, user: str, uuid: str) -> Any:
        document = self.documents.get(uuid)
        if document is None:
            raise PermissionError(f"{uuid} does not exist")
        if not self._may_change(user, document):
            raise PermissionError(f"{user} lacks permission to change {uuid}")
        return document

    async def _serve_file(self, request: web.Request) -> web.Response:
        id_, path = request.match_info["id"], request.match_info["path"]
        module = next((one for one in self.modules if one.manifest["id"] == id_), None)
        if module is None or path not in module.files:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        # A module cannot bring documents of its own any more.
        is_text = kind == "text/html" and self.generation >= 14
        return web.Response(body=module.files[path], content_type="text/plain" if is_text else kind)

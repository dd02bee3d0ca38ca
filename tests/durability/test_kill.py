"""A real server is killed under load, again and again: what it acknowledged is there, once, and nothing is halved.

Readers that follow a table meanwhile come back after every kill with the last id that they received, and see every
version once, in order. In a campaign it is killed as often as TAVERN_TEST_KILLS says.
"""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import aiohttp
import msgspec
import pytest

from events.entry import seen_after

KILLS: Final = 4
KILLS_OF_A_CAMPAIGN: Final = int(os.environ.get("TAVERN_TEST_KILLS", "50"))
TABLES: Final = 3
CLIENTS_A_TABLE: Final = 2
READERS_A_VIEWER: Final = 2
SPOKEN: Final = 0.1
"""How often a client says something instead of playing."""
READY_SECONDS: Final = 180
"""Most of it is for a Windows Python under Wine, on a busy machine."""
ROOT: Final = Path(__file__).parents[2]
TAVERN: Final = (sys.executable, "-c", "from tools.cli import main; main()")
NO_LIMITS: Final = (
    "requests-per-second", "commands-per-second", "chats-per-minute", "tables-per-hour", "sits-per-minute",
    "streams-per-address", "streams-per-token", "connections-per-address",
)  # fmt: skip


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A `tavern serve` process on a file, which can be killed and started again. `settings` are options of it.

    With an `address`, it is on another store. `root` has the version of the program that it runs.
    """

    def __init__(
        self,
        folder: Path,
        *settings: str,
        environment: dict[str, str] | None = None,
        address: str | None = None,
        root: Path = ROOT,
    ) -> None:
        self.root = root
        self._settings = settings
        self._environment = environment
        self.store = folder / "tavern.db"
        self._address = address
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def name(self) -> str:
        """Where it is reached, and which version of the program it runs."""
        return f"{self.url} running {self.root}"

    @property
    def address(self) -> str:
        """The address of its store."""
        return self._address or f"sqlite:///{self.store}"

    def start(self) -> None:
        command = [*TAVERN, "serve", "--store", self.address, "--snapshot-every", "50"]
        if not self.store.exists():
            command.append("--create")
        limits = [word for name in NO_LIMITS for word in (f"--{name}", "0")]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, *limits, *self._settings, "--host", "127.0.0.1", "--port", str(self.port)],
                cwd=self.root,
                stdout=log,
                stderr=log,
                env=self._environment,
            )

    def log(self) -> str:
        """What it logged."""
        return self._log.read_text()

    def stop(self, seconds: float) -> int:
        """Ask it to stop, and wait so long for its end; its exit status."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(seconds)

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def pause(self) -> None:
        """Stop the process where it is, with all that it remembers and holds."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let a paused process run again."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    async def ready(self, session: aiohttp.ClientSession) -> None:
        answered = "nothing"
        loop = asyncio.get_running_loop()
        until = loop.time() + READY_SECONDS
        while loop.time() < until:
            assert self._process is not None
            assert self._process.poll() is None, self._log.read_text()
            try:
                async with session.get(f"{self.url}/readyz") as answer:
                    if answer.status == 200:
                        return
                    answered = await answer.text()
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.05)
        raise AssertionError(f"the server does not get ready, and answers {answered}: {self._log.read_text()}")


class Table:
    """A table and all that was sent to it: `acknowledged` maps a command id to its body and its answer.

    `heard` has what was said and acknowledged, by number; `unheard` the texts of which nobody knows.
    """

    def __init__(self, server: Server, session: aiohttp.ClientSession, number: int) -> None:
        self._server = server
        self._session = session
        self._chance = random.Random(number)
        self._number = number
        self.url = ""
        self.tokens: dict[str, str] = {}
        self.sent = 0
        self.acknowledged: dict[str, tuple[dict[str, Any], bytes]] = {}
        self.in_doubt: dict[str, dict[str, Any]] = {}
        self.heard: dict[int, dict[str, Any]] = {}
        self.unheard: set[str] = set()

    def headers(self, viewer: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[viewer]}"} if viewer in self.tokens else {}

    async def open(self) -> None:
        body = {"game": "twentyone", "name": f"Table {self._number}", "gm": {"name": "Mo"}}
        async with self._session.post(f"{self._server.url}/api/tables", json=body) as answer:
            assert answer.status == 201
            opened = await answer.json()
        self.url = f"{self._server.url}/api/tables/{opened['table']}"
        self.tokens["gm"] = opened["gm_token"]
        for name in ("Bri", "Odo", "Cal"):
            seat = {"invite": opened["invite"], "name": name, "purse_cp": 50_000}
            async with self._session.post(f"{self.url}/seats", json=seat) as answer:
                assert answer.status == 201
                self.tokens[name] = (await answer.json())["token"]

    async def get(self, path: str, viewer: str) -> Any:
        async with self._session.get(self.url + path, headers=self.headers(viewer)) as answer:
            assert answer.status == 200, await answer.text()
            return await answer.json()

    async def _choose(self) -> dict[str, Any]:
        view = await self.get("", "gm")
        you = view["you"]
        own = [action for action in you["actions"] if action["type"] in ("start_round", "give_coins")]
        offers: list[tuple[str | None, dict[str, Any]]] = [(None, action) for action in own]
        for seat in (one["seat"] for one in view["seats"]):
            doing = (await self.get(f"?acts_for={seat}", "gm"))["you"]["acts_for"][seat]
            offers += [(seat, action) for action in doing["actions"] if action["type"] != "leave"]
        started = [offer for offer in offers if offer[1]["type"] == "start_round"]
        seat, action = started[0] if started else self._chance.choice(offers)
        body: dict[str, Any] = {"type": action["type"]}
        if seat is not None:
            body["seat"] = seat
        for name, param in action["params"].items():
            if "choices" in param:
                body[name] = self._chance.choice(param["choices"])
            elif "min" in param:
                body[name] = param["min"]
            else:
                body[name] = "because"
        self.sent += 1
        return {"id": f"{self._number}-{self.sent}-{self._chance.getrandbits(64):x}", **body}

    async def send(self, body: dict[str, Any]) -> tuple[int, bytes]:
        async with self._session.post(f"{self.url}/commands", json=body, headers=self.headers("gm")) as answer:
            return answer.status, await answer.read()

    async def play(self) -> None:
        """Send one command after the other until the server is gone."""
        try:
            while True:
                await self._step()
        except aiohttp.ClientError:
            return

    async def _step(self) -> None:
        if self._chance.random() < SPOKEN:
            await self._say()
        body = await self._choose()
        self.in_doubt[body["id"]] = body
        status, answer = await self.send(body)
        del self.in_doubt[body["id"]]
        assert status in (200, 409), answer
        if status == 200:
            self.acknowledged[body["id"]] = (body, answer)

    async def end_a_round(self) -> int:
        """Play on until one more round is over; its number."""
        last = (await self.get("", "gm"))["result"]
        while (result := (await self.get("", "gm"))["result"]) in (None, last):
            await self._step()
        number: int = result["round"]
        return number

    async def _say(self) -> None:
        text = f"{self._chance.getrandbits(64):x}"
        self.unheard.add(text)
        async with self._session.post(f"{self.url}/chat", json={"text": text}, headers=self.headers("Odo")) as answer:
            message = await answer.json()
            assert answer.status == 201, message
        self.unheard.discard(text)
        self.heard[message["n"]] = message

    async def settle_doubts(self) -> None:
        """Send again what was not answered: it takes effect now, or it had, or it is not legal any more."""
        for command_id, body in list(self.in_doubt.items()):
            status, answer = await self.send(body)
            assert status in (200, 409), answer
            if status == 200:
                self.acknowledged[command_id] = (body, answer)
        self.in_doubt.clear()

    async def check_acknowledged(self, at_most: int) -> None:
        """The newest acknowledged commands, sent again, give the very answers they gave."""
        for body, first_answer in list(self.acknowledged.values())[-at_most:]:
            status, answer = await self.send(body)
            assert status == 200
            assert answer == first_answer

    async def check_chat(self) -> dict[int, Any]:
        """What was acknowledged was said, once, under its number; all that was said, by number."""
        said: list[Any] = []
        while (page := await self.get(f"/chat?after={len(said)}", "gm"))["messages"]:
            said += page["messages"]
        assert [message["n"] for message in said] == list(range(1, len(said) + 1))
        by_number = {message["n"]: message for message in said}
        assert self.heard == {n: by_number[n] for n in self.heard}
        texts = [message["text"] for message in said]
        assert len(texts) == len(set(texts))
        assert set(texts) <= {message["text"] for message in self.heard.values()} | self.unheard
        return by_number

    async def log(self) -> list[dict[str, Any]]:
        async with self._session.get(f"{self.url}/export", headers=self.headers("gm")) as answer:
            assert answer.status == 200
            lines = (await answer.read()).splitlines()
        return [msgspec.json.decode(line) for line in lines[1:]]


class LogReader:
    """Somebody who follows a table, and comes again with the last id whenever the stream ends.

    `received` has the entry of each version; `views` the views that came with some of them; `chat` the messages.
    """

    def __init__(self, table: Table, session: aiohttp.ClientSession, viewer: str) -> None:
        self.table = table
        self.viewer = viewer
        self._session = session
        self._cursor: str | None = None
        self.first = 0
        self.received: dict[int, Any] = {}
        self.views: dict[int, Any] = {}
        self.chat: dict[int, Any] = {}
        self.connections = 0
        self._moved = asyncio.Event()

    @property
    def version(self) -> int:
        return self.first + len(self.received)

    async def come_to(self, version: int) -> None:
        """Wait until this version has arrived."""
        while self.version < version:
            self._moved.clear()
            await self._moved.wait()

    async def read(self) -> None:
        """Follow, until it is cancelled."""
        while True:
            with suppress(aiohttp.ClientError, TimeoutError):
                await self._read_once()
            await asyncio.sleep(0.02)

    async def _read_once(self) -> None:
        await self._read_at(self.table.url)

    async def _read_at(self, url: str) -> None:
        headers = self.table.headers(self.viewer)
        if self._cursor is not None:
            headers["Last-Event-ID"] = self._cursor
        timeout = aiohttp.ClientTimeout(sock_read=20)
        async with self._session.get(f"{url}/live", headers=headers, timeout=timeout) as response:
            if response.status == 503:
                # The store is gone for a moment.
                return
            assert response.status == 200
            self.connections += 1
            event: dict[str, str] = {}
            async for line in response.content:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field:
                    event[field] = value
                elif event:
                    self._take(event)
                    event = {}

    def _take(self, event: dict[str, str]) -> None:
        data = msgspec.json.decode(event.get("data", "null"))
        match event.get("event"):
            case "reset":
                assert self._cursor is None, (self.viewer, self._cursor, event)
                self.first = data["version"]
                self._cursor = event["id"]
            case "entry":
                assert self._cursor is not None
                version, (_, epoch, seen) = self.version + 1, self._cursor.split(".")
                due = f"{version}.{epoch}.{seen_after(seen, data['receipt'])}"
                assert (data["version"], event["id"]) == (version, due), (self.viewer, self._cursor)
                if (view := data.pop("view", None)) is not None:
                    self.views[version] = view
                self.received[version] = data
                self._cursor = event["id"]
                self._moved.set()
            case "chat":
                assert data["n"] not in self.chat, data
                self.chat[data["n"]] = data
            case _:
                pass

    async def check(self, said: dict[int, Any]) -> None:
        """What was received is what the events and the chat have."""
        events: dict[int, Any] = {}
        version = self.first
        while (page := await self.table.get(f"/events?after={version}", self.viewer))["entries"]:
            events |= {entry["version"]: entry for entry in page["entries"]}
            version = page["version"]
        assert self.received == events
        assert self.chat == {n: said[n] for n in self.chat}

    async def check_replays(self) -> None:
        """What was received is what the replays have, and their views are those that were received."""
        for summary in (await self.table.get("/rounds?limit=1000", self.viewer))["rounds"]:
            following: int | None = 0
            while following is not None:
                path = f"/rounds/{summary['round']}?from={following}&limit=500"
                replay = await self.table.get(path, self.viewer)
                for frame in replay["frames"]:
                    self._check_frame(frame)
                following = replay["next"]

    def _check_frame(self, frame: dict[str, Any]) -> None:
        version, received = frame["version"], self.received.get(frame["version"])
        if received is not None:
            assert received["events"] == frame["events"]
            assert received["chronicle"] == frame["chronicle"]
        if version in self.views:
            assert self.views[version] == frame["view"]


@asynccontextmanager
async def running(server: Server, session: aiohttp.ClientSession) -> AsyncIterator[None]:
    server.start()
    try:
        await server.ready(session)
        yield
    finally:
        server.kill()


@asynccontextmanager
async def following(readers: list[LogReader]) -> AsyncIterator[None]:
    """Everybody reads meanwhile; a reader that fails ends it."""
    reading = [asyncio.create_task(reader.read()) for reader in readers]
    try:
        yield
    finally:
        for task in reading:
            task.cancel()
        ended = await asyncio.gather(*reading, return_exceptions=True)
    failed = [error for error in ended if not isinstance(error, asyncio.CancelledError)]
    assert failed == []


async def all_caught_up(readers: list[LogReader]) -> None:
    """Wait until every reader has received the newest version."""
    async with asyncio.timeout(60):
        for reader in readers:
            await reader.come_to((await reader.table.get("", reader.viewer))["version"])


@pytest.mark.parametrize("kills", [KILLS, pytest.param(KILLS_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
async def test_a_server_that_is_killed_under_load_keeps_all_it_acknowledged_and_doubles_nothing(
    tmp_path: Path, kills: int
) -> None:
    chance = random.Random("kill")
    server = Server(tmp_path)
    timeout = aiohttp.ClientTimeout(total=None, sock_read=30)
    async with aiohttp.ClientSession(timeout=timeout, connector=aiohttp.TCPConnector(limit=0)) as session:
        tables = [Table(server, session, number) for number in range(TABLES)]
        kinds = ("public", "Bri", "gm")
        readers = [LogReader(table, session, kind) for table in tables for kind in kinds * READERS_A_VIEWER]
        async with running(server, session):
            await asyncio.gather(*(table.open() for table in tables))
        async with following(readers):
            for _ in range(kills):
                async with running(server, session):
                    await asyncio.gather(*(table.settle_doubts() for table in tables))
                    await asyncio.gather(*(table.check_acknowledged(at_most=10) for table in tables))
                    playing = asyncio.gather(*(table.play() for table in tables for _ in range(CLIENTS_A_TABLE)))
                    await asyncio.sleep(chance.uniform(0.05, 0.6))
                    server.kill()
                    await playing
            async with running(server, session):
                await asyncio.gather(*(table.settle_doubts() for table in tables))
                await all_caught_up(readers)
                for table in tables:
                    await check(table, kills)
                assert any(table.heard for table in tables)
                for reader in readers:
                    await reader.check(await reader.table.check_chat())
                    assert reader.connections > kills // 2
                for reader in {(reader.table.url, reader.viewer): reader for reader in readers}.values():
                    await reader.check_replays()
    audit = [*TAVERN, "audit", str(server.store)]
    audited = await asyncio.to_thread(subprocess.run, audit, cwd=ROOT, capture_output=True, check=False)
    assert audited.returncode == 0, audited.stdout.decode() + audited.stderr.decode()


async def check(table: Table, kills: int) -> None:
    """All that was acknowledged is in the log, once, and answered as it was."""
    await table.check_acknowledged(at_most=len(table.acknowledged))
    log = await table.log()
    ids = [entry["id"] for entry in log]
    assert len(ids) == len(set(ids))
    assert set(table.acknowledged) <= set(ids)
    assert len({entry["prev"] for entry in log}) == len(log)
    assert len(table.acknowledged) > kills

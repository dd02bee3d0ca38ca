"""A real server is killed under load, again and again: what it acknowledged is there, once, and nothing is halved."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
import msgspec

KILLS: Final = int(os.environ.get("TAVERN_TEST_KILLS", "20"))
TABLES: Final = 4
CLIENTS_A_TABLE: Final = 2
ROOT: Final = Path(__file__).parents[2]
TAVERN: Final = (sys.executable, "-c", "from tools.cli import main; main()")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """A `tavern serve` process on a file, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "tavern.db"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [*TAVERN, "serve", "--store", f"sqlite:///{self.store}"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--port", str(self.port)], cwd=ROOT, stdout=log, stderr=log
            )

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    async def ready(self, session: aiohttp.ClientSession) -> None:
        for _ in range(600):
            assert self._process is not None
            assert self._process.poll() is None, self._log.read_text()
            try:
                async with session.get(f"{self.url}/readyz") as answer:
                    if answer.status == 200:
                        return
            except aiohttp.ClientError:
                await asyncio.sleep(0.05)
        raise AssertionError(f"the server does not get ready: {self._log.read_text()}")


class Table:
    """A table and all that was sent to it: `acknowledged` maps a command id to its body and its answer."""

    def __init__(self, server: Server, session: aiohttp.ClientSession, number: int) -> None:
        self._server = server
        self._session = session
        self._chance = random.Random(number)
        self._number = number
        self.url = ""
        self.token = ""
        self.sent = 0
        self.acknowledged: dict[str, tuple[dict[str, Any], bytes]] = {}
        self.in_doubt: dict[str, dict[str, Any]] = {}

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def open(self) -> None:
        body = {"game": "twentyone", "name": f"Table {self._number}", "gm": {"name": "Mo"}}
        async with self._session.post(f"{self._server.url}/api/tables", json=body) as answer:
            assert answer.status == 201
            opened = await answer.json()
        self.url, self.token = f"{self._server.url}/api/tables/{opened['table']}", opened["gm_token"]
        for name in ("Bri", "Odo", "Cal"):
            seat = {"invite": opened["invite"], "name": name, "purse_cp": 50_000}
            async with self._session.post(f"{self.url}/seats", json=seat) as answer:
                assert answer.status == 201

    async def _choose(self) -> dict[str, Any]:
        async with self._session.get(self.url, headers=self._headers) as answer:
            assert answer.status == 200
            view = await answer.json()
        you = view["you"]
        own = [action for action in you["actions"] if action["type"] in ("start_round", "give_coins")]
        offers: list[tuple[str | None, dict[str, Any]]] = [(None, action) for action in own]
        for seat, doing in you["acts_for"].items():
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
        async with self._session.post(f"{self.url}/commands", json=body, headers=self._headers) as answer:
            return answer.status, await answer.read()

    async def play(self) -> None:
        """Send one command after the other until the server is gone."""
        while True:
            try:
                body = await self._choose()
            except aiohttp.ClientError:
                return
            self.in_doubt[body["id"]] = body
            try:
                status, answer = await self.send(body)
            except aiohttp.ClientError:
                return
            del self.in_doubt[body["id"]]
            assert status in (200, 409), answer
            if status == 200:
                self.acknowledged[body["id"]] = (body, answer)

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

    async def log(self) -> list[dict[str, Any]]:
        async with self._session.get(f"{self.url}/export", headers=self._headers) as answer:
            assert answer.status == 200
            lines = (await answer.read()).splitlines()
        return [msgspec.json.decode(line) for line in lines[1:]]


@asynccontextmanager
async def running(server: Server, session: aiohttp.ClientSession) -> AsyncIterator[None]:
    server.start()
    try:
        await server.ready(session)
        yield
    finally:
        server.kill()


async def test_a_server_that_is_killed_under_load_keeps_all_it_acknowledged_and_doubles_nothing(tmp_path: Path) -> None:
    chance = random.Random("kill")
    server = Server(tmp_path)
    timeout = aiohttp.ClientTimeout(total=30)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        tables = [Table(server, session, number) for number in range(TABLES)]
        async with running(server, session):
            await asyncio.gather(*(table.open() for table in tables))
        for _ in range(KILLS):
            async with running(server, session):
                await asyncio.gather(*(table.settle_doubts() for table in tables))
                await asyncio.gather(*(table.check_acknowledged(at_most=10) for table in tables))
                playing = asyncio.gather(*(table.play() for table in tables for _ in range(CLIENTS_A_TABLE)))
                await asyncio.sleep(chance.uniform(0.05, 0.6))
                server.kill()
                await playing
        async with running(server, session):
            for table in tables:
                await table.settle_doubts()
                await table.check_acknowledged(at_most=len(table.acknowledged))
                log = await table.log()
                ids = [entry["id"] for entry in log]
                assert len(ids) == len(set(ids))
                assert set(table.acknowledged) <= set(ids)
                assert [entry["seq"] for entry in log] == list(range(1, len(log) + 1))
                assert len(table.acknowledged) > KILLS
    audit = [*TAVERN, "audit", str(server.store)]
    audited = await asyncio.to_thread(subprocess.run, audit, cwd=ROOT, capture_output=True, check=False)
    assert audited.returncode == 0, audited.stdout.decode() + audited.stderr.decode()

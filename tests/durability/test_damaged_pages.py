"""One damaged page of every kind, under a real server: what follows from the log is rebuilt while it serves."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest

from tests.durability.pages import damage, pages_of
from tests.durability.test_kill import Server

COMMANDS: Final = 12
SECONDS: Final = 30
REBUILT: Final = {
    "snapshots": "snapshots", "sqlite_autoindex_snapshots_1": "snapshots", "rounds": "rounds", "listed": "heads",
    "sqlite_autoindex_heads_1": "heads", "sqlite_autoindex_log_1": "log", "tokens_by_hash": "tokens",
    "sqlite_autoindex_chat_1": "chat", "said_once": "chat",
}  # fmt: skip
"""The tables and indexes that follow from the rest of the store, each with the part that it belongs to."""


class Damaged:
    """A table on a server that was stopped: `restart` starts it again on the damaged file."""

    def __init__(self, server: Server, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.session = session
        self.url = ""
        self.headers: dict[str, str] = {}

    async def play(self) -> None:
        body = {"game": "twentyone", "listed": True}
        async with self.session.post(f"{self.server.url}/api/tables", json=body) as answer:
            opened = await answer.json()
        self.url = f"{self.server.url}/api/tables/{opened['table']}"
        self.headers = {"Authorization": f"Bearer {opened['gm_token']}"}
        for number in range(COMMANDS):
            assert (await self.command(id=str(number)))[0] == 200
        said = {"id": "said", "text": "hello"}
        async with self.session.post(f"{self.url}/chat", json=said, headers=self.headers) as answer:
            assert answer.status == 201

    async def command(self, **given: Any) -> tuple[int, Any]:
        body = {"type": "set_options", "options": {}, **given}
        async with self.session.post(f"{self.url}/commands", json=body, headers=self.headers) as answer:
            return answer.status, await answer.json()

    async def get(self, path: str = "", *, token: bool = True) -> tuple[int, Any]:
        headers = self.headers if token else {}
        async with self.session.get(f"{self.url}{path}", headers=headers) as answer:
            return answer.status, await answer.json()

    async def ready(self) -> Any:
        async with self.session.get(f"{self.server.url}/readyz") as answer:
            return await answer.json()

    async def reports(self, parts: str) -> None:
        """Wait until `/readyz` names these damaged parts."""
        async with asyncio.timeout(SECONDS):
            while (await self.ready()).get("damaged_parts") != parts:
                pass

    async def restart(self) -> None:
        self.server.start()
        await self.server.ready(self.session)

    async def works(self) -> None:
        """Wait until everything works: what is damaged is met, reported and rebuilt."""
        async with asyncio.timeout(SECONDS):
            while True:
                asked = [await self.get(path) for path in ("", "/rounds", "/chat", "/events?after=0")]
                done = await self.command()
                async with self.session.post(
                    f"{self.url}/chat", json={"id": "x", "text": "y"}, headers=self.headers
                ) as said:
                    statuses = [status for status, _ in (*asked, done)] + [said.status]
                async with self.session.get(f"{self.server.url}/api/tables") as listing:
                    listed = await listing.json()
                if statuses == [200] * 5 + [201] and listing.status == 200 and len(listed["tables"]) == 1:
                    return
                await asyncio.sleep(0.1)


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Damaged]:
    server = Server(tmp_path, "--snapshot-every", "5")
    server.start()
    async with aiohttp.ClientSession() as session:
        await server.ready(session)
        table = Damaged(server, session)
        await table.play()
        server.stop(SECONDS)
        yield table
    server.kill()


@pytest.mark.parametrize("name", REBUILT)
async def test_derived_data_is_rebuilt_while_the_server_runs(table: Damaged, name: str) -> None:
    damage(table.server.store, pages_of(table.server.store)[name][0], "zeros" if "autoindex" in name else "ones")
    await table.restart()
    await table.works()
    async with asyncio.timeout(SECONDS):
        while f'"part":"{REBUILT[name]}"' not in table.server.log():
            await table.works()
            if name in ("snapshots", "sqlite_autoindex_snapshots_1", "said_once", "tokens_by_hash"):
                break
    assert (await table.ready())["status"] == "ready"
    assert "damaged_parts" not in await table.ready()


async def test_damaged_command_ids_close_only_commands_with_an_id(table: Damaged) -> None:
    damage(table.server.store, pages_of(table.server.store)["requests"][0])
    await table.restart()
    assert (await table.get())[0] == 200
    assert (await table.command())[0] == 200
    status, problem = await table.command(id="another")
    assert (status, problem["code"]) == (503, "command_ids_damaged")
    await table.reports("requests")


async def test_damaged_tokens_close_only_what_takes_a_token(table: Damaged) -> None:
    damage(table.server.store, pages_of(table.server.store)["tokens"][0])
    await table.restart()
    assert (await table.get(token=False))[0] == 200
    status, problem = await table.get()
    assert (status, problem["code"]) == (503, "tokens_damaged")
    await table.reports("tokens")


async def test_a_damaged_secret_closes_play_and_leaves_the_view(table: Damaged) -> None:
    damage(table.server.store, pages_of(table.server.store)["secrets"][0])
    await table.restart()
    status, view = await table.get()
    assert status == 200
    assert "secret" in view["damage"]["detail"]
    status, problem = await table.command()
    assert (status, problem["code"]) == (503, "secret_damaged")

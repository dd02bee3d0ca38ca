"""A server as those see it who behave, while somebody else does not."""

import asyncio
from typing import Any, Final

import aiohttp

from tests.hostile.wire import Process, Wire, value_of
from tests.server.serving import Answer

STREAMS: Final = 300
"""How many live streams the server lets be open."""
GARBAGE: Final = [b"\xff\xfe", b"\xc3\x28", b"\xed\xa0\x80", b"\xc0\x80"]
"""Bytes that are no UTF-8: no start at all, a cut sequence, half of a surrogate pair, an overlong NUL."""
_GIVING: Final = {"type": "give_coins", "target": "ada", "amount_cp": 1, "reason": "for nothing"}


class Tavern:
    """A server process with a table, seen by those who behave."""

    def __init__(self, server: Process, session: aiohttp.ClientSession, opened: dict[str, str]) -> None:
        self._session = session
        self._server = server
        self.port = server.port
        self.path = f"/api/tables/{opened['table']}"
        self.gm = {"Authorization": f"Bearer {opened['gm_token']}"}
        self.given = 0

    @property
    def bodies(self) -> list[str]:
        """The addresses that take a body."""
        return ["/api/tables", *(f"{self.path}/{end}" for end in ("seats", "commands", "chat"))]

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What the GM, who behaves, is answered."""
        async with self._session.request(method, path, json=body, headers=self.gm) as answer:
            assert answer.status in (200, 201), await answer.text()
            return await answer.json()

    async def give(self, command_id: str | None = None) -> Any:
        """Give Ada a copper piece."""
        named = {} if command_id is None else {"id": command_id}
        return await self.ask("POST", f"{self.path}/commands", {**_GIVING, **named})

    async def serves_others(self) -> None:
        """Have others look and play, which must go on whatever somebody else does meanwhile."""
        await self.ask("GET", "/api/games")
        self.given += 1
        assert (await self.give())["view"]["seats"][0]["purse_cp"] == self.given

    async def purse(self) -> int:
        purse: int = (await self.ask("GET", self.path))["seats"][0]["purse_cp"]
        return purse

    async def metrics(self) -> str:
        async with self._session.get(f"http://127.0.0.1:{self._server.operator_port}/metrics") as answer:
            return await answer.text()

    async def until(self, metric: str, value: int) -> None:
        """Wait until something that the server counts is so many."""
        async with asyncio.timeout(20):
            while value_of(await self.metrics(), metric) != value:
                pass

    async def answer(self, raw: bytes) -> Answer:
        """The answer to the bytes of one request, on a connection of its own."""
        async with Wire(self.port) as wire:
            wire.send(raw)
            return await wire.answer()


def assert_problem(answer: Answer, status: int | None = None, code: str | None = None) -> None:
    """An answer is a problem that every page may read; with this status and code, if given."""
    assert 400 <= answer.status < 500, answer.body
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer["status"] == answer.status
    assert status in (None, answer.status), answer.body
    assert code in (None, answer["code"]), answer.body

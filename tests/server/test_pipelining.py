"""Requests that come at once, in pieces, or whose senders go away: each is answered in its turn."""

import asyncio
from typing import Any, Final

import msgspec

from events.storage.memory import MemoryStore
from tests.hostile.wire import Wire, request
from tests.server.conftest import Starting
from tests.server.serving import Opened, Served, until
from tests.server.test_commands import begun
from tests.server.test_running import StuckStore

ROLL: Final = {"type": "roll"}


class Player:
    """Ada, who sends raw requests to her table, over one connection."""

    def __init__(self, wire: Wire, table: Opened, token: str) -> None:
        self.wire = wire
        self.path = f"/api/tables/{table.id}"
        self.gm = {"Authorization": f"Bearer {table.gm.token}"}
        self.own = {"Authorization": f"Bearer {token}"}

    def look(self, headers: dict[str, str] | None = None, query: str = "") -> bytes:
        return request("GET", self.path + query, headers={**self.own, **(headers or {})})

    def give(self, body: Any, headers: dict[str, str] | None = None, query: str = "") -> bytes:
        encoded = body if isinstance(body, bytes) else msgspec.json.encode(body)
        return request("POST", f"{self.path}/commands{query}", encoded, {**self.own, **(headers or {})})


async def _player(server: Served) -> Player:
    table, ada, _ = await begun(server)
    assert ada.token is not None
    await ada.view()
    await table.gm.view()
    port = server.client.port
    assert port is not None
    return Player(await Wire(port).__aenter__(), table, ada.token)


async def test_requests_that_are_sent_all_at_once_are_answered_in_order(server: Served) -> None:
    ada = await _player(server)
    commands = [ada.give({"type": kind}, ada.gm) for kind in ("pause", "resume")] * 20
    ada.wire.send(b"".join([ada.look(), *commands, ada.look()]))
    statuses = [(await ada.wire.answer()).status for _ in range(len(commands) + 2)]
    assert statuses == [200] * len(statuses)
    ada.wire.cut()


async def test_what_comes_while_a_command_is_carried_out_waits_for_its_answer(start: Starting) -> None:
    store = StuckStore()
    server = await start(store, allow_seeds=True)
    ada = await _player(server)
    store.stuck = True
    ada.wire.send(ada.give({"type": "pause"}, ada.gm))
    await store.reached.wait()
    ada.wire.send(ada.look() + ada.give({"type": "resume"}, ada.gm))
    ada.wire.send(ada.look())
    await ada.wire.sent()
    store.let_through.set()
    answers = [await ada.wire.answer() for _ in range(4)]
    assert [answer.status for answer in answers] == [200] * 4
    assert [answer["view"]["paused"] if "view" in answer.json else answer["paused"] for answer in answers] == [
        True, True, False, False,
    ]  # fmt: skip
    ada.wire.cut()


async def test_a_body_that_comes_in_pieces_is_put_together(server: Served) -> None:
    ada = await _player(server)
    raw = ada.give(ROLL)
    for at in range(0, len(raw), 40):
        ada.wire.send(raw[at : at + 40])
        await asyncio.sleep(0)
    assert (await ada.wire.answer()).status == 200
    ada.wire.cut()


async def test_a_command_whose_sender_has_gone_is_carried_out(start: Starting) -> None:
    store = StuckStore()
    server = await start(store, allow_seeds=True)
    ada = await _player(server)
    live = server.tables.at_hand(ada.path.rpartition("/")[2])
    assert live is not None
    seq = live.seq
    store.stuck = True
    ada.wire.send(ada.give(ROLL))
    await store.reached.wait()
    ada.wire.cut()
    store.let_through.set()
    await until(lambda: live.seq > seq)


class FailingStore(MemoryStore):
    """A store in which a bug appears."""

    broken = False

    async def answered(self, scope: str, caller: str, request_id: str) -> Any:
        if self.broken:
            raise AssertionError("a bug, and a secret")
        return await super().answered(scope, caller, request_id)


async def test_a_bug_is_answered_with_an_incident_and_nothing_of_it(start: Starting) -> None:
    store = FailingStore()
    server = await start(store, allow_seeds=True)
    ada = await _player(server)
    store.broken = True
    ada.wire.send(ada.give({**ROLL, "id": "x"}))
    answer = await ada.wire.answer()
    assert (answer.status, answer["code"]) == (500, "internal_error")
    assert b"secret" not in answer.body
    ada.wire.cut()

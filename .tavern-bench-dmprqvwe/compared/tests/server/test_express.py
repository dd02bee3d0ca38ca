"""The express lane gives the answers of the ordinary way, byte for byte, and leaves to it what is not plain."""

import asyncio
import re
from typing import Any, Final

import msgspec
import pytest

from events.stores.memory import MemoryStore
from server.http.bodies import MAX_BODY
from server.http.connections import EXPRESS_WORKS
from tests.hostile.wire import Wire, request
from tests.server.conftest import Starting
from tests.server.serving import Opened, Served, until
from tests.server.test_commands import begun
from tests.server.test_running import StuckStore

ROLL: Final = {"type": "roll"}
_DATE: Final = re.compile(rb"\r\nDate: [^\r]*")
_LENGTH: Final = re.compile(rb"\r\nContent-Length: (\d+)")
_INCIDENT: Final = re.compile(rb"[0-9a-f]{12}")


def test_the_lane_works_with_the_installed_aiohttp() -> None:
    assert EXPRESS_WORKS


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

    async def answer(self, raw: bytes) -> bytes:
        """All of the next answer but its date."""
        self.wire.send(raw)
        head = await self.wire.until(b"\r\n\r\n")
        length = _LENGTH.search(head)
        has_body = length is not None and not raw.startswith(b"HEAD")
        return _DATE.sub(b"", head) + (await self.wire.exactly(int(length[1])) if length and has_body else b"")


async def _player(server: Served) -> Player:
    table, ada, _ = await begun(server)
    assert ada.token is not None
    await ada.view()
    await table.gm.view()
    port = server.client.port
    assert port is not None
    return Player(await Wire(port).__aenter__(), table, ada.token)


def _evening(ada: Player) -> list[bytes]:
    """Requests on the two routes: what is usual, what is refused, and what is no request of theirs at all."""
    origin = {"Origin": "https://vtt.example"}
    return [
        ada.look(),
        ada.look(origin),
        ada.look({"If-None-Match": '"unknown"'}),
        ada.look({"If-None-Match": "*"}),
        ada.look({"If-None-Match": "*", **origin}),
        ada.look({"Accept-Encoding": "gzip"}),
        ada.look({"Authorization": "Bearer nobody"}),
        ada.look({"Authorization": "Basic YWRh"}),
        ada.look({"Authorization": ""}),
        ada.look({"Host": "evil.example"}),
        ada.look(ada.gm),
        ada.look(ada.gm, "?acts_for=ada"),
        ada.look(query="?acts_for=ada"),
        ada.look(query="?"),
        ada.look(query="?%ff"),
        request("GET", ada.path),
        request("HEAD", ada.path, headers=ada.own),
        request("OPTIONS", ada.path, headers=ada.own),
        request("DELETE", ada.path, headers=ada.own),
        request("GET", ada.path + "/", headers=ada.own),
        request("GET", ada.path + "%20", headers=ada.own),
        request("GET", "http://localhost" + ada.path, headers=ada.own),
        request("GET", "/api/tables/nowhere", headers=ada.own),
        request("GET", f"{ada.path}/commands", headers=ada.own),
        request("GET", ada.path, b"{}", ada.own),
        ada.look({"Content-Encoding": "gzip"}),
        ada.give(ROLL, {"Content-Encoding": "gzip"}),
        ada.give(ROLL, {"Content-Encoding": "nonsense"}),
        ada.give(ROLL, {"Idempotency-Key": "first"}),
        ada.give(ROLL, {"Idempotency-Key": "first"}),
        ada.give({"type": "leave"}, {"Idempotency-Key": "first"}),
        ada.give({**ROLL, "id": "first"}, {"Idempotency-Key": "second"}),
        ada.give(ROLL),
        ada.give(ROLL, origin),
        ada.give(ROLL, {"If-Match": '"old"'}),
        ada.give(ROLL, {"Host": "evil.example"}),
        ada.give(ROLL, {"Authorization": "Bearer nobody"}),
        ada.give({"type": "start_round"}),
        ada.give({"type": "dance"}),
        ada.give({"type": "roll", "seat": "bo"}),
        ada.give({"type": "roll", "seat": "bo"}, ada.gm),
        ada.give({"type": "roll", "seat": "bo"}, ada.gm, "?acts_for=bo"),
        ada.give({"type": "pause"}, ada.gm, "?acts_for=nobody"),
        ada.give({"type": "new_invite"}, ada.gm),
        ada.give({"type": "new_token", "target": "bo"}, {**ada.gm, "Prefer": "return=minimal"}),
        ada.give(
            {"type": "resume"}, {**ada.gm, "Prefer": 'respond-async, Return="minimal"; x=1, return=representation'}
        ),
        ada.give({"type": "pause"}, {**ada.gm, "Prefer": "return=representation, return=minimal"}),
        ada.give({"type": "resume", "id": "kept"}, {**ada.gm, "Prefer": "return=minimal"}),
        ada.give({"type": "resume", "id": "kept"}, {**ada.gm, "Prefer": "return=minimal"}),
        ada.give({"type": "resume", "id": "kept"}, ada.gm),
        ada.give(b""),
        ada.give(b"{"),
        ada.give(b"[]"),
        ada.give(b"\xff"),
        ada.give(b"[" * 5_000),
        ada.give({"type": "roll", "luck": "a\u202eb"}),
        ada.give(b" " * MAX_BODY + b"{}"),
        ada.give(b"", {"Content-Length": str(2**64 - 1)}),
    ]


@pytest.mark.parametrize("settings", [{}, {"allow_origin": ("https://vtt.example",)}], ids=["any origin", "listed"])
async def test_answers_are_the_same_on_both_ways(start: Starting, settings: dict[str, Any]) -> None:
    answers: list[list[bytes]] = []
    for express in (True, False):
        server = await start(allow_seeds=True, express=express, **settings)
        ada = await _player(server)
        before = server.ordinary_requests
        evening = _evening(ada)
        answers.append([await ada.answer(raw) for raw in evening])
        taken = len(evening) - (server.ordinary_requests - before)
        assert taken > 25 if express else taken == 0
        ada.wire.cut()
    for fast, ordinary in zip(*answers, strict=True):
        assert fast == ordinary


async def test_requests_are_counted_for_the_same_limits(start: Starting) -> None:
    for express in (True, False):
        server = await start(allow_seeds=True, express=express, commands_per_second=1, requests_per_second=4)
        ada = await _player(server)
        looks = [await ada.answer(ada.look()) for _ in range(30)]
        assert looks[-1].startswith(b"HTTP/1.1 429 ")
        assert b"Retry-After: 1" in looks[-1]
        gives = [await ada.answer(ada.give(ROLL)) for _ in range(2)]
        assert all(given.startswith(b"HTTP/1.1 429 ") for given in gives)
        ada.wire.cut()


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
    answers: list[bytes] = []
    for express in (True, False):
        store = FailingStore()
        server = await start(store, allow_seeds=True, express=express)
        ada = await _player(server)
        store.broken = True
        answer = await ada.answer(ada.give({**ROLL, "id": "x"}))
        assert answer.startswith(b"HTTP/1.1 500 ")
        assert b"secret" not in answer
        answers.append(_INCIDENT.sub(b"", answer))
        ada.wire.cut()
    assert answers[0] == answers[1]

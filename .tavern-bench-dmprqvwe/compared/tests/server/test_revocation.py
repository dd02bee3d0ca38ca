"""A token that was replaced opens nothing any more: not with what was under way, and not with what waits."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from events.store import Stored, StoreUnavailable
from events.stores.memory import MemoryStore
from tests.server.conftest import Starting
from tests.server.serving import AroundStore, Caller, Served, until
from tests.server.streaming import read_live
from tests.server.test_clock import timed, version_is
from tests.server.test_commands import begun
from tests.server.test_eviction import IDLE, in_memory, let_go


async def half_sent(server: Served, caller: Caller, path: str, body: bytes) -> Callable[[], Awaitable[int]]:
    """A request whose token was looked at, and whose body is not there yet; what is given back sends the rest."""
    reader, writer = await asyncio.open_connection(server.client.host, server.client.port)
    head = (
        f"POST /api/tables/{caller.table}{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {caller.token}\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    writer.write(head.encode() + body[:5])
    await writer.drain()
    # What came first is read first.
    for _ in range(3):
        await server.get("/api/games")

    async def finish() -> int:
        writer.write(body[5:])
        status = int((await reader.read()).split(b" ", 2)[1])
        writer.close()
        return status

    return finish


async def test_a_command_under_way_is_not_carried_out_for_a_token_that_was_replaced(server: Served) -> None:
    table, ada, _ = await begun(server, "race")
    finish = await half_sent(server, ada, "/commands", b'{"type":"roll"}')
    await table.gm.did("new_token", target="ada")
    version = (await table.gm.view())["version"]
    assert await finish() == 401
    assert (await table.gm.view())["version"] == version


async def test_the_gm_s_old_token_does_not_take_the_table_back(server: Served) -> None:
    table, _, _ = await begun(server, "race")
    finish = await half_sent(server, table.gm, "/commands", b'{"type":"new_token","target":"gm"}')
    renewed = Caller(server.client, table.id, (await table.gm.did("new_token", target="gm"))["token"])
    assert await finish() == 401
    assert (await renewed.get()).status == 200


async def test_a_removed_seat_does_not_finish_its_message(server: Served) -> None:
    table, ada, _ = await begun(server, "race")
    finish = await half_sent(server, ada, "/chat", b'{"text":"still here"}')
    await table.gm.did("remove_seat", target="ada")
    assert await finish() == 401
    assert (await table.public.get("/chat"))["messages"] == []


async def test_an_invite_that_was_replaced_seats_nobody_any_more(server: Served) -> None:
    table, _, _ = await begun(server, "race")
    finish = await half_sent(server, Caller(server.client, table.id, table.invite), "/seats", b'{"name":"Mallory"}')
    await table.gm.did("new_invite")
    assert await finish() == 401


class HeldStore(AroundStore):
    """Reads of lines wait while `held` is set, and fail as often as `failing` says."""

    held: asyncio.Event | None = None
    waiting = False
    failing = 0

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        if self.failing:
            self.failing -= 1
            raise StoreUnavailable("gone for a moment")
        if self.held is not None:
            self.waiting = True
            await self.held.wait()
        return await self.inner.read(table, after, upto)


async def replaced_while_reading(start: Starting, ask: Callable[[Caller], Awaitable[Any]]) -> int:
    """The status that is answered to who asks while their token is replaced, and their sight is being made."""
    store = HeldStore(MemoryStore())
    server = await start(store, allow_seeds=True)
    table, ada, bo = await begun(server, "race")
    let_go(server)
    await table.gm.view()
    await bo.view()
    held = store.held = asyncio.Event()
    asking = asyncio.ensure_future(ask(ada))
    await until(lambda: store.waiting)
    await table.gm.did("new_token", target="ada")
    store.held = None
    held.set()
    status: int = (await asking).status
    return status


async def test_a_stream_that_begins_while_its_token_is_replaced_does_not_begin(start: Starting) -> None:
    assert await replaced_while_reading(start, read_live) == 401


async def test_a_poll_that_begins_while_its_token_is_replaced_gets_nothing(start: Starting) -> None:
    assert await replaced_while_reading(start, lambda ada: ada.get("/events?after=5&wait=5")) == 401


async def test_a_view_that_is_made_while_its_token_is_replaced_is_not_sent(start: Starting) -> None:
    assert await replaced_while_reading(start, lambda ada: ada.get()) == 401


async def test_a_seat_that_left_a_closed_table_can_be_cut_off(server: Served) -> None:
    table = await server.open("race", options={"watch": "closed"})
    ada = await table.sit("Ada")
    await ada.did("leave")
    assert (await ada.get()).status == 200
    await table.gm.did("new_token", target="ada")
    assert (await ada.get()).code == (401, "wrong_token")


async def test_a_pending_admission_loses_its_token_when_the_table_closes(server: Served) -> None:
    table = await server.open("race", options={"watch": "closed", "admit": "gm"})
    asked = await table.public.post("/seats", {"invite": table.invite, "name": "Eve"})
    eve = Caller(server.client, table.id, asked["token"], asked["seat"])
    reading = await read_live(eve)
    await reading.expect("reset")
    await table.gm.did("close_table")
    assert (await reading.expect("close")).data["reason"] == "token_changed"
    assert (await eve.get()).code == (401, "wrong_token")


async def test_a_deadline_that_was_missed_because_the_store_failed_starts_again(start: Starting) -> None:
    store = HeldStore(MemoryStore())
    server = await start(store, allow_seeds=True)
    table, _, _ = await timed(server, seconds=3 * IDLE)
    let_go(server)
    assert in_memory(server) == 0
    store.failing = 1
    server.clock.turn(2 * IDLE)
    await until(lambda: store.failing == 0 and in_memory(server) == 0 and not server.busy)
    server.clock.turn(5)
    view = await version_is(table, 5)
    assert view["deadline"] > "2025-03-01T20:00"
    server.clock.turn(3 * IDLE)
    await version_is(table, 6)


async def test_no_alarm_is_set_once_the_server_stops(start: Starting) -> None:
    server = await start(allow_seeds=True)
    table, _, _ = await timed(server)
    await server.stop()
    before = server.clock.pending()
    await table.gm.did("pause")
    await table.gm.did("resume")
    assert (before, server.clock.pending()) == (0, 0)


class SlowToSay(AroundStore):
    """Saying waits while `held` is set."""

    held: asyncio.Event | None = None
    waiting = False

    async def say(self, table: str, by: str, at: str, text: str, key: str | None = None) -> int:
        if self.held is not None:
            self.waiting = True
            await self.held.wait()
        return await self.inner.say(table, by, at, text, key)


async def test_messages_reach_the_readers_of_the_current_copy(start: Starting) -> None:
    store = SlowToSay(MemoryStore())
    server = await start(store, allow_seeds=True)
    table, ada, _ = await begun(server, "race")
    reading = await read_live(table.gm)
    await reading.expect("reset")
    held = store.held = asyncio.Event()
    saying = asyncio.ensure_future(ada.post("/chat", {"text": "hi"}))
    await until(lambda: store.waiting)
    (await server.tables.open(table.id)).drop()
    await ada.view()
    held.set()
    assert (await saying).status == 201
    assert (await reading.expect("chat")).data["text"] == "hi"


async def test_seats_that_come_and_go_leave_nothing_in_memory(server: Served) -> None:
    table = await server.open("race")
    live = await server.tables.open(table.id)
    for number in range(40):
        await (await table.sit(f"Guest {number}")).did("leave")
    assert len(vars(live)["_feeds"]) <= 3

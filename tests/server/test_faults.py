"""When the store fails: nothing is sent that was not kept, and memory and log never part."""

import asyncio
from unittest.mock import ANY

import pytest
from aiohttp import ClientPayloadError

from events.storage.contract import (
    AppendRecords,
    Conflict,
    Store,
    Stored,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnavailable,
)
from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from replays.export import Damage, read_header
from server.tables.chat import Chat, Message
from tests.server.conftest import Starting
from tests.server.serving import KEY, AroundStore, Caller, Opened, Served, start_server, until
from tests.server.streaming import read_live
from tests.server.test_commands import begun
from tests.server.test_events import polling
from tests.toys.bank import Bank


class FaultyStore(AroundStore):
    """Fails one append on demand: before it is kept, or after."""

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.before: StoreError | None = None
        self.after: StoreError | None = None
        self.held: asyncio.Event | None = None
        self.appending = 0

    async def append(self, table: str, seq: int, line: bytes, records: AppendRecords) -> int:
        self.appending += 1
        if self.held is not None:
            await self.held.wait()
        failure, self.before = self.before, None
        if failure is not None:
            raise failure
        position = await super().append(table, seq, line, records)
        failure, self.after = self.after, None
        if failure is not None:
            raise failure
        return position


@pytest.fixture
def store() -> FaultyStore:
    return FaultyStore(MemoryStore())


async def at_a_round(start: Starting, store: FaultyStore) -> tuple[Served, Opened, Caller, Caller]:
    server = await start(store, allow_seeds=True)
    return (server, *await begun(server))


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (StoreFull("full"), (507, "disk_full")),
        (StoreReadOnly("read-only"), (503, "store_read_only")),
        (Conflict("t", 5, 5), (503, "conflict")),
        (StoreUnavailable("gone"), (503, "store_unavailable")),
    ],
)
async def test_what_was_not_kept_is_not_shown_and_can_be_sent_again(
    start: Starting, store: FaultyStore, failure: StoreError, code: tuple[int, str]
) -> None:
    server, table, ada, bo = await at_a_round(start, store)
    before = (await bo.get()).body
    waiting = await polling(server, bo, "/events?after=4&wait=30")
    store.before = failure
    answer = await ada.give("roll", id="once")
    assert answer.code == code
    assert answer.headers["Retry-After"] == "2"
    assert (await bo.get()).body == before
    assert len(await store.read(table.id)) == 4
    assert not waiting.done()
    again = await ada.give("roll", id="once")
    assert (again.status, again["version"]) == (200, 5)
    assert [entry["version"] for entry in (await waiting)["entries"]] == [5]


async def test_sending_a_command_again_reveals_its_unknown_outcome(start: Starting, store: FaultyStore) -> None:
    server, table, ada, bo = await at_a_round(start, store)
    waiting = await polling(server, bo, "/events?after=4&wait=30")
    store.after = StoreUnavailable("the cable was pulled")
    assert (await ada.give("roll", id="once")).code == (503, "store_unavailable")
    assert [entry["version"] for entry in (await waiting)["entries"]] == [5]
    again = await ada.give("roll", id="once")
    assert (again.status, again["version"]) == (200, 5)
    assert len(await store.read(table.id)) == 5
    assert (await ada.view())["version"] == 5


async def test_a_seat_whose_taking_was_in_doubt_is_given_by_asking_again(start: Starting, store: FaultyStore) -> None:
    _, table, _, _ = await at_a_round(start, store)
    body = {"name": "Cy", "invite": table.invite}
    store.after = StoreUnavailable("the cable was pulled")
    assert (await table.public.post("/seats", body, {"Idempotency-Key": KEY})).status == 503
    again = await table.public.post("/seats", body, {"Idempotency-Key": KEY})
    assert (again.status, again["seat"]) == (201, "cy")
    assert [seat["seat"] for seat in (await table.public.view())["seats"]] == ["ada", "bo", "cy"]


async def test_a_table_whose_opening_was_in_doubt_is_given_by_asking_again(start: Starting, store: FaultyStore) -> None:
    server = await start(store)
    store.after = StoreUnavailable("the cable was pulled")
    headers = {"Idempotency-Key": KEY}
    assert (await server.post("/api/tables", {"game": "race"}, headers)).status == 503
    again = await server.post("/api/tables", {"game": "race"}, headers)
    assert again.status == 201
    assert [info.table for info in await store.tables()] == [again["table"]]
    assert (await Caller(server.client, again["table"], again["gm_token"]).view())["viewer"] == "gm"


async def test_one_key_that_opens_two_tables_at_once_opens_one(start: Starting, store: FaultyStore) -> None:
    server = await start(store)
    store.held = asyncio.Event()
    headers = {"Idempotency-Key": KEY}
    opening = [asyncio.create_task(server.post("/api/tables", {"game": "race"}, headers)) for _ in range(4)]
    await until(lambda: store.appending == 4)
    store.held.set()
    answers = await asyncio.gather(*opening)
    assert [answer.status for answer in answers] == [201] * 4
    assert len({answer.body for answer in answers}) == 1
    assert len(await store.tables()) == 1


async def test_a_failing_table_does_not_touch_the_others(start: Starting, store: FaultyStore) -> None:
    server, _, ada, _ = await at_a_round(start, store)
    _, other, _ = await begun(server)
    store.before = StoreFull("full")
    assert (await ada.give("roll")).status == 507
    assert (await other.give("roll")).status == 200
    assert (await ada.give("roll")).status == 200


async def test_a_client_that_goes_away_during_an_append_leaves_memory_and_log_in_step(
    start: Starting, store: FaultyStore
) -> None:
    _, table, ada, bo = await at_a_round(start, store)
    store.held = asyncio.Event()
    store.appending = 0
    leaving = asyncio.create_task(ada.give("roll", id="once"))
    await until(lambda: store.appending == 1)
    leaving.cancel()
    await asyncio.gather(leaving, return_exceptions=True)
    store.held.set()
    assert (await ada.give("roll", id="once"))["version"] == 5
    assert (await bo.view())["version"] == 5
    assert len(await store.read(table.id)) == 5


async def test_nobody_sees_what_is_still_being_stored(start: Starting, store: FaultyStore) -> None:
    server, _, ada, bo = await at_a_round(start, store)
    before = (await bo.get()).body
    waiting = await polling(server, bo, "/events?after=4&wait=30")
    store.held = asyncio.Event()
    store.appending = 0
    rolling = asyncio.create_task(ada.give("roll"))
    await until(lambda: store.appending == 1)
    assert (await bo.get()).body == before
    assert not waiting.done()
    assert not rolling.done()
    store.held.set()
    assert (await rolling).status == 200
    assert (await waiting)["version"] == 5


async def test_messages_that_are_read_out_of_order_are_sent_in_order_and_once(
    start: Starting, store: FaultyStore
) -> None:
    _, table, _, _ = await at_a_round(start, store)
    chat = Chat(store, table.id)
    assert await chat.last() == 0
    messages = []
    for text in ("one", "two", "three"):
        n = await store.say(table.id, "gm", "2025-03-01T19:00:00.000Z", text)
        messages.append(Message(n=n, at="2025-03-01T19:00:00.000Z", by="gm", text=text, erases=None))
    for n in (1, 3, 2):
        chat.take(messages[n - 1])
    last, frames = await chat.frames(0)
    assert (last, [frames.index(text) for text in (b"one", b"two", b"three")]) == (
        3,
        sorted(frames.index(t) for t in (b"one", b"two", b"three")),
    )
    assert frames.count(b"event: chat") == 3
    assert await chat.frames(3) == (3, b"")


async def test_a_stream_ends_with_a_reason_if_the_store_cannot_be_read_and_goes_on_later(
    start: Starting, store: FaultyStore
) -> None:
    class Mute(AroundStore):
        failing = False

        async def chat_last(self, table: str) -> int:
            if self.failing:
                raise StoreUnavailable("gone")
            return await super().chat_last(table)

    mute = Mute(store)
    server = await start(mute, allow_seeds=True)
    table, ada, bo = await begun(server)
    reading = await read_live(bo)
    cursor = (await reading.expect("reset")).id
    mute.failing = True
    (await server.tables.open(table.id)).drop()
    assert (await reading.expect("close")).data["reason"] == "table_reloaded"
    assert await reading.ended()
    mute.failing = False
    await ada.did("roll")
    assert (await (await read_live(bo, cursor)).expect("entry")).data["actor"] == "seat:ada"


async def test_a_stream_that_fails_otherwise_is_cut_off_so_that_its_reader_comes_again(
    start: Starting, store: FaultyStore
) -> None:
    class Broken(AroundStore):
        failing = False

        async def chat_last(self, table: str) -> int:
            if self.failing:
                raise RuntimeError("nobody thought of that")
            return await super().chat_last(table)

    broken = Broken(store)
    server = await start(broken, allow_seeds=True)
    table, _, bo = await begun(server)
    reading = await read_live(bo)
    await reading.expect("reset")
    broken.failing = True
    (await server.tables.open(table.id)).drop()
    with pytest.raises(ClientPayloadError):
        await reading.next()


class DamagedStore(AroundStore):
    """Hands out one table's lines with one of them changed, missing, or in another's place."""

    def __init__(self, inner: Store, table: str, seq: int, how: str) -> None:
        super().__init__(inner)
        self._of = (table, seq, how)

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> list[Stored]:
        damaged, seq, how = self._of
        lines = list(await super().read(table, after, upto))
        if table != damaged:
            return lines
        if how == "missing":
            return [line for line in lines if line.seq != seq]
        return [
            Stored(one.position, one.table, one.seq, self._damage(one.line)) if one.seq == seq else one for one in lines
        ]

    def _damage(self, line: bytes) -> bytes:
        match self._of[2]:
            case "cut off":
                return line[:-10]
            case "not utf-8":
                return line.replace(b"Bo", b"\xff\xfe")
            case "changed":
                return line.replace(b"10000", b"90000")
            case _:
                return b"\0" * len(line)


@pytest.mark.parametrize("how", ["missing", "cut off", "changed", "not utf-8", "zeroed"])
async def test_a_damaged_log_closes_its_table_and_no_other(start: Starting, store: FaultyStore, how: str) -> None:
    server, table, ada, _ = await at_a_round(start, store)
    sound, player, _ = await begun(server)
    other = await start(DamagedStore(store.inner, table.id, 3, how))
    for caller in (ada, table.public):
        view = await table.again(other.client, caller).view()
        assert "damaged" in view["damage"]["detail"]
        assert "seq" not in view["damage"]
        assert not any(digit in view["damage"]["detail"] for digit in "0123456789")
        assert view["round"] == 0
    assert (await table.again(other.client, table.public).get("/rounds/1")).code == (503, "log_damaged")
    assert (await table.again(other.client, table.public).get("/rounds")).json == {"rounds": []}
    refused = await table.again(other.client, ada).give("roll")
    assert (refused.code, "seq" in refused.json) == ((503, "log_damaged"), False)
    view = await table.again(other.client, table.gm).view()
    assert view["damage"]["seq"] == 3
    assert view["you"]["actions"] == []
    closed = await table.again(other.client, table.gm).give("start_round")
    assert closed["seq"] == view["damage"]["seq"]
    assert (await sound.again(other.client, player).give("roll")).status == 200
    exported = await table.again(other.client, table.gm).get("/export")
    header, *lines = exported.body.splitlines()
    assert read_header(header).damage == Damage(seq=view["damage"]["seq"], reason=ANY)
    assert lines == [stored.line for stored in await store.inner.read(table.id, 0, view["damage"]["seq"] - 1)]


async def test_a_store_that_cannot_be_read_is_a_503_and_no_damage(start: Starting, store: FaultyStore) -> None:
    _, table, ada, _ = await at_a_round(start, store)

    class Unreadable(AroundStore):
        failing = True

        async def read(self, table: str, after: int = 0, upto: int | None = None) -> list[Stored]:
            if self.failing:
                raise StoreUnavailable("gone")
            return list(await super().read(table, after, upto))

    unreadable = Unreadable(store.inner)
    other = await start(unreadable)
    again = table.again(other.client, ada)
    refused = await again.get()
    assert (refused.code, refused["detail"]) == ((503, "store_unavailable"), "The store failed. Retry.")
    unreadable.failing = False
    assert (await again.get()).status == 200


async def test_an_export_that_cannot_be_finished_breaks_off(start: Starting, store: FaultyStore) -> None:
    _, table, _, _ = await at_a_round(start, store)

    class Halting(AroundStore):
        """Cannot read the third line a second time: the first time all lines are checked."""

        asked = 0

        async def read(self, table: str, after: int = 0, upto: int | None = None) -> list[Stored]:
            lines = list(await super().read(table, after, upto))
            self.asked += after == 2
            if self.asked == 2:
                raise StoreUnavailable("gone")
            return lines[:2]

    other = await start(Halting(store.inner))
    with pytest.raises(ClientPayloadError):
        await table.again(other.client, table.gm).get("/export")


async def test_a_table_whose_game_is_not_installed_can_be_read_and_not_played(
    start: Starting, store: FaultyStore
) -> None:
    _, table, ada, _ = await at_a_round(start, store)
    other = await start_server(Catalogue.of([Bank()], TABLE_RULES), store.inner)
    try:
        again = table.again(other.client, ada)
        assert [seat["name"] for seat in (await again.view())["seats"]] == ["Ada", "Bo"]
        assert (await again.get("/rounds")).status == 200
        # Whether strangers may watch is an option of the game's: unread, it lets nobody in.
        assert (await table.again(other.client, table.public).get()).code == (401, "watch_closed")
        assert (await again.give("roll")).code == (422, "unknown_game")
        joining = {"name": "Cy", "invite": table.invite}
        assert (await again.post("/seats", joining)).code == (422, "unknown_game")
        assert (await table.again(other.client, table.gm).get("/export")).status == 200
    finally:
        await other.close()

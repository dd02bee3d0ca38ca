"""The live stream: every version once, in order, from wherever a reader had come to; and nothing that is not its."""

import asyncio
from typing import Any

import pytest

from events.stores.memory import MemoryStore
from server.http.streams import Prepared, Reader, Streams
from tests.server.conftest import Starting
from tests.server.serving import Caller, Served, until
from tests.server.streaming import Reading, read_live
from tests.server.test_commands import begun


async def next_entries(reading: Reading, count: int) -> list[Any]:
    """The next entries of a stream."""
    return [(await reading.expect("entry")).data for _ in range(count)]


async def test_a_reader_without_a_cursor_first_gets_the_current_view(server: Served) -> None:
    table, ada, _ = await begun(server, "race")
    for caller in (ada, table.gm, table.public):
        reading = await read_live(caller)
        first = await reading.expect("reset")
        view = await caller.view()
        assert first.data["view"] == view
        page = await caller.get(f"/events?after={view['version']}")
        assert first.data["seen"] == page["seen"]
        assert first.id == f"{view['version']}.{first.data['epoch']}.{page['seen']}"


async def test_a_feed_that_is_released_while_a_stream_begins_is_made_again(
    start: Starting, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, asked, go_on = MemoryStore(), asyncio.Event(), asyncio.Event()
    server = await start(store, allow_seeds=True)
    table, ada, _ = await begun(server, "race")
    version = (await table.public.view())["version"]
    seen = (await table.public.get(f"/events?after={version}"))["seen"]
    last = store.chat_last

    async def slowly(table: str) -> int:
        asked.set()
        await go_on.wait()
        return await last(table)

    live = server.tables.at_hand(table.id)
    assert live is not None
    live.chat.distrust()
    monkeypatch.setattr(store, "chat_last", slowly)
    opening = asyncio.create_task(read_live(table.public, f"{version}.{server.tables.services.epoch}.{seen}"))
    await asked.wait()
    live.release_feeds()
    go_on.set()
    reading = await opening
    await ada.did("roll")
    assert (await reading.expect("entry")).data["version"] == version + 1


async def test_each_command_reaches_every_reader_as_that_reader_may_see_it(server: Served) -> None:
    table, ada, bo = await begun(server, "secret_choice")
    readings = {caller: await read_live(caller) for caller in (table.public, table.gm, ada, bo)}
    for reading in readings.values():
        await reading.expect("reset")
    await ada.did("choose", number=3)
    for caller, reading in readings.items():
        if caller in (ada, table.gm):
            (entry,) = await next_entries(reading, 1)
            assert entry["view"] == await caller.view()
    await bo.did("choose", number=2)
    for caller, reading in readings.items():
        entry = (await next_entries(reading, 1))[0]
        events = (await caller.get(f"/events?after={entry['version'] - 1}"))["entries"]
        view = entry.pop("view")
        assert [entry] == events[:1]
        assert view["viewer"] == ("public" if caller is table.public else view["viewer"])
        assert view["version"] == entry["version"]


async def test_a_reader_that_comes_back_gets_every_version_it_missed_once_and_in_order(server: Served) -> None:
    table, ada, _ = await begun(server, "race")
    version = (await table.public.view())["version"]
    reading = await read_live(table.public)
    start = (await reading.expect("reset")).id
    reading.close()
    for _ in range(50):
        await ada.did("set_luck", luck="x") if not (await ada.view())["round"] else await table.gm.did("pause")
        await table.gm.did("resume")
    again = await read_live(table.public, start)
    entries = await next_entries(again, 100)
    assert [entry["version"] for entry in entries] == list(range(version + 1, version + 101))
    assert [("view" in entry) for entry in entries] == [False] * 99 + [True]
    assert (await table.public.get(f"/events?after={version}"))["entries"][:3] == entries[:3]


async def test_a_cursor_may_also_stand_in_the_query(server: Served) -> None:
    table, _, _ = await begun(server, "race")
    epoch = (await table.public.get("/events"))["epoch"]
    reading = await read_live(table.public, query=f"?after=2&epoch={epoch}")
    assert (await reading.expect("entry")).data["version"] == 3


@pytest.mark.parametrize(
    "cursor",
    ["1.another.", "99.{epoch}.", "2.{epoch}.0123", "4.{epoch}.0123", "nonsense", "", "-1.{epoch}.", "1.{epoch}"],
)
async def test_a_cursor_of_another_log_is_answered_with_a_reset(server: Served, cursor: str) -> None:
    table, _, _ = await begun(server, "race")
    epoch = (await table.public.get("/events"))["epoch"]
    reading = await read_live(table.public, cursor.format(epoch=epoch))
    assert (await reading.expect("reset")).data["view"] == await table.public.view()


async def test_viewers_do_not_learn_of_entries_hidden_from_them(server: Served) -> None:
    _, ada, bo = await begun(server, "secret_choice")
    await ada.did("choose", number=3)
    reading = await read_live(bo)
    await reading.expect("reset")
    for number in (1, 2, 3):
        await ada.did("choose", number=number, boast="hush")
    server.clock.turn(15)
    await reading.expect(":")
    await bo.did("choose", number=2)
    view = await bo.view()
    assert (await next_entries(reading, 1))[0]["version"] == view["version"]


async def test_a_silent_stream_is_kept_alive(server: Served) -> None:
    table, _, _ = await begun(server, "race")
    reading = await read_live(table.public)
    await reading.expect("reset")
    for _ in range(3):
        server.clock.turn(15)
        await reading.expect(":")


async def test_chat_reaches_every_reader_without_an_id(server: Served) -> None:
    table, ada, _ = await begun(server, "race")
    await ada.post("/chat", {"text": "before"})
    reading = await read_live(table.public)
    await reading.expect("reset")
    said = (await ada.post("/chat", {"text": "hello\nthere"})).json
    found = await reading.expect("chat")
    assert (found.id, found.data) == (None, said)
    await table.gm.delete(f"/chat/{said['n']}")
    assert (await reading.expect("chat")).data["erases"] == [said["n"]]


async def test_a_stream_goes_on_when_its_table_left_memory_and_came_back(server: Served) -> None:
    table, ada, _ = await begun(server, "race")
    reading = await read_live(table.public)
    await reading.expect("reset")
    tables = server.tables
    live = await tables.open(table.id)
    live.drop()
    await ada.did("roll")
    assert (await next_entries(reading, 1))[0]["actor"] == "seat:ada"


async def test_a_stopping_server_asks_its_readers_to_reconnect(start: Starting) -> None:
    store = MemoryStore()
    server = await start(store, allow_seeds=True)
    table, ada, _ = await begun(server, "race")
    reading = await read_live(ada)
    cursor = (await reading.expect("reset")).id
    server.tables.stop()
    found = await reading.expect("close")
    assert found.data == {"reason": "stopping", "retry_ms": 2000}
    assert await reading.ended()
    await server.close()
    other = await start(store, allow_seeds=True)
    back = table.again(other.client, ada)
    again = await read_live(back, cursor)
    await back.did("roll")
    assert (await next_entries(again, 1))[0]["seat"] == "ada"


async def test_a_stream_ends_when_its_token_was_taken_away(server: Served) -> None:
    table, ada, _ = await begun(server, "race")
    reading = await read_live(ada)
    await reading.expect("reset")
    renewed = await table.gm.did("new_token", target="ada")
    assert (await reading.expect("close")).data["reason"] == "token_changed"
    assert await reading.ended()
    assert (await read_live(ada)).status == 401
    ada.token = renewed["token"]
    assert (await read_live(ada)).status == 200


async def test_an_admitted_seat_goes_on_with_what_seats_see(server: Served) -> None:
    table = await server.open("race", options={"admit": "gm"})
    asked = await table.public.post("/seats", {"invite": table.invite, "name": "Mallory"})
    assert (asked.status, asked["admitted"]) == (201, False)
    mallory = Caller(server.client, table.id, asked["token"], asked["seat"])
    reading = await read_live(mallory)
    first = await reading.expect("reset")
    assert (first.data["view"]["viewer"], first.data["view"]["asking"][0]["name"]) == ("public", "Mallory")
    await table.gm.did("admit_seat", target=mallory.seat)
    assert (await reading.expect("close")).data["reason"] == "token_changed"
    again = await read_live(mallory, first.id)
    (entry,) = await next_entries(again, 1)
    assert (entry["view"]["viewer"], entry["view"]["you"]["seat"]) == ("seat:mallory", "mallory")


async def test_a_closed_table_has_no_stream_for_strangers(server: Served) -> None:
    table = await server.open("race")
    reading = await read_live(table.public)
    await reading.expect("reset")
    await table.gm.did("set_options", options={"watch": "closed"})
    assert (await reading.expect("close")).data["reason"] == "token_changed"
    refused = await table.public.get("/live")
    assert refused.code == (401, "watch_closed")


async def test_a_reader_that_falls_behind_is_asked_to_reconnect_and_holds_up_nobody(server: Served) -> None:
    table, _, _ = await begun(server, "race")
    slow, quick = await read_live(table.gm), await read_live(table.gm)
    cursor = str((await slow.expect("reset")).id)
    await quick.expect("reset")
    for _ in range(300):
        await table.gm.did("pause")
        await table.gm.did("resume")
        await next_entries(quick, 2)
    seen = await read_to_close(slow, cursor)
    again = await read_live(table.gm, seen[-1])
    newest = (await table.gm.view())["version"]
    versions = [int(one.split(".")[0]) for one in seen]
    assert versions[-1] < newest
    rest = [entry["version"] for entry in await next_entries(again, newest - versions[-1])]
    assert [*versions, *rest] == list(range(versions[0], newest + 1))


async def read_to_close(reading: Reading, cursor: str) -> list[str]:
    """The cursors that a stream sends before the server ends it because its reader is too slow."""
    seen = [cursor]
    while (found := await reading.next()).event == "entry":
        seen.append(str(found.id))
    assert (found.event, found.data["reason"]) == ("close", "too_slow")
    return seen


async def test_a_reader_that_takes_nothing_at_all_is_cut_off(server: Served) -> None:
    table, _, _ = await begun(server, "race")
    stuck = await read_live(table.gm)
    await stuck.expect("reset")
    while not server.streams.stalled:
        await table.gm.did("pause")
        await table.gm.did("resume")
    server.clock.turn(15)
    assert len(server.streams) == 1
    server.clock.turn(15)
    await until(lambda: len(server.streams) == 0)


async def test_a_pass_serves_all_readers_in_order_and_lets_the_loop_do_other_work_between_portions(
    start: Starting,
) -> None:
    server = await start(MemoryStore())
    streams, happened = Streams(server.tables.services), list[int | str]()
    loop, done = asyncio.get_running_loop(), asyncio.Event()

    class Numbered:
        def __init__(self, number: int) -> None:
            self.number = number

        def deliver(self, prepared: Prepared) -> None:
            happened.append(self.number)
            prepared[self.number] = b""
            assert len(prepared) <= 100
            if self.number == 249:
                done.set()

    for number in range(250):
        streams.notify(Numbered(number))
    loop.call_soon(happened.append, "a command")
    await done.wait()
    assert [what for what in happened if what != "a command"] == list(range(250))
    assert happened.index("a command") == 100


async def test_a_long_pass_has_few_portions(start: Starting) -> None:
    server = await start(MemoryStore())
    streams, portions = Streams(server.tables.services), list[int]()

    class Noting:
        def deliver(self, prepared: Prepared) -> None:
            if not prepared:
                portions.append(0)
            prepared["noted"] = b""
            portions[-1] += 1

    for _ in range(2):
        for _ in range(4_001):
            streams.notify(Noting())
        await until(lambda: sum(portions) == 4_001)
        assert portions == [1_001, 1_001, 1_001, 998]
        portions.clear()


async def test_entries_that_come_during_a_pass_reach_every_reader_once_and_in_order(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.http.streams._PORTION", 3)
    table, ada, bo = await begun(server, "race")
    readings = [await read_live(caller) for caller in [table.public] * 40 + [table.gm, ada, bo]]
    views = [(await reading.expect("reset")).data["view"] for reading in readings]
    for command in ("pause", "resume", "pause", "resume"):
        await table.gm.did(command)
    for view, reading in zip(views, readings, strict=True):
        entries = await next_entries(reading, 4)
        assert [entry["version"] for entry in entries] == [view["version"] + n for n in (1, 2, 3, 4)]
        assert entries[-1]["view"]["viewer"] == view["viewer"]


async def test_a_reader_that_a_long_pass_serves_late_is_not_too_slow(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _, _ = await begun(server, "race")
    reading = await read_live(table.gm)
    before = (await reading.expect("reset")).data["version"]
    late = asyncio.get_running_loop().create_future()
    notify = Streams.notify

    def notify_late(streams: Streams, reader: Reader) -> None:
        late.add_done_callback(lambda _: notify(streams, reader))

    monkeypatch.setattr(Streams, "notify", notify_late)
    for _ in range(20):
        await table.gm.did("pause")
        await table.gm.did("resume")
    late.set_result(None)
    assert [entry["version"] for entry in await next_entries(reading, 40)] == list(range(before + 1, before + 41))

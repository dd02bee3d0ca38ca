"""Analyses: what the decisions of an ended round were worth, for those who made them and for the GM."""

import asyncio
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import active_children
from typing import Any, Final

import msgspec
import pytest

from events.audience import seat_viewer
from events.entry import Entry
from events.event import Event
from events.storage.contract import Stored, StoreUnavailable, Token
from events.storage.memory import MemoryStore
from games.installed import CATALOGUE
from replays.analysis.rounds import Analysed, Task
from replays.export import parse_export
from replays.rebuild import rounds_of
from server.background.analyses import Progress
from server.tokens import hash_of
from tests.recorded.replaying import ROOT
from tests.replays.test_analysis import hidden_otherwise
from tests.server.conftest import Starting
from tests.server.keeping import chained, keep
from tests.server.serving import SEED, AroundStore, Caller, Opened, Served, start_server
from tests.server.test_playing_a_round import SAFEST_FIRST, body_of

pytestmark = pytest.mark.thorough

SAMPLES: Final = 4
PATH: Final = "/rounds/1/analysis"


class AnalysesRefused(AroundStore):
    """Keeps no analysis, as long as it `refuses`."""

    refuses = True

    async def save_analysis(self, table: str, number: int, seat: str, data: bytes) -> None:
        if self.refuses:
            raise StoreUnavailable
        await super().save_analysis(table, number, seat, data)


class ReadsCounted(AroundStore):
    """Counts the lines that are read."""

    lines = 0

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        found = await super().read(table, after, upto)
        self.lines += len(found)
        return found


class LineSpoiled(AroundStore):
    """Hands out one line, of which only the first byte is left."""

    spoiled = 0

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        found = await super().read(table, after, upto)
        return [msgspec.structs.replace(one, line=b"{") if one.seq == self.spoiled else one for one in found]


async def played(server: Served) -> tuple[Opened, Caller, Caller]:
    """A table of Twenty-One, at which a round is over."""
    server.app.analyses.samples = SAMPLES
    table = await server.open("twentyone", seed=SEED)
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await play(table, ada, bo)
    return table, ada, bo


async def play(table: Opened, ada: Caller, bo: Caller) -> None:
    await table.gm.did("start_round")
    while (view := await table.gm.view())["phase"] != "lobby":
        caller = ada if view["to_act"][0] == ada.seat else bo
        offered = [one for one in (await caller.view())["you"]["actions"] if one["type"] in SAFEST_FIRST]
        body = body_of(min(offered, key=lambda action: SAFEST_FIRST.index(action["type"])))
        await caller.did(body.pop("type"), **body)


async def once(condition: Callable[[], bool]) -> None:
    """Wait until something is so. Processes take seconds to begin on a busy machine."""
    async with asyncio.timeout(120):
        while not condition():  # noqa: ASYNC110 - no event says so
            await asyncio.sleep(0.001)


async def finished(server: Served) -> None:
    """Wait until nothing is analysed any more."""
    await once(lambda: not server.busy)


def recorded(name: str) -> list[Entry[Event]]:
    data = (ROOT / "replays" / "recorded" / f"{name}.jsonl").read_bytes()
    return CATALOGUE.codec.decode_log(parse_export(io.BytesIO(data)).lines)


async def analysis(server: Served, caller: Caller) -> Any:
    """The finished analysis of round 1, from a caller who asks for it."""
    asked = await caller.post(PATH, None)
    assert asked.status == 200, asked.body
    await finished(server)
    return (await caller.get(PATH)).json


async def test_a_seat_gets_the_worth_of_its_own_decisions_and_the_gm_of_all(server: Served) -> None:
    table, ada, bo = await played(server)
    before = (await table.gm.get("/export")).body
    adas = await analysis(server, ada)
    everybodys = await analysis(server, table.gm)
    assert [one["seat"] for one in adas["seats"]] == [ada.seat]
    assert [one["seat"] for one in everybodys["seats"]] == [ada.seat, bo.seat]
    assert everybodys["seats"][0] == adas["seats"][0]
    assert adas["state"] == everybodys["state"] == "done"
    decisions = adas["seats"][0]["decisions"]
    assert decisions
    frames = (await ada.get("/rounds/1?limit=500"))["frames"]
    own = {(frame["version"] - 1, frame["at"]) for frame in frames if frame["actor"] == seat_viewer(ada.seat)}
    assert {(decision["step"], decision["at"]) for decision in decisions} <= own
    assert (await table.gm.get("/export")).body == before


async def test_the_store_keeps_it_and_another_server_has_it(server: Served, start: Starting) -> None:
    table, ada, _ = await played(server)
    told = await analysis(server, ada)
    again = await ada.post(PATH, None)
    assert again.json == told
    assert not server.busy
    other = await start(server.store)
    caller = Caller(other.client, table.id, ada.token)
    assert (await caller.get(PATH)).json == told
    assert [(one["samples"], one["policy"]) for one in told["seats"]] == [(SAMPLES, "cautious")]


async def test_what_another_version_wrote_is_made_again(server: Served) -> None:
    table, ada, _ = await played(server)
    await server.store.save_analysis(table.id, 1, ada.seat, b'{"of":"another version"}')
    assert (await ada.get(PATH))["state"] == "none"
    assert (await analysis(server, ada))["state"] == "done"


async def test_an_analysis_that_fails_says_so_to_who_asked_and_can_be_tried_again(start: Starting) -> None:
    store = AnalysesRefused(MemoryStore())
    server = await start(store, allow_seeds=True)
    table, ada, _ = await played(server)
    assert (await analysis(server, ada))["state"] == "failed"
    assert (await table.gm.get(PATH))["state"] == "none"
    store.refuses = False
    assert (await analysis(server, ada))["state"] == "done"


async def test_a_fault_in_one_decision_takes_nothing_from_other_seats(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, _ = await played(server)

    @contextmanager
    def faulty(work: Callable[[Task], Analysed], tasks: Sequence[Task], *_: Any, **__: Any) -> Iterator[Any]:
        def results() -> Iterator[tuple[int, Analysed]]:
            yield from ((place, work(task)) for place, task in enumerate(tasks) if task[0] == ada.seat)
            raise ValueError("a fault in a rule")

        yield results()

    monkeypatch.setattr("server.background.analyses.at_work", faulty)
    told = await analysis(server, table.gm)
    assert told["state"] == "failed"
    assert (await ada.get(PATH))["state"] == "done"


async def test_a_gm_who_polls_has_no_more_of_the_log_read_than_a_seat(start: Starting) -> None:
    store = ReadsCounted(MemoryStore())
    server = await start(store, allow_seeds=True)
    table, ada, _ = await played(server)
    await table.gm.get(PATH)
    read: list[int] = []
    for caller in (ada, table.gm):
        store.lines = 0
        await caller.get(PATH)
        read.append(store.lines)
    assert read[0] == read[1]


async def test_a_line_of_the_round_that_cannot_be_read_any_more_is_damage(start: Starting) -> None:
    store = LineSpoiled(MemoryStore())
    server = await start(store, allow_seeds=True)
    table, _, _ = await played(server)
    store.spoiled = (await store.read(table.id))[-2].seq
    assert (await table.gm.get(PATH)).code == (503, "log_damaged")
    assert (await table.gm.give("start_round")).code == (503, "log_damaged")


async def test_a_running_round_is_not_analysed(server: Served) -> None:
    table, ada, _ = await played(server)
    await table.gm.did("start_round")
    for caller in (ada, table.gm):
        answers = [await caller.get("/rounds/2/analysis"), await caller.post("/rounds/2/analysis", None)]
        assert [(one.status, one["code"]) for one in answers] == [(403, "no_advice")] * 2


async def test_it_can_be_cancelled_and_asked_for_again(server: Served) -> None:
    _, ada, _ = await played(server)
    asked = await ada.post(PATH, None)
    assert (asked["state"], asked["seats"]) == ("running", [])
    cancelled = await ada.delete(PATH)
    assert (cancelled.status, cancelled["state"]) == (200, "none")
    await finished(server)
    assert active_children() == []
    assert (await ada.get(PATH))["state"] == "none"
    assert (await analysis(server, ada))["state"] == "done"


async def test_a_seat_neither_sees_nor_stops_what_the_gm_asked_for_even_if_only_its_own_is_missing(
    server: Served,
) -> None:
    table, ada, bo = await played(server)
    await analysis(server, bo)
    await table.gm.post(PATH, None)
    assert (await ada.get(PATH))["state"] == "none"
    assert (await ada.delete(PATH))["state"] == "none"
    assert (await table.gm.get(PATH))["state"] == "running"
    assert (await table.gm.delete(PATH))["state"] == "none"


async def test_an_analysis_without_time_for_all_is_not_kept_and_goes_on_if_it_is_asked_for_again() -> None:
    entries = recorded("farkle/0002-a-loan")
    store, dee = MemoryStore(), seat_viewer("dee")
    token = Token(hash=hash_of("token"), viewer=dee, nonce="")
    await keep(store, CATALOGUE, chained(entries), b"s" * 32, [token], asleep=True)
    server = await start_server(CATALOGUE, store)
    try:
        server.app.analyses.samples = SAMPLES
        caller = Caller(server.client, entries[0].table, "token")

        def under_way() -> Progress:
            progress = server.app.analyses.progress(caller.table, 1, dee)
            assert progress is not None
            return progress

        await caller.post(PATH, None)
        await once(lambda: under_way().done > 0)
        server.clock.turn(server.app.config.analysis_seconds)
        await finished(server)
        told = (await caller.get(PATH)).json
        (own,) = told["seats"]
        assert (told["state"], own["left_out"]) == ("done", 0)
        assert own["no_time"] > 0
        assert await store.analysis(caller.table, 1, "dee") is None
        await caller.post(PATH, None)
        await once(lambda: under_way().of is not None)
        assert under_way().done > 0, "before the new processes have begun"
        await caller.delete(PATH)
        assert (await caller.get(PATH))["seats"] == [own]
    finally:
        await server.close()


async def test_a_server_can_leave_it(start: Starting) -> None:
    server = await start(allow_seeds=True, analysis_seconds=0)
    _, ada, _ = await played(server)
    answer = await ada.post(PATH, None)
    assert (answer.status, answer["code"]) == (409, "analysis_off")


async def test_one_address_cannot_fill_the_queue(server: Served) -> None:
    table, ada, bo = await played(server)
    for caller in (ada, ada, bo):
        assert (await caller.post(PATH, None)).status == 200
    await play(table, ada, bo)
    answer = await table.gm.post("/rounds/2/analysis", None)
    assert (answer.status, answer["code"], answer.headers["Retry-After"]) == (429, "too_many_requests", "30")
    for caller in (ada, bo):
        await caller.delete(PATH)


async def test_a_server_that_stops_does_not_wait_for_it(start: Starting) -> None:
    server = await start(allow_seeds=True)
    _, ada, _ = await played(server)
    server.app.analyses.samples = 10_000
    assert (await ada.post(PATH, None))["state"] == "running"
    async with asyncio.timeout(60):
        await server.close()
    assert active_children() == []


async def test_an_analysis_that_is_asked_for_while_the_server_stops_does_not_begin(server: Served) -> None:
    _, ada, _ = await played(server)
    await server.stop()
    assert (await ada.post(PATH, None)).status == 200
    await finished(server)
    assert (await ada.get(PATH))["state"] == "none"


@pytest.mark.parametrize("name", ["twentyone/3416-a-goaded-hold", "goblin/0192-nobody-walks-out"])
async def test_what_is_hidden_from_a_seat_changes_no_byte_of_its_answer(name: str) -> None:
    """Of a recorded round, another log is made, in which all dice differ that one seat did not see."""
    entries = recorded(name)
    first = rounds_of(entries)[0]
    seat = next(str(one.seat) for one in entries[first.first :] if one.actor == seat_viewer(str(one.seat)))
    answers: list[bytes] = []
    for hidden in (False, True):
        store = MemoryStore()
        token = Token(hash=hash_of("token"), viewer=seat_viewer(seat), nonce="")
        log = [hidden_otherwise(one, seat) if hidden and one.seq >= first.first else one for one in entries]
        await keep(store, CATALOGUE, chained(log), b"s" * 32, [token], asleep=True)
        server = await start_server(CATALOGUE, store)
        try:
            server.app.analyses.samples = SAMPLES
            caller = Caller(server.client, entries[0].table, "token")
            told = await analysis(server, caller)
            assert told["seats"][0]["decisions"]
            answers.append((await caller.get(PATH)).body)
        finally:
            await server.close()
    assert answers[0] == answers[1]

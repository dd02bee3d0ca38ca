"""A request after entries hidden from its caller does the same work as after none, so its time reveals nothing.

Work is counted, not timed: calls of functions, and calls to the store.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from types import FrameType
from typing import Any

from events.store import Stored, Token
from events.stores.memory import MemoryStore
from tests.server.conftest import Starting
from tests.server.serving import Answer, AroundStore, Caller, Opened, Served
from tests.server.test_commands import begun

HIDDEN = 70
"""More entries than those for which somebody counts as listening."""


def calls(function: Callable[[], object]) -> int:
    """How many functions it calls."""
    count = 0

    def called(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


class CountingStore(AroundStore):
    """Counts what is looked up and read."""

    def __init__(self) -> None:
        super().__init__(MemoryStore())
        self.asked: list[tuple[str, int]] = []

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        lines = await super().read(table, after, upto)
        self.asked.append(("read", len(lines)))
        return lines

    async def token(self, table: str, token_hash: str) -> Token | None:
        self.asked.append(("token", 1))
        return await super().token(table, token_hash)

    def read_all(self, after: int = 0) -> AsyncIterator[Stored]:
        self.asked.append(("read_all", 1))
        return super().read_all(after)


async def hidden_entries(table: Opened, count: int) -> None:
    """Entries of which only the GM sees something."""
    for _ in range(count):
        await table.gm.did("new_invite")


async def test_a_view_takes_no_more_calls_after_hidden_entries(server: Served) -> None:
    table, _, _ = await begun(server)
    live = await server.tables.open(table.id)
    for viewer in ("public", "seat:ada"):
        feed = await live.feed(viewer)
        feed.view()
        before = calls(feed.view)
        for count in (1, 3, 12):
            await hidden_entries(table, count)
            assert calls(feed.view) == before


async def test_a_view_takes_no_more_calls_after_an_entry_and_hidden_ones_than_after_the_entry(server: Served) -> None:
    table, _, _ = await begun(server)
    feed = await (await server.tables.open(table.id)).feed("public")
    counted = []
    for hidden in (0, 0, 3):
        await table.gm.did("pause")
        await table.gm.did("resume")
        await hidden_entries(table, hidden)
        counted.append(calls(feed.view))
    assert counted[1] == counted[2]


async def looked_up(store: CountingStore, asking: Callable[[], Awaitable[Answer]]) -> list[tuple[str, int]]:
    store.asked.clear()
    answer = await asking()
    assert answer.status == 200
    return list(store.asked)


async def test_a_listener_is_answered_from_memory_however_many_hidden_entries_follow(start: Starting) -> None:
    store = CountingStore()
    server = await start(store, allow_seeds=True)
    table, ada, _ = await begun(server)
    version = (await ada.view())["version"]
    feed = await (await server.tables.open(table.id)).feed("seat:ada")
    with feed.listening(asyncio.Event()):
        await table.gm.did("pause")
    await hidden_entries(table, HIDDEN)
    await table.gm.did("resume")
    assert await looked_up(store, lambda: ada.get(f"/events?after={version}")) == []


async def test_no_token_is_looked_up_again_because_anothers_was_replaced(start: Starting) -> None:
    store = CountingStore()
    server = await start(store, allow_seeds=True)
    table, ada, bo = await begun(server)
    paths: list[tuple[Caller, str]] = [(ada, ""), (ada, "/standings"), (table.public, "")]
    for caller, path in paths:
        await caller.get(path)
    await table.gm.did("new_token", target="bo")
    await table.gm.did("new_invite")
    for caller, path in paths:
        assert await looked_up(store, partial(caller.get, path)) == []
    assert (await bo.get()).code == (401, "wrong_token")


async def test_no_line_is_read_for_hidden_entries_after_the_last_that_was_seen(start: Starting) -> None:
    store = CountingStore()
    server = await start(store, allow_seeds=True)
    table, ada, _ = await begun(server)

    async def asking() -> Answer:
        return await ada.get("/events?after=0")

    await asking()
    before = await looked_up(store, asking)
    assert before
    await hidden_entries(table, HIDDEN)
    assert await looked_up(store, asking) == before

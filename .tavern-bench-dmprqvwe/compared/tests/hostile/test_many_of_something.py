"""Ids, tokens, addresses, streams and requests by the thousand take no memory and hold up nobody."""

import asyncio
import gc
import logging
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
import structlog

from events.stores.memory import MemoryStore
from server.config import NO_LIMITS, Config
from server.http.limits import MOST_KEPT, Limits
from server.metrics import Metrics
from tests.hostile.tavern import STREAMS, Tavern, assert_problem
from tests.hostile.wire import Wire, request, value_of
from tests.server.serving import start_server
from tests.server.test_commands import begun
from tests.toys.catalogue import TOYS


async def hurled(wire: Wire, raws: list[bytes]) -> set[int]:
    """The statuses of the answers to many requests that were sent at once."""
    wire.send(b"".join(raws))
    return {(await wire.answer()).status for _ in raws}


@pytest.fixture
def quiet() -> None:
    """A log without requests."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))


@pytest.mark.usefixtures("quiet")
async def test_ids_tokens_and_keys_by_the_thousand_are_not_remembered() -> None:
    limits: dict[str, Any] = dict.fromkeys(NO_LIMITS, 1_000_000)
    server = await start_server(TOYS, MemoryStore(), allow_seeds=True, **limits)
    try:
        table, ada, bo = await begun(server)
        path, roll, sit = f"/api/tables/{table.id}", b'{"type":"roll","id":"%043d"}', b'{"name":"X","invite":"%043d"}'
        token = {"Authorization": f"Bearer {bo.token}"}
        kinds: list[tuple[int, Callable[[int], bytes]]] = [
            (401, lambda n: request("GET", path, headers={"Authorization": f"Bearer {n:043d}"})),
            (404, lambda n: request("GET", f"/api/tables/t{n:025d}")),
            (409, lambda n: request("POST", f"{path}/commands", roll % n, token)),
            (401, lambda n: request("POST", f"{path}/seats", sit % n, {"Idempotency-Key": f"{n:043d}"})),
            (404, lambda n: request("POST", f"/api/tables/t{n:025d}/commands", roll % n, token)),
        ]
        assert server.client.port is not None
        async with Wire(server.client.port) as wire:

            async def hurl(numbers: range) -> None:
                for first in numbers[::100]:
                    for status, kind in kinds:
                        assert await hurled(wire, [kind(n) for n in range(first, first + 100)]) == {status}

            await hurl(range(200))
            gc.collect()
            before = sys.getallocatedblocks()
            await hurl(range(1_000, 5_000))
            gc.collect()
            # One remembered id would be one block of memory at the least, and each kind brought four thousand.
            assert sys.getallocatedblocks() - before < 2_000
        assert (await ada.give("roll")).status == 200
    finally:
        await server.close()


def test_addresses_by_the_thousand_are_forgotten_again() -> None:
    limits = Limits(Config(), Metrics())

    def call(start: int) -> None:
        for n in range(start, start + 2 * MOST_KEPT):
            limits.count(limits.requests, f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}")

    call(0)
    before = sys.getallocatedblocks()
    call(2 * MOST_KEPT)
    assert sys.getallocatedblocks() - before < MOST_KEPT // 10


async def test_the_maximum_of_streams_is_served_while_others_play(tavern: Tavern) -> None:
    raw = request("GET", f"{tavern.path}/live", headers=tavern.gm)
    await tavern.until("tavern_streams", 0)
    async with AsyncExitStack() as stack:
        wires: list[Wire] = []
        for _ in range(STREAMS):
            wires.append(await stack.enter_async_context(Wire(tavern.port)))
            wires[-1].send(raw)
        for wire in wires:
            await wire.until(b"event: reset\n")
        refused = await tavern.answer(raw)
        assert_problem(refused, 429, "too_many_requests")
        assert int(refused.headers["Retry-After"]) > 0
        await tavern.serves_others()
        for wire in wires:
            await wire.until(b"event: entry\n")
        wires[0].cut()
        await tavern.until("tavern_streams", STREAMS - 1)
        async with Wire(tavern.port) as another:
            another.send(raw)
            await another.until(b"event: reset\n")
            assert_problem(await tavern.answer(raw), 429)
    await tavern.until("tavern_streams", 0)


async def test_streams_that_nobody_reads_are_cut_and_hold_up_nobody(tavern: Tavern) -> None:
    said = {"text": "\N{GAME DIE}" * 1_000}
    async with AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(Wire(tavern.port, receive_buffer=4_096)) for _ in range(10)]
        for wire in wires:
            wire.send(request("GET", f"{tavern.path}/live", headers=tavern.gm))
            await wire.head()
            wire.stop_reading()
        reader = await stack.enter_async_context(Wire(tavern.port))
        reader.send(request("GET", f"{tavern.path}/live", headers=tavern.gm))
        await tavern.until("tavern_streams", len(wires) + 1)
        async with asyncio.timeout(20):
            while value_of(await tavern.metrics(), "tavern_streams") > 1:
                await tavern.ask("POST", f"{tavern.path}/chat", said)
                await reader.until(b"event: chat\n")
                await tavern.serves_others()
    await tavern.until("tavern_streams", 0)


async def test_requests_that_are_sent_at_once_are_carried_out_in_their_order(tavern: Tavern) -> None:
    body = b'{"type":"give_coins","target":"ada","amount_cp":1,"reason":"x"}'
    pair = [
        request("POST", f"{tavern.path}/commands", body, headers=tavern.gm),
        request("GET", tavern.path, headers=tavern.gm),
    ]
    async with Wire(tavern.port) as wire:
        wire.send(b"".join(pair * 50))
        for purse in range(1, 51):
            given, seen = await wire.answer(), await wire.answer()
            assert given["view"]["seats"][0]["purse_cp"] == purse
            assert given["view"] == seen.json
    tavern.given = 50


async def test_thousands_of_requests_with_unread_answers_hold_up_nobody(tavern: Tavern) -> None:
    async with Wire(tavern.port, receive_buffer=4_096) as wire:
        wire.stop_reading()
        wire.send(request("GET", tavern.path, headers=tavern.gm) * 5_000)
        for _ in range(10):
            await tavern.serves_others()

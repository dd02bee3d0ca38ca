"""What comes slowly, or never ends, is cut off; others are served meanwhile."""

import asyncio
from contextlib import AsyncExitStack
from typing import Final

import pytest

from server.http.bodies import MAX_BODY
from tests.hostile.tavern import Tavern, assert_problem
from tests.hostile.wire import CHUNKED, Wire, request


async def test_bodies_that_come_byte_by_byte_are_cut_off_while_others_are_served(tavern: Tavern) -> None:
    async with AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(Wire(tavern.port)) for _ in tavern.bodies]
        for wire, path in zip(wires, tavern.bodies, strict=True):
            wire.send(request("POST", path, headers={"Content-Length": "9999", **tavern.gm}))
        answers = [asyncio.create_task(wire.answer()) for wire in wires]
        while not all(answer.done() for answer in answers):
            for wire in wires:
                wire.send(b" ")
            await tavern.serves_others()
        for answer in answers:
            assert_problem(await answer, 408, "body_too_slow")
            assert (await answer).headers["Connection"] == "close"


BEGINNINGS: Final = [b"", b"GET /api/ga", b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX: "]


async def test_headers_that_come_byte_by_byte_are_cut_off_while_others_are_served(tavern: Tavern) -> None:
    async with AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(Wire(tavern.port)) for _ in BEGINNINGS]
        answered = await stack.enter_async_context(Wire(tavern.port))
        answered.send(request("GET", "/healthz"))
        assert (await answered.answer()).status == 200
        for wire, beginning in zip(wires, BEGINNINGS, strict=True):
            wire.send(beginning)
        endings = [asyncio.create_task(wire.ended()) for wire in (*wires, answered)]
        while not all(ended.done() for ended in endings):
            for wire in wires[1:]:
                wire.send(b"x")
            await tavern.serves_others()
        assert [await ended for ended in endings] == [True] * 4


async def test_a_chunked_body_without_end_is_refused_once_it_is_too_large(tavern: Tavern) -> None:
    for path in tavern.bodies:
        async with Wire(tavern.port) as wire:
            wire.send(request("POST", path, headers={**CHUNKED, **tavern.gm}))
            answer, sent = asyncio.create_task(wire.answer()), 0
            while not answer.done():
                wire.send(b"400\r\n" + b" " * 0x400 + b"\r\n")
                await wire.sent()
                await asyncio.sleep(0)
                sent += 0x400
            assert sent > MAX_BODY
            assert_problem(await answer, 413, "body_too_large")
        await tavern.serves_others()


@pytest.mark.parametrize(
    ("beginning", "rest", "code"),
    [
        (b"2;", b"x", "body_too_slow"),
        (b"FFFFFF\r\n", b" ", "body_too_slow"),
        # These may be too many, or too slow, whichever is found first.
        (b"2\r\n{}\r\n0\r\n", b"X: 1\r\n" * 200, None),
    ],
    ids=["extension", "chunk", "trailers"],
)
async def test_chunks_parts_of_which_have_no_end_are_refused(
    tavern: Tavern, beginning: bytes, rest: bytes, code: str | None
) -> None:
    async with Wire(tavern.port) as wire:
        wire.send(request("POST", "/api/tables", headers=CHUNKED) + beginning)
        answer = asyncio.create_task(wire.answer())
        while not answer.done():
            wire.send(rest)
            await tavern.serves_others()
        assert_problem(await answer, code=code)

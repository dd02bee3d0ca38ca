"""Connections that end otherwise than one would think: what was asked takes effect once at most."""

import re

import pytest

from tests.hostile.tavern import Tavern
from tests.hostile.wire import Wire, request


async def test_a_command_whose_client_vanishes_takes_effect_once_at_most_and_its_id_reveals_the_outcome(
    tavern: Tavern,
) -> None:
    body = b'{"type":"give_coins","target":"ada","amount_cp":1,"reason":"for nothing","id":"%d"}'
    for n in range(40):
        raw = request("POST", f"{tavern.path}/commands", body % n, headers=tavern.gm)
        async with Wire(tavern.port) as wire:
            wire.send(raw[: len(raw) * n // 40] if n % 4 == 0 else raw)
            match n % 4:
                case 0 | 1:
                    await wire.sent()
                case 2:
                    wire.send_end()
                case _:
                    await tavern.ask("GET", "/api/games")
        answer = await tavern.give(str(n))
        assert answer == await tavern.give(str(n))
        assert await tavern.purse() == n + 1
    tavern.given = 40


@pytest.mark.parametrize("raw", [request("GET", "/healthz"), request("GET", "/api/games"), b"GET /hea", b""])
async def test_a_connection_that_is_half_closed_is_ended(tavern: Tavern, raw: bytes) -> None:
    async with Wire(tavern.port) as wire:
        wire.send(raw)
        wire.send_end()
        answer = await wire.last()
        assert answer is None or (raw and answer.status == 200)
        assert await wire.ended()


async def test_nothing_is_done_after_a_request_that_closes_the_connection(tavern: Tavern) -> None:
    pause = request("POST", f"{tavern.path}/commands", b'{"type":"pause"}', headers=tavern.gm)
    last = request("GET", tavern.path, headers={"Connection": "close", **tavern.gm})
    async with Wire(tavern.port) as wire:
        wire.send(last)
        assert (await wire.answer()).status == 200
        wire.send(pause)
        assert await wire.ended()
    async with Wire(tavern.port) as wire:
        wire.send(last + pause)
        # Whether it is found out before or after the first is answered is nobody's business.
        assert (await wire.answer()).status in (200, 400)
        assert await wire.ended()
    assert not (await tavern.ask("GET", tavern.path))["paused"]


async def test_clients_of_http_1_0_are_answered_and_read_streams_to_the_end(tavern: Tavern) -> None:
    async with Wire(tavern.port) as wire:
        wire.send(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert (await wire.answer()).json == {"status": "alive"}
        assert await wire.ended()
    async with Wire(tavern.port) as wire:
        wire.send(b"GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" * 2)
        assert [(await wire.answer()).status, (await wire.answer()).status] == [200, 200]
    async with Wire(tavern.port) as wire:
        wire.send(f"GET {tavern.path}/live HTTP/1.0\r\n\r\n".encode())
        assert "Transfer-Encoding" not in (await wire.head()).headers
        assert await wire.until(b"event: reset\n") == b"retry: 2000\n\nevent: reset\n"
        await tavern.serves_others()
        assert b"event: entry\n" in await wire.until(b"event: entry\n")


async def test_a_reader_of_a_live_stream_that_goes_away_is_no_failure(tavern: Tavern) -> None:
    await tavern.until("tavern_streams", 0)
    good, bad = [answered(await tavern.metrics(), status) for status in ("2xx", "4xx")]
    async with Wire(tavern.port) as wire:
        wire.send(request("GET", f"{tavern.path}/live"))
        await wire.until(b"event: reset")
    await tavern.until("tavern_streams", 0)
    assert [answered(await tavern.metrics(), status) for status in ("2xx", "4xx")] == [good + 1, bad]


def answered(metrics: str, status: str) -> float:
    """How many live streams were answered so."""
    counter = f'tavern_requests_total{{method="GET",route="/api/tables/{{table}}/live",status="{status}"}}'
    found = re.search(rf"^{re.escape(counter)} (\S+)$", metrics, re.MULTILINE)
    return float(found[1]) if found else 0.0

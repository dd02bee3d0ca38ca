"""The supervisor runs what goes on until the server stops: it logs its failures, and ends it."""

import asyncio

import structlog.testing

from tests.server.conftest import Starting
from tests.server.serving import until


async def test_what_goes_on_until_the_server_stops_is_ended_then_and_keeps_nobody_waiting(start: Starting) -> None:
    server = await start()
    ended = asyncio.Event()

    async def watch() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    server.supervisor.watch(watch())
    await asyncio.sleep(0)
    assert not server.busy
    assert not ended.is_set()
    await server.close()
    assert ended.is_set()


async def test_what_should_go_on_and_fails_is_logged(start: Starting) -> None:
    server = await start()

    async def watch() -> None:
        raise OSError("no such sensor")

    with structlog.testing.capture_logs() as logged:
        server.supervisor.watch(watch())
        await until(lambda: bool(logged))
    assert [(line["event"], line["error"]) for line in logged] == [("background_work_failed", "OSError")]

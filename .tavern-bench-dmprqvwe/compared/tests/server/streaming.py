"""A reader of live streams for tests: event by event, as a browser reads them, and independent of our own client."""

import asyncio
from typing import Any, NamedTuple

import msgspec
from aiohttp import ClientResponse

from tests.server.serving import Caller


class Event(NamedTuple):
    """One event of a stream. A comment has the event `:`; `retry` is yielded as an event of that name."""

    event: str
    id: str | None
    data: Any


class Reading:
    """An open stream."""

    def __init__(self, response: ClientResponse) -> None:
        self.response = response

    @property
    def status(self) -> int:
        return self.response.status

    async def next(self) -> Event:
        """The next event of the stream, keep-alives included. Raises `EOFError` at its end."""
        event, mark, data = "message", None, ""
        async with asyncio.timeout(10):
            while True:
                line = (await self.response.content.readline()).decode()
                if not line:
                    raise EOFError
                field, _, value = line.rstrip("\n").partition(":")
                value = value.removeprefix(" ")
                match field:
                    case "" if line.startswith(":"):
                        await self.response.content.readline()
                        return Event(":", None, value)
                    case "":
                        return Event(event, mark, msgspec.json.decode(data))
                    case "retry":
                        await self.response.content.readline()
                        return Event("retry", None, int(value))
                    case "event":
                        event = value
                    case "id":
                        mark = value
                    case "data":
                        data += value
                    case _:
                        raise AssertionError(line)

    async def expect(self, event: str) -> Event:
        """The next event, which must be of this name."""
        found = await self.next()
        assert found.event == event, found
        return found

    async def ended(self) -> bool:
        """Whether the stream ends here."""
        try:
            await self.next()
        except EOFError:
            return True
        return False

    def close(self) -> None:
        self.response.close()


async def read_live(caller: Caller, cursor: str | None = None, query: str = "") -> Reading:
    """Open a caller's live stream, from a cursor on; the `retry` at its beginning is read."""
    headers = {} if cursor is None else {"Last-Event-ID": cursor}
    reading = Reading(await caller.open_stream(f"/live{query}", headers))
    if reading.status == 200:
        assert reading.response.content_type == "text/event-stream"
        await reading.expect("retry")
    return reading

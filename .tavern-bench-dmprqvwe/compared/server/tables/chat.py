"""A table's chat: not part of the game, stored apart from the log, with its own numbers, and erasable."""

from collections import deque
from typing import Final

import msgspec

from events.store import ChatStore, Said
from server.sse import frame

_RECENT: Final = 32
"""The number of messages whose frames stay in memory while a table is live."""
PAGE: Final = 200
"""The maximum number of messages in one answer."""

_encoder: Final = msgspec.json.Encoder()


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """A chat message, or the erasure of messages.

    `n` counts from 1. `by` is gm or seat:ID. `text` is null in erased messages and in erasures; `erases` lists the
    messages that an erasure erased.
    """

    n: int
    at: str
    by: str
    text: str | None
    erases: list[int] | None


def message_of(said: Said) -> Message:
    """A stored message as clients see it."""
    return Message(n=said.n, at=said.at, by=said.by, text=said.text, erases=said.erases)


class Chat:
    """One table's chat: the newest messages, as frames of live streams."""

    def __init__(self, store: ChatStore, table: str) -> None:
        self._store = store
        self._table = table
        self._last: int | None = None
        self._newest = 0
        self._recent: deque[tuple[int, bytes]] = deque(maxlen=_RECENT)

    async def last(self) -> int:
        """The number of the newest message, 0 if there is none."""
        if self._last is None:
            found = await self._store.chat_last(self._table)
            self._last = max(found, self._newest)
        return self._last

    def take(self, message: Message) -> None:
        """Take a stored message, if it is newer than those taken before.

        Messages may arrive out of order, or not at all if it is unknown whether they were stored: missing ones are read
        from the store. Messages that this one erases are removed here as well.
        """
        if message.n <= self._newest:
            if message.erases is not None:
                self._recent.clear()
            return
        if message.n != self._newest + 1 or message.erases is not None:
            self._recent.clear()
        self._newest = message.n
        if self._last is not None:
            self._last = max(self._last, message.n)
        self._recent.append((message.n, _frame(message)))

    def distrust(self) -> None:
        """Ask the store again: it may have more messages than were taken."""
        self._last = None
        self._recent.clear()

    def heard(self, n: int) -> bool:
        """Whether the store's newest message, number `n`, was unknown here. If so, the store is asked again."""
        if self._last is None or n <= self._last:
            return False
        self.distrust()
        return True

    def newer(self, after: int) -> bool:
        """Whether there may be messages with numbers above `after`."""
        return self._last is None or self._last > after

    async def frames(self, after: int) -> tuple[int, bytes]:
        """The messages above `after`, a page at most, as frames of a live stream, and the number of the last."""
        missing = await self.last() - after
        if missing <= 0:
            return after, b""
        if missing <= len(self._recent) and self._recent[-missing][0] == after + 1:
            newest = list(self._recent)[-missing:]
            return newest[-1][0], b"".join(framed for _, framed in newest)
        page = [message_of(said) for said in await self._store.chat(self._table, after, PAGE)]
        return (page[-1].n if page else await self.last()), b"".join(_frame(message) for message in page)


def _frame(message: Message) -> bytes:
    return frame("chat", _encoder.encode(message))

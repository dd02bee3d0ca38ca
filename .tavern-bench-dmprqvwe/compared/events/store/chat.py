"""The part of a store that holds the chat: apart from the log, with its own numbers, and erasable."""

from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from events.store.errors import StoreError

SAID_BYTES: Final = 64
"""Added to `TableInfo.bytes` for each message and erasure, besides its text."""


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A chat message, or an erasure of messages.

    `n` counts from 1 without gaps at each table, `at` is the time and `by` the sender. `text` is None once the message
    is erased, and for an erasure: then `erases` lists the erased numbers, ascending.
    """

    n: int
    at: str
    by: str
    text: str | None
    erases: list[int] | None = None


class AlreadySaid(StoreError):
    """The sender used this key before, for message `n`. Nothing was kept."""

    code = "already_said"

    def __init__(self, n: int) -> None:
        super().__init__(f"the key was used for message {n}")
        self.n = n


class ChatStore(Protocol):
    """The chat of each table."""

    async def say(self, table: str, by: str, at: str, text: str, key: str | None = None) -> int:
        """Store a message durably and return its number. A sender's `key` (an idempotency key) stores one message at a
        table.

        Raises `AlreadySaid`, `NoSuchTable`, `StoreFull`, `StoreReadOnly`, `StoreUnavailable`; `ValueError` if `text` is
        not valid Unicode.
        """
        ...

    async def said(self, table: str, by: str, key: str) -> int | None:
        """The number of the sender's message with this key, if any; it may have been erased since."""
        ...

    async def erase_chat(self, table: str, by: str, at: str, numbers: Sequence[int] | None) -> int | None:
        """Erase the texts of these messages (None: of all) and return the number of the erasure.

        The erasure takes the next number and lists only texts that were still there. If there were none, nothing
        changes and the result is None. Durable; raises what `say` raises. After that no program can recover the texts
        from the store, apart from the exceptions that the implementation documents.
        """
        ...

    async def chat(self, table: str, after: int, limit: int) -> Sequence[Said]:
        """At most `limit` messages and erasures with numbers above `after`, in order."""
        ...

    async def chat_last(self, table: str) -> int:
        """The newest number in a table's chat, 0 if it is empty."""
        ...

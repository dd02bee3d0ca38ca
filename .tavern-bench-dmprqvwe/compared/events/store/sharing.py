"""The part of a store that coordinates several servers: what others wrote, and which server works at a table."""

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol, runtime_checkable

import msgspec


class Newest(msgspec.Struct, frozen=True):
    """The newest numbers of a table: the seq of its log, and the number of its chat."""

    seq: int
    chat: int


@runtime_checkable
class Sharing(Protocol):
    """What a server needs from a store that other servers write to as well. Stores for one server do not implement it.

    Correctness rests on the optimistic concurrency of `LogStore.append` alone, which refuses a server with a stale
    copy. This part only keeps copies fresh and saves work.
    """

    async def newest(self, table: str) -> Newest | None:
        """The newest committed numbers, None for an unknown table. Calls that are made together share one query."""
        ...

    async def newest_of(self, tables: Sequence[str]) -> dict[str, Newest]:
        """The newest numbers of those of these tables that exist."""
        ...

    def primary(self) -> str | None:
        """The database server of the latest connection, as named in the address; None before there was one."""
        ...

    def on_news(self, heard: Callable[[str], object]) -> None:
        """Call `heard` with a table's id soon after another server wrote to it. Such wake-ups may get lost."""
        ...

    def claim(self, table: str) -> AbstractAsyncContextManager[bool]:
        """Claim the server's own work at a table until the context ends; False if another server has the claim.

        A claim also ends when its server dies. Raises a `StoreError`.
        """
        ...

    async def overdue(self, before: str, limit: int) -> Sequence[str]:
        """At most `limit` open tables with a deadline before this time, whose work no server has claimed, oldest
        first."""
        ...

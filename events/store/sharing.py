"""The part of a store that several servers use at once: what the others wrote, and who works at a table."""

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
    """What a server asks of a store that others write to as well. A store of one server does not have it.

    Correctness rests on `LogStore.append` alone: a server whose copy is stale loses there. All of this only keeps the
    copies fresh, and spares work.
    """

    async def newest(self, table: str) -> Newest | None:
        """The newest numbers that are committed anywhere, None for an unknown table. Those who ask at once share it."""
        ...

    async def newest_of(self, tables: Sequence[str]) -> dict[str, Newest]:
        """The newest numbers of each of these tables that is there."""
        ...

    def on_news(self, heard: Callable[[str], object]) -> None:
        """Have `heard` called with a table's id soon after another server wrote to it. Some news may never come."""
        ...

    def claim(self, table: str) -> AbstractAsyncContextManager[bool]:
        """Claim the server's own work at a table until the context ends; False if another server has the claim.

        A claim ends with the server that has it, however that ends. Raises a `StoreError`.
        """
        ...

    async def overdue(self, before: str, limit: int) -> Sequence[str]:
        """At most `limit` open tables with a deadline before this time, whose work nobody has claimed: oldest first."""
        ...

"""Ensures that nothing is acknowledged or shown that a failover may undo.

Where PostgreSQL names synchronous standbys, a commit waits until one of them has it. But a wait that is cancelled ends
with a warning and a success, and the transaction is visible from then on, although it may be on one server alone. The
same is true of a wait that a crash cut short. So

- a commit that comes with a warning has an unknown outcome,
- this server never cancels a commit, and ends only its own connection instead: PostgreSQL goes on waiting, unseen,
- what decides on an answer is *confirmed*: read in a transaction that itself has to wait for a standby. The log of
  PostgreSQL is replicated in order, so a standby that has this transaction has all that it saw. A primary that was
  replaced cannot confirm anything.

Where no standby is named, nothing is asked and nothing waits.
"""

import asyncio
from collections.abc import Coroutine, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar

from asyncpg import PostgresLogMessage

from events.stores.postgresql.connections.errors import FAILURES
from events.stores.postgresql.connections.links import AnyLink, Link, Record

T = TypeVar("T")

CONFIRM_SECONDS: Final = 5.0
"""How long a standby may take."""
_SETTLE_SECONDS: Final = 1.0
_COMMIT_SECONDS: Final = 15.0
NEVER: Final = 1e6
"""The timeout, in seconds, of a statement that the driver must not cancel."""

CONFIRMED: Final = """
    CASE WHEN current_setting('synchronous_standby_names') <> '' AND current_setting('transaction_read_only') = 'off'
    THEN pg_logical_emit_message(true, 'tavern', '')::text END
"""
"""An expression whose transaction waits for a standby: it writes to PostgreSQL's log, and to nothing else."""
CONFIRM: Final = f"SELECT {CONFIRMED}"


class Unconfirmed(OSError):
    """No standby has confirmed a transaction."""


async def confirm(connection: AnyLink) -> None:
    """Have all that the connection sees confirmed. Raises `Unconfirmed`, and the driver's errors."""
    await fetch_confirmed(connection, CONFIRM)


async def fetch_confirmed(connection: AnyLink, query: str, *parameters: object) -> list[Record]:
    """The rows of a query with `CONFIRMED` in it, once a standby has all that they tell. Raises as `confirm` does."""
    with _warnings(connection) as warnings:
        try:
            # It changes nothing, so cancelling it does no harm.
            rows = await connection.fetch(query, *parameters, timeout=CONFIRM_SECONDS)
        except TimeoutError:
            await settle(connection)
            raise Unconfirmed("neither an answer nor a standby's confirmation came in time") from None
    if warnings:
        raise Unconfirmed("the wait for a standby was cancelled")
    return rows


async def settle(connection: AnyLink) -> None:
    """End a connection after a statement took too long, unless PostgreSQL soon says that it cancelled it.

    Where nobody answers, the driver and its pools would wait for that for minutes.
    """
    try:
        await connection.execute("SELECT", timeout=_SETTLE_SECONDS)
    except FAILURES:
        # A pool may have taken it back.
        with suppress(*FAILURES):
            connection.terminate()


async def committed(connection: Link, committing: Coroutine[Any, Any, T]) -> T:
    """The result of a statement that commits, and that the driver does not cancel after a timeout.

    Raises `Unconfirmed` and the driver's errors. After an error, it may be unknown whether the transaction is, or will
    be, committed.
    """
    with _warnings(connection) as warnings:
        task = asyncio.ensure_future(committing)
        await asyncio.wait({task}, timeout=_COMMIT_SECONDS)
        if not task.done():
            connection.terminate()
            await asyncio.wait({task})
            task.exception()
            raise Unconfirmed("the commit was not confirmed in time")
        result = task.result()
    if warnings:
        raise Unconfirmed("the commit came with a warning, and may not be on a standby")
    return result


async def commit(connection: Link) -> str:
    """Commit, as `committed` does; the command that PostgreSQL carried out."""
    return await committed(connection, connection.execute("COMMIT", timeout=NEVER))


@contextmanager
def _warnings(connection: AnyLink) -> Generator[Sequence[PostgresLogMessage]]:
    """What PostgreSQL warns of meanwhile. Its words depend on the language that it speaks, so any warning counts."""
    told: list[PostgresLogMessage] = []

    def hear(_: object, message: PostgresLogMessage) -> None:
        told.append(message)

    connection.add_log_listener(hear)
    try:
        yield told
    finally:
        connection.remove_log_listener(hear)

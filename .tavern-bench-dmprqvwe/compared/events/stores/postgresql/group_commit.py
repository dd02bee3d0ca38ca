"""Group commit: all writes that arrive during a commit go into the next one.

A server writes through one connection. Each group is one transaction, and all its appends together are one statement.
Servers lock the rows of tables in the same order. If two of them deadlock all the same, PostgreSQL ends one
transaction, and its writes are repeated one by one.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeVar, cast

from events.store import AlreadySaid, StoreError, StoreInUse, StoreReadOnly, StoreUnavailable
from events.stores.postgresql.appending import Append, append_all, unshared
from events.stores.postgresql.connections.confirming import CONFIRM, commit, committed
from events.stores.postgresql.connections.connecting import Servers
from events.stores.postgresql.connections.errors import (
    FAILURES,
    again,
    before_commit,
    explain,
    explain_opening,
    one_may_be_to_blame,
    unavailable,
)
from events.stores.postgresql.connections.links import Link
from events.stores.postgresql.schema import FLOORS, SERVING

T = TypeVar("T")
Work = Append | Callable[[Link], Awaitable[object]]

GROUP_LIMIT: Final = 256
"""The most writes in one transaction."""
_BEGIN_SECONDS: Final = 5.0
"""A primary that takes longer to begin hangs: then another may have taken its place."""
_MOST_TRIES: Final = 3
"""How often a write is tried that may have lost against another server's: then it finds what that one wrote."""
BEGIN: Final = f"""
BEGIN;
SELECT pg_advisory_xact_lock_shared({FLOORS} + last_value - (NOT is_called)::int) FROM positions;
"""
"""Begins a transaction that may assign positions."""
_HOLDERS: Final = """
    SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND classid::bigint << 32 | objid::bigint = $1 AND pid != pg_backend_pid()
    ORDER BY 1 LIMIT 1
"""


class _Waiting(NamedTuple):
    work: Work
    done: asyncio.Future[Any]
    kept: Callable[[Any], None] | None
    tries: int = 1


class GroupCommit:
    """Runs writes on the writing connection, many to a transaction, each whole or not at all.

    A connection to one of the `servers` that was lost is made again for the next group. `shared`: others may write to
    the store too, as servers do; otherwise nobody else may. `on_failed_commit` is called after a commit of which it is
    unknown whether it took effect.
    """

    def __init__(self, servers: Servers, where: str, *, shared: bool) -> None:
        self._servers = servers
        self._where = where
        self._shared = shared
        self._connection: Link | None = None
        self._waiting: deque[_Waiting] = deque()
        self._to_go_alone = 0
        self._running: asyncio.Task[None] | None = None
        self._closing = False
        self.on_failed_commit: Callable[[], None] | None = None

    async def run(self, work: Append | Callable[[Link], Awaitable[T]], kept: Callable[[T], None] | None = None) -> T:
        """Run `work` and return its result once it is durable.

        `work` may raise a `StoreError` before it writes anything, which does not affect the rest of the group. Raises
        the error that prevented the commit. Cancelling the caller does not cancel the work. `kept` is called with the
        result once it is durable, even if the caller is gone.
        """
        self.guard()
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(cast("Work", work), done, kept))
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._run_groups())
        return await done

    def guard(self) -> None:
        """Raise `StoreUnavailable` once the store is closed."""
        if self._closing:
            raise StoreUnavailable(f"{self._where} is closed.")

    async def ready(self) -> None:
        """Raise a `StoreError` unless writes can be committed now."""
        await self.run(_require_writable)

    async def connected(self) -> Link:
        """The connection, made again if it was lost. Raises a `StoreError`; nothing was kept then."""
        if self._connection is not None and not self._connection.is_closed():
            return self._connection
        try:
            connection = await self._servers.connect()
        except FAILURES as error:
            raise explain_opening(error, self._where) from error
        try:
            await self._take_place(connection)
        except FAILURES as error:
            connection.terminate()
            raise explain(error, self._where) from error
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        return connection

    async def _take_place(self, connection: Link) -> None:
        kind = "_shared" if self._shared else ""
        if not await connection.fetchval(f"SELECT pg_try_advisory_lock{kind}($1)", SERVING):
            holder = await connection.fetchval(_HOLDERS, SERVING) or ""
            who = "a command that changes it" if self._shared else "a server or another command"
            raise StoreInUse(f"{self._where} is in use by {who}{f' ({holder})' if holder else ''}.", holder)

    async def close(self) -> None:
        """Finish pending writes, then close the connection."""
        self._closing = True
        if self._running is not None:
            await asyncio.wait({self._running})
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with suppress(*FAILURES):
                await connection.close(timeout=1)

    async def _run_groups(self) -> None:
        # Those who write at once are in the same group.
        await asyncio.sleep(0)
        try:
            while self._waiting:
                group = self._next_group()
                try:
                    await self._run_group(group)
                except BaseException as error:
                    # A bug: it goes to the loop's exception handler, but no caller may be left waiting forever.
                    self._give_up()
                    _fail([*group, *self._waiting], unavailable(f"{self._where}: {error!r}.", None))
                    self._waiting.clear()
                    raise
        finally:
            self._running = None

    def _next_group(self) -> list[_Waiting]:
        """The oldest writes that may share a transaction: entries that do not bear on each other, or others."""
        if self._to_go_alone:
            self._to_go_alone -= 1
            return [self._waiting.popleft()]
        group: list[_Waiting] = []
        taken: set[str | tuple[str, str]] = set()
        kind = type(self._waiting[0].work) is Append
        while self._waiting and len(group) < GROUP_LIMIT:
            work = self._waiting[0].work
            if isinstance(work, Append) != kind:
                break
            if isinstance(work, Append):
                own = unshared(work)
                if not taken.isdisjoint(own):
                    break
                taken |= own
            group.append(self._waiting.popleft())
        return group

    async def _run_group(self, group: list[_Waiting]) -> None:
        appends = [waiting.work for waiting in group if isinstance(waiting.work, Append)]
        outcomes: Sequence[object] = ()
        try:
            connection = await self.connected()
            if not appends:
                await connection.execute(BEGIN, timeout=_BEGIN_SECONDS)
                outcomes = await _carry_out(connection, group)
        except StoreError as error:
            _fail(group, error)
            return
        except FAILURES as error:
            await self._roll_back()
            self._refuse(group, error)
            return
        try:
            if appends:
                outcomes = await committed(connection, append_all(connection, appends))
            elif await commit(connection) != "COMMIT":
                _fail(group, unavailable(f"{self._where}: the transaction was rolled back.", False))
                return
        except FAILURES as error:
            if appends and before_commit(error):
                self._refuse(group, error)
            else:
                self._doubt(group, error)
            return
        for waiting, outcome in zip(group, outcomes, strict=True):
            if waiting.kept is not None and not isinstance(outcome, StoreError):
                waiting.kept(outcome)
            _settle(waiting, outcome)
        # Callers whose writes just finished run before the next group begins, and may still join it.
        await asyncio.sleep(0)

    def _refuse(self, group: list[_Waiting], error: BaseException) -> None:
        """Fail a group of which nothing was kept, or try its writes again, one by one."""
        if one_may_be_to_blame(error) and group[0].tries < _MOST_TRIES:
            self._waiting.extendleft(one._replace(tries=one.tries + 1) for one in reversed(group))
            self._to_go_alone = len(group)
        else:
            _fail(group, explain(error, self._where))

    def _doubt(self, group: list[_Waiting], error: BaseException) -> None:
        """Fail a group that may have been committed before its connection was lost, on the primary alone or not."""
        self._give_up()
        self._servers.doubt()
        if self.on_failed_commit is not None:
            self.on_failed_commit()
        _fail(group, explain(error, self._where, kept=None))

    async def _roll_back(self) -> None:
        """End the transaction, or give the connection up: PostgreSQL ends it then."""
        if self._connection is None:
            return
        try:
            await self._connection.execute("ROLLBACK", timeout=1)
        except FAILURES:
            self._give_up()

    def _give_up(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None


async def _require_writable(connection: Link) -> None:
    if await connection.fetchval("SHOW transaction_read_only") == "on":
        raise StoreReadOnly("the database cannot be written: it is a standby, or was made read-only.")
    await connection.execute(CONFIRM)


async def _carry_out(connection: Link, group: list[_Waiting]) -> list[object]:
    """The outcomes of a group's writes, in order."""
    outcomes: list[object] = []
    for work in cast("list[Callable[[Link], Awaitable[object]]]", [waiting.work for waiting in group]):
        try:
            outcomes.append(await work(connection))
        except StoreError as refusal:
            outcomes.append(refusal)
    if any(isinstance(outcome, AlreadySaid) for outcome in outcomes):
        # The first commit may not have been confirmed; that it is told of has to be.
        await connection.execute(CONFIRM)
    return outcomes


def _settle(waiting: _Waiting, outcome: object) -> None:
    if waiting.done.done():
        return
    if isinstance(outcome, StoreError):
        waiting.done.set_exception(outcome)
    else:
        waiting.done.set_result(outcome)


def _fail(group: list[_Waiting], error: StoreError) -> None:
    for waiting in group:
        _settle(waiting, again(error))

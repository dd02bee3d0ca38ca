"""Group commit in PostgreSQL: which writes share a transaction, and what their callers get when one fails."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncpg
import pytest

from events.store import Conflict, NoSuchTable, StoreUnavailable
from events.stores.postgresql import PostgresqlStore
from events.stores.postgresql.appending import Append, Appended
from events.stores.postgresql.connections.connecting import Servers
from events.stores.postgresql.connections.links import Link
from events.stores.postgresql.group_commit import GROUP_LIMIT, GroupCommit
from tests.events.stores.filling import NOTHING
from tests.postgres import Postgres

Work = Callable[[Link], Awaitable[Any]]


@pytest.fixture
async def group(postgres: Postgres) -> AsyncIterator[GroupCommit]:
    await (await PostgresqlStore.open(postgres.address, "the store")).close()
    group = GroupCommit(Servers(postgres.address), "the store", shared=True)
    yield group
    await group.close()


async def transaction(connection: Link) -> int:
    """Work that returns the number of its transaction."""
    return int(await connection.fetchval("SELECT pg_current_xact_id()::text"))


class Unlucky:
    """Work that fails, always or at first, as that which deadlocks with another server's."""

    def __init__(self, failures: int) -> None:
        self._failures = failures
        self.tries = 0

    async def __call__(self, connection: Link) -> int:
        self.tries += 1
        if self.tries <= self._failures:
            raise asyncpg.DeadlockDetectedError("deadlock detected")
        return await transaction(connection)


async def together(group: GroupCommit, *works: Work) -> list[Any]:
    return await asyncio.gather(*(group.run(work) for work in works), return_exceptions=True)


async def test_what_arrives_in_one_turn_shares_a_transaction_up_to_a_limit(group: GroupCommit) -> None:
    assert len(set(await together(group, *[transaction] * GROUP_LIMIT))) == 1
    numbers = await together(group, *[transaction] * (GROUP_LIMIT + 1))
    assert numbers.count(numbers[0]) == GROUP_LIMIT
    assert numbers == sorted(numbers)


async def test_after_one_write_failed_those_with_it_are_repeated_one_by_one_and_the_next_share_again(
    group: GroupCommit,
) -> None:
    unlucky = Unlucky(1)
    numbers = await together(group, transaction, transaction, unlucky)
    assert (unlucky.tries, len(set(numbers))) == (2, 3)
    assert numbers == sorted(numbers)
    assert len(set(await together(group, *[transaction] * 3))) == 1


async def test_writes_that_arrive_while_others_are_repeated_share_the_next_transaction(group: GroupCommit) -> None:
    later: list[asyncio.Task[int]] = []

    async def first(connection: Link) -> int:
        if not later:
            later.extend(asyncio.ensure_future(group.run(transaction)) for _ in range(3))
            await asyncio.sleep(0)
        return await transaction(connection)

    numbers = await together(group, first, Unlucky(1))
    assert len({*numbers, *await asyncio.gather(*later)}) == 3
    assert len(set(await asyncio.gather(*later))) == 1


async def test_entries_and_other_writes_of_one_group_are_carried_out_in_order(group: GroupCommit) -> None:
    async def count(connection: Link) -> int:
        return int(await connection.fetchval("SELECT count(*) FROM log"))

    def append(seq: int) -> Append:
        return Append("t", seq, b"{}", NOTHING)

    works: list[Any] = [append(1), count, append(2), append(3), append(3), count]
    outcomes: list[Any] = await asyncio.gather(*(group.run(work) for work in works), return_exceptions=True)
    assert [one.seq if isinstance(one, Appended) else one for one in outcomes if not isinstance(one, Conflict)] == [
        1, 1, 2, 3, 3
    ]  # fmt: skip
    assert isinstance(outcomes[4], Conflict)


async def test_a_write_that_fails_every_time_is_tried_three_times_and_fails_no_other(group: GroupCommit) -> None:
    unlucky = Unlucky(9)
    before, failure, after = await together(group, transaction, unlucky, transaction)
    assert before < after
    assert (unlucky.tries, type(failure), failure.kept) == (3, StoreUnavailable, False)


async def test_a_failure_for_which_no_single_write_is_to_blame_is_that_of_the_whole_group(group: GroupCommit) -> None:
    tries = 0

    async def fail(_: Link) -> None:
        nonlocal tries
        tries += 1
        raise asyncpg.OutOfMemoryError("out of memory")

    outcomes = await together(group, transaction, fail)
    assert ([(type(one), one.kept) for one in outcomes], tries) == ([(StoreUnavailable, False)] * 2, 1)
    # An exception of its own for each.
    assert outcomes[0] is not outcomes[1]
    assert len(set(await together(group, transaction, transaction))) == 1


async def test_a_transaction_that_postgresql_rolled_back_at_its_commit_kept_nothing(group: GroupCommit) -> None:
    reported: list[object] = []

    async def swallow(connection: Link) -> None:
        with suppress(asyncpg.DivisionByZeroError):
            await connection.execute("SELECT 1 / 0")

    with pytest.raises(StoreUnavailable, match="rolled back") as caught:
        await group.run(swallow, reported.append)
    assert (caught.value.kept, reported) == (False, [])
    assert len(set(await together(group, transaction, transaction))) == 1


async def test_a_refusal_is_its_callers_alone_and_counts_nothing(group: GroupCommit) -> None:
    kept: list[int] = []

    async def refuse(_: Link) -> int:
        raise NoSuchTable("unknown")

    outcomes = await asyncio.gather(
        group.run(transaction, kept.append),
        group.run(refuse, kept.append),
        group.run(transaction),
        return_exceptions=True,
    )
    assert isinstance(outcomes[1], NoSuchTable)
    assert outcomes[0] == outcomes[2]
    assert kept == [outcomes[0]]


async def test_a_write_whose_caller_gave_up_is_counted_and_the_next_are_answered(group: GroupCommit) -> None:
    kept: list[int] = []
    impatient = asyncio.ensure_future(group.run(transaction, kept.append))
    patient = asyncio.ensure_future(group.run(transaction))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient == kept[0]
    assert impatient.cancelled()


async def test_a_bug_in_a_write_leaves_no_caller_waiting(group: GroupCommit) -> None:
    reported: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
    later: list[asyncio.Task[int]] = []
    begun: list[int] = []

    async def err(connection: Link) -> None:
        begun.append(await transaction(connection))
        later.append(asyncio.ensure_future(group.run(transaction)))
        await asyncio.sleep(0)
        raise ZeroDivisionError

    async with asyncio.timeout(30):
        outcomes = [*await together(group, transaction, err), *await asyncio.gather(*later, return_exceptions=True)]
    assert [(type(one), one.kept) for one in outcomes] == [(StoreUnavailable, None)] * 3
    # What it wrote is not committed with the next group.
    assert await group.run(transaction) > begun[0]
    assert [type(context["exception"]) for context in reported] == [ZeroDivisionError]


async def test_closing_finishes_what_was_begun_and_refuses_the_rest(group: GroupCommit) -> None:
    begun = asyncio.ensure_future(group.run(transaction))
    await asyncio.sleep(0)
    closing = asyncio.ensure_future(group.close())
    await asyncio.sleep(0)
    with pytest.raises(StoreUnavailable, match="is closed"):
        await group.run(transaction)
    await closing
    assert begun.done()
    assert begun.result() > 0

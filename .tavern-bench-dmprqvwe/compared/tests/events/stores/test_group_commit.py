"""All writes that arrive during a commit share the next one, and each is whole or not at all."""

import asyncio
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from types import FrameType
from typing import Any

import pytest

from events.store import NoSuchTable, StoreFull, StoreReadOnly, StoreUnavailable
from events.stores.sqlite.group_commit import GROUP_LIMIT
from tests.events.stores.committing import Bench, insert


async def test_what_arrives_in_one_turn_is_committed_once(bench: Bench) -> None:
    assert await bench.together(*map(insert, range(64))) == list(range(64))
    assert bench.disk.commits == 1
    assert bench.numbers() == list(range(64))


async def test_what_arrives_during_a_commit_is_committed_by_the_next(bench: Bench) -> None:
    bench.disk.gate.clear()
    first = asyncio.create_task(bench.group.run(insert(0)))
    await asyncio.to_thread(bench.disk.at_the_gate.wait)
    others = [asyncio.create_task(bench.group.run(insert(n))) for n in range(1, 20)]
    await asyncio.sleep(0)
    bench.disk.gate.set()
    await asyncio.gather(first, *others)
    assert bench.disk.commits == 2


async def test_a_group_has_a_limit(bench: Bench) -> None:
    await bench.together(*map(insert, range(2 * GROUP_LIMIT + 1)))
    assert bench.disk.commits == 3


async def test_nobody_is_answered_before_the_commit_and_the_loop_goes_on_meanwhile(bench: Bench) -> None:
    bench.disk.gate.clear()
    waiting = asyncio.create_task(bench.group.run(insert(1)))
    await asyncio.to_thread(bench.disk.at_the_gate.wait)
    await bench.look()
    assert not waiting.done()
    assert bench.numbers() == []
    bench.disk.gate.set()
    assert await waiting == 1
    assert bench.numbers() == [1]


async def test_a_loop_that_never_idles_stands_aside_for_the_commits_thread(bench: Bench) -> None:
    loop = threading.get_ident()

    def seen_waiting_twice() -> bool:
        """Whether the loop's thread, in place of running on, gives up the interpreter for a while, again and again."""
        waits: list[FrameType] = []
        until = time.monotonic() + 10
        while len(waits) < 2 and time.monotonic() < until:
            frame = sys._current_frames()[loop]
            if frame.f_code is threading.Condition.wait.__code__ and frame not in waits:
                waits.append(frame)
        return len(waits) == 2

    def never_idle() -> None:
        if len(bench.disk.seen) < 2:
            asyncio.get_running_loop().call_soon(never_idle)

    # The first commit starts the thread, for which the loop waits too.
    await bench.group.run(insert(1))
    never_idle()
    bench.disk.during_commit = seen_waiting_twice
    await bench.group.run(insert(2))
    assert bench.disk.seen == [None, True]


async def test_a_refusal_is_its_own_outcome_and_no_others(bench: Bench) -> None:
    def refuse(connection: sqlite3.Connection) -> int:
        raise NoSuchTable("no")

    outcomes = await bench.together(insert(1), refuse, insert(2))
    assert [type(outcome) for outcome in outcomes] == [int, NoSuchTable, int]
    assert bench.numbers() == [1, 2]


async def test_work_that_fails_half_way_is_undone_alone(bench: Bench) -> None:
    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO numbers VALUES (100)")
        connection.execute("INSERT INTO numbers VALUES (100)")

    outcomes = await bench.together(insert(1), half, insert(2))
    assert [type(outcome) for outcome in outcomes] == [int, StoreUnavailable, int]
    assert bench.numbers() == [1, 2]
    outcomes = await bench.together(half, insert(3))
    assert [type(outcome) for outcome in outcomes] == [StoreUnavailable, int]
    assert "UNIQUE constraint failed" in str(outcomes[0])
    assert bench.numbers() == [1, 2, 3]


async def test_work_that_is_tried_again_alone_keeps_its_turn(bench: Bench) -> None:
    tried: dict[int, None] = {}

    def note(number: int) -> Callable[[sqlite3.Connection], int]:
        def work(connection: sqlite3.Connection) -> int:
            tried.pop(number, None)
            tried[number] = None
            # What 0 puts in is in the way of 1.
            return insert(number or 1)(connection)

        return work

    count = GROUP_LIMIT + 10
    outcomes = await bench.together(*map(note, range(count)))
    assert list(tried) == list(range(count))
    assert [type(outcome) for outcome in outcomes] == [int, StoreUnavailable, *[int] * (count - 2)]


async def test_only_those_that_shared_a_failed_group_are_tried_alone(bench: Bench) -> None:
    await bench.together(insert(1), insert(1), insert(2))
    commits = bench.disk.commits
    await bench.together(*map(insert, range(3, 20)))
    assert bench.disk.commits == commits + 1


async def test_on_a_full_disk_a_group_fails_at_once_and_no_write_is_tried_again(bench: Bench) -> None:
    tried: list[int] = []

    def much(number: int) -> Callable[[sqlite3.Connection], None]:
        def work(connection: sqlite3.Connection) -> None:
            tried.append(number)
            connection.execute("CREATE TABLE much AS SELECT randomblob(100000)")

        return work

    (pages,) = bench.disk.execute("PRAGMA page_count").fetchone()
    bench.disk.execute(f"PRAGMA max_page_count = {pages}")
    outcomes = await bench.together(much(1), much(2))
    assert [type(outcome) for outcome in outcomes] == [StoreFull, StoreFull]
    assert tried == [1]


async def test_what_is_to_be_done_with_a_result_is_done_once_it_is_durable_and_only_then(bench: Bench) -> None:
    kept: list[tuple[int, list[int]]] = []

    def keep(number: int) -> None:
        kept.append((number, bench.numbers()))

    def refuse(connection: sqlite3.Connection) -> int:
        raise NoSuchTable("no")

    bench.disk.gate.clear()
    waiting = [asyncio.create_task(bench.group.run(work, kept=keep)) for work in (insert(1), refuse)]
    await asyncio.to_thread(bench.disk.at_the_gate.wait)
    waiting[0].cancel()
    await bench.look()
    assert kept == []
    bench.disk.gate.set()
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [asyncio.CancelledError, NoSuchTable]
    assert kept == [(1, [1])]


async def test_a_failed_commit_is_reported_and_its_results_are_not_kept(bench: Bench) -> None:
    kept: list[object] = []
    failed: list[bool] = []
    bench.group.on_failed_commit = lambda: failed.append(True)
    await bench.group.run(insert(1), kept=kept.append)

    def dangle(connection: sqlite3.Connection) -> int:
        connection.execute("INSERT INTO later VALUES (7)")
        return 7

    with pytest.raises(StoreUnavailable):
        await bench.group.run(dangle, kept=kept.append)
    assert (kept, failed) == ([1], [True])


async def test_a_commit_is_not_acknowledged_before_its_file_was_looked_at_though_another_is_looking(
    bench: Bench,
) -> None:
    bench.disk.gate.clear()
    waiting = asyncio.create_task(bench.group.run(insert(1)))
    await asyncio.to_thread(bench.disk.at_the_gate.wait)
    with bench.watch.rewriting():
        bench.watch.looks.clear()
        bench.disk.gate.set()
        await asyncio.to_thread(bench.watch.looks.wait)
        await bench.look()
        assert not waiting.done()
        bench.log.unlink()
    with pytest.raises(StoreUnavailable, match="was removed while the server ran") as caught:
        await waiting
    assert caught.value.kept is None


async def test_a_commit_that_erases_empties_the_log_and_others_do_not(bench: Bench) -> None:
    await bench.group.run(insert(1))
    size = bench.log.stat().st_size
    await bench.group.run(insert(2))
    assert bench.log.stat().st_size > size > 0
    await bench.group.run(insert(3), erases=True)
    emptied = bench.log.stat().st_size
    assert emptied < size
    await bench.group.run(insert(4))
    assert bench.log.stat().st_size > emptied


async def test_a_log_that_could_not_be_emptied_is_emptied_with_the_first_commit_that_nobody_hinders(
    bench: Bench,
) -> None:
    async def erase() -> None:
        await bench.group.run(insert(2), erases=True)

    bench.disk.execute("PRAGMA busy_timeout = 0")
    await bench.group.run(insert(1))
    for leave_traces in (erase, bench.group.compact):
        with closing(sqlite3.connect(bench.path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT n FROM numbers").fetchall()
            await leave_traces()
            size = bench.log.stat().st_size
            await bench.group.run(insert(3))
            assert bench.log.stat().st_size > size
        await bench.group.run(lambda connection: connection.execute("DELETE FROM numbers WHERE n > 1").close())
        emptied = bench.log.stat().st_size
        assert emptied < size
        await bench.group.run(insert(4))
        assert bench.log.stat().st_size > emptied


async def test_work_of_its_own_waits_for_the_commit_and_others_wait_for_it(bench: Bench) -> None:
    done: list[str] = []

    def alone(connection: sqlite3.Connection) -> int:
        assert not connection.in_transaction
        done.append("alone")
        return 5

    bench.disk.gate.clear()
    before = asyncio.create_task(bench.group.run(insert(1), kept=lambda _: done.append("before")))
    await asyncio.to_thread(bench.disk.at_the_gate.wait)
    exclusive = asyncio.create_task(bench.group.exclusively(alone))
    await bench.look()
    bench.disk.gate.set()
    await before
    assert await exclusive == 5
    await bench.group.run(insert(2), kept=lambda _: done.append("after"))
    assert done == ["before", "alone", "after"]


async def test_a_commit_that_fails_fails_its_whole_group_and_leaves_nothing(bench: Bench) -> None:
    def dangle(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO later VALUES (7)")

    outcomes = await bench.together(insert(1), dangle, insert(2))
    errors = [outcome for outcome in outcomes if isinstance(outcome, StoreUnavailable)]
    assert len(errors) == len({id(error) for error in errors}) == 3
    assert {error.kept for error in errors} == {None}
    assert all("FOREIGN KEY constraint failed" in str(error) for error in errors)
    assert bench.numbers() == []
    assert await bench.together(insert(3)) == [3]
    assert bench.numbers() == [3]


async def test_a_transaction_that_cannot_be_undone_is_reported_and_undone_before_the_next_write(bench: Bench) -> None:
    bench.disk.failing = "ROLLBACK"
    (undone,) = await bench.together(lambda connection: connection.execute("INSERT INTO numbers VALUES (NULL, 1)"))
    assert isinstance(undone, StoreUnavailable)
    assert "disk I/O error" in str(undone)
    bench.disk.failing = ""
    (begun_again,) = await bench.together(insert(1))
    assert isinstance(begun_again, StoreUnavailable)
    assert await bench.together(insert(2)) == [2]
    assert bench.numbers() == [2]


async def test_work_of_its_own_that_fails_is_explained_and_others_go_on(bench: Bench) -> None:
    with pytest.raises(StoreUnavailable, match="UNIQUE constraint failed"):
        await bench.group.exclusively(lambda connection: insert(1)(connection) + insert(1)(connection))
    assert await bench.together(insert(2)) == [2]
    assert bench.numbers() == [1, 2]


async def test_a_defect_is_reported_to_all_and_to_the_loop_and_the_next_group_goes_on(bench: Bench) -> None:
    told: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))

    def divide(connection: sqlite3.Connection) -> float:
        connection.execute("INSERT INTO numbers VALUES (100)")
        return 1 / 0

    outcomes = await bench.together(insert(1), divide)
    assert [type(outcome) for outcome in outcomes] == [StoreUnavailable, StoreUnavailable]
    assert all("ZeroDivisionError" in str(outcome) for outcome in outcomes)
    assert [type(context["exception"]) for context in told] == [ZeroDivisionError]
    assert await bench.together(insert(2)) == [2]
    assert bench.numbers() == [2]


async def test_the_guard_stops_a_group_and_lets_the_next_one_pass(bench: Bench) -> None:
    bench.watch.objection = StoreReadOnly("not now")
    outcomes = await bench.together(insert(1), insert(2))
    assert [type(outcome) for outcome in outcomes] == [StoreReadOnly, StoreReadOnly]
    bench.watch.objection = None
    assert await bench.together(insert(3)) == [3]
    assert bench.numbers() == [3]


async def test_whoever_stops_waiting_before_the_group_begins_recalls_nothing(bench: Bench) -> None:
    impatient = asyncio.create_task(bench.group.run(insert(1)))
    patient = asyncio.create_task(bench.group.run(insert(2)))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient == 2
    with suppress(asyncio.CancelledError):
        await impatient
    assert impatient.cancelled()
    assert bench.numbers() == [1, 2]


async def test_whoever_stops_waiting_during_the_commit_recalls_nothing(bench: Bench) -> None:
    bench.disk.gate.clear()
    impatient = asyncio.create_task(bench.group.run(insert(1)))
    patient = asyncio.create_task(bench.group.run(insert(2)))
    await asyncio.to_thread(bench.disk.at_the_gate.wait)
    impatient.cancel()
    with suppress(asyncio.CancelledError):
        await impatient
    bench.disk.gate.set()
    assert await patient == 2
    assert bench.numbers() == [1, 2]


async def test_closing_twice_is_closing_once(bench: Bench) -> None:
    await bench.together(insert(1))
    await asyncio.gather(bench.group.close(), bench.group.close())
    await bench.group.close()
    assert bench.numbers() == [1]
    with pytest.raises(StoreUnavailable):
        await bench.group.compact()


async def test_closing_waits_for_the_commit_and_all_that_was_waiting(bench: Bench) -> None:
    bench.disk.gate.clear()
    first = asyncio.create_task(bench.group.run(insert(1)))
    await asyncio.to_thread(bench.disk.at_the_gate.wait)
    second = asyncio.create_task(bench.group.run(insert(2)))
    await asyncio.sleep(0)
    closing = asyncio.create_task(bench.group.close())
    await asyncio.sleep(0)
    with pytest.raises(StoreUnavailable):
        await bench.group.run(insert(3))
    bench.disk.gate.set()
    await closing
    assert (await first, await second) == (1, 2)
    assert bench.numbers() == [1, 2]

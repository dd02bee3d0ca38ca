"""The machine's clock as the server uses it."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest

from server.clock import SystemClock, stamp


@pytest.mark.parametrize("seconds", [0.0, 5.0, 3_600.0])
async def test_an_alarm_goes_off_when_as_much_time_has_elapsed(seconds: float) -> None:
    clock, loop = SystemClock(), asyncio.get_running_loop()
    before = loop.time()
    alarm = clock.call_at(clock.now() + timedelta(seconds=seconds), lambda: None)
    due = cast("asyncio.TimerHandle", alarm).when()
    alarm.cancel()
    # The time that passes between two looks at the clock is all that it may be off.
    assert before <= due <= loop.time() + seconds
    assert due >= before + seconds - (loop.time() - before)


async def test_an_alarm_for_a_time_that_has_passed_goes_off_at_once() -> None:
    clock, rung = SystemClock(), asyncio.Event()
    before = clock.elapsed()
    alarm = clock.call_at(clock.now() - timedelta(days=1), rung.set)
    assert cast("asyncio.TimerHandle", alarm).when() <= clock.elapsed()
    await rung.wait()
    assert clock.elapsed() >= before


def test_entries_record_times_in_milliseconds() -> None:
    assert stamp(datetime(2026, 11, 1, 9, 5, 7, 123_999, tzinfo=UTC)) == "2026-11-01T09:05:07.123Z"
    assert stamp(datetime(2026, 11, 1, tzinfo=UTC)) == "2026-11-01T00:00:00.000Z"

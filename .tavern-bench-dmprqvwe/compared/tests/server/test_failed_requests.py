"""In an outage the log stays short: it has the first failure of a kind in full, and then how many were left out."""

from collections.abc import Iterator

import pytest
import structlog.testing
from structlog.typing import EventDict

from events.store import StoreUnavailable
from events.stores.memory import MemoryStore
from server.failed_requests import FailedRequests
from server.log import get_log
from tests.server.conftest import Starting
from tests.server.serving import TurnedClock
from tests.server.test_commands import begun
from tests.server.test_metrics import metrics_of, samples

ROUTE = "/api/tables/{table}"
COMMANDS = "/api/tables/{table}/commands"
SHORT = {
    "event": "request_failed",
    "log_level": "warning",
    "route": ROUTE,
    "code": "store_error",
    "error": "StoreUnavailable",
}


@pytest.fixture
def logged() -> Iterator[list[EventDict]]:
    """What is logged."""
    with structlog.testing.capture_logs() as events:
        yield events


@pytest.fixture
def clock() -> TurnedClock:
    return TurnedClock()


@pytest.fixture
def failed(clock: TurnedClock, logged: list[EventDict]) -> FailedRequests:
    return FailedRequests(clock, get_log())


def fail(failed: FailedRequests, times: int = 1) -> None:
    for _ in range(times):
        failed.add(ROUTE, "store_error", StoreUnavailable("gone"))


def test_the_first_of_a_kind_is_logged_in_full_and_the_others_are_counted(
    failed: FailedRequests, clock: TurnedClock, logged: list[EventDict]
) -> None:
    fail(failed, 1_000)
    assert logged == [{**SHORT, "trace": []}]
    clock.turn(9.9)
    assert len(logged) == 1
    clock.turn(0.1)
    assert logged[1:] == [{**SHORT, "left_out": 999}]
    fail(failed, 2)
    clock.turn(10)
    assert logged[2:] == [{**SHORT, "left_out": 2}]


def test_after_ten_seconds_without_a_failure_the_next_one_is_logged_in_full(
    failed: FailedRequests, clock: TurnedClock, logged: list[EventDict]
) -> None:
    for _ in range(2):
        fail(failed, 2)
        clock.turn(10)
        clock.turn(10)
        assert clock.pending() == 0
    assert logged == [{**SHORT, "trace": []}, {**SHORT, "left_out": 1}] * 2


def test_a_single_failure_that_was_left_out_makes_the_next_one_no_new_kind(
    failed: FailedRequests, clock: TurnedClock, logged: list[EventDict]
) -> None:
    fail(failed, 2)
    clock.turn(10)
    fail(failed)
    clock.turn(10)
    assert logged == [{**SHORT, "trace": []}, {**SHORT, "left_out": 1}, {**SHORT, "left_out": 1}]


def test_each_kind_is_logged_by_itself(failed: FailedRequests, logged: list[EventDict]) -> None:
    for route in (ROUTE, COMMANDS):
        for code in ("store_error", "store_unavailable"):
            for error in (StoreUnavailable("gone"), OSError("gone")):
                failed.add(route, code, error)
    assert len(logged) == 8
    assert all("trace" in line for line in logged)


def test_what_was_left_out_is_logged_when_the_server_stops(
    failed: FailedRequests, clock: TurnedClock, logged: list[EventDict]
) -> None:
    fail(failed, 3)
    failed.add(COMMANDS, "store_error", StoreUnavailable("gone"))
    failed.stop()
    assert logged[2:] == [{**SHORT, "left_out": 2}]
    assert clock.pending() == 0


async def test_an_outage_is_logged_once_for_each_route_and_counted_in_whole(
    start: Starting, logged: list[EventDict]
) -> None:
    store = MemoryStore()
    server = await start(store, allow_seeds=True)
    _, ada, _ = await begun(server)
    await store.close()
    for _ in range(5):
        assert (await ada.give("roll")).status == 503
        assert (await server.post("/api/tables", {"game": "race"})).status == 503
    lines = [line for line in logged if line["event"] == "request_failed"]
    assert {line["route"] for line in lines} == {COMMANDS, "/api/tables"}
    assert len(lines) == 2
    server.clock.turn(10)
    assert [line["left_out"] for line in logged if "left_out" in line] == [4, 4]
    assert samples(metrics_of(server), "tavern_store_errors_total") == {("store_unavailable",): 10}

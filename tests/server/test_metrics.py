"""What a server counts of itself: each kind of request once, and nothing that reveals a table or a command."""

import asyncio
import re
import time

import pytest
from prometheus_client.parser import text_string_to_metric_families

from events.storage.contract import StoreUnavailable
from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from server.metrics import Metrics, watch_loop
from tests.server.conftest import Starting
from tests.server.serving import Answer, Served, start_server, until
from tests.server.test_commands import begun

COMMANDS = "/api/tables/{table}/commands"
LABELS = {
    "tavern_requests": {"method", "route", "status"},
    "tavern_request_duration_seconds": {"method", "route", "status", "le"},
    "tavern_streams_closed": {"reason"},
    "tavern_store_errors": {"code"},
    "tavern_limited": {"what"},
    "tavern_build_info": {"version", "python"},
    "tavern_event_loop_lag_seconds": {"le"},
    "python_gc_objects_collected": {"generation"},
    "python_gc_objects_uncollectable": {"generation"},
    "python_gc_collections": {"generation"},
}


def metrics_of(server: Served) -> Metrics:
    return server.tables.services.metrics


def samples(metrics: Metrics, name: str) -> dict[tuple[str, ...], float]:
    """A metric's samples by the values of their labels, in the order of the labels' names."""
    return {
        tuple(sample.labels[label] for label in sorted(sample.labels)): sample.value
        for family in text_string_to_metric_families(metrics.exposition().decode())
        for sample in family.samples
        if sample.name == name
    }


async def test_requests_are_counted_by_method_route_and_class_of_status(server: Served) -> None:
    _, ada, _ = await begun(server)
    before = samples(metrics_of(server), "tavern_requests_total")
    for answer in [
        await ada.give("roll"),
        await ada.give("dance"),
        await server.get("/api/tables/unknown/nothing"),
        await Answer.of(await server.client.request("PROPFIND", "/api/games")),
        await server.get("/healthz"),
    ]:
        assert answer.status
    after = samples(metrics_of(server), "tavern_requests_total")
    assert {key: count - before.get(key, 0) for key, count in after.items() if count != before.get(key, 0)} == {
        ("POST", COMMANDS, "2xx"): 1,
        ("POST", COMMANDS, "4xx"): 1,
        ("GET", "none", "4xx"): 1,
        ("other", "none", "4xx"): 1,
        ("GET", "/healthz", "2xx"): 1,
    }


async def test_the_durations_of_answers_are_counted_in_buckets_that_add_up(server: Served) -> None:
    for _ in range(5):
        await server.get("/api/games")
    metrics = metrics_of(server)
    labels = ("GET", "/api/games", "2xx")
    assert samples(metrics, "tavern_request_duration_seconds_count")[labels] == 5
    assert 0 < samples(metrics, "tavern_request_duration_seconds_sum")[labels] < 5
    buckets = {
        float(le): count
        for (le, method, route, status), count in samples(metrics, "tavern_request_duration_seconds_bucket").items()
        if (method, route, status) == labels
    }
    assert [buckets[bound] for bound in sorted(buckets)] == sorted(buckets.values())
    assert buckets[float("inf")] == 5


def test_a_duration_on_a_bound_falls_below_it() -> None:
    metrics = Metrics()
    metrics.requests.answered("GET", "/", 200, 0.01)
    metrics.requests.answered("GET", "/", 200, 100.0)
    counts = samples(metrics, "tavern_request_duration_seconds_bucket")
    assert [counts[(bound, "GET", "/", "2xx")] for bound in ("0.005", "0.01", "60.0", "+Inf")] == [0, 1, 1, 2]


async def test_a_stream_is_counted_and_its_length_is_no_duration(server: Served) -> None:
    table = await server.open("race")
    stream = await server.client.get(f"/api/tables/{table.id}/live")
    assert stream.status == 200
    await stream.content.readline()
    stream.close()
    labels = ("GET", "/api/tables/{table}/live", "2xx")
    until = time.monotonic() + 10
    while labels not in samples(metrics_of(server), "tavern_requests_total") and time.monotonic() < until:
        await server.get("/healthz")
    assert samples(metrics_of(server), "tavern_requests_total")[labels] == 1
    assert labels not in samples(metrics_of(server), "tavern_request_duration_seconds_count")


async def test_failures_of_the_store_are_counted_by_code(catalogue: Catalogue) -> None:
    store = MemoryStore()
    server = await start_server(catalogue, store)
    await store.close()
    answer = await server.get("/readyz")
    assert answer.code == (503, StoreUnavailable.code)
    assert samples(metrics_of(server), "tavern_store_errors_total") == {(StoreUnavailable.code,): 1}
    await server.close()


async def test_refusals_are_counted_by_the_limit(start: Starting) -> None:
    server = await start(requests_per_second=1)
    for _ in range(8):
        await server.get("/api/games")
    assert samples(metrics_of(server), "tavern_limited_total") == {("requests",): 3}


async def test_no_label_names_a_table_a_game_or_a_kind_of_command(server: Served) -> None:
    table, ada, _ = await begun(server)
    await ada.give("roll")
    await table.gm.give("set_listed", listed=True)
    await server.get(f"/api/tables/{table.id}/nothing")
    text = metrics_of(server).exposition().decode()
    assert not [secret for secret in (table.id, "race", "roll", "set_listed", "ada", "Ada") if secret in text]
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            assert set(sample.labels) <= LABELS.get(family.name, set()), sample
            for label, value in sample.labels.items():
                assert label != "route" or value == "none" or re.fullmatch(r"/[\w{}./-]*", value), sample


async def test_how_late_the_event_loop_is_is_measured_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.metrics._LAG_EVERY", 0.001)
    metrics = Metrics()
    watching = asyncio.create_task(watch_loop(metrics))
    await until(lambda: samples(metrics, "tavern_event_loop_lag_seconds_count")[()] >= 2)
    watching.cancel()
    assert samples(metrics, "tavern_event_loop_lag_seconds_sum")[()] >= 0


def test_servers_of_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    for events in (1, 2, 4):
        one.appended.add(events)
    assert [samples(metrics, "tavern_entries_total")[()] for metrics in (one, other)] == [3, 0]
    assert [samples(metrics, "tavern_events_total")[()] for metrics in (one, other)] == [7, 0]


@pytest.mark.parametrize("name", ["tavern_build_info", "process_resident_memory_bytes", "process_open_fds"])
def test_the_build_and_its_use_of_resources_are_reported(name: str) -> None:
    [(_, value)] = samples(Metrics(), name).items()
    assert value > 0

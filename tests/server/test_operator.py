"""The operator's own address: metrics and health, and nothing of players."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import structlog.testing
from aiohttp.test_utils import TestClient, TestServer

from events.storage.memory import MemoryStore
from events.storage.opening import open_store
from games.installed import CATALOGUE
from server.operator import create_operator_app
from server.watching import watch_store
from tests.events.storage.sharing import SharedMemoryStore
from tests.postgres import Postgres
from tests.server.conftest import Starting
from tests.server.serving import Client, Served, start_server, until
from tests.server.test_metrics import metrics_of, samples


@pytest.fixture
async def served(start: Starting) -> Served:
    return await start()


@pytest.fixture
async def operator(served: Served) -> AsyncIterator[Client]:
    app = served.app
    client: Client = TestClient(TestServer(create_operator_app(app.tables)))
    await client.start_server()
    yield client
    await client.close()


async def test_it_serves_the_metrics_in_the_format_of_prometheus(served: Served, operator: Client) -> None:
    await served.open("race")
    answer = await operator.get("/metrics")
    text = await answer.text()
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    assert 'tavern_requests_total{method="POST",route="/api/tables",status="2xx"} 1.0' in text.splitlines()
    [size] = [line for line in text.splitlines() if line.startswith("tavern_store_bytes ")]
    assert float(size.split()[1]) == served.store.size() > 0


@pytest.mark.parametrize("path", ["/metrics", "/healthz", "/readyz", "/nowhere"])
async def test_it_takes_no_body_with_a_coding(operator: Client, path: str) -> None:
    answer = await operator.get(path, headers={"Content-Encoding": "gzip"})
    assert (answer.status, (await answer.json())["code"]) == (415, "encoded_body")


async def test_it_says_whether_the_server_is_well(served: Served, operator: Client) -> None:
    answers = [await operator.get("/healthz"), await operator.get("/readyz")]
    assert [(answer.status, await answer.json()) for answer in answers] == [
        (200, {"status": "alive"}),
        (200, {"status": "ready", "damaged_tables": 0}),
    ]
    assert isinstance(served.store, MemoryStore)
    await served.store.close()
    answer = await operator.get("/readyz")
    closed = {"status": "not_ready", "code": "store_unavailable", "detail": "the store is closed"}
    assert (answer.status, await answer.json()) == (503, closed)
    assert (await operator.get("/healthz")).status == 200


async def test_a_server_that_is_stopping_is_not_ready(served: Served, operator: Client) -> None:
    app = served.app
    app.tables.stop()
    answer = await operator.get("/readyz")
    assert (answer.status, await answer.json()) == (503, {"status": "stopping"})


async def test_nothing_of_players_is_there_and_no_page_may_read_it(operator: Client) -> None:
    paths = ["/", "/api/games", "/api/tables", "/api/openapi.json"]
    assert [(await operator.get(path)).status for path in paths] == [404] * 4
    for path in ("/metrics", "/healthz", "/readyz"):
        answer = await operator.get(path, headers={"Origin": "https://evil.example"})
        assert answer.status == 200
        assert not [name for name in answer.headers if name.startswith("Access-Control")]


async def test_the_metrics_are_nowhere_on_the_players_address(served: Served) -> None:
    assert (await served.get("/metrics")).code == (404, "not_found")
    assert [(await served.get(path)).status for path in ("/healthz", "/readyz")] == [200, 200]


async def test_metrics_are_served_while_the_store_is_gone(served: Served, operator: Client) -> None:
    await served.store.close()
    answers = await asyncio.gather(*(operator.get("/metrics") for _ in range(3)))
    assert [answer.status for answer in answers] == [200] * 3


async def test_it_names_the_database_server_that_takes_writes(postgres: Postgres) -> None:
    store = await open_store(postgres.address, shared=True)
    server = await start_server(CATALOGUE, store, chance=1)
    app = server.app
    client: Client = TestClient(TestServer(create_operator_app(app.tables)))
    await client.start_server()
    ready = await (await client.get("/readyz")).json()
    assert ready == {"status": "ready", "damaged_tables": 0, "primary": f"127.0.0.1:{postgres.port}"}
    watching = asyncio.create_task(watch_store(app.tables.services))
    sample = f'tavern_store_primary{{server="127.0.0.1:{postgres.port}"}} 1.0'
    while sample not in (await (await client.get("/metrics")).text()).splitlines():
        pass
    assert "tavern_store_writable 1.0" in (await (await client.get("/metrics")).text()).splitlines()
    watching.cancel()
    await client.close()
    await server.close()
    await store.close()


async def test_a_database_server_that_takes_another_s_place_is_logged_and_shown(start: Starting) -> None:
    store = SharedMemoryStore()
    server = await start(store)
    with structlog.testing.capture_logs() as logged:
        watching = asyncio.create_task(watch_store(server.tables.services))
        for name in ("db1:5432", "db2:5432"):
            store.server = name
            await until(lambda: samples(metrics_of(server), "tavern_store_primary") == {(store.server,): 1})
        watching.cancel()
    changes = [line for line in logged if line["event"] == "store_primary_changed"]
    assert [(line["primary"], line["log_level"]) for line in changes] == [("db2:5432", "warning")]


async def test_an_outage_has_the_same_code_for_callers_the_operator_and_the_metrics(
    postgres: Postgres, start: Starting
) -> None:
    store = await open_store(postgres.second, shared=True)
    server = await start(store)
    app = server.app
    client: Client = TestClient(TestServer(create_operator_app(app.tables)))
    await client.start_server()
    table = await server.open("race")
    postgres.close_second()
    assert (await table.gm.give("set_listed", listed=True)).code == (503, "store_error")
    assert (await server.get("/readyz")).code == (503, "store_error")
    assert (await (await client.get("/readyz")).json())["code"] == "store_error"
    with structlog.testing.capture_logs() as logged:
        watching = asyncio.create_task(watch_store(app.tables.services))
        await until(lambda: bool(logged))
        watching.cancel()
    assert (logged[0]["event"], logged[0]["log_level"]) == ("store_error", "error")
    assert set(samples(metrics_of(server), "tavern_store_errors_total")) == {("store_error",)}
    await client.close()
    await server.close()
    await store.close()


async def test_a_server_whose_list_of_tables_is_damaged_is_not_ready(served: Served, operator: Client) -> None:
    app = served.app
    app.tables.services.damaged_parts = ["heads"]
    assert (await served.get("/readyz")).code == (503, "store_error")
    answer = await operator.get("/readyz")
    assert (answer.status, (await answer.json())["code"]) == (503, "store_error")
    app.tables.services.damaged_parts = ["requests"]
    assert (await served.get("/readyz")).status == 200

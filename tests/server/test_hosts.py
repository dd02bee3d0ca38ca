"""Only hosts that are the server's are answered, so that a page whose name is rebound to its address cannot call it."""

import pytest
from aiohttp.test_utils import TestClient, TestServer

from server.operator import create_operator_app
from tests.server.conftest import Starting
from tests.server.serving import Answer, Client, Served
from tests.server.test_connections import Line

OWN = ["127.0.0.1", "127.0.0.1:8521", "127.1.2.3:1", "localhost", "LOCALHOST.:9", "tavern.localhost", "[::1]:8521"]
FOREIGN = [
    "evil.example",
    "evil.example:8521",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil-localhost",
    "",
    "a b",
    "[::1]evil.example",
    "localhost:evil",
    "user@localhost",
]
ELSEWHERE = ["192.168.1.5", "203.0.113.7:8521", "[fd00::1]", "0.0.0.0"]  # noqa: S104 - nothing listens there


async def asked(server: Served, host: str, path: str = "/api/games") -> Answer:
    return await server.get(path, {"Host": host})


@pytest.mark.parametrize("host", OWN)
async def test_loopback_is_answered(server: Served, host: str) -> None:
    assert (await asked(server, host)).status == 200


@pytest.mark.parametrize("host", [*FOREIGN, *ELSEWHERE])
async def test_another_host_is_refused_with_the_setting_that_allows_it(server: Served, host: str) -> None:
    answer = await asked(server, host)
    assert answer.code == (421, "host_not_allowed")
    assert "--allow-host" in answer["detail"]


async def test_no_route_answers_another_host_but_those_for_health(server: Served) -> None:
    table = await server.open("race")
    rebound = {"Host": "evil.example"}
    assert (await table.gm.get(headers=rebound)).code == (421, "host_not_allowed")
    assert (await table.gm.give("pause", headers=rebound)).code == (421, "host_not_allowed")
    assert (await server.post("/api/tables", {"game": "race"}, rebound)).code == (421, "host_not_allowed")
    assert (await server.get("/", rebound)).code == (421, "host_not_allowed")
    assert (await server.get("/nowhere", rebound)).status in (404, 421)
    assert [(await asked(server, "10.0.0.9", path)).status for path in ("/healthz", "/readyz")] == [200, 200]


async def test_allowed_names_are_answered_at_any_port(start: Starting) -> None:
    server = await start(allow_host=("Tavern.example.org", "192.168.1.5", "[fd00::1]"))
    for host in ("tavern.example.org", "TAVERN.example.org.:443", "192.168.1.5:80", "[fd00::1]:8521", "localhost"):
        assert (await asked(server, host)).status == 200, host
    for host in ("example.org", "www.tavern.example.org", "192.168.1.6"):
        assert (await asked(server, host)).status == 421, host


async def test_a_star_allows_any_host(start: Starting) -> None:
    server = await start(allow_host=("*",))
    assert (await asked(server, "evil.example")).status == 200


@pytest.mark.parametrize("bound", ["0.0.0.0", "::"])  # noqa: S104 - nothing listens there
async def test_a_server_on_all_interfaces_answers_for_any_address_and_for_no_name(start: Starting, bound: str) -> None:
    server = await start(host=bound)
    for host in (*OWN, *ELSEWHERE):
        assert (await asked(server, host)).status == 200, host
    for host in FOREIGN:
        assert (await asked(server, host)).status == 421, host


async def test_a_server_bound_to_a_name_answers_for_it(start: Starting) -> None:
    server = await start(host="gaming-pc")
    assert (await asked(server, "gaming-pc:8521")).status == 200
    assert (await asked(server, "gaming-pc.evil.example")).status == 421


async def test_a_request_without_a_host_comes_from_no_browser(server: Served) -> None:
    line = await Line.to((server.client.host, server.client.port or 0))
    await line.send(b"GET /api/games HTTP/1.0\r\n\r\n")
    assert (await line.answer())[0] == 200
    line.writer.close()


async def test_the_metrics_answer_for_the_operators_hosts_alone(server: Served) -> None:
    operator: Client = TestClient(TestServer(create_operator_app(server.app.tables)))
    await operator.start_server()
    statuses = {
        (host, path): (await operator.get(path, headers={"Host": host})).status
        for host in ("127.0.0.1:9521", "evil.example")
        for path in ("/metrics", "/healthz", "/readyz")
    }
    await operator.close()
    assert [wanted for wanted, status in statuses.items() if status != 200] == [("evil.example", "/metrics")]
    assert statuses["evil.example", "/metrics"] == 421

"""The server behind a real proxy, under a path prefix, set up as deploy/ has it."""

import http.client
import json
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from tests.deploy.proxies import NAME, SECONDS, Site, caddy, nginx
from tests.tools.test_serve import serving

TABLES_PER_HOUR = 4


class Asking:
    """Asks over the proxy, from an address of this machine's own."""

    def __init__(self, site: Site, source: str = "127.0.0.1") -> None:
        self.site = site
        self.source = source

    def connect(self) -> http.client.HTTPConnection:
        """A connection to the site, whose certificate is the test's own."""
        own = (self.source, 0)
        if not self.site.tls:
            return http.client.HTTPConnection("127.0.0.1", self.site.port, SECONDS, source_address=own)
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return http.client.HTTPSConnection(
            "127.0.0.1", self.site.port, timeout=SECONDS, source_address=own, context=context
        )

    def send(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        connection = self.connect()
        data = json.dumps(body) if body is not None and not isinstance(body, bytes) else body
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, data, {"Host": NAME, **named})
        return connection, connection.getresponse()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[http.client.HTTPResponse, Any]:
        connection, response = self.send(method, path, body, **headers)
        try:
            text = response.read()
            return response, json.loads(text) if "json" in response.headers.get("Content-Type", "") else text
        finally:
            connection.close()


@pytest.fixture(scope="module", params=[nginx, caddy], ids=["nginx", "caddy"])
def asking(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    folder: Path = tmp_path_factory.mktemp("proxy")
    settings = ["--tables-per-hour", str(TABLES_PER_HOUR), "--trusted-proxy", "127.0.0.1", "--allow-host", NAME]
    settings += ["--keepalive-seconds", "0.3"]
    with (
        serving("--store", "memory:", "--port", "0", *settings) as (_, address),
        request.param(folder, int(address.rpartition(":")[2])) as site,
    ):
        yield Asking(site)


@pytest.fixture(scope="module")
def table(asking: Asking) -> tuple[str, dict[str, str]]:
    """A table, by its path, and what its GM sends along."""
    response, opened = asking.ask("POST", "/tavern/api/tables", {"game": "twentyone"})
    assert response.status == 201
    path = urljoin("/tavern/api/tables", response.headers["Location"])
    assert path == f"/tavern/api/tables/{opened['table']}"
    return path, {"Authorization": f"Bearer {opened['gm_token']}"}


def test_the_page_is_there_and_the_prefix_without_its_slash_leads_to_it(asking: Asking) -> None:
    response, _ = asking.ask("GET", "/tavern")
    assert response.status == 308
    assert urljoin("http://127.0.0.1/tavern", response.headers["Location"]).endswith("/tavern/")
    response, page = asking.ask("GET", "/tavern/")
    assert (response.status, response.headers.get_content_type()) == (200, "text/html")
    # Whatever the page loads it names relative to itself, or it would be looked for outside the prefix.
    assert b'src="/' not in page
    assert b'href="/' not in page


def test_a_table_is_looked_at_and_played_on(asking: Asking, table: tuple[str, dict[str, str]]) -> None:
    path, gm = table
    response, view = asking.ask("GET", path, **gm)
    assert (response.status, view["viewer"]) == (200, "gm")
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    again, _ = asking.ask("GET", path, If_None_Match=response.headers["ETag"], **gm)
    assert again.status == 304
    refused, problem = asking.ask("POST", f"{path}/commands", {"type": "dance"}, **gm)
    assert (refused.status, problem["code"]) == (422, "unknown_command")
    response, _ = asking.ask("POST", f"{path}/commands", {"type": "new_invite"}, **gm)
    assert response.status == 200


def test_a_body_that_is_too_large_is_refused_in_the_server_s_own_words(
    asking: Asking, table: tuple[str, dict[str, str]]
) -> None:
    path, gm = table
    response, problem = asking.ask("POST", f"{path}/commands", b" " * 66_000, **gm)
    assert (response.status, problem["code"]) == (413, "body_too_large")


def test_a_long_poll_waits_until_something_happens(asking: Asking, table: tuple[str, dict[str, str]]) -> None:
    path, gm = table
    _, view = asking.ask("GET", path, **gm)
    connection = asking.connect()
    connection.request("GET", f"{path}/events?after={view['version']}&wait=30", headers={"Host": NAME, **gm})
    response, _ = asking.ask("POST", f"{path}/commands", {"type": "new_invite"}, **gm)
    assert response.status == 200
    page = json.load(connection.getresponse())
    connection.close()
    assert [entry["version"] for entry in page["entries"]] == [view["version"] + 1]


def test_a_live_stream_comes_through_as_it_is_written(asking: Asking, table: tuple[str, dict[str, str]]) -> None:
    path, gm = table
    connection, stream = asking.send("GET", f"{path}/live", **gm)
    assert (stream.status, stream.headers.get_content_type()) == (200, "text/event-stream")
    assert next_event(stream)["event"] == "reset"
    for _ in range(3):
        response, carried = asking.ask("POST", f"{path}/commands", {"type": "new_invite"}, **gm)
        assert response.status == 200
        # Nothing is sent after it yet: were it kept back for more, it would not be here.
        event = next_event(stream)
        assert (event["event"], json.loads(event["data"])["version"]) == ("entry", carried["version"])
    while stream.readline().strip() != b":":
        continue
    connection.close()


def next_event(stream: http.client.HTTPResponse) -> dict[str, str]:
    """The next event with a name, by its fields."""
    fields: dict[str, str] = {}
    while True:
        line = stream.readline().decode().rstrip("\n")
        if not line and "event" in fields:
            return fields
        name, _, value = line.partition(": ")
        if name:
            fields[name] = value


def test_each_client_is_counted_by_its_own_address_whatever_it_says_of_itself(asking: Asking) -> None:
    busy, other = Asking(asking.site, "127.0.0.9"), Asking(asking.site, "127.0.0.10")
    forged = [f"203.0.113.{n}" for n in range(TABLES_PER_HOUR + 1)]
    statuses = [
        busy.ask("POST", "/tavern/api/tables", {"game": "twentyone"}, X_Forwarded_For=address)[0].status
        for address in forged
    ]
    assert statuses == [201] * TABLES_PER_HOUR + [429]
    response, _ = other.ask("POST", "/tavern/api/tables", {"game": "twentyone"})
    assert response.status == 201


def test_nginx_sends_requests_in_the_clear_to_https(asking: Asking) -> None:
    if asking.site.plain_port is None:
        pytest.skip("Caddy redirects by itself")
    response, _ = Asking(Site(asking.site.plain_port)).ask("GET", "/tavern/")
    assert (response.status, response.headers["Location"]) == (308, f"https://{NAME}/tavern/")


def test_a_name_that_is_not_allowed_does_not_get_through(asking: Asking) -> None:
    response, problem = asking.ask("GET", "/tavern/api/games", Host="evil.example")
    # Caddy has no such site, and answers with nothing.
    assert (response.status, problem) == (200, b"") or (response.status, problem["code"]) == (421, "host_not_allowed")

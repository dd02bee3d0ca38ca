"""The proxies of deploy/ in front of two servers: a table keeps its server, until that one is gone."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.proxies import caddy_servers, nginx_servers
from tests.deploy.test_proxies import Asking

TABLES = [f"{number:022}" for number in range(12)]


class _Named(BaseHTTPRequestHandler):
    """Answers every request with the port of its server and the address of the caller that it received."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self._answer()

    def _answer(self) -> None:
        asked = f"{self.connection.getsockname()[1]} {self.path} {self.headers.get('X-Forwarded-For')}".encode()
        self.send_response_only(200)
        self.send_header("Content-Length", str(len(asked)))
        self.end_headers()
        self.wfile.write(asked)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Named)
        self.connections: list[socket.socket] = []

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        self.connections.append(connection)
        return connection, address


class Backend:
    """A server that may die."""

    def __init__(self) -> None:
        self._server = _Server()
        self.port: int = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def die(self) -> None:
        """Accept nothing any more, and end all connections."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()
            for connection in self._server.connections:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)


@pytest.fixture(params=[("/tavern", nginx_servers), ("", caddy_servers)], ids=["nginx", "caddy"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Asking, str, list[Backend]]]:
    prefix, proxy = request.param
    backends = [Backend() for _ in range(2)]
    with ExitStack() as stack:
        for backend in backends:
            stack.callback(backend.die)
        yield Asking(stack.enter_context(proxy(tmp_path, *(backend.port for backend in backends)))), prefix, backends


def test_each_table_has_its_server_until_that_one_dies(site: tuple[Asking, str, list[Backend]]) -> None:
    asking, prefix, backends = site

    def server_of(table: str, method: str = "GET", rest: str = "") -> int:
        answer, body = asking.ask(method, f"{prefix}/api/tables/{table}{rest}", X_Forwarded_For="203.0.113.9")
        assert answer.status == 200
        port, path, caller = body.decode().split()
        assert (path, caller) == (f"/api/tables/{table}{rest}", "127.0.0.1")
        return int(port)

    first = {table: server_of(table) for table in TABLES}
    assert set(first.values()) == {backend.port for backend in backends}
    for method, rest in (("GET", "/events?after=3"), ("POST", "/commands"), ("GET", "/live")):
        assert {table: server_of(table, method, rest) for table in TABLES} == first

    backends[0].die()
    for method in ("GET", "POST"):
        assert {server_of(table, method, "/commands") for table in TABLES} == {backends[1].port}


def test_a_caller_cannot_choose_the_server(site: tuple[Asking, str, list[Backend]]) -> None:
    asking, prefix, _ = site
    table = TABLES[0]
    asked = {asking.ask("GET", f"{prefix}/api/tables/{table}", X_Tavern_Table=other)[1].split()[0] for other in TABLES}
    assert len(asked) == 1

"""Foundry and the tavern behind one proxy, as deploy/ has it: one origin for both, and WebSockets for Foundry."""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, TCPConnector, WSMsgType, web

from tests.deploy.proxies import NAME, SECONDS, Site, foundry_caddy, foundry_nginx
from tests.deploy.test_proxies import Asking, next_event
from tests.tools.test_serve import serving

pytestmark = pytest.mark.thorough


async def _foundry(request: web.Request) -> web.StreamResponse:
    """A stand-in of Foundry: it answers WebSockets with what they say, and everything else with its path."""
    if request.headers.get("Upgrade", "").lower() != "websocket":
        body = await request.read()
        return web.json_response({"path": request.path, "host": request.host, "size": len(body)})
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    async for message in socket:
        await socket.send_str(message.data)
    return socket


@pytest.fixture(scope="module")
def foundry() -> Iterator[int]:
    """The port of a stand-in of Foundry."""
    loop = asyncio.new_event_loop()
    app = web.Application(client_max_size=10**9)
    app.router.add_route("*", "/{path:.*}", _foundry)
    runner = web.AppRunner(app)
    loop.run_until_complete(runner.setup())
    loop.run_until_complete(web.TCPSite(runner, "127.0.0.1", 0).start())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield runner.addresses[0][1]
    asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(SECONDS)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture(scope="module", params=[foundry_nginx, foundry_caddy], ids=["nginx", "caddy"])
def site(request: pytest.FixtureRequest, foundry: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("foundry")
    settings = ["--trusted-proxy", "127.0.0.1", "--allow-host", NAME]
    settings += ["--keepalive-seconds", "0.3"]
    with (
        serving("--store", "memory:", "--port", "0", *settings) as (_, address),
        request.param(folder, int(address.rpartition(":")[2]), foundry) as running,
    ):
        yield running


def address(site: Site, path: str) -> str:
    return f"http{'s' if site.tls else ''}://127.0.0.1:{site.port}{path}"


def test_foundry_and_the_tavern_have_one_origin(site: Site) -> None:
    asking = Asking(site)
    _, echo = asking.ask("POST", "/upload", b" " * 2_000_000)
    assert echo == {"path": "/upload", "host": NAME, "size": 2_000_000}
    response, _ = asking.ask("GET", "/tavern/client/foundry.mjs")
    assert (response.status, response.headers.get_content_type()) == (200, "text/javascript")
    response, found = asking.ask("GET", "/tavern/foundry/module.json")
    assert found["flags"] == {"tavern-table": {"address": f"http{'s' if site.tls else ''}://{NAME}/tavern/"}}
    response, _ = asking.ask("GET", "/tavern")
    assert (response.status, response.headers["Location"][-8:]) == (308, "/tavern/")
    response, opened = asking.ask("POST", "/tavern/api/tables", {"game": "twentyone"})
    assert response.status == 201
    connection, stream = asking.send("GET", f"/tavern/api/tables/{opened['table']}/live")
    # Were the stream kept back for more, this would not come.
    assert next_event(stream)["event"] == "reset"
    connection.close()


async def test_foundry_s_web_sockets_come_through(site: Site) -> None:
    async with (
        ClientSession(headers={"Host": NAME}, connector=TCPConnector(ssl=False)) as session,
        session.ws_connect(address(site, "/socket.io/")) as socket,
    ):
        await socket.send_str(json.dumps(["world"]))
        message = await socket.receive(10)
        assert (message.type, message.data) == (WSMsgType.TEXT, '["world"]')

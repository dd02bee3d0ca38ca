"""The module for Foundry VTT, as Foundry gets it: it names the address at which the server was asked."""

import io
import re
import zipfile
from importlib.metadata import version
from typing import Any

import msgspec
import pytest

from server.http.foundry_module import FILES, archive, in_order
from tests.server.conftest import Starting
from tests.server.serving import Served
from tests.server.test_connections import Line

SHIPPED = {
    "adapter/coins.mjs", "adapter/dialogs.mjs", "adapter/dice.mjs", "adapter/globals.mjs", "adapter/interface.mjs",
    "adapter/sheets.mjs", "adapter/texts.mjs", "adapter/world.mjs", "bridge.mjs", "chat.mjs", "connection.mjs",
    "doing.mjs", "following.mjs", "host.mjs", "lang/en.json", "link.mjs", "menu.mjs", "module.css", "module.mjs",
    "options.mjs", "player.mjs", "purses.mjs", "settings.mjs", "visit.mjs", "window.mjs",
}  # fmt: skip
PROXIED = {"trusted_proxy": ("127.0.0.1",), "allow_host": ("dice.example",)}
FORWARDED = {"Host": "dice.example", "X-Forwarded-Proto": "https", "X-Forwarded-Prefix": "/tavern"}


async def manifest(server: Served, headers: dict[str, str] | None = None) -> Any:
    answer = await server.get("/foundry/module.json", headers or {})
    assert answer.status == 200
    return answer.json


def unpacked(body: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        assert packed.testzip() is None
        return {one.filename: packed.read(one) for one in packed.infolist()}


async def test_the_manifest_says_what_foundry_wants_to_know(server: Served) -> None:
    found = await manifest(server)
    root = str(server.client.make_url("/"))
    assert (found["id"], found["version"]) == ("tavern-table", in_order(version("tavern-table")))
    assert found["compatibility"] == {"minimum": "12"}
    assert found["relationships"] == {"recommends": [{"id": "dnd5e", "type": "system"}]}
    assert {*found["esmodules"], *found["styles"], *(one["path"] for one in found["languages"])} <= FILES.keys()
    assert (found["url"], found["flags"]) == (root, {"tavern-table": {"address": root}})
    assert (found["manifest"], found["download"]) == (
        f"{root}foundry/module.json",
        f"{root}foundry/tavern-table.zip",
    )


def test_foundry_compares_versions_number_by_number_and_updates_a_prerelease() -> None:
    released = (
        "0.9.3",
        "1.0.0a1",
        "1.0.0b1",
        "1.0.0rc1",
        "1.0.0rc2",
        "1.0.0rc10",
        "1.0.0",
        "1.0.1rc1",
        "1.0.1",
        "1.1.0",
    )
    numbers = [[int(number) for number in in_order(one).split(".")] for one in released]
    assert numbers == sorted(numbers)
    assert in_order("1.0.1") == "1.0.1"


async def test_the_archive_has_the_manifest_and_every_file_but_no_client(server: Served) -> None:
    served = await server.get("/foundry/tavern-table.zip")
    assert served.headers["Content-Type"] == "application/zip"
    found = unpacked(served.body)
    assert found.keys() == {"module.json", *SHIPPED} == {"module.json", *FILES}
    assert found.pop("module.json") == (await server.get("/foundry/module.json")).body
    assert found == {name: path.read_bytes() for name, path in FILES.items()}


async def test_the_archive_is_the_same_bytes_every_time(server: Served) -> None:
    first = await server.get("/foundry/tavern-table.zip")
    archive.cache_clear()
    again = await server.get("/foundry/tavern-table.zip")
    assert again.body == first.body
    unchanged = await server.get("/foundry/tavern-table.zip", {"If-None-Match": first.headers["ETag"]})
    assert (unchanged.status, unchanged.body) == (304, b"")


async def test_a_server_may_be_reached_at_several_addresses(start: Starting) -> None:
    server = await start(allow_host=("dice.example",))
    for host in ("dice.example", "dice.example:8521", "localhost", "[::1]:8521"):
        found = await manifest(server, {"Host": host})
        assert found["download"] == f"http://{host}/foundry/tavern-table.zip"
        packed = unpacked((await server.get("/foundry/tavern-table.zip", {"Host": host})).body)
        assert msgspec.json.decode(packed["module.json"]) == found


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ({}, "https://dice.example/tavern/"),
        ({"X-Forwarded-Prefix": "/games/tavern/"}, "https://dice.example/games/tavern/"),
        ({"X-Forwarded-Prefix": "/"}, "https://dice.example/"),
        ({"X-Forwarded-Proto": "HTTPS, http"}, "https://dice.example/tavern/"),
        ({"X-Forwarded-Proto": "http"}, "http://dice.example/tavern/"),
    ],
)
async def test_a_trusted_proxy_says_what_it_took_away(start: Starting, forwarded: dict[str, str], address: str) -> None:
    server = await start(**PROXIED)
    found = await manifest(server, {**FORWARDED, **forwarded})
    assert found["flags"]["tavern-table"]["address"] == address


async def test_nobody_else_is_believed_where_the_server_is(start: Starting) -> None:
    server = await start(trusted_proxy=("10.0.0.1",), allow_host=("dice.example",))
    assert (await manifest(server, FORWARDED))["url"] == "http://dice.example/"


@pytest.mark.parametrize(
    "forged",
    [
        {"X-Forwarded-Prefix": "//evil.example"}, {"X-Forwarded-Prefix": "/.."}, {"X-Forwarded-Prefix": "tavern"},
        {"X-Forwarded-Prefix": '/"'}, {"X-Forwarded-Prefix": "/a?b"}, {"X-Forwarded-Prefix": "@evil.example"},
        {"X-Forwarded-Proto": "javascript"}, {"X-Forwarded-Proto": ""},
    ],
)  # fmt: skip
async def test_no_address_is_made_of_what_cannot_be_one(start: Starting, forged: dict[str, str]) -> None:
    server = await start(**PROXIED)
    for name in ("module.json", "tavern-table.zip"):
        answer = await server.get(f"/foundry/{name}", {**FORWARDED, **forged})
        assert answer.code == (400, "malformed_request")


@pytest.mark.parametrize(
    "host", ['a"b.localhost', "evil.example/.localhost", "user@x.localhost", "a\\b.localhost", "<b>.localhost", ""]
)
async def test_a_hostile_host_is_in_no_manifest_even_where_every_host_is_allowed(start: Starting, host: str) -> None:
    for allowed in ((), ("*",)):
        server = await start(allow_host=allowed)
        for name in ("module.json", "tavern-table.zip"):
            answer = await server.get(f"/foundry/{name}", {"Host": host})
            assert answer.status in (400, 421), host


async def test_of_two_hosts_none_is_chosen(start: Starting) -> None:
    server = await start(allow_host=("*",))
    line = await Line.to((server.client.host, server.client.port or 0))
    await line.send(b"GET /foundry/module.json HTTP/1.1\r\nHost: dice.example\r\nHost: evil.example\r\n\r\n")
    status, _, body = await line.answer()
    line.writer.close()
    assert (status, b"example" in body) == (400, False)


async def test_only_listed_origins_may_read_the_module(start: Starting) -> None:
    server = await start(allow_origin=("https://foundry.example",))
    for name in ("module.json", "tavern-table.zip", "adapter/world.mjs"):
        read = await server.get(f"/foundry/{name}", {"Origin": "https://foundry.example"})
        assert read.headers["Access-Control-Allow-Origin"] == "https://foundry.example"
        refused = await server.get(f"/foundry/{name}", {"Origin": "https://evil.example"})
        assert "Access-Control-Allow-Origin" not in refused.headers


def test_the_parts_of_the_module_import_nothing_but_each_other() -> None:
    """All else comes from the server, after the versions have been compared."""
    files = {path.resolve(): name for name, path in FILES.items()}
    for path, name in files.items():
        if name.endswith(".mjs"):
            for imported in re.findall(r'^(?:import|export) [^;=(]*?"([^"]+)";', path.read_text(), re.MULTILINE):
                assert (path.parent / imported).resolve() in files, (name, imported)

"""Answers are compressed where that reveals nothing: never where a secret lies beside somebody else's text."""

import gzip
import zlib

import pytest
from aiohttp import ClientResponse, ClientSession

from server.http.compression import LEAST, accepted
from server.http.route_table import ROUTES
from tests.server.serving import Opened, Served

SEED = "5e" * 32


class Raw:
    """An answer as it came over the wire."""

    def __init__(self, response: ClientResponse, body: bytes) -> None:
        self.status, self.headers, self.body = response.status, response.headers, body

    @property
    def coding(self) -> str | None:
        return self.headers.get("Content-Encoding")


async def raw(server: Served, path: str, token: str | None = None, **headers: str) -> Raw:
    """What the server answers, without a client that unpacks it."""
    given = headers if token is None else {"Authorization": f"Bearer {token}", **headers}
    url = server.client.make_url(path)
    async with ClientSession(auto_decompress=False) as session:
        given = {"Accept-Encoding": "identity", **{name.replace("_", "-"): value for name, value in given.items()}}
        async with session.get(url, headers=given) as response:
            return Raw(response, await response.read())


async def begun(server: Served) -> tuple[Opened, str]:
    table = await server.open("twentyone", seed=SEED)
    ada = await table.sit("Ada")
    await table.sit("Bo")
    await table.gm.did("start_round")
    assert ada.token is not None
    return table, ada.token


async def test_answers_that_are_the_same_for_everybody_are_compressed(server: Served) -> None:
    plain = await raw(server, "/api/games")
    packed = await raw(server, "/api/games", Accept_Encoding="gzip")
    assert (plain.coding, packed.coding) == (None, "gzip")
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 4
    deflated = await raw(server, "/api/games", Accept_Encoding="deflate")
    assert (deflated.coding, zlib.decompress(deflated.body)) == ("deflate", plain.body)


async def test_the_publics_view_is_compressed(server: Served) -> None:
    table, _ = await begun(server)
    for path in ("", "/events", "/chronicle"):
        plain = await raw(server, f"/api/tables/{table.id}{path}")
        packed = await raw(server, f"/api/tables/{table.id}{path}", Accept_Encoding="gzip")
        assert (len(plain.body) >= LEAST, packed.coding) in ((True, "gzip"), (False, None))
        if packed.coding:
            assert gzip.decompress(packed.body) == plain.body
    assert (await raw(server, f"/api/tables/{table.id}", Accept_Encoding="gzip")).coding == "gzip"


@pytest.mark.parametrize("path", ["", "/events", "/chronicle", "/ledger", "/chat", "/rounds/1"])
async def test_answers_to_a_token_are_never_compressed(server: Served, path: str) -> None:
    table, ada = await begun(server)
    for token in (ada, table.gm.token):
        answer = await raw(server, f"/api/tables/{table.id}{path}", token, Accept_Encoding="gzip")
        assert (answer.status, answer.coding) == (200, None)


async def test_a_small_answer_is_left_as_it_is(server: Served) -> None:
    assert (await raw(server, "/healthz", Accept_Encoding="gzip")).coding is None
    assert (await raw(server, "/api/tables", Accept_Encoding="gzip")).coding is None


async def test_caches_learn_that_the_coding_varies(server: Served) -> None:
    table, ada = await begun(server)
    url = f"/api/tables/{table.id}"
    for coding in ("gzip", "identity"):
        answer = await raw(server, url, Accept_Encoding=coding)
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert "Authorization" in answer.headers["Vary"]
        tag = answer.headers["ETag"]
        again = await raw(server, url, Accept_Encoding=coding, If_None_Match=tag)
        assert (again.status, again.body, again.headers["ETag"]) == (304, b"", tag)
        assert "Accept-Encoding" in again.headers["Vary"]
    assert "Accept-Encoding" not in (await raw(server, url, ada)).headers["Vary"]


async def test_a_compressed_answer_has_a_weak_etag_that_names_the_same_content(server: Served) -> None:
    plain = await raw(server, "/api/games")
    packed = await raw(server, "/api/games", Accept_Encoding="gzip")
    assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"
    known = await raw(server, "/api/games", If_None_Match=packed.headers["ETag"])
    assert known.status == 304


@pytest.mark.parametrize(
    ("header", "coding"),
    [
        ("", None),
        ("identity", None),
        ("gzip", "gzip"),
        ("GZIP", "gzip"),
        ("br, zstd", None),
        ("br, gzip, deflate", "gzip"),
        ("deflate", "deflate"),
        ("gzip;q=0", None),
        ("gzip;q=0, deflate", "deflate"),
        ("gzip;q=0.2, deflate;q=0.8", "deflate"),
        ("*", "gzip"),
        ("*;q=0", None),
        ("gzip;q=0, *", "deflate"),
        ("gzip;q=often", None),
    ],
)
def test_the_coding_is_what_the_client_prefers(header: str, coding: str | None) -> None:
    assert accepted(header) == coding


def test_no_route_that_changes_anything_or_is_the_gms_alone_is_compressed() -> None:
    for route in ROUTES:
        if route.method != "GET" or route.who == "gm":
            assert route.compressed == "never"
        if route.who != "anyone":
            assert route.compressed != "always"

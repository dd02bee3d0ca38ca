"""Malformed and inconsistent requests are refused, and nothing of them is carried out."""

import gzip
import zlib
from typing import Final

import pytest

from server.http.bodies import MAX_BODY
from server.http.connections import MAX_URL
from tests.hostile.tavern import GARBAGE, Tavern, assert_problem
from tests.hostile.wire import CHUNKED, Wire, request, value_of

MALFORMED: Final[dict[str, bytes]] = {
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": bytes.fromhex("16030100f8010000f40303") + bytes(200),
    "noise": b"\x00\xff" * 100 + b"\r\n\r\n",
    "no host": b"GET /api/games HTTP/1.1\r\n\r\n",
    "two hosts": b"GET /api/games HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "another version": b"GET /api/games HTTP/3.0\r\nHost: a\r\n\r\n",
    "unknown method": request("FOO", "/api/games"),
    "no address": request("GET", "http://[bad/api/games"),
    "NUL in the address": request("GET", "/api/tables/a\0b"),
    "NUL in a header": request("GET", "/api/games", headers={"X": "a\0b"}),
    "space before the colon": b"GET /api/games HTTP/1.1\r\nHost : a\r\n\r\n",
    "folded header": b"GET /api/games HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n",
    "lines without CR": b"GET /api/games HTTP/1.1\nHost: a\n\n",
    "many headers": request("GET", "/api/games", headers={f"X{n}": "1" for n in range(3_000)}),
    **{
        f"length {n!r}": request("POST", "/api/tables", b"{}", headers={"Content-Length": n})
        for n in ("-1", "+5", "0x10", "5, 6")
    },
    "no length": request("POST", "/api/tables", b"{}", headers={"Content-Length": ""}),
    "length that is no number": request("POST", "/api/tables", b"{}", headers={"Content-Length": "9" * 30}),
    "two lengths": request("POST", "/api/tables", b"{}", headers={"Content-Length": "2\r\nContent-Length: 3"}),
    "length and chunks": request("POST", "/api/tables", b"0\r\n\r\n", {"Content-Length": "5", **CHUNKED}),
    "unknown coding": request("POST", "/api/tables", headers={"Transfer-Encoding": "nonsense"}),
    "chunk of no length": request("POST", "/api/tables", headers=CHUNKED) + b"zz\r\n{}\r\n",
    "chunk of negative length": request("POST", "/api/tables", headers=CHUNKED) + b"-1\r\n{}\r\n",
    "chunk longer than it says": request("POST", "/api/tables", headers=CHUNKED) + b"2\r\n{}xx\r\n",
    "chunk of too great length": request("POST", "/api/tables", headers=CHUNKED) + b"F" * 20 + b"\r\n",
}


def _at_the_table(tavern: Tavern, raw: bytes) -> bytes:
    """The same, sent by the GM as a look at the table or as a command."""
    raw = raw.replace(b" /api/games ", f" {tavern.path} ".encode())
    raw = raw.replace(b" /api/tables ", f" {tavern.path}/commands ".encode())
    return raw.replace(b"\r\n", f"\r\nAuthorization: {tavern.gm['Authorization']}\r\n".encode(), 1)


@pytest.mark.parametrize("at_the_table", [False, True])
@pytest.mark.parametrize("raw", MALFORMED.values(), ids=MALFORMED)
async def test_a_malformed_request_is_refused_and_nothing_after_it_is_carried_out(
    tavern: Tavern, raw: bytes, *, at_the_table: bool
) -> None:
    if at_the_table:
        raw = _at_the_table(tavern, raw)
    async with Wire(tavern.port) as wire:
        wire.send(raw + request("POST", f"{tavern.path}/commands", b'{"type":"pause"}', headers=tavern.gm))
        assert_problem(await wire.answer(), 400, "malformed_request")
        assert await wire.ended()
    assert not (await tavern.ask("GET", tavern.path))["paused"]


@pytest.mark.parametrize(
    "raw",
    [
        request("GET", "/api/games?" + "a" * 9_000),
        request("GET", "/" * (MAX_URL + 1)),
        request("GET", "/" + "a" * 1_000_000),
        request("GET", "/api/games", headers={"X": "a" * 9_000}),
        request("GET", "/api/games", headers={"X": "a" * 1_000_000}),
        request("GET", "/api/games", headers={"x" * 9_000: "a"}),
        request("POST", "/api/tables", b"{}", headers={"Authorization": "Bearer " + "a" * 9_000}),
    ],
    ids=["address", "address of slashes", "huge address", "header", "huge header", "name", "token"],
)
async def test_headers_and_addresses_that_are_too_long_are_refused(tavern: Tavern, raw: bytes) -> None:
    assert_problem(await tavern.answer(raw), 431, "headers_too_large")


@pytest.mark.parametrize("length", [MAX_BODY + 1, 10**9, 2**63 - 1, 2**64 - 1])
async def test_a_body_that_says_it_is_huge_is_not_waited_for(tavern: Tavern, length: int) -> None:
    for path in tavern.bodies:
        raw = request("POST", path, headers={"Content-Length": str(length), **tavern.gm})
        assert_problem(await tavern.answer(raw), 413, "body_too_large")


@pytest.mark.parametrize("coding", ["gzip", "DEFLATE", "br", "zstd", "compress", "identity, gzip", "nonsense", b"\xff"])
async def test_a_body_with_a_coding_is_refused_at_every_address(tavern: Tavern, coding: str | bytes) -> None:
    for method, path in (
        *(("POST", path) for path in tavern.bodies),
        ("POST", "/nowhere"),
        ("POST", "/healthz"),
        ("PUT", "/api/games"),
        ("GET", tavern.path),
    ):
        answer = await tavern.answer(request(method, path, b"{}", {"Content-Encoding": coding, **tavern.gm}))
        assert_problem(answer, 415, "encoded_body")
        assert answer.headers["Accept-Encoding"] == "identity"


async def test_a_body_that_says_it_has_no_coding_is_taken(tavern: Tavern) -> None:
    for coding in ("identity", "Identity, identity", ""):
        raw = request(
            "POST", f"{tavern.path}/commands", b'{"type":"nothing"}', {"Content-Encoding": coding, **tavern.gm}
        )
        assert_problem(await tavern.answer(raw), 422, "unknown_command")


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
async def test_a_body_that_would_unpack_to_a_huge_one_is_not_unpacked(tavern: Tavern, coding: str) -> None:
    spaces = b" " * 60_000_000
    body = gzip.compress(spaces) if coding == "gzip" else zlib.compress(spaces)
    assert len(body) < MAX_BODY
    before = value_of(await tavern.metrics(), "process_cpu_seconds_total")
    async with Wire(tavern.port) as wire:
        for path in (*tavern.bodies, "/nowhere") * 4:
            wire.send(request("POST", path, body, {"Content-Encoding": coding}))
            assert_problem(await wire.answer(), 415, "encoded_body")
    # To unpack them would take ten seconds.
    assert value_of(await tavern.metrics(), "process_cpu_seconds_total") - before < 2


@pytest.mark.parametrize(
    ("headers", "rest"),
    [
        (CHUNKED, b"2\r\n{}\r\n0\r\n\r\n"),
        ({"Content-Length": str(MAX_BODY + 1)}, b" " * (MAX_BODY + 1)),
        ({"Content-Length": "2", "Expect": "100-continue"}, b"{}"),
    ],
    ids=["chunked", "large", "expecting"],
)
async def test_nothing_is_done_with_a_body_that_was_refused_before_it_came(
    tavern: Tavern, headers: dict[str, str], rest: bytes
) -> None:
    pause = request("POST", f"{tavern.path}/commands", b'{"type":"pause"}', headers=tavern.gm)
    async with Wire(tavern.port) as wire:
        wire.send(request("POST", f"{tavern.path}/commands", headers={"Authorization": "Bearer nobody", **headers}))
        answer = await wire.answer()
        assert_problem(answer, 401, "wrong_token")
        assert answer.headers["Connection"] == "close"
        wire.send(rest + pause)
        await wire.sent()
        await tavern.serves_others()
        await tavern.serves_others()
    assert not (await tavern.ask("GET", tavern.path))["paused"]


async def test_after_a_small_body_that_was_refused_before_it_came_the_connection_goes_on(tavern: Tavern) -> None:
    raw = request("POST", f"{tavern.path}/commands", headers={"Authorization": "Bearer nobody", "Content-Length": "2"})
    async with Wire(tavern.port) as wire:
        for _ in range(2):
            wire.send(raw)
            assert_problem(await wire.answer(), 401, "wrong_token")
            wire.send(b"{}")


async def test_a_body_shorter_than_it_says_is_waited_for_and_refused(tavern: Tavern) -> None:
    body = b'{"type":"pause"}'
    raw = request("POST", f"{tavern.path}/commands", body, headers={"Content-Length": str(len(body) + 1), **tavern.gm})
    assert_problem(await tavern.answer(raw), 408, "body_too_slow")
    assert not (await tavern.ask("GET", tavern.path))["paused"]


async def test_what_follows_a_body_longer_than_it_says_is_no_part_of_it(tavern: Tavern) -> None:
    body = b'{"type":"pause"}'
    async with Wire(tavern.port) as wire:
        wire.send(
            request(
                "POST", f"{tavern.path}/commands", body + body, headers={"Content-Length": str(len(body)), **tavern.gm}
            )
        )
        first, second = await wire.answer(), await wire.last()
    # The rest is found out before the first request is answered, or after it.
    assert first.status == 200 or second is None
    assert_problem(second or first, 400, "malformed_request")


async def test_unsupported_expectations_and_upgrades_are_harmless(tavern: Tavern) -> None:
    for expected in (b"nonsense", *GARBAGE):
        raw = request(
            "POST", f"{tavern.path}/commands", b'{"type":"nothing"}', headers={"Expect": expected, **tavern.gm}
        )
        assert_problem(await tavern.answer(raw), 422, "unknown_command")
        assert (await tavern.answer(request("GET", "/nowhere", headers={"Expect": expected}))).status in (400, 404, 417)
    for offered in ("websocket", "h2c"):
        raw = request(
            "GET", "/api/games", headers={"Upgrade": offered, "Connection": "Upgrade", "Sec-WebSocket-Key": "eA=="}
        )
        assert (await tavern.answer(raw)).status == 200
    async with Wire(tavern.port) as wire:
        expecting = {"Expect": "100-continue", "Content-Length": "18", **tavern.gm}
        wire.send(request("POST", f"{tavern.path}/commands", headers=expecting))
        assert (await wire.head()).status == 100
        wire.send(b'{"type":"nothing"}')
        assert_problem(await wire.answer(), 422, "unknown_command")
        # A body that is here already was not waited for.
        wire.send(request("POST", f"{tavern.path}/commands", b'{"type":"nothing"}', headers=expecting))
        assert_problem(await wire.answer(), 422, "unknown_command")

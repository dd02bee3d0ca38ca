"""What is too deep, or no text, is a problem wherever it stands: in bodies, addresses and headers."""

from typing import Final

import pytest

from tests.hostile.tavern import GARBAGE, Tavern, assert_problem
from tests.hostile.wire import Wire, request


def nests(depth: int) -> dict[str, bytes]:
    """JSON that is as deep as it is long, some of it never ending."""
    return {
        "arrays": b"[" * depth + b"]" * depth,
        "objects": b'{"a":' * (depth // 3) + b"1" + b"}" * (depth // 3),
        "both": b'[{"a":' * (depth // 4) + b"1" + b"}]" * (depth // 4),
        "no end": b"[" * depth,
        "no end of objects": b'{"a":' * (depth // 3),
    }


@pytest.mark.parametrize("nest", nests(30_000).values(), ids=nests(1))
async def test_json_that_is_too_deep_is_a_problem_wherever_it_occurs(tavern: Tavern, nest: bytes) -> None:
    shapes = {
        "": [b"%b"],
        "/api/tables": [b'{"game":"twentyone","options":%b}', b'{"game":%b}', b'{"game":"twentyone","gm":%b}'],
        "seats": [b'{"name":"X","character":%b}', b'{"name":"X","npc":%b}', b'{"name":"X","nothing":%b}'],
        "commands": [b'{"type":"set_options","options":%b}', b'{"id":%b,"type":"pause"}', b'{"type":%b}'],
        "chat": [b'{"text":%b}'],
    }
    for path in tavern.bodies:
        for shape in shapes[""] + shapes.get(path, []) + shapes.get(path.rpartition("/")[2], []):
            assert_problem(await tavern.answer(request("POST", path, shape % nest, headers=tavern.gm)))
        await tavern.serves_others()


def questions(path: str, odd: str) -> list[str]:
    """Addresses with something odd in every place that one can have."""
    queries = [
        "events?after=",
        "events?epoch=",
        "events?wait=",
        "live?after=",
        "live?after=1&epoch=",
        "chronicle?after=",
    ]
    queries += ["ledger?epoch=", "chat?after=", "rounds?after=", "rounds?limit=", "rounds/1?as=", "rounds/1?from="]
    places = ["rounds/", "chat/", "", "events/"]
    return [
        *(f"{path}/{place}{odd}" for place in (*queries, *places)),
        *(
            f"{start}{odd}"
            for start in ("/api/tables?after=", "/api/tables?limit=", "/api/tables/", "/api/docs/", "/client/", "/")
        ),
        f"/api/tables/{odd}/events",
        f"{path}?{odd}={odd}",
    ]


@pytest.mark.parametrize(
    "odd", ["[" * 2_000, "%ff%fe", "%ed%a0%80", "%00", "%zz", "%", "..%2f..%2f", "-1", "9" * 5_000]
)
async def test_nothing_in_an_address_makes_more_than_a_problem(tavern: Tavern, odd: str) -> None:
    for path in questions(tavern.path, odd):
        async with Wire(tavern.port) as wire:
            wire.send(request("GET", path, headers=tavern.gm))
            head = await wire.head()
        assert head.status < 500, path
        assert head.headers["Access-Control-Allow-Origin"] == "*"
        assert head.status < 400 or head.headers["Content-Type"] == "application/problem+json", path


@pytest.mark.parametrize("bad", GARBAGE)
async def test_an_address_that_is_no_text_is_a_problem(tavern: Tavern, bad: bytes) -> None:
    for path in questions(tavern.path, "ODD"):
        assert_problem(await tavern.answer(request("GET", path.encode().replace(b"ODD", bad))), 400)


HEADERS: Final = (
    "Authorization", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Origin", "Host", "Content-Type",
    "Content-Encoding", "Accept", "Accept-Encoding", "Cookie", "X-Forwarded-For", "Range", "If-Modified-Since",
    "Connection", "Access-Control-Request-Method", "Access-Control-Request-Headers",
)  # fmt: skip


@pytest.mark.parametrize(
    "value", [*GARBAGE, b"", b'"' * 8_000, b"[" * 8_000, b"Bearer \xff", b"Bearer \xed\xa0\x80", b","]
)
async def test_nothing_in_a_header_makes_more_than_a_problem(tavern: Tavern, value: bytes) -> None:
    body = b'{"type":"nothing"}'
    for name in HEADERS:
        for raw in (
            request("GET", tavern.path, headers={**tavern.gm, name: value}),
            request("GET", f"{tavern.path}/live", headers={**tavern.gm, name: value}),
            request("POST", f"{tavern.path}/commands", body, headers={**tavern.gm, name: value}),
            request("POST", f"{tavern.path}/seats", body, headers={**tavern.gm, name: value}),
            request("POST", "/api/tables", body, headers={name: value}),
            request("OPTIONS", "/api/tables", headers={name: value}),
        ):
            async with Wire(tavern.port) as wire:
                wire.send(raw)
                head = await wire.head()
            assert head.status < 500, (name, raw)
            assert head.headers["Access-Control-Allow-Origin"] == "*"
            assert head.status < 400 or head.headers["Content-Type"] == "application/problem+json", (name, raw)


@pytest.mark.parametrize(
    "text",
    [b'"\\ud800"', b'"\\udc00\\ud800"', b'"\\u0000"', b'"a\\u0000b"', b'"\x00"', *(b'"%b"' % bad for bad in GARBAGE)],
)
async def test_invalid_text_is_refused_wherever_it_occurs(tavern: Tavern, text: bytes) -> None:
    before = await tavern.ask("GET", tavern.path)
    commands, seats, chat = (f"{tavern.path}/{end}" for end in ("commands", "seats", "chat"))
    for path, shape in [
        ("/api/tables", b'{"game":%b}'),
        ("/api/tables", b'{"game":"twentyone","name":%b}'),
        ("/api/tables", b'{"game":"twentyone","gm":{"name":%b}}'),
        ("/api/tables", b'{"game":"twentyone","options":{%b:1}}'),
        ("/api/tables", b'{"game":"twentyone","options":{"watch":%b}}'),
        (seats, b'{"name":%b}'),
        (seats, b'{"name":"Bo","luck":%b}'),
        (seats, b'{"name":"Bo","character":{"tools":{%b:1}}}'),
        (commands, b'{"type":%b}'),
        (commands, b'{"type":"pause","seat":%b}'),
        (commands, b'{"type":"pause","id":%b}'),
        (commands, b'{"type":"remove_seat","target":%b}'),
        (commands, b'{"type":"set_luck","seat":"ada","luck":%b}'),
        (commands, b'{"type":"give_coins","target":"ada","amount_cp":1,"reason":%b}'),
        (commands, b'{%b:"pause"}'),
        (chat, b'{"text":%b}'),
    ]:
        assert_problem(await tavern.answer(request("POST", path, shape % text, headers=tavern.gm)))
    assert await tavern.ask("GET", tavern.path) == before

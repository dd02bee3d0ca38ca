"""Whatever a client sends is answered with what is wrong with it, never with a 500."""

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.stores.memory import MemoryStore
from server.http.bodies import MAX_BODY
from tests.server.serving import Served, start_server
from tests.server.test_commands import begun
from tests.toys.catalogue import TOYS

BROKEN: list[tuple[bytes, int]] = [
    (b"", 400),
    (b"{", 400),
    (b"}", 400),
    (b"{'type': 'roll'}", 400),
    (b'{"type": "roll"} x', 400),
    (b"\xff\xfe\x00", 400),
    (b'{"type": "\xff\xfe"}', 400),
    (b'{"\xc3\x28": 1}', 400),
    (b'{"type": "\\ud800"}', 400),
    (b'{"type": "set_luck", "luck": "\\udc00 \\ud800"}', 400),
    (b"\xef\xbb\xbf{}", 400),
    (b"NaN", 400),
    (b'{"a":' * 10_000, 400),
    (b"[" * 30_000 + b"]" * 30_000, 422),
    (b'{"type":"roll","x":' + b"[" * 30_000 + b"]" * 30_000 + b"}", 400),
    (b'{"type":"set_options","options":' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}", 400),
    (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, 400),
    (b"null", 422),
    (b"[]", 422),
    (b"7", 422),
    (b"1e999", 422),
    (b'"type"', 422),
    (b'{"type":"give_coins","target":"ada","amount_cp":' + b"9" * 4_000 + b',"reason":"x"}', 422),
    (b'{"type":"give_coins","target":"ada","amount_cp":1e3,"reason":"x"}', 422),
    (b'{"type":"give_coins","target":"ada","amount_cp":-5,"reason":"x"}', 422),
    (b'{"type":"roll","seat":null}', 422),
    (b'{"type":"roll","__class__":"x"}', 422),
]


@pytest.mark.parametrize(("body", "status"), BROKEN, ids=range(len(BROKEN)))
async def test_a_body_that_is_broken_is_a_problem_on_every_route(server: Served, body: bytes, status: int) -> None:
    table, ada, _ = await begun(server)
    before = await server.store.read(table.id)
    for caller in (table.gm, ada):
        answer = await caller.post("/commands", body)
        assert answer.status == status, answer.body
        assert answer.headers["Content-Type"] == "application/problem+json"
    assert (await table.gm.post("/seats", body)).status == status
    assert (await server.post("/api/tables", body)).status == status
    assert await server.store.read(table.id) == before


async def test_a_body_over_64_kib_is_too_large_and_one_of_64_kib_is_not(server: Served) -> None:
    _, ada, _ = await begun(server)
    fits = b'{"type":"roll"}'.ljust(MAX_BODY)
    assert (await ada.post("/commands", fits)).status == 200
    assert (await ada.post("/commands", fits + b" ")).code == (413, "body_too_large")


async def test_a_body_that_grows_too_large_as_it_comes_is_refused(server: Served) -> None:
    _, ada, _ = await begun(server)

    async def endless() -> Any:
        for _ in range(100):
            yield b" " * 4096
            await asyncio.sleep(0)

    headers = {"Authorization": f"Bearer {ada.token}"}
    answer = await server.client.post(f"/api/tables/{ada.table}/commands", data=endless(), headers=headers)
    assert (answer.status, (await answer.json())["code"]) == (413, "body_too_large")


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
async def test_a_body_with_a_coding_is_refused_whether_or_not_it_could_be_read(server: Served, coding: str) -> None:
    _, ada, _ = await begun(server)
    answer = await ada.post("/commands", b"\x08 not compressed at all", {"Content-Encoding": coding})
    assert answer.code == (415, "encoded_body")


@pytest.mark.parametrize("key", ["tab\there", "\x80\x81 bytes", "x" * 300])
async def test_invalid_keys_are_refused(server: Served, key: str) -> None:
    table, ada, _ = await begun(server)
    headers = {"Idempotency-Key": key}
    assert (await ada.give("roll", headers=headers)).code == (422, "bad_id")
    assert (await table.gm.post("/seats", {"name": "Cy"}, headers)).code == (422, "bad_id")
    assert (await server.post("/api/tables", {"game": "race"}, headers)).code == (422, "bad_id")


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/nothing", (404, "not_found")),
        ("GET", "/api", (404, "not_found")),
        ("GET", "/api/tables/", (404, "not_found")),
        ("GET", "/api/tables/a/b/c", (404, "not_found")),
        ("GET", "/api/tables/a/rounds/x", (404, "not_found")),
        ("GET", "/api/tables/a/rounds/1234567890", (404, "not_found")),
        ("PUT", "/api/games", (405, "method_not_allowed")),
        ("DELETE", "/api/tables/a", (405, "method_not_allowed")),
        ("PATCH", "/api/games", (405, "method_not_allowed")),
    ],
)
async def test_unknown_addresses_and_methods_are_problems(server: Served, method: str, path: str, code: Any) -> None:
    response = await server.client.request(method, path)
    assert (response.status, (await response.json())["code"]) == code
    if response.status == 405:
        assert "GET" in response.headers["Allow"]


scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
names = st.sampled_from(
    ["type", "seat", "id", "target", "amount_cp", "reason", "luck", "options", "character", "number", "boast", "on"]
)
kinds = st.sampled_from(
    ["roll", "bank", "choose", "bet", "give_coins", "set_options", "set_character", "set_luck", "leave", "sit"]
)
bodies = st.dictionaries(names, values, max_size=5) | st.builds(
    lambda kind, rest: {**rest, "type": kind}, kinds, st.dictionaries(names, values, max_size=4)
)


@given(sent=st.lists(st.tuples(st.sampled_from(["gm", "ada", "public"]), bodies), min_size=1, max_size=12))
def test_no_request_causes_a_500_or_moves_a_coin_against_the_rules(sent: list[Any]) -> None:
    async def send_all() -> None:
        served = await start_server(TOYS, MemoryStore(), allow_seeds=True)
        try:
            table, ada, _ = await begun(served, "secret_choice")
            callers = {"gm": table.gm, "ada": ada, "public": table.public}
            for who, body in sent:
                answer = await callers[who].post("/commands", body)
                assert answer.status < 500, (body, answer.body)
                accounts = (await table.public.view())["accounts"]
                assert sum(accounts.values()) == 0
                assert all(cp >= 0 for account, cp in accounts.items() if account not in ("outside", "house"))
        finally:
            await served.close()

    asyncio.run(send_all())

"""How much one address and one token may ask for: what is too much is refused with when to come again."""

import asyncio
import random
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict

from server.config import Config
from server.http.connections import MOST_LIMITED
from server.http.limits import MOST_KEPT, MOST_REPORTS, MOST_WAITING, Buckets, Limits, counted_address
from server.metrics import Metrics
from server.problems import Problem
from tests.hostile.wire import Wire, request
from tests.server.conftest import Starting
from tests.server.serving import Answer


class Hand:
    """A monotonic clock that is turned by hand."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def hand() -> Hand:
    return Hand()


def limits_of(hand: Hand, **settings: Any) -> Limits:
    return Limits(Config(**settings), Metrics(), hand)


def taken(buckets: Buckets, key: str = "a") -> int:
    """How many can be taken now, until there are none."""
    for count in range(1_000_000):
        if buckets.take(key):
            return count
    raise AssertionError("there is no end of it")


def test_a_bucket_gives_what_it_holds_and_is_refilled_in_time(hand: Hand) -> None:
    buckets = Buckets(amount=10, period=1.0, burst=50, monotonic=hand)
    assert taken(buckets) == 50
    hand.at += 0.3
    assert taken(buckets) == 3
    hand.at += 3600
    assert taken(buckets) == 50
    assert taken(buckets, "b") == 50


def test_a_bucket_that_is_empty_says_for_how_long(hand: Hand) -> None:
    buckets = Buckets(amount=6, period=60.0, burst=6, monotonic=hand)
    assert taken(buckets) == 6
    assert buckets.take("a") == pytest.approx(10.0, abs=1e-5)
    hand.at += 4.0
    assert buckets.take("a") == pytest.approx(6.0, abs=1e-5)
    hand.at += 6.001
    assert buckets.take("a") == 0.0


def test_asking_again_while_the_bucket_is_empty_makes_nobody_wait_longer(hand: Hand) -> None:
    buckets = Buckets(amount=1, period=1.0, burst=1, monotonic=hand)
    assert buckets.take("a") == 0.0
    for _ in range(100):
        assert buckets.take("a") == pytest.approx(1.0, abs=1e-5)
    hand.at += 1.0
    assert buckets.take("a") == 0.0


def test_no_period_allows_more_than_the_bucket_and_its_refill(hand: Hand) -> None:
    chance = random.Random(3)
    buckets = Buckets(amount=5, period=1.0, burst=20, monotonic=hand)
    given: list[float] = []
    for _ in range(4000):
        hand.at += chance.expovariate(8.0)
        if not buckets.take("a"):
            given.append(hand.at)
    for first in range(0, len(given), 97):
        for last in range(first, len(given), 101):
            assert last - first + 1 <= 20 + 5 * (given[last] - given[first]) + 1e-6


def test_without_a_limit_nothing_is_refused_and_nothing_remembered(hand: Hand) -> None:
    buckets = Buckets(amount=0, period=1.0, burst=0, monotonic=hand)
    assert [buckets.take("a") for _ in range(1000)] == [0.0] * 1000
    assert len(buckets) == 0


def test_a_million_addresses_take_no_more_memory_than_those_that_are_remembered(hand: Hand) -> None:
    buckets = Buckets(amount=10, period=1.0, burst=10, monotonic=hand)
    for n in range(1_000_000):
        buckets.take(f"address {n}")
    assert len(buckets) == MOST_KEPT


def test_the_latest_callers_are_remembered_longest(hand: Hand) -> None:
    buckets = Buckets(amount=1, period=1.0, burst=1, monotonic=hand, most=3)
    for key in ("a", "b", "c"):
        assert not buckets.take(key)
    hand.at += 1.0
    assert not buckets.take("a")
    assert not buckets.take("d")
    assert buckets.take("a")
    assert not buckets.take("b")


@pytest.mark.parametrize(
    ("setting", "limit", "seconds"),
    [
        ("requests_per_second", "requests", 1),
        ("commands_per_second", "commands", 1),
        ("chats_per_minute", "chats", 20),
        ("tables_per_hour", "tables", 1200),
        ("sits_per_minute", "sits", 20),
        ("attempts_per_minute", "attempts", 20),
        ("wrong_codes_per_hour", "wrong_codes", 1200),
    ],
)
def test_excess_requests_are_refused_with_the_time_to_wait(hand: Hand, setting: str, limit: str, seconds: int) -> None:
    limits = limits_of(hand, **{setting: 3})
    ask = partial(limits.count, getattr(limits, limit))
    burst = 15 if setting.endswith("second") else 3
    for _ in range(burst):
        ask("a")
    with pytest.raises(Problem) as caught:
        ask("a")
    ask("b")
    assert (caught.value.status, caught.value.code) == (429, "too_many_requests")
    assert caught.value.headers == {"Retry-After": str(seconds)}
    hand.at += seconds
    ask("a")


def test_what_fails_is_not_counted_as_done(hand: Hand) -> None:
    limits = limits_of(hand, tables_per_hour=1)
    for _ in range(3):
        with pytest.raises(ValueError, match="no table"), limits.done(limits.tables, "a"):
            raise ValueError("no table")
    with limits.done(limits.tables, "a"):
        pass
    with pytest.raises(Problem), limits.done(limits.tables, "a"):
        raise AssertionError("It was done over the limit.")


def test_to_come_again_in_no_time_at_all_is_never_said(hand: Hand) -> None:
    limits = limits_of(hand, requests_per_second=1000)
    refused = []
    for _ in range(5002):
        try:
            limits.count(limits.requests, "a")
        except Problem as problem:
            refused.append(problem.headers["Retry-After"])
    assert refused == ["1", "1"]


def test_streams_are_counted_while_they_are_open_for_an_address_a_token_and_in_all(hand: Hand) -> None:
    limits = limits_of(hand, streams_per_address=2, streams_per_token=1, streams_total=3)

    def refused(address: str, token: str | None) -> bool:
        try:
            with limits.stream(address, token):
                return False
        except Problem as problem:
            return (problem.status, problem.headers) == (429, {"Retry-After": "10"})

    with limits.stream("a", "t"):
        assert refused("b", "t")
        assert not refused("b", "u")
        with limits.stream("a", None):
            assert refused("a", None)
            with limits.stream("b", None):
                assert refused("c", None)
            assert not refused("c", None)
        assert not refused("a", None)
    assert not refused("b", "t")


def test_a_stream_that_fails_is_open_no_longer(hand: Hand) -> None:
    limits = limits_of(hand, streams_per_address=1)
    for _ in range(3):
        with pytest.raises(ConnectionError), limits.stream("a", None):
            raise ConnectionError
    with limits.stream("a", None):
        pass


def test_connections_are_counted_but_not_those_of_a_trusted_proxy(hand: Hand) -> None:
    limits = limits_of(hand, connections_per_address=2, trusted_proxy=("10.0.0.0/8",))
    assert [limits.connected("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert all(limits.connected("10.1.2.3") for _ in range(10))
    limits.disconnected("192.0.2.1")
    limits.disconnected("10.1.2.3")
    assert [limits.connected("192.0.2.1") for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "unknown"),
        ("nobody", "unknown"),
    ],
)
def test_an_ipv6_address_is_counted_with_all_of_its_site(address: str, counted: str) -> None:
    assert counted_address(address) == counted


class _Peer:
    def __init__(self, address: str) -> None:
        self.address = address

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (self.address, 40_000) if name == "peername" else default


def asking(peer: str, *forwarded: str) -> web.Request:
    headers = CIMultiDict([("X-Forwarded-For", value) for value in forwarded])
    return make_mocked_request("GET", "/", headers=headers, transport=_Peer(peer))


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("192.0.2.1", [], "192.0.2.1"),
        ("192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["6.6.6.6, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["6.6.6.6", "203.0.113.9"], "203.0.113.9"),
        ("10.0.0.1", ["6.6.6.6, 203.0.113.9, 10.0.0.2"], "203.0.113.9"),
        ("10.0.0.1", ["10.0.0.3,10.0.0.2"], "10.0.0.3"),
        ("10.0.0.1", ["6.6.6.6, nonsense, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", ["203.0.113.9:4711"], "10.0.0.1"),
        ("10.0.0.1", ["2001:db8::7"], "2001:db8::/64"),
        ("::ffff:10.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("fd00::1", ["203.0.113.9"], "203.0.113.9"),
    ],
)
def test_the_caller_is_the_one_that_the_last_trusted_proxy_saw(
    hand: Hand, peer: str, forwarded: list[str], counted: str
) -> None:
    limits = limits_of(hand, trusted_proxy=("10.0.0.0/8", "fd00::/8"))
    asked = asking(peer, *forwarded)
    assert limits.address_of(asked.remote, asked.headers) == counted


async def test_over_http_too_many_requests_are_a_problem_that_a_page_may_read(start: Starting) -> None:
    server = await start(requests_per_second=1)
    statuses = [(await server.get("/api/games")).status for _ in range(5)]
    refused = await server.get("/nowhere")
    assert statuses == [200] * 5
    assert refused.code == (429, "too_many_requests")
    assert refused.headers["Retry-After"] == "1"
    assert refused.headers["Access-Control-Allow-Origin"] == "*"
    assert "Retry-After" in refused.headers["Access-Control-Expose-Headers"]
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.headers["Cache-Control"] == "no-store"


def said_of(refused: Answer) -> str:
    """Why a request is over a limit, without the time to wait."""
    assert refused.code == (429, "too_many_requests")
    return str(refused["detail"]).partition(" Retry in ")[0]


async def test_only_tables_that_were_opened_count_as_opened(start: Starting) -> None:
    server = await start(tables_per_hour=2, attempts_per_minute=7)
    key = {"Idempotency-Key": "a secret of sixteen bytes"}
    for body in (b"{", {"game": "none"}, {"game": "race", "options": {"goal": "far"}}):
        assert (await server.post("/api/tables", body)).status in (400, 422)
    for headers in (None, key, key):
        assert (await server.post("/api/tables", {"game": "race"}, headers)).status == 201
    refused = await server.post("/api/tables", {"game": "race"})
    assert said_of(refused) == "Too many tables opened from this address."
    refused = await server.post("/api/tables", b"{")
    assert said_of(refused) == "Too many attempts to open a table, take a seat or use a join code from this address."


async def test_only_seats_that_were_taken_count_as_taken(start: Starting) -> None:
    server = await start(sits_per_minute=2, attempts_per_minute=9)
    table = await server.open("race")
    key = {"Idempotency-Key": "a secret of sixteen bytes"}

    async def sit(name: str, headers: dict[str, str] | None = None) -> Answer:
        return await table.public.post("/seats", {"invite": table.invite, "name": name}, headers)

    assert (await table.public.post("/seats", b"{")).status == 400
    assert [(await sit(name)).status for name in ("Ada", "Ada", "\u3164")] == [201, 409, 422]
    assert [(await sit("Bo", key)).status for _ in range(2)] == [201, 201]
    assert said_of(await sit("Cy")) == "Too many seats taken from this address."
    assert (await table.public.post("/seats", b"{")).status == 400
    refused = await table.public.post("/seats", b"{")
    assert said_of(refused) == "Too many attempts to open a table, take a seat or use a join code from this address."


async def test_only_messages_that_were_sent_count_as_sent(start: Starting) -> None:
    server = await start(chats_per_minute=2)
    table = await server.open("race")
    for body in (b"{", {"text": ""}, {"text": "Hail!", "id": 7}):
        assert (await table.gm.post("/chat", body)).status in (400, 422)
    said = {"text": "Hail!", "id": "one"}
    assert [(await table.gm.post("/chat", said)).status for _ in range(3)] == [201] * 3
    assert (await table.gm.post("/chat", {"text": "Hail!"})).status == 201
    assert said_of(await table.gm.post("/chat", {"text": "Hail!"})) == "Too many messages with this token."


async def test_a_connection_that_goes_on_over_its_limits_is_closed(start: Starting) -> None:
    server = await start(commands_per_second=1)
    table = await server.open("race")
    assert server.client.port is not None
    raw = request("POST", f"/api/tables/{table.id}/commands", b"{}", {"Authorization": f"Bearer {table.gm.token}"})
    statuses: list[int] = []
    async with Wire(server.client.port) as wire:
        while statuses[-MOST_LIMITED:] != [429] * MOST_LIMITED:
            wire.send(raw)
            answer = await wire.answer()
            statuses.append(answer.status)
            last = statuses[-MOST_LIMITED:] == [429] * MOST_LIMITED
            assert answer.headers.get("Connection") == ("close" if last else None)
        assert await wire.ended()


async def test_an_answer_within_the_limits_lets_a_connection_go_on(start: Starting) -> None:
    server = await start(attempts_per_minute=1)
    assert server.client.port is not None
    over = request("POST", "/api/tables", b"{}")
    async with Wire(server.client.port) as wire:
        wire.send(over)
        assert (await wire.answer()).status == 422
        for _ in range(2):
            for _ in range(MOST_LIMITED - 1):
                wire.send(over)
                assert (await wire.answer()).status == 429
            wire.send(request("GET", "/api/games"))
            assert (await wire.answer()).headers.get("Connection") is None


async def test_preflights_and_health_are_answered_however_often_they_are_asked(start: Starting) -> None:
    server = await start(requests_per_second=1)
    for _ in range(20):
        assert (await server.get("/healthz")).status == 200
        assert (await server.get("/readyz")).status == 200
        assert (await server.client.options("/api/tables")).status == 204
    assert (await server.get("/api/games")).status == 200


async def test_eight_players_behind_one_router_with_their_pages_meet_no_limit(start: Starting) -> None:
    """Each has three pages open, with a stream each, and all load them at once and look at every change."""
    usual = Config()
    server = await start(
        requests_per_second=usual.requests_per_second,
        commands_per_second=usual.commands_per_second,
        sits_per_minute=usual.sits_per_minute,
        tables_per_hour=usual.tables_per_hour,
        streams_per_address=usual.streams_per_address,
        streams_per_token=usual.streams_per_token,
    )
    table = await server.open("race")
    seats = [await table.sit(f"Player {n}") for n in range(4)]
    callers = [seats[n % 4] for n in range(8)]
    streams = [
        await server.client.get(f"/api/tables/{table.id}/live", headers={"Authorization": f"Bearer {caller.token}"})
        for caller in callers
        for _ in range(3)
    ]
    assert [stream.status for stream in streams] == [200] * 24
    loaded = await asyncio.gather(*(server.get("/api/games") for _ in range(8 * 3 * 15)))
    assert {answer.status for answer in loaded} == {200}
    for stream in streams:
        stream.close()


def test_many_addresses_together_cannot_fill_a_queue_without_end(hand: Hand) -> None:
    limits = limits_of(hand)
    with ExitStack() as waiting:
        for number in range(MOST_WAITING):
            waiting.enter_context(limits.report(f"10.0.0.{number // MOST_REPORTS}"))
        with pytest.raises(Problem, match="Too many reports waiting on this server"), limits.report("10.0.1.1"):
            pass
        waiting.enter_context(limits.text("10.0.1.1"))
    with limits.report("10.0.1.1"):
        pass

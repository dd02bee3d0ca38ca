"""Two servers on one database, behind a router that picks one at random for every request: the worst case."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any, Final, cast

import pytest

from events.storage.contract.sharing import Newest
from events.storage.opening import open_store
from events.storage.postgresql.connections.connecting import connect
from games.installed import CATALOGUE
from server.background.other_servers import OtherServersFollower
from tests.postgres import Postgres
from tests.server.conftest import Starting
from tests.server.npcs import NPC_SECONDS, seat_npc
from tests.server.playing_through import Players, assert_replayed_as_shown, audited
from tests.server.serving import Caller, Client, Opened, Served, start_server, until
from tests.server.streaming import Reading, read_live

pytestmark = pytest.mark.thorough

SEED: Final = "07" * 32
SHORTEST_PAUSE: Final = timedelta(seconds=0.5 * NPC_SECONDS)
LONGEST_PAUSE: Final = 1.5 * NPC_SECONDS


class Router:
    """Asks one of several servers, at random."""

    def __init__(self, servers: list[Served], chance: Random) -> None:
        self._servers = servers
        self._chance = chance

    def __getattr__(self, name: str) -> Any:
        return getattr(self._chance.choice(self._servers).client, name)


class Cluster:
    """Servers on one store, and a router before them."""

    def __init__(self, servers: list[Served]) -> None:
        self.servers = servers
        self.first, self.second, *_ = servers
        self.client = cast("Client", Router(servers, Random(19)))

    def routed(self, table: Opened) -> Opened:
        """The same table through the router."""
        opened = {"table": table.id, "invite": table.invite, "gm_token": table.gm.token or ""}
        return Opened(self.client, opened)

    def at(self, server: Served, caller: Caller) -> Caller:
        """The same caller at one server."""
        return Caller(server.client, caller.table, caller.token, caller.seat)

    def turn(self, seconds: float) -> None:
        """Let time pass at all servers."""
        for server in self.servers:
            server.clock.turn(seconds)


@asynccontextmanager
async def two_servers(address: str, start: Starting) -> AsyncGenerator[Cluster]:
    """Two servers on the store at `address`."""
    stores = [await open_store(address, shared=True) for _ in range(2)]
    servers = [
        await start(store, chance=chance, allow_seeds=True, npc_seconds=NPC_SECONDS)
        for chance, store in enumerate(stores, 1)
    ]
    yield Cluster(servers)
    for server in servers:
        await server.close()
    for store in stores:
        await store.close()


@pytest.fixture
async def cluster(postgres: Postgres, start: Starting) -> AsyncIterator[Cluster]:
    async with two_servers(postgres.address, start) as cluster:
        yield cluster


@pytest.mark.parametrize(
    "game",
    [
        game if game in ("twentyone", "farkle") else pytest.param(game, marks=pytest.mark.campaign)
        for game in CATALOGUE.rulebooks
    ],
)
async def test_a_game_is_played_at_any_server_and_shown_the_same_by_all(postgres: Postgres, game: str) -> None:
    stores = [await open_store(postgres.address, shared=True) for _ in range(2)]
    servers = [await start_server(CATALOGUE, store, chance=n, allow_seeds=True) for n, store in enumerate(stores, 1)]
    cluster = Cluster(servers)
    served = Served(cluster.client, servers[0].store, servers[0].clock)
    players = await Players.gather(served, CATALOGUE, game, 4)
    await players.play_round()
    await assert_replayed_as_shown(players, 1)
    report = await audited(players)
    assert (report.findings, report.same_again) == ([], report.entries)
    for server in servers:
        await server.close()
    for store in stores:
        await store.close()


async def race(cluster: Cluster, **options: Any) -> tuple[Opened, Caller, Caller]:
    """A round of the race, begun at the first server; everybody is routed."""
    table = await cluster.first.open("race", options=options, seed=SEED)
    table = cluster.routed(table)
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    return table, ada, bo


async def versions_read(reading: Reading, upto: int) -> list[int]:
    versions: list[int] = []
    while not versions or versions[-1] < upto:
        event = await reading.next()
        if event.event in ("entry", "reset"):
            versions.append(event.data["version"])
    return versions


async def test_every_reader_sees_each_version_once_and_in_order(cluster: Cluster) -> None:
    table, _, _ = await race(cluster)
    readings = [await read_live(cluster.at(server, table.public)) for server in cluster.servers for _ in range(2)]
    begun = (await table.public.view())["version"]
    for _ in range(12):
        view = await table.gm.view()
        if not view["to_act"]:
            break
        await table.gm.did("roll", seat=view["to_act"][0])
    last = (await table.public.view())["version"]
    for reading in readings:
        assert await versions_read(reading, last) == list(range(begun, last + 1))
        reading.close()


async def test_a_gm_is_not_told_who_is_offline_by_servers_that_do_not_know_each_others_readers(
    cluster: Cluster,
) -> None:
    table, ada, _ = await race(cluster)
    gm = await read_live(cluster.at(cluster.first, table.gm))
    await gm.expect("reset")
    here = await read_live(cluster.at(cluster.first, ada))
    await here.expect("reset")
    there = await read_live(cluster.at(cluster.second, ada))
    await there.expect("reset")
    here.close()
    await until(lambda: len(cluster.first.streams) == 1)
    for _ in range(3):
        cluster.turn(15)
        await gm.expect(":")
    there.close()


async def test_nobody_sees_less_at_one_server_than_before_at_another(cluster: Cluster) -> None:
    table, _, _ = await race(cluster)
    for name in ("Cy", "Di", "Ed", "Flo"):
        await table.sit(name)
        seen = [await cluster.at(server, table.gm).view() for server in (*cluster.servers, *cluster.servers)]
        assert len({view["version"] for view in seen}) == 1
        assert name in [seat["name"] for seat in seen[0]["seats"]]


async def test_a_reader_that_joins_an_earlier_load_sees_what_was_written_since(
    cluster: Cluster, postgres: Postgres
) -> None:
    table, _, _ = await race(cluster)
    second = cluster.second.tables
    if (live := second.at_hand(table.id)) is not None:
        live.drop()
    link = await connect(postgres.address)
    # A load reads the log first, and then waits for the secret.
    await link.execute("BEGIN; LOCK TABLE secrets IN ACCESS EXCLUSIVE MODE")
    early = asyncio.create_task(second.open(table.id))
    async with asyncio.timeout(10):
        while not await link.fetchval("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted) FROM pg_sleep(0.01)"):
            pass
    await cluster.at(cluster.first, table.gm).did("set_listed", listed=True)
    late = asyncio.create_task(second.open(table.id))
    await asyncio.sleep(0)
    await link.execute("ROLLBACK")
    await link.close()
    await early
    assert (await late).listed


async def test_a_slow_reader_takes_the_copy_that_others_loaded_meanwhile(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _, _ = await race(cluster)
    second = cluster.second.tables
    before = await second.open(table.id)
    assert second.others is not None
    store, found = second.others.sharing, asyncio.Event()
    newest = store.newest

    async def slowly(table: str) -> Newest | None:
        await found.wait()
        return await newest(table)

    monkeypatch.setattr(store, "newest", slowly)
    late = asyncio.create_task(second.open(table.id))
    await asyncio.sleep(0)
    monkeypatch.undo()
    before.drop()
    loaded = await second.open(table.id)
    found.set()
    # Readers follow the copy that was loaded, so there must be no other.
    assert await late is loaded
    assert second.at_hand(table.id) is loaded


async def test_two_seats_that_act_at_once_at_two_servers_are_both_answered(cluster: Cluster) -> None:
    table, _, _ = await race(cluster)
    for name in ("a", "b", "c", "d"):
        answers = await asyncio.gather(
            *(
                cluster.at(server, table.gm).give("set_listed", listed=bool(n))
                for n, server in enumerate(cluster.servers)
            ),
            *(
                cluster.at(server, table.public).post(
                    "/seats", {"invite": table.invite, "name": f"{name}{n}", "purse_cp": 100}
                )
                for n, server in enumerate(cluster.servers)
            ),
        )
        # In the end, the table is full.
        assert {answer.status for answer in answers} <= {200, 201, 409}
        assert sum(answer.status in (200, 201) for answer in answers) >= 2
    entries = (await table.gm.get("/events"))["entries"]
    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))


async def test_one_id_at_two_servers_at_once_is_carried_out_once(cluster: Cluster) -> None:
    table, _, _ = await race(cluster)
    for n in range(5):
        before = (await table.gm.view())["version"]
        answers = await asyncio.gather(
            *(cluster.at(server, table.gm).give("set_listed", id=f"id-{n}", listed=True) for server in cluster.servers)
        )
        assert {answer.status for answer in answers} == {200}
        assert answers[0]["receipt"] == answers[1]["receipt"]
        assert (await table.gm.view())["version"] == before + 1


async def test_one_key_opens_one_table_at_two_servers(cluster: Cluster) -> None:
    headers = {"Idempotency-Key": "0123456789abcdef0123456789abcdef"}
    answers = await asyncio.gather(
        *(server.post("/api/tables", {"game": "race"}, headers) for server in cluster.servers)
    )
    assert [answer.status for answer in answers] == [201, 201]
    assert answers[0].json == answers[1].json


async def test_a_token_that_is_replaced_at_one_server_is_refused_at_the_other(cluster: Cluster) -> None:
    table, ada, _ = await race(cluster)
    reading = await read_live(cluster.at(cluster.second, ada))
    await reading.expect("reset")
    assert (await cluster.at(cluster.second, ada).get()).status == 200
    renewed = await cluster.at(cluster.first, table.gm).did("new_token", target=ada.seat)
    assert (await cluster.at(cluster.second, ada).get()).code == (401, "wrong_token")
    ada.token = renewed["token"]
    assert (await cluster.at(cluster.second, ada).get()).status == 200
    while (event := await reading.next()).event != "close":
        pass
    assert event.data["reason"] == "token_changed"


async def test_chat_is_heard_and_erased_at_every_server(cluster: Cluster) -> None:
    table, ada, bo = await race(cluster)
    readings = [await read_live(cluster.at(server, table.gm)) for server in cluster.servers]
    for n in range(1, 7):
        speaker, server = (ada, cluster.first) if n % 2 else (bo, cluster.second)
        assert (await cluster.at(server, speaker).post("/chat", {"text": f"message {n}"}))["n"] == n
    assert (await cluster.at(cluster.second, table.gm).delete("/chat/1"))["n"] == 7
    for reading in readings:
        heard: list[int] = []
        while not heard or heard[-1] < 7:
            event = await reading.next()
            if event.event == "chat":
                heard.append(event.data["n"])
        assert heard == list(range(1, 8))
        reading.close()
    said = (await cluster.at(cluster.first, table.gm).get("/chat"))["messages"]
    assert [message["text"] for message in said][:2] == [None, "message 2"]


async def newest(table: Opened, after: int) -> list[tuple[str, str | None]]:
    entries = (await table.gm.get(f"/events?after={after}"))["entries"]
    return [(entry["actor"], entry["seat"]) for entry in entries]


async def versions_above(gm: Caller, version: int) -> list[Any]:
    """What came after a version, as soon as there is something."""
    entries: list[Any] = (await gm.get(f"/events?after={version}&wait=30"))["entries"]
    assert entries
    return entries


async def still(cluster: Cluster) -> None:
    await until(lambda: not any(server.busy for server in cluster.servers))


async def test_a_deadline_is_played_once(cluster: Cluster) -> None:
    table = cluster.routed(await cluster.first.open("secret_choice", options={"turn_seconds": 60}, seed=SEED))
    seats = [await table.sit(name) for name in ("Ada", "Bo")]
    for _ in range(4):
        await table.gm.did("start_round")
        version = (await table.gm.view())["version"]
        for server in cluster.servers:
            await cluster.at(server, table.gm).view()
        cluster.turn(60)
        for n, _ in enumerate(seats):
            await versions_above(table.gm, version + n)
        await still(cluster)
        assert await newest(table, version) == [("clock", seat.seat) for seat in seats]


async def test_a_deadline_that_moves_nothing_on_is_played_once(cluster: Cluster) -> None:
    table = cluster.routed(await cluster.first.open("race", options={"turn_seconds": 60}, seed=SEED))
    seats = [await table.sit(name) for name in ("Ada", "Bo")]
    await table.gm.did("start_round")
    for server in cluster.servers:
        await cluster.at(server, table.gm).view()
    cluster.turn(60)
    # The clock rolls, and the same seat is waited for.
    await versions_above(table.gm, 4)
    await still(cluster)
    assert await newest(table, 4) == [("clock", seats[0].seat)]


async def test_unfinished_work_of_a_server_is_taken_over(cluster: Cluster) -> None:
    table = await cluster.first.open("race", options={"turn_seconds": 60}, seed=SEED)
    for name in ("Ada", "Bo"):
        await table.sit(name)
    await table.gm.did("start_round")
    gm = cluster.at(cluster.second, table.gm)
    await cluster.first.close()
    # Its work is not lost: nobody had asked the second server for this table.
    assert cluster.second.tables.at_hand(table.id) is None
    for seconds in (61, 15):
        cluster.second.clock.turn(seconds)
        await until(lambda: not cluster.second.busy)
    cluster.second.clock.turn(2)
    assert [entry["actor"] for entry in await versions_above(gm, 4)] == ["house"]


async def test_an_npc_acts_once_when_its_pause_is_over_at_all_servers(cluster: Cluster) -> None:
    table = cluster.routed(await cluster.first.open("race", seed=SEED))
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    for _ in range(100):
        looks = [await cluster.at(server, table.public).view() for server in cluster.servers]
        if looks[0]["phase"] == "lobby":
            break
        await still(cluster)
        cluster.turn(LONGEST_PAUSE)
        await still(cluster)
        assert len(await newest(table, looks[0]["version"])) == 1
    else:
        raise AssertionError("the round does not end")
    entries = (await table.gm.get("/events?limit=100"))["entries"]
    assert [entry["version"] for entry in entries] == list(range(1, len(entries) + 1))


async def test_an_npc_also_pauses_if_entries_of_another_server_arrive_late(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OtherServersFollower, "_notified", lambda *_: None)
    table = cluster.routed(await cluster.first.open("race", seed=SEED))
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    # Both have the table, and begin the first pause at the same time.
    for server in cluster.servers:
        await cluster.at(server, table.public).view()
    for _ in range(1_000):
        if (await cluster.at(cluster.first, table.public).view())["phase"] == "lobby":
            break
        for server in cluster.servers:
            server.clock.turn(0.1)
            await still(cluster)
    else:
        raise AssertionError("the round does not end")
    entries = (await table.gm.get("/events?limit=100"))["entries"]
    times = [datetime.fromisoformat(entry["at"]) for entry in entries if entry["actor"].startswith("npc:")]
    assert len(times) > 5
    assert all(after - before >= SHORTEST_PAUSE for before, after in pairwise(times))

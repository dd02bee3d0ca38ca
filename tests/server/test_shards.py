"""Two servers on two databases: tables that move while they are followed and played, and a database that is gone."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

import pytest
import structlog.testing

from events.store.moving import Overtaken
from events.stores.opening import open_store
from events.stores.sharded import ShardedStore, move_table
from server.watching import watch_store
from tests.postgres import Postgres
from tests.server.conftest import Starting
from tests.server.serving import Opened, Served, until
from tests.server.streaming import read_live
from tests.server.test_metrics import metrics_of, samples
from tests.server.test_several_servers import Cluster, race, two_servers

KEY: Final = {"Idempotency-Key": "0123456789abcdef0123456789abcdef"}


@pytest.fixture
async def mover(postgres: Postgres) -> AsyncIterator[ShardedStore]:
    """The shards as a command has them that moves tables."""
    store = await open_store(postgres.shards, shared=True)
    assert isinstance(store, ShardedStore)
    yield store
    await store.close()


@pytest.fixture
async def cluster(postgres: Postgres, start: Starting) -> AsyncIterator[Cluster]:
    # All new tables go to the first shard.
    async with two_servers(f"one={postgres.address} two!={postgres.second}", start) as cluster:
        yield cluster


async def move(mover: ShardedStore, table: Opened, name: str) -> None:
    shard = mover.routing.named(name)
    assert shard is not None
    assert await move_table(mover, table.id, shard) is not None


async def test_who_follows_a_table_that_moves_starts_over_and_misses_nothing(
    cluster: Cluster, mover: ShardedStore
) -> None:
    table, ada, _ = await race(cluster)
    readings = [await read_live(cluster.at(server, ada)) for server in cluster.servers]
    begun = [await reading.expect("reset") for reading in readings]
    assert begun[0].id is not None
    epoch = begun[0].data["epoch"]
    await move(mover, table, "two")
    view = await table.gm.view()
    await table.gm.did("roll", seat=view["to_act"][0])
    cluster.turn(2)
    for reading in readings:
        reset = await reading.expect("reset")
        assert reset.data["epoch"] != epoch
        version = reset.data["version"]
        while version < begun[0].data["version"] + 1:
            entry = await reading.expect("entry")
            assert entry.data["version"] == version + 1
            version += 1
        reading.close()
    late = await read_live(cluster.at(cluster.second, ada), begun[0].id)
    assert (await late.expect("reset")).data["epoch"] != epoch
    late.close()
    answer = await ada.get(f"/events?after=0&epoch={epoch}")
    assert answer.code == (409, "log_replaced")


async def test_a_table_is_played_on_wherever_it_moves(cluster: Cluster, mover: ShardedStore) -> None:
    table, _, _ = await race(cluster)
    for n in range(6):
        answer = await table.gm.give("set_listed", id=f"id-{n}", listed=n % 2 == 0)
        assert answer.status == 200
        view = await table.gm.view()
        await move(mover, table, "one" if n % 2 else "two")
        for server in cluster.servers:
            # The same command id gets its first answer, at either server, after the move.
            again = await cluster.at(server, table.gm).give("set_listed", id=f"id-{n}", listed=n % 2 == 0)
            assert (again.status, again["receipt"]) == (200, answer["receipt"])
            assert (await cluster.at(server, table.gm).view())["version"] == view["version"]
        if view["to_act"]:
            await table.gm.did("roll", seat=view["to_act"][0])
    assert (await table.gm.post("/chat", {"text": "still here"}))["n"] == 1


async def test_commands_given_while_a_table_moves_are_carried_out_once_or_refused(
    cluster: Cluster, mover: ShardedStore
) -> None:
    table, _, _ = await race(cluster)
    before = (await table.gm.view())["version"]

    async def give(n: int) -> int:
        for _ in range(20):
            answer = await table.gm.give("set_listed", id=f"id-{n}", listed=n % 2 == 0)
            if answer.status == 200:
                return answer.status
            assert answer.status in (409, 503), answer.body
        raise AssertionError

    giving = asyncio.gather(*(give(n) for n in range(20)))
    for name in ("two", "one", "two"):
        shard = mover.routing.named(name)
        assert shard is not None
        # Where the table is used all the time, it may stay.
        try:
            await move_table(mover, table.id, shard)
        except Overtaken:
            continue
    await giving
    entries = (await table.gm.get("/events?limit=100"))["entries"]
    assert [entry["version"] for entry in entries] == list(range(1, before + 21))


async def test_a_deadline_moves_with_its_table(cluster: Cluster, mover: ShardedStore) -> None:
    table, _, _ = await race(cluster, turn_seconds=60)
    await move(mover, table, "two")
    version = (await table.gm.view())["version"]
    cluster.turn(61)
    entries = (await table.gm.get(f"/events?after={version}&wait=30"))["entries"]
    assert [entry["actor"] for entry in entries] == ["clock"]


async def test_a_key_finds_its_table_after_shards_were_added_and_closed(postgres: Postgres, start: Starting) -> None:
    answers: list[object] = []
    for address in (
        postgres.address,
        f"one={postgres.address} two={postgres.second}",
        f"one!={postgres.address} two={postgres.second}",
    ):
        store = await open_store(address, shared=True)
        server = await start(store)
        answer = await server.post("/api/tables", {"game": "race"}, KEY)
        assert answer.status == 201
        answers.append(answer.json)
        await server.close()
        await store.close()
    assert answers[0] == answers[1] == answers[2]


async def two_tables(server: Served) -> tuple[Opened, Opened]:
    """A table in each shard."""
    opened: dict[bool, Opened] = {}
    while len(opened) < 2:
        table = await server.open("race")
        opened[table.id.endswith("-two")] = table
    return opened[False], opened[True]


async def test_a_database_that_is_gone_takes_only_its_tables_along(postgres: Postgres, start: Starting) -> None:
    store = await open_store(postgres.shards, shared=True)
    server = await start(store)
    first, second = await two_tables(server)
    postgres.close_second()
    answer = await second.gm.give("set_listed", listed=True)
    assert answer.code == (503, "store_error")
    assert (await second.gm.get()).code == (503, "store_error")
    await first.gm.did("set_listed", listed=True)
    ready = await server.get("/readyz")
    assert (ready.status, ready["unreachable_shards"]) == (200, "two")
    listed = (await server.get("/api/tables"))["tables"]
    assert [one["table"] for one in listed] == [first.id]
    for _ in range(3):
        assert not (await server.open("race")).id.endswith("-two")
    assert (await server.post("/api/tables", {"game": "race"}, KEY)).code == (503, "store_error")
    postgres.open_second()
    assert "unreachable_shards" not in (await server.get("/readyz")).json
    await until(lambda: not server.busy)
    await second.gm.did("set_listed", listed=True)
    assert (await server.post("/api/tables", {"game": "race"}, KEY)).status == 201
    await server.close()
    await store.close()


async def test_a_database_that_is_gone_when_the_server_starts_is_logged_once(
    postgres: Postgres, start: Starting
) -> None:
    await (await open_store(postgres.shards, shared=True)).close()
    postgres.close_second()
    store = await open_store(postgres.shards, shared=True)
    server = await start(store)
    assert [notice.code for notice in store.notices()].count("shard_unreachable") == 1
    with structlog.testing.capture_logs() as logged:
        server.supervisor.watch(watch_store(server.tables.services))
        await until(lambda: samples(metrics_of(server), "tavern_shards_unreachable") == {(): 1})
        postgres.open_second()
        await until(lambda: any(line["event"].startswith("shard_") for line in logged))
    assert [line["event"] for line in logged if line["event"].startswith("shard_")] == ["shard_reachable"]
    await server.close()
    await store.close()

"""A secret that is not the table's, or is gone, and an index of rounds that is not the log's: both are found."""

from collections.abc import Sequence
from typing import Any

import pytest
import structlog

from events.store import NoSuchTable, RoundSpan, Store
from events.stores.memory import MemoryStore
from tests.server.conftest import Starting
from tests.server.serving import AroundStore, Caller, Opened, Served, until

SEED = "07" * 32


class OtherSecretStore(AroundStore):
    """Hands out another secret, or (None) none; and no nodes, or others, where they are given."""

    def __init__(self, inner: Store, secret: bytes | None, **nodes: bytes | None) -> None:
        super().__init__(inner)
        self.other = secret
        self._nodes = nodes

    async def secret(self, table: str) -> bytes:
        if self.other is None:
            raise NoSuchTable(f"the store has no secret for table {table!r}")
        return self.other

    async def nodes(self, table: str) -> bytes | None:
        return self._nodes["nodes"] if "nodes" in self._nodes else await super().nodes(table)


async def seated(server: Served, **options: Any) -> tuple[Opened, Caller]:
    table = await server.open("secret_choice", seed=SEED, options=options)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    return table, ada


@pytest.mark.parametrize("secret", [bytes(32), b"", b"short", None], ids=["other", "empty", "short", "none"])
@pytest.mark.parametrize("running", [False, True])
async def test_a_table_with_a_wrong_or_missing_secret_is_damaged_and_says_why(
    start: Starting, secret: bytes | None, running: bool
) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, ada = await seated(server)
    if running:
        await table.gm.did("start_round")
    before = await server.store.read(table.id)
    view, export = await ada.view(), (await table.gm.get("/export")).body
    with structlog.testing.capture_logs() as logged:
        other = await start(OtherSecretStore(server.store, secret))
        again, gm = table.again(other.client, ada), table.again(other.client, table.gm)
        now = await again.view()

    why = "the store does not have it" if secret is None else "it does not lead to the root that was published"
    assert why in now["damage"]["detail"]
    assert (await gm.view())["damage"] == now["damage"]
    assert now["version"] == view["version"]
    for caller, command in ((gm, "void_round" if running else "start_round"), (again, "leave")):
        refused = await caller.give(command)
        assert refused.code == (503, "secret_damaged")
        assert why in refused["detail"]
    assert (await gm.get("/export")).body == export
    assert await server.store.read(table.id) == before
    assert (await other.get("/readyz")).json == {"status": "ready", "damaged_tables": 1}
    assert b"\ntavern_tables_damaged 1.0\n" in other.tables.services.metrics.exposition()
    (report,) = [one for one in logged if one["event"] == "secret_damaged"]
    assert why in report["reason"]
    assert (secret or b"-").hex() not in str(logged)
    assert SEED not in str(logged)


async def test_a_table_whose_secret_was_put_back_is_played_on(start: Starting) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, ada = await seated(server)
    store = OtherSecretStore(server.store, None)
    other = await start(store, idle_seconds=60)
    gm = table.again(other.client, table.gm)
    assert (await gm.give("start_round")).code == (503, "secret_damaged")

    store.other = bytes.fromhex(SEED)
    other.clock.turn(200)
    await until(lambda: other.tables.live_count == 0)

    await gm.did("start_round")
    assert "damage" not in await table.again(other.client, ada).view()
    assert other.tables.damaged_count == 0


@pytest.mark.parametrize("nodes", [None, b"", bytes(4096)], ids=["none", "empty", "zeros"])
async def test_a_good_secret_is_good_whatever_became_of_its_nodes(start: Starting, nodes: bytes | None) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, _ = await seated(server)

    other = await start(OtherSecretStore(server.store, bytes.fromhex(SEED), nodes=nodes))

    await table.again(other.client, table.gm).did("start_round")


@pytest.mark.parametrize("luck", ["open", "sealed"])
@pytest.mark.parametrize("secret", [bytes(32), None], ids=["other", "none"])
async def test_no_round_begins_once_the_secret_in_the_store_is_another(
    start: Starting, secret: bytes | None, luck: str
) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, _ = await seated(server, luck=luck)
    store = OtherSecretStore(server.store, bytes.fromhex(SEED))
    other = await start(store)
    gm = table.again(other.client, table.gm)
    assert "damage" not in await gm.view()
    before = await server.store.read(table.id)

    store.other = secret

    assert (await gm.give("start_round")).code == (503, "secret_damaged")
    assert await server.store.read(table.id) == before
    assert "secret" in (await gm.view())["damage"]["detail"]
    assert other.tables.damaged_count == 1


class OtherRoundsStore(AroundStore):
    """Has another index of rounds until it is derived again."""

    def __init__(self, inner: Store, spans: Sequence[RoundSpan]) -> None:
        super().__init__(inner)
        self._spans: Sequence[RoundSpan] | None = spans

    async def rounds(self, table: str, after: int, limit: int) -> Sequence[RoundSpan]:
        if self._spans is None:
            return await super().rounds(table, after, limit)
        return [span for span in self._spans if span.round > after][:limit]

    async def round(self, table: str, number: int) -> RoundSpan | None:
        return next((span for span in await self.rounds(table, 0, 100) if span.round == number), None)

    async def rebuild_rounds(self, table: str) -> None:
        await super().rebuild_rounds(table)
        self._spans = None


@pytest.mark.parametrize(
    "spans",
    [
        [],
        [RoundSpan(round=1, first=4, last=5)],
        [RoundSpan(round=1, first=4)],
        [RoundSpan(round=1, first=2, last=6)],
        [RoundSpan(round=1, first=4, last=6, unsealed=6), RoundSpan(round=2, first=5)],
    ],
)
@pytest.mark.parametrize("snapshot_every", [2, 1000])
async def test_an_index_of_rounds_that_is_not_the_logs_is_derived_again(
    start: Starting, spans: list[RoundSpan], snapshot_every: int
) -> None:
    server = await start(MemoryStore(), allow_seeds=True, snapshot_every=snapshot_every)
    table, ada = await seated(server)
    await table.gm.did("start_round")
    await ada.did("choose", number=2)
    await table.gm.did("void_round")
    await until(lambda: not server.busy)
    proof = (await ada.get("/rounds/1/proof")).body
    with structlog.testing.capture_logs() as logged:
        other = await start(OtherRoundsStore(server.store, spans), snapshot_every=snapshot_every)
        again = table.again(other.client, ada)
        assert "damage" not in await again.view()
        other.clock.turn(1)
        await until(lambda: not other.busy)

    assert (await again.get("/rounds/1/proof")).body == proof
    assert [one["round"] for one in logged if one["event"] == "round_index_damaged"] == [min(2, len(spans)) or 1]
    assert other.tables.damaged_count == 0

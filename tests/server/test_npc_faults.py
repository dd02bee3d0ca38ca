"""What goes wrong for NPCs: rules, stores and quotas; and that they go on after it."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
import structlog
from structlog.typing import EventDict

from events.dice import Dice
from events.event import Command, Event
from events.storage.contract import Store, Stored, StoreFull, StoreUnavailable
from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from games.engine.rulebook import AnyRulebook
from games.table import TABLE_RULES
from projections.actions import Action, Offer
from projections.game import AnyTable
from server.config import MEBIBYTE
from tests.server.conftest import Starting
from tests.server.npcs import NPC_SECONDS, acted, over, seat_npc, still, version
from tests.server.serving import AroundStore, Opened, Served, start_server
from tests.server.test_faults import FaultyStore
from tests.toys.race import Race


@pytest.fixture
def logged() -> Any:
    """What is logged."""
    with structlog.testing.capture_logs() as events:
        yield events


def npc_reports(events: list[EventDict]) -> list[EventDict]:
    return [event for event in events if str(event["event"]).startswith("npc_")]


class Liar(Race):
    """Offers what it does not have."""

    id = "liar"

    def choices(self, table: AnyTable, seat: str, command: str | None = None) -> Iterator[Offer]:
        yield Action(type="dance")


class Breaking(Race):
    """Breaks down at every move."""

    id = "breaking"

    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        raise RuntimeError("a secret")


async def at_a_toy(rulebook: AnyRulebook) -> tuple[Served, Opened]:
    """Two NPCs in a round of a misbehaving game."""
    server = await start_server(
        Catalogue.of([rulebook], TABLE_RULES), MemoryStore(), allow_seeds=True, npc_seconds=NPC_SECONDS
    )
    table = await server.open(rulebook.id, seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    await still(server)
    return server, table


async def test_an_npc_with_another_game_s_temperament_plays_on_cautiously(
    services: Served, logged: list[EventDict]
) -> None:
    table = await services.open("farkle", seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "threshold")
    await table.gm.did("set_game", game="twentyone")
    await table.gm.did("start_round")
    assert (await over(services, table))["result"]["round"] == 1
    assert {actor for actor, _ in await acted(table, after=4)} == {"gm", "npc:odo", "npc:ned"}
    assert npc_reports(logged) == []


async def test_an_npc_without_a_valid_offer_does_nothing_and_is_reported_once(logged: list[EventDict]) -> None:
    server, table = await at_a_toy(Liar())
    before = await version(table)
    for _ in range(5):
        server.clock.turn(NPC_SECONDS * 2)
        await still(server)
    assert await version(table) == before
    reports = [(one["event"], one["game"]) for one in npc_reports(logged)]
    assert reports == [("npc_at_a_loss", "liar"), ("npc_cannot_act", "liar")]
    await server.close()


async def test_a_breakdown_is_reported_without_its_secrets_and_not_tried_again(logged: list[EventDict]) -> None:
    server, table = await at_a_toy(Breaking())
    for _ in range(10):
        server.clock.turn(NPC_SECONDS * 2)
        await still(server)
    failures = [one for one in logged if one["event"] == "background_work_failed"]
    assert [one["error"] for one in failures] == ["RuntimeError"]
    assert "a secret" not in str(logged)
    await table.gm.did("void_round")
    await server.close()


async def test_they_go_on_after_the_store_failed_them(start: Starting) -> None:
    store = FaultyStore(MemoryStore())
    server = await start(store, allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open("race", seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    before = await version(table)
    store.before = StoreFull("full")
    server.clock.turn(NPC_SECONDS * 1.5)
    await still(server)
    assert server.tables.at_hand(table.id) is None
    server.clock.turn(5)
    await still(server)
    server.clock.turn(NPC_SECONDS * 1.5)
    await still(server)
    assert await version(table) == before + 1


class FailingReads(AroundStore):
    """Fails the next reads of a log, as many as the test sets."""

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.failing = 0

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        if self.failing:
            self.failing -= 1
            raise StoreUnavailable("busy")
        return await super().read(table, after, upto)


@pytest.mark.parametrize("npc", [True, False], ids=["an NPC", "the clock"])
async def test_a_read_that_fails_holds_up_nobody_for_long(start: Starting, *, npc: bool) -> None:
    store = FailingReads(MemoryStore())
    server = await start(store, allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open("race", seed="07" * 32, options={} if npc else {"turn_seconds": 10})
    for name in ("Odo", "Ned"):
        await (seat_npc(table, name, "random") if npc else table.sit(name))
    await table.gm.did("start_round")
    await still(server)
    before = await version(table)
    live = server.tables.at_hand(table.id)
    assert live is not None
    live.release_feeds()
    store.failing = 1
    for _ in range(60):
        server.clock.turn(0.5)
        await still(server)
    assert store.failing == 0
    assert await version(table) > before


async def test_a_table_that_has_stored_its_share_waits_for_room(start: Starting, logged: list[EventDict]) -> None:
    server = await start(allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open("race", seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    before = await version(table)
    live = await server.tables.open(table.id)
    live.size = server.tables.services.config.table_quota_mb * MEBIBYTE
    for _ in range(5):
        server.clock.turn(NPC_SECONDS * 2)
        await still(server)
    assert await version(table) == before
    assert [(one["event"], one["code"]) for one in npc_reports(logged)] == [("npc_refused", "table_quota_reached")]

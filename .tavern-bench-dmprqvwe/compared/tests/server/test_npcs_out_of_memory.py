"""NPCs after a restart and at tables that leave memory: they go on, and hold nothing up."""

from typing import Any

from events.stores.memory import MemoryStore
from tests.server.conftest import Starting
from tests.server.npcs import NPC_SECONDS, audited, over, paced, seat_npc, still, version


async def test_they_go_on_after_a_restart_without_being_asked(start: Starting) -> None:
    store = MemoryStore()
    server = await start(store, allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open("race", seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    await still(server)
    before = await version(table)
    clock = server.clock
    await server.close()
    clock.turn(600)
    restarted = await start(store, clock=clock, npc_seconds=NPC_SECONDS)
    await still(restarted)
    assert restarted.tables.live_count == 1
    clock.turn(NPC_SECONDS * 1.5)
    await still(restarted)
    table.public, table.gm = (table.again(restarted.client, caller) for caller in (table.public, table.gm))
    assert await version(table) == before + 1
    assert (await over(restarted, table))["result"]["round"] == 1
    await audited(table, restarted.tables.services.catalogue)


async def test_a_table_where_no_npc_is_to_act_is_not_loaded_at_a_restart(start: Starting) -> None:
    store = MemoryStore()
    server = await start(store, allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open("race", seed="07" * 32)
    await table.sit("Ada")
    await seat_npc(table, "Odo", "random")
    await table.gm.did("start_round")
    assert (await table.public.view())["to_act"] == ["ada"]
    await server.close()
    restarted = await start(store, clock=server.clock, npc_seconds=NPC_SECONDS)
    await still(restarted)
    assert restarted.tables.live_count == 0


async def test_an_npc_answers_alike_before_and_after_a_restart(start: Starting) -> None:
    moves: list[Any] = []
    for restarts in (False, True):
        store = MemoryStore()
        server = await start(store, allow_seeds=True, npc_seconds=NPC_SECONDS)
        table = await server.open("twentyone", seed="07" * 32)
        for name in ("reckless", "bully"):
            await seat_npc(table, name, name)
        await table.gm.did("start_round")
        for _ in range(3):
            await still(server)
            if restarts:
                clock = server.clock
                await server.close()
                server = await start(store, clock=clock, npc_seconds=NPC_SECONDS)
                await still(server)
                table.public, table.gm = (table.again(server.client, one) for one in (table.public, table.gm))
            server.clock.turn(NPC_SECONDS * 1.5)
        await still(server)
        moves.append([entry["events"] for entry in (await table.gm.get("/events?after=0"))["entries"]])
    assert moves[0] == moves[1]


async def test_they_act_at_a_table_that_left_memory_meanwhile(start: Starting) -> None:
    server = await start(allow_seeds=True, npc_seconds=60, idle_seconds=4)
    table = await server.open("race", seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    await still(server)
    before = await version(table)
    for _ in range(20):
        server.clock.turn(1)
    assert server.tables.live_count == 0
    for _ in range(70):
        server.clock.turn(1)
        await still(server)
    assert await version(table) > before


async def test_nobody_holds_a_table_in_memory_that_waits_for_people(start: Starting) -> None:
    server = await start(allow_seeds=True, npc_seconds=NPC_SECONDS, idle_seconds=60)
    table = await server.open("race", seed="07" * 32)
    await table.sit("Ada")
    await seat_npc(table, "Odo", "random")
    await table.gm.did("start_round")
    for _ in range(16):
        server.clock.turn(15)
        await still(server)
    assert server.tables.live_count == 0


async def test_a_stopping_server_waits_for_no_npc(start: Starting) -> None:
    server, table = await paced(start)
    await server.close()
    assert server.clock.pending() == 0
    before = len(await server.store.read(table.id))
    server.clock.turn(600)
    assert len(await server.store.read(table.id)) == before

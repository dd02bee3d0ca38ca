"""The pace at which NPCs act, beside the clock and beside each other."""

from events.stores.memory import MemoryStore
from games.installed import CATALOGUE
from tests.server.conftest import Starting
from tests.server.npcs import NPC_SECONDS, acted, audited, over, paced, seat_npc, still, version
from tests.server.serving import start_server


async def test_a_pause_is_half_to_one_and_a_half_times_what_is_set(start: Starting) -> None:
    server, table = await paced(start)
    pauses: list[float] = []
    while len(pauses) < 12 and (await table.public.view())["phase"] != "lobby":
        before, waited = await version(table), 0.0
        while await version(table) == before:
            server.clock.turn(0.1)
            waited += 0.1
            await still(server)
        pauses.append(round(waited, 1))
    assert min(pauses) >= NPC_SECONDS * 0.5
    assert max(pauses) <= NPC_SECONDS * 1.5 + 0.1
    assert len(set(pauses)) > 3


async def test_an_npc_pauses_at_most_half_a_turn_so_that_the_clock_need_not_act(start: Starting) -> None:
    server = await start(allow_seeds=True, npc_seconds=60)
    table = await server.open("race", options={"turn_seconds": 10}, seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    await still(server)
    before = await version(table)
    server.clock.turn(5)
    await still(server)
    assert await version(table) == before + 1
    assert {actor for actor, _ in await acted(table, after=4)} <= {"gm", "npc:odo", "npc:ned"}


async def test_no_npc_acts_while_the_clock_is_paused(start: Starting) -> None:
    server, table = await paced(start)
    await table.gm.did("pause")
    before = await version(table)
    server.clock.turn(600)
    await still(server)
    assert await version(table) == before
    await table.gm.did("resume")
    server.clock.turn(NPC_SECONDS * 1.5)
    await still(server)
    assert await version(table) == before + 2


async def test_two_npcs_asked_together_act_one_after_the_other_and_once_each(start: Starting) -> None:
    server, table = await paced(start, "secret_choice")
    for _ in range(2):
        server.clock.turn(NPC_SECONDS * 1.5)
        await still(server)
    view = await table.public.view()
    assert view["result"]["round"] == 1
    assert await acted(table, after=4) == [("npc:odo", "odo"), ("npc:ned", "ned")]
    server.clock.turn(600)
    await still(server)
    assert await version(table) == view["version"]


async def test_the_clock_and_an_npc_that_are_due_at_once_do_not_fight(start: Starting) -> None:
    server, table = await paced(start, "secret_choice", turn_seconds=5)
    before = await version(table)
    server.clock.turn(5)
    await still(server)
    acting = await acted(table, after=before)
    assert sorted(seat or "" for _, seat in acting) == ["ned", "odo"]
    assert (await table.public.view())["result"]["round"] == 1


async def test_actions_of_others_make_no_npc_wait_longer() -> None:
    server = await start_server(CATALOGUE, MemoryStore(), allow_seeds=True, npc_seconds=2)
    table = await server.open("goblin", options={"turn_seconds": 5}, seed="07" * 32)
    await seat_npc(table, "Odo", "bully")
    ada = await table.sit("Ada")
    await table.gm.did("start_round")
    assert (await table.public.view())["to_act"] == ["odo"]
    for _ in range(8):
        await ada.did("side_bet", target="ada", amount_cp=500)
        server.clock.turn(0.5)
        await still(server)
    assert ("npc:odo", "odo") in await acted(table, after=4)
    assert "clock" not in {actor for actor, _ in await acted(table)}
    await server.close()


async def test_the_clock_acts_for_no_npc_however_much_it_does_in_a_turn() -> None:
    server = await start_server(CATALOGUE, MemoryStore(), allow_seeds=True, npc_seconds=60)
    table = await server.open("twentyone", options={"turn_seconds": 5}, seed="01" * 32)
    for temperament in ("bully", "drunkard", "card_sharp"):
        await seat_npc(table, temperament, temperament)
    await table.gm.did("start_round")
    await over(server, table, step=0.05)
    assert "clock" not in {actor for actor, _ in await acted(table)}
    await server.close()


async def test_an_npc_loads_its_sticky_dice_by_itself() -> None:
    server = await start_server(CATALOGUE, MemoryStore(), allow_seeds=True, npc_seconds=NPC_SECONDS)
    try:
        options = {"cheating": "on", "target": 500, "house_perception": -20}
        table = await server.open("farkle", options=options, seed="07" * 32)
        for name in ("Odo", "Ned"):
            await seat_npc(table, name, "card_sharp", sets=[{"set": "weighted_sticky"}])
        await table.gm.did("start_round")
        await over(server, table)
        entries = (await table.gm.get("/events?after=0&limit=1000"))["entries"]
        loaded = [(entry["actor"], event["faces"]) for entry in entries for event in entry["events"]
                  if event["type"] == "dice_loaded"]  # fmt: skip
        assert {actor for actor, _ in loaded} == {"npc:odo", "npc:ned"}
        await audited(table, CATALOGUE)
    finally:
        await server.close()

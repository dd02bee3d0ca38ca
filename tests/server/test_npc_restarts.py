"""Though a server is started again, or a table leaves memory, NPCs do as they would have done.

Whims follow from the server's own key: from nothing that is published, and from nothing that the dice follow from.
"""

import random
from typing import Any, Final

import pytest

from events.storage.memory import MemoryStore
from games import policies
from games.installed import CATALOGUE
from tests.server.npcs import LONGEST, seat_npc, still
from tests.server.playing_through import value_for
from tests.server.serving import SEED, Caller, Opened, Served, start_server

NPC_SECONDS: Final = 2
FOR_EVER: Final = 86_400
BRIEFLY: Final = 1
"""Seconds that are over before a pause is: a table leaves memory in the midst of it."""
SAFE: Final = ("let_it_be", "cut", "pass", "check", "call", "use_none", "hold", "fold", "roll")
"""What somebody does who does as little as can be, by the first of these that is offered; else anything."""
LEFT_ALONE: Final = frozenset({"leave", "dispute", "set_luck", "side_bet", "accuse", "propose_split", "refuse_split"})


class World:
    """A table where the server plays one of each temperament, and Ada takes her time."""

    def __init__(self, server: Served, table: Opened, ada: Caller) -> None:
        self.server = server
        self.table = table
        self.ada = ada

    @classmethod
    async def begin(cls, game: str, store: MemoryStore | None = None, **settings: Any) -> "World":
        store = store or MemoryStore()
        server = await start_server(CATALOGUE, store, allow_seeds=True, npc_seconds=NPC_SECONDS, **settings)
        table = await server.open(game, seed=SEED)
        ada = await table.sit("Ada", purse_cp=100_000)
        for temperament in policies.TEMPERAMENTS:
            await seat_npc(table, temperament, temperament)
        await table.gm.did("start_round")
        await still(server)
        return cls(server, table, ada)

    async def start_again(self) -> None:
        """Stop the server, and have another one go on with its store."""
        await self.server.close()
        config = self.server.tables.services.config
        settings: dict[str, Any] = {"npc_seconds": config.npc_seconds, "idle_seconds": config.idle_seconds}
        self.server = await start_server(CATALOGUE, self.server.store, clock=self.server.clock, **settings)
        await still(self.server)
        for name in ("public", "gm"):
            setattr(self.table, name, self.table.again(self.server.client, getattr(self.table, name)))
        self.ada = self.table.again(self.server.client, self.ada)

    async def wait(self) -> None:
        """Let a pause go by."""
        self.server.clock.turn(NPC_SECONDS * 1.5)
        await still(self.server)

    async def course(self) -> list[Any]:
        """Who did what, and what came of it."""
        entries = (await self.table.gm.get("/events?after=0&limit=1000"))["entries"]
        return [(entry["actor"], entry["seat"], entry["events"]) for entry in entries]

    async def ada_acts(self) -> bool:
        """Ada does as little as she can; whether the round goes on."""
        view = await self.ada.view()
        if view["phase"] == "lobby":
            return False
        offered = {action["type"]: action for action in view["you"]["actions"]}
        if "ada" in view["to_act"]:
            kind = next((kind for kind in SAFE if kind in offered), None) or min(set(offered) - LEFT_ALONE)
            chance = random.Random(1)
            given = {name: value_for(name, param, chance) for name, param in offered[kind]["params"].items()}
            await self.ada.did(kind, **given)
            await still(self.server)
        return True


async def through(world: World, *, leaves_memory: bool = False, starts_again: float = 0) -> list[Any]:
    """A round's course where Ada acts once nobody else does anything more.

    Before whatever is done, and twice where nothing is, the table leaves memory, or, so often, the server starts again.
    """
    chance = random.Random(3)
    for _ in range(LONGEST):
        version, quiet = 0, 0
        while quiet < 2:
            if leaves_memory:
                await leave_memory(world)
            if chance.random() < starts_again:
                await world.start_again()
            await world.table.public.view()
            await still(world.server)
            await world.wait()
            before, version = version, (await world.table.public.view())["version"]
            quiet = quiet + 1 if version == before else 0
        if not await world.ada_acts():
            break
    course = await world.course()
    await world.server.close()
    return course


async def leave_memory(world: World) -> None:
    """Have nobody ask for the table for so long that it leaves memory, with all that is known of it."""
    for _ in range(100):
        world.server.clock.turn(BRIEFLY / 4)
        await still(world.server)
        if not world.server.tables.live_count:
            return
    raise AssertionError("the table does not leave memory")


@pytest.mark.parametrize("game", ["twentyone", "twentyone-v3", "goblin", "bluffmaster"])
async def test_a_round_takes_the_same_course_at_a_table_that_repeatedly_leaves_memory(game: str) -> None:
    whole = await through(await World.begin(game, idle_seconds=FOR_EVER))
    assert await through(await World.begin(game, idle_seconds=BRIEFLY), leaves_memory=True) == whole


@pytest.mark.parametrize("game", ["twentyone", "twentyone-v3", "goblin", "bluffmaster"])
async def test_a_round_takes_the_same_course_despite_repeated_restarts(game: str) -> None:
    whole = await through(await World.begin(game, idle_seconds=FOR_EVER))
    assert await through(await World.begin(game, idle_seconds=FOR_EVER), starts_again=0.1) == whole


def counted(world: World) -> dict[str, int]:
    """How often the server acted for each seat on what the table asks now."""
    live = world.server.tables.at_hand(world.table.id)
    assert live is not None
    return {seat: live.npc_action_counts.of(seat) for seat in live.truth.seats}


@pytest.mark.parametrize("restarts", [False, True], ids=["that leaves memory", "after a restart"])
async def test_how_often_somebody_acted_on_a_question_is_known_at_a_table(*, restarts: bool) -> None:
    world = await World.begin("twentyone", idle_seconds=BRIEFLY)
    known: list[dict[str, int]] = []
    for number in range(60):
        await world.table.public.view()
        known.append(counted(world))
        if not restarts:
            await leave_memory(world)
        elif number % 8 == 0:
            await world.start_again()
        await world.table.public.view()
        assert counted(world) == known[-1]
        await world.wait()
        if (await world.table.public.view())["to_act"] == ["ada"] and not await world.ada_acts():
            break
    assert any(sum(counts.values()) > 0 for counts in known)
    await world.server.close()


async def test_an_npc_s_whims_follow_from_the_server_s_key_and_from_nothing_that_is_published() -> None:
    """Of servers with the same tables, the same seeds and the same people, those with one key go one way."""
    courses: list[list[Any]] = []
    seen: list[bytes] = []
    for key in (b"a" * 32, b"a" * 32, b"b" * 32):
        store = MemoryStore()
        await store.server_key(key)
        world = await World.begin("twentyone", store, idle_seconds=FOR_EVER)
        seen.append((await world.table.public.get()).body)
        courses.append(await through(world))
    assert seen[0] == seen[1] == seen[2]
    assert courses[0] == courses[1]
    assert courses[0] != courses[2]


async def test_the_seed_of_the_dice_changes_no_whim() -> None:
    whims: list[list[float]] = []
    for seed in (SEED, "07" * 32):
        server = await start_server(CATALOGUE, MemoryStore(), allow_seeds=True)
        table = await server.open("twentyone", seed=seed)
        services = server.tables.services
        whims.append([services.whim(table.id, seat, count).random() for seat in ("", "odo") for count in range(5)])
        await server.close()
    assert whims[0] == whims[1]
    assert len(set(whims[0])) == len(whims[0])

"""The time that an NPC takes reveals nothing: not what it holds, what it decides, or how hard that was.

A pause follows from what everybody saw, and from the server's key.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final

import pytest

from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from games.engine.rulebook import Barred
from games.installed import CATALOGUE
from games.table import TABLE_RULES
from projections.game import AnyTable
from tests.server.npcs import seat_npc, still
from tests.server.serving import Opened, Served, TurnedClock, start_server
from tests.toys.race import Race

NPC_SECONDS: Final = 4
STEP: Final = 0.05
LONGEST: Final = 4_000
MOST_SEEDS: Final = 60
SHOWN: Final = "staredown"
"""The phase from which on everybody sees what lay under the cups."""


class World:
    """A table where the server plays everybody, and the first of them is Odo."""

    def __init__(self, server: Served, table: Opened) -> None:
        self.server = server
        self.table = table

    @classmethod
    async def begin(cls, game: str, temperaments: Sequence[str], seed: str) -> "World":
        server = await start_server(CATALOGUE, MemoryStore(), allow_seeds=True, npc_seconds=NPC_SECONDS)
        table = await server.open(game, seed=seed)
        for name, temperament in zip(("Odo", "Ned", "Una"), temperaments, strict=True):
            await seat_npc(table, name, temperament)
        await table.gm.did("start_round")
        await still(server)
        return cls(server, table)

    async def play(self) -> None:
        """Until everybody sees what lay under the cups."""
        for _ in range(LONGEST):
            if (await self.table.public.view())["phase"] in (SHOWN, "lobby"):
                return
            self.server.clock.turn(STEP)
            await still(self.server)
        raise AssertionError("nobody ever shows anything")

    async def seen(self) -> list[Any]:
        """What everybody sees before that, and when it came."""
        entries = (await self.table.public.get("/events?after=0&limit=1000"))["entries"]
        return [(entry["at"], entry["actor"], entry["seat"], entry["events"]) for entry in entries]

    async def secrets(self) -> list[str]:
        """What Odo tried in secret."""
        entries = (await self.table.gm.get("/events?after=0&limit=1000"))["entries"]
        events = [event for entry in entries for event in entry["events"] if event.get("seat") == "odo"]
        return [event["type"] for event in events if event["type"] == "twentyone.cheat_tried"]


async def both(game: str, odos: Sequence[str], seed: str) -> tuple[list[list[Any]], list[list[str]]]:
    """What everybody sees, and what Odo tried in secret, with one temperament and with the other."""
    seen: list[list[Any]] = []
    secrets: list[list[str]] = []
    for odo in odos:
        world = await World.begin(game, (odo, "plain", "plain"), seed)
        await world.play()
        seen.append(await world.seen())
        secrets.append(await world.secrets())
        await world.server.close()
    return seen, secrets


@pytest.mark.parametrize("game", ["twentyone", "twentyone-v3"])
async def test_whether_to_cheat_takes_as_long_whatever_comes_of_it(game: str) -> None:
    for number in range(1, MOST_SEEDS):
        seen, secrets = await both(game, ("plain", "cheat"), f"{number:02x}" * 32)
        if secrets == [[], ["twentyone.cheat_tried"]]:
            break
    else:
        raise AssertionError("Odo never cheats")
    alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*seen, strict=False)))
    here, there = (entries[: alike + 1] for entries in seen)
    assert alike > 3
    assert [entry[0] for entry in here] == [entry[0] for entry in there]


async def test_an_npc_at_a_loss_takes_as_long_as_any_other() -> None:
    times: list[list[str]] = []
    for temperament in ("threshold", "cautious"):
        server = await start_server(CATALOGUE, MemoryStore(), allow_seeds=True, npc_seconds=NPC_SECONDS)
        table = await server.open("farkle", seed="07" * 32)
        for name in ("Odo", "Ned"):
            await seat_npc(table, name, temperament)
        await table.gm.did("set_game", game="twentyone")
        await table.gm.did("start_round")
        world = World(server, table)
        await still(server)
        for _ in range(int(2 * NPC_SECONDS / STEP)):
            server.clock.turn(STEP)
            await still(server)
        times.append([entry[0] for entry in await world.seen()])
        await server.close()
    assert len(times[0]) > 5
    assert times[0][:6] == times[1][:6]


class Ponderous(Race):
    """Takes its time to say what somebody may do, on demand."""

    id = "ponderous"

    def __init__(self) -> None:
        super().__init__()
        self.clock = TurnedClock()
        self.seconds = 0.0
        self.asked = 0

    def barred(self, table: AnyTable, seat: str) -> Barred | None:
        self.asked += 1
        self.clock.turn(self.seconds)
        return super().barred(table, seat)


async def test_how_long_somebody_thinks_is_no_part_of_how_long_they_take() -> None:
    times: list[list[str]] = []
    for seconds in (0.0, 2 * STEP):
        rulebook = Ponderous()
        server = await start_server(
            Catalogue.of([rulebook], TABLE_RULES),
            MemoryStore(),
            clock=rulebook.clock,
            allow_seeds=True,
            npc_seconds=NPC_SECONDS,
        )
        table = await server.open("ponderous", seed="07" * 32)
        for name in ("Odo", "Ned"):
            await seat_npc(table, name, "random")
        await table.gm.did("start_round")
        await still(server)
        before, rulebook.seconds, rulebook.asked = len(await server.store.read(table.id)), seconds, 0
        while len(await server.store.read(table.id)) == before:
            rulebook.clock.turn(STEP)
            await still(server)
        assert rulebook.asked > 1
        times.append([entry[0] for entry in await World(server, table).seen()])
        await server.close()
    assert times[0] == times[1]

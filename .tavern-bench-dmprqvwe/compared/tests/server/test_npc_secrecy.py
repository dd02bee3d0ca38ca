"""What is hidden from an NPC changes neither what it does nor when."""

import random
from typing import Any

import pytest
from hypothesis import given

from events.stores.memory import MemoryStore
from games import policies
from games.deciding.decider import offers_of
from games.table.luck import is_revealing
from projections.viewer_projection import ViewerProjection
from server.background import npc_choices
from server.clock import SystemClock
from server.config import Config
from server.log import get_log
from server.services import Services
from tests.playing import TABLE
from tests.properties.meddling import Meddler
from tests.properties.subjects import Subject, every_installed_game
from tests.properties.walking import Walk, dear, lengths, seeds
from tests.server.conftest import Starting
from tests.server.npcs import NPC_SECONDS, seat_npc, still
from tests.server.renaming import assert_alike
from tests.server.serving import Caller, Opened, Served
from tests.server.test_secrecy import all_that_is_served, cheat_with_the_hole_die, offered


def a_house(subject: Subject) -> Services:
    chance = random.Random(1)
    return Services(Config(), MemoryStore(), subject.catalogue, SystemClock(), chance.randbytes, get_log())


@every_installed_game
@dear
@given(seed=seeds, length=lengths)
def test_a_temperament_chooses_alike_whatever_is_hidden_from_its_seat(subject: Subject, seed: int, length: int) -> None:
    playing, services, folding = Walk(subject, seed).play(length), a_house(subject), subject.catalogue.folding
    chance = random.Random(seed)
    for seat in [seat.seat for seat in playing.table.present()]:
        viewer = playing.viewer_of(seat)
        sights = [ViewerProjection(folding, folding.blank(TABLE, viewer)) for _ in range(2)]
        meddled = Meddler(chance, viewer, list(playing.table.names)).meddled(playing.entries)
        for sight, entries in zip(sights, (playing.entries, meddled), strict=True):
            for entry in entries:
                sight.skip(entry)
        for temperament in policies.TEMPERAMENTS:
            chosen = [_chosen(services, sight, seat, temperament) for sight in sights]
            assert chosen[0] == chosen[1]


def _chosen(services: Services, sight: ViewerProjection, seat: str, temperament: str) -> Any:
    try:
        return npc_choices.choose(services, sight.table, seat, temperament)
    except npc_choices.AtALoss as loss:
        return str(loss)


@every_installed_game
@dear
@given(seed=seeds, length=lengths)
def test_a_seat_that_is_asked_never_has_nothing_to_do(subject: Subject, seed: int, length: int) -> None:
    playing, services = Walk(subject, seed).play(length), a_house(subject)
    for seat in playing.table.to_act:
        seen = playing.sight(playing.viewer_of(seat)).table
        if is_revealing(seen):
            assert not seen.seats[seat].npc
        elif any(True for _ in offers_of(seen, subject.catalogue.rulebooks, seat)):
            assert npc_choices.fallback(services, seen, seat) is not None
            for temperament in policies.TEMPERAMENTS:
                assert npc_choices.choose(services, seen, seat, temperament) is not None


class World:
    """One of two worlds that differ in what Ada does in secret; the server plays Odo."""

    def __init__(self, server: Served, table: Opened, ada: Caller, bo: Caller) -> None:
        self.server = server
        self.table = table
        self.ada = ada
        self.bo = bo

    @classmethod
    async def begin(cls, start: Starting, game: str, seed: str, temperament: str) -> "World":
        server = await start(allow_seeds=True, npc_seconds=NPC_SECONDS)
        table = await server.open(game, seed=seed)
        ada, bo = await table.sit("Ada"), await table.sit("Bo")
        await seat_npc(table, "Odo", temperament, purse_cp=10_000)
        await table.gm.did("start_round")
        await still(server)
        return cls(server, table, ada, bo)

    async def wait(self, seconds: float) -> None:
        for _ in range(int(seconds * 10)):
            self.server.clock.turn(0.1)
            await still(self.server)

    async def served(self) -> Any:
        """All that Bo and the public are served: also when everything happened."""
        return [await all_that_is_served(caller, self.table.gm) for caller in (self.bo, self.table.public)]


@pytest.mark.parametrize("temperament", ["random", *policies.TEMPERAMENTS])
async def test_what_is_chosen_in_secret_changes_neither_what_an_npc_does_nor_when(
    start: Starting, temperament: str
) -> None:
    served: list[Any] = []
    for secrets in ((1,), (3, 2, 1, 3)):
        world = await World.begin(start, "secret_choice", "07" * 32, temperament)
        await world.ada.did("choose", number=secrets[0])
        for number in secrets[1:]:
            await world.wait(0.2)
            await world.ada.did("choose", number=number, boast="hush")
        await world.wait(2 * NPC_SECONDS - 0.2 * len(secrets[1:]))
        assert (await world.table.public.view())["to_act"] == ["bo"]
        served.append(await world.served())
    assert_alike(*served)


async def test_what_lies_under_another_s_cup_changes_neither_what_an_npc_does_nor_when(start: Starting) -> None:
    served: list[Any] = []
    for cheats in (False, True):
        world = await World.begin(start, "twentyone", "0b" * 32, "reckless")
        await until_one_can(world, "roll")
        await world.ada.did("roll", die="d4")
        if cheats:
            await world.ada.did("cheat", **await cheat_with_the_hole_die(world.ada))
        else:
            await world.ada.did("let_it_be")
        await world.bo.did("hold" if "hold" in await offered(world.bo) else "fold")
        before = (await world.table.public.view())["version"]
        await world.wait(2 * NPC_SECONDS)
        assert (await world.table.public.view())["version"] > before
        served.append(await world.served())
        events = (await world.table.gm.get("/events?after=0"))["entries"]
        cheated = [e["seat"] for entry in events for e in entry["events"] if e["type"] == "twentyone.cheat_tried"]
        assert ("ada" in cheated) is cheats
    assert_alike(*served)


async def until_one_can(world: World, kind: str) -> None:
    """Have everybody let it be, and Bo hold, until Ada can do this."""
    for _ in range(100):
        if kind in await offered(world.ada):
            return
        for person in (world.ada, world.bo):
            for safe in ("let_it_be", "hold"):
                if safe in await offered(person):
                    await person.did(safe)
        await world.wait(NPC_SECONDS)
    raise AssertionError(f"Ada can never {kind}")

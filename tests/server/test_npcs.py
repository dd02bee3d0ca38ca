"""NPCs: who seats them, how they play, and what becomes of them."""

import random
from typing import Any

import pytest

from games import policies
from games.installed import CATALOGUE
from tests.server.conftest import Starting
from tests.server.npcs import LONGEST, NPC_SECONDS, PURSE_CP, acted, audited, over, paced, seat_npc, still, version
from tests.server.playing_through import SHORT, replayed
from tests.server.serving import KEY, Served


async def test_the_gm_seats_an_npc(server: Served) -> None:
    table = await server.open("race")
    odo = await seat_npc(table, "Odo", "card_sharp", luck="seven")
    (seen,) = (await table.public.view())["seats"]
    assert (seen["kind"], seen["played_by"], seen["luck"], seen["purse_cp"]) == ("npc", "npc", "seven", PURSE_CP)
    assert "temperament" not in seen
    assert (await table.gm.view())["seats"][0]["temperament"] == "card_sharp"
    assert "temperament" not in (await odo.view())["seats"][0]


async def test_nobody_but_the_gm_seats_one(server: Served) -> None:
    table = await server.open("race")
    body = {"name": "Odo", "npc": {"temperament": "bully"}}
    answer = await table.public.post("/seats", {**body, "invite": table.invite})
    assert answer.code == (403, "gm_only")
    assert (await table.public.view())["seats"] == []


@pytest.mark.parametrize("temperament", ["bold", "", "threshold", "Bully", "x" * 60])
async def test_a_temperament_that_does_not_exist_for_the_game_is_not_supported(
    server: Served, temperament: str
) -> None:
    table = await server.open("twentyone")
    answer = await table.gm.post("/seats", {"name": "Odo", "npc": {"temperament": temperament}})
    assert answer.code == (422, "not_supported")
    assert "card_sharp" in answer["detail"]


@pytest.mark.parametrize("npc", [{}, {"temperament": 7}, {"temperament": "bully", "hat": "red"}, "bully", []])
async def test_an_invalid_npc_is_not_seated(server: Served, npc: Any) -> None:
    table = await server.open("race")
    assert (await table.gm.post("/seats", {"name": "Odo", "npc": npc})).code == (422, "invalid_body")


async def test_no_watcher_is_an_npc(server: Served) -> None:
    table = await server.open("race")
    answer = await table.gm.post("/seats", {"name": "Odo", "watch": True, "npc": {"temperament": "bully"}})
    assert answer.code == (422, "not_supported")


async def test_a_repeated_key_answers_with_the_same_npc(server: Served) -> None:
    table = await server.open("race")
    body = {"name": "Odo", "npc": {"temperament": "bully"}}
    first, again = [await table.gm.post("/seats", body, {"Idempotency-Key": KEY}) for _ in range(2)]
    assert (first.status, first.json) == (201, again.json)
    assert len((await table.public.view())["seats"]) == 1


async def test_the_catalogue_lists_the_temperaments_of_each_game(services: Served) -> None:
    games = {game["id"]: game["temperaments"] for game in (await services.get("/api/games"))["games"]}
    five = ["cautious", "reckless", "card_sharp", "bully", "drunkard"]
    assert all(temperaments[:5] == five for temperaments in games.values())
    assert "threshold" in games["farkle"]
    assert "threshold" not in games["twentyone"]


async def test_the_labels_say_how_each_temperament_plays(services: Served) -> None:
    catalogue = await services.get("/api/games")
    labels = catalogue["labels"]["temperaments"]
    assert {name for game in catalogue["games"] for name in game["temperaments"]} == set(labels)
    assert labels["card_sharp"] == {
        "label": "Card sharp",
        "help": "Plays by the odds, cheats when it pays, and spots other cheats.",
    }


async def test_nobody_plays_with_the_token_of_an_npc(server: Served) -> None:
    table = await server.open("race")
    odo = await seat_npc(table, "Odo", "bully")
    for kind in ("roll", "leave"):
        answer = await odo.give(kind)
        assert answer.code == (409, "npc_seat")
        assert answer["actions"] == []
    you = (await odo.view())["you"]
    assert you["actions"] == []
    assert {refusal["code"] for refusal in you["refused"]} == {"npc_seat"}


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
async def test_they_play_rounds_of_every_game_to_their_ends(services: Served, game: str) -> None:
    table = await services.open(game, options=SHORT.get(game, {}), seed="07" * 32)
    for temperament in policies.TEMPERAMENTS:
        await seat_npc(table, temperament, temperament)
    for number in (1, 2):
        await table.gm.did("start_round")
        assert (await over(services, table))["result"]["round"] == number
        for seat in (await table.public.view())["seats"]:
            await table.gm.did("give_coins", target=seat["seat"], amount_cp=PURSE_CP, reason="for another round")
    assert {actor.partition(":")[0] for actor, _ in await acted(table)} == {"gm", "npc"}
    await audited(table, CATALOGUE)


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
async def test_the_replay_of_their_rounds_ends_as_it_was_shown(services: Served, game: str) -> None:
    table = await services.open(game, options=SHORT.get(game, {}), seed="09" * 32)
    for temperament in ("reckless", "drunkard", "card_sharp"):
        await seat_npc(table, temperament, temperament)
    await table.gm.did("start_round")
    await over(services, table)
    for caller in (table.public, table.gm):
        frames = (await replayed(caller, 1))["frames"]
        assert frames[-1]["view"] == await caller.view()


async def test_an_npc_plays_among_people(services: Served) -> None:
    table = await services.open("twentyone", seed="07" * 32)
    bri = await table.sit("Bri")
    await seat_npc(table, "Odo", "bully")
    await table.gm.did("start_round")
    chance = random.Random(1)
    for _ in range(LONGEST):
        await still(services)
        view = await bri.view()
        if view["phase"] == "lobby":
            break
        assert view["to_act"] == ["bri"]
        moves = [one for one in view["you"]["actions"] if one["type"] in ("roll", "hold", "let_it_be", "fold")]
        others = [one for one in view["you"]["actions"] if one["type"] not in ("ask_for_coins", "sit_out", "sit_in")]
        action = chance.choice(moves or others)
        given = {name: param["choices"][0] for name, param in action["params"].items() if "choices" in param}
        await bri.did(action["type"], **given)
    assert {"npc:odo", "seat:bri"} <= {actor for actor, _ in await acted(table)}


async def test_a_seat_that_the_gm_took_over_waits_for_the_gm(start: Starting) -> None:
    server, table = await paced(start)
    (asked,) = (await table.public.view())["to_act"]
    taken = await table.gm.did("take_over", target=asked)
    assert [event["type"] for event in taken["events"]] == ["seat_taken_over"]
    before = await version(table)
    server.clock.turn(600)
    await still(server)
    assert await version(table) == before
    await table.gm.did("roll", seat=asked)
    await table.gm.did("give_back", target=asked)
    before = await version(table)
    server.clock.turn(NPC_SECONDS * 1.5)
    await still(server)
    assert await version(table) == before + 1
    assert (await acted(table, after=before))[-1][0].startswith("npc:")

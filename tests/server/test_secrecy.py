"""What a viewer may not see changes no byte that it is served, on any route, and no moment at which it is answered.

Two servers are made alike in everything, chance included; what is done in secret differs.
"""

from typing import Any

import msgspec

from tests.server.conftest import Starting
from tests.server.serving import SEED, Caller, Opened, Served
from tests.server.test_commands import begun
from tests.server.test_events import polling
from tests.server.test_playing_a_round import play_on

ROUTES = (
    "",
    "/events",
    "/events?after=3",
    "/events?after=99",
    "/chronicle",
    "/chronicle?after=4",
    "/ledger",
    "/standings",
    "/rounds",
    "/rounds/1",
    "/rounds/1?from=5&limit=1",
    "/rounds/1?as=house",
    "/rounds/1?as=seat:ada",
    "/rounds/1?as=gm",
    "/rounds/2",
    "/export",
)
TELLING_HEADERS = ("ETag", "Vary", "Cache-Control", "Content-Type", "Content-Length", "Allow", "Retry-After")


async def all_that_is_served(caller: Caller) -> dict[str, Any]:
    """Every answer that a caller can get without changing anything."""
    answers = {path: await caller.get(path) for path in ROUTES}
    tag = answers[""].headers["ETag"]
    answers["same"] = await caller.get(headers={"If-None-Match": tag})
    answers["stale"] = await caller.give("roll", headers={"If-Match": '"stale"'})
    answers["unknown"] = await caller.give("dance")
    answers["refused"] = await caller.give("bank", headers={"If-Match": tag})
    answers["for another"] = await caller.give("roll", seat="ada")
    return {
        name: (answer.status, [answer.headers.get(header) for header in TELLING_HEADERS], answer.body)
        for name, answer in answers.items()
    }


async def two_worlds(start: Starting, game: str, seed: str = "07" * 32) -> list[tuple[Served, Opened, Caller, Caller]]:
    """Two servers with the same table at the same point of the same round."""
    worlds: list[tuple[Served, Opened, Caller, Caller]] = []
    for _ in range(2):
        server = await start(allow_seeds=True)
        worlds.append((server, *await begun(server, game, seed)))
    return worlds


async def test_what_is_chosen_in_secret_and_how_often_changes_nothing_for_others(start: Starting) -> None:
    (_, here, ada, bo), (_, there, other_ada, other_bo) = await two_worlds(start, "secret_choice")
    await ada.did("choose", number=1)
    for number in (3, 2, 3, 1, 2):
        await other_ada.did("choose", number=number, boast="hush")
    for one, other in ((bo, other_bo), (here.public, there.public)):
        assert await all_that_is_served(one) == await all_that_is_served(other)
    assert (await here.gm.get()).body != (await there.gm.get()).body
    assert (await ada.get()).body != (await other_ada.get()).body


async def test_what_others_do_in_secret_changes_only_the_receipt_of_an_answer(start: Starting) -> None:
    (_, _, ada, bo), (_, _, other_ada, other_bo) = await two_worlds(start, "secret_choice")
    await ada.did("choose", number=1)
    for number in (3, 1):
        await other_ada.did("choose", number=number)
    tags = [(await one.get()).headers["ETag"] for one in (bo, other_bo)]
    assert tags[0] == tags[1]
    answers = [await one.give("set_luck", luck="x", headers={"If-Match": tags[0]}) for one in (bo, other_bo)]
    assert [answer.code for answer in answers] == [(409, "round_running")] * 2
    assert answers[0].body == answers[1].body
    mine, theirs = [(await one.did("choose", number=2, id="once")) for one in (bo, other_bo)]
    assert mine.pop("receipt") != theirs.pop("receipt")
    assert msgspec.json.encode(mine) == msgspec.json.encode(theirs)


async def test_a_cheat_with_the_hole_die_is_nothing_to_the_others(start: Starting) -> None:
    worlds = await two_worlds(start, "twentyone", "08" * 32)
    served: list[dict[str, Any]] = []
    for (_, table, ada, bo), cheats in zip(worlds, (False, True), strict=True):
        for seat in (ada, bo):
            if (await seat.view())["phase"] == "cut" and "let_it_be" in await offered(seat):
                await seat.did("let_it_be")
        actor, other = (ada, bo) if "roll" in await offered(ada) else (bo, ada)
        await actor.did("roll", die="d4")
        if cheats:
            cheated = await actor.did("cheat", **await cheat_with_the_hole_die(actor))
            assert "twentyone.cheat_tried" in [event["type"] for event in cheated["events"]]
            assert cheated["view"]["phase"] == "betting"
        else:
            await actor.did("let_it_be")
        served.append({"other": await all_that_is_served(other), "public": await all_that_is_served(table.public)})
    assert served[0] == served[1]
    gms = [(await table.gm.get()).body for _, table, _, _ in worlds]
    assert gms[0] != gms[1]


async def offered(caller: Caller) -> list[str]:
    return [action["type"] for action in (await caller.view())["you"]["actions"]]


async def cheat_with_the_hole_die(caller: Caller) -> dict[str, int]:
    """The first change of the own hole die that is offered."""
    view = await caller.view()
    dice = next(seat["dice"] for seat in view["seats"] if seat["seat"] == caller.seat)
    hole = next(die["n"] for die in dice if die["hole"])
    for action in view["you"]["actions"]:
        if action["type"] == "cheat" and hole in action["params"]["n"]["choices"]:
            return {"n": hole, "change": action["params"]["change"]["choices"][0]}
    raise AssertionError("no change of the hole die is offered")


async def test_a_poll_wakes_at_the_same_moment_whatever_is_done_in_secret(start: Starting) -> None:
    (here, _, ada, bo), (there, _, other_ada, other_bo) = await two_worlds(start, "secret_choice")
    polls = []
    for server, acting, waiting, secrets in ((here, ada, bo, 0), (there, other_ada, other_bo, 3)):
        await acting.did("choose", number=1)
        polls.append(await polling(server, waiting, "/events?after=5&wait=20"))
        for number in range(secrets):
            await acting.did("choose", number=1 + number % 2)
        server.clock.turn(19)
        await waiting.get()
    assert [poll.done() for poll in polls] == [False, False]
    for server in (here, there):
        server.clock.turn(1)
    answers = [await poll for poll in polls]
    assert answers[0].body == answers[1].body


async def test_a_hidden_face_is_in_no_answer_to_who_may_not_see_it(start: Starting) -> None:
    server = await start(allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    seats = [await table.sit(name) for name in ("Ada", "Bo", "Cy")]
    await table.gm.did("start_round")
    holes = {
        seat["seat"]: [die["face"] for die in seat["dice"] if die["hole"]] for seat in (await table.gm.view())["seats"]
    }
    for caller in (table.public, *seats):
        view = await caller.view()
        for seat in view["seats"]:
            seen = [die["face"] for die in seat["dice"] if die["hole"]]
            assert seen == (holes[seat["seat"]] if seat["seat"] == caller.seat else [None])
            assert (seat["total"] is None) == (seat["seat"] != caller.seat)
        for entry in (await caller.get("/events"))["entries"]:
            for event in entry["events"]:
                if event["type"] == "die_rolled" and event["place"] == "hole" and event["seat"] != caller.seat:
                    assert (event["draw"], event["draw_to"]) == (None, "none")
    assert (await play_on(table, seats))["result"]["round"] == 1

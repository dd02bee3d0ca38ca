"""What if: a round that is over, played on from one of its steps by whoever may see all of it."""

import asyncio
import json
from typing import Any

import pytest

from server.http.limits import MOST_WHAT_IFS
from tests.server.conftest import Starting
from tests.server.serving import SEED, Answer, Caller, Opened, Served, until
from tests.server.test_metrics import metrics_of, samples
from tests.server.test_revocation import half_sent
from tests.server.test_rounds import watched_round


async def ask(caller: Caller, version: int, *, number: int = 1, viewer: str | None = None, **body: Any) -> Answer:
    seen_as = {} if viewer is None else {"as": viewer}
    return await caller.post(f"/rounds/{number}/what-if", {"version": version, **seen_as, **body})


async def raced(server: Served, **options: Any) -> tuple[Opened, Caller, Caller]:
    """A race that is over."""
    table = await server.open("race", options=options, seed=SEED)
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await watched_round(table, [ada, bo])
    return table, ada, bo


async def frames_of(caller: Caller, viewer: str) -> list[Any]:
    frames: list[Any] = (await caller.get(f"/rounds/1?limit=500&as={viewer}"))["frames"]
    return frames


def move_of(frame: Any) -> dict[str, Any]:
    """The move of a race that this frame followed."""
    kinds = [event["type"] for event in frame["events"]]
    return {"type": "roll" if "die_rolled" in kinds or "die_rerolled" in kinds else "bank", "seat": frame["seat"]}


async def test_the_moves_that_were_made_lead_to_what_happened(server: Served) -> None:
    table, _, _ = await raced(server)
    recorded = await frames_of(table.gm, "gm")
    before = (await table.gm.get("/export")).body

    answer = await ask(table.gm, recorded[0]["version"], moves=[move_of(frame) for frame in recorded[1:]])

    assert answer.status == 200, answer.body
    shown = answer["frames"]
    assert [frame["events"] for frame in shown] == [frame["events"] for frame in recorded[1:]]
    assert [frame["version"] for frame in shown] == [frame["version"] for frame in recorded[1:]]
    result = recorded[-1]["view"]["result"]
    assert (answer["ending"]["outcome"], answer["ending"]["winners"]) == (result["outcome"], result["winners"])
    assert (answer["asked"], answer["odds"]) == ([], None)
    assert (await table.gm.get("/export")).body == before


async def test_without_a_move_the_seat_that_was_asked_has_the_moves_that_it_had(server: Served) -> None:
    table, _, _ = await raced(server)
    first = (await frames_of(table.gm, "gm"))[0]
    answer = await ask(table.gm, first["version"])
    (asked,) = answer["asked"]
    assert asked["seat"] == first["view"]["to_act"][0]
    offered = [action["type"] for action in asked["actions"]]
    assert ("roll" in offered, "bank" in offered) == (True, False)
    assert (answer["frames"], answer["ending"]) == ([], None)


async def test_a_policy_plays_on_to_the_end_and_samples_give_odds(server: Served) -> None:
    table, _, _ = await raced(server)
    first = (await frames_of(table.gm, "gm"))[0]["version"]

    played = await ask(table.gm, first, policy="random")
    assert (len(played["frames"]) > 1, played["ending"] is not None) == (True, True)
    assert (await ask(table.gm, first, policy="random")).body == played.body

    odds = (await ask(table.gm, first, policy="random", samples=20))["odds"]
    assert (odds["samples"], [seat["seat"] for seat in odds["seats"]]) == (20, ["ada", "bo"])
    assert sum(seat["wins"]["value"] for seat in odds["seats"]) == pytest.approx(1)
    for seat in odds["seats"]:
        assert seat["wins"]["low"] < seat["wins"]["value"] < seat["wins"]["high"]


async def test_odds_follow_the_moves_as_their_dice_fell(server: Served) -> None:
    table, _, _ = await raced(server)
    recorded = await frames_of(table.gm, "gm")
    for made in range(1, len(recorded) - 1):
        moves = [move_of(frame) for frame in recorded[1 : made + 1]]
        assert (await ask(table.gm, recorded[0]["version"], moves=moves, samples=2)).status == 200
    moves = [move_of(frame) for frame in recorded[1:]]
    odds = (await ask(table.gm, recorded[0]["version"], moves=moves, samples=20))["odds"]
    won = [seat["seat"] for seat in odds["seats"] if seat["wins"]["value"] == 1]
    assert won == recorded[-1]["view"]["result"]["winners"]


async def test_while_a_round_is_sealed_only_the_gm_may_ask(server: Served) -> None:
    table, ada, _ = await raced(server, unseal="dispute")
    for caller in (ada, table.public):
        assert (await ask(caller, 1)).code == (403, "round_sealed")
        assert (await ask(caller, 1, viewer="gm")).code == (403, "gm_only")
    await table.gm.did("unseal", round=1)
    first = (await frames_of(table.public, "house"))[0]["version"]
    answers = [await ask(caller, first, policy="random") for caller in (ada, table.public)]
    assert [answer.status for answer in answers] == [200, 200]
    assert answers[0]["ending"] == answers[1]["ending"]


@pytest.mark.parametrize("strength", [0, 5])
async def test_unsealing_a_round_tells_nobody_how_the_sheets_would_have_done(start: Starting, strength: int) -> None:
    """Whoever may not see a sheet gets the same answers whatever is on it."""
    told: list[Any] = []
    for bonus in (0, strength):
        server = await start(allow_seeds=True)
        table = await server.open("twentyone", options={"unseal": "round"}, seed=SEED)
        sheet = {"abilities": {"dex": bonus, "cha": bonus, "wis": bonus}}
        seats = [await table.sit("Ada", character=sheet), await table.sit("Bo")]
        await watched_round(table, seats)
        frames = await frames_of(table.public, "house")
        told.append(
            [(await ask(table.public, frame["version"], policy="cheat", samples=8)).json for frame in frames[:-1:4]]
        )
    assert told[0] == told[1]


async def test_no_move_shows_what_is_no_part_of_the_round(server: Served) -> None:
    table = await server.open("race", options={"admit": "gm", "unseal": "dispute"}, seed=SEED)
    seats = [await table.sit(name) for name in ("Ada", "Bo")]
    for caller in seats:
        await table.gm.did("admit_seat", target=caller.seat)
    await watched_round(table, seats)
    turned_away = await table.sit("Dee", purse_cp=7_777, luck="a word")
    await watched_round(table, seats)
    await table.gm.did("refuse_seat", target=turned_away.seat)
    await table.gm.did("unseal", round=2)
    frames = (await table.public.get("/rounds/2?as=house"))["frames"]
    for move in ({"type": "admit_seat", "target": turned_away.seat}, {"type": "unseal", "round": 1}):
        answer = await ask(table.public, frames[0]["version"], number=2, moves=[move])
        assert (answer.code, "7777" in str(answer.body)) == ((409, "not_possible_now"), False)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"version": 10_000}, (409, "not_in_play")),
        ({"moves": [{"type": "bank", "seat": "ada"}, {"type": "bank", "seat": "bo"}]}, None),
        ({"moves": [{"type": "fly", "seat": "ada"}]}, (422, "unknown_command")),
        ({"moves": [{"type": "roll", "seat": "nobody"}]}, (409, "no_such_seat")),
        ({"moves": [7]}, (422, "invalid_body")),
        ({"policy": "clairvoyant"}, (422, "unknown_policy")),
        ({"samples": 1}, (422, "invalid_body")),
        ({"samples": 10_000}, (422, "invalid_body")),
        ({"viewer": "seat:ada"}, (422, "invalid_body")),
    ],
)
async def test_what_cannot_be_asked_is_refused(server: Served, body: Any, code: tuple[int, str] | None) -> None:
    table, _, _ = await raced(server)
    first = (await frames_of(table.gm, "gm"))[0]["version"]
    answer = await ask(table.gm, **{"version": first, **body})
    assert answer.code == (code or (409, "nothing_to_bank"))


async def test_a_round_that_runs_or_never_was_cannot_be_asked_about(server: Served) -> None:
    table, _, _ = await raced(server)
    await table.gm.did("start_round")
    assert (await ask(table.gm, 5, number=2)).code == (409, "round_running")
    assert (await ask(table.gm, 5, number=3)).code == (404, "no_such_round")


async def test_other_requests_are_answered_while_a_policy_plays_on(server: Served) -> None:
    table, _, _ = await raced(server, target=100)
    first = (await frames_of(table.gm, "gm"))[0]["version"]
    asking = asyncio.create_task(ask(table.gm, first, policy="random"))
    await until(server.app.what_if.locked)
    await server.get("/healthz")
    assert not asking.done()
    assert len((await asking)["frames"]) > 30


async def test_a_long_question_has_fewer_samples(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.http.routes.what_if._MOST_ACTS", 1)
    table, _, _ = await raced(server)
    first = (await frames_of(table.gm, "gm"))[0]["version"]
    assert (await ask(table.gm, first, samples=200))["odds"]["samples"] == 2


async def test_a_question_whose_client_went_away_is_given_up(server: Served) -> None:
    table, _, _ = await raced(server)
    first = (await frames_of(table.gm, "gm"))[0]["version"]
    body = json.dumps({"version": first, "samples": 200}).encode()

    def connected() -> float:
        return samples(metrics_of(server), "tavern_connections")[()]

    def answered() -> dict[str, float]:
        counted = samples(metrics_of(server), "tavern_requests_total")
        return {status: n for (_, route, status), n in counted.items() if route.endswith("/what-if")}

    async with server.app.what_if:
        _, writer = await asyncio.open_connection(server.client.host, server.client.port)
        head = f"POST /api/tables/{table.id}/rounds/1/what-if HTTP/1.1\r\nHost: localhost\r\n"
        head += f"Authorization: Bearer {table.gm.token}\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        for _ in range(3):
            await server.get("/api/games")
        there = connected()
        writer.close()
        await until(lambda: connected() < there)
        assert answered() == {}
    await until(lambda: bool(answered()))
    assert answered() == {"4xx": 1}


async def test_a_token_that_is_replaced_meanwhile_gets_no_answer(server: Served) -> None:
    table, _, _ = await raced(server, unseal="dispute")
    first = (await frames_of(table.gm, "gm"))[0]["version"]
    finish = await half_sent(server, table.gm, "/rounds/1/what-if", json.dumps({"version": first}).encode())
    renewed = Caller(server.client, table.id, (await table.gm.did("new_token", target="gm"))["token"])
    assert await finish() == 401
    async with server.app.what_if:
        asking = asyncio.create_task(ask(renewed, first))
        for _ in range(3):
            await server.get("/api/games")
        await renewed.did("new_token", target="gm")
    assert (await asking).code == (401, "wrong_token")


async def test_one_address_cannot_fill_the_queue(server: Served) -> None:
    table, _, _ = await raced(server)
    first = (await frames_of(table.gm, "gm"))[0]["version"]
    async with server.app.what_if:
        waiting = [asyncio.create_task(ask(table.gm, first)) for _ in range(MOST_WHAT_IFS + 1)]
        (refused,), _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert refused.result().code == (429, "too_many_requests")
    answered = [asked for asked in waiting if asked is not refused]
    assert [(await asked).status for asked in answered] == [200] * MOST_WHAT_IFS
    assert (await ask(table.gm, first)).status == 200

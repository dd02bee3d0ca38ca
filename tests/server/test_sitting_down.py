"""Sitting down: with the invite, as the GM, to watch, once for each key."""

from typing import Any

import pytest

from tests.server.serving import KEY, Caller, Served

SHEET = {"abilities": {"dex": 3}, "skills": {"deception": 5}, "proficiency": 2, "tools": {"dice": True}}


async def test_a_seat_brings_its_purse_luck_and_sheet(server: Served) -> None:
    table = await server.open("race")
    ada = await table.sit("Ada", purse_cp=1234, luck="seven", character=SHEET)
    seat = (await ada.view())["seats"][0]
    assert (seat["seat"], seat["name"], seat["kind"], seat["purse_cp"]) == ("ada", "Ada", "player", 1234)
    assert seat["luck"] == "seven"
    assert {name: seat["character"][name] for name in SHEET} == SHEET
    assert (await table.public.view())["accounts"] == {"ada": 1234, "outside": -1234}


@pytest.mark.parametrize("invite", [None, "", "wrong", "A" * 43, 7])
async def test_nobody_sits_down_without_the_invite(server: Served, invite: Any) -> None:
    table = await server.open("race")
    answer = await table.public.post("/seats", {"name": "Eve", "invite": invite})
    assert answer.code in {(401, "invite_needed"), (401, "wrong_invite"), (422, "invalid_body")}
    assert (await table.public.view())["seats"] == []


async def test_the_invite_of_another_table_is_refused(server: Served) -> None:
    table, other = await server.open("race"), await server.open("race")
    answer = await table.public.post("/seats", {"name": "Eve", "invite": other.invite})
    assert answer.code == (401, "wrong_invite")


async def test_a_seats_token_is_no_invite(server: Served) -> None:
    table = await server.open("race")
    ada = await table.sit("Ada")
    assert (await ada.post("/seats", {"name": "Eve"})).code == (401, "invite_needed")
    assert (await table.public.post("/seats", {"name": "Eve", "invite": ada.token})).code == (401, "wrong_invite")


async def test_an_invite_may_come_as_the_token(server: Served) -> None:
    table = await server.open("race")
    guest = Caller(server.client, table.id, table.invite)
    assert (await guest.post("/seats", {"name": "Ada"})).status == 201
    assert (await guest.view())["viewer"] == "public"
    assert (await guest.give("leave")).code == (403, "no_seat")


async def test_no_npc_is_someone_who_plays_themselves(server: Served) -> None:
    table = await server.open("race")
    assert (await table.gm.post("/seats", {"name": "Odo", "npc": None})).status == 201
    assert (await table.public.view())["seats"][0]["kind"] == "gm"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": ""},
        {"name": " "},
        {"name": "x" * 61},
        {"name": "Ada", "purse_cp": -1},
        {"name": "Ada", "purse_cp": 1.5},
        {"name": "Ada", "purse_cp": True},
        {"name": "Ada", "purse_cp": 10**30},
        {"name": "Ada", "luck": None},
        {"name": "Ada", "hat": "red"},
        {"name": "Ada", "character": {"abilities": {"dex": 99}}},
        {"name": "Ada", "character": {"strength": 3}},
    ],
)
async def test_an_invalid_request_seats_nobody(server: Served, body: Any) -> None:
    table = await server.open("race")
    assert (await table.gm.post("/seats", body)).code == (422, "invalid_body")
    assert (await table.public.view())["version"] == 1


async def test_a_repeated_key_answers_with_the_same_seat_and_token(server: Served) -> None:
    table = await server.open("race")
    body = {"name": "Ada", "invite": table.invite, "purse_cp": 5}
    first = await table.public.post("/seats", body, {"Idempotency-Key": KEY})
    again = await table.public.post("/seats", body, {"Idempotency-Key": KEY})
    assert (again.status, again.json) == (201, first.json)
    other = await table.public.post("/seats", {**body, "name": "Bo"}, {"Idempotency-Key": KEY})
    assert other.code == (422, "command_id_reused")
    assert [seat["seat"] for seat in (await table.public.view())["seats"]] == ["ada"]


async def test_the_gms_keys_and_the_guests_are_kept_apart(server: Served) -> None:
    table = await server.open("race")
    guest = await table.public.post("/seats", {"name": "Ada", "invite": table.invite}, {"Idempotency-Key": KEY})
    gm = await table.gm.post("/seats", {"name": "Ida"}, {"Idempotency-Key": KEY})
    assert (guest["seat"], gm["seat"]) == ("ada", "ida")


async def test_nobody_sits_down_at_a_closed_table(server: Served) -> None:
    table = await server.open("race")
    await table.gm.did("close_table")
    answer = await table.public.post("/seats", {"name": "Late", "invite": table.invite})
    assert answer.code == (409, "table_closed")

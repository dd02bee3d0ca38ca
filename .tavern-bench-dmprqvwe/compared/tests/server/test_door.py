"""Who is let in, who may look, and what becomes of tokens and invites that were replaced."""

from typing import Any

from tests.server.conftest import Starting
from tests.server.serving import Caller, Opened, Served
from tests.server.test_events import polling


async def asking(server: Served, name: str = "Mallory", **given: Any) -> tuple[Opened, Caller]:
    table = await server.open("race", options={"admit": "gm"})
    return table, await ask(server, table, name, **given)


async def ask(server: Served, table: Opened, name: str, **given: Any) -> Caller:
    asked = await table.public.post("/seats", {"invite": table.invite, "name": name, **given})
    assert (asked.status, asked["admitted"]) == (201, False), asked.body
    return Caller(server.client, table.id, asked["token"], asked["seat"])


async def test_until_admitted_a_token_sees_what_everybody_sees_and_may_do_nothing(server: Served) -> None:
    table, mallory = await asking(server, purse_cp=500)
    for route in ("", "/events", "/chronicle", "/ledger", "/standings", "/rounds"):
        assert (await mallory.get(route)).body == (await table.public.get(route)).body
    # Answers without a token may be compressed, and have weak tags.
    assert (await mallory.get()).headers["ETag"] == (await table.public.get()).headers["ETag"].removeprefix("W/")
    assert (await mallory.give("set_luck", luck="x")).code == (403, "not_admitted")
    assert (await table.gm.view())["asking"][0]["purse_cp"] == 500


async def test_the_history_hides_the_purse_and_luck_of_admission_requests_as_the_view_does(server: Served) -> None:
    table, _ = await asking(server, purse_cp=54_321, luck="seven")
    ada = await table.public.post("/seats", {"name": "Ada"}, {"Authorization": f"Bearer {table.gm.token}"})
    seated = Caller(server.client, table.id, ada["token"], ada["seat"])
    for route in ("", "/events", "/chronicle"):
        for stranger in (table.public, seated):
            answer = await stranger.get(route)
            assert (answer.status, b"54321" in answer.body, b"seven" in answer.body) == (200, False, False)
    (entry,) = [e for e in (await table.gm.get("/events"))["entries"] if e["events"][0]["type"] == "admission_asked"]
    assert (entry["events"][0]["purse_cp"], entry["events"][0]["luck"]) == (54_321, "seven")


async def test_the_gm_admits_a_seat_with_what_it_asked_for(server: Served) -> None:
    table, mallory = await asking(server, purse_cp=500, luck="seven")
    await table.gm.did("admit_seat", target="mallory")
    (seat,) = (await mallory.view())["seats"]
    assert (seat["name"], seat["purse_cp"], seat["luck"]) == ("Mallory", 500, "seven")
    await mallory.did("set_luck", luck="eight")


async def test_a_refused_seat_loses_its_token(server: Served) -> None:
    table, mallory = await asking(server)
    await table.gm.did("refuse_seat", target="mallory")
    assert (await mallory.get()).code == (401, "wrong_token")
    assert (await table.public.view())["asking"] == []


async def test_a_removed_seat_loses_its_token_and_one_that_leaves_keeps_it(server: Served) -> None:
    table = await server.open("race", options={"watch": "closed"})
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("remove_seat", target="ada")
    await bo.did("leave")
    assert (await ada.get()).code == (401, "wrong_token")
    assert (await bo.get("/chronicle")).status == 200


async def test_the_gm_seats_somebody_at_once_and_a_repeated_request_gets_the_same_answer(server: Served) -> None:
    table = await server.open("race", options={"admit": "gm"})
    key = {"Idempotency-Key": "a-secret-key-of-the-gm"}
    first = await table.gm.post("/seats", {"name": "Ada"}, key)
    assert (first.status, first["admitted"]) == (201, True)
    assert (await table.gm.post("/seats", {"name": "Ada"}, key)).body == first.body
    key = {"Idempotency-Key": "a-secret-key-of-mallory"}
    body = {"invite": table.invite, "name": "Mallory"}
    asked = await table.public.post("/seats", body, key)
    await table.gm.did("admit_seat", target="mallory")
    assert (await table.public.post("/seats", body, key)).body == asked.body


async def test_a_table_closed_to_strangers_shows_them_nothing_and_its_people_everything(server: Served) -> None:
    table = await server.open("race", options={"watch": "closed"})
    ada = await table.sit("Ada")
    for route in ("", "/events", "/chronicle", "/ledger", "/standings", "/rounds", "/rounds/1", "/chat", "/live"):
        assert (await table.public.get(route)).code == (401, "watch_closed"), route
        if route not in ("/live", "/rounds/1"):
            assert (await ada.get(route)).status == 200
            assert (await Caller(server.client, table.id, table.invite).get(route)).status == 200


async def test_a_long_poll_of_a_stranger_is_not_answered_once_the_table_is_closed_to_them(server: Served) -> None:
    table = await server.open("race")
    version = (await table.public.view())["version"]
    poll = await polling(server, table.public, f"/events?after={version}&wait=30")
    await table.gm.did("set_options", options={"watch": "closed"})
    assert (await poll).code == (401, "watch_closed")


async def test_a_renewed_token_takes_the_place_of_the_old_at_once(server: Served) -> None:
    table = await server.open("race")
    ada = await table.sit("Ada")
    answer = await table.gm.give("new_token", target="ada", id="renew")
    assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-store")
    assert (await ada.get()).code == (401, "wrong_token")
    renewed = Caller(server.client, table.id, answer["token"], "ada")
    assert (await renewed.view())["you"]["seat"] == "ada"
    assert (await table.gm.give("new_token", target="ada", id="renew")).json["token"] == answer["token"]
    export = (await table.gm.get("/export")).body
    assert answer["token"].encode() not in export


async def test_a_gm_whose_token_got_out_takes_a_new_one(server: Served) -> None:
    table = await server.open("race")
    answer = await table.gm.did("new_token", target="gm")
    assert (await table.gm.get()).code == (401, "wrong_token")
    table.gm.token = answer["token"]
    assert (await table.gm.view())["viewer"] == "gm"


async def test_a_new_invite_takes_the_place_of_the_old(server: Served) -> None:
    table = await server.open("race")
    answer = await table.gm.did("new_invite")
    refused = await table.public.post("/seats", {"invite": table.invite, "name": "Ada"})
    assert refused.code == (401, "wrong_invite")
    table.invite = answer["invite"]
    await table.sit("Ada")


async def test_a_long_poll_with_a_revoked_token_gets_nothing_more(server: Served) -> None:
    table = await server.open("race")
    ada = await table.sit("Ada")
    version = (await ada.view())["version"]
    poll = await polling(server, ada, f"/events?after={version}&wait=30")
    await table.gm.did("new_token", target="ada")
    assert (await poll).code == (401, "wrong_token")


async def test_a_table_is_listed_and_taken_off_the_list_as_the_gm_says(start: Starting) -> None:
    server = await start()
    one = await server.open("race", name="One", listed=True, gm={"name": "Gem"})
    two = await server.open("race", name="Two")
    await one.sit("Ada")

    async def listed() -> list[Any]:
        return [(table["name"], table["seats"]) for table in (await server.get("/api/tables"))["tables"]]

    assert await listed() == [("One", 1)]
    await two.gm.did("set_listed", listed=True)
    assert await listed() == [("One", 1), ("Two", 0)]
    page = (await server.get("/api/tables?limit=1")).json
    assert ([table["name"] for table in page["tables"]], page["next"]) == (["One"], one.id)
    page = (await server.get(f"/api/tables?limit=1&after={one.id}")).json
    assert ([table["name"] for table in page["tables"]], page["next"]) == (["Two"], None)
    await one.gm.did("set_listed", listed=False)
    assert await listed() == [("Two", 0)]
    await two.gm.did("close_table")
    assert await listed() == []

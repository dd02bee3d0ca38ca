"""Opening tables, and finding those that are listed."""

from typing import Any

import pytest

from events.stores.memory import MemoryStore
from tests.server.conftest import Starting
from tests.server.serving import KEY, SEED, Caller, Served


async def test_opening_a_table_answers_with_its_id_the_gms_token_and_an_invite(server: Served) -> None:
    answer = await server.post(
        "/api/tables", {"game": "race", "options": {"target": 7}, "name": "Run", "gm": {"name": "Mo"}}
    )
    assert answer.status == 201
    assert sorted(answer.json) == ["gm_token", "invite", "table"]
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Location"] == f"tables/{answer['table']}"
    view = await Caller(server.client, answer["table"], answer["gm_token"]).view()
    assert (view["viewer"], view["name"], view["gm"], view["options"]["target"]) == ("gm", "Run", "Mo", 7)
    assert view["options"]["ante_cp"] == 100
    assert view["seeded"] is False


async def test_tables_have_ids_and_tokens_of_their_own(server: Served) -> None:
    opened = [(await server.post("/api/tables", {"game": "race"})).json for _ in range(3)]
    assert len({value for one in opened for value in one.values()}) == 9


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess"}, (422, "unknown_game")),
        ({"game": "race", "options": {"target": 1}}, (422, "bad_options")),
        ({"game": "race", "options": {"speed": 1}}, (422, "bad_options")),
        ({"game": "race", "options": []}, (422, "invalid_body")),
        ({"game": "race", "colour": "red"}, (422, "invalid_body")),
        ({"game": "race", "name": "x" * 61}, (422, "invalid_body")),
        ({"game": "race", "name": "bell\x07"}, (422, "invalid_body")),
        ({"game": "race", "gm": "Mo"}, (422, "invalid_body")),
        ({"game": "race", "seed": "00"}, (422, "invalid_body")),
        ({}, (422, "invalid_body")),
        ([], (422, "invalid_body")),
    ],
)
async def test_an_invalid_request_opens_no_table(server: Served, body: Any, code: Any) -> None:
    answer = await server.post("/api/tables", body)
    assert answer.code == code
    assert await server.store.tables() == []


async def test_a_secret_is_given_only_where_the_server_allows_it(start: Starting) -> None:
    strict = await start()
    answer = await strict.post("/api/tables", {"game": "race", "seed": SEED})
    assert answer.code == (403, "seeds_not_allowed")
    assert await strict.store.tables() == []


async def test_two_tables_with_the_same_secret_roll_alike(start: Starting) -> None:
    faces = []
    for chance in (1, 2):
        server = await start(allow_seeds=True, chance=chance)
        table = await server.open("race", seed=SEED.upper())
        ada, _ = await table.sit("Ada"), await table.sit("Bo")
        await table.gm.did("start_round")
        faces.append((await ada.did("roll"))["view"]["seats"][0]["dice"])
    assert faces[0] == faces[1]
    assert faces[0][0]["face"] is not None


async def test_only_who_has_the_host_key_opens_tables_where_there_is_one(start: Starting) -> None:
    server = await start(host_key="open-sesame-open-sesame")
    body = {"game": "race"}
    assert (await server.post("/api/tables", body)).code == (401, "host_key_needed")
    wrong = await server.post("/api/tables", body, {"Authorization": "Bearer open-sesame"})
    assert wrong.code == (401, "host_key_needed")
    assert wrong.headers["WWW-Authenticate"] == "Bearer"
    right = await server.post("/api/tables", body, {"Authorization": "Bearer open-sesame-open-sesame"})
    assert right.status == 201


async def test_a_repeated_key_answers_with_the_same_table_and_tokens(server: Served) -> None:
    headers = {"Idempotency-Key": KEY}
    first = await server.post("/api/tables", {"game": "race", "name": "Run"}, headers)
    again = await server.post("/api/tables", b'{ "name": "Run", "game": "race" }', headers)
    assert (again.status, again.json) == (201, first.json)
    assert len(await server.store.tables()) == 1


async def test_a_repeated_key_with_another_body_is_refused(server: Served) -> None:
    headers = {"Idempotency-Key": KEY}
    await server.post("/api/tables", {"game": "race"}, headers)
    answer = await server.post("/api/tables", {"game": "bank"}, headers)
    assert answer.code == (422, "command_id_reused")
    assert len(await server.store.tables()) == 1


async def test_a_key_that_could_be_guessed_is_refused(server: Served) -> None:
    answer = await server.post("/api/tables", {"game": "race"}, {"Idempotency-Key": "1"})
    assert answer.code == (422, "bad_id")


async def test_a_key_is_not_kept_as_it_is(start: Starting) -> None:
    store = MemoryStore()
    server = await start(store)
    await server.post("/api/tables", {"game": "race"}, {"Idempotency-Key": KEY})
    assert await store.answered("", "public", KEY) is None


async def test_only_listed_tables_are_found_and_no_closed_ones(server: Served, start: Starting) -> None:
    await server.open("race", name="Hidden")
    shown = await server.open("race", name="Shown", gm={"name": "Mo"}, listed=True)
    closed = await server.open("bank", name="Closed", listed=True)
    await closed.gm.did("close_table")
    await shown.sit("Ada")
    await shown.sit("Wat", watch=True)
    entry = {"table": shown.id, "name": "Shown", "game": "race", "gm": "Mo", "opened_at": "2025-03-01T19:00:00.000Z"}
    expected = {"tables": [{**entry, "seats": 1, "round": 0}], "next": None}
    assert (await server.get("/api/tables")).json == expected
    restarted = await start(server.store)
    assert (await restarted.get("/api/tables")).json == expected


async def test_the_catalogue_has_every_game_with_its_schemas(server: Served) -> None:
    answer = await server.get("/api/games")
    games = {game["id"]: game for game in answer["games"]}
    assert sorted(games) == ["bank", "race", "secret_choice", "twentyone"]
    race = games["race"]
    assert (race["name"], race["version"], race["seats"]) == ("Race", 1, {"min": 2, "max": 6})
    assert race["options"]["$defs"]["Options"]["properties"]["target"]["default"] == 20
    assert [command["type"] for command in race["commands"]] == ["roll", "bank"]
    assert {"type", "of", "schema"} == set(answer["commands"][0])
    assert "start_round" in [command["type"] for command in answer["commands"] if command["of"] == "gm"]
    again = await server.get("/api/games", {"If-None-Match": answer.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")

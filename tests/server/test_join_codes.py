"""Join codes: a few letters and digits lead to the invite, for a while, and nobody can guess them."""

import hashlib
import re

import pytest

from events.storage.memory import MemoryStore
from server.commands.join_codes import HOURS, HOW_MANY
from server.config import Config
from tests.server.conftest import Starting
from tests.server.serving import Answer, Opened, Served

NO_SUCH_CODE = (404, "no_such_code")
NONE = {"code": None, "expires": None}
HOUR = 3600


async def code_of(table: Opened) -> str:
    answer = await table.gm.post("/join-code", {})
    assert answer.status == 200, answer.body
    return str(answer["code"])


async def look_up(server: Served, code: str) -> Answer:
    return await server.get(f"/api/join/{code}")


async def test_a_code_leads_to_the_table_its_game_and_its_invite(server: Served) -> None:
    table = await server.open("twentyone", name="The Wobbly Flagon")
    code = await code_of(table)
    assert re.fullmatch("[A-HJ-NP-Z]{4}-[2-9]{2}", code)
    joined = await look_up(server, code)
    assert joined.json == {
        "table": table.id,
        "name": "The Wobbly Flagon",
        "game": "twentyone",
        "title": "Tavern Twenty-One",
        "invite": table.invite,
    }
    assert joined.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("typed", ["{lower}", "{joined}", "{spaced}", "%20{lower}%20", "{dashed}"])
async def test_case_dashes_and_spaces_do_not_matter(server: Served, typed: str) -> None:
    table = await server.open("race")
    code = await code_of(table)
    forms = {
        "lower": code.lower(),
        "joined": code.replace("-", ""),
        "spaced": code.replace("-", "%20"),
        "dashed": code.replace("-", "\u2013"),
    }
    assert (await look_up(server, typed.format(**forms)))["table"] == table.id


async def test_the_gm_gets_the_same_code_until_it_is_about_to_end(start: Starting) -> None:
    server = await start()
    table = await server.open("race")
    first = await table.gm.post("/join-code", {})
    assert first["expires"] == "2025-03-02T07:00:00.000Z"
    server.clock.turn((HOURS - 3) * HOUR)
    assert (await table.gm.post("/join-code", {})).body == first.body
    server.clock.turn(HOUR)
    second = await table.gm.post("/join-code", {})
    assert second["code"] != first["code"]
    assert (await look_up(server, first["code"])).code == NO_SUCH_CODE
    assert (await look_up(server, second["code"]))["table"] == table.id


async def test_an_expired_code_is_answered_like_a_wrong_one(start: Starting) -> None:
    server = await start()
    table = await server.open("race")
    code = await code_of(table)
    server.clock.turn(HOURS * HOUR - 1)
    assert (await look_up(server, code)).status == 200
    server.clock.turn(1)
    expired, wrong = await look_up(server, code), await look_up(server, "KELP-42")
    assert expired.code == NO_SUCH_CODE
    assert (expired.body, expired.headers["Cache-Control"]) == (wrong.body, wrong.headers["Cache-Control"])


@pytest.mark.parametrize("wrong", ["KELP", "42", "%ff%fe", "%00", "join", "---", "%F0%9F%8E%B2", "a%2Fb", "x" * 40])
async def test_what_is_no_code_is_answered_like_a_wrong_one(server: Served, wrong: str) -> None:
    await code_of(await server.open("race"))
    answer = await look_up(server, wrong)
    assert answer.status == 404
    assert answer["code"] in ("no_such_code", "not_found")


async def test_a_code_ends_with_its_invite(server: Served) -> None:
    table = await server.open("race")
    code = await code_of(table)
    invite = (await table.gm.did("new_invite"))["invite"]
    assert (await look_up(server, code)).code == NO_SUCH_CODE
    assert (await table.gm.get("/join-code")).json == NONE
    assert (await look_up(server, await code_of(table)))["invite"] == invite


async def test_a_code_ends_with_its_table(server: Served) -> None:
    table = await server.open("race")
    code = await code_of(table)
    await table.gm.did("close_table")
    assert (await look_up(server, code)).code == NO_SUCH_CODE
    assert (await table.gm.get("/join-code")).json == NONE
    assert (await table.gm.post("/join-code", {})).code == (409, "table_closed")


async def test_whoever_has_the_invite_sees_the_code_and_makes_none(server: Served) -> None:
    table = await server.open("race")
    ada = await table.sit("Ada")
    bearer = {"Authorization": f"Bearer {table.invite}"}
    assert (await table.public.get("/join-code", bearer)).json == NONE
    assert (await table.public.post("/join-code", {}, bearer)).code == (403, "gm_only")
    code = await code_of(table)
    assert (await table.public.get("/join-code", bearer))["code"] == code
    assert (await ada.get("/join-code")).code == (401, "invite_needed")


async def test_a_code_outlives_a_restart(start: Starting) -> None:
    store = MemoryStore()
    server = await start(store)
    table = await server.open("race")
    code = await code_of(table)
    again = await start(store)
    assert (await look_up(again, code))["invite"] == table.invite


async def test_no_two_tables_have_the_same_code(start: Starting) -> None:
    server = await start()
    tables = [await server.open("race") for _ in range(40)]
    codes = [await code_of(table) for table in tables]
    assert len({*codes}) == len(codes)
    for table, code in zip(tables, codes, strict=True):
        assert (await look_up(server, code))["table"] == table.id


async def test_the_store_keeps_no_code_in_plain_text(start: Starting) -> None:
    store = MemoryStore()
    server = await start(store)
    table = await server.open("race")
    code = (await code_of(table)).replace("-", "")
    kept = await store.join_code_of(table.id)
    assert kept is not None
    assert code not in repr(kept)
    assert hashlib.sha256(code.encode()).hexdigest() != kept.hash


async def test_wrong_codes_of_an_address_are_soon_too_many(start: Starting) -> None:
    server = await start(wrong_codes_per_hour=3, trusted_proxy=("127.0.0.1",))
    table = await server.open("race")
    code = await code_of(table)
    mallory = {"X-Forwarded-For": "192.0.2.7"}
    for _ in range(3):
        assert (await server.get("/api/join/KELP-42", mallory)).code == NO_SUCH_CODE
    refused = await server.get(f"/api/join/{code}", mallory)
    assert refused.code == (429, "too_many_requests")
    assert refused.headers["Retry-After"] == "1200"
    assert (await server.get(f"/api/join/{code}", {"X-Forwarded-For": "192.0.2.8"})).status == 200


async def test_right_codes_are_never_too_many(start: Starting) -> None:
    server = await start(wrong_codes_per_hour=1)
    code = await code_of(await server.open("race"))
    assert [(await look_up(server, code)).status for _ in range(30)] == [200] * 30


async def test_many_addresses_cannot_guess_together(start: Starting) -> None:
    server = await start(wrong_codes_per_hour=1, trusted_proxy=("127.0.0.1",))
    guesses = [await server.get("/api/join/KELP-42", {"X-Forwarded-For": f"192.0.2.{n}"}) for n in range(20)]
    assert [answer.status for answer in guesses] == [404] * 10 + [429] * 10


async def test_every_look_up_counts_as_an_attempt(start: Starting) -> None:
    server = await start(attempts_per_minute=4)
    code = await code_of(await server.open("race"))
    assert [(await look_up(server, code)).status for _ in range(4)] == [200, 200, 200, 429]


def test_guessing_is_hopeless() -> None:
    hourly = Config().wrong_codes_per_hour
    from_one_address, from_all = hourly * (HOURS + 1), 10 * hourly * (HOURS + 1)
    assert HOW_MANY > 250_000
    assert from_one_address / HOW_MANY < 1 / 1_900
    assert from_all / HOW_MANY < 1 / 190

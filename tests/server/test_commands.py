"""Commands: who may give them, the order of checks, refusals, and that each id takes effect once."""

import asyncio
from typing import Any

import pytest

from events.entry import receipt_of
from tests.server.serving import Caller, Opened, Served


async def begun(server: Served, game: str = "race", seed: str = "07" * 32) -> tuple[Opened, Caller, Caller]:
    """A table at which a round has just begun."""
    table = await server.open(game, seed=seed)
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    return table, ada, bo


async def test_an_answer_has_the_events_the_new_view_and_a_receipt(server: Served) -> None:
    table, ada, _ = await begun(server)
    answer = await ada.give("roll", id="first")
    assert sorted(answer.json) == ["chronicle", "events", "receipt", "version", "view"]
    assert [event["type"] for event in answer["events"]] == ["die_rolled", "race.scored"]
    assert answer["chronicle"] == (await ada.get("/chronicle")).json["entries"][-1]["chronicle"] != []
    now = await ada.get()
    assert (answer["view"], answer["version"], answer.headers["ETag"]) == (
        now.json,
        now["version"],
        now.headers["ETag"],
    )
    newest = (await server.store.read(table.id))[-1].line
    assert answer["receipt"] == receipt_of(newest) == (await ada.get("/events"))["entries"][-1]["receipt"]
    assert b'"id":"first"' in newest


async def test_a_minimal_answer_has_all_but_the_view(server: Served) -> None:
    _, ada, _ = await begun(server)
    answer = await ada.give("roll", id="first", headers={"Prefer": "return=minimal"})
    assert answer.headers["Preference-Applied"] == "return=minimal"
    assert sorted(answer.json) == ["chronicle", "events", "receipt", "version"]
    whole = await ada.give("roll", id="first")
    assert "Preference-Applied" not in whole.headers
    assert {name: value for name, value in whole.json.items() if name != "view"} == answer.json
    assert whole.headers["ETag"] == answer.headers["ETag"] == (await ada.get()).headers["ETag"]


@pytest.mark.parametrize(
    ("preferred", "minimal"),
    [
        ("return=minimal", True),
        ('respond-async, Return = "minimal"; foo=bar, wait=10', True),
        ("return=minimal, return=representation", True),
        ("return=representation, return=minimal", False),
        ("return=Minimal", False),
        ("minimal", False),
        ("", False),
    ],
)
async def test_the_first_preference_for_what_is_returned_counts(server: Served, preferred: str, minimal: bool) -> None:
    _, ada, _ = await begun(server)
    answer = await ada.give("roll", headers={"Prefer": preferred})
    assert (answer.status, "view" in answer.json) == (200, not minimal)


async def test_a_refusal_is_whole_whatever_is_preferred(server: Served) -> None:
    _, _, bo = await begun(server)
    answer = await bo.give("roll", headers={"Prefer": "return=minimal"})
    assert answer.code == (409, "not_your_turn")
    assert answer["actions"]
    assert "Preference-Applied" not in answer.headers


async def test_the_public_gives_no_commands(server: Served) -> None:
    table, _, _ = await begun(server)
    answer = await table.public.give("roll")
    assert answer.code == (401, "token_needed")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


async def test_a_seat_acts_for_itself_alone(server: Served) -> None:
    _, ada, bo = await begun(server)
    assert (await bo.give("roll", seat="ada")).code == (403, "not_your_seat")
    assert (await bo.give("start_round")).code == (403, "gm_only")
    assert (await ada.give("roll", seat="ada")).status == 200


async def test_the_gm_names_a_seat_for_what_seats_do_and_none_for_the_rest(server: Served) -> None:
    table, _, _ = await begun(server)
    assert (await table.gm.give("roll")).code == (422, "seat_needed")
    assert (await table.gm.give("pause", seat="ada")).code == (422, "no_seat_needed")
    assert (await table.gm.give("roll", seat="nobody")).code == (409, "no_such_seat")
    assert (await table.gm.give("roll", seat="bo")).code == (409, "not_your_turn")


async def test_a_seat_that_has_left_can_only_watch(server: Served) -> None:
    _, ada, bo = await begun(server)
    await bo.did("leave")
    answer = await bo.give("leave")
    assert answer.code == (409, "no_such_seat")
    assert answer["actions"] == []
    assert (await bo.view())["you"] is None
    assert [entry["actor"] for entry in (await ada.get("/events?after=4"))["entries"]] == ["seat:bo"]


async def test_a_refusal_has_its_reason_and_the_legal_moves_and_leaves_no_trace(server: Served) -> None:
    table, ada, bo = await begun(server)
    before = await server.store.read(table.id)
    answer = await bo.give("roll")
    assert answer.code == (409, "not_your_turn")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert {name: answer[name] for name in ("type", "title", "status", "detail")} == {
        "type": "urn:problem-type:tavern:not_your_turn",
        "title": "Not your turn",
        "status": 409,
        "detail": "It is somebody else's turn.",
    }
    assert answer["actions"] == (await bo.view())["you"]["actions"]
    refused = await ada.give("bank")
    assert refused.code == (409, "nothing_to_bank")
    assert [action["type"] for action in refused["actions"]] == ["roll", "ask_for_coins", "sit_out", "leave", "dispute"]
    assert await server.store.read(table.id) == before


async def test_options_that_do_not_fit_are_refused_for_that_only_where_they_could_be_set(server: Served) -> None:
    table, _, _ = await begun(server)
    assert (await table.gm.give("set_options", options={"target": 1})).code == (409, "round_running")
    await table.gm.did("void_round")
    assert (await table.gm.give("set_options", options={"target": 1})).code == (409, "bad_options")
    view = (await table.gm.did("set_options", options={"target": 9}))["view"]
    assert (view["options"]["target"], view["options"]["ante_cp"]) == (9, 100)


async def test_a_repeated_id_gives_the_first_answer_again_with_the_view_of_that_version(server: Served) -> None:
    table, ada, _ = await begun(server)
    first = await ada.give("roll", id="once")
    await table.gm.did("pause")
    await table.gm.did("resume")
    again = await ada.give("roll", id="once")
    assert (again.status, again.body, again.headers["ETag"]) == (200, first.body, first.headers["ETag"])
    assert (await ada.view())["version"] == first["version"] + 2


async def test_an_id_may_come_in_the_header_and_is_the_same_id(server: Served) -> None:
    _, ada, _ = await begun(server)
    first = await ada.give("roll", headers={"Idempotency-Key": "once"})
    assert (await ada.give("roll", id="once")).body == first.body
    assert (await ada.give("roll", id="once", headers={"Idempotency-Key": "once"})).body == first.body
    assert (await ada.give("roll", id="once", headers={"Idempotency-Key": "twice"})).code == (422, "bad_id")


async def test_the_same_command_in_another_notation_is_the_same_command(server: Served) -> None:
    table, ada, _ = await begun(server)
    body = b'{"type":"give_coins","target":"ada","amount_cp":5,"reason":"a loan","id":"once"}'
    first = await table.gm.post("/commands", body)
    again = await table.gm.post(
        "/commands", b'{"id":"once", "reason":"a loan", "amount_cp":5, "target":"ada", "type":"give_coins"}'
    )
    assert (first.status, again.body) == (200, first.body)
    assert (await ada.view())["accounts"]["ada"] == 9_905


async def test_an_id_with_another_body_is_refused(server: Served) -> None:
    _, ada, _ = await begun(server)
    await ada.did("roll", id="once")
    assert (await ada.give("bank", id="once")).code == (422, "command_id_reused")
    assert (await ada.give("roll", id="once", seat="ada")).code == (422, "command_id_reused")


async def test_ids_are_each_callers_own(server: Served) -> None:
    table, ada, bo = await begun(server)
    await ada.did("roll", id="once")
    await table.gm.did("pause", id="once")
    assert (await bo.give("roll", id="once")).code in {(409, "not_your_turn"), (200, None)}


async def test_a_refusal_is_not_remembered(server: Served) -> None:
    table, _, bo = await begun(server)
    assert (await bo.give("roll", id="later")).code == (409, "not_your_turn")
    while (await table.public.view())["to_act"] == ["ada"]:
        await table.gm.did("roll", seat="ada")
    assert (await bo.give("roll", id="later")).status == 200


async def test_an_id_that_was_answered_is_answered_whatever_has_become_illegal(server: Served) -> None:
    table, ada, _ = await begun(server)
    first = await ada.give("roll", id="once")
    await table.gm.did("void_round")
    await table.gm.did("close_table")
    tag = {"If-Match": '"stale"'}
    assert (await ada.give("roll", id="once", headers=tag)).body == first.body


@pytest.mark.parametrize("bad", ["", " ", " " * 200, "x" * 201, "tab\t", "Ünïcode", 7, ["a"]])
async def test_invalid_ids_are_refused(server: Served, bad: Any) -> None:
    _, ada, _ = await begun(server)
    assert (await ada.give("roll", id=bad)).code == (422, "bad_id")


async def test_one_id_sent_many_times_at_once_takes_effect_once(server: Served) -> None:
    table, _, _ = await begun(server)
    sent = [table.gm.give("give_coins", target="ada", amount_cp=100, reason="a loan", id="once") for _ in range(12)]
    answers = await asyncio.gather(*sent)
    assert len({answer.body for answer in answers}) == 1
    assert answers[0].status == 200
    assert (await table.public.view())["accounts"]["ada"] == 10_000


async def test_if_match_lets_through_only_who_has_seen_the_newest_version(server: Served) -> None:
    table, ada, bo = await begun(server)
    stale = (await ada.get()).headers["ETag"]
    await table.gm.did("pause")
    refused = await ada.give("roll", headers={"If-Match": stale})
    assert refused.code == (412, "newer_version")
    newest = (await ada.get()).headers["ETag"]
    others = (await bo.get()).headers["ETag"]
    assert (await ada.give("roll", headers={"If-Match": others})).code == (412, "newer_version")
    assert (await ada.give("roll", headers={"If-Match": f'"other", {newest}'})).status == 200
    assert (await ada.give("leave", headers={"If-Match": "*"})).status == 200


async def test_if_match_comes_before_legality(server: Served) -> None:
    _, _, bo = await begun(server)
    assert (await bo.give("roll", headers={"If-Match": '"stale"'})).code == (412, "newer_version")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"type": "dance"}, "unknown_command"),
        (
            {"type": "open_table", "name": "", "gm": "", "game": "race", "options": {}, "seeded": False},
            "unknown_command",
        ),
        ({"type": "refresh_deadline"}, "unknown_command"),
        ({"type": "sit", "name": "Eve", "kind": "player"}, "unknown_command"),
        ({"type": "roll", "die": "d6"}, "invalid_body"),
        ({"type": "set_luck", "luck": 7}, "invalid_body"),
        ({"type": 7}, "invalid_body"),
        ({"type": None}, "invalid_body"),
        ({}, "invalid_body"),
        ([], "invalid_body"),
        ("roll", "invalid_body"),
        ({"type": "roll", "seat": 1}, "invalid_body"),
        ({"type": "roll", "v": 2}, "invalid_body"),
    ],
)
async def test_a_command_that_clients_cannot_give_is_a_422(server: Served, body: Any, code: str) -> None:
    _, ada, _ = await begun(server)
    assert (await ada.post("/commands", body)).code == (422, code)


async def test_many_who_act_at_once_are_served_one_after_the_other(server: Served) -> None:
    table = await server.open("race")
    seats = [await table.sit(f"Seat {number}") for number in range(6)]
    answers = await asyncio.gather(*(seat.give("set_luck", luck=f"word {n}") for seat in seats for n in range(5)))
    assert {answer.status for answer in answers} == {200}
    assert (await table.public.view())["version"] == 1 + 6 + 30
    assert sorted(answer["version"] for answer in answers) == list(range(8, 38))

"""The GM acts for seats: `?acts_for=SEAT` has the view list what that seat may do."""

from http import HTTPStatus

import msgspec
import pytest

from events.audience import GM
from tests.server.serving import Caller, Opened, Served
from tests.server.streaming import read_live

SEED = "5e" * 32
UNKNOWN = ["nobody", "eve", "", 'odo"', "gm"]


async def begun(server: Served) -> tuple[Opened, Caller, Caller]:
    """A round of Twenty-One with two seats, from which a third has been removed."""
    table = await server.open("twentyone", seed=SEED)
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await table.sit("Eve")
    await table.gm.did("remove_seat", target="eve")
    await table.gm.did("start_round")
    return table, ada, bo


async def test_the_gms_view_lists_a_seats_actions_only_if_asked_for_them(server: Served) -> None:
    table, ada, _ = await begun(server)
    assert "acts_for" not in (await table.gm.view())["you"]
    own = (await ada.view())["you"]
    acts_for = (await table.gm.get("?acts_for=ada")).json["you"]["acts_for"]
    assert list(acts_for) == ["ada"]
    assert acts_for["ada"]["actions"] == [action for action in own["actions"] if action["type"] != "set_luck"]


@pytest.mark.parametrize("seat", UNKNOWN)
async def test_a_seat_that_is_not_at_the_table_is_refused(server: Served, seat: str) -> None:
    table, _, _ = await begun(server)
    assert (await table.gm.get(f"?acts_for={seat}")).code == (422, "unknown_seat")
    assert (await table.gm.get(f"/live?acts_for={seat}")).code == (422, "unknown_seat")


async def test_only_the_gm_acts_for_seats(server: Served) -> None:
    table, ada, _ = await begun(server)
    for who in (ada, table.public):
        assert (await who.get("?acts_for=bo")).code == (403, "gm_only")
        assert (await who.get("/live?acts_for=bo")).code == (403, "gm_only")
    refused = await ada.post("/commands?acts_for=bo", {"type": "leave"})
    assert refused.code == (403, "gm_only")
    assert "ada" in {seat["seat"] for seat in (await table.public.view())["seats"]}


async def test_the_answer_to_a_command_lists_a_seats_actions_if_asked_for_them(server: Served) -> None:
    table, _, _ = await begun(server)
    command = {"type": "give_coins", "target": "bo", "amount_cp": 100, "reason": ""}
    answer = await table.gm.post("/commands?acts_for=bo", command)
    assert list(answer["view"]["you"]["acts_for"]) == ["bo"]
    looked = await table.gm.get("?acts_for=bo")
    assert (answer["view"], answer.headers["ETag"]) == (looked.json, looked.headers["ETag"])


async def test_a_command_with_an_unknown_seat_to_act_for_changes_nothing(server: Served) -> None:
    table, _, _ = await begun(server)
    before = await table.gm.view()
    command = {"type": "give_coins", "target": "bo", "amount_cp": 100, "reason": ""}
    assert (await table.gm.post("/commands?acts_for=eve", command)).code == (422, "unknown_seat")
    assert await table.gm.view() == before


async def test_a_repeated_command_has_the_seats_actions_as_they_were(server: Served) -> None:
    table, _, _ = await begun(server)
    command = {"id": "one", "type": "give_coins", "target": "bo", "amount_cp": 100, "reason": ""}
    first = await table.gm.post("/commands?acts_for=bo", command)
    await table.gm.did("give_coins", target="ada", amount_cp=100, reason="")
    again = await table.gm.post("/commands?acts_for=bo", command)
    assert (again.json, again.headers["ETag"]) == (first.json, first.headers["ETag"])
    plain = await table.gm.post("/commands", command)
    assert "acts_for" not in plain["view"]["you"]


async def test_a_repeated_command_lists_no_actions_of_seats_that_came_later_or_to_anybody_but_the_gm(
    server: Served,
) -> None:
    table, ada, bo = await begun(server)
    sender, other = (ada, "bo") if (await table.public.view())["to_act"][0] == "ada" else (bo, "ada")
    gift = {"id": "one", "type": "give_coins", "target": "bo", "amount_cp": 100, "reason": ""}
    by_gm = await table.gm.post("/commands", gift)
    by_seat = await sender.give("cut", id="two")
    assert (by_gm.status, by_seat.status) == (HTTPStatus.OK, HTTPStatus.OK)
    await table.sit("Cy")
    again = await table.gm.post("/commands?acts_for=cy", gift)
    assert (again.body, again.headers["ETag"]) == (by_gm.body, by_gm.headers["ETag"])
    again = await sender.post(f"/commands?acts_for={other}", {"id": "two", "type": "cut"})
    assert (again.body, again.headers["ETag"]) == (by_seat.body, by_seat.headers["ETag"])


async def test_a_seat_that_the_command_removes_has_no_actions_any_more(server: Served) -> None:
    table, _, _ = await begun(server)
    answer = await table.gm.post("/commands?acts_for=bo", {"type": "remove_seat", "target": "bo"})
    assert answer.status == HTTPStatus.OK
    assert answer["view"]["you"]["acts_for"] == {}


async def test_each_seats_actions_have_an_etag_of_their_own_and_if_match_takes_any(server: Served) -> None:
    table, _, _ = await begun(server)
    tags = [(await table.gm.get(query)).headers["ETag"] for query in ("", "?acts_for=ada", "?acts_for=bo")]
    assert len(set(tags)) == 3
    for query, tag in zip(("", "?acts_for=ada", "?acts_for=bo"), tags, strict=True):
        statuses = [(await table.gm.get(query, headers={"If-None-Match": other})).status for other in tags]
        assert statuses == [304 if other == tag else 200 for other in tags]
    command = {"type": "give_coins", "target": "bo", "amount_cp": 100, "reason": ""}
    for query in ("", "?acts_for=ada", "?acts_for=bo"):
        newest = (await table.gm.get(query)).headers["ETag"]
        answer = await table.gm.post("/commands", command, headers={"If-Match": newest})
        assert answer.status == HTTPStatus.OK
        stale = await table.gm.post("/commands", command, headers={"If-Match": newest})
        assert stale.code == (412, "newer_version")


async def test_a_live_stream_lists_a_seats_actions_if_asked_for_them(server: Served) -> None:
    table, _, _ = await begun(server)
    live, plain = await read_live(table.gm, query="?acts_for=bo"), await read_live(table.gm)
    assert list((await live.expect("reset")).data["view"]["you"]["acts_for"]) == ["bo"]
    assert "acts_for" not in (await plain.expect("reset")).data["view"]["you"]
    answer = await table.gm.did("give_coins", target="bo", amount_cp=100, reason="A loan")
    entry = (await live.expect("entry")).data
    assert list(entry["view"]["you"]["acts_for"]) == ["bo"]
    assert entry["chronicle"] == answer["chronicle"] == ["Bo brings 1 gp to the table (A loan)."]
    assert "acts_for" not in (await plain.expect("entry")).data["view"]["you"]
    live.close()
    plain.close()


async def test_a_commands_answer_has_its_sentences_as_its_sender_reads_them(server: Served) -> None:
    table, ada, bo = await begun(server)
    before = (await ada.view())["version"]
    asked = (await table.public.view())["to_act"][0]
    sender, other = (ada, bo) if asked == "ada" else (bo, ada)
    answer = await sender.give("cut")
    entries = (await sender.get(f"/events?after={before}")).json["entries"]
    assert answer["chronicle"] == entries[-1]["chronicle"]
    theirs = (await other.get(f"/events?after={before}")).json["entries"]
    assert answer["chronicle"] != theirs[-1]["chronicle"]


async def test_the_gms_view_stays_short_with_many_seats(server: Served) -> None:
    table = await server.open("twentyone", seed=SEED)
    for name in ("Ada", "Bo", "Cy", "Dot", "Eve"):
        await table.sit(name)
    await table.gm.did("start_round")
    view = await table.gm.view()
    assert view["viewer"] == GM
    assert [action["type"] for action in view["you"]["actions"]].count("take_coins") == 1
    assert len(msgspec.json.encode(view["you"])) < 3_000

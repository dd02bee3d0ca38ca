"""What happened since a version: paging, the long poll, and cursors of another log."""

import asyncio
from typing import Any

import pytest

from events.entry import receipt_of, seen_after
from server.http.routes.history import PAGE
from tests.server.conftest import Starting
from tests.server.serving import Answer, Caller, Opened, Served, until
from tests.server.test_commands import begun


async def choosing(server: Served) -> tuple[Opened, Caller, Caller]:
    """A table at which numbers are chosen in secret."""
    return await begun(server, "secret_choice")


async def polling(server: Served, caller: Caller, path: str) -> asyncio.Task[Answer]:
    """A long poll that has begun to wait."""
    before = server.clock.pending()
    task = asyncio.create_task(caller.get(path))
    await until(lambda: server.clock.pending() > before or task.done())
    assert not task.done()
    return task


async def test_events_are_what_the_viewer_saw_with_sentences(server: Served) -> None:
    table, ada, bo = await choosing(server)
    await ada.did("choose", number=2, boast="mine")
    mine = (await ada.get("/events?after=4")).json
    assert sorted(mine) == ["entries", "epoch", "more", "seen", "version"]
    assert (mine["version"], mine["more"]) == (5, False)
    [entry] = mine["entries"]
    assert (entry["version"], entry["actor"], entry["seat"]) == (5, "seat:ada", "ada")
    assert [event["type"] for event in entry["events"]] == ["secret_choice.chosen", "question_answered"]
    [other] = (await bo.get("/events?after=4"))["entries"]
    assert [event["type"] for event in other["events"]] == ["question_answered"]
    everything = (await table.public.get("/events"))["entries"]
    assert [entry["version"] for entry in everything] == [1, 2, 3, 4, 5]
    assert "Ada sits down." in everything[1]["chronicle"]


async def test_a_poll_answers_at_once_if_there_are_new_entries(server: Served) -> None:
    _, ada, _ = await choosing(server)
    assert (await ada.get("/events?after=3&wait=30"))["version"] == 4


async def test_a_poll_waits_for_what_its_viewer_sees(server: Served) -> None:
    _, ada, bo = await choosing(server)
    task = await polling(server, bo, "/events?after=4&wait=30")
    await ada.did("choose", number=1)
    answer = await task
    assert [entry["version"] for entry in answer["entries"]] == [5]


async def test_a_poll_is_not_answered_earlier_by_what_its_viewer_does_not_see(server: Served) -> None:
    _, ada, bo = await choosing(server)
    await ada.did("choose", number=1)
    task = await polling(server, bo, "/events?after=5&wait=30")
    own = await polling(server, ada, "/events?after=5&wait=30")
    await ada.did("choose", number=2)
    assert (await own)["version"] == 6
    server.clock.turn(29.9)
    await bo.get()
    assert not task.done()
    server.clock.turn(0.1)
    answer = await task
    assert (answer.status, answer["version"], answer["entries"]) == (200, 5, [])


async def test_a_poll_waits_half_a_minute_at_most(server: Served) -> None:
    _, ada, _ = await choosing(server)
    task = await polling(server, ada, "/events?after=4&wait=9999")
    server.clock.turn(30)
    assert (await task)["entries"] == []


async def test_polls_are_answered_when_the_server_stops(server: Served) -> None:
    _, ada, _ = await choosing(server)
    task = await polling(server, ada, "/events?after=4&wait=30")
    await server.client.server.close()
    assert (await task)["entries"] == []


@pytest.mark.parametrize(
    "query",
    ["after=-1", "after=x", "after=1.5", "after=", f"after={'9' * 400}", "wait=x", "wait=-1", "wait=1e3", "wait=NaN"],
)
async def test_a_query_that_makes_no_sense_is_refused(server: Served, query: str) -> None:
    _, ada, _ = await choosing(server)
    assert (await ada.get(f"/events?{query}")).code == (422, "invalid_query")


async def test_a_cursor_of_another_log_is_refused(server: Served) -> None:
    _, ada, _ = await choosing(server)
    epoch = (await ada.get("/events"))["epoch"]
    assert (await ada.get(f"/events?after=4&epoch={epoch}")).status == 200
    for path in ("/events?after=4&epoch=another", "/events?after=5", "/chronicle?after=5"):
        answer = await ada.get(path)
        assert (answer.code, answer["epoch"]) == ((409, "log_replaced"), epoch)


async def test_entries_have_receipts_and_pages_the_digest_of_all_of_them_up_to_their_end(server: Served) -> None:
    _, ada, bo = await choosing(server)
    given = await ada.did("choose", number=1)
    lines = [stored.line for stored in await server.store.read(ada.table)]
    entries: list[Any] = []
    for caller in (ada, bo):
        entries = (await caller.get("/events"))["entries"]
        assert [entry["receipt"] for entry in entries] == [receipt_of(line) for line in lines]
        seen = ""
        for entry in entries:
            seen = seen_after(seen, entry["receipt"])
            page = await caller.get(f"/events?after={entry['version']}")
            assert page["seen"] == ((await caller.get("/events"))["seen"])
            assert (await caller.get(f"/events?after={entry['version']}&seen={seen}")).status == 200
    assert given["receipt"] == entries[-1]["receipt"]


@pytest.mark.parametrize("route", ["events", "chronicle", "ledger"])
async def test_a_log_that_does_not_have_what_was_seen_went_back(server: Served, route: str) -> None:
    _, ada, _ = await choosing(server)
    epoch = (await ada.get("/events"))["epoch"]
    for query in ("after=99", "after=4&seen=0123", "after=2&seen=0123"):
        answer = await ada.get(f"/{route}?{query}&epoch={epoch}")
        assert (answer.code, answer["epoch"]) == ((409, "log_went_back"), epoch)


async def everything(caller: Caller, path: str, key: str) -> list[Any]:
    """All pages of something."""
    found: list[Any] = []
    after, more = 0, True
    while more:
        page = (await caller.get(f"{path}?after={after}")).json
        found += page[key]
        after, more = page["version"], page["more"]
    return found


async def test_a_long_history_is_read_page_by_page_and_is_the_same_from_memory_and_from_the_log(
    server: Served, start: Starting
) -> None:
    table = await server.open("race")
    ada = await table.sit("Ada")
    words = PAGE + 50
    for number in range(words):
        await ada.did("set_luck", luck=f"word {number}")
    entries = await everything(table.public, "/events", "entries")
    assert [entry["version"] for entry in entries] == list(range(1, words + 3))
    newest = await ada.get(f"/events?after={words - 3}")
    assert newest["entries"] == entries[words - 3 :]
    other = await start(server.store)
    fresh = table.again(other.client, ada)
    assert await everything(fresh, "/events", "entries") == await everything(ada, "/events", "entries")
    chronicle = await everything(table.public, "/chronicle", "entries")
    assert [entry["chronicle"] for entry in chronicle] == [entry["chronicle"] for entry in entries]


async def test_the_ledger_has_every_transfer_and_sums_to_zero(server: Served) -> None:
    table, _, _ = await begun(server)
    await table.gm.did("give_coins", target="ada", amount_cp=50, reason="for ale")
    page = (await table.public.get("/ledger")).json
    ways = [(line["payer"], line["payee"], line["amount_cp"], line["reason"]) for line in page["lines"]]
    assert ways == [
        ("outside", "ada", 10_000, "buy_in"),
        ("outside", "bo", 10_000, "buy_in"),
        ("ada", "pot", 100, "ante"),
        ("bo", "pot", 100, "ante"),
        ("outside", "ada", 50, "loan"),
    ]
    assert page["accounts"] == {"outside": -20_050, "ada": 9_950, "bo": 9_900, "pot": 200}


async def test_the_standings_count_rounds_and_wins(server: Served) -> None:
    table, ada, _ = await begun(server)
    await ada.did("leave")
    answer = (await table.public.get("/standings")).json
    assert [(one["seat"], one["here"], one["rounds"], one["wins"], one["coins_cp"]) for one in answer["standings"]] == [
        ("bo", True, 1, 1, 100),
        ("ada", False, 1, 0, -100),
    ]

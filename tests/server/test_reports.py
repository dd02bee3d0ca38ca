"""Reports: a round as one HTML file, with what its replay has, made in a process of its own."""

import asyncio
from typing import Any

import msgspec
import pytest

from events.storage.memory import MemoryStore
from replays.analysis.decisions import Decision, Option
from replays.analysis.rounds import SeatAnalysis
from replays.odds import Estimated
from server.http.limits import MOST_REPORTS
from tests.server.conftest import Starting
from tests.server.serving import SEED, Answer, Caller, Opened, Served, until
from tests.server.test_damage import FlippedStore
from tests.server.test_hidden_entries_cost_nothing import CountingStore, hidden_entries
from tests.server.test_rounds import watched_round
from tests.tools.test_report import Parsed

pytestmark = pytest.mark.thorough

NOTHING = Estimated(value=0.0, low=0.0, high=0.0)
SHEET = {"abilities": {"dex": 3, "wis": 2}, "skills": {"insight": 7}}


async def played(server: Served, **options: Any) -> tuple[Opened, Caller, Caller]:
    """A table of Twenty-One with two rounds that are over."""
    table = await server.open("twentyone", options=options, seed=SEED)
    ada, bo = await table.sit("Ada", character=SHEET), await table.sit("Bo")
    for _ in range(2):
        await watched_round(table, [ada, bo])
    return table, ada, bo


def chronicle_of(answer: Answer) -> list[list[str]]:
    return Parsed(answer.body.decode()).chronicle


async def test_a_report_has_what_the_replay_has(server: Served) -> None:
    table, ada, _ = await played(server, unseal="round")
    own = [(table.public, ""), (ada, "")]
    for caller, query in [*own, (table.gm, "as=seat:bo"), (table.public, "as=house"), (table.gm, "as=house")]:
        frames = (await caller.get(f"/rounds/2?limit=500&{query}"))["frames"]

        answer = await caller.get(f"/rounds/2/report?{query}")

        assert answer.status == 200, answer.body
        assert chronicle_of(answer) == [frame["chronicle"] or ["(nothing to report)"] for frame in frames]
        places = [attrs["id"] for tag, attrs in Parsed(answer.body.decode()).elements if tag == "li" and "id" in attrs]
        assert places == [f"s{frame['version']}" for frame in frames]
        assert "✓ Every command, run again by the rules, gave the same bytes." in answer.body.decode()


async def test_a_report_is_a_file_to_save_which_runs_nothing_if_it_is_shown(server: Served) -> None:
    table, ada, _ = await played(server)
    answer = await ada.get("/rounds/1/report")
    wanted = ("Content-Type", "Content-Disposition", "X-Content-Type-Options", "Cache-Control", "Vary")
    assert [answer.headers[name] for name in wanted] == [
        "text/html; charset=utf-8",
        f'attachment; filename="{table.id}-round-1.html"',
        "nosniff",
        "private, no-cache",
        "Authorization",
    ]
    assert answer.headers["Content-Security-Policy"] == "sandbox; default-src 'none'; style-src 'unsafe-inline'"


async def test_a_report_is_for_those_who_may_see_the_replay_once_the_round_is_over(server: Served) -> None:
    table, ada, _ = await played(server, unseal="dispute")
    assert (await ada.get("/rounds/1/report?as=house")).code == (403, "round_sealed")
    assert (await ada.get("/rounds/1/report?as=seat:bo")).code == (403, "gm_only")
    assert (await table.gm.get("/rounds/1/report?as=seat:nobody")).code == (422, "no_such_viewer")
    assert (await ada.get("/rounds/4/report")).code == (404, "no_such_round")
    await table.gm.did("start_round")
    for caller in (table.public, ada, table.gm):
        assert (await caller.get("/rounds/3/report")).code == (409, "round_running")


async def test_an_unsealed_round_is_reported_without_what_is_no_part_of_it(start: Starting) -> None:
    """Whoever may not see a sheet, or what somebody who asks for a seat would bring, gets the same report."""
    reports: list[bytes] = []
    for bonus, purse_cp in ((0, 1_000), (4, 7_777)):
        server = await start(allow_seeds=True)
        table = await server.open("twentyone", options={"unseal": "round"}, seed=SEED)
        seats = [await table.sit("Ada", character={"abilities": {"cha": bonus}}), await table.sit("Bo")]
        await watched_round(table, seats)
        await table.gm.did("set_options", options={"admit": "gm"})
        await table.sit("Dee", purse_cp=purse_cp)
        answer = await table.public.get("/rounds/1/report?as=house")
        reports.append(answer.body.replace(table.id.encode(), b""))
    assert reports[0] == reports[1]


async def test_an_analysis_that_is_kept_is_reported_to_its_seat_and_to_the_gm(server: Served) -> None:
    table, ada, bo = await played(server, unseal="round")
    frames = (await ada.get("/rounds/1?limit=500"))["frames"]
    move = next(frame for frame in frames if frame["seat"] == ada.seat)
    rolled = Option(command={"type": "roll"}, worth=NOTHING, chosen=True)
    held = Option(command={"type": "hold"}, worth=NOTHING, chosen=False)
    decision = Decision(
        seat="ada", step=move["version"], at=move["at"], ante_cp=500, options=[rolled, held], chance=NOTHING,
        loss=NOTHING, verdict="good",
    )  # fmt: skip
    analysis = SeatAnalysis(
        seat="ada", decisions=[decision], left_out=0, no_time=0, accuracy=100.0, samples=60, policy="cautious"
    )
    await server.store.save_analysis(table.id, 1, "ada", msgspec.json.encode(analysis))
    for caller, query, shown in (
        (ada, "", True),
        (table.gm, "", True),
        (table.gm, "?as=seat:ada", True),
        (table.gm, "?as=house", True),
        (table.gm, "?as=public", False),
        (table.public, "", False),
        (table.public, "?as=house", False),
        (bo, "", False),
        (bo, "?as=house", False),
    ):
        page = (await caller.get(f"/rounds/1/report{query}")).body.decode()
        assert ("How well was it played?" in page) == shown, (caller.seat, query)


async def test_entries_that_the_caller_does_not_see_make_no_report_longer(start: Starting) -> None:
    store = CountingStore()
    server = await start(store, allow_seeds=True)
    table, ada, _ = await played(server)
    first = await ada.get("/rounds/1/report")
    store.asked.clear()
    assert (await ada.get("/rounds/1/report")).body == first.body
    before = [asked for asked in store.asked if asked[0] == "read"]
    await hidden_entries(table, 20)
    store.asked.clear()
    assert (await ada.get("/rounds/1/report")).body == first.body
    assert [asked for asked in store.asked if asked[0] == "read"] == before


async def test_other_requests_are_answered_while_a_report_is_made(server: Served) -> None:
    _, ada, _ = await played(server)
    asking = asyncio.create_task(ada.get("/rounds/1/report"))
    await until(server.app.report.locked)
    for _ in range(20):
        assert (await server.get("/healthz")).status == 200
    assert not asking.done()
    assert (await asking).status == 200


async def test_a_report_that_takes_too_long_is_given_up(start: Starting) -> None:
    server = await start(allow_seeds=True, report_seconds=0.05)
    _, ada, _ = await played(server)
    answer = await ada.get("/rounds/1/report")
    assert answer.code == (503, "report_too_long")
    assert "longer than 0.05 s" in answer["detail"]
    assert not server.app.report.locked()


async def test_one_address_cannot_fill_the_queue_of_reports(server: Served) -> None:
    _, ada, _ = await played(server)
    async with server.app.report:
        waiting = [asyncio.create_task(ada.get("/rounds/1/report")) for _ in range(MOST_REPORTS + 1)]
        (refused,), _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert refused.result().code == (429, "too_many_requests")
    assert [(await asked).status for asked in waiting if asked is not refused] == [200] * MOST_REPORTS


async def test_a_token_that_is_replaced_meanwhile_gets_no_report(server: Served) -> None:
    table, ada, _ = await played(server)
    async with server.app.report:
        asking = asyncio.create_task(ada.get("/rounds/1/report"))
        for _ in range(3):
            await server.get("/api/games")
        await table.gm.did("new_token", target="ada")
    assert (await asking).code == (401, "wrong_token")


async def test_a_report_of_a_damaged_log_says_so_and_only_the_house_reads_what_is_wrong(start: Starting) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, ada, _ = await played(server, unseal="round")
    await table.gm.did("start_round")
    last = (await server.store.read(table.id))[-1].seq
    other = await start(FlippedStore(server.store, table.id, last, 100))
    for caller, query, reads in ((ada, "", False), (ada, "?as=house", False), (table.gm, "?as=house", True)):
        answer = await table.again(other.client, caller).get(f"/rounds/1/report{query}")
        assert "Do not rely on this page." in answer.body.decode()
        assert (f"entry {last}" in answer.body.decode()) == reads

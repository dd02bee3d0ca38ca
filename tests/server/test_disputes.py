"""A player disputes a round, and the GM opens it, rules, and unseals: through the server, to the end."""

import io
from typing import Any

import pytest

from events.storage.memory import MemoryStore
from games.installed import CATALOGUE
from replays.audit import audit
from replays.export import parse_export
from tests.server.conftest import Starting
from tests.server.renaming import assert_alike
from tests.server.serving import SEED, Caller, Opened, Served
from tests.server.test_rounds import watched_round
from tests.server.test_secrecy import RESTLESS, all_that_is_served, cheat_with_the_hole_die, offered, two_worlds
from tests.server.test_snapshots import CountingStore

TEXT = "She had the 6 up her sleeve"


async def company(server: Served, **options: Any) -> tuple[Opened, list[Caller]]:
    """Three who sit at a table, and one round that they have played."""
    table = await server.open("twentyone", options=options, seed=SEED)
    seats = [await table.sit(name, character={"abilities": {"dex": 4}}) for name in ("Ada", "Bo", "Cy")]
    await watched_round(table, seats)
    return table, seats


async def cheated_round(table: Opened, seats: list[Caller]) -> Caller:
    """A round in which somebody cheats with the hole die, and nobody finds out. Who did."""
    await table.gm.did("start_round")
    by_seat = {seat.seat: seat for seat in seats}
    cheat: Caller | None = None
    while (view := await table.gm.view())["phase"] != "lobby":
        actor = by_seat[view["to_act"][0]]
        actions = await offered(actor)
        if cheat is None and "roll" in actions:
            await actor.did("roll", die="d4")
            if "let_it_be" in await offered(actor):
                cheat = actor
                await actor.did("cheat", **await cheat_with_the_hole_die(actor))
        else:
            await actor.did(next(kind for kind in ("let_it_be", "hold", "pass", "fold") if kind in actions))
    assert cheat is not None
    return cheat


async def coins(table: Opened) -> dict[str, int]:
    accounts: dict[str, int] = (await table.public.view())["accounts"]
    return {name: balance for name, balance in accounts.items() if balance}


async def test_a_dispute_goes_from_the_player_to_the_gms_ruling_and_its_coins(server: Served) -> None:
    table, (ada, bo, cy) = await company(server)
    before = await coins(table)
    version = (await bo.view())["version"]
    raised = await bo.did("dispute", round=1, text=TEXT, version=version)
    (event,) = raised["events"]
    assert (event["type"], event["dispute"], event["version"]) == ("dispute_raised", 1, version)
    for caller, visible in ((ada, None), (cy, None), (table.public, None), (bo, version), (table.gm, version)):
        shown = (await caller.view())["disputes"]
        assert shown == [{"dispute": 1, "seat": "bo", "round": 1, "text": TEXT, "version": visible, "ruling": None}]
        (entry,) = (await caller.get(f"/events?after={(await caller.view())['version'] - 1}"))["entries"]
        assert entry["events"][0]["version"] == visible
    frames = (await table.gm.get(f"/rounds/1?as=seat:bo&from={version - 1}&limit=1"))["frames"]
    assert frames[0]["version"] == version - 1

    ruled = await table.gm.did(
        "rule_on_dispute",
        dispute=1,
        verdict="upheld",
        text="Indeed",
        remedy="coins",
        payer="ada",
        payee="bo",
        amount_cp=70,
    )
    assert [event["type"] for event in ruled["events"]] == ["dispute_ruled", "coins_moved"]
    assert await coins(table) == {**before, "ada": before["ada"] - 70, "bo": before["bo"] + 70}
    ruling = {
        "verdict": "upheld", "text": "Indeed", "remedy": "coins", "payer": "ada", "payee": "bo", "amount_cp": 70
    }  # fmt: skip
    for caller in (ada, bo, cy, table.public, table.gm):
        assert (await caller.view())["disputes"][0]["ruling"] == ruling
        assert (await caller.get("/rounds"))["rounds"][0]["disputes"] == [
            {"dispute": 1, "seat": "bo", "verdict": "upheld"}
        ]
    scores = {one["seat"]: one for one in (await table.public.get("/standings"))["standings"]}
    assert (scores["bo"]["disputes"], scores["bo"]["disputes_open"], scores["bo"]["disputes_upheld"]) == (1, 0, 1)
    assert (await table.public.get("/ledger"))["lines"][-1]["reason"] == "ruling"


async def test_the_list_of_rounds_has_every_dispute_even_those_that_views_no_longer_show(server: Served) -> None:
    table, (ada, *_) = await company(server)
    for number in range(1, 13):
        await ada.did("dispute", round=1, text=TEXT)
        await table.gm.did("rule_on_dispute", dispute=number, verdict="denied", text="No")
    await ada.did("dispute", round=1, text=TEXT)
    assert len((await table.public.view())["disputes"]) == 11
    disputes = (await table.public.get("/rounds"))["rounds"][0]["disputes"]
    assert [(one["dispute"], one["verdict"]) for one in disputes] == [
        *((number, "denied") for number in range(1, 13)),
        (13, None),
    ]


async def test_an_unsealed_round_is_open_to_everybody_with_the_cheat_that_nobody_saw(server: Served) -> None:
    table, seats = await company(server)
    cheat = await cheated_round(table, seats)
    others = [seat for seat in seats if seat is not cheat]
    everybody = (table.gm, table.public, *seats)
    for caller in everybody:
        assert (await caller.get("/rounds/2?as=house")).code == (403, "round_sealed")
    for caller in (table.public, *others):
        assert b"cheat_tried" not in (await caller.get("/rounds/2?limit=500")).body
    await others[0].did("dispute", round=2, text=TEXT, version=3)
    for caller in everybody:
        assert (await caller.get("/rounds/2?as=house")).code == (403, "round_sealed")

    await table.gm.did("unseal", round=2)
    for caller in everybody:
        answer = await caller.get("/rounds/2?as=house&limit=500")
        assert answer.status == 200
        assert b"twentyone.cheat_tried" in answer.body
        listed = (await caller.get("/rounds"))["rounds"]
        assert [one["unsealed"] for one in listed] == [False, True]
        assert (await caller.get("/rounds/1?as=house")).code == (403, "round_sealed")
    for caller in (table.public, *others):
        assert b"cheat_tried" not in (await caller.get("/rounds/2?limit=500")).body


async def test_the_standings_show_a_missed_cheat_once_its_round_is_unsealed(server: Served) -> None:
    table, seats = await company(server)
    cheat = await cheated_round(table, seats)

    async def missed() -> list[dict[str, int]]:
        pages = [(await caller.get("/standings"))["standings"] for caller in (table.gm, table.public, *seats)]
        return [{one["seat"]: one["missed"] for one in page} for page in pages]

    nothing = dict.fromkeys(("ada", "bo", "cy"), 0)
    assert await missed() == [nothing] * 5
    await table.gm.did("unseal", round=1)
    assert await missed() == [nothing] * 5
    await table.gm.did("unseal", round=2)
    assert await missed() == [{**nothing, cheat.seat: 1}] * 5
    await table.gm.did("start_round")
    assert await missed() == [{**nothing, cheat.seat: 1}] * 5


async def test_an_unsealed_round_is_looked_through_for_missed_cheats_once(start: Starting) -> None:
    store = CountingStore(MemoryStore())
    server = await start(store, allow_seeds=True)
    table, _ = await company(server, unseal="round")
    store.lines = 0
    first = await table.public.get("/standings")
    assert store.lines > 0
    store.lines = 0
    assert (await table.public.get("/standings")).body == first.body
    assert store.lines == 0


async def test_an_unsealed_round_shows_nobody_which_version_others_disputed(server: Served) -> None:
    table, (ada, bo, cy) = await company(server)
    await table.gm.did("start_round")
    await ada.did("dispute", round=2, text=TEXT, version=7)
    await table.gm.did("void_round")
    await table.gm.did("unseal", round=2)
    for caller, visible in ((table.public, None), (bo, None), (ada, 7), (table.gm, 7)):
        frames = (await caller.get("/rounds/2?as=house&limit=500"))["frames"]
        (event,) = [event for frame in frames for event in frame["events"] if event["type"] == "dispute_raised"]
        assert event["version"] == visible
        assert frames[-1]["view"]["disputes"][0]["version"] == visible
    await table.gm.did("rule_on_dispute", dispute=1, verdict="denied", text="No")
    await ada.did("dispute", round=2, text="I insist", version=8)
    await watched_round(table, [ada, bo, cy])
    await table.gm.did("unseal", round=3)
    for caller, versions in ((bo, [None, None]), (ada, [7, 8])):
        frames = (await caller.get("/rounds/3?as=house&limit=1"))["frames"]
        assert [case["version"] for case in frames[0]["view"]["disputes"]] == versions


async def test_what_is_hidden_changes_no_byte_for_others_with_disputes_and_rulings_in_the_log(start: Starting) -> None:
    (_, here, ada, bo), (_, there, other_ada, other_bo) = await two_worlds(start, "secret_choice")
    await ada.did("choose", number=1)
    await ada.did("dispute", round=1, text=TEXT)
    for number in (3, 2, 3, 1, 2):
        await other_ada.did("choose", number=number, boast="hush")
    await other_ada.did("dispute", round=1, text=TEXT, version=9)
    for table, own in ((here, bo), (there, other_bo)):
        await own.did("dispute", round=1, text="So do I", version=2)
        await table.gm.did("rule_on_dispute", dispute=1, verdict="upheld", text="It is so")
    for one, other in ((bo, other_bo), (here.public, there.public)):
        assert_alike(await all_that_is_served(one, here.gm), await all_that_is_served(other, there.gm))
    assert (await here.gm.get()).body != (await there.gm.get()).body


@pytest.mark.parametrize("remedy", ["none", "round"])
async def test_disputes_and_rulings_are_as_they_were_after_a_restart_and_from_snapshots(
    start: Starting, remedy: str
) -> None:
    store = MemoryStore()
    server = await start(store, allow_seeds=True, **RESTLESS)
    table, seats = await company(server)
    await seats[0].did("dispute", round=1, text=TEXT, version=5)
    await seats[1].did("dispute", round=1, text="I deny it")
    await table.gm.did("rule_on_dispute", dispute=1, verdict="upheld", text="So it was", remedy=remedy)
    await table.gm.did("unseal", round=1)
    paths = ("", "/rounds", "/standings", "/chronicle", "/rounds/1?as=house")
    bodies = [[(await caller.get(path)).body for path in paths] for caller in (table.gm, *seats)]
    again = await start(store)
    callers = [table.again(again.client, caller) for caller in (table.gm, *seats)]
    assert [[(await caller.get(path)).body for path in paths] for caller in callers] == bodies


async def test_an_audit_of_a_log_with_disputes_finds_nothing_and_runs_it_again_to_the_same_bytes(
    server: Served,
) -> None:
    table, (ada, *_) = await company(server)
    await table.gm.did("start_round")
    await ada.did("dispute", round=2, text=TEXT, version=5)
    await table.gm.did("unseal", round=1)
    await table.gm.did("void_round")
    await ada.did("dispute", round=1, text=TEXT)
    await table.gm.did("rule_on_dispute", dispute=1, verdict="denied", text="No")
    await table.gm.did("rule_on_dispute", dispute=2, verdict="upheld", text="Yes", remedy="round")
    await table.gm.did("unseal", round=2)
    export = parse_export(io.BytesIO((await table.gm.get("/export")).body))
    report = audit(CATALOGUE, export.lines, header=export.header)
    assert report.findings == []
    assert report.same_again == report.entries == len(export.lines)


async def test_the_same_ruling_sent_again_moves_its_coins_once(server: Served) -> None:
    table, (ada, *_) = await company(server)
    await ada.did("dispute", round=1, text=TEXT)
    ruling: dict[str, Any] = {"dispute": 1, "verdict": "upheld", "text": "Yes", "remedy": "round", "id": "once"}
    first = await table.gm.did("rule_on_dispute", **ruling)
    assert await table.gm.did("rule_on_dispute", **ruling) == first
    assert (await table.gm.give("rule_on_dispute", **{**ruling, "id": "twice"})).code == (409, "no_open_dispute")

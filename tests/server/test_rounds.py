"""Rounds: their list, and their replays as each viewer saw them."""

from typing import Any

import msgspec
import pytest

from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from replays.notation.rounds import parse_notation
from server.tables.log_reader import WINDOW
from tests.server.conftest import Starting
from tests.server.serving import SEED, Caller, Opened, Served, start_server
from tests.server.test_commands import begun
from tests.server.test_playing_a_round import SAFEST_FIRST, body_of
from tests.server.test_snapshots import CountingStore
from tests.toys.race import Race

Views = dict[str, dict[int, Any]]


async def watched_round(table: Opened, seats: list[Caller]) -> Views:
    """Play a round; every view that anybody was given on the way, by viewer and version."""
    views: Views = {}
    by_seat = {seat.seat: seat for seat in seats}

    async def look() -> Any:
        for caller in (table.public, table.gm, *seats):
            view = await caller.view()
            views.setdefault(view["viewer"], {})[view["version"]] = view
        return views["public"][max(views["public"])]

    await table.gm.did("start_round")
    while (view := await look())["phase"] != "lobby":
        seat = view["to_act"][0]
        offered = [
            action for action in (await by_seat[seat].view())["you"]["actions"] if action["type"] in SAFEST_FIRST
        ]
        body = body_of(min(offered, key=lambda action: SAFEST_FIRST.index(action["type"])))
        await table.gm.did(body.pop("type"), seat=seat, **body)
    return views


@pytest.mark.parametrize("game", ["twentyone", "race", "bank", "secret_choice"])
async def test_a_replay_shows_each_viewer_what_the_table_showed_at_every_version(
    server: Served, start: Starting, game: str
) -> None:
    table = await server.open(game, seed=SEED)
    seats = [await table.sit(name) for name in ("Ada", "Bo", "Cy")]
    await watched_round(table, seats)
    views = await watched_round(table, seats)
    await table.gm.did("pause")
    restarted = await start(server.store)
    for caller in (table.public, table.gm, *seats):
        answer = await caller.get("/rounds/2")
        assert (await table.again(restarted.client, caller).get("/rounds/2")).body == answer.body
        replay = answer.json
        shown = {frame["version"]: frame["view"] for frame in replay["frames"]}
        assert (replay["round"], replay["game"], replay["viewer"]) == (2, game, shown[max(shown)]["viewer"])
        assert shown == views[replay["viewer"]]
        assert replay["next"] is None
        entries = (await caller.get(f"/events?after={min(shown) - 1}"))["entries"]
        named = [name for name in entries[0] if name != "receipt"]
        frames = [{name: frame[name] for name in named} for frame in replay["frames"]]
        assert frames == [{name: entry[name] for name in named} for entry in entries[:-1]]


async def test_a_replay_is_read_page_by_page(server: Served) -> None:
    table = await server.open("race", seed=SEED)
    seats = [await table.sit(name) for name in ("Ada", "Bo")]
    await watched_round(table, seats)
    whole = (await table.public.get("/rounds/1?limit=500"))["frames"]
    paged: list[Any] = []
    following: int | None = 0
    while following is not None:
        page = (await table.public.get(f"/rounds/1?limit=3&from={following}")).json
        assert len(page["frames"]) <= 3
        paged += page["frames"]
        following = page["next"]
    assert paged == whole
    assert len(whole) > 6


@pytest.mark.parametrize("game", ["twentyone", "race", "secret_choice"])
async def test_every_page_of_a_replay_is_that_part_of_the_whole(server: Served, game: str) -> None:
    table = await server.open(game, options={"unseal": "round"}, seed=SEED)
    seats = [await table.sit(name, character={"abilities": {"wis": 2}}) for name in ("Ada", "Bo")]
    await watched_round(table, seats)
    await table.gm.did("start_round")
    await table.sit("Cy")
    for command in ("pause", "new_invite", "resume", "void_round"):
        await table.gm.did(command)
    own = [(caller, "") for caller in (table.public, *seats)]
    asked = [(table.gm, f"&as={viewer}") for viewer in ("public", "seat:ada", "seat:bo", "gm")]
    for caller, query in [*own, *asked, (table.gm, "&as=house"), (table.public, "&as=house")]:
        for number in (1, 2):
            whole = (await caller.get(f"/rounds/{number}?limit=500{query}")).json
            frames = whole["frames"]
            assert len(frames) >= 3
            for since in (0, *(frame["version"] for frame in frames), frames[-1]["version"] + 1):
                rest = [frame for frame in frames if frame["version"] >= since]
                for limit in {1, 2, 3, max(len(rest) - 1, 1), len(rest) + 1}:
                    page = await caller.get(f"/rounds/{number}?from={since}&limit={limit}{query}")
                    following = rest[limit]["version"] if limit < len(rest) else None
                    assert page.body == msgspec.json.encode({**whole, "frames": rest[:limit], "next": following})


async def test_a_page_of_a_long_round_costs_no_more_than_what_it_shows(start: Starting) -> None:
    store = CountingStore(MemoryStore())
    server = await start(store, allow_seeds=True)
    table, _, bo = await begun(server, "race")
    for _ in range(2 * WINDOW):
        await table.gm.did("give_coins", target=bo.seat, amount_cp=1, reason="alms")
    await table.public.view()
    store.lines = 0
    first = await table.public.get("/rounds/1?limit=1")
    assert (len(first["frames"]), first["next"]) == (1, 5)
    before, beginning = 3, 1
    assert store.lines == before + beginning + WINDOW


async def test_the_gm_sees_a_round_as_anybody_saw_it_and_nobody_else_does(server: Served) -> None:
    table = await server.open("secret_choice", seed=SEED)
    seats = [await table.sit(name) for name in ("Ada", "Bo")]
    await watched_round(table, seats)
    ada, bo = seats
    for viewer, caller in (("seat:ada", ada), ("public", table.public), ("gm", table.gm)):
        assert (await table.gm.get(f"/rounds/1?as={viewer}")).body == (await caller.get("/rounds/1")).body
    assert (await ada.get("/rounds/1?as=seat:ada")).status == 200
    for caller in (bo, table.public):
        assert (await caller.get("/rounds/1?as=seat:ada")).code == (403, "gm_only")
        assert (await caller.get("/rounds/1?as=gm")).code == (403, "gm_only")
    for nobody in ("seat:eve", "ada", "invite", "clock", "", "seat:"):
        assert (await table.gm.get(f"/rounds/1?as={nobody}")).code == (422, "no_such_viewer")


async def test_nobody_sees_a_round_whole_before_its_seed_is_published(server: Served) -> None:
    table = await server.open("twentyone", seed=SEED)
    seats = [await table.sit(name) for name in ("Ada", "Bo")]
    await watched_round(table, seats)
    for caller in (table.gm, table.public, *seats):
        assert (await caller.get("/rounds/1?as=house")).code == (403, "round_sealed")
    assert (await table.public.get("/rounds"))["rounds"][0]["unsealed"] is False


async def test_an_unsealed_round_is_open_to_all_but_for_the_sheets(server: Served) -> None:
    table = await server.open("twentyone", options={"unseal": "round"}, seed=SEED)
    seats = [await table.sit(name, character={"abilities": {"dex": 4}}) for name in ("Ada", "Bo")]
    await watched_round(table, seats)
    late = await table.sit("Cy", character={"abilities": {"dex": 4}})
    await table.gm.did("start_round")
    assert (await table.public.get("/rounds/2?as=house")).code == (403, "round_sealed")
    answer = (await table.public.get("/rounds/1?as=house")).json
    assert answer["viewer"] == "house"
    assert [frame["version"] for frame in answer["frames"]] == list(range(1, len(answer["frames"]) + 1))
    opening = answer["frames"][0]["view"]
    assert all(die["face"] is not None for seat in opening["seats"] for die in seat["dice"])
    assert [seat["character"] for seat in opening["seats"]] == [None, None]
    assert "seed_recorded" in [event["type"] for event in answer["frames"][-1]["events"]]
    assert (await late.get("/rounds/1?as=house")).json == answer
    as_gm = (await table.gm.get("/rounds/1?as=house"))["frames"][0]["view"]
    assert [seat["character"]["abilities"] for seat in as_gm["seats"]] == [{"dex": 4}, {"dex": 4}]


async def test_the_sheet_of_a_seat_taken_during_an_unsealed_round_stays_private(server: Served) -> None:
    table = await server.open("race", seed=SEED)
    for name in ("Ada", "Bo"):
        await table.sit(name)
    await table.gm.did("start_round")
    cy = await table.sit("Cy", character={"abilities": {"dex": 4}})
    await table.gm.did("void_round")
    seen = [
        [event.get("character") for frame in frames for event in frame["events"] if event["type"] == "seat_taken"]
        for frames in [(await caller.get("/rounds/1?as=house"))["frames"] for caller in (table.public, cy, table.gm)]
    ]
    assert [[sheet and sheet["abilities"] for sheet in sheets] for sheets in seen] == [
        [None],
        [{"dex": 4}],
        [{"dex": 4}],
    ]


async def test_a_running_round_is_listed_and_replayed_as_far_as_it_went(server: Served) -> None:
    table = await server.open("race", seed=SEED)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    [listed] = (await table.public.get("/rounds"))["rounds"]
    assert listed == {
        "round": 1,
        "game": "race",
        "rules": 1,
        "started_at": "2025-03-01T19:00:00.000Z",
        "ended_at": None,
        "outcome": None,
        "winners": [],
        "won_cp": {},
        "unsealed": False,
        "disputes": [],
    }
    await ada.did("roll")
    assert [frame["version"] for frame in (await table.public.get("/rounds/1"))["frames"]] == [4, 5]
    await table.gm.did("void_round", reason="a fire")
    [listed] = (await table.public.get("/rounds"))["rounds"]
    assert (listed["outcome"], listed["ended_at"], listed["unsealed"]) == ("voided", "2025-03-01T19:00:00.000Z", True)


@pytest.mark.parametrize("number", ["0", "2", "999999999"])
async def test_a_round_that_was_not_played_is_a_404(server: Served, number: str) -> None:
    table = await server.open("race", seed=SEED)
    for name in ("Ada", "Bo"):
        await table.sit(name)
    await table.gm.did("start_round")
    assert (await table.public.get(f"/rounds/{number}")).code == (404, "no_such_round")


async def test_rounds_are_listed_page_by_page(server: Served) -> None:
    table = await server.open("secret_choice", seed=SEED)
    for name in ("Ada", "Bo"):
        await table.sit(name)
    for _ in range(5):
        await table.gm.did("start_round")
        await table.gm.did("void_round")
    numbers = [one["round"] for one in (await table.public.get("/rounds?after=1&limit=3"))["rounds"]]
    assert numbers == [2, 3, 4]
    assert [one["round"] for one in (await table.public.get("/rounds?after=4"))["rounds"]] == [5]
    assert (await table.public.get("/rounds?after=5"))["rounds"] == []


async def test_the_gm_alone_gets_the_log_as_it_is_stored(server: Served) -> None:
    table = await server.open("race", seed=SEED)
    ada, _ = await table.sit("Ада"), await table.sit("Bo")
    await table.gm.did("start_round")
    answer = await table.gm.get("/export")
    header, *lines = answer.body.removesuffix(b"\n").split(b"\n")
    stored = [one.line for one in await server.store.read(table.id)]
    assert lines == stored
    assert b'"format":"tavern-log"' in header
    assert f'"entries":{len(stored)}'.encode() in header
    assert SEED.encode() not in answer.body
    assert (await ada.get("/export")).code == (403, "gm_only")
    assert (await table.public.get("/export")).code == (401, "token_needed")


async def test_a_round_under_rules_of_another_version_is_shown_as_it_was_recorded_and_says_so(start: Starting) -> None:
    class RaisedRace(Race):
        version = Race.version + 1

    server = await start(MemoryStore(), allow_seeds=True)
    table, ada, _ = await begun(server)
    before = (await ada.get("/rounds/1")).json
    later = await start_server(Catalogue.of([RaisedRace()], TABLE_RULES), server.store)
    try:
        replayed = (await table.again(later.client, ada).get("/rounds/1")).json
    finally:
        await later.close()
    assert before["facts_only"] is None
    assert "commands were not re-run" in replayed["facts_only"]
    assert [frame["events"] for frame in replayed["frames"]] == [frame["events"] for frame in before["frames"]]


@pytest.mark.parametrize("game", ["twentyone", "secret_choice"])
async def test_a_round_as_a_text_has_what_its_replay_has(server: Served, catalogue: Catalogue, game: str) -> None:
    table = await server.open(game, options={"unseal": "round"}, seed=SEED)
    seats = [await table.sit(name, character={"abilities": {"wis": 2}}) for name in ("Ada", "Bo")]
    await watched_round(table, seats)
    await watched_round(table, seats)
    own = [(caller, "") for caller in (table.public, table.gm, *seats)]
    for caller, query in [*own, (table.gm, "?as=seat:ada"), (table.public, "?as=house"), (table.gm, "?as=house")]:
        replay = (await caller.get(f"/rounds/2{query}")).json

        answer = await caller.get(f"/rounds/2/notation{query}")

        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        read = parse_notation(catalogue.codec, answer.body.decode())
        assert (read.fault, read.heading.round.viewer, read.heading.round.number) == (None, replay["viewer"], 2)
        named = ("version", "at", "actor", "seat", "events")
        steps = msgspec.json.decode(msgspec.json.encode(list(read.steps.values())))
        assert [[step[name] for name in named] for step in steps] == [
            [frame[name] for name in named] for frame in replay["frames"]
        ]

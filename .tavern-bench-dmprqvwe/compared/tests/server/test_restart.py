"""A server that stops, in the middle of anything, goes on where it was; tokens and ids last."""

from pathlib import Path

import pytest

from events.stores.sqlite import SqliteStore
from games.deciding.catalogue import Catalogue
from replays.audit import audit
from tests.server.conftest import Starting
from tests.server.serving import KEY, SEED, Caller, Opened
from tests.server.test_playing_a_round import play_on


@pytest.mark.parametrize("game", ["twentyone", "race", "secret_choice"])
async def test_a_round_goes_on_after_a_restart(
    start: Starting, tmp_path: Path, catalogue: Catalogue, game: str
) -> None:
    path = tmp_path / "tavern.db"
    store = SqliteStore.open(path)
    server = await start(store, allow_seeds=True)
    opened = (await server.post("/api/tables", {"game": game, "seed": SEED}, {"Idempotency-Key": KEY})).json
    table = Opened(server.client, opened)
    seats = [await table.sit(name, character={"abilities": {"dex": 3}}) for name in ("Ada", "Bo", "Cy")]
    first = await table.gm.give("start_round", id="the-first")
    callers = [table.public, table.gm, *seats]
    paths = ("", "/events", "/chronicle", "/ledger", "/standings", "/rounds", "/rounds/1")
    before = [[(await caller.get(path)).body for path in paths] for caller in callers]
    await server.close()
    await store.close()

    store = SqliteStore.open(path)
    server = await start(store, chance=99)
    again = Opened(server.client, opened)
    seats = [table.again(server.client, seat) for seat in seats]
    gm = table.again(server.client, table.gm)
    callers = [again.public, gm, *seats]
    assert [[(await caller.get(path)).body for path in paths] for caller in callers] == before
    assert (await gm.give("start_round", id="the-first")).body == first.body
    reopened = await server.post("/api/tables", {"game": game, "seed": SEED}, {"Idempotency-Key": KEY})
    assert (reopened.status, reopened.json) == (201, opened)
    view = await play_on(again, seats)
    assert view["result"]["round"] == 1
    lines = [stored.line for stored in await store.read(again.id)]
    report = audit(catalogue, lines)
    assert report.findings == []
    await server.close()
    await store.close()


async def test_an_answered_opening_is_answered_after_a_restart(start: Starting, tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    store = SqliteStore.open(path)
    server = await start(store)
    opened = await server.post("/api/tables", {"game": "race"}, {"Idempotency-Key": KEY})
    sitting = {"name": "Ada", "invite": opened["invite"]}
    other_key = {"Idempotency-Key": KEY[::-1]}
    seated = await server.post(f"/api/tables/{opened['table']}/seats", sitting, other_key)
    await server.close()
    await store.close()

    store = SqliteStore.open(path)
    server = await start(store, chance=99)
    assert (await server.post("/api/tables", {"game": "race"}, {"Idempotency-Key": KEY})).body == opened.body
    again = await server.post(f"/api/tables/{opened['table']}/seats", sitting, other_key)
    assert (again.status, again.body) == (201, seated.body)
    assert (await Caller(server.client, opened["table"], seated["token"]).view())["viewer"] == "seat:ada"
    assert len((await Caller(server.client, opened["table"], None).view())["seats"]) == 1
    await server.close()
    await store.close()

"""Looking at a table: who sees what, ETags, and tokens that are nobody's."""

import pytest

from tests.server.conftest import Starting
from tests.server.serving import Caller, Served
from tests.server.test_commands import begun


async def test_the_same_version_is_not_sent_again(server: Served) -> None:
    table, ada, _ = await begun(server)
    first = await ada.get()
    assert first.headers["Vary"] == "Authorization"
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = await ada.get(headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.body, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    assert (again.headers["Vary"], again.headers["Cache-Control"]) == ("Authorization", "private, no-cache")
    weak = await ada.get(headers={"If-None-Match": f'"x", W/{first.headers["ETag"]}'})
    assert weak.status == 304
    await table.gm.did("pause")
    newer = await ada.get(headers={"If-None-Match": first.headers["ETag"]})
    assert (newer.status, newer["paused"]) == (200, True)


async def test_an_etag_is_its_viewers_own_and_reveals_no_version(server: Served) -> None:
    table, ada, bo = await begun(server)
    tags = [(await caller.get()).headers["ETag"] for caller in (ada, bo, table.gm, table.public)]
    assert len(set(tags)) == 4
    assert (await table.public.get(headers={"If-None-Match": tags[0]})).status == 200


async def test_etags_are_the_same_after_a_restart(server: Served, start: Starting) -> None:
    _, ada, _ = await begun(server)
    first = await ada.get()
    restarted = await start(server.store, chance=2)
    again = await Caller(restarted.client, ada.table, ada.token).get(headers={"If-None-Match": first.headers["ETag"]})
    assert again.status == 304


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        f"Bearer {'A' * 43}",
        "Basic QWRhOkFkYQ==",
        "",
        "Bearer ÿþ",
        f"Bearer {'A' * 5000}",
    ],
)
async def test_an_unknown_token_is_a_401_on_every_route(server: Served, header: str) -> None:
    table, _, _ = await begun(server)
    for path in ("", "/events", "/chronicle", "/ledger", "/standings", "/rounds", "/rounds/1", "/export"):
        answer = await table.public.get(path, {"Authorization": header})
        assert answer.code == (401, "wrong_token")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    for path in ("/commands", "/seats"):
        assert (await table.public.post(path, {}, {"Authorization": header})).code == (401, "wrong_token")


async def test_a_token_of_another_table_is_unknown(server: Served) -> None:
    table, ada, _ = await begun(server)
    other = await server.open("race")
    for token in (ada.token, table.gm.token, table.invite):
        assert (await Caller(server.client, other.id, token).get()).code == (401, "wrong_token")


async def test_a_scheme_is_read_in_any_case(server: Served) -> None:
    _, ada, _ = await begun(server)
    answer = await Caller(server.client, ada.table, None).get(headers={"Authorization": f"bearer {ada.token}"})
    assert answer["viewer"] == "seat:ada"


@pytest.mark.parametrize("table", ["nothing", "a" * 64, "a" * 65, "%00", "%FF", "..", "ta ble", "тест", "a/b"])
async def test_a_table_that_is_not_there_is_a_404(server: Served, table: str) -> None:
    await server.open("race")
    for path in ("", "/events", "/rounds", "/export"):
        assert (await server.get(f"/api/tables/{table}{path}")).status == 404
    named = {"Authorization": f"Bearer {'A' * 43}"}
    assert (await server.get(f"/api/tables/{table}", named)).status == 404
    assert (await server.post(f"/api/tables/{table}/commands", {"type": "roll"})).status == 404


async def test_a_token_is_stored_as_a_hash_alone(server: Served) -> None:
    table, ada, _ = await begun(server)
    kept = await server.store.token_of(table.id, "seat:ada")
    assert kept is not None
    assert ada.token not in (kept.hash, kept.nonce)
    assert all((ada.token or "").encode() not in stored.line for stored in await server.store.read(table.id))


async def test_anyone_may_ask_for_health(server: Served) -> None:
    assert (await server.get("/healthz")).json == {"status": "alive"}
    assert (await server.get("/readyz")).json == {"status": "ready", "damaged_tables": 0}
    await server.store.close()
    assert (await server.get("/healthz")).status == 200
    assert (await server.get("/readyz")).code == (503, "store_unavailable")

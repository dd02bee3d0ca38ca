"""How much may be stored: refused clearly, with nothing half done, and never in the way of an end."""

from tests.server.conftest import Starting
from tests.server.serving import Caller, Opened, Served

MIB = 2**20
LONG = "\U0001f3b2" * 200


async def full(server: Served) -> tuple[Opened, Caller]:
    """A table that has had its mebibyte, in the middle of a round."""
    table = await server.open("race")
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    while (answer := await table.gm.give("give_coins", target="ada", amount_cp=1, reason=LONG)).status == 200:
        pass
    assert answer.code == (507, "table_quota_reached")
    return table, ada


async def stored(server: Served, table: Opened) -> int:
    info = await server.store.table(table.id)
    assert info is not None
    return info.bytes


async def test_a_table_over_its_quota_refuses_more_and_changes_nothing(start: Starting) -> None:
    server = await start(table_quota_mb=1)
    table, ada = await full(server)
    assert MIB <= await stored(server, table) < MIB + 4_096
    before = (await ada.get()).body
    assert (await ada.give("roll")).code == (507, "table_quota_reached")
    assert (await ada.post("/chat", {"text": "hello"})).code == (507, "table_quota_reached")
    assert (await table.public.post("/seats", {"name": "Cy", "invite": table.invite})).code[0] == 507
    assert (await ada.get()).body == before
    assert (await ada.get("/events")).status == 200


async def test_a_full_table_can_be_ended_and_everybody_takes_home_what_is_theirs(start: Starting) -> None:
    server = await start(table_quota_mb=1)
    table, ada = await full(server)
    await table.gm.did("void_round")
    await ada.did("leave")
    await table.gm.did("new_token", target="bo")
    closed = await table.gm.did("close_table")
    accounts = closed["view"]["accounts"]
    assert sum(accounts.values()) == 0
    assert {amount for account, amount in accounts.items() if account not in ("outside", "house")} == {0}


async def test_one_table_does_not_use_up_the_share_of_another(start: Starting) -> None:
    server = await start(table_quota_mb=1)
    await full(server)
    other = await server.open("race")
    await other.sit("Cy")


async def test_a_store_over_its_quota_opens_no_table_and_lets_rounds_end(start: Starting) -> None:
    server = await start(store_quota_mb=1)
    table = await server.open("race")
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    while (answer := await table.gm.give("give_coins", target="ada", amount_cp=1, reason=LONG)).status == 200:
        pass
    assert answer.code == (507, "store_quota_reached")
    assert (await server.post("/api/tables", {"game": "race"})).code == (507, "store_quota_reached")
    assert (await ada.get()).status == 200
    await table.gm.did("void_round")


async def test_the_clock_goes_on_at_a_full_table(start: Starting) -> None:
    server = await start(table_quota_mb=1)
    table = await server.open("race", options={"turn_seconds": 60})
    await table.sit("Ada")
    await table.sit("Bo")
    await table.gm.did("start_round")
    while (await table.gm.give("give_coins", target="ada", amount_cp=1, reason=LONG)).status == 200:
        pass
    version = (await table.public.view())["version"]
    server.clock.turn(60)
    after = await table.public.get(f"/events?after={version}&wait=30")
    assert [entry["actor"] for entry in after["entries"]] == ["clock"]

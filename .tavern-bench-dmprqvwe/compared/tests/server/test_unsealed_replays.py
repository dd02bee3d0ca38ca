"""What unsealing a round does not open: the house's replay shows it to nobody who did not know it before."""

from typing import Any

from tests.server.npcs import seat_npc
from tests.server.serving import SEED, Served

TEXT = "She had the 6 up her sleeve"


def values_of(value: Any, name: str) -> list[Any]:
    """All values under a name, however deep."""
    if isinstance(value, dict):
        return [part for key, held in value.items() for part in ([held] if key == name else []) + values_of(held, name)]
    return [part for held in value for part in values_of(held, name)] if isinstance(value, list) else []


async def test_an_unsealed_round_shows_the_temperament_of_an_npc_to_the_gm_alone(server: Served) -> None:
    table = await server.open("race", options={"unseal": "round"}, seed=SEED)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    await seat_npc(table, "Odo", "bully")
    await table.gm.did("start_round")
    await seat_npc(table, "Nan", "reckless")
    await table.gm.did("void_round")

    for caller in (table.public, ada):
        for viewer in ("house", "me"):
            replay = await caller.get(
                f"/rounds/1?as={viewer}&limit=500" if viewer == "house" else "/rounds/1?limit=500"
            )
            assert set(values_of(replay.json, "temperament")) <= {None}
            assert b"bully" not in replay.body
            assert b"reckless" not in replay.body
    assert b"reckless" in (await table.gm.get("/rounds/1?as=house&limit=500")).body


async def test_an_unsealed_round_shows_nobody_how_much_others_saw(server: Served) -> None:
    """A seat's own versions count what it alone saw: no offer in the house's replay may count them for it."""
    table = await server.open("secret_choice", options={"unseal": "round"}, seed=SEED)
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    for number in (1, 2, 3):
        await ada.did("choose", number=number)
    await ada.did("dispute", round=1, text=TEXT, version=4)
    await table.gm.did("void_round")

    for caller in (table.public, bo):
        replay = (await caller.get("/rounds/1?as=house&limit=500")).json
        offers = [offer for found in values_of(replay, "actions") for offer in found if offer.get("type") == "dispute"]
        assert [offer["params"]["version"] for offer in offers] == []
        assert {
            case["version"] for found in values_of(replay, "disputes") if isinstance(found, list) for case in found
        } == {None}

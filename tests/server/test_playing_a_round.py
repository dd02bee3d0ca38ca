"""Whole rounds over HTTP, by nothing but what the views offer."""

from collections.abc import Iterable
from typing import Any

import pytest

from tests.server.serving import SEED, Caller, Opened, Served

SAFEST_FIRST = ("let_it_be", "hold", "pass", "bank", "stay", "choose", "roll", "fold", "bet")
OF_EVERY_TABLE = ("set_luck", "leave", "sit_out", "ask_for_coins")


def body_of(action: Any) -> dict[str, Any]:
    """The plainest command that an action offers."""
    body: dict[str, Any] = {"type": action["type"]}
    for name, param in action["params"].items():
        if not param.get("optional"):
            body[name] = param["choices"][0] if "choices" in param else param["min"]
    return body


async def play_on(table: Opened, seats: Iterable[Caller], *, steps: int = 200) -> Any:
    """Play the safest moves until the round is over; the public view then."""
    by_seat = {seat.seat: seat for seat in seats}
    for _ in range(steps):
        view = await table.public.view()
        if view["phase"] == "lobby":
            return view
        caller = by_seat[view["to_act"][0]]
        offered = [a for a in (await caller.view())["you"]["actions"] if a["type"] not in OF_EVERY_TABLE]
        safest = min(offered, key=lambda a: SAFEST_FIRST.index(a["type"]) if a["type"] in SAFEST_FIRST else 99)
        body = body_of(safest)
        await caller.did(body.pop("type"), **body)
    raise AssertionError(f"the round was not over after {steps} steps")


@pytest.mark.parametrize("game", ["twentyone", "race", "bank", "secret_choice"])
async def test_a_round_is_played_to_its_end_by_what_the_views_offer(server: Served, game: str) -> None:
    table = await server.open(game, seed=SEED)
    seats = [await table.sit(name) for name in ("Ada", "Bo", "Cy")]
    await table.gm.did("start_round")
    view = await play_on(table, seats)
    assert view["result"]["round"] == 1
    assert sum(view["accounts"].values()) == 0
    assert view["seeded"] is True
    listed = (await table.public.get("/rounds"))["rounds"]
    assert [(one["round"], one["game"], one["outcome"]) for one in listed] == [(1, game, view["result"]["outcome"])]


async def test_a_view_has_what_the_contract_promises(server: Served) -> None:
    table = await server.open("twentyone", name="The Bent Copper", gm={"name": "Mo"}, seed=SEED)
    ada = await table.sit("Ada", luck="seven", character={"abilities": {"dex": 3}})
    bo = await table.sit("Bo")
    watcher = await table.sit("Wil", watch=True, purse_cp=300)
    await table.gm.did("start_round")
    view = await ada.view()
    assert (view["table"], view["name"], view["game"], view["viewer"]) == (
        table.id,
        "The Bent Copper",
        "twentyone",
        "seat:ada",
    )
    assert (view["round"], view["phase"], view["paused"], view["deadline"]) == (1, "cut", False, None)
    assert view["turn"] == view["to_act"][0]
    assert [(seat["seat"], seat["kind"]) for seat in view["seats"]] == [
        ("ada", "player"),
        ("bo", "player"),
        ("wil", "watcher"),
    ]
    mine, other, watching = view["seats"]
    assert [die["face"] is None for die in mine["dice"]] == [False, False]
    assert [(die["hole"], die["face"] is None) for die in other["dice"]] == [(False, False), (True, True)]
    assert (mine["character"]["abilities"], other["character"]) == ({"dex": 3}, None)
    assert (mine["luck"], watching["dice"], watching["purse_cp"]) == ("seven", [], 300)
    assert view["you"]["seat"] == "ada"
    assert view["fair"]["roots"][0]["to"] == 4_096
    assert (await table.public.view())["you"] is None
    assert "acts_for" not in (await table.gm.view())["you"]
    acts_for = (await table.gm.get("?acts_for=bo")).json["you"]["acts_for"]
    assert list(acts_for) == ["bo"]
    assert acts_for["bo"]["actions"] == (await bo.view())["you"]["actions"]
    assert (await watcher.view())["you"]["seat"] == "wil"


async def test_the_gm_acts_for_a_seat_by_naming_it(server: Served) -> None:
    table = await server.open("race", seed=SEED)
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    answer = await table.gm.did("roll", seat="ada")
    assert answer["view"]["viewer"] == "gm"
    entry = (await bo.get("/events"))["entries"][-1]
    assert (entry["actor"], entry["seat"]) == ("gm", "ada")
    assert (await ada.get("/events"))["entries"][-1] == entry

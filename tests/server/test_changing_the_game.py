"""A table that changes its game between rounds, as its people see it over HTTP."""

from typing import Any

from tests.server.serving import Caller, Opened, Served
from tests.server.streaming import read_live
from tests.server.test_playing_a_round import play_on

OPTIONS = {"turn_seconds": 60, "watch": "open", "ante_cp": 200}


async def between_rounds(server: Served, **given: Any) -> tuple[Opened, Caller, Caller]:
    """A table that has played one round of Race."""
    table = await server.open("race", **{"options": OPTIONS, **given})
    ada, bo = await table.sit("Ada"), await table.sit("Bo")
    await table.gm.did("start_round")
    await play_on(table, [ada, bo])
    return table, ada, bo


async def test_the_table_plays_another_game_with_the_same_people_and_purses(server: Served) -> None:
    table, ada, bo = await between_rounds(server)
    before = await ada.view()
    answer = await table.gm.did("set_game", game="bank", options={"least_cp": 100})
    assert [event["type"] for event in answer["events"]] == ["game_set"]
    now = await ada.view()
    assert (before["game"], now["game"], now["rules"]) == ("race", "bank", 1)
    assert now["options"] == {
        "turn_seconds": 60, "next_round_seconds": None, "unseal": "round", "admit": "auto", "watch": "open",
        "luck": "open", "withheld": "plays",
        "least_cp": 100,
    }  # fmt: skip
    for kept in ("name", "gm", "round", "accounts", "standings"):
        assert now[kept] == before[kept], kept
    assert now["result"] is None
    assert [(seat["seat"], seat["purse_cp"]) for seat in now["seats"]] == [
        (seat["seat"], seat["purse_cp"]) for seat in before["seats"]
    ]
    await table.gm.did("start_round")
    assert [action["type"] for action in (await bo.view())["you"]["actions"]][:2] == ["bet", "stay"]
    view = await play_on(table, [ada, bo])
    assert view["result"]["round"] == 2
    listed = (await table.public.get("/rounds"))["rounds"]
    assert [(one["round"], one["game"]) for one in listed] == [(1, "race"), (2, "bank")]


async def test_the_commands_are_those_of_the_game_that_is_played(server: Served) -> None:
    table, ada, _ = await between_rounds(server)
    assert (await ada.give("bet", on="over", amount_cp=50)).code == (422, "unknown_command")
    await table.gm.did("set_game", game="bank")
    assert (await ada.give("roll")).code == (422, "unknown_command")
    await table.gm.did("start_round")
    assert (await ada.give("bet", on="same", amount_cp=50)).status == 200


async def test_a_change_that_is_sent_again_gets_its_first_answer_and_changes_nothing_more(server: Served) -> None:
    table, _, _ = await between_rounds(server)
    first = await table.gm.give("set_game", id="to-the-bank", game="bank")
    await table.gm.did("set_game", game="secret_choice")
    again = await table.gm.give("set_game", id="to-the-bank", game="bank")
    assert (again.status, again.body) == (200, first.body)
    assert (await table.public.view())["game"] == "secret_choice"
    assert (await table.gm.give("set_game", id="to-the-bank", game="race")).code == (422, "command_id_reused")


async def test_a_command_of_the_old_game_is_answered_once_more_after_the_change(server: Served) -> None:
    table = await server.open("race", options={"target": 2})
    seats = [await table.sit(name) for name in ("Ada", "Bo")]
    await table.gm.did("start_round")
    first = await seats[0].give("roll", id="the-first")
    await play_on(table, seats)
    await table.gm.did("set_game", game="bank")
    again = await seats[0].give("roll", id="the-first")
    assert (again.status, again.body) == (200, first.body)
    assert again["view"]["game"] == "race"


async def test_listeners_learn_of_the_change(server: Served) -> None:
    table, ada, _ = await between_rounds(server)
    reading = await read_live(ada)
    await reading.expect("reset")
    await table.gm.did("set_game", game="bank")
    entry = (await reading.expect("entry")).data
    assert [event["type"] for event in entry["events"]] == ["game_set"]
    assert entry["chronicle"] == ["The table turns to another game: Bank."]
    assert entry["view"] == await ada.view()
    reading.close()


async def test_the_list_of_tables_shows_the_new_game(server: Served) -> None:
    table, _, _ = await between_rounds(server, listed=True)
    assert [one["game"] for one in (await server.get("/api/tables"))["tables"]] == ["race"]
    await table.gm.did("set_game", game="bank")
    assert [one["game"] for one in (await server.get("/api/tables"))["tables"]] == ["bank"]

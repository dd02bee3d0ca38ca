"""New character sheets: a value that no character can have is refused, and named, wherever a sheet is sent."""

from typing import Any

import pytest

from events.character import Character
from games.table import SetCharacter, Sit
from replays.audit import audit
from tests.replays.logs import Evening
from tests.server.serving import Served
from tests.toys.catalogue import TOYS

DEX = "character, abilities, dex"
SCORE = DEX + ": {} looks like an ability score; send the modifier ({})."
WRONG: list[tuple[Any, str]] = [
    ({"abilities": {"dex": 11}}, SCORE.format(11, "+0")),
    ({"abilities": {"str": 3, "dex": 18}}, SCORE.format(18, "+4")),
    ({"abilities": {"dex": 30}}, SCORE.format(30, "+10")),
    ({"abilities": {"dex": 31}}, f"{DEX} must be at most 10."),
    ({"abilities": {"dex": -6}}, f"{DEX} must be at least -5."),
    ({"abilities": {"dex": 18.0}}, f"{DEX} must be an integer, not a number."),
    ({"abilities": {"dex": None}}, f"{DEX} must be an integer, not nothing."),
    ({"abilities": {"luck": 1}}, "character, abilities, luck does not have the form that is asked for."),
    ({"skills": {"insight": 31}}, "character, skills, insight must be at most 30."),
    ({"skills": {"insight": -11}}, "character, skills, insight must be at least -10."),
    ({"saves": {"con": 31}}, "character, saves, con must be at most 30."),
    ({"passive": {"insight": 81}}, "character, passive, insight must be at most 80."),
    ({"tools": {"dice": 1}}, "character, tools, dice must be true or false, not an integer."),
    ({"abilities": [3]}, "character, abilities must be an object, not a list."),
    ({"proficiency": 21}, "character, proficiency must be at most 20."),
    ({"dex": 3}, "character cannot have “dex”."),
    (None, "character must be an object, not nothing."),
]


@pytest.mark.parametrize(("sheet", "flaw"), WRONG, ids=str)
async def test_a_wrong_sheet_is_refused_and_its_field_named(server: Served, sheet: Any, flaw: str) -> None:
    table = await server.open("race")
    await table.sit("Ada")

    sitting = await table.gm.post("/seats", {"name": "Bo", "character": sheet})
    correcting = await table.gm.give("set_character", target="ada", character=sheet)

    for answer in (sitting, correcting):
        assert answer.code == (422, "invalid_body")
        assert answer["detail"] == flaw


@pytest.mark.parametrize("sheet", [
    {"abilities": {"dex": -5, "cha": 10}, "skills": {"insight": -10, "arcana": 30}, "saves": {"con": 30}},
    {"passive": {"insight": 80}, "proficiency": 20},
])  # fmt: skip
async def test_a_sheet_within_its_bounds_is_taken(server: Served, sheet: Any) -> None:
    table = await server.open("race")
    ada = await table.sit("Ada", character=sheet)

    await table.gm.did("set_character", target="ada", character=sheet)

    kept = (await ada.view())["seats"][0]["character"]
    assert {name: kept[name] for name in sheet} == sheet


async def test_the_schema_of_a_command_has_the_bounds_of_new_sheets(server: Served) -> None:
    table = await server.open("race")
    await table.sit("Ada")

    actions = (await table.gm.view())["you"]["actions"]

    (offered,) = [one["params"]["character"]["schema"] for one in actions if one["type"] == "set_character"]
    modifiers = offered["$defs"]["NewSheet"]["properties"]["abilities"]["additionalProperties"]
    assert (modifiers["minimum"], modifiers["maximum"]) == (-5, 10)


def test_a_log_with_a_sheet_that_was_accepted_earlier_runs_again() -> None:
    score = Character(abilities={"dex": 18}, skills={"insight": 40})
    evening = Evening("race", seats=())
    sit = Sit(name="Bri", kind="player", character=score)
    evening.seat("bri", sit)
    evening.gm(SetCharacter(target="bri", character=score))

    report = audit(TOYS, evening.lines)

    assert (report.findings, report.same_again) == ([], 3)
    assert b'"dex":18' in evening.lines[1]

"""What the page reads of a character in a file, and what it asks about a sheet before anything is sent."""

from typing import Any, Final

import msgspec
import pytest

from games.table import require_sheet
from tests.javascript.conftest import STATIC, Node, Thrown

LOBBY: Final = STATIC / "page" / "lobby"
READ: Final = "const { readCharacter } = await import(path); return readCharacter(text);"
ASK: Final = "const { doubtsAbout } = await import(path); return doubtsAbout(texts, new Set(kept));"
ORDER: Final = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")


async def read(node: Node, file: Any) -> Any:
    text = file if isinstance(file, str) else msgspec.json.encode(file).decode()
    return await node.run(READ, path=str(LOBBY / "characters.mjs"), text=text)


async def doubts(node: Node, texts: dict[str, str], *kept: str) -> Any:
    return await node.run(ASK, path=str(LOBBY / "plausible.mjs"), texts=texts, kept=list(kept))


def beyond(**given: Any) -> dict[str, Any]:
    """A rogue of level 5, as D&D Beyond's own server answers."""
    scores = (8, 16, 14, 10, 12, 13)
    character = {
        "name": " Odo Brambleburr ",
        "stats": [{"id": n, "name": None, "value": score} for n, score in enumerate(scores, 1)],
        "bonusStats": [{"id": n, "name": None, "value": None} for n in range(1, 7)],
        "overrideStats": [{"id": n, "name": None, "value": None} for n in range(1, 7)],
        "classes": [{"level": 5, "definition": {"name": "Rogue"}}],
        "modifiers": {
            "race": [{"type": "bonus", "subType": "dexterity-score", "value": 2}],
            "class": [
                {"type": "expertise", "subType": "sleight-of-hand", "value": None},
                {"type": "proficiency", "subType": "sleight-of-hand", "value": None},
                {"type": "proficiency", "subType": "perception", "value": None},
            ],
            "background": [
                {"type": "proficiency", "subType": "deception", "value": None},
                {"type": "proficiency", "subType": "dice-set", "value": None},
            ],
            "item": [{"type": "bonus", "subType": "saving-throws", "value": 1, "componentId": 77}],
            "feat": [],
            "condition": [],
        },
        "inventory": [{"equipped": True, "isAttuned": True, "definition": {"id": 77, "canAttune": True}}],
    }
    return {"id": 0, "success": True, "message": "", "data": {**character, **given}}


async def test_a_character_of_dnd_beyond_is_added_up(node: Node) -> None:
    made = await read(node, beyond())
    assert made["name"] == "Odo Brambleburr"
    assert made["about"] == "Odo Brambleburr, level 5, from D&D Beyond"
    assert made["notes"] == []
    assert made["texts"] == {
        "abilities.str": "−1",
        "abilities.dex": "+4",
        "abilities.con": "+2",
        "abilities.int": "+0",
        "abilities.wis": "+1",
        "abilities.cha": "+1",
        "skills.sleight_of_hand": "+10",
        "skills.deception": "+4",
        "skills.insight": "+1",
        "skills.intimidation": "+1",
        "skills.investigation": "+0",
        "skills.perception": "+4",
        "skills.persuasion": "+1",
        "saves.con": "+3",
        "proficiency.": "+3",
        "tools.dice": "yes",
    }


async def test_the_character_may_be_in_the_file_without_the_answer_around_it(node: Node) -> None:
    assert await read(node, beyond()["data"]) == await read(node, beyond())


async def test_a_score_that_an_item_sets_counts_only_while_it_is_worn_and_attuned(node: Node) -> None:
    belt = [{"type": "set", "subType": "strength-score", "value": 21, "componentId": 9}]
    item = {"equipped": True, "isAttuned": True, "definition": {"id": 9, "canAttune": True}}
    for worn, modifier in ((item, "+5"), ({**item, "isAttuned": False}, "−1"), ({**item, "equipped": False}, "−1")):
        made = await read(node, beyond(modifiers={"item": belt}, inventory=[worn]))
        assert made["texts"]["abilities.str"] == modifier


async def test_an_override_replaces_a_score_and_a_manual_bonus_adds_to_it(node: Node) -> None:
    made = await read(node, beyond(overrideStats=[{"id": 1, "value": 18}], bonusStats=[{"id": 3, "value": 2}]))
    assert (made["texts"]["abilities.str"], made["texts"]["abilities.con"]) == ("+4", "+3")


async def test_half_a_proficiency_is_rounded_down_and_only_for_checks(node: Node) -> None:
    jack = [{"type": "half-proficiency", "subType": "ability-checks", "value": None}]
    made = await read(node, beyond(modifiers={"class": jack}))
    assert (made["texts"]["skills.insight"], made["texts"]["saves.con"]) == ("+2", "+2")
    assert "tools.dice" not in made["texts"]


async def test_what_cannot_be_known_for_sure_is_noted(node: Node) -> None:
    made = await read(node, beyond(classes=[{"level": 3}, {"level": 2}], characterValues=[{"typeId": 39, "value": 4}]))
    assert [note.partition(",")[0] for note in made["notes"]] == [
        "With several classes",
        "Numbers that were changed by hand on D&D Beyond are not in the file as numbers: check them.",
    ]


def foundry(**given: Any) -> dict[str, Any]:
    """A bard of level 9, as Foundry exports the actor."""
    scores = {"str": 8, "dex": 14, "con": 13, "int": 10, "wis": 11, "cha": 18}
    system = {
        "abilities": {
            key: {"value": score, "proficient": int(key in ("con", "cha")), "bonuses": {"check": "", "save": ""}}
            for key, score in scores.items()
        },
        "skills": {
            "slt": {"value": 1, "ability": "dex", "bonuses": {"check": "", "passive": ""}},
            "dec": {"value": 2, "ability": "cha", "bonuses": {"check": "+1", "passive": ""}},
            "itm": {"value": 0, "ability": "str", "bonuses": {"check": "", "passive": ""}},
            "prc": {"value": 0.5, "ability": "wis", "bonuses": {"check": "", "passive": ""}},
        },
        "tools": {"dice": {"value": 1, "ability": "int"}, "card": {"value": 0, "ability": "int"}},
        "bonuses": {"abilities": {"check": "", "save": "", "skill": ""}},
        "details": {"level": 0},
        **given.pop("system", {}),
    }
    items = [{"type": "class", "name": "Bard", "system": {"levels": 9}}, {"type": "loot", "name": "Rope"}]
    return {"name": "Mirela", "type": "character", "system": system, "items": items, "effects": [], **given}


async def test_an_actor_of_foundry_is_added_up(node: Node) -> None:
    made = await read(node, foundry())
    assert (made["name"], made["about"], made["notes"]) == ("Mirela", "Mirela, level 9, from Foundry", [])
    assert made["texts"] == {
        "abilities.str": "−1",
        "abilities.dex": "+2",
        "abilities.con": "+1",
        "abilities.int": "+0",
        "abilities.wis": "+0",
        "abilities.cha": "+4",
        "skills.sleight_of_hand": "+6",
        "skills.deception": "+13",
        "skills.insight": "+0",
        "skills.intimidation": "−1",
        "skills.investigation": "+0",
        "skills.perception": "+2",
        "skills.persuasion": "+4",
        "saves.con": "+5",
        "proficiency.": "+4",
        "tools.dice": "yes",
    }


async def test_an_older_actor_has_its_system_in_data(node: Node) -> None:
    actor = foundry()
    items = [{"type": "class", "data": {"levels": 9}}]
    older = {"name": "Mirela", "type": "character", "data": actor["system"], "items": items}
    assert (await read(node, older))["texts"] == (await read(node, actor))["texts"]


async def test_bonuses_that_are_no_numbers_and_effects_are_noted(node: Node) -> None:
    effect = {"disabled": False, "changes": [{"key": "system.abilities.dex.value", "value": "19"}]}
    bonuses = {"abilities": {"check": "", "save": "1d4", "skill": ""}}
    made = await read(node, foundry(system={"bonuses": bonuses}, effects=[effect]))
    assert made["notes"] == [
        "The CON save has a bonus of 1d4, which is not counted.",
        "Effects change this character in Foundry, and are not counted: check it.",
    ]
    assert (await read(node, foundry(effects=[{**effect, "disabled": True}])))["notes"] == []


async def test_jack_of_all_trades_gives_half_a_proficiency(node: Node) -> None:
    made = await read(node, foundry(flags={"dnd5e": {"jackOfAllTrades": True}}))
    assert (made["texts"]["skills.insight"], made["texts"]["skills.deception"]) == ("+2", "+13")


@pytest.mark.parametrize(
    "file",
    [{"abilities": {"dex": 3}}, {"dex": 3}, {"character": {"abilities": {"dex": 3}}}, {"abilities": {"dex": 3.9}}],
)
async def test_a_sheet_as_the_server_takes_it_is_read_as_it_is(node: Node, file: Any) -> None:
    assert (await read(node, file))["texts"] == {"abilities.dex": "+3"}


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        ("%PDF-1.7", "This is a PDF."),
        ("", "This file is not JSON."),
        ("{", "This file is not JSON."),
        ("null", "This file is neither a character of D&D Beyond nor a Foundry actor of dnd5e."),
        ("[1, 2]", "This file is neither"),
        ('{"stats": 7, "system": "none", "data": [], "abilities": "high"}', "This file is neither"),
        ('{"name": "Thieves", "type": "group", "system": {"members": []}}', "This file is neither"),
    ],
)
async def test_a_file_that_is_no_character_is_refused_with_the_reason(node: Node, file: str, reason: str) -> None:
    with pytest.raises(Thrown) as caught:
        await read(node, file)
    assert reason in caught.value.error["shown"]


@pytest.mark.parametrize(
    "odd",
    [
        beyond(stats=[None, 7, {"id": 2, "value": "high"}], modifiers={"class": "none", "race": [None, 3]}),
        beyond(classes=None, modifiers=None, inventory="none", name=None),
        foundry(items="none", effects={"a": 1}, name=7),
        foundry(system={"skills": None, "tools": [], "bonuses": "1"}),
        {"abilities": {"dex": "high", "str": 2}, "skills": None, "tools": "dice"},
    ],
)
async def test_a_file_with_odd_values_is_read_as_far_as_it_goes(node: Node, odd: Any) -> None:
    texts = (await read(node, odd))["texts"]
    assert all(isinstance(text, str) for text in texts.values())
    require_sheet(sheet_of(texts))


def sheet_of(texts: dict[str, str]) -> dict[str, Any]:
    """The sheet that a form with these texts sends."""
    sheet: dict[str, Any] = {}
    for path, text in texts.items():
        section, _, key = path.partition(".")
        value = text == "yes" or int(text.replace("−", "-"))
        if key:
            sheet.setdefault(section, {})[key] = value
        else:
            sheet[section] = value
    return sheet


async def test_the_server_takes_what_was_read(node: Node) -> None:
    for file in (beyond(), foundry()):
        require_sheet(sheet_of((await read(node, file))["texts"]))


async def test_nothing_is_asked_about_a_plausible_sheet(node: Node) -> None:
    assert await doubts(node, {}) == []
    for file in (beyond(), foundry()):
        assert await doubts(node, (await read(node, file))["texts"]) == []


async def test_a_score_in_place_of_a_modifier_is_asked_about(node: Node) -> None:
    (doubt,) = await doubts(node, {"abilities.dex": "18", "abilities.str": "+1"})
    assert doubt["asks"] == "DEX 18 looks like a score, not a modifier."
    assert (doubt["yes"], doubt["keep"]) == ("Use +4", False)
    assert doubt["use"] == {"abilities.dex": "+4", "abilities.str": "+1"}
    assert await doubts(node, doubt["use"]) == []


async def test_six_scores_are_taken_for_scores_together(node: Node) -> None:
    texts = dict(zip([f"abilities.{key[:3]}" for key in ORDER], ["8", "16", "14", "3", "12", "10"], strict=True))
    (doubt,) = await doubts(node, texts)
    assert doubt["asks"] == "STR 8, DEX 16, CON 14, INT 3, WIS 12, CHA 10 look like scores, not modifiers."
    assert list(doubt["use"].values()) == ["−1", "+3", "+2", "−4", "+1", "+0"]


async def test_a_modifier_that_is_high_but_possible_can_be_kept(node: Node) -> None:
    (doubt,) = await doubts(node, {"abilities.str": "+7"})
    assert doubt["keep"]
    assert await doubts(node, {"abilities.str": "+7"}, doubt["about"]) == []
    # What the server refuses cannot be kept.
    (doubt,) = await doubts(node, {"abilities.str": "18"})
    assert await doubts(node, {"abilities.str": "18"}, doubt["about"]) == [doubt]


@pytest.mark.parametrize(
    ("texts", "asks", "use"),
    [
        ({"abilities.str": "99"}, "STR 99: a modifier is at most +10.", {}),
        ({"abilities.str": "-9"}, "STR -9: a modifier is at least −5.", {}),
        ({"skills.sleight_of_hand": "25"}, "Sleight of Hand +25 is hardly possible.", {}),
        ({"saves.con": "−12"}, "The CON save −12 is hardly possible.", {}),
        (
            {"proficiency.": "9"},
            "The proficiency bonus +9 looks like a level: at level 9 it is +4.",
            {"proficiency.": "+4"},
        ),
        (
            {"passive.deception": "3"},
            "Passive Deception +3 looks like the modifier: the passive score is 10 more.",
            {"passive.deception": "13"},
        ),
    ],
)
async def test_other_slips_are_asked_about(node: Node, texts: Any, asks: str, use: Any) -> None:
    (doubt,) = await doubts(node, texts)
    assert (doubt["asks"], doubt["use"]) == (asks, use)
    assert await doubts(node, doubt["use"]) == []

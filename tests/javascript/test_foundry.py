"""What the macros for Foundry make of dnd5e actors, actions and views."""

from typing import Any

import pytest

from games.table import require_sheet
from tests.javascript.conftest import STATIC, Node

IMPORT = "const foundry = await import(path);"


@pytest.fixture(scope="module")
def path() -> str:
    return str(STATIC / "client" / "foundry.mjs")


async def sheet(node: Node, path: str, actor: Any) -> Any:
    made = await node.run(f"{IMPORT} return foundry.sheetOf(actor);", path=path, actor=actor)
    # The server takes it.
    require_sheet(made)
    return made


def character(system: Any) -> dict[str, Any]:
    return {"type": "character", "system": system}


@pytest.mark.parametrize("save", [4, {"value": 4}, {"value": 4, "bonus": "1d4"}])
async def test_a_save_is_read_in_both_shapes(node: Node, path: str, save: Any) -> None:
    made = await sheet(node, path, character({"abilities": {"con": {"mod": 2, "save": save}}}))
    assert (made["saves"], made["abilities"]) == ({"con": 4}, {"con": 2})


@pytest.mark.parametrize(
    "actor",
    [
        None,
        {},
        character(None),
        character({}),
        character(dict.fromkeys(("abilities", "skills", "tools", "attributes", "currency"))),
        character(dict.fromkeys(("abilities", "skills", "tools", "attributes", "currency"), "none")),
        character({"abilities": {"con": None}, "skills": {"slt": None}, "tools": {"dice": None, "card": "none"}}),
        character({"abilities": {"con": {"mod": "high", "save": None}}, "skills": {"slt": {}}, "tools": {}}),
        character({"abilities": {"con": {"mod": "3", "save": {"value": "3"}}}, "currency": {"gp": "9", "sp": -3}}),
        {"type": "vehicle", "system": {"abilities": {"con": {"mod": 3}}, "currency": {"gp": 9}}},
        {"type": "group", "system": {"skills": {"slt": {"total": 3}}, "currency": {"gp": 9}}},
        {"system": {"abilities": {"con": {"mod": 3}}, "currency": {"gp": 9}}},
    ],
)
async def test_what_is_missing_is_left_out(node: Node, path: str, actor: Any) -> None:
    made = await sheet(node, path, actor)
    assert made == {"abilities": {}, "skills": {}, "saves": {}, "passive": {}, "proficiency": 0, "tools": {}}
    assert await node.run(f"{IMPORT} return foundry.copperOf(actor);", path=path, actor=actor) == 0


async def test_numbers_that_no_sheet_has_are_brought_into_bounds(node: Node, path: str) -> None:
    system = {
        "abilities": {"str": {"mod": 99, "save": -99}},
        "skills": {"prc": {"total": 3.7, "passive": 1_000}},
        "attributes": {"prof": 2.5},
    }
    made = await sheet(node, path, character(system))
    assert made["abilities"] == {"str": 10}
    assert made["saves"] == {"str": -10}
    assert (made["skills"], made["passive"]) == ({"perception": 3}, {"perception": 80})
    assert made["proficiency"] == 2


async def test_what_is_no_number_is_left_out(node: Node, path: str) -> None:
    made = await node.run(
        f"""{IMPORT}
        const system = {{
          abilities: {{ con: {{ mod: NaN, save: NaN }}, dex: {{ mod: 2, save: Infinity }} }},
          skills: {{ slt: {{ total: NaN, passive: NaN }} }}, attributes: {{ prof: NaN }},
          tools: {{ dice: {{ effectValue: NaN }} }}, currency: {{ gp: NaN, sp: Infinity, cp: 7 }},
        }};
        const actor = {{ type: "npc", system }};
        return [foundry.sheetOf(actor), foundry.copperOf(actor)];
        """,
        path=path,
    )
    sheet = {"abilities": {"dex": 2}, "skills": {}, "saves": {}, "passive": {}, "proficiency": 0}
    assert made == [{**sheet, "tools": {"dice": False}}, 7]


@pytest.mark.parametrize(
    ("tool", "proficient"),
    [
        ({"effectValue": 1, "prof": {"multiplier": 1}}, True),
        ({"effectValue": 2, "prof": {"multiplier": 2}}, True),
        ({"prof": {"multiplier": 1}}, True),
        # Jack of All Trades gives half a proficiency.
        ({"effectValue": 0, "value": 0.5, "prof": {"multiplier": 0.5}}, False),
        ({"value": 0.5, "prof": {"multiplier": 0.5}}, False),
        ({"effectValue": 0.5, "prof": {"multiplier": 0.5}}, False),
        ({}, False),
    ],
)
async def test_half_a_proficiency_is_none(node: Node, path: str, tool: Any, proficient: bool) -> None:
    made = await sheet(node, path, character({"tools": {"dice": tool, "lute": {"effectValue": 1}}}))
    assert made["tools"] == {"dice": proficient}


@pytest.mark.parametrize(("copper", "said"), [(0, "0 cp"), (5, "5 cp"), (1_234, "12 gp 3 sp 4 cp"), (500, "5 gp")])
async def test_coins_are_printed_as_people_count_them(node: Node, path: str, copper: int, said: str) -> None:
    assert await node.run(f"{IMPORT} return foundry.coins(copper);", path=path, copper=copper) == said


async def test_an_action_becomes_fields_and_its_answers_parameters(node: Node, path: str) -> None:
    action = {
        "type": "goad",
        "params": {
            "target": {"choices": ["odo", "bri"]},
            "stat": {"choices": [3, -1], "optional": True},
            "amount_cp": {"min": 5, "max": 50, "step": 5},
            "text": {"text": 10, "optional": True},
            "sheet": {"schema": {}, "optional": True},
        },
        "cost_cp": 0,
    }
    labels = {"goad": {"label": "Goad", "params": {"stat": {"label": "By", "values": {"-1": "−1"}}}}}
    games = {
        "games": [{"id": "x", "labels": {"commands": labels}}],
        "labels": {"commands": {"leave": {"label": "Leave"}}},
    }
    result = await node.run(
        f"""{IMPORT}
        const labels = foundry.labelsOf(games, "x");
        const fields = foundry.fieldsOf(action, labels, {{ seats: [{{ seat: "odo", name: "Odo" }}] }});
        const given = {{ target: "1", stat: "1", amount_cp: 15, text: "" }};
        return {{
          labels: ["goad", "leave", "dance"].map((type) => labels.command(type)),
          fields: fields.map(({{ name, label, type, choices }}) => [name, label, type ?? null, choices ?? null]),
          params: foundry.paramsFrom(action, given), can: foundry.canBeAsked(action),
          cannot: foundry.canBeAsked({{ params: {{ options: {{ schema: {{}} }} }} }}),
          empty: foundry.paramsFrom(action, {{ target: "0", stat: "", amount_cp: 5 }}),
        }};
        """,
        path=path,
        games=games,
        action=action,
    )
    assert result == {
        "labels": ["Goad", "Leave", "dance"],
        "fields": [
            ["target", "target", None, {"0": "Odo", "1": "bri"}],
            ["stat", "By", None, {"0": "3", "1": "−1"}],
            ["amount_cp", "amount_cp", "number", None],
            ["text", "text", None, None],
        ],
        "params": {"target": "bri", "stat": -1, "amount_cp": 15, "text": ""},
        "can": True,
        "cannot": False,
        "empty": {"target": "odo", "amount_cp": 5},
    }


@pytest.mark.parametrize(
    ("params", "given", "named", "sent"),
    [
        ({"n": {"min": 0, "max": 1}}, "1", {"0": "Die 1: d6, 2, under the cup", "1": "Die 2: d8"}, 1),
        ({"n": {"choices": [1]}}, "0", {"0": "Die 2: d8"}, 1),
        ({"target": {"choices": ["odo"]}, "n": {"choices": [0]}}, "0", {"0": "Die 1: d10, 9"}, 0),
        ({"n": {"choices": [0], "of": "odo"}}, "0", {"0": "Die 1: d10, 9"}, 0),
        ({"n": {"choices": [0, 1], "of": "house", "die": "d20"}}, "1", {"0": "Die 1", "1": "Die 2"}, 1),
        ({"target": {"choices": ["odo", "bri"]}, "n": {"choices": [0]}}, "0", {"0": "Die 1"}, 0),
    ],
    ids=["own_between_bounds", "own", "the_target_s", "somebody_s", "the_house_s", "of_several"],
)
async def test_dice_to_choose_from_are_named_as_they_lie_and_counted_from_one(
    node: Node, path: str, params: dict[str, Any], given: str, named: dict[str, str], sent: int
) -> None:
    def die(n: int, kind: str, face: int | None, place: str) -> dict[str, Any]:
        return {"n": n, "die": kind, "face": face, "place": place}

    view = {
        "seats": [
            {"seat": "bri", "name": "Bri", "dice": [die(0, "d6", 2, "hole"), die(1, "d8", None, "open")]},
            {"seat": "odo", "name": "Odo", "dice": [die(0, "d10", 9, "open")]},
        ],
        "house_dice": [],
        "you": {"seat": "bri"},
    }
    labels = {"cheat": {"label": "Cheat", "params": {"n": {"label": "Die", "kind": "die"}}}}
    result = await node.run(
        f"""{IMPORT}
        const labels = foundry.labelsOf({{ games: [{{ id: "x", labels: {{ commands }} }}] }}, "x");
        const action = {{ type: "cheat", params }};
        return [foundry.fieldsOf(action, labels, view).at(-1).choices, foundry.paramsFrom(action, {{ n: given }}).n];
        """,
        path=path,
        commands=labels,
        params=params,
        view=view,
        given=given,
    )
    assert result == [named, sent]


async def test_only_dice_that_came_to_lie_in_the_open_are_shown(node: Node, path: str) -> None:
    def view(round_number: int, *dice: tuple[str, int | None, bool]) -> dict[str, Any]:
        lying = [{"n": n, "die": die, "face": face, "hole": hole} for n, (die, face, hole) in enumerate(dice)]
        return {"round": round_number, "seats": [{"seat": "bri", "dice": lying}], "house_dice": []}

    before = view(1, ("d10", 4, False), ("d10", None, True))
    changes = [
        (None, before),
        (before, before),
        (before, view(1, ("d10", 4, False), ("d10", 7, True), ("d6", None, False))),
        (before, view(1, ("d10", 9, False), ("d10", 7, False), ("d3", 2, False))),
        (before, view(2, ("d10", 4, False))),
    ]
    thrown = await node.run(
        f"""{IMPORT}
        const faces = (dice) => dice.map(({{ result }}) => result);
        return changes.map(([before, after]) => faces(foundry.diceThrown(before, after)));
        """,
        path=path,
        changes=changes,
    )
    assert thrown == [[], [], [], [9, 7], [4]]


async def test_a_sheet_or_a_purse_of_another_system_is_not_read(node: Node) -> None:
    """Its abilities and coins are there, but not those that games check and count: there is a form instead."""
    read = await node.run(
        """
        const [{ hasPurse }, { hasSheet }] = await Promise.all(paths.map((path) => import(path)));
        return actors.map((actor) => [hasSheet(actor), hasPurse(actor)]);
        """,
        paths=[str(STATIC / "foundry" / "adapter" / name) for name in ("coins.mjs", "sheets.mjs")],
        actors=[
            character(
                {"abilities": {"str": {"mod": 2}}, "skills": {"athletics": {"total": 4}}, "currency": {"gil": 9}}
            ),
            character({"abilities": None, "skills": {"slt": {"total": 4}}, "currency": {"gp": 0}}),
            None,
        ],
    )
    assert read == [[False, False], [True, True], [False, False]]


async def test_a_large_purse_is_counted_to_the_last_coin(node: Node, path: str) -> None:
    actor = character({"currency": {"gp": 20_000_000_000, "cp": 7}})
    assert await node.run(f"{IMPORT} return foundry.copperOf(actor);", path=path, actor=actor) == 2_000_000_000_007


async def test_a_dialog_says_what_is_wrong_with_a_number_until_it_fits(node: Node, path: str) -> None:
    asked, said = await node.run(
        f"""{IMPORT}
        const said = [];
        globalThis.game = {{ release: {{ generation: 13 }}, i18n: {{ has: () => false }} }};
        globalThis.ui = {{ notifications: {{ warn: (text) => said.push(text) }} }};
        const prompt = async () => ({{ ante: given.shift() }});
        globalThis.foundry = {{ applications: {{ api: {{ DialogV2: {{ prompt }} }} }} }};
        const field = {{ name: "ante", label: "Ante", type: "number", min: 2, max: 10, step: 2 }};
        return [await foundry.ask("Open a table", [field]), said];
        """,
        path=path,
        given=["", "1.5", "x", "5", "0", "12", "4"],
    )
    assert asked == {"ante": 4}
    assert [text.removeprefix("Tavern: Ante") for text in said] == [
        " is required.",
        *[": a whole number is needed."] * 2,
        " must be 2 or more, in steps of 2.",
        ": at least 2.",
        ": at most 10.",
    ]

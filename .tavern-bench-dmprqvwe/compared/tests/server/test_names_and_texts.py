"""Names that look blank or like another's, and texts with characters that deceive their readers, are refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.audience import GM
from games.installed import CATALOGUE
from games.table import AdmitSeat
from replays.audit import audit
from server.commands.seat_names import looks_of
from tests.playing import Playing
from tests.server.conftest import Starting
from tests.server.serving import Answer, Caller, Opened, Served
from tests.server.test_commands import begun

LOOKALIKES = [
    ("Bri", "Bri"),
    ("Bri", "bri"),
    ("Bri", " Bri "),
    ("Bri", "\u0412ri"),
    ("Bri", "Br\u0456"),
    ("Bri", "Ｂｒｉ"),
    ("Bri", "𝔅𝔯𝔦"),
    ("Bri", "Br\u200di"),
    ("Ada Vey", "Ada\u3000Vey"),
    ("paypal", "paypaI"),
    ("paypal", "раураӏ"),
    ("Bernard", "Bemard"),
    ("Olo", "0lo"),
    ("ミカ", "ミ力"),
    ("Zoë", "Zoe\u0308"),
    ("Bri", "Bri\u2800"),
    ("B ri", "B\u2800ri"),
    ("Bri", "Bri\U0001d159"),
    *(("Emma", f"Em{filler}ma") for filler in "\u3164\uffa0\u115f\u1160\u034f\u180b\ufe0f\U000e0100"),
    ("Emma", "E\u041cMA"),
    ("Milo", "\u041cILO"),
    ("Milo", "MIL\u039f"),
    ("Milo", "M\u0406LO"),
    ("Cal", "\u03f9al"),
    ("Cal", "\u03f9AL"),
    ("Tom", "То\u043c"),
    ("Bob", "ʙᴏʙ"),
    ("Bob", "🅑🅾🅑"),
    ("Bob", "🇧🇴🇧"),
    ("Вера", "ВЕРА"),
]
DIFFERENT = [
    ("Bri", "Brio"),
    ("Bri", "Brí"),
    ("Ada", "Adam"),
    ("ミカ", "ミキ"),
    ("日本", "二本"),
    ("Þórr", "Porr"),
    ("Ai", "Al"),
]
BLANK = ["\u2800", "\u3164\u3164", "\uffa0", "\u0301\u0302", "\u200d", "\u034f", "\u2800 \u3164", "\u115f", "\u17b4"]
VISIBLE = ["·", "!", "🎲", "ß", "क", "한", "\ue000", "é", "2"]
HIDDEN = ["\u202e", "\u2066", "\u200f", "\u061c", "\u206a", "\U000e0041", "\U000e007f"]


@pytest.fixture
async def table(server: Served) -> Opened:
    return await server.open("race")


async def sits(table: Opened, name: str, **given: Any) -> Answer:
    return await table.public.post("/seats", {"invite": table.invite, "name": name, **given})


@pytest.mark.parametrize(("here", "name"), LOOKALIKES)
async def test_a_name_like_one_at_the_table_is_refused(server: Served, here: str, name: str) -> None:
    for first, second in ((here, name), (name, here)):
        table = await server.open("race")
        assert (await sits(table, first)).status == 201
        refused = await sits(table, second)
        assert refused.code == (409, "name_taken")
        assert first.strip() in refused["detail"]


@pytest.mark.parametrize(("here", "name"), DIFFERENT)
async def test_a_name_that_looks_different_is_accepted(table: Opened, here: str, name: str) -> None:
    assert [(await sits(table, one)).status for one in (here, name)] == [201, 201]


async def test_a_player_who_left_may_come_back_under_the_same_name(table: Opened) -> None:
    bri = await table.sit("Bri")
    await bri.did("leave")
    assert (await sits(table, "Bri"))["seat"] == "bri-2"


async def test_npcs_and_those_who_wait_for_admission_count_as_at_the_table(server: Served) -> None:
    table = await server.open("race", options={"admit": "gm"})
    assert (await sits(table, "Mallory"))["admitted"] is False
    assert (await sits(table, "Ma11ory")).code == (409, "name_taken")
    npc = {"name": "M\u0430llory", "npc": {"temperament": "cautious"}}
    assert (await table.gm.post("/seats", npc)).code == (409, "name_taken")
    await table.gm.did("refuse_seat", target="mallory")
    assert (await sits(table, "Ma11ory")).status == 201


async def test_only_the_gm_sits_down_by_the_gms_name(server: Served) -> None:
    table = await server.open("race", gm={"name": "Mara"})
    for name in ("Mara", "mara", "M\u0430ra"):
        refused = await sits(table, name)
        assert refused.code == (409, "name_taken")
        assert "Mara" in refused["detail"]
    npc = {"name": "Mara", "npc": {"temperament": "cautious"}}
    assert (await table.gm.post("/seats", npc)).code == (409, "name_taken")
    assert (await table.gm.post("/seats", {"name": "Mara"})).status == 201


@pytest.mark.parametrize("letters", ["АВЕКМНОРСТХУ", "ΑΒΕΚΜΗΟΡϹΤΧΥ", "ꓮꓐꓰꓗꓟꓧꓳꓑꓚꓔꓫꓬ"], ids=["Cyrillic", "Greek", "Lisu"])
def test_one_capital_of_another_script_makes_no_other_name(letters: str) -> None:
    for latin, letter in zip("ABEKMHOPCTXY", letters, strict=True):
        for name in (f"Jim {latin}uno", f"Jim{latin.lower()}un"):
            here, there = name.casefold(), name.upper().replace(latin, letter)
            assert looks_of(here) & looks_of(there), (here, there)


@pytest.mark.parametrize(
    "name",
    [
        "GM", "Gm (GM)", "The GM", "[g.m.]", "G M", "TheGM", "Mara (GM)", "GM Mara", "Mara \u2013 the Game-Master",
        "\U0001f451 GM \U0001f451", "\uff27\uff2d", "G\u041c", "ɢᴍ", "🅖🅜", "🇬🇲", "G\u3164M", "G\u0301M",
        "Dungeon Master",
    ],
)  # fmt: skip
async def test_only_the_gm_is_called_the_gm(server: Served, name: str) -> None:
    table = await server.open("race", gm={"name": name})
    npc = {"name": name, "npc": {"temperament": "cautious"}}
    for refused in (await sits(table, name), await sits(table, name, watch=True), await table.gm.post("/seats", npc)):
        assert refused.code == (422, "reserved_name")
        assert refused["detail"] == "This name could be mistaken for the GM: choose another."
    assert (await table.gm.post("/seats", {"name": name})).status == 201


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("The House", "the House"),
        ("H0use", "the House"),
        ("\u0422he H\u043euse", "the House"),
        ("THE H\u039fUSE", "the House"),
        ("Odo [house]", "the House"),
        ("a Watcher", "a watcher"),
        ("\u0405pectator!", "a spectator"),
        ("Odo (NPC)", "an NPC"),
        ("The Pot", "the pot"),
        ("side pool", "the side pool"),
        ("The Server", "the server"),
    ],
)
async def test_no_seat_is_called_like_a_role(table: Opened, name: str, role: str) -> None:
    for refused in (await sits(table, name), await table.gm.post("/seats", {"name": name})):
        assert refused.code == (422, "reserved_name")
        assert role in refused["detail"]


@pytest.mark.parametrize("name", ["Dr House", "Gregory House", "Housemann", "Potter", "Gma", "Agm", "DMitri", "Emma"])
async def test_a_name_that_only_contains_a_role_is_taken(table: Opened, name: str) -> None:
    assert (await sits(table, name)).status == 201


@pytest.mark.parametrize("name", BLANK)
async def test_a_name_that_looks_blank_is_refused(table: Opened, name: str) -> None:
    assert (await sits(table, name)).code == (422, "blank_name")


@pytest.mark.parametrize("name", [" ", "\u00a0\u2003", *BLANK])
async def test_a_table_and_its_gm_are_not_named_by_what_looks_blank(server: Served, name: str) -> None:
    for body in ({"name": name}, {"gm": {"name": name}}):
        assert (await server.post("/api/tables", {"game": "race", **body})).code == (422, "blank_name")


@pytest.mark.parametrize("name", VISIBLE)
async def test_a_table_may_have_any_name_of_which_something_can_be_seen(server: Served, name: str) -> None:
    assert (await server.post("/api/tables", {"game": "race", "name": name, "gm": {"name": name}})).status == 201


@pytest.mark.parametrize("name", VISIBLE)
async def test_a_name_of_which_something_can_be_seen_is_taken(table: Opened, name: str) -> None:
    assert (await sits(table, name)).status == 201


@given(st.text(max_size=20))
def test_a_name_looks_like_itself_in_any_case_and_width(name: str) -> None:
    assert looks_of(name) == looks_of(f" {name} ")
    assert looks_of(name) & looks_of(name.upper()) or name.upper().casefold() != name.casefold()


@pytest.mark.parametrize("hidden", HIDDEN, ids=lambda character: f"U+{ord(character):04X}")
async def test_a_text_with_a_hidden_character_is_refused_wherever_it_occurs(start: Starting, hidden: str) -> None:
    server = await start(allow_seeds=True)
    table, ada, _ = await begun(server)
    text = f"fair{hidden}play"
    given: list[tuple[Caller, str, dict[str, Any]]] = [
        (table.public, "/seats", {"invite": table.invite, "name": text}),
        (table.public, "/seats", {"invite": table.invite, "name": "Cal", "luck": text}),
        (table.gm, "/commands", {"type": "void_round", "reason": text}),
        (table.gm, "/commands", {"type": "give_coins", "target": "ada", "amount_cp": 5, "reason": text}),
        (table.gm, "/commands", {"type": "set_options", "options": {"admit": text}}),
        (table.gm, "/commands", {"type": "set_options", "options": {text: 1}}),
        (ada, "/commands", {"type": "dispute", "round": 1, "text": text}),
        (ada, "/chat", {"text": text}),
    ]
    for caller, path, body in given:
        answer = await caller.post(path, body)
        assert answer.code == (422, "hidden_characters"), body
        assert f"U+{ord(hidden):04X}" in answer["detail"]
    for named in ({"name": text}, {"gm": {"name": text}}):
        answer = await server.post("/api/tables", {"game": "race", **named})
        assert answer.code == (422, "hidden_characters")


async def test_a_hidden_character_that_is_escaped_is_found_too(server: Served) -> None:
    _, ada, _ = await begun(server)
    answer = await ada.post("/chat", b'{"text": "a\\u202eb \\udb40\\udc41"}')
    assert answer.code == (422, "hidden_characters")


async def test_texts_in_any_script_with_emoji_are_taken(server: Served) -> None:
    _, ada, _ = await begun(server)
    for text in ("שלום", "مرحبا", "می\u200cخواهم", "👩\u200d🚀", "क्\u200dष", "❤\ufe0f"):
        assert (await ada.post("/chat", {"text": text})).status == 201


def test_a_recorded_log_with_such_names_and_texts_still_runs() -> None:
    playing = Playing.open(CATALOGUE, "twentyone", admit="gm")
    playing.sit("Bri", actor=GM)
    playing.sit("\u0412ri", luck="\U000e0041", actor=GM)
    playing.sit("\u3164")
    playing.give(None, AdmitSeat(target=next(iter(playing.table.asking))))
    assert audit(CATALOGUE, playing.lines).findings == []

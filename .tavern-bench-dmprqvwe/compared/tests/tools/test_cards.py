"""`tavern cards`: a GM's own cards, checked line by line, and weighed in play."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.trickster.cards.card import Card
from games.trickster.cards.checking import problems
from tests.tools.running import failure_of, json_of, tavern
from tools.cards.balance import Balance
from tools.cards.json_lines import read_json
from tools.cards.lines import Unreadable
from tools.cards.toml_lines import read_toml

GOOD: Final = """\
[[cards]]
name = "Alewife"
hand = ["d4", "d6", "d6", "d8"]

[[cards.abilities]]
kind = "manual"
name = "Top up"
limit = "game"
effects = [{effect = "upgrade"}]

[[cards.abilities]]
kind = "constant"
name = "Foam"
effects = [{effect = "wild", faces = [7]}]
"""
BAD: Final = """\
# Nothing here is quite right.
[[cards]]
name = "Alewife"
hand = ["d4", "d7"]

[[cards.abilities]]
kind = "manual"
name = "Top up"
effects = [
  {effect = "upgrade", levels = 9},
  {effect = "ward"},
]

[[cards]]
name = "Potboy"
hand = ["d6"]
[[cards.abilities]]
kind = "reactive"
name = "Sweep"
on = "rolled"
pattern.pattern = "alike"
pattern.count = 7
[[cards.abilities.effects]]
effect = "reroll"
die = "lowest"
colour = "red"
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problems_of(folder: Path, name: str, text: str) -> list[tuple[int, str, str]]:
    """The lines, cards and fields of what is wrong with a file."""
    found = json_of(tavern("cards", "check", written(folder, name, text), "--json"))
    assert found["cards"] == []
    return [(one["line"], one["card"], one["field"]) for one in found["problems"]]


# Checking


def test_good_cards_are_shown_with_what_they_do(tmp_path: Path) -> None:
    ran = tavern("cards", "check", written(tmp_path, "good.toml", GOOD))

    assert ran.exit_code == 0
    assert "Alewife  1d4 + 2d6 + 1d8" in ran.stdout
    assert "Top up: Once a game, on any turn: upgrade one of your dice." in ran.stdout
    assert ran.stdout.endswith("✓ 1 card, ready to play\n")


def test_each_problem_has_its_line_its_card_its_field_and_what_is_allowed(tmp_path: Path) -> None:
    path = written(tmp_path, "bad.toml", BAD)
    ran = tavern("cards", "check", path)

    assert ran.exit_code == 1
    assert (
        f"{path}:10: Alewife, abilities[0].effects[0].levels: 9 does not fit; allowed: a whole number from 1 to 6"
        in (ran.stdout.splitlines())
    )
    assert problems_of(tmp_path, "bad.toml", BAD) == [
        (4, "Alewife", "hand[1]"),
        (10, "Alewife", "abilities[0].effects[0].levels"),
        (22, "Potboy", "abilities[0].pattern.count"),
        (26, "Potboy", "abilities[0].effects[0].colour"),
    ]


def test_a_name_that_differs_only_in_its_spaces_is_a_problem(tmp_path: Path) -> None:
    text = GOOD.replace("Alewife", "Inn keeper")

    assert problems_of(tmp_path, "inn.toml", text) == [(2, "Inn keeper", "name")]
    assert tavern("cards", "check", written(tmp_path, "inn.toml", text), "--alone").exit_code == 0


def test_the_same_cards_in_json_have_the_same_problems_on_lines_of_their_own(tmp_path: Path) -> None:
    cards = read_toml(BAD)[0]["cards"]
    listed, whole = json.dumps(cards, indent=1), json.dumps({"cards": cards}, indent=1)
    in_toml = [(card, field) for _, card, field in problems_of(tmp_path, "bad.toml", BAD)]

    for text in (listed, whole):
        found = problems_of(tmp_path, "bad.json", text)
        lines = text.splitlines()
        assert [(card, field) for _, card, field in found] == in_toml
        assert [lines[line - 1].strip(" ,") for line, _, _ in found] == [
            '"d7"', '"levels": 9', '"count": 7', '"colour": "red"',
        ]  # fmt: skip


def test_a_missing_field_is_reported_where_it_should_be(tmp_path: Path) -> None:
    text = '[[cards]]\nname = "Potboy"\nhand = ["d6"]\n\n[[cards.abilities]]\nkind = "manual"\nname = "Sweep"\n'

    assert problems_of(tmp_path, "cards.toml", text) == [(5, "Potboy", "abilities[0].effects")]


def test_the_file_is_checked_as_the_option_is() -> None:
    cards = read_toml(BAD)[0]["cards"]

    assert [one.field for one in problems(cards)] == [
        "hand[1]", "abilities[0].effects[0].levels", "abilities[0].pattern.count", "abilities[0].effects[0].colour",
    ]  # fmt: skip


def test_a_card_may_not_have_the_name_of_a_standard_one(tmp_path: Path) -> None:
    ((line, card, field),) = problems_of(tmp_path, "cards.toml", '[[cards]]\n\nname = "plain"\nhand = ["d6"]\n')

    assert (line, card, field) == (3, "plain", "name")


def test_without_the_standard_cards_their_names_are_free(tmp_path: Path) -> None:
    path = written(tmp_path, "cards.toml", '[[cards]]\nname = "Brewer"\nhand = ["d6"]\n')

    assert tavern("cards", "check", path).exit_code == 1
    assert tavern("cards", "check", path, "--alone").exit_code == 0
    assert failure_of(tavern("cards", "balance", path)).startswith(f"Error: {path}:2: Brewer, name: ")
    (found,) = balanced(path, "--alone", "--seats", "2", "--games", "1", "--seed", "07", "--cores", "1")
    assert [one.card for one in found.classes] == ["Brewer"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('[{"name": "\\ud800", "hand": ["d6"]}]', r'card 1, name: "\ud800" does not fit'),
        ('[{"name": "A", "hand": ["d6"], "\\ud800\\u202e": 1}]', r"A, \ud800\u202e: there is no such field"),
        ('{"cards": [], "\\ud800": 1}', r"The file, \ud800: there is no such field"),
        ('[{"name": "A", "hand": [1e400]}]', "A, hand[0]: inf does not fit"),
    ],
    ids=ascii,
)
def test_unprintable_text_is_shown_escaped(tmp_path: Path, text: str, shown: str) -> None:
    path = written(tmp_path, "cards.json", text)

    assert f":1: {shown}; allowed: " in tavern("cards", "check", path).stdout
    assert json_of(tavern("cards", "check", path, "--json"))["problems"] != []


def test_cards_without_a_problem_are_printed_as_the_option_takes_them(tmp_path: Path) -> None:
    found = json_of(tavern("cards", "check", written(tmp_path, "good.toml", GOOD), "--json"))

    assert found["problems"] == []
    assert problems(found["cards"]) == []
    assert msgspec.convert(found["cards"], list[Card])[0].name == "Alewife"


@pytest.mark.parametrize(
    ("name", "text", "line", "field"),
    [
        ("empty.toml", "", 1, ""),
        ("empty.json", "[]", 1, ""),
        ("other.toml", "# a comment\ncard = 3\n", 2, "card"),
        ("text.json", '\n"cards"', 2, ""),
        ("text.toml", "\n\ncards = 7", 3, ""),
        ("many.json", '{"cards":\n' + json.dumps([{"name": f"{n}", "hand": ["d6"]} for n in range(25)]) + "}", 2, ""),
    ],
)
def test_a_file_without_a_list_of_cards_says_so(tmp_path: Path, name: str, text: str, line: int, field: str) -> None:
    assert problems_of(tmp_path, name, text)[0][::2] == (line, field)


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("cards.txt", b"", "is neither TOML nor JSON: its name should end in .toml or .json"),
        ("cards.toml", b"[[cards]\n", "cannot be read: Expected ']]'"),
        ("cards.json", b'[\n{"name": }]', "cannot be read: line 2: Expecting value"),
        ("cards.json", b'[{"name": "A",\n "name": "B"}]', 'cannot be read: line 2: an object has "name" twice'),
        ("cards.json", b'[{"\\ud800": 1, "\\ud800": 2}]', r'cannot be read: line 1: an object has "\ud800" twice'),
        ("cards.json", b"[\n\nNaN]", "cannot be read: line 3: NaN is no JSON"),
        ("cards.json", b"[\n-Infinity]", "cannot be read: line 2: -Infinity is no JSON"),
        ("cards.json", b"[" * 100_000, "cannot be read: it is nested too deeply"),
        ("cards.toml", b"a = " + b"[" * 100_000, "cannot be read: it is nested too deeply"),
        ("cards.json", b"[" + b"9" * 5_000 + b"]", "cannot be read: "),
        ("cards.toml", b"a = " + b"9" * 5_000, "cannot be read: "),
        ("cards.toml", b"name = '\xff'", "is not text in UTF-8"),
        ("cards.json", b" " * 1_000_001, "is too long for a file of cards: it may have 1 MB"),
    ],
)
def test_a_file_that_cannot_be_read_fails_with_one_line(tmp_path: Path, name: str, content: bytes, why: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)

    assert failure_of(tavern("cards", "check", path)).startswith(f"Error: {path} {why}")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert failure_of(tavern("cards", "check", tmp_path / "none.toml")).endswith("no such file or directory")


# Lines


def test_lines_of_toml_are_found_in_every_notation() -> None:
    text = (
        "'a.b' . \"c\\u0021\" = 1 # [x]\r\n"
        'text = """\nnot = "a key"\n[nor, a, table]""""\n'
        "raw = '''\n'it''s'''\n"
        "list = [ # one\n  1,\n  [2, 3,\n   '#4'],\n  {x = {y = 5}, z.w = 6}\n]\n"
        "[t . u]\nv = 2026-01-10 20:00:00\n"
        "[[t.rows]]\nn = 1\n[[t.rows.cells]]\nm = +1_0.5e3\n[[t.rows]]\n[t.rows.at]\nend = true"
    )
    value, lines = read_toml(text)

    assert value["a.b"] == {"c!": 1}
    assert value["t"]["rows"][1] == {"at": {"end": True}}
    expected = {
        ("a.b", "c!"): 1, ("text",): 2, ("raw",): 5, ("list",): 7, ("list", 0): 8, ("list", 1, 1): 9,
        ("list", 1, 2): 10, ("list", 2, "x", "y"): 11, ("list", 2, "z", "w"): 11, ("t", "u"): 13, ("t", "u", "v"): 14,
        ("t", "rows", 0): 15, ("t", "rows", 0, "n"): 16, ("t", "rows", 0, "cells", 0): 17,
        ("t", "rows", 0, "cells", 0, "m"): 18, ("t", "rows", 1): 19, ("t", "rows", 1, "at", "end"): 21,
    }  # fmt: skip
    assert {path: lines.line(path) for path in expected} == expected


def paths(value: Any, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths of all values, in the order in which they are written."""
    match value:
        case dict():
            parts = list(value.items())
        case list():
            parts = list(enumerate(value))
        case _:
            parts = []
    return [at, *(path for part, one in parts for path in paths(one, (*at, part)))]


VALUES: Final = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text('a"\\{[]},: \n', max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('k."\\]} ', max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(VALUES)
def test_every_value_of_json_has_its_line(value: Any) -> None:
    """Written with each value on a line of its own, their lines never go back, and closing brackets have none."""
    text = json.dumps(value, indent=0)
    read, lines = read_json(text)
    found = [lines.line(path) for path in paths(value)]

    assert read == value
    assert found == sorted(set(found))
    assert all(
        text.splitlines()[line - 1][:1] not in "]}" or text.splitlines()[line - 1][:2] in ("{}", "[]") for line in found
    )


def as_toml(value: Any) -> str:
    """A value in TOML, inline, with each of a list's items on a line of its own."""
    match value:
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {as_toml(one)}" for key, one in value.items()) + "}"
        case list():
            return "[\n" + "".join(f"{as_toml(one)},\n" for one in value) + "]"
        case None:
            return "nan"
        case _:
            return json.dumps(value)


@given(VALUES)
def test_every_value_of_toml_has_its_line(value: Any) -> None:
    """As many lines lie between two values as begin between them."""
    text = f"first = {as_toml(value)}\nlast = 1"
    _, lines = read_toml(text)
    found = [lines.line(("first", *path)) for path in paths(value)]

    assert found == sorted(found)
    assert lines.line(("last",)) == len(text.split("\n"))
    items = [path for path in paths(value) if path and isinstance(path[-1], int)]
    starts = [lines.line(("first", *path)) for path in items]
    assert len(set(starts)) == len(starts)


def test_a_file_that_is_neither_toml_nor_json_is_unreadable() -> None:
    for read, text in ((read_toml, "= 1"), (read_json, "{")):
        with pytest.raises(Unreadable):
            read(text)


# Weighing


def balanced(*arguments: str | Path) -> list[Balance]:
    return msgspec.convert(json_of(tavern("cards", "balance", *arguments, "--json")), list[Balance])


def test_classes_are_dealt_and_their_wins_counted(tmp_path: Path) -> None:
    path = written(tmp_path, "good.toml", GOOD)
    (found,) = balanced(path, "--seats", "2", "--games", "40", "--seed", "07", "--cores", "1")

    assert (found.seats, found.games) == (2, 40)
    assert sum(one.played for one in found.classes) == 80
    assert sum(one.won for one in found.classes) == 40
    assert "Alewife" in [one.card for one in found.classes]
    for one in found.classes:
        assert one.share.value == pytest.approx(2 * one.won / one.played)
    assert balanced(path, "--seats", "2", "--games", "40", "--seed", "07", "--cores", "2") == [found]


def test_the_cards_of_a_file_can_be_dealt_alone(tmp_path: Path) -> None:
    path = written(tmp_path, "good.toml", GOOD)
    (found,) = balanced(path, "--alone", "--seats", "2", "--games", "2", "--seed", "07", "--cores", "1")

    assert [(one.card, one.played, one.won) for one in found.classes] == [("Alewife", 4, 2)]
    assert failure_of(tavern("cards", "balance", "--alone")) == "Error: --alone deals the cards of a file: name it"


def test_the_same_seed_gives_the_same_shares() -> None:
    arguments = ("--seats", "2", "--seats", "3", "--games", "2", "--seed", "07", "--cores", "1")

    assert balanced(*arguments) == balanced(*arguments)
    shown = tavern("cards", "balance", *arguments).stdout
    assert shown.startswith("Trickster’s Tavern  2 games each, all played by modelling, seed 07\n")
    assert "2 seats" in shown
    assert "3 seats" in shown


def test_cards_with_a_problem_are_not_weighed(tmp_path: Path) -> None:
    path = written(tmp_path, "bad.toml", BAD)

    assert failure_of(tavern("cards", "balance", path)).startswith(f"Error: {path}:4: Alewife, hand[1]: ")


def test_only_policies_that_play_the_game_weigh_cards() -> None:
    assert "no policy 'flat'" in failure_of(tavern("cards", "balance", "--policy", "flat"))

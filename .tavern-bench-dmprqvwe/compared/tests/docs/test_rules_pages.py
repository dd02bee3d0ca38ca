"""Every game that is installed has its page of rules, and none of them leaves out what the game can do."""

import re
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from events.event import type_tag
from games.installed import CATALOGUE
from games.mechanics.tricks.cup import Cup
from games.mechanics.tricks.game import TrickGame, TrickOptions
from games.mechanics.tricks.inspecting import Inspecting
from games.mechanics.tricks.noticing import Noticing
from games.mechanics.tricks.sets import SETS
from games.rulebook import AnyRulebook
from tests.docs.pages import ROOT

RULES: Final = ROOT / "docs" / "rules"
TRICKS: Final = "tricks"
"""The page on gaming sets and tricks, which several games share."""
_ROW: Final = re.compile(r"^\| `(\w+)` \| `?([^|`]+)`? \|", re.MULTILINE)

each_game = pytest.mark.parametrize("rulebook", CATALOGUE.rulebooks.values(), ids=CATALOGUE.rulebooks)


def page_of(rulebook: AnyRulebook) -> str:
    return (RULES / f"{rulebook.id}.md").read_text()


def section(page: str, title: str) -> str:
    """What stands under a heading, up to the next heading of its level."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
    assert found, f"the page has no section {title!r}"
    return found[1]


@each_game
def test_the_page_names_its_game_and_the_version_of_its_rules(rulebook: AnyRulebook) -> None:
    assert f"`{rulebook.id}`, version {rulebook.version} of its rules" in page_of(rulebook)


@each_game
def test_the_page_lists_every_option_with_its_default(rulebook: AnyRulebook) -> None:
    defaults = msgspec.to_builtins(rulebook.options())
    documented = {
        name: _value(default.strip()) for name, default in _ROW.findall(section(page_of(rulebook), "Options"))
    }
    assert documented == defaults, f"the options and their defaults: {defaults}"


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text.replace(",", ""))
    except msgspec.DecodeError:
        return text


@each_game
def test_the_page_names_every_command(rulebook: AnyRulebook) -> None:
    named = set(re.findall(r"`(\w+)`", page_of(rulebook)))
    assert {type_tag(kind) for kind in (*rulebook.commands, *rulebook.gm_commands)} - named == set()


@each_game
def test_the_page_documents_every_refusal_code(rulebook: AnyRulebook) -> None:
    named = set(re.findall(r"`(\w+)`", section(page_of(rulebook), "Why a move is refused")))
    assert set(rulebook.refusals) - named == set()


@each_game
def test_the_page_is_linked_from_the_list_of_pages(rulebook: AnyRulebook) -> None:
    assert f"](rules/{rulebook.id}.md)" in (ROOT / "docs" / "README.md").read_text()


def test_every_rules_page_describes_an_installed_game() -> None:
    pages = {Path(page).stem for page in RULES.glob("*.md")}
    assert pages == {*CATALOGUE.rulebooks, TRICKS}


def test_the_page_on_tricks_lists_every_set_with_its_price_and_the_dc_of_crooked_ones() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (\d+) ([sg]p) \| (\w+) \|[^|]*\| (?:DC (\d+))? *\|$",
        (RULES / f"{TRICKS}.md").read_text(),
        re.MULTILINE,
    )
    documented = {name: (int(many) * (100 if coin == "gp" else 10), look, dc) for name, many, coin, look, dc in rows}
    assert documented == {name: (one.price_cp, one.look, str(one.found_at or "")) for name, one in SETS.items()}


def test_the_page_on_tricks_documents_their_options_and_refusal_codes() -> None:
    text = (RULES / f"{TRICKS}.md").read_text()
    assert [name for name in TrickOptions.__annotations__ if f"| `{name}` |" not in section(text, "Options")] == []
    own = {code for chapter in (Cup, Noticing, Inspecting, TrickGame) for code in chapter.reasons}
    assert own - set(re.findall(r"`(\w+)`", section(text, "Why a move is refused"))) == set()

"""The page about writing class cards: its example runs as it is written, and its tables list the whole vocabulary."""

import os
import re
import sys
import tomllib
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from games.trickster.cards.card import Card, Effect, Pattern, Size, Trigger
from games.trickster.cards.checking import read_cards
from tests.docs.pages import ROOT, Shell, blocks, steps
from tests.docs.test_tutorial import run

PAGE: Final = ROOT / "docs" / "cards.md"
TEXT: Final = PAGE.read_text(encoding="utf-8")
DEFINITIONS: Final[dict[str, Any]] = msgspec.json.schema(Card)["$defs"]


def section(name: str) -> str:
    return TEXT.split(f"# {name}\n")[1].split("\n#")[0]


def first_column(table: str) -> set[str]:
    """The words in the first column of a section's tables, without their headings."""
    rows = re.sub(r"^.*\n\| --- .*\n", "", table, flags=re.MULTILINE)
    cells = re.findall(r"^\| (`[^|]*?) \|", rows, re.MULTILINE)
    return {word for cell in cells for word in re.findall(r"`(\w+)`", cell)}


def test_the_card_is_made_step_by_step_as_it_is_written(tmp_path: Path) -> None:
    card = "\n".join(block.text for block in blocks(PAGE) if block.language == "toml")
    (tmp_path / "cards.toml").write_text(card, encoding="utf-8")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"

    with Shell(tmp_path, {"PATH": path, "HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}) as shell:
        run(shell, PAGE, steps(PAGE))


def test_after_each_step_the_card_can_be_played() -> None:
    parts = [block.text for block in blocks(PAGE) if block.language == "toml"]
    for count in range(1, len(parts) + 1):
        (card,) = read_cards(tomllib.loads("\n".join(parts[:count]))["cards"])
        assert len(card.abilities) == count - 1


def test_the_tables_list_every_trigger_pattern_effect_and_selector() -> None:
    effects = [kind.__struct_config__.tag for kind in get_args(Effect)]
    patterns = [kind.__struct_config__.tag for kind in get_args(Pattern)]
    upgrade = DEFINITIONS["Upgrade"]["properties"]

    assert first_column(section("Triggers")) == set(get_args(Trigger))
    assert first_column(section("Patterns")) == set(patterns)
    assert first_column(section("Effects").split("| `of`: ")[0]) == set(effects)
    assert first_column(section("Effects").split("| `of`: ")[1].split("| `die`: ")[0]) == set(upgrade["of"]["enum"])
    assert first_column(section("Effects").split("| `die`: which")[1]) == set(upgrade["die"]["enum"])


def test_the_tables_list_every_field() -> None:
    kinds = ("Manual", "Reactive", "Constant")
    abilities = {name for kind in kinds for name in DEFINITIONS[kind]["properties"]}
    description = TEXT.split("## The parts of a card")[1]

    assert first_column(section("The parts of a card").split("\n\n|")[-1]) == set(DEFINITIONS["Card"]["properties"])
    assert first_column(section("Abilities")) == abilities
    for definition in DEFINITIONS.values():
        assert [name for name in definition["properties"] if f"`{name}`" not in description] == []
    assert set(re.findall(r"`(d\d+)`", section("The parts of a card"))) == set(get_args(Size))

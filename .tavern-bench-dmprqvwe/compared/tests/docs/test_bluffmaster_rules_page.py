"""The rules page of Bluffmaster says what the code does: options, refusal codes, and the example round."""

import re
from typing import Any, Final

import msgspec

from events.audience import PUBLIC
from games.bluffmaster.options import Options
from games.installed import CATALOGUE
from tests.docs.pages import ROOT
from tests.playing import Playing

PAGE: Final = ROOT / "docs" / "rules" / "bluffmaster.md"
FACES: Final[dict[tuple[str, str, int], list[int]]] = {
    ("abernathy", "who_bets_first", 20): [14],
    ("bri", "who_bets_first", 20): [6],
    ("columbia", "who_bets_first", 20): [11],
    ("abernathy", "hidden", 20): [16, 8],
    ("bri", "hidden", 20): [7],
    ("columbia", "hidden", 20): [17, 9],
    ("abernathy", "reroll", 20): [10],
}
PLAYED: Final[list[tuple[str, dict[str, Any]]]] = [
    ("abernathy", {"type": "open", "amount_cp": 2_000}),
    ("bri", {"type": "call"}),
    ("columbia", {"type": "raise", "amount_cp": 1_000}),
    ("abernathy", {"type": "call"}),
    ("bri", {"type": "fold"}),
    ("abernathy", {"type": "check"}),
    ("columbia", {"type": "check"}),
    ("columbia", {"type": "use_ability", "ability": "reroll", "target": "abernathy", "n": 0}),
    ("abernathy", {"type": "use_ability", "ability": "subtract", "target": "columbia"}),
]


def section(title: str) -> str:
    """What stands under a heading of the page, up to the next heading."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ )", PAGE.read_text() + "\n# ", re.DOTALL | re.MULTILINE)
    assert found, f"the page has no section {title!r}"
    return found[1]


def rows(title: str) -> list[list[str]]:
    """The cells of the table in a section, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_page_lists_every_option_with_its_default() -> None:
    documented = {name.strip("`"): default.strip("`") for name, default, *_ in rows("Options")}
    defaults = msgspec.to_builtins(Options())
    assert documented == {
        name: value if isinstance(value, str) else msgspec.json.encode(value).decode()
        for name, value in defaults.items()
    }


def test_the_page_documents_every_refusal_code() -> None:
    codes = [code.strip("`") for code, _ in rows("Why a move is refused")]
    assert codes == list(CATALOGUE.rulebook("bluffmaster").refusals)


def test_the_example_round_was_really_played() -> None:
    playing = Playing.open(CATALOGUE, "bluffmaster").seat("Abernathy", "Bri", "Columbia").load(FACES).start()
    heard = heard_of(playing)
    for seat, body in PLAYED:
        playing.send(seat, msgspec.json.encode(body))
        heard += heard_of(playing)

    sentences = re.findall(r"^> - (.*)$", section("An example round"), re.MULTILINE)
    remaining = iter(heard)
    assert [line for line in sentences if line not in remaining] == []
    assert len(sentences) > 20
    assert {seat: playing.table.purse(seat) for seat in playing.table.seats} == {
        "abernathy": 10_000 - 4_000 - 1_000,
        "bri": 10_000 - 3_000 - 1_000,
        "columbia": 10_000 + 7_000 - 1_000,
    }


def heard_of(playing: Playing) -> list[str]:
    newest = playing.newest_seen(PUBLIC)
    return list(newest.chronicle) if newest else []

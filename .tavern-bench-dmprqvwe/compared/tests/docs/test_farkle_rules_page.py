"""The rules page of Farkle says what the code does: points, options, refusal codes, and the example race."""

import re
from pathlib import Path
from typing import Final

import msgspec
import pytest

from events.audience import PUBLIC
from events.event import Command
from games.addressed_command import AddressedCommand
from games.dealer import SecretDealer
from games.deciding.aggregate import TableAggregate
from games.farkle.scoring import counted, points_of
from games.farkle.state import Options
from games.farkle.turns import Bank, SetAside, Throw
from games.table import OpenTable, Sit, StartRound, resolve_options
from projections.viewer_projection import ViewerProjection
from tests.games.farkle.table import CATALOGUE

PAGE: Final = (Path(__file__).parents[2] / "docs" / "rules" / "farkle.md").read_text()
SECRET: Final = (120).to_bytes(32, "big")
LUCK: Final = {"Bri": "seven", "Odo": "old boots", "Cal": "moonrise"}
PLAYED: Final[list[tuple[str, Command]]] = [
    ("bri", Throw()),
    ("bri", SetAside(faces=[1, 1, 1])),
    ("bri", Bank()),
    ("odo", Throw(greedy=True)),
    ("odo", SetAside(faces=[1, 1, 1, 1, 2, 2])),
    ("odo", Bank()),
    ("cal", Throw(greedy=True)),
    ("cal", SetAside(faces=[1, 1, 2, 2, 5, 5])),
    ("cal", Throw()),
    ("bri", Throw()),
    ("bri", SetAside(faces=[1, 1, 2, 2, 3, 3])),
    ("bri", Throw()),
    ("bri", SetAside(faces=[1, 3, 3, 3])),
    ("bri", Bank()),
    ("odo", Throw(greedy=True)),
    ("odo", SetAside(faces=[1, 2, 3, 4, 5, 6])),
    ("odo", Bank()),
]
SHOWN: Final = {
    "a 1": [1],
    "a 5": [5],
    **{f"three {face}s": [face] * 3 for face in range(1, 7)},
    "the series: 1, 2, 3, 4, 5 and 6": [1, 2, 3, 4, 5, 6],
    "three pairs": [2, 2, 3, 3, 4, 4],
    "four of a kind and a pair": [2, 2, 2, 2, 3, 3],
}


def section(title: str) -> str:
    """What stands under a heading of the page, up to the next heading."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## )", PAGE + "\n## ", re.DOTALL | re.MULTILINE)
    assert found, f"the page has no section {title!r}"
    return found[1]


def rows(title: str) -> list[list[str]]:
    """The cells of the table in a section, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_page_gives_the_points_of_each_combination() -> None:
    documented = {name: int(points.replace(",", "")) for name, points in rows("What scores")}
    assert documented == {name: points_of(counted(faces)) for name, faces in SHOWN.items()}


def test_the_page_lists_every_option_with_its_default() -> None:
    documented = {name.strip("`"): default.strip("`") for name, default, *_ in rows("Options")}
    defaults = msgspec.to_builtins(Options())
    assert documented == {name: value if isinstance(value, str) else _json(value) for name, value in defaults.items()}


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def test_the_page_documents_every_refusal_code() -> None:
    documented = {code for codes, _ in rows("Why a move is refused") for code in re.findall(r"`(\w+)`", codes)}
    assert documented == set(CATALOGUE.rulebook("farkle").refusals)


class _Hearing:
    """The example race, played with the dice that its secret gives; what a passer-by hears of it."""

    def __init__(self) -> None:
        self.journal = TableAggregate(CATALOGUE, CATALOGUE.folding.blank("told"), SecretDealer(SECRET))
        self._sight = ViewerProjection(CATALOGUE.folding, CATALOGUE.folding.blank("told", PUBLIC))
        self.heard: list[str] = []
        given = {"ante_cp": 500, "target": 3000, "opening_bank": 500, "greed": True}
        options = resolve_options(CATALOGUE.rulebook("farkle"), dict(given))
        self._do("gm", None, OpenTable(name="", gm="", game="farkle", options=options, seeded=True))
        for name, luck in LUCK.items():
            self._do("gm", name.lower(), Sit(name=name, kind="player", purse_cp=5000, luck=luck))
        self._do("gm", None, StartRound())
        for seat, command in PLAYED:
            self._do(f"seat:{seat}", seat, command)

    def _do(self, actor: str, seat: str | None, command: Command) -> None:
        move = AddressedCommand(actor=actor, seat=seat, command=command, at="2026-01-01T00:00:00.000Z")
        seen = self._sight.see(self.journal.write(move, command_id="", salt="").entry)
        self.heard += seen.chronicle if seen else []


@pytest.fixture(scope="module")
def hearing() -> _Hearing:
    return _Hearing()


def test_the_example_race_was_really_played_to_its_last_word(hearing: _Hearing) -> None:
    sentences = re.findall(r"^> - (.*)$", section("An example race"), re.MULTILINE)
    first = hearing.heard.index(sentences[0])
    aloud = [line for line in hearing.heard[first:] if "’s turn." not in line and "unsealed" not in line]
    assert sentences == aloud


def test_the_example_race_ends_with_the_pot_in_the_winners_purse(hearing: _Hearing) -> None:
    table = hearing.journal.table
    assert not table.running
    assert {seat: table.purse(seat) for seat in table.seats} == {"bri": 4500, "odo": 6000, "cal": 4500}

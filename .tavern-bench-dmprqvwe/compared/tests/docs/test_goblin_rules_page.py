"""The rules page of Goblin Mode says what the code does: the chances of each stage, and the example round."""

import re
from fractions import Fraction
from math import prod
from pathlib import Path
from typing import Final

import pytest

from events.audience import PUBLIC
from events.event import Command
from games.addressed_command import AddressedCommand
from games.dealer import SecretDealer
from games.deciding.aggregate import TableAggregate
from games.deciding.catalogue import Catalogue
from games.goblin import Goblin
from games.goblin.boot import Boot
from games.goblin.chamber import Hold, Roll
from games.goblin.state import BULLET, CHAMBER
from games.table import OpenTable, Sit, StartRound, resolve_options
from projections.viewer_projection import ViewerProjection

PAGE: Final = (Path(__file__).parents[2] / "docs" / "rules" / "goblin.md").read_text()
CATALOGUE: Final = Catalogue([Goblin()])
SECRET: Final = (1875).to_bytes(32, "big")
LUCK: Final = {"Bri": "seven", "Odo": "old boots", "Cal": "moonrise"}
PLAYED: Final[list[tuple[str, Command]]] = [
    *((seat, Roll()) for _ in range(2) for seat in ("bri", "odo", "cal")),
    ("bri", Roll()),
    ("odo", Hold()),
    ("cal", Hold()),
    ("bri", Roll()),
    ("bri", Boot(target="odo")),
    ("bri", Roll()),
    ("bri", Roll()),
    ("odo", Hold()),
]


def section(title: str) -> str:
    """What stands under a heading of the page, up to the next heading of its level."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## )", PAGE, re.DOTALL | re.MULTILINE)
    assert found, f"the page has no section {title!r}"
    return found[1]


def rows(title: str) -> list[list[str]]:
    """The cells of the table in a section, without its head."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.1f} %"


def test_the_page_gives_the_exact_chances_of_each_stage() -> None:
    dice = list(CHAMBER)
    expected = [
        [
            str(stage),
            die,
            percent(Fraction(1, CHAMBER[die])),
            percent(prod((1 - Fraction(1, CHAMBER[rolled]) for rolled in dice[:stage]), start=Fraction(1))),
            str(Fraction(sum(range(BULLET + 1, CHAMBER[die] + 1)), CHAMBER[die] - 1)),
        ]
        for stage, die in enumerate(dice, start=1)
    ]
    assert rows("The Chamber") == expected


class _Hearing:
    """The example round, played with the dice that its secret gives; what a passer-by hears of it."""

    def __init__(self) -> None:
        self.journal = TableAggregate(CATALOGUE, CATALOGUE.folding.blank("told"), SecretDealer(SECRET))
        self._sight = ViewerProjection(CATALOGUE.folding, CATALOGUE.folding.blank("told", PUBLIC))
        self.heard: list[str] = []
        options = resolve_options(CATALOGUE.rulebook("goblin"), {"ante_cp": 500})
        self._do("gm", None, OpenTable(name="", gm="", game="goblin", options=options, seeded=True))
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


def test_the_example_round_was_really_played_to_its_last_word(hearing: _Hearing) -> None:
    sentences = re.findall(r"^> - (.*)$", section("An example round"), re.MULTILINE)
    first = hearing.heard.index(sentences[0])
    aloud = [line for line in hearing.heard[first:] if "’s turn." not in line and "unsealed" not in line]
    assert sentences == aloud


def test_the_example_round_leaves_half_the_pot_with_its_winner(hearing: _Hearing) -> None:
    table = hearing.journal.table
    assert not table.running
    assert {seat: table.purse(seat) for seat in table.seats} == {"bri": 4500, "odo": 4500, "cal": 6000}
    assert table.balance("house") == 0

"""The guide's code is that of a game that is played, and the game goes through everything that installed ones do."""

import re
from collections.abc import AsyncIterator
from typing import Final

import pytest

from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from tests.docs.pages import ROOT, blocks
from tests.server.playing_through import Players, assert_replayed_as_shown, audited
from tests.server.serving import Served, start_server
from tests.toys.toss import Toss

PAGE: Final = ROOT / "docs" / "adding-a-game.md"
GAME: Final = (ROOT / "tests" / "toys" / "toss.py").read_text()
OTHERS: Final = [
    (ROOT / path).read_text() for path in ("tests/toys/test_toss.py", "tests/toys/keepers.py", "games/pig.py")
]
"""What the guide shows only parts of."""
GAMES: Final = Catalogue.of([Toss()], TABLE_RULES)
ROUNDS: Final = 5


def lines(code: str) -> list[str]:
    return [line for line in code.splitlines() if line]


def test_the_guide_s_code_is_a_whole_game_and_parts_of_others() -> None:
    shown = [block.text for block in blocks(PAGE) if block.language == "python"]
    of_the_game = [code for code in shown if code.strip() in GAME]
    assert lines("".join(of_the_game)) == lines(GAME)
    parts = [code for code in shown if code not in of_the_game]
    assert [code for code in parts if not any(code.strip() in other for other in OTHERS)] == []
    assert len(shown) > len(of_the_game)


def test_the_guide_lists_every_mechanic() -> None:
    text = PAGE.read_text().split("## Mechanics\n")[1].split("\n## ")[0]
    mechanics = {path.stem for path in (ROOT / "games" / "mechanics").glob("*.py") if path.stem != "__init__"}
    assert mechanics - set(re.findall(r"`(\w+)`", text)) == set()


def test_paths_that_the_guide_names_exist() -> None:
    named = set(re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.py)?)`", PAGE.read_text()))
    assert named
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.fixture
async def house() -> AsyncIterator[Served]:
    """A server with the guide's game alone."""
    served = await start_server(GAMES, MemoryStore(), allow_seeds=True)
    yield served
    await served.close()


async def test_the_game_is_played_replayed_and_audited(house: Served) -> None:
    players = await Players.gather(house, GAMES, "toss", seed=1)
    for number in range(1, ROUNDS + 1):
        view = await players.play_round()
        assert (view["result"]["round"], view["pot_cp"]) == (number, 0)
        await assert_replayed_as_shown(players, number)
    report = await audited(players)
    assert (report.findings, report.verified, report.rounds) == ([], True, ROUNDS)
    assert report.same_again == report.entries


async def test_the_game_is_in_the_catalogue_and_the_description(house: Served) -> None:
    (game,) = (await house.get("/api/games"))["games"]
    assert (game["id"], [command["type"] for command in game["commands"]]) == ("toss", ["throw"])
    schemas = (await house.get("/api/openapi.json"))["components"]["schemas"]
    assert schemas["Command"]["discriminator"]["mapping"]["throw"] == "#/components/schemas/TossThrow"

from pathlib import Path

import msgspec
import pytest

from games.installed import CATALOGUE
from replays.audit import audit
from tests.tools.running import evening, failure_of, json_of, tavern
from tools.bench.command import Figures

SMALL = ("--connections", "2", "--commands", "10", "--repeats", "1", "--seconds", "0")


def test_every_command_is_answered_and_every_figure_is_told(tmp_path: Path) -> None:
    figures = msgspec.convert(json_of(tavern("bench", *SMALL, "--folder", tmp_path, "--json")), Figures)

    measured = [*msgspec.structs.astuple(figures.commands), *msgspec.structs.astuple(figures.reading)]
    assert min(measured) > 0
    assert figures.commands.commands % 2 == 0
    assert figures.commands.ratio == pytest.approx(
        figures.commands.durable_per_second / figures.commands.bare_per_second
    )
    assert list(tmp_path.iterdir()) == []


def test_the_figures_are_told_in_words(tmp_path: Path) -> None:
    told = tavern("bench", *SMALL, "--folder", tmp_path).stdout

    for row in ("a bare handler", "by the rules, on the disk", "ratio", "events folded", "commands run again"):
        assert row in told


def test_a_game_that_is_not_installed_cannot_be_measured(tmp_path: Path) -> None:
    told = failure_of(tavern("bench", "--game", "poker", "--folder", tmp_path))

    assert told.startswith("Error: no game 'poker' is installed here")


def test_the_game_that_is_measured_is_played_by_the_rules_to_the_end_of_a_round() -> None:
    game = evening()

    report = audit(CATALOGUE, game.lines)

    assert report.clean
    assert report.facts_only == []
    assert len(game.sent) >= 60
    assert len(game.lines) == len(game.sent) + 5

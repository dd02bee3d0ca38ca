"""What a check leaves to the thorough tests; and where several processes test, which of them runs what, in which order.

A process runs a whole file, or a whole folder whose files share a browser or a server, so that what is dear is made
once.
"""

import os
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any, Final

import pytest
from xdist.scheduler import LoadScopeScheduling

DEAREST_FIRST: Final = (
    "server/test_secrecy_of_logs.py",
    "properties/test_every_step.py",
    "properties/test_secrecy.py",
    "browser/",
    "hostile/",
    "windows/",
    "verifier/test_every_round.py",
    "properties/test_legality.py",
    "server/test_npc_secrecy.py",
    "docs/test_command_line.py",
    "tools/test_bench.py",
    "server/test_schemathesis.py",
    "games/policies/test_sense.py",
    "tools/test_simulated_odds.py",
    "replays/test_recorded_rounds.py",
    "replays/test_analysis.py",
    "replays/test_exact_worths.py",
    "properties/test_perft.py",
    "server/test_secrecy.py",
    "server/test_every_game.py",
    "games/policies/test_every_rule.py",
    "properties/test_unsealing.py",
    "docs/test_tutorial.py",
    "durability/",
    "tools/test_wheel.py",
    "tools/test_workers.py",
    "tools/test_serve.py",
)
"""What takes longest, as paths begin. It starts first: nobody is left with one of these when the others are done."""

THOROUGH: Final = (
    "browser/",
    "durability/",
    "events/storage/test_sqlite_healing.py",
    "games/goblin/test_at_random.py",
    "games/policies/test_every_policy.py",
    "games/policies/test_every_rule.py",
    "games/policies/test_own_table.py",
    "games/policies/test_sense.py",
    "games/test_house_game_oracles.py",
    "games/test_race_oracles.py",
    "games/tricks/test_weighted_dice_in_play.py",
    "games/trickster/judged/",
    "generated/",
    "hostile/",
    "javascript/test_package.py",
    "javascript/test_throws_of_dice.py",
    "properties/test_extremes.py",
    "properties/test_perft.py",
    "properties/test_unsealing.py",
    "replays/test_analysis.py",
    "replays/test_exact_worths.py",
    "server/test_every_game.py",
    "server/test_npc_hidden_dice.py",
    "server/test_npc_secrecy.py",
    "server/test_openapi.py",
    "server/test_schemathesis.py",
    "tools/test_demo.py",
    "tools/test_simulate.py",
    "tools/test_workers.py",
    "verifier/lying/",
    "verifier/test_crooked_rounds.py",
    "verifier/test_every_round.py",
    "windows/",
)
"""Folders that need a browser, many processes or other programs, and files that take longest for what they find."""

LONG: Final = (
    "docs/",
    "events/storage/test_salvage.py",
    "events/storage/test_sqlite",
    "games/policies/",
    "games/test_labels.py",
    "games/test_twins.py",
    "games/test_what_the_operator_can_choose.py",
    "javascript/",
    "referees/",
    "replays/test_recorded_notation.py",
    "server/test_authority_table.py",
    "server/test_npc",
    "server/test_rounds.py",
    "server/test_running.py",
    "server/test_snapshots.py",
    "server/test_words_for_people.py",
    "tools/test_bot.py",
    "tools/test_cards.py",
    "tools/test_check.py",
    "tools/test_client_luck.py",
    "tools/test_damage.py",
    "tools/test_exact_odds.py",
    "tools/test_hostile_texts.py",
    "tools/test_partial_copies.py",
    "verifier/",
)
"""What `make test` leaves to a check, as paths begin: files that take many seconds or need Node. What looks at every
game at every step stays, long as it takes, because it finds most."""

_BY_MARK: Final = {"long": LONG, "thorough": THOROUGH}

DATABASES: Final = frozenset({"postgres", "postgres_server"})
"""The fixtures that start a database."""

TRACED: Final = (
    "events/",
    "games/",
    "projections/",
    "replays/",
    "tools/test_backup.py",
    "tools/test_check.py",
    "tools/test_delete.py",
    "tools/test_importing.py",
)
"""The tests that are there for the lines and branches that are counted, as paths begin."""

UNTRACED: Final = (
    "events/storage/test_postgresql_appending.py",
    "games/goblin/test_at_random.py",
    "games/hands/test_a_thousand_rounds.py",
    "games/policies/test_every_rule.py",
    "games/policies/test_own_table.py",
    "games/policies/test_own_view.py",
    "games/policies/test_sense.py",
    "games/test_house_game_oracles.py",
    "games/test_labels.py",
    "games/test_mountains_odds.py",
    "games/test_race_oracles.py",
    "games/test_twins.py",
    "games/test_what_the_operator_can_choose.py",
    "games/tricks/test_weighted_dice_in_play.py",
    "games/trickster/judged/test_chances.py",
    "games/trickster/judged/test_counting.py",
    "games/trickster/judged/test_offers.py",
    "games/trickster/judged/test_random_games.py",
    "games/trickster/judged/test_sights.py",
    "games/trickster/judged/test_twin_worlds.py",
    "games/trickster/judged/test_validity.py",
    "replays/test_analysis",
    "replays/test_exact_worths.py",
    "replays/test_proof",
    "replays/test_recorded_notation.py",
    "replays/test_recorded_rounds.py",
    "replays/test_segments.py",
    "replays/test_what_if.py",
)
"""Those of them that play at random, or over and over, and run lines that others run: tracing costs as much again."""

TOGETHER: Final = ("hostile",)
"""The folders that one process has all of."""


def unit_of(path: PurePosixPath) -> str:
    """What a process runs as a whole, for a file of the tests' folder."""
    return next((folder for folder in TOGETHER if folder in path.parts), path.as_posix())


@cache
def _own(path: Path) -> str:
    """A file's path in the tests' folder."""
    return path.relative_to(Path(__file__).parent).as_posix()


def is_traced(path: Path) -> bool:
    """Whether the lines that the tests of a file run are counted."""
    own = _own(path)
    return own.startswith(TRACED) and not own.startswith(UNTRACED)


def is_left_out(path: Path, expression: str) -> bool:
    """Whether an expression of markers leaves out all tests of a file, so that it need not be read."""
    own = _own(path)
    return any(f"not {name}" in expression and own.startswith(those) for name, those in _BY_MARK.items())


def mark(items: list[pytest.Item]) -> None:
    """Mark what `make test` leaves to `make check`, what that leaves to `make thorough`, what that repeats, and what
    may take as long as it likes.
    """
    is_deep = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
    for item in items:
        if _own(item.path).startswith(THOROUGH) or DATABASES & {*_fixtures(item)}:
            item.add_marker(pytest.mark.thorough)
        if _own(item.path).startswith(LONG):
            item.add_marker(pytest.mark.long)
        if is_traced(item.path):
            item.add_marker(pytest.mark.counted)
        if item.get_closest_marker("campaign") or is_deep:
            item.add_marker(pytest.mark.timeout(0))


def _fixtures(item: pytest.Item) -> list[str]:
    names: list[str] = getattr(item, "fixturenames", [])
    return names


def dearest_first(items: list[pytest.Item]) -> None:
    """Put what takes longest before all else, which stays in its order."""

    def place(item: pytest.Item) -> int:
        path = _own(item.path)
        return next((at for at, dear in enumerate(DEAREST_FIRST) if path.startswith(dear)), len(DEAREST_FIRST))

    items.sort(key=place)


class ByFile(LoadScopeScheduling):
    """Hands out whole units in the order in which their tests were collected."""

    def __init__(self, config: pytest.Config, log: Any = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(PurePosixPath(nodeid.partition("::")[0]))

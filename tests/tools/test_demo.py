import asyncio
import logging
import re
import sys
from collections.abc import AsyncIterator, Iterator

import pytest

from events.dice import Dice
from events.event import Event
from events.round_events import PhaseBegan, QuestionAsked
from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from games.engine.chapter import act
from games.installed import CATALOGUE
from games.table import TABLE_RULES
from projections.game import AnyTable
from server import log
from server.config import Config
from server.http.app import create_app, serving
from server.labels import won
from tests.tools.running import failure_of, tavern
from tests.toys.toss import Throw, Toss
from tools.commands.play import demonstration as playing
from tools.commands.play.demonstration import CHARACTERS, shortened, side_by_side


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    handlers = list(logging.getLogger().handlers)
    yield
    logging.getLogger().handlers[:] = handlers


def demo(*arguments: str) -> list[str]:
    """The lines that a demo printed, on a terminal so wide that no sentence is broken."""
    played = tavern("demo", *arguments, env={"COLUMNS": "300"})
    assert played.exit_code == 0, played.output
    return played.stdout.splitlines()


def rows(lines: list[str]) -> list[tuple[bool, str, str]]:
    """Whether a row is marked, what happened, and what was seen of it."""
    first, last = [n for n, line in enumerate(lines) if line.startswith("─")]
    split = [line.partition("│") for line in lines[first + 1 : last]]
    return [(left.startswith(" ◆"), left[2:].strip(), right.strip()) for left, _, right in split]


def test_a_demo_with_a_seed_is_the_same_each_time_and_another_seed_plays_another() -> None:
    assert demo("--seed", "7") == demo("--seed", "7")
    assert demo("--seed", "7") != demo("--seed", "8")


def test_the_server_can_play_for_all_four() -> None:
    lines = demo("--npc", "--seed", "7")
    assert all(happened == seen for marked, happened, seen in rows(lines) if not marked)
    assert any("The server plays Bri (card sharp)." in line for line in lines)
    (played,) = [line for line in lines if line.startswith("Played")]
    assert re.fullmatch(
        r"Played  by the server, from each player's own view; \d+ sentences were hidden from Bri", played.strip()
    )


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_hidden_lines_are_marked_and_all_others_reached_the_player_unchanged(seed: str) -> None:
    shown = rows(demo("--seed", seed))

    assert [happened for marked, happened, seen in shown if marked != (happened != seen)] == []
    assert any(marked for marked, _, _ in shown)


def test_a_player_sees_the_own_covered_die_and_nobody_else_s() -> None:
    under_cups = [row for row in rows(demo("--seed", "3", "--as", "Odo")) if "under the cup" in row[1]][:4]

    seen = {happened.split()[0]: bool(re.search(r": \d+\.$", seen)) for _, happened, seen in under_cups}
    assert seen == {"Bri": False, "Odo": True, "Mirela": False, "Þórr": False}
    assert all(re.search(r": \d+\.$", happened) for _, happened, _ in under_cups)


def test_the_end_shows_who_won_the_purses_and_what_was_promised() -> None:
    *_, won, purses, played, promised, seeded = demo("--seed", "3")

    assert won.strip().endswith(".")
    assert [name["name"] for name in CHARACTERS if name["name"] in purses] == ["Bri", "Odo", "Mirela", "Þórr"]
    assert re.fullmatch(r"Played  \d+ commands over HTTP; \d+ sentences were hidden from Bri", played.strip())
    assert promised.startswith("Committed  root ")
    assert "secret was given" in seeded


@pytest.fixture
async def server() -> AsyncIterator[str]:
    """A server that allows no seeds, as by default."""
    log.configure("json", "error", sys.__stderr__)
    store = MemoryStore()
    async with serving(create_app(Config(store="memory:", port=0), store, CATALOGUE)) as address:
        yield address
    await store.close()


async def test_a_running_server_can_be_played_on(server: str) -> None:
    lines = await asyncio.to_thread(demo, "--url", server)

    assert lines[-1].startswith("Committed  ")
    sealed = "luck of Bri, Odo, Mirela and Þórr, revealed once the seed was fixed"
    assert lines[-2].strip() == f"Sealed  {sealed}"
    for character in CHARACTERS:
        assert any(f"{character['name']} reveals their luck" in line for line in lines)


async def test_a_server_that_allows_no_seeds_refuses_one(server: str) -> None:
    refused = await asyncio.to_thread(tavern, "demo", "--url", server, "--seed", "1")

    assert failure_of(refused).startswith(f"Error: the server at {server} refused (403): ")


def test_an_unreachable_server_is_reported() -> None:
    problem = failure_of(tavern("demo", "--url", "http://127.0.0.1:1"))

    assert problem.startswith("Error: the server at http://127.0.0.1:1 cannot be reached: ")


@pytest.mark.parametrize("url", ["nonsense", "http://"])
def test_an_invalid_address_is_reported(url: str) -> None:
    assert failure_of(tavern("demo", "--url", url)) == f"Error: {url.rstrip('/')} is not the address of a server"


def test_only_players_can_be_watched() -> None:
    assert failure_of(tavern("demo", "--as", "Gandalf")) == (
        "Error: there is no player Gandalf; the players are Bri, Odo, Mirela and Þórr"
    )


def test_a_game_that_is_not_installed_cannot_be_shown() -> None:
    assert failure_of(tavern("demo", "--game", "poker")).startswith("Error: no game 'poker' is installed here")


@pytest.mark.parametrize(
    ("happened", "seen", "beside"),
    [
        (["a", "b"], ["a", "b"], [("a", "a"), ("b", "b")]),
        (["a", "secret", "b"], ["a", "b"], [("a", "a"), ("secret", None), ("b", "b")]),
        (["rolls: 4.", "b"], ["rolls.", "b"], [("rolls: 4.", "rolls."), ("b", "b")]),
        (
            ["hides.", "rolls: 4.", "b"],
            ["rolls.", "b"],
            [("hides.", None), ("rolls: 4.", "rolls."), ("b", "b")],
        ),
        (["x"], ["y"], [("x", None), (None, "y")]),
        ([], [], []),
    ],
)
def test_lines_stand_beside_what_was_seen_of_them(
    happened: list[str], seen: list[str], beside: list[tuple[str | None, str | None]]
) -> None:
    assert list(side_by_side(happened, seen)) == beside


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
def test_every_game_plays_a_round_to_its_end(game: str) -> None:
    lines = demo("--game", game, "--seed", "5")

    assert lines[0].startswith(CATALOGUE.rulebook(game).name)
    assert not any("voided" in line for line in lines)


class Endless(Toss):
    """Toss, in which nobody has ever thrown enough."""

    @act(Throw)
    def throw_die(self, table: AnyTable, dice: Dice, seat: str, command: Throw) -> Iterator[Event]:
        """The question is asked again."""
        yield QuestionAsked(seats=[seat], question="throw")


class NobodyIsAsked(Toss):
    """Toss, which waits for nobody."""

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield PhaseBegan(phase="throwing")


class WithoutAPhase(Toss):
    """Toss, which begins no phase."""

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield QuestionAsked(seats=list(table.order), question="throw")


@pytest.mark.parametrize("game", [Endless(), NobodyIsAsked()], ids=lambda game: type(game).__name__)
def test_a_round_that_does_not_end_is_an_error(game: Toss, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "CATALOGUE", Catalogue.of([game], TABLE_RULES))
    monkeypatch.setattr(playing, "_MOST_STEPS", 20)
    played = tavern("demo", "--game", "toss")
    assert (played.exit_code, played.stderr) == (1, "Error: the round had not ended after 20 steps\n")


def test_a_round_that_the_engine_refuses_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "CATALOGUE", Catalogue.of([WithoutAPhase()], TABLE_RULES))
    played = tavern("demo", "--game", "toss", "--seed", "1")
    assert played.exit_code == 2
    assert "refused (500)" in played.stderr


def test_a_race_is_run_to_a_fifth_of_its_target() -> None:
    assert {rulebook.id: shortened(rulebook) for rulebook in CATALOGUE.rulebooks.values() if shortened(rulebook)}[
        "farkle"
    ] == {"target": 2_000}
    assert demo("--game", "farkle", "--seed", "5")[0].endswith(", target 2,000")


def test_a_winner_of_no_coins_is_shown_without_any() -> None:
    assert [won("Odo", 0), won("Odo", 250)] == ["Odo won", "Odo won 2 gp 5 sp"]

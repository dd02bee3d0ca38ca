"""Recorded rounds must never change: what was recorded under a version of the rules is what they still bring about."""

import io
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from events.event import redact
from games.installed import CATALOGUE
from replays.audit import audit
from replays.export import parse_export, write_export
from replays.rebuild import frames, replay, rounds_of
from tests.recorded.replaying import LEAST_RECORDINGS, ROOT, recordings, viewers_of
from tests.rerunning import rerun

GAMES = sorted(CATALOGUE.rulebooks)
ALL = [path for game in GAMES for path in recordings(game)]

UNREACHED = {
    "trickster": {"effects.py": 2},
    **{game: {"state.py": 2, "earlier.py": 3, "rulebook.py": 2} for game in ("twentyone", "twentyone-v3")},
}
"""By game, lines and branches: guards that no legal play ever meets (a note that no rule of the game writes, a table
that lacks what its rules decide by), and how V3.0 opened a round under its rules 1 and recalled its heat from there, of
which there are fossils instead."""


def lines_of(path: Path) -> list[bytes]:
    return list(parse_export(io.BytesIO(path.read_bytes())).lines)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_at_least_twelve_recorded_rounds(game: str) -> None:
    assert len(recordings(game)) >= LEAST_RECORDINGS


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_recorded_round_replays_byte_for_byte(path: Path) -> None:
    assert {outcome.result for outcome in rerun(CATALOGUE, lines_of(path))} == {"same"}


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_an_audit_of_a_recorded_round_finds_nothing(path: Path) -> None:
    export = parse_export(io.BytesIO(path.read_bytes()))
    report = audit(CATALOGUE, export.lines, header=export.header)
    assert report.findings == []
    assert report.same_again == report.entries == len(export.lines)


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_recorded_round_is_exported_as_it_was_read(path: Path) -> None:
    export = parse_export(io.BytesIO(path.read_bytes()))
    assert b"".join(write_export(export.header.table, export.lines)) == path.read_bytes()


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_replay_from_the_middle_of_a_recording_shows_what_a_replay_from_its_start_shows(path: Path) -> None:
    entries = CATALOGUE.codec.decode_log(lines_of(path))
    for played in rounds_of(entries):
        for viewer in viewers_of(lines_of(path)):
            table = CATALOGUE.folding.blank(entries[0].table, viewer)
            for entry in entries[: played.first - 1]:
                seen = [event for whole in entry.events if (event := redact(whole, viewer))]
                CATALOGUE.folding.fold_all(table, seen)
                if seen:
                    table.saw(seen)
            whole_life = replay(CATALOGUE, entries, viewer, played).frames
            from_there = list(frames(CATALOGUE, table, entries[played.first - 1 :], played))
            assert [msgspec.json.encode(frame.view) for frame in from_there] == [
                msgspec.json.encode(frame.view) for frame in whole_life
            ]


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_the_recorded_rounds_together_take_every_branch_of_the_rules(game: str) -> None:
    command = [sys.executable, "-m", "tests.recorded.replaying", game]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    missed = msgspec.json.decode(ran.stdout, type=dict[str, list[object]])
    assert {module: len(places) for module, places in missed.items()} == UNREACHED.get(game, {})

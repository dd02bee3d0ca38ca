import os
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from events.storage.contract import Stored
from events.storage.memory import MemoryStore
from games.installed import CATALOGUE
from replays.audit import audit
from tests.tools.running import evening, failure_of, json_of, tavern
from tools.bench import stores
from tools.bench.report import ANTES, BYTES, MICROSECONDS, MILLISECONDS, PER_SECOND, Report, in_unit

pytestmark = pytest.mark.thorough

SECTIONS = ["requests", "streams", "replay", "memory", "startup", "analysis"]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report]:
    """A quick run of everything: its folder, and its report."""
    folder = tmp_path_factory.mktemp("bench")
    return folder, msgspec.convert(json_of(tavern("bench", "--quick", "--folder", folder, "--json")), Report)


def test_everything_is_measured_beside_its_ceiling(measured: tuple[Path, Report]) -> None:
    _, report = measured
    figures = [one for section in report.sections for one in section.figures]

    assert [section.name for section in report.sections] == SECTIONS
    assert [one.what for one in figures if one.value < 0] == []
    assert [one.what for one in figures if one.ceiling is None or one.ceiling <= 0] == [
        "an evicted table", "the round analysed", "the mean loss, up to ±", "one loss, at worst ±",
    ]  # fmt: skip
    assert [one.what for one in figures if one.ceiling and one.ratio != one.value / one.ceiling] == []


def test_nothing_is_left_of_a_run(measured: tuple[Path, Report]) -> None:
    folder, _ = measured

    assert list(folder.iterdir()) == []


def test_a_terminated_run_removes_its_stores_and_ends_its_processes(tmp_path: Path) -> None:
    arguments = ["bench", "requests", "--folder", str(tmp_path)]
    bench = subprocess.Popen([Path(sys.executable).with_name("tavern"), *arguments], start_new_session=True)
    deadline = time.monotonic() + 20
    while not list(tmp_path.glob(".tavern-bench-*/requests.db")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    bench.terminate()

    assert bench.wait(20) == 143
    assert list(tmp_path.iterdir()) == []
    # Those that have ended stay in the group until their new parent has reaped them.
    while _are_there(bench.pid):
        assert time.monotonic() < deadline + 20
        time.sleep(0.01)


def _are_there(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_sections_are_measured_by_name_and_printed_in_words(tmp_path: Path) -> None:
    shown = tavern("bench", "replay", "--quick", "--folder", tmp_path).stdout

    assert "Reading a log" in shown
    assert "decoding alone" in shown
    assert "Requests over HTTP" not in shown


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (12_345.6, PER_SECOND, "12,346 a second"),
        (0.1234, MILLISECONDS, "0.123 ms"),
        (1_234.56, MILLISECONDS, "1,234.6 ms"),
        (1_234.56, MICROSECONDS, "1,235 µs"),
        (999.0, BYTES, "999 B"),
        (15_600.0, BYTES, "15.6 kB"),
        (0.1234, ANTES, "0.12 antes"),
    ],
)
def test_values_are_printed_with_as_many_digits_as_they_are_worth(value: float, unit: str, words: str) -> None:
    assert in_unit(value, unit) == words


def test_requests_are_compared_with_another_revision(tmp_path: Path) -> None:
    report = msgspec.convert(
        json_of(tavern("bench", "--quick", "--compare", "HEAD", "--folder", tmp_path, "--json")), Report
    )

    (section,) = report.sections
    assert section.name == "compare"
    assert len([one for one in section.figures if one.unit == MICROSECONDS]) == 4
    assert {one.beside for one in section.figures} == {"HEAD"}
    assert all(one.value > 0 and one.ceiling for one in section.figures)
    assert list(tmp_path.iterdir()) == []


def test_a_revision_that_does_not_exist_cannot_be_compared(tmp_path: Path) -> None:
    words = failure_of(tavern("bench", "--quick", "--compare", "no-such-revision", "--folder", tmp_path))

    assert words.startswith("Error: no-such-revision cannot be compared: ")


def test_the_game_that_is_measured_is_played_by_the_rules_to_the_end_of_a_round() -> None:
    game = evening()

    report = audit(CATALOGUE, game.lines)

    assert report.clean
    assert report.facts_only == []
    assert len(game.sent) >= 60
    assert len(game.lines) == len(game.sent) + game.seated


def test_what_everybody_sees_of_a_command_is_known_beforehand() -> None:
    game = evening()

    assert game.recorder.seen_by("public").version == game.seated + sum(sent.public for sent in game.sent)


def test_a_copy_of_a_table_is_as_true_a_log_as_the_first() -> None:
    copy = list(stores.copied(evening(), "another-table"))

    report = audit(CATALOGUE, copy)
    assert report.clean
    assert report.facts_only == []
    assert {CATALOGUE.codec.decode(line).table for line in copy} == {"another-table"}
    assert len(set(copy) & set(evening().lines)) == 0


async def test_a_store_is_filled_with_tables_that_a_server_can_go_on_with() -> None:
    store = MemoryStore()
    game = evening()

    tables = await stores.fill(store, game, 3)

    assert [info.table for info in await store.tables()] == tables
    for table in tables:
        kept: list[Stored] = list(await store.read(table))
        assert [stored.line for stored in kept] == list(stores.copied(game, table))
        token = await store.token_of(table, "seat:bri")
        assert token is not None
        assert await store.secret(table) == game.secret
    spans = [(span.round, span.first) for span in await store.rounds(tables[0], 0, 100)]
    begun = [n for n, line in enumerate(game.lines, start=1) if b'"type":"round_started"' in line]
    assert spans == list(enumerate(begun, start=1))

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from xml.sax.saxutils import unescape

import msgspec
import pytest

from events.store import Stored
from events.stores.memory import MemoryStore
from games.installed import CATALOGUE
from replays.audit import audit
from server.tables.log_reader import LogReader
from tests.tools.running import evening, failure_of, json_of, tavern
from tools.bench import stores
from tools.bench.picture import draw
from tools.bench.playing import FULL, play
from tools.bench.report import BYTES, MICROSECONDS, MILLISECONDS, PER_SECOND, Figure, Report, Section, figure, in_unit

SECTIONS = ["commands", "operations", "streams", "spectators", "replay", "memory", "startup", "history"]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report, Path]:
    """A quick run of everything: its folder, its report, its picture."""
    folder = tmp_path_factory.mktemp("bench")
    picture = folder.parent / "figures.svg"
    ran = tavern("bench", "--quick", "--folder", folder, "--json", "--plot", picture)
    return folder, msgspec.convert(json_of(ran), Report), picture


def figures(report: Report) -> list[Figure]:
    return [one for section in report.sections for one in section.figures]


def test_everything_is_measured_beside_its_ceiling(measured: tuple[Path, Report, Path]) -> None:
    _, report, _ = measured

    assert [section.name for section in report.sections] == SECTIONS
    assert [one.what for one in figures(report) if one.value < 0] == []
    assert {one.what for one in figures(report) if one.ceiling is None or one.ceiling <= 0} == {
        "answered to received by the last reader: maximum",
        "sent to received: p50",
        "sent to received: p99",
        "sent to received: maximum",
        "the server's processor",
        "deliveries that are missing",
        "objects of an evicted table, of 4",
        "memory for an evicted table, of 4",
    }
    assert [one.what for one in figures(report) if one.ceiling and one.ratio != one.value / one.ceiling] == []


def test_nothing_is_left_of_a_run(measured: tuple[Path, Report, Path]) -> None:
    folder, _, _ = measured

    assert list(folder.iterdir()) == []


def test_the_picture_has_a_bar_for_each_figure_with_a_ceiling(measured: tuple[Path, Report, Path]) -> None:
    _, report, picture = measured
    drawn = picture.read_text(encoding="utf-8")

    words = [unescape(text) for text in re.findall(r"<text [^>]*>([^<]*)</text>", drawn)]
    bars = [float(width) for width in re.findall(r'<rect [^>]*width="([\d.]+)" [^>]*fill="#2f7d6d"', drawn)]
    shown = [one.what for one in figures(report) if one.ceiling and one.value]
    assert [word for word in words if word in shown] == shown
    assert len(bars) == len(shown)
    assert all(0 <= bar <= 440 for bar in bars)


def test_a_terminated_run_removes_its_stores_and_ends_its_processes(tmp_path: Path) -> None:
    arguments = ["bench", "streams", "--quick", "--repeats", "1000", "--folder", str(tmp_path)]
    bench = subprocess.Popen([Path(sys.executable).with_name("tavern"), *arguments], start_new_session=True)
    deadline = time.monotonic() + 20
    while not list(tmp_path.glob(".tavern-bench-*/streams-1.db")):
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


@pytest.mark.parametrize(
    ("unit", "value", "ceiling", "share"),
    [
        (PER_SECOND, 50.0, 200.0, 0.25),
        (MILLISECONDS, 8.0, 2.0, 0.25),
        (BYTES, 8.0, 2.0, 0.25),
        (BYTES, 8.0, None, None),
    ],
)
def test_a_figure_s_share_is_how_near_it_comes_to_its_ceiling(
    unit: str, value: float, ceiling: float | None, share: float | None
) -> None:
    assert figure("something", value, unit, "a ceiling", ceiling).share == share


def test_a_full_bar_is_the_ceiling() -> None:
    section = Section(name="x", title="X", how="", figures=[figure("better", 3.0, MILLISECONDS, "a ceiling", 6.0)])
    report = Report(python="3.11", machine="x", cores=2, game="race", sections=[section])

    assert b'width="440.0"' in draw(report)


def test_sections_are_measured_by_name_and_printed_in_words(tmp_path: Path) -> None:
    shown = tavern("bench", "replay", "--quick", "--folder", tmp_path).stdout

    assert "Reading a log, and making views" in shown
    assert "decoding alone" in shown
    assert "Commands over HTTP" not in shown


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (12_345.6, PER_SECOND, "12,346 a second"),
        (0.1234, MILLISECONDS, "0.123 ms"),
        (1_234.56, MILLISECONDS, "1,234.6 ms"),
        (1_234.56, MICROSECONDS, "1,235 µs"),
        (999.0, BYTES, "999 B"),
        (15_600.0, BYTES, "15.6 kB"),
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
    assert len(section.figures) == 4
    assert {(one.beside, one.unit) for one in section.figures} == {("HEAD", MICROSECONDS)}
    assert all(one.value > 0 and one.ceiling for one in section.figures)
    assert list(tmp_path.iterdir()) == []


def test_a_revision_that_does_not_exist_cannot_be_compared(tmp_path: Path) -> None:
    words = failure_of(tavern("bench", "--quick", "--compare", "no-such-revision", "--folder", tmp_path))

    assert words.startswith("Error: no-such-revision cannot be compared: ")


def test_a_game_that_is_not_installed_cannot_be_measured(tmp_path: Path) -> None:
    words = failure_of(tavern("bench", "--game", "poker", "--folder", tmp_path))

    assert words.startswith("Error: no game 'poker' is installed here")


def test_a_picture_that_cannot_be_written_is_reported_in_one_line(tmp_path: Path) -> None:
    words = failure_of(tavern("bench", "replay", "--quick", "--folder", tmp_path, "--plot", tmp_path / "no" / "x.svg"))

    assert words == f"Error: {tmp_path}/no/x.svg cannot be written: no such file or directory"


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


def test_a_full_table_is_left_in_the_midst_of_a_round() -> None:
    game = play(CATALOGUE, "twentyone", 40, names=FULL, stop_early=True)

    assert game.recorder.table.running
    assert len(game.recorder.table.seats) == 12


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


async def test_a_long_table_is_read_from_its_snapshot() -> None:
    store = MemoryStore()
    game = play(CATALOGUE, "twentyone", 0, names=("Bri", "Odo"), rounds=3)

    table = await stores.fill_one(store, CATALOGUE, game)

    fold = await LogReader(store, CATALOGUE).start(table, "seat:bri", len(game.lines))
    assert fold.since == len(game.lines)
    assert fold.table == game.recorder.seen_by("seat:bri")

"""An audit in segments: wherever a log is cut, its report is the same, and few lines are held at a time."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, ClassVar

import pytest

from games.deciding.catalogue import Catalogue
from games.installed import CATALOGUE
from replays.audit import Report, audit
from replays.rerun import RecordedDealer
from replays.segments import Cutter, LogChanged, Segment, SegmentReport, with_lines
from tests.replays.logs import event, forged, race_evening
from tests.replays.test_audit import COINS
from tests.replays.test_audit import LINES as BANK
from tests.tools.running import evening
from tests.toys.catalogue import TOYS

WHOLE = 1_000_000
EVENING = list(evening().lines)
RACE = race_evening().lines


def unbalanced(entry: dict[str, Any]) -> None:
    entry["events"].append({**COINS, "amount_cp": -5, "owed_cp": None, "note": ""})


LOGS: dict[str, tuple[Catalogue, Sequence[bytes]]] = {
    "clean": (CATALOGUE, EVENING),
    "running round": (TOYS, BANK),
    "a salt forged": (CATALOGUE, forged(EVENING, 30, lambda entry: entry.update(salt="00"))),
    "an entry forged": (TOYS, forged(BANK, 5, unbalanced)),
    "an entry that cannot be folded": (TOYS, forged(BANK, 6, lambda entry: event(entry, "die_revealed").update(n=7))),
    "a line missing": (CATALOGUE, [*EVENING[:40], *EVENING[41:]]),
    "a line unreadable": (CATALOGUE, [*EVENING[:25], b'{"half', *EVENING[26:]]),
    "a byte changed": (CATALOGUE, [*EVENING[:20], EVENING[20].replace(b'"v":1', b'"v":9', 1), *EVENING[21:]]),
    "cut off in a line": (CATALOGUE, [*EVENING[:50], EVENING[50][:-9]]),
    "relabelled from the middle on": (CATALOGUE, forged(EVENING, 33, lambda entry: entry.update(rules=0))),
    "two entries exchanged": (CATALOGUE, [*EVENING[:35], EVENING[36], EVENING[35], *EVENING[37:]]),
}


@pytest.mark.parametrize("length", [1, 7])
@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("rerun", [True, False])
def test_a_log_that_is_cut_into_segments_has_the_report_of_the_whole(name: str, length: int, rerun: bool) -> None:
    catalogue, lines = LOGS[name]

    whole = audit(catalogue, lines, rerun=rerun, length=WHOLE)

    assert audit(catalogue, lines, rerun=rerun, length=length) == whole


def test_the_damaged_and_forged_logs_have_findings() -> None:
    clean = {name for name, (catalogue, lines) in LOGS.items() if audit(catalogue, lines).clean}

    assert clean == {"clean", "running round"}


def segments_of(catalogue: Catalogue, lines: Sequence[bytes], length: int) -> list[tuple[int, int]]:
    cutter = Cutter(catalogue, length)
    for seq, line in enumerate(lines, 1):
        cutter.take(catalogue.codec.decode(line, seq), line)
    return [(segment.first, segment.last) for segment in cutter.segments()]


def test_a_log_is_cut_between_rounds_and_its_segments_follow_one_another() -> None:
    segments = segments_of(CATALOGUE, EVENING, 7)

    assert len(segments) > 2
    assert [first for first, _ in segments] == [1, *(last + 1 for _, last in segments[:-1])]
    assert segments[-1][1] == len(EVENING)
    table = CATALOGUE.folding.blank("bench")
    ends = {last for _, last in segments[:-1]}
    for seq, line in enumerate(EVENING, 1):
        CATALOGUE.folding.fold_entry(table, CATALOGUE.codec.decode(line, seq))
        assert not (seq in ends and table.running)


class Line(bytes):
    """A line that counts how many of them there are."""

    alive: ClassVar[int] = 0
    most: ClassVar[int] = 0

    def __new__(cls, line: bytes) -> "Line":
        Line.alive += 1
        Line.most = max(Line.most, Line.alive)
        return super().__new__(cls, line)

    def __del__(self) -> None:
        Line.alive -= 1


class Streamed:
    """Lines that are made as they are asked for."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self.lines = lines
        self.times = 0

    def __iter__(self) -> Iterator[bytes]:
        self.times += 1
        return map(Line, self.lines)


def test_an_audit_reads_a_log_twice_and_holds_the_lines_of_only_one_segment() -> None:
    length = 8
    longest = max(last - first + 1 for first, last in segments_of(CATALOGUE, EVENING, length))
    streamed = Streamed(EVENING)
    Line.alive = Line.most = 0

    report = audit(CATALOGUE, streamed, length=length)

    assert report == audit(CATALOGUE, EVENING)
    assert streamed.times == 2
    assert longest < len(EVENING) / 2
    # The segment before may still be held while the next is read.
    assert Line.most <= 2 * longest + 2


def test_a_log_that_changes_between_the_two_readings_is_not_reported_on() -> None:
    def changed(times: int) -> list[bytes]:
        return EVENING if times == 1 else [*EVENING[:30], EVENING[30] + b" ", *EVENING[31:]]

    class Changing:
        times = 0

        def __iter__(self) -> Iterator[bytes]:
            self.times += 1
            return iter(changed(self.times))

    with pytest.raises(LogChanged, match="have changed while they were audited"):
        audit(CATALOGUE, Changing(), length=8)


def test_nothing_is_re_run_behind_an_entry_that_cannot_be_folded() -> None:
    handed: list[int] = []

    def rerunning(
        dealer: RecordedDealer, segments: Sequence[Segment], lines: Iterable[bytes], run: bool
    ) -> Generator[SegmentReport]:
        for segment, own in with_lines(segments, lines):
            handed.append(len(own))
            broken = segment.first if segment.first > 1 else None
            yield SegmentReport(broken=broken)

    report: Report = audit(CATALOGUE, EVENING, rerunning=rerunning, length=8)

    assert len(handed) == 2
    assert report.facts_only[-1].last == len(EVENING)

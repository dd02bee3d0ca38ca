"""Re-running a log in segments: each begins with the table as the entries before it folded, and stands for itself.

So a log of any length is re-run with little memory, and by several processes, with the same findings.
"""

import copy
import hashlib
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec

from events.audience import HOUSE
from events.entry import Entry
from events.event import Event
from events.table_events import TableOpened
from games.deciding.authority import CLOCK
from games.deciding.catalogue import Catalogue
from projections.game import AnyTable
from replays.findings import Finding, NotRun, Where
from replays.rerun import FORGERIES, CannotFold, RecordedDealer, Rerunner

LENGTH: Final = 1_024
"""After so many entries, the next segment begins between two rounds."""
_SALT: Final = re.compile(r"([0-9a-f]{2}){16,}")

Rules = dict[str, int]
"""The version of the rules that decided a game's newest entry, by game."""


class LogChanged(Exception):
    """The log is another one than before, while it is audited."""

    code = "log_changed"


class Segment(msgspec.Struct, kw_only=True):
    """The entries from `first` to `last` of a log, the `table` before them, and the `rules` of those before them.

    `digest` is the SHA-256 of all lines up to the last.
    """

    first: int
    last: int
    table: AnyTable
    rules: Rules
    digest: bytes


class SegmentReport(msgspec.Struct, kw_only=True):
    """The result for a segment. `not_run` has the seqs of entries that were not re-run, and why.

    Where an entry cannot be folded, nothing behind it counts: `broken` is its seq.
    """

    same_again: int = 0
    findings: list[Finding] = []
    not_run: list[tuple[int, NotRun]] = []
    broken: int | None = None


class Cutter:
    """Folds a log's entries, and cuts the log into segments of about `length` entries between rounds."""

    def __init__(self, catalogue: Catalogue, length: int = LENGTH) -> None:
        self._catalogue = catalogue
        self._length = length
        self._table: AnyTable | None = None
        self._rules: Rules = {}
        self._done: list[Segment] = []
        self._begin: Segment | None = None
        self._hash = hashlib.sha256()
        self._folds = True

    def take(self, entry: Entry[Event], line: bytes) -> None:
        """Take the log's next entry."""
        table = self._table
        if table is None:
            table = self._table = self._catalogue.folding.blank(entry.table)
        if self._begin is None:
            self._begin = Segment(
                first=entry.seq, last=entry.seq, table=copy.deepcopy(table), rules=dict(self._rules), digest=b""
            )
        self._hash.update(line)
        self._begin.last = entry.seq
        self._rules[entry.game] = entry.rules
        if self._folds:
            self._fold(table, entry)
        if self._folds and not table.running and entry.seq - self._begin.first + 1 >= self._length:
            self._cut()

    def _fold(self, table: AnyTable, entry: Entry[Event]) -> None:
        try:
            self._catalogue.folding.fold_entry(table, entry)
        except FORGERIES:
            # No segment can begin behind it.
            self._folds = False

    def _cut(self) -> None:
        if self._begin is not None:
            self._begin.digest = self._hash.digest()
            self._done.append(self._begin)
            self._begin = None

    def segments(self) -> list[Segment]:
        """The segments of the entries so far."""
        self._cut()
        return self._done


Rerunning = Callable[[RecordedDealer, Sequence[Segment], Iterable[bytes], bool], Generator[SegmentReport]]
"""Re-runs segments of a log with these lines, or only folds them (False); the reports come in order."""


def one_after_the_other(catalogue: Catalogue) -> Rerunning:
    """Re-running in this process."""

    def rerun(
        dealer: RecordedDealer, segments: Sequence[Segment], lines: Iterable[bytes], run: bool
    ) -> Generator[SegmentReport]:
        for segment, own in with_lines(segments, lines):
            yield rerun_segment(catalogue, dealer, segment, own, run=run)

    return rerun


def with_lines(segments: Iterable[Segment], lines: Iterable[bytes]) -> Iterator[tuple[Segment, list[bytes]]]:
    """Each segment with its lines, from those of the whole log. Raises `LogChanged`."""
    left, digest = iter(lines), hashlib.sha256()
    for segment in segments:
        own = list(islice(left, segment.last - segment.first + 1))
        for line in own:
            digest.update(line)
        if digest.digest() != segment.digest:
            raise LogChanged(f"entries {segment.first} to {segment.last} have changed while they were audited")
        yield segment, own


def rerun_segment(
    catalogue: Catalogue, dealer: RecordedDealer, segment: Segment, lines: Sequence[bytes], *, run: bool
) -> SegmentReport:
    """Re-run the commands of a segment; without `run`, only fold it."""
    report = SegmentReport()
    found = report.findings
    rules = dict(segment.rules)
    unbalanced_cp = sum(segment.table.accounts.values())
    rerunner = Rerunner(catalogue, segment.table.table, dealer, segment.table)
    for seq, line in enumerate(lines, segment.first):
        entry, where = catalogue.codec.decode(line, seq), Where(seq, seq)
        found.extend(_judge_rules(rules, where, entry, rerunner.table))
        try:
            outcome = rerunner.take(entry, line, run=run)
        except CannotFold as broken:
            found.append(where.wrong("cannot_fold", str(broken)))
            report.broken = seq
            break
        if outcome.code is not None:
            report.not_run.append((seq, NotRun(outcome.code, outcome.detail)))
        elif outcome.result == "same":
            report.same_again += 1
        else:
            found.append(where.wrong("rerun_differs", outcome.detail))
        balance_cp = sum(rerunner.table.accounts.values())
        if balance_cp not in (0, unbalanced_cp):
            detail = f"the accounts add up to {balance_cp} cp from here on, expected 0"
            found.append(where.wrong("unbalanced", detail))
        unbalanced_cp = balance_cp
    return report


def _judge_rules(before: Rules, where: Where, entry: Entry[Event], table: AnyTable) -> Iterator[Finding]:
    """Under which rules an entry was decided, and facts that a re-run does not check.

    `before` has the rules of the entries before it, by game, and `table` is the table before it.
    """
    opened = next((event.game for event in entry.events if isinstance(event, TableOpened)), None)
    expected = table.game or opened
    if entry.game != expected:
        detail = f"it claims to be decided by the rules of {entry.game}, at a table of {expected}"
        yield where.wrong("wrong_rules", detail)
    if entry.rules < before.get(entry.game, entry.rules):
        detail = f"its rules (version {entry.rules}) are older than those before it"
        yield where.wrong("wrong_rules", detail)
    before[entry.game] = entry.rules
    if not _SALT.fullmatch(entry.salt):
        yield where.wrong("bad_salt", "its salt is not at least 16 bytes in hex")
    if entry.actor in (CLOCK, HOUSE) and (table.deadline is None or entry.at < table.deadline):
        detail = f"{entry.actor} acts at {entry.at}, but the deadline is {table.deadline or 'none'}"
        yield where.wrong("clock_early", detail)

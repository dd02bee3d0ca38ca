"""The audit of a log: is it complete and unchanged, do coins and dice add up, do its commands re-run to the same bytes?

After a finding, the audit continues with everything that can still be checked, so one report names all findings.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from events.accounts import UNBOUNDED
from events.audience import HOUSE
from events.codec import UnreadableEntry, read_head
from events.entry import GENESIS, Entry, line_hash
from events.event import Event
from events.table_events import CoinsMoved, TableOpened
from games.authority import CLOCK
from games.catalogue import Catalogue
from projections.game import AnyTable
from replays.beside import BesideLog, judge
from replays.export import Header
from replays.fairness import Fairness
from replays.findings import Code, Finding, NotRun, NotRunCode, Where
from replays.integrity import LogClaim
from replays.rerun import CannotFold, RecordedDealer, Rerunner
from replays.signing import flaw_of

_SHOWN: Final = 16
_SALT: Final = re.compile(r"([0-9a-f]{2}){16,}")
_TIME: Final = re.compile(r"\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d\.\d{3}Z")


_OF_LINES: Final = frozenset({"unreadable", "truncated", "not_as_headed", "wrong_table", "seq_gap", "chain_broken"})
"""Findings about missing or changed lines."""


class FactsOnly(msgspec.Struct, kw_only=True):
    """Entries from `first` to `last` (seqs) whose commands were not re-run, and why: a code, and the reason in words.

    `running`: they belong to a round that is not over, whose seed is in no log.
    """

    first: int
    last: int
    code: NotRunCode
    why: str
    running: bool = False


class Report(msgspec.Struct, kw_only=True):
    """The result of an audit: the size of the log, how many commands re-ran to the same bytes, and the findings."""

    table: str
    entries: int = 0
    events: int = 0
    rounds: int = 0
    same_again: int = 0
    facts_only: list[FactsOnly] = []
    findings: list[Finding] = []

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    @property
    def undoubted(self) -> int:
        """The number of lines before the first missing or changed one; if two do not fit together, neither counts."""
        places = [
            finding.line - 1 - (finding.code == "chain_broken")
            for finding in self.findings
            if finding.code in _OF_LINES
        ]
        return max(0, min([self.entries, *places]))

    @property
    def verified(self) -> bool:
        """Whether every command was re-run, except those of a running round."""
        return all(facts.running for facts in self.facts_only)


class _Read(msgspec.Struct, frozen=True):
    """A line that is an entry."""

    where: Where
    line: bytes
    entry: Entry[Event]


class _Links:
    """Follows the chain of lines: table, seq, time and the previous hash.

    Up to `whole` (a seq) no line is missing or unreadable; later entries cannot be folded.
    """

    def __init__(self, catalogue: Catalogue, table: str | None) -> None:
        self._codec = catalogue.codec
        self._at = ""
        self._lines = 0
        self.table = table
        self.seq = 0
        self.head = GENESIS
        self.whole = 0

    def take(self, line: bytes, found: list[Finding]) -> _Read | None:
        """Check a line's links; None if it is not an entry."""
        self._lines += 1
        prev, self.head = self.head, line_hash(line)
        try:
            entry = self._codec.decode(line, self.seq + 1)
        except UnreadableEntry as error:
            found.append(self._unreadable(line, error))
            return None
        where = Where(self._lines, entry.seq)
        found.extend(self._wrong(where, entry, prev))
        if self.whole + 1 == entry.seq == self._lines:
            self.whole = entry.seq
        self.seq, self._at = entry.seq, entry.at
        return _Read(where, line, entry)

    def _unreadable(self, line: bytes, error: UnreadableEntry) -> Finding:
        try:
            seq = self.seq = read_head(line).seq or self.seq + 1
            return Where(self._lines, seq).wrong("unreadable", error.reason)
        except UnreadableEntry:
            self.seq += 1
            return Where(self._lines, None).wrong("unreadable", error.reason)

    def _wrong(self, where: Where, entry: Entry[Event], prev: str) -> Iterator[Finding]:
        if self.table is None:
            self.table = entry.table
        elif entry.table != self.table:
            yield where.wrong("wrong_table", f"it belongs to table {entry.table}, not {self.table}")
        if entry.seq != self.seq + 1:
            yield where.wrong("seq_gap", f"its seq is {entry.seq}, expected {self.seq + 1}")
        elif entry.prev != prev:
            yield where.wrong("chain_broken", self._broken(entry, prev))
        if not _TIME.fullmatch(entry.at):
            yield where.wrong("bad_time", f"its time {entry.at!r} is not an RFC 3339 time in UTC with milliseconds")
        elif entry.at < self._at:
            yield where.wrong("time_goes_back", f"its time {entry.at} is before the previous entry's {self._at}")

    def _broken(self, entry: Entry[Event], prev: str) -> str:
        if entry.seq == 1:
            return f"its prev is {_short(entry.prev)}, that of a first entry is {_short(GENESIS)}"
        said, found = _short(entry.prev), _short(prev)
        missing = "" if entry.v == 1 else ", or entries between them are missing"
        return f"its prev is {said}, but entry {self.seq} hashes to {found}: one of the two was changed{missing}"


def _short(digest: str) -> str:
    """The beginning of a hash, enough to recognise it."""
    return f"{digest[:_SHOWN]}…" if len(digest) > _SHOWN else repr(digest)


def _judge_rules(
    before: dict[str, tuple[int, int]], where: Where, entry: Entry[Event], table: AnyTable
) -> Iterator[Finding]:
    """Under which rules an entry was decided, and facts that a re-run does not check.

    `before` has the rules of the entries before it, by game, and `table` is the table before it.
    """
    opened = next((event.game for event in entry.events if isinstance(event, TableOpened)), None)
    expected = table.game or opened
    if entry.game != expected:
        detail = f"it claims to be decided by the rules of {entry.game}, at a table of {expected}"
        yield where.wrong("wrong_rules", detail)
    edition, rules = before.get(entry.game, (entry.edition, entry.rules))
    if entry.edition < edition or entry.rules < rules:
        detail = f"its rules (edition {entry.edition}, version {entry.rules}) are older than those before it"
        yield where.wrong("wrong_rules", detail)
    before[entry.game] = (entry.edition, entry.rules)
    if not _SALT.fullmatch(entry.salt):
        yield where.wrong("bad_salt", "its salt is not at least 16 bytes in hex")
    if entry.actor in (CLOCK, HOUSE) and (table.deadline is None or entry.at < table.deadline):
        detail = f"{entry.actor} acts at {entry.at}, but the deadline is {table.deadline or 'none'}"
        yield where.wrong("clock_early", detail)


def _judge_coins(balances: dict[str, int], where: Where, entry: Entry[Event]) -> Iterator[Finding]:
    """Whether every payer has what it pays; `balances` follows each coin from its payer to its payee."""
    for event in entry.events:
        if not isinstance(event, CoinsMoved):
            continue
        payer, amount_cp = event.payer, event.amount_cp
        if amount_cp < 0:
            detail = f"{amount_cp} cp move from {payer} to {event.payee} ({event.reason})"
            yield where.wrong("bad_amount", detail)
        had_cp = balances.get(payer, 0)
        balances[payer] = had_cp - amount_cp
        balances[event.payee] = balances.get(event.payee, 0) + amount_cp
        if had_cp < amount_cp and payer not in UNBOUNDED:
            yield where.wrong("purse_negative", f"{payer} pays {amount_cp} cp ({event.reason}) but has {had_cp} cp")


def audit(
    catalogue: Catalogue,
    lines: Sequence[bytes],
    *,
    table: str | None = None,
    header: Header | None = None,
    claim: LogClaim | None = None,
    beside: BesideLog | None = None,
    rerun: bool = True,
) -> Report:
    """Audit a log's lines. `table` is the expected table (default: the header's, or the first entry's).

    `claim` is what the store says about the log, and `beside` what it keeps with it; an export has its header's claim,
    and nothing beside it. With `rerun` False no command is re-run: only the chain, coins and dice are checked, and that
    the events fold.
    """
    report = Report(table="", entries=len(lines))
    found = report.findings
    links = _Links(catalogue, table or (header.table if header else None))
    balances: dict[str, int] = {}
    fairness = Fairness()
    entries: list[_Read] = []
    for line in lines:
        read = links.take(line, found)
        if read is None:
            continue
        entries.append(read)
        if len(entries) == links.whole:
            found.extend(_judge_coins(balances, read.where, read.entry))
        found.extend(fairness.take(read.where, read.entry))
        report.events += len(read.entry.events)
    report.table, report.rounds = links.table or "", fairness.rounds
    if header is not None:
        claim = LogClaim("the header", header.entries, header.head)
        found.extend(_wrong_with(header, len(lines)))
    _judge_the_end(report, lines, links.head, claim)
    if beside is not None and links.whole == len(lines):
        found.extend(judge(beside, lines))
    _run_again(catalogue, report, entries, links.whole, rerun)
    if links.whole < links.seq:
        lost = links.whole + 1
        _not_run(report, lost, links.seq, NotRun("line_missing", f"entry {lost} is missing or unreadable"))
    found.sort(key=lambda finding: finding.line)
    return report


def _wrong_with(header: Header, lines: int) -> Iterator[Finding]:
    """Findings about an export's header."""
    if flaw := flaw_of(header):
        yield Where(0, None).wrong("bad_signature", f"the header was changed since it was signed: {flaw}")
    if damage := header.damage:
        detail = f"the log was damaged at entry {damage.seq} when it was exported: {damage.reason}"
        yield Where(lines, None).wrong("damaged", detail)


def _judge_the_end(report: Report, lines: Sequence[bytes], head: str, claim: LogClaim | None) -> None:
    found, end = report.findings, Where(len(lines), None)
    last = found[-1] if found else None
    if last and last.code == "unreadable" and last.line == len(lines) and not lines[-1].endswith(b"}"):
        found[-1] = end.wrong("truncated", f"the log ends in the middle of a line: {last.detail}")
    if claim is None:
        return
    if len(lines) != claim.entries:
        code: Code = "truncated" if len(lines) < claim.entries else "not_as_headed"
        found.append(end.wrong(code, f"{claim.by} says {claim.entries} entries, and there are {len(lines)}"))
    elif claim.head is not None and head != claim.head:
        detail = f"the last line hashes to {_short(head)}, and {claim.by} says {_short(claim.head)}"
        found.append(end.wrong("not_as_headed", detail))


def _run_again(catalogue: Catalogue, report: Report, entries: list[_Read], whole: int, rerun: bool) -> None:
    found = report.findings
    own = entries[0].entry.table if entries else report.table
    rerunner = Rerunner(catalogue, own, RecordedDealer(read.entry for read in entries))
    unbalanced_cp = 0
    rules: dict[str, tuple[int, int]] = {}
    for read in entries[:whole]:
        seq = read.entry.seq
        found.extend(_judge_rules(rules, read.where, read.entry, rerunner.table))
        try:
            outcome = rerunner.take(read.entry, read.line, run=rerun)
        except CannotFold as broken:
            found.append(read.where.wrong("cannot_fold", str(broken)))
            _not_run(report, seq, whole, NotRun("cannot_fold", f"entry {seq} cannot be folded"))
            return
        if outcome.code is not None:
            _not_run(report, seq, seq, NotRun(outcome.code, outcome.detail))
        elif outcome.result == "same":
            report.same_again += 1
        else:
            found.append(read.where.wrong("rerun_differs", outcome.detail))
        balance_cp = sum(rerunner.table.accounts.values())
        if balance_cp not in (0, unbalanced_cp):
            detail = f"the accounts add up to {balance_cp} cp from here on, expected 0"
            found.append(read.where.wrong("unbalanced", detail))
        unbalanced_cp = balance_cp


def _not_run(report: Report, first: int, last: int, reason: NotRun) -> None:
    before = report.facts_only[-1] if report.facts_only else None
    if before and before.why == reason.why and before.last + 1 == first:
        before.last = last
        return
    running = reason.code == "round_running"
    report.facts_only.append(FactsOnly(first=first, last=last, code=reason.code, why=reason.why, running=running))

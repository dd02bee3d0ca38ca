"""The audit of a log: is it complete and unchanged, are coins and dice right, do its commands re-run to the same bytes?

After a finding, the audit continues with everything that can still be checked, so one report names all findings. The
log is read twice, line by line: first to check its entries, then to re-run them segment by segment.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Final

import msgspec

from events.accounts import UNBOUNDED
from events.entry import Entry, line_hash
from events.event import Event
from events.table_events import CoinsMoved
from games.deciding.catalogue import Catalogue
from replays.export import Header
from replays.fairness import Fairness
from replays.findings import Code, Finding, NotRun, NotRunCode, Where
from replays.integrity import LogClaim
from replays.links import Links, short
from replays.rerun import RecordedDealer
from replays.segments import LENGTH, Cutter, Rerunning, one_after_the_other
from replays.side_records import SideRecords, SideRecordsCheck
from replays.signing import flaw_of

_OF_LINES: Final = frozenset({"unreadable", "truncated", "not_as_headed", "wrong_table", "chain_broken"})
"""Findings about missing or changed lines."""


class FactsOnly(msgspec.Struct, kw_only=True):
    """Entries from `first` to `last` (seqs) whose commands were not re-run, and why: a code, and the reason in words.

    `running`: they belong to a running round, whose seed no log contains.
    """

    first: int
    last: int
    code: NotRunCode
    why: str
    running: bool = False


class Report(msgspec.Struct, kw_only=True):
    """The result of an audit: the log's size, how many commands re-ran to the same bytes, and the findings."""

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
    lines: Iterable[bytes],
    *,
    table: str | None = None,
    header: Header | None = None,
    claim: LogClaim | None = None,
    side_records: SideRecords | None = None,
    rerun: bool = True,
    rerunning: Rerunning | None = None,
    length: int = LENGTH,
) -> Report:
    """Audit a log's lines, which are read twice. `table` is the expected table (default: the header's, or the first
    entry's).

    `claim` is what the store says about the log, and `side_records` what it keeps with it; an export has its header's
    claim, and no side records. If `rerun` is False, no commands are re-run: only the chain, coins and dice are checked,
    and that the events fold. `rerunning` may spread segments, of about `length` entries, over processes. Raises
    `LogChanged`.
    """
    report = Report(table="")
    found = report.findings
    links = Links(catalogue, table or (header.table if header else None))
    balances: dict[str, int] = {}
    fairness = Fairness()
    dealer = RecordedDealer()
    cutter = Cutter(catalogue, length)
    check = None if side_records is None else SideRecordsCheck(side_records)
    newest = b""
    for line in lines:
        newest = line
        if check is not None:
            check.take(line)
        read = links.take(line, found)
        if read is None:
            continue
        entry = read.entry
        if links.lines == 1:
            fairness.opening = line_hash(line)
        dealer.note(entry)
        if links.lines == links.whole:
            found.extend(_judge_coins(balances, read.where, entry))
            cutter.take(entry, line)
        found.extend(fairness.take(read.where, entry))
        report.events += len(entry.events)
    report.table, report.entries, report.rounds = links.table or "", links.lines, fairness.rounds
    if header is not None:
        claim = LogClaim("the header", header.entries, header.head)
        found.extend(_wrong_with(header, links.lines))
    _judge_the_end(report, newest, links.head, claim)
    if check is not None and links.whole == links.lines:
        found.extend(check.findings())
    _run_again(report, cutter, dealer, lines, rerun, rerunning or one_after_the_other(catalogue))
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


def _judge_the_end(report: Report, newest: bytes, head: str, claim: LogClaim | None) -> None:
    found, count = report.findings, report.entries
    end = Where(count, None)
    last = found[-1] if found else None
    if last and last.code == "unreadable" and last.line == count and not newest.endswith(b"}"):
        found[-1] = end.wrong("truncated", f"the log ends in the middle of a line: {last.detail}")
    if claim is None:
        return
    if count != claim.entries:
        code: Code = "truncated" if count < claim.entries else "not_as_headed"
        found.append(end.wrong(code, f"{claim.by} says {claim.entries} entries, and there are {count}"))
    elif claim.head is not None and head != claim.head:
        detail = f"the last line hashes to {short(head)}, and {claim.by} says {short(claim.head)}"
        found.append(end.wrong("not_as_headed", detail))


def _run_again(
    report: Report, cutter: Cutter, dealer: RecordedDealer, lines: Iterable[bytes], rerun: bool, rerunning: Rerunning
) -> None:
    segments = cutter.segments()
    with closing(rerunning(dealer, segments, lines, rerun)) as reports:
        for one in reports:
            report.same_again += one.same_again
            report.findings.extend(one.findings)
            for seq, reason in one.not_run:
                _not_run(report, seq, seq, reason)
            if one.broken is not None:
                reason = NotRun("cannot_fold", f"entry {one.broken} cannot be folded")
                _not_run(report, one.broken, segments[-1].last, reason)
                return


def _not_run(report: Report, first: int, last: int, reason: NotRun) -> None:
    before = report.facts_only[-1] if report.facts_only else None
    if before and before.why == reason.why and before.last + 1 == first:
        before.last = last
        return
    running = reason.code == "round_running"
    report.facts_only.append(FactsOnly(first=first, last=last, code=reason.code, why=reason.why, running=running))

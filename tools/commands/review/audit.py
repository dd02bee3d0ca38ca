"""`tavern audit`: whether a log is complete, honest, and reproducible byte for byte."""

import os
from collections import deque
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import cache, partial
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import Console

from games.installed import CATALOGUE
from replays.audit import Report, audit
from replays.rerun import RecordedDealer
from replays.segments import LogChanged, Rerunning, Segment, SegmentReport, rerun_segment, with_lines
from tools.backups.heads import BrokenHead, Head, check_heads, read_heads
from tools.commands.review.proof_audit import audit_proof
from tools.commands.review.proofs import proof_at
from tools.console import Text, console, grid
from tools.failures import Failure, failing_on
from tools.output import print_json
from tools.progress import progress_bar
from tools.records import Comparison, Record, compare, read_record
from tools.sources.finding import choose_table, name_of, open_source
from tools.sources.source import Source
from tools.store_argument import store_argument
from tools.wording import counted

_FOUND: Final = 1
_UNVERIFIED: Final = 3
_WORTH_PROCESSES: Final = 4_000_000
"""Logs of this size, in bytes, take longer to audit in one process than to start others."""

_KEPT_OPEN: Final = ExitStack()
"""The store of a worker process."""


class Audited(msgspec.Struct, frozen=True):
    """The result for one table: its name, its report, and the comparison with a record, if there is one."""

    name: str
    report: Report
    comparison: Comparison | None


def _cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command("audit")
@store_argument("[STORE-EXPORT-OR-PROOF]")
@click.option("--table", "-t", metavar="TABLE", help="One table, by id or name. [default: all]")
@click.option("--rerun/--no-rerun", default=True, show_default=True, help="Re-run every command (slower).")
@click.option(
    "--record",
    "-r",
    "record_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A record of what a viewer was shown (JSON Lines), with which the logs must agree.",
)
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(min=1),
    default=_cores,
    show_default="all processors",
    help="How many processes to use for long logs.",
)
@click.option(
    "--luck", metavar="SEAT=WORD", multiple=True, help="In a proof: the luck word that a seat had (may be repeated)."
)
@click.option(
    "--heads",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A file of published heads (JSON Lines), which must be in the logs.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    context: click.Context,
    store: str,
    table: str | None,
    rerun: bool,
    record_file: Path | None,
    jobs: int,
    luck: tuple[str, ...],
    heads: Path | None,
    as_json: bool,
) -> None:
    """Check that a log, or the proof of a round, is complete and honest, and follows the rules.

    STORE-EXPORT-OR-PROOF is a store, which a server may have open, an exported log, the proof of an unsealed round, or
    - for an export or a proof on standard input.

    A proof is checked as verify.py does; then its round is re-run, rules and dice, from the table as everybody saw it
    when the round began.

    The audit checks the chain of hashes, the order of entries and times, that accounts balance and no purse goes below
    zero, that every die follows from a seed that was committed to before its round, and that re-running every command
    gives the same bytes. In a store it also checks that the table's secret leads to the published roots, and that the
    index of rounds agrees with the log. Every finding names its entry and says what is wrong.

    A log whose end was cut off looks complete. --heads detects this: the file, from tavern tables --heads or tavern
    backup --follow, lists entries that there were.

    The exit status is 0 if nothing is wrong, 1 if something is, and 2 if the log cannot be read at all. It is 3 if
    nothing is wrong, but some commands could not be re-run, such as those decided by other rules.

    \b
    Examples:
      tavern audit tavern.db
      tavern audit evening.jsonl --json
      tavern audit proof.json
    """
    if (proof := proof_at(store)) is not None:
        context.exit(audit_proof(proof, luck, record_file, rerun=rerun, as_json=as_json))
    if luck:
        raise Failure(f"--luck is for a proof, and {store} is not one")
    record = None if record_file is None else read_record(record_file)
    source = open_source(store)
    context.with_resource(source.kept_open())
    tables = source.tables()
    if table is not None:
        chosen = choose_table(source, CATALOGUE, table)
        tables = {chosen: tables[chosen]}
    published = _heads_in(heads, None if table is None else tables)
    if not tables and not published:
        raise Failure(f"there are no tables in {source.name} yet")
    out = console()
    broken = check_heads(source, published)
    reports: list[Report] = []
    compared: list[Comparison] = []
    with closing(_audited(source, tables, jobs, rerun, record)) as audits:
        for audited in audits:
            reports.append(audited.report)
            if audited.comparison is not None:
                compared.append(audited.comparison)
            if not as_json:
                print_report(out, audited.report, audited.name, audited.comparison)
    clean = not broken and all(report.clean for report in reports) and not any(one.wrong for one in compared)
    verified = all(report.verified for report in reports)
    audited_here = {one.table for one in compared}
    elsewhere = sum(lines.count(b"\n") + 1 for name, lines in (record or {}).items() if name not in audited_here)
    if as_json:
        answer: dict[str, object] = {"clean": clean, "verified": verified, "tables": reports}
        answer |= {} if heads is None else {"heads": len(published), "broken_heads": broken}
        if record is not None:
            answer |= {"record": compared, "lines_of_other_tables": elsewhere}
        print_json(answer)
    else:
        _print_heads(out, published, broken)
        _print_rest(out, reports, elsewhere)
    context.exit(_FOUND if not clean else 0 if verified or not rerun else _UNVERIFIED)


def _heads_in(path: Path | None, tables: Mapping[str, int] | None) -> list[Head]:
    """The published heads in a file, if there is one: all, or those of these tables."""
    heads = [] if path is None else read_heads(path)
    return heads if tables is None else [head for head in heads if head.table in tables]


def _print_heads(out: Console, published: Sequence[Head], broken: Sequence[BrokenHead]) -> None:
    for one in broken:
        out.print(Text(f"✗ {one.table}: {one.detail}", "bad"), soft_wrap=True)
    if published and not broken:
        out.print(Text(f"✓ {counted(len(published), 'published head')} in the logs", "good"))


def _audited(
    source: Source, tables: Mapping[str, int], jobs: int, rerun: bool, record: Record | None
) -> Generator[Audited]:
    """Audit tables and yield the results in order; long audits show a progress bar and use several cores."""
    with progress_bar() as progress:
        task = progress.add_task("auditing", total=len(tables))
        total = sum(tables.values())
        if jobs == 1 or total < _WORTH_PROCESSES:
            for table in tables:
                audited = audit_one(source, table, rerun, record, None)
                progress.advance(task)
                yield audited
            return
        found: dict[str, Audited] = {}
        remaining = deque(tables)
        for table, audited in _by_processes(source, tables, jobs, rerun, record):
            progress.advance(task)
            found[table] = audited
            while remaining and remaining[0] in found:
                yield found.pop(remaining.popleft())


def _by_processes(
    source: Source, tables: Mapping[str, int], jobs: int, rerun: bool, record: Record | None
) -> Generator[tuple[str, Audited]]:
    """Audit tables. All processes share a table that is longer than their average share; the others get one each."""
    # Most logs are too short for that, and load neither.
    from server.workers import at_work
    from tools.sources.store_file import StoreFile

    share = sum(tables.values()) // jobs
    # The longest tables first, so that none of them is left for the end.
    others = sorted(tables, key=tables.__getitem__, reverse=True)
    while others and (not isinstance(source, StoreFile) or tables[others[0]] > max(share, _WORTH_PROCESSES)):
        table = others.pop(0)
        yield table, audit_one(source, table, rerun, record, spread(jobs) if rerun else None)
    if others and isinstance(source, StoreFile):
        with at_work(partial(_audit_stored, source.url, rerun, record), others, jobs) as audits:
            for place, audited in audits:
                yield others[place], audited


def spread(jobs: int) -> Rerunning:
    """Re-runs a log with several processes, which get its segments one by one."""
    from server.workers import at_work

    def rerun(
        dealer: RecordedDealer, segments: Sequence[Segment], lines: Iterable[bytes], run: bool
    ) -> Generator[SegmentReport]:
        found: dict[int, SegmentReport] = {}
        due = 0
        work = partial(_rerun_segment, dealer, run)
        with at_work(work, with_lines(segments, lines), min(jobs, len(segments))) as reports:
            for place, report in reports:
                found[place] = report
                while due in found:
                    yield found.pop(due)
                    due += 1

    return rerun


def _rerun_segment(dealer: RecordedDealer, run: bool, task: tuple[Segment, list[bytes]]) -> SegmentReport:
    segment, lines = task
    return rerun_segment(CATALOGUE, dealer, segment, lines, run=run)


def _audit_stored(url: str, rerun: bool, record: Record | None, table: str) -> Audited:
    return audit_one(_source_of_process(url), table, rerun, record, None)


@cache
def _source_of_process(url: str) -> Source:
    """A store that a worker process keeps open until it ends."""
    source = open_source(url)
    _KEPT_OPEN.enter_context(source.kept_open())
    return source


def audit_one(
    source: Source, table: str, rerun: bool = True, record: Record | None = None, rerunning: Rerunning | None = None
) -> Audited:
    """Audit a table of a source. Raises `Failure` if its log changes meanwhile."""
    log = source.log(table)
    with failing_on(LogChanged):
        report = audit(
            CATALOGUE,
            log.lines,
            table=log.table,
            header=log.header,
            claim=log.claim,
            side_records=log.side_records,
            rerun=rerun,
            rerunning=rerunning,
        )
    comparison = None if record is None else compare(record, log.table, log.lines)
    return Audited(name_of(source, CATALOGUE, table), report, comparison)


def _print_rest(out: Console, reports: Sequence[Report], elsewhere: int) -> None:
    if len(reports) > 1:
        _print_sum(out, reports)
    if elsewhere:
        out.print(Text(f"· {counted(elsewhere, 'line')} of other tables in the record", "faint"))


def _print_sum(out: Console, reports: Sequence[Report]) -> None:
    entries = sum(report.entries for report in reports)
    wrong = [report for report in reports if not report.clean]
    unverified = sum(report.clean and not report.verified for report in reports)
    audited = f"{counted(len(reports), 'table')}, {counted(entries, 'entry', 'entries')}"
    out.print(Text(f"{audited}: {len(reports) - len(wrong):,} without findings", "bold"))
    if unverified:
        out.print(Text(f"! {counted(unverified, 'table')} with commands that were not re-run", "bad"))
    for report in wrong:
        out.print(Text(f"✗ {report.table}: {counted(len(report.findings), 'finding')}", "bad"), soft_wrap=True)


def print_report(out: Console, report: Report, name: str, comparison: Comparison | None) -> None:
    """Print one table's audit."""
    out.print(Text.assemble((name or report.table, "bold"), (f"  {report.table}" if name else "", "faint")))
    held = f"{counted(report.entries, 'entry', 'entries')}, {counted(report.events, 'event')}"
    out.print(Text(f"  {held}, {counted(report.rounds, 'round')}", "faint"))
    if report.clean and report.verified:
        out.print(Text("  ✓ complete and unchanged; coins and dice add up", "good"))
    elif report.clean:
        out.print(Text("  ! complete and unchanged; coins and dice add up; not every command was re-run", "bad"))
    if report.same_again:
        again = f"  ✓ {report.same_again} of {report.entries} commands re-run to the same bytes"
        out.print(Text(again, "good" if report.clean else ""))
    for facts in report.facts_only:
        one = facts.first == facts.last
        which = f"entry {facts.first} was" if one else f"entries {facts.first} to {facts.last} were"
        out.print(Text(f"  · {which} not re-run: {facts.why}"))
    if report.findings:
        _print_findings(out, report)
    if comparison is not None:
        _print_comparison(out, comparison)
    out.print()


def _print_findings(out: Console, report: Report) -> None:
    out.print(Text(f"  ✗ {counted(len(report.findings), 'finding')}", "bad"))
    findings = grid()
    findings.add_column("    entry", justify="right", style="place", no_wrap=True)
    findings.add_column("finding", style="bad", no_wrap=True)
    findings.add_column("what is wrong", overflow="fold")
    for finding in report.findings:
        entry = f"line {finding.line}" if finding.seq is None else str(finding.seq)
        findings.add_row(entry, finding.code, finding.detail)
    out.print(findings)
    if (good := report.undoubted) < report.entries:
        which = "no entry is" if not good else "entry 1 is" if good == 1 else f"entries 1 to {good:,} are"
        out.print(Text(f"  · {which} certainly unchanged", "faint"))


def _print_comparison(out: Console, comparison: Comparison) -> None:
    kinds = [(comparison.roots, "root"), (comparison.calls, "call"), (comparison.views, "view")]
    held = [counted(comparison.entries, "entry", "entries"), *(counted(*kind) for kind in kinds)]
    if not comparison.wrong and any(count for count, _ in [*kinds, (comparison.entries, "")]):
        out.print(Text(f"  ✓ the record agrees: {', '.join(held)}", "good"))
    for one in comparison.wrong:
        where = "" if one.seq is None else f"entry {one.seq}: "
        out.print(Text(f"  ✗ {one.code}  {where}{one.detail}"), soft_wrap=True)

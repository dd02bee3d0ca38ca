"""`tavern audit`: whether a log is complete, honest, and reproducible byte for byte."""

import os
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from rich.text import Text

from events.entry import line_hash
from games.installed import CATALOGUE
from replays.audit import FactsOnly, Report, audit
from tools.console import console
from tools.failures import Failure
from tools.receipts import MISSING, Receipt, Receipts, check_receipts, read_receipts
from tools.sources import Held, Source, StoreFile, choose_table, name_of, open_source
from tools.workers import at_work

_FOUND = 1
_UNVERIFIED = 3
_WORTH_PROCESSES: Final = 4_000_000
"""Logs of this size, in bytes, take longer to audit in one process than to start others."""


class _Audited(msgspec.Struct, frozen=True):
    """The result for one table: its name, its report, and the check of the receipts, if there are any."""

    name: str
    report: Report
    receipts: Receipts | None


def _cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command("audit")
@click.argument("store", metavar="STORE-OR-EXPORT", envvar="TAVERN_STORE")
@click.option("--table", "-t", metavar="TABLE", help="One table, by id or name. [default: all]")
@click.option("--rerun/--no-rerun", default=True, show_default=True, help="Re-run every command (slower).")
@click.option(
    "--receipts",
    "-r",
    "kept",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A file of receipts (JSON Lines), whose entries must be in the log.",
)
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(min=1),
    default=_cores,
    show_default="all processors",
    help="How many tables to audit in parallel.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    context: click.Context, store: str, table: str | None, rerun: bool, kept: Path | None, jobs: int, as_json: bool
) -> None:
    """Check that a log is complete, honest and follows the rules.

    STORE-OR-EXPORT is a store (sqlite:///tavern.db, or just the file; a server may have it open), an exported log, or -
    for an export on standard input.

    The audit checks the chain of hashes, the order of entries and times, that accounts balance and no purse goes below
    zero, that every die follows from a seed that was committed to before its round, and that re-running every command
    gives the same bytes. Every finding names its entry and says what is wrong.

    The exit status is 0 if nothing is wrong, 1 if something is, and 2 if the log cannot be read at all. It is 3 if
    nothing was found, but finished rounds could not be re-run because other rules decided them.

    \b
    Examples:
      tavern audit tavern.db
      tavern audit evening.jsonl --json
    """
    receipts = None if kept is None else read_receipts(kept)
    source = open_source(store)
    tables = source.held()
    if table is not None:
        chosen = choose_table(source, CATALOGUE, table)
        tables = [held for held in tables if held.table == chosen]
    if not tables:
        raise Failure("there are no tables yet")
    out = console()
    reports: list[Report] = []
    held: list[Receipts] = []
    with closing(_audited(source, tables, jobs, rerun, receipts)) as audits:
        for audited in audits:
            reports.append(audited.report)
            if audited.receipts is not None:
                held.append(audited.receipts)
            if not as_json:
                print_report(out, audited.report, audited.name, audited.receipts)
    if len(reports) > 1 and not as_json:
        _print_sum(out, reports)
    clean = all(report.clean for report in reports) and not any(one.missing for one in held)
    elsewhere = sum(receipt.table not in {one.table for one in held} for receipt in receipts or ())
    if elsewhere and not as_json:
        out.print(Text(f"· {_count(elsewhere, 'receipt')} of other tables", "faint"))
    verified = all(report.verified for report in reports)
    if as_json:
        answer = {"clean": clean, "verified": verified, "tables": reports}
        if receipts is not None:
            answer |= {"receipts": held, "receipts_of_other_tables": elsewhere}
        click.echo(msgspec.json.format(msgspec.json.encode(answer)).decode())
    context.exit(_FOUND if not clean else 0 if verified or not rerun else _UNVERIFIED)


def _audited(
    source: Source, tables: Sequence[Held], jobs: int, rerun: bool, receipts: list[Receipt] | None
) -> Generator[_Audited]:
    """Audit tables and yield the results in order; long audits show a progress bar and use several cores."""
    total = sum(held.bytes for held in tables)
    jobs = min(jobs, len(tables))
    with _progress() as progress:
        task = progress.add_task("auditing", total=len(tables))
        if jobs == 1 or total < _WORTH_PROCESSES or not isinstance(source, StoreFile):
            for held in tables:
                audited = _audit_one(source, held.table, rerun, receipts)
                progress.advance(task)
                yield audited
            return
        # The longest tables first, so that none of them is left for the end.
        longest_first = [held.table for held in sorted(tables, key=lambda held: -held.bytes)]
        found: dict[str, _Audited] = {}
        remaining = deque(held.table for held in tables)
        with at_work(partial(_audit_stored, source.url, rerun, receipts), longest_first, jobs) as audits:
            for place, audited in audits:
                progress.advance(task)
                found[longest_first[place]] = audited
                while remaining and remaining[0] in found:
                    yield found.pop(remaining.popleft())


def _progress() -> Progress:
    err = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def _audit_stored(url: str, rerun: bool, receipts: list[Receipt] | None, table: str) -> _Audited:
    return _audit_one(StoreFile(url), table, rerun, receipts)


def _audit_one(source: Source, table: str, rerun: bool, receipts: list[Receipt] | None) -> _Audited:
    log = source.log(table)
    report = audit(CATALOGUE, log.lines, table=log.table, header=log.header, claim=log.claim, rerun=rerun)
    held = None if receipts is None else check_receipts(receipts, log.table, map(line_hash, log.lines))
    return _Audited(name_of(source, CATALOGUE, table), report, held)


def _print_sum(out: Console, reports: Sequence[Report]) -> None:
    entries = sum(report.entries for report in reports)
    wrong = [report for report in reports if not report.clean]
    unverified = sum(report.clean and not report.verified for report in reports)
    counted = f"{_count(len(reports), 'table')}, {_count(entries, 'entry', 'entries')}: "
    out.print(Text(counted + f"{len(reports) - len(wrong):,} without findings", "bold"))
    if unverified:
        out.print(Text(f"! {_count(unverified, 'table')} with commands that were not re-run", "bad"))
    for report in wrong:
        out.print(Text(f"✗ {report.table}: {_count(len(report.findings), 'finding')}", "bad"), soft_wrap=True)


def print_report(out: Console, report: Report, name: str, receipts: Receipts | None) -> None:
    """Print one table's audit."""
    title = Text.assemble((name or report.table, "bold"), (f"  {report.table}" if name else "", "faint"))
    out.print(title)
    counted = f"{_count(report.entries, 'entry', 'entries')}, {_count(report.events, 'event')}"
    out.print(Text(f"  {counted}, {_count(report.rounds, 'round')}", "faint"))
    if report.clean and report.verified:
        out.print(Text("  ✓ complete and unchanged; coins and dice add up", "good"))
    elif report.clean:
        out.print(Text("  ! complete and unchanged; coins and dice add up; not every command was re-run", "bad"))
    if report.same_again:
        again = f"  ✓ {report.same_again} of {report.entries} commands re-run to the same bytes"
        out.print(Text(again, "good" if report.clean else ""))
    for facts in report.facts_only:
        out.print(Text(f"  · {_which(facts)} not re-run: {facts.why}"))
    if report.findings:
        out.print(Text(f"  ✗ {_count(len(report.findings), 'finding')}", "bad"))
        _print_findings(out, report)
        if report.undoubted < report.entries:
            good = f"entries 1 to {report.undoubted:,} are" if report.undoubted > 1 else "no entry is"
            out.print(Text(f"  · {good if report.undoubted != 1 else 'entry 1 is'} certainly unchanged", "faint"))
    if receipts is not None:
        _print_receipts(out, receipts)
    out.print()


def _print_receipts(out: Console, receipts: Receipts) -> None:
    if receipts.found:
        have = "receipt has its entry" if receipts.found == 1 else "receipts have their entries"
        out.print(Text(f"  ✓ {receipts.found:,} {have} in the log", "good"))
    for receipt in receipts.missing:
        whose = f"{receipt.viewer or 'somebody'}'s version {receipt.version}"
        out.print(Text(f"  ✗ {MISSING}  no entry for {whose}: {receipt.receipt}", "bad"))


def _print_findings(out: Console, report: Report) -> None:
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="faint")
    grid.add_column("    entry", justify="right", style="place", no_wrap=True)
    grid.add_column("finding", style="bad", no_wrap=True)
    grid.add_column("what is wrong", overflow="fold")
    for finding in report.findings:
        entry = f"line {finding.line}" if finding.seq is None else str(finding.seq)
        grid.add_row(entry, finding.code, finding.detail)
    out.print(grid)


def _which(facts: FactsOnly) -> str:
    one = facts.first == facts.last
    return f"entry {facts.first} was" if one else f"entries {facts.first} to {facts.last} were"


def _count(number: int, one: str, several: str = "") -> str:
    return f"{number:,} {one if number == 1 else several or one + 's'}"

"""`tavern audit`: whether a log is whole, honest, and runs again to the same bytes."""

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
from tools.receipts import MISSING, Receipt, Receipts, held_against, read_receipts
from tools.sources import Held, Source, StoreFile, choose_table, name_of, open_source
from tools.workers import at_work

_FOUND = 1
_UNVERIFIED = 3
_WORTH_PROCESSES: Final = 4_000_000
"""Bytes of lines from which on it takes longer to audit them alone than to begin other processes."""


class _Audited(msgspec.Struct, frozen=True):
    """What came of one table: its name, its report, and what became of the receipts, where there are any."""

    name: str
    report: Report
    receipts: Receipts | None


def _cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command("audit")
@click.argument("store", metavar="STORE-OR-EXPORT", envvar="TAVERN_STORE")
@click.option("--table", "-t", metavar="TABLE", help="One table, by id or name; all of them if left out.")
@click.option("--rerun/--no-rerun", default=True, show_default=True, help="Run every command again; slower.")
@click.option(
    "--receipts",
    "-r",
    "kept",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Receipts that somebody kept, as JSON Lines: their entries have to be there.",
)
@click.option(
    "--jobs",
    "-j",
    type=click.IntRange(min=1),
    default=_cores,
    show_default="all processors",
    help="How many tables to audit at a time, each in a process of its own.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    context: click.Context, store: str, table: str | None, rerun: bool, kept: Path | None, jobs: int, as_json: bool
) -> None:
    """Check that a log is whole, honest and by the rules.

    STORE-OR-EXPORT is a store (sqlite:///tavern.db, or just the file, also while a server has it open), an exported
    log, or - for an export on standard input.

    Checked are the chain of hashes, the order of entries and times, that every coin has an owner and no purse ever paid
    what it did not have, that every die follows from a seed that was promised before its round, and that every command,
    run again, gives the same bytes. Every finding names its entry and says what is wrong with it.

    The exit status is 0 where nothing is wrong, 1 where something is, 2 where the log cannot be read at all. It is 3
    where nothing was found, but rounds that are over could not be run again, because other rules decided them.

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
        raise Failure("there is no table here yet")
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
        out.print(Text(f"· {_count(elsewhere, 'receipt')} of tables that were not audited", "faint"))
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
    """Audit tables, and tell of them in their order; where that takes a while, with a bar, and on several cores."""
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
        # The longest come first: none is left over.
        longest_first = [held.table for held in sorted(tables, key=lambda held: -held.bytes)]
        found: dict[str, _Audited] = {}
        untold = deque(held.table for held in tables)
        with at_work(partial(_audit_stored, source.url, rerun, receipts), longest_first, jobs) as audits:
            for place, audited in audits:
                progress.advance(task)
                found[longest_first[place]] = audited
                while untold and untold[0] in found:
                    yield found.pop(untold.popleft())


def _progress() -> Progress:
    err = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def _audit_stored(url: str, rerun: bool, receipts: list[Receipt] | None, table: str) -> _Audited:
    return _audit_one(StoreFile(url), table, rerun, receipts)


def _audit_one(source: Source, table: str, rerun: bool, receipts: list[Receipt] | None) -> _Audited:
    log = source.log(table)
    report = audit(CATALOGUE, log.lines, table=log.table, header=log.header, claim=log.claim, rerun=rerun)
    held = None if receipts is None else held_against(receipts, log.table, map(line_hash, log.lines))
    return _Audited(name_of(source, CATALOGUE, table), report, held)


def _print_sum(out: Console, reports: Sequence[Report]) -> None:
    entries = sum(report.entries for report in reports)
    wrong = [report for report in reports if not report.clean]
    unverified = sum(report.clean and not report.verified for report in reports)
    counted = f"{_count(len(reports), 'table')}, {_count(entries, 'entry', 'entries')}: "
    out.print(Text(counted + f"{len(reports) - len(wrong):,} without a finding", "bold"))
    if unverified:
        out.print(Text(f"! {_count(unverified, 'table')} of which not every command was run again", "bad"))
    for report in wrong:
        out.print(Text(f"✗ {report.table}: {_count(len(report.findings), 'finding')}", "bad"), soft_wrap=True)


def print_report(out: Console, report: Report, name: str, receipts: Receipts | None) -> None:
    """Tell of one table's audit."""
    title = Text.assemble((name or report.table, "bold"), (f"  {report.table}" if name else "", "faint"))
    out.print(title)
    counted = f"{_count(report.entries, 'entry', 'entries')}, {_count(report.events, 'event')}"
    out.print(Text(f"  {counted}, {_count(report.rounds, 'round')}", "faint"))
    if report.clean and report.verified:
        out.print(Text("  ✓ whole and as it was written; coins and dice add up", "good"))
    elif report.clean:
        out.print(Text("  ! the chain is whole, coins and dice add up; that the rules were kept is not shown", "bad"))
    if report.same_again:
        again = f"  ✓ {report.same_again} of {report.entries} commands run again to the same bytes"
        out.print(Text(again, "good" if report.clean else ""))
    for facts in report.facts_only:
        out.print(Text(f"  · {_which(facts)} not run again: {facts.why}"))
    if report.findings:
        out.print(Text(f"  ✗ {_count(len(report.findings), 'finding')}", "bad"))
        _print_findings(out, report)
        if report.undoubted < report.entries:
            good = f"entries 1 to {report.undoubted:,} are" if report.undoubted > 1 else "no entry is"
            out.print(Text(f"  · {good if report.undoubted != 1 else 'entry 1 is'} beyond doubt", "faint"))
    if receipts is not None:
        _print_receipts(out, receipts)
    out.print()


def _print_receipts(out: Console, receipts: Receipts) -> None:
    if receipts.found:
        have = "receipt has its entry" if receipts.found == 1 else "receipts have their entries"
        out.print(Text(f"  ✓ {receipts.found:,} {have} here", "good"))
    for receipt in receipts.missing:
        told = f"the entry of {receipt.viewer or 'somebody'}'s version {receipt.version} is not here: {receipt.receipt}"
        out.print(Text(f"  ✗ {MISSING}  {told}", "bad"))


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

"""`tavern report`: a round, or all rounds of a table, as HTML files to share."""

import os
import tempfile
import webbrowser
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import click
import msgspec

from events.audience import PUBLIC, Viewer, seat_of
from events.entry import Entry
from events.event import Event
from events.table_events import SeatTaken
from games.installed import CATALOGUE
from projections.game import AnyTable
from replays.analysis.rounds import SeatAnalysis
from replays.audit import Report
from replays.rebuild import NoSuchRound, Round, round_of, rounds_of
from replays.rerun import FORGERIES
from replays.what_if import CannotPlayOn
from server.report.page import index_page, report_page
from server.report.recap import Recap, recaps
from tools.analysing import analysed, require_analysable
from tools.commands.review.audit import audit_one
from tools.failures import Failure, failing_on, using_file
from tools.output import note
from tools.sources.finding import choose_table, open_source
from tools.sources.source import Log, Source
from tools.store_argument import store_argument
from tools.viewers import ONLOOKERS, find_viewer
from tools.wording import counted


@click.command("report")
@store_argument("[STORE-OR-EXPORT]")
@click.option("--table", "-t", metavar="TABLE", help="The table, by id or name; required if there are several.")
@click.option("--round", "-r", "number", type=click.IntRange(min=1), help="The round. [default: the last one]")
@click.option("--all", "every", is_flag=True, help="All rounds that are over, and an index, into the folder --to.")
@click.option("--as", "viewer", default=PUBLIC, show_default=True, metavar="VIEWER", help="Whose view to show.")
@click.option("--to", "target", required=True, type=click.Path(path_type=Path), help="The file, or folder, to write.")
@click.option("--analyse", is_flag=True, help="Judge the decisions, too, which takes all processors for a while.")
@click.option("--overwrite", is_flag=True, help="Replace files that exist.")
@click.pass_context
def command(
    context: click.Context,
    store: str,
    table: str | None,
    number: int | None,
    every: bool,
    viewer: str,
    target: Path,
    analyse: bool,
    overwrite: bool,
) -> None:
    """Write a round, or an evening, as HTML files to share.

    A file has the table step by step, the chronicle, who won and lost what, and what the audit says. It needs no other
    file and no server, and works without JavaScript too.

    As the public saw it, a report has nothing in it that was hidden. VIEWER may also be gm, house (the truth) or a
    seat, by id or name: such a report contains hidden dice, says so, and only you can read the file.

    With --analyse, it also has what each decision was worth, as tavern analyse says: of a seat, only its own; as the
    public saw it, only once the round is unsealed.

    \b
    Examples:
      tavern report tavern.db --round 3 --to round-3.html
      tavern report evening.jsonl --as Bri --to for-bri.html
      tavern report tavern.db --table "The Bent Copper" --all --to evening
      tavern report tavern.db --round 3 --as gm --analyse --to round-3.html
    """
    if every and number is not None:
        raise click.UsageError("--all and --round exclude each other", context)
    source = open_source(store)
    context.with_resource(source.kept_open())
    log = source.log(choose_table(source, CATALOGUE, table))
    made = _made(source, log, viewer, number, every=every, analyse=analyse)
    if every:
        pages = {target / name: page for name, page in made.evening().items()}
    else:
        pages = {target: made.page(made.recaps[0])}
    if not overwrite and (existing := next((path for path in pages if path.exists()), None)):
        raise Failure(f"{existing} exists already; --overwrite replaces it")
    for path, page in pages.items():
        _write(path, page, private=made.viewer != PUBLIC)
    what = counted(len(made.recaps), "round") if every else f"round {made.recaps[0].played.round}"
    note(f"wrote {what}, as {made.viewer_name} saw it, to {target}")
    if made.viewer != PUBLIC:
        note("Warning: it contains hidden dice; --as public leaves them out")


class _Made(msgspec.Struct, frozen=True):
    """What is reported: rounds as one viewer saw them, that viewer's table at the end of the log, and its audit.

    `analyses` are by the number of the round, of those that could be analysed; None if that was not asked for.
    """

    recaps: list[Recap]
    table: AnyTable
    audit: Report
    viewer: Viewer
    viewer_name: str
    analyses: dict[int, list[SeatAnalysis]] | None

    def page(self, recap: Recap) -> str:
        """The report of a round."""
        analyses = None if self.analyses is None else self.analyses.get(recap.played.round)
        return report_page(recap, self.audit, self.table, analyses)

    def evening(self) -> dict[str, str]:
        """The reports of all rounds and their index, by file name."""
        files = {f"round-{recap.played.round:03}.html": recap for recap in self.recaps}
        pages = {name: self.page(recap) for name, recap in files.items()}
        by_number = self.analyses
        analyses = (
            None
            if by_number is None
            else {
                name: by_number[recap.played.round] for name, recap in files.items() if recap.played.round in by_number
            }
        )
        return {**pages, "index.html": index_page(files, self.audit, self.table, analyses)}


def open_report(source: Source, log: Log, viewer: str, number: int | None) -> None:
    """Open the report of a round in the browser, and say where it is. Raises `Failure`."""
    made = _made(source, log, viewer, number)
    handle, name = tempfile.mkstemp(prefix="tavern-", suffix=".html")
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(made.page(made.recaps[0]))
    opened = webbrowser.open(Path(name).as_uri())
    note(f"wrote the report to {name}" + ("" if opened else "; no browser could be started"))


def _made(
    source: Source, log: Log, viewer: str, number: int | None, *, every: bool = False, analyse: bool = False
) -> _Made:
    intact = log.intact(CATALOGUE)
    entries = intact.entries
    if intact.damage is not None:
        damage = f"the log is damaged at entry {intact.damage.seq} ({intact.damage.reason})"
        note(f"Warning: {damage}; only the rounds before it are reported")
    names = {event.seat: event.name for entry in entries for event in entry.events if isinstance(event, SeatTaken)}
    whose = find_viewer(viewer, ONLOOKERS, names, "--as")
    rounds = _chosen(log.table, rounds_of(entries), number)
    chosen = rounds if every else rounds[-1:]
    seat = seat_of(whose)
    try:
        analyses = _analyses(entries, log, whose, chosen) if analyse else None
        made, table = recaps(CATALOGUE, entries, whose, chosen)
    except FORGERIES as error:
        reason = f"the entries of table {log.table} do not fit together ({error}); tavern audit shows where"
        raise Failure(reason) from None
    audited = audit_one(source, log.table).report
    return _Made(made, table, audited, whose, names[seat] if seat else ONLOOKERS[whose], analyses)


def _analyses(
    entries: Sequence[Entry[Event]], log: Log, viewer: Viewer, rounds: Sequence[Round]
) -> dict[int, list[SeatAnalysis]]:
    """The analyses of these rounds that a viewer may see, by the round's number. Raises `Failure` if there are none."""
    analyses: dict[int, list[SeatAnalysis]] = {}
    lines = list(islice(log.lines, len(entries)))
    why = ""
    for played in rounds:
        try:
            require_analysable(played)
        except CannotPlayOn as error:
            why = str(error)
        else:
            if viewer != PUBLIC or played.unsealed:
                seat = seat_of(viewer)
                only = None if seat is None else [seat]
                analyses[played.round] = analysed(entries, lines, played, only, openly=viewer == PUBLIC)
                continue
            why = f"round {played.round} is sealed: its analysis would show what was hidden; choose a seat or gm"
        if len(rounds) > 1:
            note(f"Round {played.round} is not analysed: {why}")
    if not analyses:
        raise Failure(why if len(rounds) == 1 else "none of the rounds can be analysed")
    return analyses


def _chosen(table: str, rounds: Sequence[Round], number: int | None) -> list[Round]:
    """The rounds that are over, or the one with that number. Raises `Failure`."""
    with failing_on(NoSuchRound):
        asked = rounds if number is None else [round_of(rounds, number)]
    over = [played for played in asked if played.last is not None]
    if not over:
        none = f"no round is over at table {table} yet"
        raise Failure(none if number is None else f"--round: round {number} is still running")
    return over


def _write(path: Path, page: str, *, private: bool) -> None:
    """Write a page, as a new file. One that shows what was hidden can be read by its owner alone."""
    with using_file(path, "written"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(page)

"""`tavern report`: a round, or all rounds of a table, as HTML files to share."""

import os
import tempfile
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from events.audience import PUBLIC, Viewer, seat_of
from events.table_events import SeatTaken
from games.installed import CATALOGUE
from projections.game import AnyTable
from replays.audit import Report
from replays.rebuild import NoSuchRound, Round, round_of, rounds_of
from replays.rerun import FORGERIES
from tools.commands.review.audit import audit_one
from tools.failures import Failure, failing_on, using_file
from tools.output import note
from tools.report.page import index_page, report_page
from tools.report.recap import Recap, recaps
from tools.sources.choosing import choose_table, open_source
from tools.sources.source import Log, Source
from tools.stores import store_argument
from tools.viewers import ONLOOKERS, find_viewer
from tools.wording import counted


@click.command("report")
@store_argument("[STORE-OR-EXPORT]")
@click.option("--table", "-t", metavar="TABLE", help="The table, by id or name; required if there are several.")
@click.option("--round", "-r", "number", type=click.IntRange(min=1), help="The round. [default: the last one]")
@click.option("--all", "every", is_flag=True, help="All rounds that are over, and an index, into the folder --to.")
@click.option("--as", "viewer", default=PUBLIC, show_default=True, metavar="VIEWER", help="Whose view to show.")
@click.option("--to", "target", required=True, type=click.Path(path_type=Path), help="The file, or folder, to write.")
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
    overwrite: bool,
) -> None:
    """Write a round, or an evening, as HTML files to share.

    A file has the table step by step, the chronicle, who won and lost what, and what the audit says. It needs no other
    file and no server, and works without JavaScript too.

    As the public saw it, a report has nothing in it that was hidden. VIEWER may also be gm, house (the truth) or a
    seat, by id or name: such a report contains hidden dice, says so, and only you can read the file.

    \b
    Examples:
      tavern report tavern.db --round 3 --to round-3.html
      tavern report evening.jsonl --as Bri --to for-bri.html
      tavern report tavern.db --table "The Bent Copper" --all --to evening
    """
    if every and number is not None:
        raise click.UsageError("--all and --round exclude each other", context)
    source = open_source(store)
    context.with_resource(source.kept_open())
    log = source.log(choose_table(source, CATALOGUE, table))
    made = _made(source, log, viewer, number, every=every)
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
    """What is reported: rounds as one viewer saw them, that viewer's table at the end of the log, and its audit."""

    recaps: list[Recap]
    table: AnyTable
    audit: Report
    viewer: Viewer
    viewer_name: str

    def page(self, recap: Recap) -> str:
        """The report of a round."""
        return report_page(recap, self.audit, self.table, self.viewer_name)

    def evening(self) -> dict[str, str]:
        """The reports of all rounds and their index, by file name."""
        files = {f"round-{recap.played.round:03}.html": recap for recap in self.recaps}
        pages = {name: self.page(recap) for name, recap in files.items()}
        return {**pages, "index.html": index_page(files, self.audit, self.table, self.viewer_name)}


def open_report(source: Source, log: Log, viewer: str, number: int | None) -> None:
    """Open the report of a round in the browser, and say where it is. Raises `Failure`."""
    made = _made(source, log, viewer, number)
    handle, name = tempfile.mkstemp(prefix="tavern-", suffix=".html")
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(made.page(made.recaps[0]))
    opened = webbrowser.open(Path(name).as_uri())
    note(f"wrote the report to {name}" + ("" if opened else "; no browser could be started"))


def _made(source: Source, log: Log, viewer: str, number: int | None, *, every: bool = False) -> _Made:
    intact = log.intact(CATALOGUE)
    entries = intact.entries
    if intact.damage is not None:
        damage = f"the log is damaged at entry {intact.damage.seq} ({intact.damage.reason})"
        note(f"Warning: {damage}; only the rounds before it are reported")
    names = {event.seat: event.name for entry in entries for event in entry.events if isinstance(event, SeatTaken)}
    whose = find_viewer(viewer, ONLOOKERS, names)
    chosen = _chosen(rounds_of(entries), number)
    try:
        made, table = recaps(CATALOGUE, entries, whose, chosen if every else chosen[-1:])
    except FORGERIES as error:
        reason = f"the entries of table {log.table} do not fit together ({error}); tavern audit shows where"
        raise Failure(reason) from None
    seat = seat_of(whose)
    return _Made(made, table, audit_one(source, log.table).report, whose, names[seat] if seat else ONLOOKERS[whose])


def _chosen(rounds: Sequence[Round], number: int | None) -> list[Round]:
    """The rounds that are over, or the one with that number. Raises `Failure`."""
    with failing_on(NoSuchRound):
        asked = rounds if number is None else [round_of(rounds, number)]
    over = [played for played in asked if played.last is not None]
    if not over:
        raise Failure("no round is over at this table yet" if number is None else f"round {number} is still running")
    return over


def _write(path: Path, page: str, *, private: bool) -> None:
    """Write a page, as a new file. One that shows what was hidden can be read by its owner alone."""
    with using_file(path, "written"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if private else 0o666)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(page)

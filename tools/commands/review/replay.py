"""`tavern replay`: a round step by step, as anyone at the table saw it."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice

import click
import msgspec
from rich.console import Console

from events.audience import GM, HOUSE, PUBLIC, Viewer, seat_of
from events.codec import UnreadableEntry
from events.entry import Entry
from events.event import Event
from games.engine.authority import CLOCK, npc_actor
from games.installed import CATALOGUE
from projections.viewer_projection import ViewerProjection
from replays.export import Damage
from replays.notation.rounds import (
    Heading,
    NotationError,
    heading_of,
    parse_notation,
    replay_of,
    write_notation,
)
from replays.rebuild import Frame, NoSuchRound, Replay, Round, replay
from replays.rerun import FORGERIES
from replays.searching import Anchor, Search
from server.labels import game_name, outcome
from tools.console import NEW_LINE, Text, console, grid
from tools.drawing import table_picture
from tools.failures import Failure
from tools.output import note, print_json, print_lines
from tools.sources.export_file import IsNotation
from tools.sources.finding import choose_table, name_of, open_source
from tools.sources.source import Log, Source
from tools.store_argument import store_argument
from tools.viewers import ONLOOKERS, find_viewer


class _Shown(msgspec.Struct, frozen=True):
    """A round as a viewer saw it: where it was played, the names of its seats, and why no more of it is shown."""

    where: str
    names: dict[str, str]
    played: Round
    heading: Heading
    seen: Replay
    warning: str | None = None
    fault: Failure | None = None


@click.command("replay")
@store_argument("[STORE-OR-FILE]")
@click.option("--table", "-t", metavar="TABLE", help="The table, by id or name; required if there are several.")
@click.option("--round", "-r", "number", type=click.IntRange(min=1), help="The round. [default: the last one]")
@click.option(
    "--as",
    "viewer",
    metavar="VIEWER",
    help="Whose view to show. [default: gm; with --notation public]",
)
@click.option("--at", "step", type=click.IntRange(min=1), help="Stop at this step and show the table.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, as from the server; with --at only that step.")
@click.option(
    "--open", "in_browser", is_flag=True, help="Open a report of the round in the browser (see tavern report)."
)
@click.option("--notation", "as_notation", is_flag=True, help="Print a text to paste; with --at up to that step.")
@click.pass_context
def command(
    context: click.Context,
    store: str,
    table: str | None,
    number: int | None,
    viewer: str | None,
    step: int | None,
    as_json: bool,
    in_browser: bool,
    as_notation: bool,
) -> None:
    """Replay a round, as anyone at the table saw it.

    STORE-OR-FILE is a store, which a server may have open, an exported log, or a round in the notation (see
    docs/notation.md), which has its own round and viewer; - reads a file from standard input.

    VIEWER is gm, public, house (sees everything, including seeds) or a seat, by id or name.

    Steps are numbered by the viewer's own versions, so different viewers have different numbers.

    \b
    Examples:
      tavern replay tavern.db
      tavern replay tavern.db --table "The Bent Copper" --round 3 --as Bri
      tavern replay evening.jsonl --round 3 --as seat:bri --at 41
      tavern replay tavern.db --round 3 --notation
    """
    if as_json and as_notation:
        raise Failure("choose --json or --notation, not both")
    if in_browser and (as_json or as_notation or step is not None):
        raise click.UsageError("--open shows all steps: it does not go with --at, --json or --notation", context)
    try:
        source = open_source(store)
    except IsNotation as found:
        if table is not None or number is not None or viewer is not None:
            raise Failure(f"{found.name} is one round, as one viewer saw it: no other can be chosen") from None
        if in_browser:
            raise Failure("a report needs the whole log, not a round as a text") from None
        shown = _read(found)
    else:
        context.with_resource(source.kept_open())
        log = source.log(choose_table(source, CATALOGUE, table))
        if in_browser:
            # It is seldom asked for, and loads the policies.
            from tools.commands.review.report import open_report

            open_report(source, log, viewer or GM, number)
            return
        asked = viewer or (PUBLIC if as_notation else GM)
        offers = not (as_json or as_notation)
        shown = _shown(source, log, number, asked, source.anchor(CATALOGUE, log.table), acts_for=offers)
    if shown.warning is not None:
        note(f"Warning: {shown.warning}")
    frames = shown.seen.frames if step is None else _upto(shown, step)
    if as_json:
        print_json(msgspec.structs.replace(shown.seen, frames=frames if step is None else frames[-1:]))
    elif as_notation:
        print_lines(write_notation(shown.heading, frames))
    else:
        _print(shown, frames, with_table=step is not None)
    if shown.fault is not None:
        raise shown.fault


def _print(shown: _Shown, frames: list[Frame], *, with_table: bool) -> None:
    out, played, seen, names = console(), shown.played, shown.seen, shown.names
    seat = seat_of(seen.viewer)
    viewer_name = ONLOOKERS[seen.viewer] if seat is None else names.get(seat, seat)
    heading = f"  {game_name(played.game)}, round {played.round}, as seen by "
    out.print(Text.assemble((shown.where, "bold"), heading, (viewer_name, "bold")))
    out.print(Text(f"{_when(played)}  {outcome(played, names)}", "faint"))
    if seen.facts_only is not None:
        out.print(Text(f"! {seen.facts_only}", "bad"))
    out.print()
    print_steps(out, frames, names)
    if with_table:
        out.print()
        out.print(table_picture(frames[-1].view, viewer_name))


def _read(found: IsNotation) -> _Shown:
    """A round in the notation, as far as it is good."""
    try:
        notation = parse_notation(CATALOGUE.codec, found.text)
        played, seen, fault = replay_of(CATALOGUE, notation)
    except NotationError as error:
        raise _faulty(found.name, error) from None
    heading = notation.heading
    names = {seat.seat: seat.name for seat in heading.seats}
    where = heading.table.name or heading.table.table
    return _Shown(where, names, played, heading, seen, fault=None if fault is None else _faulty(found.name, fault))


def _faulty(name: str, error: NotationError) -> Failure:
    return Failure(f"{name}, {error} ({error.code})")


def _damaged(damage: Damage) -> str:
    return f"the log is damaged at entry {damage.seq} ({damage.reason})"


def _shown(
    source: Source, log: Log, number: int | None, viewer: str, anchor: Anchor | None, *, acts_for: bool
) -> _Shown:
    found = log.search(CATALOGUE, number, anchor)
    played = round_found(log, found, number)
    whose = find_viewer(viewer, ONLOOKERS, found.names, "--as")
    where = name_of(source, CATALOGUE, log.table) or log.table
    damaged = None
    if found.damage is not None:
        damaged = f"{_damaged(found.damage)}; only the entries before it are shown"
    try:
        heading, seen = _replayed(source, log, whose, played, found.entries, acts_for=acts_for)
    except (UnreadableEntry, *FORGERIES) as error:
        if anchor is not None:
            # Another version wrote the snapshot, or somebody forged it: only decoding all lines finds the damage.
            return _shown(source, log, number, viewer, None, acts_for=acts_for)
        if isinstance(error, UnreadableEntry):
            raise
        reason = f"the entries of table {log.table} do not fit together ({error}); tavern audit shows where"
        raise Failure(reason) from None
    return _Shown(where, found.names, played, heading, seen, warning=damaged)


def _replayed(
    source: Source, log: Log, viewer: Viewer, played: Round, entries: int, *, acts_for: bool
) -> tuple[Heading, Replay]:
    """The round as the viewer saw it, in a log with so many good entries, and how it began.

    Raises `FORGERIES`, `UnreadableEntry`.
    """
    table, folded = source.nearest(CATALOGUE, log.table, viewer, played.first - 1)
    last = entries if played.last is None else played.last
    lines = islice(log.lines.after(folded), last - folded)
    after = decoded_entries(log.table, lines, folded)
    before = ViewerProjection(CATALOGUE.folding, table)
    for entry in islice(after, played.first - 1 - folded):
        before.skip(entry)
    heading = heading_of(table, played)
    return heading, replay(CATALOGUE, after, viewer, played, table=table, acts_for=acts_for)


def decoded_entries(table: str, lines: Iterable[bytes], after: int) -> Iterator[Entry[Event]]:
    """The entries of a table's lines after entry `after`. Raises `UnreadableEntry`."""
    for seq, line in enumerate(lines, after + 1):
        entry = CATALOGUE.codec.decode(line, seq)
        if entry.seq != seq or entry.table != table:
            raise UnreadableEntry(f"line {seq} is the entry of another table, or has another number")
        yield entry


def round_found(log: Log, found: Search, number: int | None) -> Round:
    """The round that was searched for in a log. Raises `Failure`."""
    behind = "" if found.damage is None else f"; {_damaged(found.damage)}, and what follows is not shown"
    if not found.rounds:
        raise Failure(f"no round has been played at table {log.table} yet{behind}")
    if found.played is None:
        raise Failure(f"{NoSuchRound(number or 0, found.rounds)}{behind}")
    return found.played


def _upto(shown: _Shown, step: int) -> list[Frame]:
    frames = shown.seen.frames
    upto = [frame for frame in frames if frame.version <= step]
    if not upto or upto[-1].version != step:
        raise no_such_step(step, shown.played, shown.seen.viewer, [frame.version for frame in frames])
    return upto


def no_such_step(step: int, played: Round, viewer: Viewer, steps: Sequence[int]) -> Failure:
    """What to raise if `--at` names none of the steps that a viewer saw of a round."""
    if not steps:
        return Failure(f"--at: {viewer} saw nothing of round {played.round}")
    return Failure(f"--at: there is no step {step} in round {played.round}: its steps are {steps[0]} to {steps[-1]}")


def _when(played: Round) -> str:
    began = datetime.fromisoformat(played.started_at)
    ended = "" if played.ended_at is None else f" to {datetime.fromisoformat(played.ended_at):%H:%M:%S}"
    return f"{began:%Y-%m-%d %H:%M:%S}{ended} UTC"


def print_steps(out: Console, frames: Sequence[Frame], names: dict[str, str]) -> None:
    """Print the steps of a round: number, time, who acted, and what happened."""
    steps = grid()
    steps.add_column("step", justify="right", style="place", no_wrap=True)
    steps.add_column("time", style="faint", no_wrap=True)
    steps.add_column("who", style="name", no_wrap=True)
    steps.add_column("what happened", overflow="fold")
    for frame in frames:
        time = f"{datetime.fromisoformat(frame.at):%H:%M:%S}"
        sentences = NEW_LINE.join(map(Text, frame.chronicle)) or Text("(nothing to report)", "faint")
        steps.add_row(str(frame.version), time, _who(frame, names), sentences)
    out.print(steps)


def _who(frame: Frame, names: dict[str, str]) -> str:
    actor, seat = seat_of(frame.actor), frame.seat
    if actor is not None:
        acted = names.get(actor, actor)
    elif seat is not None and frame.actor == npc_actor(seat):
        acted = "server"
    else:
        acted = {GM: "GM", HOUSE: "House", CLOCK: "clock"}.get(frame.actor, frame.actor)
    return acted if seat is None or seat == actor else f"{acted} for {names.get(seat, seat)}"

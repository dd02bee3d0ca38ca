"""`tavern replay`: a round step by step, as anyone at the table saw it."""

from collections.abc import Sequence
from datetime import datetime

import click
import msgspec
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from events.audience import GM, HOUSE, PUBLIC, Viewer, seat_of, seat_viewer
from events.entry import Entry
from events.event import Event
from events.table_events import SeatTaken, TableOpened
from games.authority import CLOCK, npc_actor
from games.catalogue import Catalogue
from games.installed import CATALOGUE
from projections.chronicle import listed
from replays.export import Damage
from replays.rebuild import Frame, NoSuchRound, Replay, Round, replay, round_of, rounds_of
from replays.rerun import FORGERIES
from tools.console import console
from tools.drawing import table_picture
from tools.failures import Failure
from tools.sources import choose_table, open_source
from tools.wording import won

_VIEWERS = {PUBLIC: "the public", GM: "the GM", HOUSE: "the House, which sees everything"}


@click.command("replay")
@click.argument("store", metavar="STORE-OR-EXPORT", envvar="TAVERN_STORE")
@click.option("--table", "-t", metavar="TABLE", help="The table, by id or name; required if there are several.")
@click.option("--round", "-r", "number", type=click.IntRange(min=1), help="The round. [default: the last one]")
@click.option("--as", "viewer", default=GM, show_default=True, metavar="VIEWER", help="Whose view to show.")
@click.option("--at", "step", type=click.IntRange(min=1), help="Stop at this step and show the table.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, as from the server; with --at only that step.")
def command(store: str, table: str | None, number: int | None, viewer: str, step: int | None, as_json: bool) -> None:
    """Replay a round, as anyone at the table saw it.

    STORE-OR-EXPORT is a store (sqlite:///tavern.db, or just the file; a server may have it open), an exported log, or -
    for an export on standard input.

    VIEWER is gm, public, house (sees everything, including seeds) or a seat, by id or name.

    Steps are numbered by the viewer's own versions, so different viewers have different numbers.

    \b
    Examples:
      tavern replay tavern.db
      tavern replay tavern.db --table "The Bent Copper" --round 3 --as Bri
      tavern replay evening.jsonl --round 3 --as seat:bri --at 41
    """
    source = open_source(store)
    log = source.log(choose_table(source, CATALOGUE, table))
    intact = log.intact(CATALOGUE)
    entries = intact.entries
    played = _round(rounds_of(entries), number, intact.damage)
    try:
        seen = replay(CATALOGUE, entries, find_viewer(entries, viewer), played)
    except FORGERIES as error:
        reason = f"the entries of table {log.table} do not fit together ({error}); tavern audit shows where"
        raise Failure(reason) from None
    if intact.damage is not None:
        warning = f"Warning: {_damaged(intact.damage)}; only the entries before it are shown"
        console(stderr=True).print(warning, soft_wrap=True)
    frames = seen.frames if step is None else _upto(seen.frames, step)
    if as_json:
        shown = frames if step is None else frames[-1:]
        answer = msgspec.structs.replace(seen, frames=shown)
        click.echo(msgspec.json.format(msgspec.json.encode(answer)).decode())
        return
    out = console()
    _print_heading(out, CATALOGUE, entries, seen, played)
    _print_steps(out, frames, names_in(entries))
    if step is not None:
        out.print()
        out.print(table_picture(frames[-1].view, _viewer_name(entries, seen.viewer)))


def _damaged(damage: Damage) -> str:
    return f"the log is damaged at entry {damage.seq} ({damage.reason})"


def _round(rounds: Sequence[Round], number: int | None, damage: Damage | None) -> Round:
    behind = "" if damage is None else f"; {_damaged(damage)}, and what follows is not shown"
    if not rounds:
        raise Failure(f"no round has been played at this table yet{behind}")
    try:
        return rounds[-1] if number is None else round_of(rounds, number)
    except NoSuchRound as error:
        raise Failure(f"{error}{behind}") from None


def _upto(frames: list[Frame], step: int) -> list[Frame]:
    upto = [frame for frame in frames if frame.version <= step]
    if not upto or upto[-1].version != step:
        if not frames:
            raise Failure("this viewer saw nothing of this round")
        first, last = frames[0].version, frames[-1].version
        raise Failure(f"there is no step {step} in this round: its steps are {first} to {last}")
    return upto


def names_in(entries: Sequence[Entry[Event]]) -> dict[str, str]:
    """The names of everyone who ever sat at the table, by seat."""
    taken = [event for entry in entries for event in entry.events if isinstance(event, SeatTaken)]
    return {event.seat: event.name for event in taken}


def find_viewer(entries: Sequence[Entry[Event]], asked: str) -> Viewer:
    """The viewer that the user means: gm, public, house, or a seat by id or name. Raises `Failure`."""
    if asked in _VIEWERS:
        return asked
    names = names_in(entries)
    wanted = seat_of(asked) or asked
    if wanted in names:
        return seat_viewer(wanted)
    found = [seat for seat, name in names.items() if name.casefold() == wanted.casefold()]
    if len(found) == 1:
        return seat_viewer(found[0])
    if found:
        raise Failure(f"more than one seat is named {wanted}; give an id: {', '.join(found)}")
    seats = ", ".join(f"{seat} ({name})" for seat, name in names.items())
    raise Failure(f"there is no viewer {asked!r}; choose gm, public, house or a seat: {seats or '(none)'}")


def _viewer_name(entries: Sequence[Entry[Event]], viewer: Viewer) -> str:
    seat = seat_of(viewer)
    return _VIEWERS[viewer] if seat is None else names_in(entries)[seat]


def _print_heading(
    out: Console, catalogue: Catalogue, entries: Sequence[Entry[Event]], seen: Replay, played: Round
) -> None:
    opened = next((event for entry in entries for event in entry.events if isinstance(event, TableOpened)), None)
    rulebook = catalogue.rulebooks.get(played.game)
    where = opened.name if opened and opened.name else entries[0].table
    game = rulebook.name if rulebook else f"{played.game} (not installed)"
    out.print(
        Text.assemble(
            (where, "bold"),
            f"  {game}, round {played.round}, as seen by ",
            (_viewer_name(entries, seen.viewer), "bold"),
        )
    )
    out.print(Text(f"{_when(played)}  {_outcome(played, names_in(entries))}", "faint"))
    if seen.facts_only is not None:
        out.print(Text(f"! {seen.facts_only}", "bad"))
    out.print()


def _when(played: Round) -> str:
    began = datetime.fromisoformat(played.started_at)
    ended = "" if played.ended_at is None else f" to {datetime.fromisoformat(played.ended_at):%H:%M:%S}"
    return f"{began:%Y-%m-%d %H:%M:%S}{ended} UTC"


def _outcome(played: Round, names: dict[str, str]) -> str:
    if played.last is None:
        return "still running"
    if not played.winners:
        return (played.outcome or "").replace("_", " ")
    return listed([won(names.get(seat, seat), played.won_cp.get(seat, 0)) for seat in played.winners])


def _print_steps(out: Console, frames: Sequence[Frame], names: dict[str, str]) -> None:
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="faint")
    grid.add_column("step", justify="right", style="place", no_wrap=True)
    grid.add_column("time", style="faint", no_wrap=True)
    grid.add_column("who", style="name", no_wrap=True)
    grid.add_column("what happened", overflow="fold")
    for frame in frames:
        time = f"{datetime.fromisoformat(frame.at):%H:%M:%S}"
        sentences = Text("\n".join(frame.chronicle)) if frame.chronicle else Text("(nothing to report)", "faint")
        grid.add_row(str(frame.version), time, _who(frame, names), sentences)
    out.print(grid)


def _who(frame: Frame, names: dict[str, str]) -> str:
    actor = seat_of(frame.actor)
    acted = _acting(frame) if actor is None else names.get(actor, actor)
    return acted if frame.seat in (None, actor) else f"{acted} for {names.get(frame.seat or '', frame.seat or '')}"


def _acting(frame: Frame) -> str:
    if frame.seat is not None and frame.actor == npc_actor(frame.seat):
        return "server"
    return {GM: "GM", HOUSE: "House", CLOCK: "clock"}.get(frame.actor, frame.actor)

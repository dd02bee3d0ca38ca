"""`tavern analyse`: what each decision of a round was worth, from what its player knew then."""

import os
from collections.abc import Mapping
from itertools import islice
from typing import Any

import click
import msgspec
from rich.console import Console

from events.audience import seat_of
from games.installed import CATALOGUE
from games.policies import Choice, UnknownPolicy, named
from replays.analysis.rounds import POLICY, SAMPLES, Analysed, SeatAnalysis, by_seat, seats_of, tables_after
from replays.odds import Estimated
from replays.what_if import CannotPlayOn, require_playable
from server.analysing import Analyst
from server.workers import at_work
from tools.commands.review.replay import decoded_entries, round_found
from tools.console import Text, console, grid
from tools.drawing import purse
from tools.failures import Failure
from tools.labels import labels_of
from tools.output import note, print_json
from tools.progress import progress_bar
from tools.sources.choosing import choose_table, open_source
from tools.stores import store_argument
from tools.viewers import find_viewer
from tools.wording import counted

_STYLES: Mapping[str, str] = {"good": "faint", "inaccuracy": "bold", "mistake": "bad", "blunder": "bad"}


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis of a round, seat by seat."""

    round: int
    game: str
    samples: int
    seats: list[SeatAnalysis]


@click.command("analyse")
@store_argument("[STORE-OR-EXPORT]")
@click.option("--table", "-t", metavar="TABLE", help="The table, by id or name; required if there are several.")
@click.option("--round", "-r", "number", type=click.IntRange(min=1), help="The round. [default: the last one]")
@click.option("--seat", "who", metavar="SEAT", help="Only this seat's decisions, by its id or name.")
@click.option("--samples", type=click.IntRange(min=4), default=SAMPLES, show_default=True, help="Worlds per decision.")
@click.option("--policy", default=POLICY, show_default=True, metavar="NAME", help="How all seats play on.")
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the samples.")
@click.option("--jobs", type=click.IntRange(min=1), help="Worker processes. [default: one for each processor]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    context: click.Context,
    store: str,
    table: str | None,
    number: int | None,
    who: str | None,
    samples: int,
    policy: str,
    seed: int,
    jobs: int | None,
    *,
    as_json: bool,
) -> None:
    """Say what each decision of an ended round was worth, from what its player knew then.

    For each decision, the player's options are tried in the same sampled worlds: whole tables that fit what the player
    had seen. All seats play on by a policy. The worth is in antes, or in chances to win where nothing is at stake. A
    loss is marked only if the noise does not explain it: an inaccuracy from 0.1, a mistake from 0.3, a blunder from 1.

    \b
    Examples:
      tavern analyse tavern.db --round 3
      tavern analyse evening.jsonl --round 3 --seat odo --samples 200
    """
    source = open_source(store)
    context.with_resource(source.kept_open())
    log = source.log(choose_table(source, CATALOGUE, table))
    found = log.search(CATALOGUE, number, None)
    played, names = round_found(found, number), found.names
    only = None if who is None else seat_of(find_viewer(who, (), names))
    lines = list(islice(log.lines.after(0), played.last))
    try:
        require_playable(CATALOGUE, played, played.first)
        named(policy, played.game)
    except (CannotPlayOn, UnknownPolicy) as error:
        raise Failure(str(error)) from None
    entries, first = list(decoded_entries(log.table, lines, 0)), played.first
    seats = [seat for seat in seats_of(entries[first - 1 :]) if only in (None, seat)]
    before = tables_after(CATALOGUE, log.table, entries[: first - 1], seats)
    analyst = Analyst(before, first, lines[first - 1 :], samples, policy, seed)
    tasks = analyst.round.tasks(seats)
    results: dict[int, Analysed] = {}
    with progress_bar() as progress, at_work(analyst, tasks, jobs or os.cpu_count() or 1) as done:
        bar = progress.add_task("decisions", total=len(tasks))
        for place, analysed in done:
            progress.advance(bar)
            results[place] = analysed
    analysis = Analysis(
        round=played.round,
        game=played.game,
        samples=samples,
        seats=by_seat(dict.fromkeys(seat for seat, _ in tasks), tasks, results),
    )
    if as_json:
        print_json(analysis)
        return
    _print(console(), analysis, names)
    if left_out := sum(one.left_out for one in analysis.seats):
        left = counted(left_out, "decision")
        note(f"{left} could not be analysed: no world was found that fits what the player saw")


def _print(out: Console, analysis: Analysis, names: Mapping[str, str]) -> None:
    rows = grid()
    for name, justify in (
        ("step", "right"), ("who", "left"), ("chose", "left"), ("worth", "right"), ("best", "left"), ("worth", "right"),
        ("lost", "right"), ("", "left"),
    ):  # fmt: skip
        rows.add_column(name, justify=justify, overflow="fold")  # type: ignore[arg-type]
    decisions = [decision for one in analysis.seats for decision in one.decisions]
    for one in sorted(decisions, key=lambda decision: decision.step):
        chosen, best = next(option for option in one.options if option.chosen), one.options[0]
        said = (_in_words(analysis.game, chosen.command), _worth(chosen.worth))
        better = ("", "") if best is chosen else (_in_words(analysis.game, best.command), _worth(best.worth))
        lost = "" if one.verdict == "good" else _worth(one.loss)
        verdict = Text("" if one.verdict == "good" else one.verdict, _STYLES[one.verdict])
        rows.add_row(str(one.step), names.get(one.seat, one.seat), *said, *better, lost, verdict)
    out.print(rows)
    out.print()
    for seat in analysis.seats:
        whose = (names.get(seat.seat, seat.seat), "name")
        out.print(Text.assemble(whose, f" played with an accuracy of {seat.accuracy:.0f} %"))


def _worth(estimated: Estimated) -> str:
    half = (estimated.high - estimated.low) / 2
    return f"{estimated.value:+.2f} ± {half:.2f}"


def _in_words(game: str, choice: Choice) -> str:
    """A command by its label, with the values of its parameters."""
    values: list[Any] = [
        purse(value) if name.endswith("_cp") else value for name, value in choice.items() if name != "type"
    ]
    said = labels_of(game).label("commands", choice["type"])
    return f"{said} ({', '.join(map(str, values))})" if values else said

"""`tavern analyse`: what each decision of a round was worth, from what its player knew then."""

import os
import random
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

import click
import msgspec
from rich.console import Console

from events.audience import seat_of
from games.installed import CATALOGUE
from games.policies import Choice, UnknownPolicy, named
from games.policies.played_table import Stuck
from replays.analysis.decisions import Decision, Precision, accuracy_of, analyse, decisions_of
from replays.analysis.worlds import NoWorld, Sight
from replays.odds import Estimated
from replays.rebuild import Round, rounds_of
from replays.what_if import CannotPlayOn, require_playable
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
from tools.workers import at_work

_STYLES: Mapping[str, str] = {"good": "faint", "inaccuracy": "bold", "mistake": "bad", "blunder": "bad"}


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis of a round: its decisions, in order, how many could not be analysed, and each player's accuracy."""

    round: int
    game: str
    samples: int
    decisions: list[Decision]
    left_out: int
    accuracy: dict[str, float]


@click.command("analyse")
@store_argument("[STORE-OR-EXPORT]")
@click.option("--table", "-t", metavar="TABLE", help="The table, by id or name; required if there are several.")
@click.option("--round", "-r", "number", type=click.IntRange(min=1), help="The round. [default: the last one]")
@click.option("--seat", "who", metavar="SEAT", help="Only this seat's decisions, by its id or name.")
@click.option("--samples", type=click.IntRange(min=4), default=60, show_default=True, help="Worlds for each decision.")
@click.option("--policy", default="cautious", show_default=True, metavar="NAME", help="How all seats play on.")
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
    tasks = _tasks(log.table, lines, played, only)
    work = partial(_analysed, log.table, lines, played.round, samples, policy, b"%d" % seed)
    results: dict[int, Decision | None] = {}
    with progress_bar() as progress, at_work(work, tasks, jobs or os.cpu_count() or 1) as done:
        bar = progress.add_task("decisions", total=len(tasks))
        for place, (decision, was_analysed) in done:
            progress.advance(bar)
            if was_analysed:
                results[place] = decision
    decisions = [decision for _, decision in sorted(results.items()) if decision is not None]
    by_seat = {
        seat: [one for one in decisions if one.seat == seat] for seat in dict.fromkeys(seat for seat, _ in tasks)
    }
    analysis = Analysis(
        round=played.round,
        game=played.game,
        samples=samples,
        decisions=decisions,
        left_out=len(tasks) - len(results),
        accuracy={seat: accuracy_of(of_seat) for seat, of_seat in by_seat.items()},
    )
    if as_json:
        print_json(analysis)
        return
    _print(console(), analysis, names)
    if analysis.left_out:
        left = counted(analysis.left_out, "decision")
        note(f"{left} could not be analysed: no world was found that fits what the player saw")


def _tasks(table: str, lines: Sequence[bytes], played: Round, only: str | None) -> list[tuple[str, int]]:
    """The decisions to analyse: seats of the round, and places in what they saw."""
    entries = list(decoded_entries(table, lines, 0))
    own = dict.fromkeys(seat_of(entry.actor) for entry in entries[played.first - 1 :])
    seats = [seat for seat in own if seat is not None and only in (None, seat)]
    return [(seat, place) for seat in seats for place in decisions_of(_sight(table, lines, played.round, seat))]


def _sight(table: str, lines: Sequence[bytes], number: int, seat: str) -> Sight:
    entries = list(decoded_entries(table, lines, 0))
    first = next(one.first for one in rounds_of(entries) if one.round == number)
    return Sight(CATALOGUE, entries[: first - 1], entries[first - 1 :], seat)


def _analysed(
    table: str, lines: Sequence[bytes], number: int, samples: int, policy: str, seed: bytes, task: tuple[str, int]
) -> tuple[Decision | None, bool]:
    """A decision, None if there was no other option; and whether it could be analysed."""
    seat, place = task
    precision = Precision(samples=samples, policy=named(policy), seed=seed)
    try:
        return analyse(_sight(table, lines, number, seat), place, precision, random.Random), True
    except (NoWorld, Stuck):
        return None, False


def _print(out: Console, analysis: Analysis, names: Mapping[str, str]) -> None:
    rows = grid()
    for name, justify in (
        ("step", "right"), ("who", "left"), ("chose", "left"), ("worth", "right"), ("best", "left"), ("worth", "right"),
        ("lost", "right"), ("", "left"),
    ):  # fmt: skip
        rows.add_column(name, justify=justify, overflow="fold")  # type: ignore[arg-type]
    for one in analysis.decisions:
        chosen, best = next(option for option in one.options if option.chosen), one.options[0]
        said = (_in_words(analysis.game, chosen.command), _worth(chosen.worth))
        better = ("", "") if best is chosen else (_in_words(analysis.game, best.command), _worth(best.worth))
        lost = "" if one.verdict == "good" else _worth(one.loss)
        verdict = Text("" if one.verdict == "good" else one.verdict, _STYLES[one.verdict])
        rows.add_row(str(one.step), names.get(one.seat, one.seat), *said, *better, lost, verdict)
    out.print(rows)
    out.print()
    for seat, accuracy in analysis.accuracy.items():
        out.print(Text.assemble((names.get(seat, seat), "name"), f" played with an accuracy of {accuracy:.0f} %"))


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

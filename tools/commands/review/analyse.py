"""`tavern analyse`: what each decision of a round was worth, from what its player knew then."""

from collections.abc import Mapping
from itertools import islice

import click
import msgspec
from rich.console import Console

from events.audience import seat_of
from games.installed import CATALOGUE
from games.policies import UnknownPolicy
from replays.analysis.rounds import POLICY, SAMPLES, SeatAnalysis
from replays.odds import Estimated
from replays.what_if import CannotPlayOn
from server.report.words import choice_in_words
from tools.analysing import analysed, require_analysable
from tools.commands.review.replay import decoded_entries, round_found
from tools.console import Text, console, grid
from tools.failures import failing_on
from tools.output import note, print_json
from tools.sources.finding import choose_table, open_source
from tools.store_argument import store_argument
from tools.viewers import find_viewer
from tools.wording import counted

_STYLES: Mapping[str, str] = {"good": "faint", "inaccuracy": "bold", "mistake": "bad", "blunder": "bad"}


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis of a round, seat by seat."""

    round: int
    game: str
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
    played, names = round_found(log, found, number), found.names
    only = None if who is None else [seat_of(find_viewer(who, (), names, "--seat")) or ""]
    lines = list(islice(log.lines.after(0), played.last))
    with failing_on(CannotPlayOn, UnknownPolicy):
        require_analysable(played, policy)
    entries = list(decoded_entries(log.table, lines, 0))
    seats = analysed(entries, lines, played, only, samples=samples, policy=policy, seed=seed, jobs=jobs)
    analysis = Analysis(round=played.round, game=played.game, seats=seats)
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
        said, better = (
            (choice_in_words(analysis.game, option.command, names), _worth(option.worth)) for option in (chosen, best)
        )
        lost = "" if one.verdict == "good" else _worth(one.loss)
        verdict = Text("" if one.verdict == "good" else one.verdict, _STYLES[one.verdict])
        rows.add_row(
            str(one.step),
            names.get(one.seat, one.seat),
            *said,
            *(("", "") if best is chosen else better),
            lost,
            verdict,
        )
    out.print(rows)
    out.print()
    for seat in analysis.seats:
        whose = (names.get(seat.seat, seat.seat), "name")
        if seat.accuracy is None:
            out.print(Text.assemble(whose, " made no decision that could be analysed"))
        else:
            out.print(Text.assemble(whose, f" played with an accuracy of {seat.accuracy:.0f} %"))


def _worth(estimated: Estimated) -> str:
    half = (estimated.high - estimated.low) / 2
    return f"{estimated.value:+.2f} ± {half:.2f}"

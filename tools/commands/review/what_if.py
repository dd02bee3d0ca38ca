"""`tavern what-if`: an ended round, played on from one of its steps in another way."""

import random
import shlex
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import click
import msgspec

from events.audience import GM, HOUSE, Viewer, seat_of
from events.entry import Entry
from events.event import Event
from games.engine.catalogue import UnknownCommand
from games.engine.legality import Refused
from games.installed import CATALOGUE
from games.policies import Policy, UnknownPolicy, named
from games.policies.played_table import Stuck
from projections.actions import Action
from projections.chronicle import listed
from projections.game import AnyTable
from projections.viewer_projection import ViewerProjection
from replays.odds import Odds, odds_of
from replays.rebuild import Frame, Round, Steps
from replays.what_if import (
    MOST_ACTS,
    CannotPlayOn,
    Ending,
    Moment,
    Move,
    asked_at,
    ending_of,
    endings,
    give_all,
    require_playable,
)
from server.labels import labels_of
from server.report.words import purse
from tools.commands.review.replay import decoded_entries, no_such_step, print_steps, round_found
from tools.console import Text, console, grid
from tools.failures import Failure
from tools.output import print_json
from tools.sources.finding import choose_table, open_source
from tools.store_argument import store_argument
from tools.viewers import find_viewer

_WHOSE = {GM: "the GM", HOUSE: "the House"}


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What would have happened: as the server answers it."""

    frames: list[Frame]
    ending: Ending | None
    odds: Odds | None


@click.command("what-if")
@store_argument("[STORE-OR-EXPORT]")
@click.option("--table", "-t", metavar="TABLE", help="The table, by id or name; required if there are several.")
@click.option("--round", "-r", "number", type=click.IntRange(min=1), help="The round. [default: the last one]")
@click.option("--at", "step", type=click.IntRange(min=1), required=True, help="The step to play on from.")
@click.option("--as", "viewer", default=GM, show_default=True, metavar="VIEWER", help="Whose steps to count and show.")
@click.option("--move", "-m", "given", multiple=True, metavar="MOVE", help="A move; may be given several times.")
@click.option("--policy", metavar="NAME", help="Let this policy play every seat to the end.")
@click.option(
    "--samples", type=click.IntRange(min=2), help="Play on so many times with fresh dice, and print the odds."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of fresh dice and of the policy.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, as from the server.")
@click.pass_context
def command(
    context: click.Context,
    store: str,
    table: str | None,
    number: int | None,
    step: int,
    viewer: str,
    given: Sequence[str],
    policy: str | None,
    samples: int | None,
    seed: int,
    *,
    as_json: bool,
) -> None:
    """Play an ended round on from one of its steps, by other moves or by a policy. Nothing is written.

    The dice are those of the round: what would have fallen. With --samples they are fresh after the moves, and the
    answer is how often each seat wins and what it gains. Dice that lay under a cup at the step stay as they were.

    MOVE is a seat, a command and its parameters: "odo hold", "bri bet amount_cp=200". Without a move and a policy, the
    answer is who was asked, and what they could do.

    Steps are those of `tavern replay` with the same --as: gm, house or a seat.

    \b
    Examples:
      tavern what-if tavern.db --round 3 --at 41
      tavern what-if tavern.db --round 3 --at 41 --move "odo hold" --policy cautious
      tavern what-if evening.jsonl --at 41 --move "odo hold" --samples 500
    """
    source = open_source(store)
    context.with_resource(source.kept_open())
    log = source.log(choose_table(source, CATALOGUE, table))
    found = log.search(CATALOGUE, number, None)
    played, names = round_found(log, found, number), found.names
    whose = find_viewer(viewer, _WHOSE, names, "--as")
    entries = list(decoded_entries(log.table, islice(log.lines.after(0), played.last), 0))
    try:
        require_playable(CATALOGUE, played, played.first)
        seen, seq = _step(entries, played, whose, step)
        moment = Moment.of(CATALOGUE, entries, played, seq)
        moves = [_move(played.game, one, names) for one in given]
        player, chance = named(policy or "cautious", played.game), random.Random(seed)
        if samples is not None:
            answer = Answer(frames=[], ending=None, odds=_odds(moment, moves, player, chance, samples))
            asked: dict[str, list[Action]] = {}
        else:
            branch = moment.branch(player, chance)
            written = [*give_all(branch, CATALOGUE, moves), *(branch.play(MOST_ACTS) if policy else ())]
            steps = Steps(CATALOGUE, seen, played)
            frames = [frame for one in written if (frame := steps.take(one.entry))]
            answer = Answer(frames=frames, ending=ending_of(branch.table), odds=None)
            asked = asked_at(branch, CATALOGUE)
    except (CannotPlayOn, Refused, Stuck, UnknownPolicy) as error:
        raise Failure(str(error)) from None
    if as_json:
        print_json(answer)
        return
    out = console()
    if answer.frames:
        print_steps(out, answer.frames, names)
    if answer.ending is not None:
        out.print(_outcome(answer.ending, played.game, names))
    for seat, actions in asked.items():
        called = labels_of(played.game)
        could = listed(list(dict.fromkeys(called.label("commands", action.type) for action in actions))) or "nothing"
        out.print(Text.assemble((names.get(seat, seat), "name"), f" is asked, and can do: {could}"))
    if answer.odds is not None:
        _print_odds(answer.odds, names)


def _step(entries: Sequence[Entry[Event]], played: Round, viewer: Viewer, step: int) -> tuple[AnyTable, int]:
    """The viewer's table at a step of the round, and the entry that brought it there. Raises `Failure`."""
    table = CATALOGUE.folding.blank(entries[0].table, viewer)
    projection = ViewerProjection(CATALOGUE.folding, table)
    versions: list[int] = []
    for entry in entries:
        if projection.skip(entry) and entry.seq >= played.first:
            versions.append(table.version)
            if table.version == step:
                return table, entry.seq
    raise no_such_step(step, played, viewer, versions)


def _move(game: str, text: str, names: Mapping[str, str]) -> Move:
    """A move from its text: a seat (or gm), a command's type, and parameters as NAME=VALUE. Raises `Failure`."""
    try:
        who, kind, *given = shlex.split(text)
        parameters = dict(one.split("=", 1) for one in given)
    except ValueError:
        raise Failure(f"a move is a seat, a command and parameters such as amount_cp=200, not {text!r}") from None
    body = {"type": kind, **{name: _value(value) for name, value in parameters.items()}}
    try:
        command = CATALOGUE.read_command(game, msgspec.json.encode(body))
    except (UnknownCommand, msgspec.ValidationError) as error:
        raise Failure(f"the move {text!r} cannot be read: {error}") from None
    return Move(seat_of(find_viewer(who, (GM,), names, "--move")), command)


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def _odds(moment: Moment, moves: Sequence[Move], policy: Policy, chance: random.Random, samples: int) -> Odds:
    return odds_of(list(islice(filter(None, endings(moment, moves, policy, chance)), samples)))


def _outcome(ending: Ending, game: str, names: Mapping[str, str]) -> Text:
    how = labels_of(game).label("outcomes", ending.outcome)
    gains = listed([f"{names.get(seat, seat)} {purse(net_cp)}" for seat, net_cp in ending.net_cp.items()])
    return Text.assemble((f"The round ends ({how}): ", "bold"), gains)


def _print_odds(odds: Odds, names: Mapping[str, str]) -> None:
    rows = grid()
    for name in ("seat", "wins", "95 %", "gains", "95 %"):
        rows.add_column(name, justify="left" if name == "seat" else "right", no_wrap=True)
    for one in odds.seats:
        wins, net = one.wins, one.net_cp
        rows.add_row(
            names.get(one.seat, one.seat),
            f"{100 * wins.value:.1f} %",
            f"{100 * wins.low:.1f} … {100 * wins.high:.1f}",
            f"{net.value:+,.0f} cp",
            f"{net.low:+,.0f} … {net.high:+,.0f}",
        )
    out = console()
    out.print(Text(f"{odds.samples} rounds with fresh dice from this step", "faint"))
    out.print(rows)

"""Decisions: what each action that a player was offered was worth, from what the player knew then.

Each action is tried in the same worlds, with the same dice to come, and all seats play on by a policy. A world is not
certain, so neither is a loss: it is estimated on other worlds than those that chose the best action, and only a loss
that the noise does not explain is marked.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from math import exp
from typing import Final, Literal, NamedTuple

import msgspec

from events.audience import seat_viewer
from events.event import type_tag
from games.engine.decider import offers_of
from games.engine.legality import Refused, parameters_of
from games.policies import Choice, Policy
from games.policies.played_table import PlayedTable, Stuck
from games.policies.policy import Randomness
from projections.actions import Action
from replays.analysis.worlds import NoWorld, Sight, commands_of, worlds
from replays.odds import Estimated, mean_of, share_of
from replays.what_if import MOST_ACTS, ending_of

MOST_OPTIONS: Final = 12
"""The most actions of a decision that are compared: evenly chosen, if there are more, and the one that was taken."""
INACCURACY: Final = 0.1
MISTAKE: Final = 0.3
BLUNDER: Final = 1.0
"""Losses in antes, or in chances to win where nothing is at stake."""

Verdict = Literal["good", "inaccuracy", "mistake", "blunder"]
ChanceOf = Callable[[bytes], Randomness]
"""A source of randomness from a seed."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """An action: the command as a client gives it, and what it is worth to the seat."""

    command: Choice
    worth: Estimated
    chosen: bool


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of a seat at its own version `step`, made `at` a time: the options, best first, and what was lost.

    Worths and losses are in antes, or in chances to win where there is none. `loss` is 0 or more on average; `verdict`
    says more than "good" only if its whole interval is above 0. `chance` is how often the seat wins after what it
    chose.
    """

    seat: str
    step: int
    at: str
    options: list[Option]
    chance: Estimated
    loss: Estimated
    verdict: Verdict


class Precision(msgspec.Struct, frozen=True, kw_only=True):
    """How decisions are analysed: in how many worlds (4 or more), and by which policy all seats play on."""

    samples: int
    policy: Policy
    seed: bytes


def decisions_of(sight: Sight) -> list[int]:
    """The places, in what a seat saw of a round, at which it made a move of the game."""
    rulebook = sight.catalogue.rulebook(sight.game)
    moves = {type_tag(kind) for kind in rulebook.commands}
    return [
        place
        for place, seen in enumerate(sight.seen)
        if seen.entry.actor == seat_viewer(sight.seat) and _type_of(bytes(seen.entry.command)) in moves
    ]


def analyse(sight: Sight, place: int, precision: Precision, chance_of: ChanceOf) -> Decision | None:
    """What a decision was worth; None if there was no other option. Raises `NoWorld`, `Stuck`."""
    seed = b"%s %s %d " % (precision.seed, sight.seat.encode(), place)
    found = worlds(sight, place, precision.policy, chance_of(seed + b"worlds"))
    sampled = list(islice(found, precision.samples))
    chosen = _chosen(sight, place)
    options = _options(sampled[0], sight, chosen)
    if len(options) < 2:
        return None
    unit = _unit(sampled[0])
    outcomes: list[list[_Outcome]] = []
    for number, world in enumerate(sampled):
        # The same dice and choices are to come after each option.
        future = partial(chance_of, seed + b"future %d" % number)
        if (row := _outcomes(world, sight.seat, options, unit, future)) is not None:
            outcomes.append(row)
    if len(outcomes) < 4:
        raise NoWorld(f"the options of {sight.seat} differ from world to world")
    return _decision(sight, place, options, options.index(chosen), outcomes)


def _type_of(command: bytes) -> str:
    return msgspec.json.decode(command, type=_Typed).type


class _Typed(msgspec.Struct):
    type: str


def _chosen(sight: Sight, place: int) -> Choice:
    entry = sight.seen[place].entry
    command = sight.catalogue.read_recorded(entry.game, bytes(entry.command))
    given: Choice = msgspec.to_builtins(parameters_of(command))
    return {"type": type_tag(type(command)), **given}


def _options(world: PlayedTable, sight: Sight, chosen: Choice) -> list[Choice]:
    """The seat's options at a world, evenly chosen among those of each type, and the chosen one."""
    own, rulebooks = world.own_table(sight.seat), sight.catalogue.rulebooks
    moves = {type_tag(kind) for kind in sight.catalogue.rulebook(sight.game).commands}
    offers = offers_of(own, rulebooks, sight.seat)
    said = list(chosen.values())
    commands = [
        command
        for offer in offers
        if isinstance(offer, Action) and offer.type in moves
        for command in commands_of(offer, said)
    ]
    others = [command for command in commands if command != chosen]
    step = max(1, -(-len(others) // (MOST_OPTIONS - 1)))
    return [chosen, *others[::step]]


def _unit(world: PlayedTable) -> int:
    """An ante in copper; 0 if nothing is at stake."""
    options = world.table.options
    return int(getattr(options, "ante_cp", 0) or getattr(options, "buy_in_cp", 0) or getattr(options, "min_bet_cp", 0))


class _Outcome(NamedTuple):
    """What an option brings in a world, and whether the seat wins."""

    worth: float
    won: bool


def _outcomes(
    world: PlayedTable, seat: str, options: Sequence[Choice], unit: int, chance: Callable[[], Randomness]
) -> list[_Outcome] | None:
    """The outcome of each option in a world; None if one of them is not possible there."""
    row: list[_Outcome] = []
    for command in options:
        branch = world.fork(chance())
        try:
            branch.give_choice(seat, command)
            for _ in branch.play(MOST_ACTS):
                """Until the round ends."""
        except Refused:
            return None
        ending = ending_of(branch.table)
        if ending is None:
            raise Stuck("the round did not end")
        won = seat in ending.winners
        row.append(_Outcome(ending.net_cp.get(seat, 0) / unit if unit else float(won), won))
    return row


def _decision(
    sight: Sight, place: int, options: Sequence[Choice], chosen: int, outcomes: Sequence[Sequence[_Outcome]]
) -> Decision:
    worths = [[outcome.worth for outcome in row] for row in outcomes]
    half = len(worths) // 2
    means = [_mean([row[n] for row in worths[:half]]) for n in range(len(options))]
    best = max(range(len(options)), key=lambda n: (means[n], n == chosen))
    loss = mean_of([row[best] - row[chosen] for row in worths[half:]])
    listed = [
        Option(command=command, worth=mean_of([row[n] for row in worths]), chosen=n == chosen)
        for n, command in enumerate(options)
    ]
    return Decision(
        seat=sight.seat,
        step=sight.first + place - 1,
        at=sight.seen[place].entry.at,
        options=sorted(listed, key=lambda option: -option.worth.value),
        chance=share_of([row[chosen].won for row in outcomes]),
        loss=loss,
        verdict=_verdict(loss),
    )


def _verdict(loss: Estimated) -> Verdict:
    if loss.low <= 0 or loss.value < INACCURACY:
        return "good"
    return "inaccuracy" if loss.value < MISTAKE else "mistake" if loss.value < BLUNDER else "blunder"


def accuracy_of(decisions: Sequence[Decision]) -> float:
    """How well a player played: 100 if no loss is beyond the noise, 37 if an ante was lost at each decision."""
    lost = [decision.loss.value if decision.verdict != "good" else 0.0 for decision in decisions]
    return 100 * exp(-_mean(lost)) if lost else 100.0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)

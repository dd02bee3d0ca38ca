"""Decisions: what each action that a player was offered was worth, from what the player knew then.

Actions are tried in the same worlds, with the same dice to come, and all seats play on by a policy. A world is not
certain, so neither is a loss: it is estimated on other worlds than those that chose the best action, and only a loss
that the noise does not explain is marked. Worlds go where they decide something: to the actions that may be best, and
to losses that are not known well enough yet.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, islice
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

CHOSEN: Final = 0
"""The place of the chosen option among the options of a decision, before they are sorted."""
MOST_OPTIONS: Final = 12
"""The most actions of a decision that are compared: the one that was taken, and others of every type.

Only if there are more types are there more actions.
"""
INACCURACY: Final = 0.1
MISTAKE: Final = 0.3
BLUNDER: Final = 1.0
"""Losses in antes, or in chances to win where nothing is at stake."""

PRECISE_ENOUGH: Final = 0.1
"""A loss is known well enough if its interval reaches no further than this on each side."""
_TELLING: Final = 10
"""In how many worlds an option must have been tried before its interval counts.

Two or three seldom have a rare gain, and an option that had one in them looks worse than one that always loses.
"""
_A_FEW: Final = 30
"""How many worlds more are sampled before a loss is looked at again."""

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

    The best option is the one that most surely gains something over the chosen one, or the chosen one if none does.
    Worths and losses are in antes, or in chances to win where there is none. `loss` is 0 if the chosen option is best,
    otherwise 0 or more on average; `verdict` says more than "good" only if its whole interval is above 0. `chance` is
    how often the seat wins after what it chose. `ante_cp` is an ante in copper, 0 if there is none.
    """

    seat: str
    step: int
    at: str
    ante_cp: int
    options: list[Option]
    chance: Estimated
    loss: Estimated
    verdict: Verdict


class Precision(msgspec.Struct, frozen=True, kw_only=True):
    """How decisions are analysed: in how many worlds (4 or more) at most, and by which policy all seats play on."""

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
    trials = Trials(sight, place, precision, chance_of)
    if len(trials.options) < 2:
        return None
    best = best_of(trials, precision.samples // 4)
    loss = Estimated(value=0.0, low=0.0, high=0.0) if best == CHOSEN else _loss(trials, best)
    # The chance to win needs worlds, too, where an alternative dropped out early.
    trials.run([CHOSEN], up_to=precision.samples // 2)
    options = [
        Option(command=command, worth=trials.worth(n), chosen=n == CHOSEN) for n, command in enumerate(trials.options)
    ]
    return Decision(
        seat=sight.seat,
        step=sight.first + place - 1,
        at=sight.seen[place].entry.at,
        ante_cp=trials.unit,
        options=[options.pop(best), *sorted(options, key=lambda option: -option.worth.value)],
        chance=share_of([row[CHOSEN].won for row in trials.rows]),
        loss=loss,
        verdict=_verdict(loss),
    )


def best_of(trials: "Trials", most: int) -> int:
    """The best option, from up to `most` worlds: half drop out, again and again, until one is left.

    So do all that are surely no better than the chosen one, once there are enough worlds to tell.
    """
    left = list(range(CHOSEN + 1, len(trials.options)))
    gains: dict[int, Estimated] = {}
    steps = max(1, (len(left) - 1).bit_length())
    for step in range(1, steps + 1):
        trials.run([CHOSEN, *left], up_to=max(2, most * step // steps))
        gains = {n: trials.gain(n) for n in left}
        if len(trials.rows) < _TELLING:
            left.sort(key=lambda n: -gains[n].value)
        else:
            # Halfway down to the lower end, so that noise alone seldom makes an option the best.
            # An interval without width comes from equal gains, and says nothing about rare others.
            left = [n for n in left if gains[n].high > 0 or gains[n].high == gains[n].low]
            left.sort(key=lambda n: -gains[n].value - gains[n].low)
        del left[-(-len(left) // 2) :]
    return next((n for n in left if gains[n].value + gains[n].low > 0), CHOSEN)


def _loss(trials: "Trials", best: int) -> Estimated:
    """What the chosen option loses against the best one, from worlds that did not choose that."""
    since = len(trials.rows)
    while True:
        before = len(trials.rows)
        trials.run([CHOSEN, best], up_to=before + _A_FEW)
        loss = trials.gain(best, since)
        if loss.high - loss.value <= PRECISE_ENOUGH or len(trials.rows) < before + _A_FEW:
            return loss


class Outcome(NamedTuple):
    """What an option brings in a world, and whether the seat wins."""

    worth: float
    won: bool


class Trials:
    """What comes of the options of a decision in one world after another; the chosen option is the first.

    `rows`: the outcomes in each world, by the options that were tried there.
    """

    def __init__(self, sight: Sight, place: int, precision: Precision, chance_of: ChanceOf) -> None:
        seed = b"%s %s %d " % (precision.seed, sight.seat.encode(), place)
        sampled = islice(worlds(sight, place, precision.policy, chance_of(seed + b"worlds")), precision.samples)
        first = next(sampled)
        self._seat = sight.seat
        self._worlds = enumerate(chain([first], sampled))
        self._seed = seed
        self._chance_of = chance_of
        self.unit = _unit(first)
        self.options = _options(first, sight, _chosen(sight, place))
        self.rows: list[Mapping[int, Outcome]] = []

    def run(self, options: Sequence[int], up_to: int) -> None:
        """Try options until there are so many rows, or no more worlds. Raises `NoWorld`, `Stuck`.

        Worlds in which one of the options is not possible are dropped.
        """
        while len(self.rows) < up_to and (found := next(self._worlds, None)):
            row = self._row(options, *found)
            if row is not None:
                self.rows.append(row)

    def worth(self, option: int) -> Estimated:
        """What an option brought in the worlds in which it was tried."""
        tried = [row[option] for row in self.rows if option in row]
        if not self.unit:
            return share_of([one.won for one in tried])
        mean = mean_of([one.worth for one in tried])
        if mean.low < mean.high:
            return mean
        # All came out the same. What did not happen in so many worlds may still be as likely as this, at 95 %, and
        # bring as much, or as little, as any option did.
        unseen = 1 - 0.05 ** (1 / len(tried))
        worths = [outcome.worth for row in self.rows for outcome in row.values()]
        low, high = (mean.value + unseen * (extreme - mean.value) for extreme in (min(worths), max(worths)))
        return Estimated(value=mean.value, low=low, high=high)

    def gain(self, option: int, since: int = 0) -> Estimated:
        """What it brought more than the chosen option, in the worlds from row `since` on. Raises `NoWorld`."""
        gains = [row[option].worth - row[CHOSEN].worth for row in self.rows[since:] if option in row]
        if len(gains) < 2:
            raise NoWorld(f"the options of {self._seat} differ from world to world")
        return mean_of(gains)

    def _row(self, options: Sequence[int], number: int, world: PlayedTable) -> Mapping[int, Outcome] | None:
        row: dict[int, Outcome] = {}
        for n in options:
            # The same dice and choices are to come after each option.
            branch = world.fork(self._chance_of(self._seed + b"future %d" % number))
            try:
                branch.give_choice(self._seat, self.options[n])
                for _ in branch.play(MOST_ACTS):
                    """Until the round ends."""
            except Refused:
                return None
            ending = ending_of(branch.table)
            if ending is None:
                raise Stuck("the round did not end")
            won = self._seat in ending.winners
            row[n] = Outcome(ending.net_cp.get(self._seat, 0) / self.unit if self.unit else float(won), won)
        return row


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
    """The seat's options at a world: the chosen one, and others of every type whose commands can be listed."""
    own, rulebooks = world.own_table(sight.seat), sight.catalogue.rulebooks
    moves = {type_tag(kind) for kind in sight.catalogue.rulebook(sight.game).commands}
    offers = offers_of(own, rulebooks, sight.seat)
    said = list(chosen.values())
    by_type: dict[str, list[Choice]] = {}
    for offer in offers:
        if isinstance(offer, Action) and offer.type in moves:
            others = (command for command in commands_of(offer, said) if command != chosen)
            by_type.setdefault(offer.type, []).extend(others)
    return [chosen, *_selected(by_type.values(), MOST_OPTIONS - 1)]


def _selected(groups: Iterable[Sequence[Choice]], most: int) -> list[Choice]:
    """Commands from every group, evenly chosen: as many from each as it has, up to an equal share of `most`."""
    selected: list[Choice] = []
    smallest_first = sorted((group for group in groups if group), key=len)
    for n, group in enumerate(smallest_first):
        share = max(1, (most - len(selected)) // (len(smallest_first) - n))
        selected += _spread(group, share)
    return selected


def _spread(commands: Sequence[Choice], most: int) -> list[Choice]:
    """So many commands at most, at even distances, with the first and the last if there is room for both."""
    count = min(most, len(commands))
    return [commands[n * (len(commands) - 1) // max(1, count - 1)] for n in range(count)]


def _unit(world: PlayedTable) -> int:
    """An ante in copper; 0 if nothing is at stake."""
    options = world.table.options
    return int(getattr(options, "ante_cp", 0) or getattr(options, "buy_in_cp", 0) or getattr(options, "min_bet_cp", 0))


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

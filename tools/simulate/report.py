"""The report of a simulation: figures with their intervals, from a tally."""

from collections.abc import Mapping
from typing import Any

import msgspec

from replays.intervals import Estimate
from tools.simulate.counters import COUNTERS
from tools.simulate.playing import Setup
from tools.simulate.tally import Tally


class PolicyFigures(msgspec.Struct, frozen=True, kw_only=True):
    """A policy's results: `win_rate` in the rounds it played, and `coins_cp`, its average gain in a round."""

    policy: str
    seats: int
    win_rate: Estimate
    coins_cp: Estimate


class Rate(msgspec.Struct, frozen=True, kw_only=True):
    """How often something (`told`, in words) happened: `count` times in total, `rate` times per unit of its base
    `of`."""

    name: str
    told: str
    of: str
    count: int
    rate: Estimate


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """A simulation's figures.

    `house_cp`: the House's average gain in a round, in copper; `house_edge`: the same as a share of the stakes. `acts`:
    actions in a round; `longest`: the most; `loans`: how often a purse was filled up between rounds. Each of the
    `tables` had `table_rounds` rounds, except the last, which had the rest.
    """

    game: str
    rules: int
    options: Mapping[str, Any]
    seed: str
    rounds: int
    tables: int
    table_rounds: int
    policies: list[PolicyFigures]
    house_cp: Estimate
    house_edge: Estimate | None
    acts: Estimate
    longest: int
    loans: int
    rates: list[Rate]


def report_of(setup: Setup, rules: int, tally: Tally) -> Simulation:
    """The figures of a tally, policies in the given order. Raises `ValueError` if it is empty."""
    labels = list(dict.fromkeys(seated.label for seated in setup.seated))
    policies = [
        PolicyFigures(
            policy=label,
            seats=sum(seated.label == label for seated in setup.seated),
            win_rate=_known(tally.policies[label].wins.estimate()),
            coins_cp=_known(tally.policies[label].coins_cp.estimate()),
        )
        for label in labels
        if label in tally.policies
    ]
    return Simulation(
        game=setup.game,
        rules=rules,
        options=setup.options,
        seed=setup.seed.hex(),
        rounds=tally.rounds,
        tables=tally.tables,
        table_rounds=setup.table_rounds,
        policies=policies,
        house_cp=_known(tally.house_cp.estimate()),
        house_edge=tally.edge.estimate(),
        acts=_known(tally.acts.estimate()),
        longest=tally.longest,
        loans=tally.loans,
        rates=_rates(tally),
    )


def _rates(tally: Tally) -> list[Rate]:
    """The rates, without counters that stayed at 0, unless they are relative to another counter that did not."""
    rates: list[Rate] = []
    for counter in COUNTERS:
        sums = tally.counts.get(counter.name)
        rate = None if sums is None else sums.estimate()
        if sums is not None and rate is not None and (sums.x or counter.of not in ("rounds", "seats")):
            rates.append(Rate(name=counter.name, told=counter.label, of=counter.of, count=sums.x, rate=rate))
    return rates


def _known(estimate: Estimate | None) -> Estimate:
    if estimate is None:
        raise ValueError("no round was played")
    return estimate

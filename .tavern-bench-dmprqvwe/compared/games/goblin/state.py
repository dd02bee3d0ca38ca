"""The options of Goblin Mode, the numbers of its rules, and the state of a round. Nothing in it is hidden."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from games.mechanics.antes import Ante, MatchesAntes
from games.mechanics.side_bets import Backing
from projections.game import OpenGameOptions
from projections.labels import labelled
from projections.table import Table

ACTIVE: Final = "active"
HELD: Final = "held"
DEAD: Final = "dead"

CHAMBER: Final = {"d20": 20, "d12": 12, "d10": 10, "d8": 8, "d6": 6, "d4": 4}
"""The die of each stage with its sides, in the order of the stages."""
STAGES: Final = tuple(CHAMBER)
BULLET: Final = 1
"""The face that kills, on every die."""
TAXED: Final = STAGES[: STAGES.index("d8")]
"""A winner that has held since one of these stages owes the Coward's Tax."""
COIN: Final = "d2"
COIN_SIDES: Final = 2
SIDE_BET_STAGES: Final = 2
"""Stages during which side bets are taken."""


class Options(OpenGameOptions, frozen=True, kw_only=True):
    """What a GM may set for a table in Goblin Mode. The default comes first."""

    ante_cp: Ante = 500
    house_match: MatchesAntes = True
    last_standing: Annotated[
        Literal["plays_on", "wins"],
        Meta(description="What the last living seat does: plays on until it holds or dies, or wins at once"),
        labelled("Last living seat", plays_on="Plays on", wins="Wins at once"),
    ] = "plays_on"


class State(msgspec.Struct, kw_only=True):
    """The round beyond the common table.

    `stage` counts from 1, `die` is the die of the stage. `due`: the seats that act in the stage, in order. `boots`:
    each seat's number of Boots. `held_in`: by holding seat, the die of the stage in which it held.
    """

    stage: int = 0
    die: str = ""
    due: list[str] = []
    boots: dict[str, int] = {}
    held_in: dict[str, str] = {}
    side_bets: list[Backing] = []


GoblinTable = Table[Options, State]


def living(table: GoblinTable) -> list[str]:
    """The seats that are not dead, including those that hold, in the order of turns."""
    return table.with_status(ACTIVE, HELD)


def score(table: GoblinTable, seat: str) -> int:
    """The sum of a seat's dice, the Coin's faces included; a dead seat has 0."""
    holder = table.seats[seat]
    return 0 if holder.status == DEAD else sum(die.face or 0 for die in holder.dice)


def highest(table: GoblinTable) -> list[str]:
    """The living seats that have, or share, the highest score, in the order of turns."""
    scores = {seat: score(table, seat) for seat in living(table)}
    best = max(scores.values(), default=0)
    return [seat for seat in scores if scores[seat] == best]


def is_last_stage(table: GoblinTable) -> bool:
    """Whether no stage comes after this one."""
    return table.state.stage == len(STAGES)

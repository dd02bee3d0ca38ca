"""What Goblin Mode remembers of a round beyond the common table, and how a round stands. All of it is open to all."""

from typing import Final

import msgspec

from games.goblin.options import STAGES, Options
from games.mechanics.side_bets import Backing
from projections.table import Table

ACTIVE: Final = "active"
HELD: Final = "held"
DEAD: Final = "dead"


class State(msgspec.Struct, kw_only=True):
    """The round beyond the common table. `stage` counts from 1, `die` is what is rolled in it.

    `due` has the seats that act in the stage, in order; `boots` how many each seat of the round has; `held_in` in which
    die's stage those who hold did so.
    """

    stage: int = 0
    die: str = ""
    due: list[str] = []
    boots: dict[str, int] = {}
    held_in: dict[str, str] = {}
    side_bets: list[Backing] = []


GoblinTable = Table[Options, State]


def living(table: GoblinTable) -> list[str]:
    """The seats that are not dead, in the order of turns: those who hold live too."""
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

"""Where a round stands: who lives, what each has, and who may hold. All of it is open to everybody."""

from games.goblin.options import STAGES
from games.goblin.state import ACTIVE, DEAD, HELD, GoblinTable


def living(table: GoblinTable) -> list[str]:
    """The seats that are not dead, in the order of turns: those who hold live too."""
    return table.with_status(ACTIVE, HELD)


def score(table: GoblinTable, seat: str) -> int:
    """What a seat's dice make together, the Coin's faces included; a dead seat has 0."""
    holder = table.seats[seat]
    return 0 if holder.status == DEAD else sum(die.face or 0 for die in holder.dice)


def highest(table: GoblinTable) -> list[str]:
    """The living seats that have, or share, the highest score, in the order of turns."""
    scores = {seat: score(table, seat) for seat in living(table)}
    best = max(scores.values(), default=0)
    return [seat for seat in scores if scores[seat] == best]


def may_hold(table: GoblinTable, seat: str) -> bool:
    """The Runt Rule: who has rolled, and has or shares the highest living score, may hold when its turn comes."""
    holder = table.seats[seat]
    return table.running and holder.status == ACTIVE and bool(holder.dice) and seat in highest(table)


def is_last_stage(table: GoblinTable) -> bool:
    """Whether no stage comes after this one."""
    return table.state.stage == len(STAGES)


def is_over(table: GoblinTable) -> bool:
    """Whether all have held or died, or one is left alive where that wins."""
    last_wins = table.options.last_standing == "wins" and len(living(table)) == 1
    return last_wins or not table.with_status(ACTIVE)

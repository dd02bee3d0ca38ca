"""What Goblin Mode remembers of a round beyond the common table, and how its events fold into it."""

from collections.abc import Mapping
from typing import Final

import msgspec

from events.event import Event
from events.round_events import RoundStarted, StatusChanged
from games.goblin import happened
from games.goblin.options import Options
from games.mechanics import side_bets
from games.mechanics.side_bets import Backing
from projections.game import Fold
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


def _round_started(table: GoblinTable, event: RoundStarted) -> None:
    table.state = State(boots=dict.fromkeys(event.seats, 0))


def _stage_began(table: GoblinTable, event: happened.StageBegan) -> None:
    state = table.state
    state.stage, state.die, state.due = event.stage, event.die, list(event.seats)


def _status_changed(table: GoblinTable, event: StatusChanged) -> None:
    if event.status == HELD:
        table.state.held_in[event.seat] = table.state.die
    else:
        table.state.held_in.pop(event.seat, None)


def _boots_changed(table: GoblinTable, event: happened.BootEarned | happened.BootSpent) -> None:
    table.state.boots[event.seat] = event.boots


FOLDS: Final[Mapping[type[Event], Fold]] = {
    **side_bets.FOLDS,
    RoundStarted: _round_started,
    StatusChanged: _status_changed,
    happened.StageBegan: _stage_began,
    happened.BootEarned: _boots_changed,
    happened.BootSpent: _boots_changed,
}

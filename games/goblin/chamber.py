"""The Chamber: its stages and turns, the Bullet, the Runt Rule and the Boot."""

from collections.abc import Iterator

from events.audience import ALL
from events.dice import Dice
from events.event import Event
from events.round_events import DieRolled, PhaseBegan, StatusChanged, TurnBegan
from games.goblin import endgame, standing
from games.goblin.happened import BootEarned, BootSpent, StageBegan
from games.goblin.options import BULLET, CHAMBER, STAGES
from games.goblin.state import ACTIVE, DEAD, HELD, GoblinTable
from games.mechanics.antes import pay_antes
from games.mechanics.house_match import match_antes


def open_round(table: GoblinTable, dice: Dice) -> Iterator[Event]:
    """Antes, the House's match, and the Chamber's first stage."""
    yield from pay_antes(list(table.order), table.options.ante_cp)
    if table.options.house_match:
        yield from match_antes(table, table.options.ante_cp)
    yield PhaseBegan(phase="chamber")
    yield from _begin_stage(table, 1)


def _begin_stage(table: GoblinTable, number: int) -> Iterator[Event]:
    """Each living seat that does not hold acts once in a stage, in the order of seats."""
    due = table.with_status(ACTIVE)
    yield StageBegan(stage=number, die=STAGES[number - 1], seats=due)
    yield TurnBegan(seat=due[0])


def roll(table: GoblinTable, dice: Dice, seat: str) -> Iterator[Event]:
    """The die of the stage, in the open: a 1 is the Bullet, the most that it has earns a Boot."""
    die = table.state.die
    draw = dice.roll(seat, "chamber", CHAMBER[die])
    yield DieRolled(seat=seat, n=len(table.seats[seat].dice), die=die, place="open", draw=draw, draw_to=ALL)
    if draw.face == BULLET:
        yield StatusChanged(seat=seat, status=DEAD, why="bullet")
    elif draw.face == CHAMBER[die]:
        yield BootEarned(seat=seat, boots=table.state.boots[seat] + 1)
    yield from _go_on(table, dice)


def hold(table: GoblinTable, dice: Dice, seat: str) -> Iterator[Event]:
    """The highest stops rolling, and keeps what it has."""
    yield StatusChanged(seat=seat, status=HELD, why="hold")
    yield from _go_on(table, dice)


def boot(table: GoblinTable, seat: str, target: str) -> Iterator[Event]:
    """A hold is broken and forgotten: its seat plays on from the next stage. The turn goes on."""
    yield BootSpent(seat=seat, target=target, boots=table.state.boots[seat] - 1)
    yield StatusChanged(seat=target, status=ACTIVE, why="booted")


def leave(table: GoblinTable, dice: Dice, seat: str) -> Iterator[Event]:
    """Who leaves dies, but for the last one living: it leaves with what a hold brings, where it may hold."""
    living = standing.living(table)
    if seat not in living:
        return
    status = HELD if living == [seat] and standing.may_hold(table, seat) else DEAD
    yield StatusChanged(seat=seat, status=status, why="left")
    if table.turn == seat or standing.is_over(table):
        yield from _go_on(table, dice)


def _go_on(table: GoblinTable, dice: Dice) -> Iterator[Event]:
    """The next in this stage, else the next stage, else the reckoning."""
    if standing.is_over(table):
        yield from endgame.settle(table, dice)
        return
    due = table.state.due
    later = due[due.index(table.turn or "") + 1 :]
    coming = next((seat for seat in later if table.seats[seat].status == ACTIVE), None)
    if coming is not None:
        yield TurnBegan(seat=coming)
    elif standing.is_last_stage(table):
        yield from endgame.settle(table, dice)
    else:
        yield from _begin_stage(table, table.state.stage + 1)

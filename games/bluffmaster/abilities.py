"""Abilities: all choose at once in secret, what they chose is shown together, then reroll, subtract and add resolve."""

from collections.abc import Iterator

from events.audience import seat_viewer
from events.dice import Dice
from events.event import Event
from events.round_events import DieRerolled
from games.bluffmaster import standing
from games.bluffmaster.commands import UseAbility, UseNone
from games.bluffmaster.happened import AbilityUsed
from games.bluffmaster.options import ABILITIES, ADD, REROLL, SIDES, SUBTRACT
from games.bluffmaster.state import BluffmasterTable
from games.mechanics import simultaneous
from games.mechanics.betting import IN_CONTENTION, contenders


def choose(seat: str, command: UseAbility | UseNone) -> Iterator[Event]:
    """A seat plays a card face down, or none."""
    choice = {}
    if isinstance(command, UseAbility):
        choice = {"ability": command.ability, "target": command.target, "n": command.n}
    yield from simultaneous.choose(seat, choice)


def resolve(table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
    """Show what everybody chose, then carry it out: reroll, subtract, add, each in the order of turns."""
    yield from simultaneous.show(table, contenders(table))
    shown = dict(table.state.chosen)
    for ability in ABILITIES:
        for seat, choice in shown.items():
            if choice.get("ability") == ability:
                yield from _use(table, dice, seat, ability, choice["target"], choice["n"])


def _use(table: BluffmasterTable, dice: Dice, seat: str, ability: str, target: str, n: int | None) -> Iterator[Event]:
    lands = table.seats[target].status in IN_CONTENTION
    amount = standing.power(table, seat, ability).amount
    change = {SUBTRACT: -amount, ADD: amount}.get(ability, 0) if lands else 0
    yield AbilityUsed(seat=seat, ability=ability, target=target, n=n, change=change, lands=lands)
    if lands and ability == REROLL and n is not None:
        yield _rerolled(dice, target, n, seat)


def _rerolled(dice: Dice, target: str, n: int, by: str) -> Event:
    """The die stays as hidden as it was: its owner and the GM see it, whoever had it rolled again does not."""
    draw = dice.roll(target, "reroll", SIDES)
    return DieRerolled(seat=target, n=n, by=by, why=REROLL, draw=draw, draw_to=seat_viewer(target))

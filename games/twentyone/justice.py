"""Accusations: a fee held apart, a verdict at once, a bounty or a lesson."""

from collections.abc import Iterator

from events.accounts import ESCROW, POT
from events.dice import Dice
from events.event import Event
from events.round_events import StatusChanged
from games.parts.coins import fine, pay
from games.twentyone import commands, endgame, skills, standing, turns
from games.twentyone.happened import AccusationJudged, Accused
from games.twentyone.options import BOUNTY_ANTES
from games.twentyone.state import TwentyOneTable, hand_of


def accuse(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Accuse) -> Iterator[Event]:
    """Right if a cheat was tried on that die, whether it worked or not.

    Right: the fee comes back with a bounty of 5 antes, or all that the cheater has, and the cheater is caught. Wrong:
    the fee goes into the pot.
    """
    target, fee_cp = command.target, standing.accusation_cp(table)
    yield Accused(seat=seat, target=target, n=command.n)
    yield from pay(seat, ESCROW, fee_cp, "accusation_fee")
    right = command.n in hand_of(table, target).cheats
    yield AccusationJudged(seat=seat, target=target, n=command.n, right=right)
    if right:
        yield from pay(ESCROW, seat, fee_cp, "accusation_refund")
        yield from fine(table, target, seat, BOUNTY_ANTES * table.options.ante_cp, "bounty")
        yield StatusChanged(seat=target, status=standing.CAUGHT, why="accused")
    else:
        yield from pay(ESCROW, POT, fee_cp, "accusation_fee")
    if table.phase == "staredown":
        yield from after_the_staredown(table, dice)
    elif right:
        yield from drop_out(table, dice, target)


def after_the_staredown(table: TwentyOneTable, dice: Dice, *, leaving: str | None = None) -> Iterator[Event]:
    """Close the staredown once every seat that could accuse has accused or passed, or is leaving."""
    yield from endgame.excuse_the_speechless(table)
    if not table.to_act:
        yield from endgame.ask_or_settle(table, dice, leaving=leaving)


def drop_out(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """A seat that is out of the betting from now on, whatever it was in the middle of, holds nobody up.

    If it was acting, a die in the hand of a caught seat is set down as it is, and the turn passes.
    """
    retaliation = table.state.retaliation
    if table.turn == seat:
        yield from skills.unlock(table, seat, "lapsed")
        if table.seats[seat].status == standing.CAUGHT:
            yield from turns.finish_roll(table, dice, seat)
        else:
            yield from turns.go_on(table, dice)
    elif retaliation is not None and retaliation.target == seat:
        yield from skills.waive(table, dice, "lapsed")
    elif table.question != "cheat":
        yield from turns.go_on_if_over(table, dice)

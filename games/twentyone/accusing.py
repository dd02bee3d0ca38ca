"""Accusations: a fee held apart, a verdict at once, a bounty or a lesson."""

from collections.abc import Iterator

from events.accounts import ESCROW, POT
from events.dice import Dice
from events.event import Event
from events.round_events import StatusChanged
from games.mechanics.coins import fine, pay
from games.twentyone import commands, endgame, skills, standing, turns
from games.twentyone.conditions import CAUGHT
from games.twentyone.happened import AccusationJudged, Accused
from games.twentyone.options import BOUNTY_ANTES
from games.twentyone.state import TwentyOneTable, hand_of
from games.twentyone.throws import bust, bust_if_over, set_down
from games.twentyone.variants import rules_of


def accuse(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Accuse) -> Iterator[Event]:
    """Right if a cheat was tried on that die, whether it worked or not.

    Right: the fee comes back with a bounty of 5 antes, or all that the cheater has, and the cheater is caught. Wrong:
    the fee goes into the pot, and the house rules may have the accuser go bust.
    """
    target, fee_cp = command.target, standing.accusation_cp(table)
    yield Accused(seat=seat, target=target, n=command.n)
    yield from pay(seat, ESCROW, fee_cp, "accusation_fee")
    right = command.n in hand_of(table, target).cheats
    yield AccusationJudged(seat=seat, target=target, n=command.n, right=right)
    if right:
        yield from pay(ESCROW, seat, fee_cp, "accusation_refund")
        yield from fine(table, target, seat, BOUNTY_ANTES * table.options.ante_cp, "bounty")
        yield StatusChanged(seat=target, status=CAUGHT, why="accused")
        yield from set_down(table, target)
        yield from bust_if_over(table, target)
    else:
        yield from pay(ESCROW, POT, fee_cp, "accusation_fee")
    disqualified = not right and rules_of(table).false_accusations_bust and seat in standing.contenders(table)
    if disqualified:
        yield from set_down(table, seat)
        yield from bust(table, seat, "false_accusation")
    if table.phase == "staredown":
        yield from after_the_staredown(table, dice)
    elif right or disqualified:
        yield from drop_out(table, dice, target if right else seat)


def after_the_staredown(table: TwentyOneTable, dice: Dice, *, leaving: str | None = None) -> Iterator[Event]:
    """Close the staredown once every seat that could accuse has accused or passed, or is leaving."""
    yield from endgame.excuse_the_speechless(table)
    if not table.to_act:
        yield from endgame.ask_or_settle(table, dice, leaving=leaving)


def drop_out(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """A seat that is out of the betting from now on, whatever it was in the middle of, holds nobody up.

    The round goes on, or ends, at once, also where the last in contention is asked whether to roll once more. Only a
    die in somebody's hand has fallen already: it is set down before.
    """
    retaliation = table.state.retaliation
    if retaliation is not None and seat in (retaliation.bumper, retaliation.target):
        yield from skills.waive(table, dice, "lapsed")
    elif seat in table.to_act:
        yield from turns.resume(table, dice)
    elif table.question != "cheat":
        yield from turns.go_on_if_over(table, dice)

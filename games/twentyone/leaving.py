"""Leaving in the middle of a round: folding first, and paying what is owed. It is always possible."""

from collections.abc import Iterator

from events.dice import Dice
from events.event import Event
from events.round_events import QuestionAnswered
from games.twentyone import endgame, opening, standing, turns
from games.twentyone.accusing import after_the_staredown, drop_out
from games.twentyone.state import TwentyOneTable
from games.twentyone.throws import bust_if_over, set_down


def leave(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """The last seat in a hand cannot fold: it wins, and leaves with the pot. Others fold, and owe no more."""
    if not table.seats[seat].playing:
        return
    contenders = standing.contenders(table)
    if contenders == [seat]:
        yield from _win_and_leave(table, dice, seat)
        return
    if seat in contenders:
        yield from turns.fold(table, seat, "left")
    yield from endgame.collect_fees(table, seat)
    if table.phase == "cut":
        yield from _leave_at_the_cut(table, dice, seat)
    elif table.phase == "staredown":
        yield from _leave_in_the_staredown(table, dice, seat)
    elif seat in contenders:
        yield from drop_out(table, dice, seat)


def _win_and_leave(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """The round is brought to its end at once, without a staredown to wait for."""
    if table.phase != "staredown":
        yield from set_down(table, seat)
        yield from bust_if_over(table, seat)
        yield from endgame.show_dice(table)
    yield from endgame.settle(table, dice)


def _leave_at_the_cut(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    if seat in table.to_act:
        yield from opening.leave_the_cut(table, dice, seat)
    elif table.question == "cut":
        yield from turns.go_on_if_over(table, dice)


def _leave_in_the_staredown(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    if seat in table.to_act:
        yield QuestionAnswered(seat=seat)
    yield from after_the_staredown(table, dice, leaving=seat)

"""The opening: antes, the House's match, two dice each, the order of turns, and the Cut."""

from collections.abc import Iterator

from events.accounts import HOUSE, POT
from events.audience import ALL, seat_viewer
from events.dice import Dice
from events.event import Event
from events.round_events import DieRolled, OrderSet, PhaseBegan, QuestionAnswered, QuestionAsked
from games.mechanics.checks import NATURAL_ONE
from games.mechanics.coins import pay
from games.twentyone import standing, turns
from games.twentyone.happened import FeeOwed
from games.twentyone.options import CLEANING_FEE_CP
from games.twentyone.standing import HOLE_DIE
from games.twentyone.state import TwentyOneTable
from games.twentyone.throws import face_of, reroll
from games.twentyone.variants import rules_of


def open_round(table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
    """From the antes to the Cut."""
    yield from _antes(table)
    for seat in list(table.order):
        yield from _opening_dice(table, dice, seat)
    order = sorted(table.order, key=lambda seat: face_of(table, seat, 0))
    yield OrderSet(seats=order)
    yield PhaseBegan(phase="cut")
    yield QuestionAsked(seats=order[:1], question="cut")


def _antes(table: TwentyOneTable) -> Iterator[Event]:
    """Everybody pays the ante; the House matches the players' unless the GM holds a seat of their own."""
    ante_cp = table.options.ante_cp
    for seat in table.order:
        yield from pay(seat, POT, ante_cp, "ante")
    kinds = [seat.kind for seat in table.playing()]
    if rules_of(table).house_matches(table.options) and "gm" not in kinds:
        yield from pay(HOUSE, POT, ante_cp * kinds.count("player"), "house_match")


def _opening_dice(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    visible = dice.roll(seat, "opening", 10)
    yield DieRolled(seat=seat, n=0, die="d10", place="open", draw=visible, draw_to=ALL)
    if visible.face == NATURAL_ONE and rules_of(table).fees_on_any(table.options):
        yield FeeOwed(seat=seat, n=0, fee_cp=CLEANING_FEE_CP)
    hole = dice.roll(seat, "hole", 10)
    yield DieRolled(seat=seat, n=HOLE_DIE, die="d10", place="hole", draw=hole, draw_to=seat_viewer(seat))


def cut(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """The lowest open die re-rolls its hole die, once."""
    yield from reroll(table, dice, seat, HOLE_DIE, by=seat, why="cut")
    if not standing.is_asked_about_a_cheat(table, seat):
        yield from leave_the_cut(table, dice, seat)


def leave_the_cut(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """The Cut is over, taken or not, and the betting begins."""
    yield QuestionAnswered(seat=seat)
    yield from turns.begin_betting(table, dice)

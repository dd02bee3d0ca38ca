"""How a Set and each of its rounds open: cards, antes, who bets first, and the hidden dice."""

from collections.abc import Iterator

from events.audience import seat_viewer
from events.dice import Dice
from events.event import Event
from events.round_events import DiceTakenUp, DieRolled, OrderSet, QuestionAnswered, StatusChanged
from games.bluffmaster import standing
from games.bluffmaster.happened import CardTaken, RoundOfSetBegan
from games.bluffmaster.options import ABILITIES, SIDES
from games.bluffmaster.state import BluffmasterTable
from games.mechanics import betting
from games.mechanics.betting import ACTIVE, HandBegan, contenders
from games.mechanics.open_throws import highest_throw
from games.mechanics.turns import from_on


def deal_cards(table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
    """Each seat draws one of the three cards, which it and the GM see; two seats may draw the same."""
    for seat in table.order:
        draw = dice.roll(seat, "card", len(ABILITIES))
        yield CardTaken(to=seat_viewer(seat), seat=seat, ability=ABILITIES[draw.face - 1], draw=draw)


def choose_card(seat: str, ability: str) -> Iterator[Event]:
    """A seat takes the card that it wants, in secret; others see that it has taken one."""
    yield CardTaken(to=seat_viewer(seat), seat=seat, ability=ability)
    yield QuestionAnswered(seat=seat)


def able_to_play(table: BluffmasterTable) -> list[str]:
    """The seats of the Set that can pay another ante."""
    return [seat for seat in standing.of_the_set(table) if table.purse(seat) >= table.options.ante_cp]


def pay_antes(table: BluffmasterTable, number: int) -> Iterator[Event]:
    """A round of the Set begins: dice are taken up, and whoever can pays the ante; the others sit it out."""
    able = able_to_play(table)
    yield RoundOfSetBegan(number=number)
    yield HandBegan()
    for holder in table.playing():
        if holder.dice:
            yield DiceTakenUp(seat=holder.seat)
    for seat in standing.of_the_set(table):
        status = ACTIVE if seat in able else standing.SITTING_OUT
        if table.seats[seat].status != status:
            yield StatusChanged(seat=seat, status=status, why="ante")
        if seat in able:
            yield from betting.ante(table, seat, table.options.ante_cp)


def throw_for_the_first_bet(table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
    """A d20 each in the open, ties again among themselves: the highest bets first, and turns go on from there."""
    first = yield from highest_throw(dice, contenders(table), "who_bets_first", SIDES)
    yield OrderSet(seats=from_on(table.order, first))


def roll_hidden_dice(table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
    """Everybody who has not folded, all-in or not, rolls a d20 under the cup."""
    for seat in contenders(table):
        draw = dice.roll(seat, "hidden", SIDES)
        n = len(table.seats[seat].dice)
        yield DieRolled(seat=seat, n=n, die=f"d{SIDES}", place="hole", draw=draw, draw_to=seat_viewer(seat))

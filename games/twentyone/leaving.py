"""Leaving in the middle of a round: folding first, and paying what is owed. It is always possible. (Rulings.)"""

from collections.abc import Iterator

from events.dice import Dice
from events.event import Event
from events.round_events import QuestionAnswered, StatusChanged
from games.chapter import Chapter, Uses
from games.sentences import says
from games.twentyone.accusing import Accusing
from games.twentyone.betting import Betting
from games.twentyone.endgame import Endgame
from games.twentyone.naturals import Naturals
from games.twentyone.opening import Opening
from games.twentyone.state import TwentyOneTable, contenders


class Leaving(Chapter):
    """The last seat in a hand wins, and leaves with the pot. Others fold, and owe no more."""

    accusing = Uses(Accusing)
    betting = Uses(Betting)
    endgame = Uses(Endgame)
    naturals = Uses(Naturals)
    opening = Uses(Opening)

    def leave(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        """What a seat's leaving does to the round."""
        if not table.seats[seat].playing:
            return
        in_contention = contenders(table)
        if in_contention == [seat]:
            yield from self._win_and_leave(table, dice, seat)
            return
        if seat in in_contention:
            yield from self.betting.throw_in(table, seat, "left")
        yield from self.naturals.collect_fees(table, seat)
        if table.phase == "cut":
            yield from self._leave_at_the_cut(table, dice, seat)
        elif table.phase == "staredown":
            yield from self._leave_in_the_staredown(table, dice, seat)
        elif seat in in_contention:
            yield from self.betting.drop_out(table, dice, seat)

    def _win_and_leave(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The round is brought to its end at once, without a staredown to wait for."""
        if table.phase != "staredown":
            yield from self.naturals.put_down(table, seat)
            yield from self.endgame.reveal(table)
        yield from self.endgame.settle(table, dice)

    def _leave_at_the_cut(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        if seat in table.to_act:
            yield from self.opening.end_the_cut(table, dice, seat)
        else:
            yield from self.betting.go_on_if_over(table, dice)

    def _leave_in_the_staredown(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
        yield from self.accusing.go_on_staring(table, dice, leaving=seat)

    _left_aloud = says(StatusChanged, "{seat} throws in the hand.", why="left")

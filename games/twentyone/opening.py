"""The opening: antes, the House's match, two dice each, the order of turns, and the Cut. (Seeds 001, part 2.)"""

from collections.abc import Iterator
from typing import ClassVar, Final

from events.audience import ALL, seat_viewer
from events.dice import Dice
from events.event import CommandV1, Event
from events.round_events import DieRolled, OrderSet, PhaseBegan, QuestionAnswered, QuestionAsked, RoundStarted
from games.engine.chapter import Chapter, Uses, act, fold, offers
from games.engine.drawn import Drawn
from games.mechanics.antes import HouseMatch, pay_antes
from games.mechanics.checks import NATURAL_ONE
from games.mechanics.sentences import says
from games.mechanics.throwing import thrown_again
from games.twentyone.naturals import Naturals
from games.twentyone.state import HOLE_DIE, Hand, TwentyOneTable, face_of
from games.twentyone.turns import LetItBe, Turns
from projections.actions import Action, Offer, Refusal
from projections.labels import CommandLabel, Label, Labels, QuestionLabel

_SIDES = 10
_ON_A_TIE: Final = "On a tie, whoever sits first goes first."


class Cut(CommandV1, frozen=True, kw_only=True):
    """Re-roll your own hole die at the Cut."""


class Opening(Chapter):
    """Everybody pays the ante and rolls an open and a hole die. The seat with the lowest open die gets the Cut."""

    draws: ClassVar = (
        Drawn(purpose="opening", sides=(_SIDES,), event=DieRolled, most=1, where={"place": ("open",), "n": (0,)}),
        Drawn(purpose="hole", sides=(_SIDES,), event=DieRolled, most=1, where={"place": ("hole",), "n": (HOLE_DIE,)}),
        thrown_again("cut", (_SIDES,), most=1),
    )
    reasons: ClassVar = {"not_at_the_cut": "Only the lowest open die may re-roll, before the betting."}
    labels: ClassVar = Labels(
        commands={"cut": CommandLabel("Roll it again", "Your hole die rolls again, once.")},
        questions={
            "cut": QuestionLabel(
                "The Cut",
                "Your open die is the lowest, and you go first; on a tie, whoever sits first does. Roll your hole die "
                "again, or let it be?",
                {"cut": "Your hole die rolls again, once.", "let_it_be": "Your hole die stays as it fell."},
            ),
        },
        phases={"cut": Label("The Cut", f"The seat with the lowest open die may re-roll its hole die. {_ON_A_TIE}")},
    )
    house = Uses(HouseMatch)
    naturals = Uses(Naturals)
    turns = Uses(Turns)

    @fold(RoundStarted)
    def begin(self, table: TwentyOneTable, event: RoundStarted) -> None:
        """Every seat of the round has a hand."""
        table.state.hands = {seat: Hand() for seat in event.seats}

    def open(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """From the antes to the Cut."""
        yield from pay_antes(table.order, table.options.ante_cp)
        yield from self.house.match_antes(table)
        for seat in list(table.order):
            yield from self._opening_dice(table, dice, seat)
        order = sorted(table.order, key=lambda seat: face_of(table, seat, 0))
        yield OrderSet(seats=order)
        yield PhaseBegan(phase="cut")
        yield QuestionAsked(seats=order[:1], question="cut")

    def _opening_dice(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        visible = dice.roll(seat, "opening", _SIDES)
        yield DieRolled(seat=seat, n=0, die="d10", place="open", draw=visible, draw_to=ALL)
        if visible.face == NATURAL_ONE and self.naturals.any_die_spills(table):
            yield from self.naturals.spill(table, seat, 0)
        hole = dice.roll(seat, "hole", _SIDES)
        yield DieRolled(seat=seat, n=HOLE_DIE, die="d10", place="hole", draw=hole, draw_to=seat_viewer(seat))

    @offers(Cut)
    def _may_cut(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        asked = seat in table.to_act and table.question == "cut"
        detail = f"Only the lowest open die may re-roll, before the betting. {_ON_A_TIE}"
        refusal = Refusal("cut", "not_at_the_cut", detail)
        yield Action(type="cut") if asked else refusal

    @act(Cut)
    def cut(self, table: TwentyOneTable, dice: Dice, seat: str, command: Cut) -> Iterator[Event]:
        """The hole die rolls again, once."""
        yield from self.naturals.reroll(table, dice, seat, HOLE_DIE, by=seat, why="cut")
        yield from self.end_the_cut(table, dice, seat)

    @act(LetItBe, question="cut")
    def _leave_the_hole_die(self, table: TwentyOneTable, dice: Dice, seat: str, command: LetItBe) -> Iterator[Event]:
        return self.end_the_cut(table, dice, seat)

    def end_the_cut(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The Cut is over, whether or not it was taken, and the betting begins."""
        yield QuestionAnswered(seat=seat)
        yield from self.turns.begin_betting(table, dice)

    _cut_aloud = says(PhaseBegan, "The Cut.", phase="cut")

    _question_aloud = says(
        QuestionAsked, "{seats} has the lowest die: roll the hole die again, or let it be?", question="cut"
    )

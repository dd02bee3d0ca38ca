"""Turns: whose turn it is, what interrupts it, and when the betting is over. (Seeds 001, part 2.)"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from events.dice import Dice
from events.event import V1, Command, CommandV1, Event
from events.round_events import PhaseBegan, QuestionAsked, TurnBegan
from games.chapter import Chapter, fold, offers, on_timeout, round_details
from games.mechanics.sentences import says, sentence
from games.twentyone.state import ACTIVE, BUST, CAUGHT, FOLDED, HELD, TwentyOneTable, contenders, hand_of, known, tag
from projections.actions import Action, Offer, Refusal
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels

Why = tuple[str, str]
"""The code of a refusal, and its detail in a sentence."""


class LetItBe(CommandV1, frozen=True, kw_only=True):
    """Leave things as they are: at the Cut, or when asked about a cheat."""


class BettingRoundBegan(V1, frozen=True, kw_only=True, tag=tag):
    """Every seat that could act has had a turn; the `number`-th betting round begins."""

    number: int


class Turns(Chapter):
    """Turns go round until nobody is left to act, or one seat is left in contention."""

    events: ClassVar = (BettingRoundBegan,)
    reasons: ClassVar = {
        "already_held": "A player who holds has stopped rolling for this round.",
        "betting_closed": "The betting is over.",
        "betting_not_open": "The Cut comes before the betting.",
        "bust": "A bust player can only accuse and bet on others.",
        "caught": "A player who was caught cheating is out of the round.",
        "folded": "A player who has folded is out of the round.",
        "not_your_turn": "It is somebody else's turn.",
        "nothing_asked": "The seat is not asked anything.",
        "question_first": "A question to the seat comes first.",
    }
    labels: ClassVar = Labels(
        commands={"let_it_be": CommandLabel("Let it be", "Leave things as they are.")},
        phases={"betting": Label("Betting", "Seats buy dice in turn, until all have held or are out.")},
        statuses={
            ACTIVE: Label("In play", "Can still buy dice."),
            HELD: Label("Holding", "Has stopped rolling, and waits for the reveal."),
            FOLDED: Label("Folded", "Is out of the round."),
            BUST: Label("Bust", "Has more than 21, and cannot win this round."),
            CAUGHT: Label("Caught cheating", "Is out of the round."),
        },
        details=DetailLabels(
            table={"betting_round": DetailLabel("Betting round", "Which betting round it is.", "count")}
        ),
    )
    questions: ClassVar[Mapping[str, Why]] = {
        "cheat": ("question_first", "You are asked about the die in your hand: cheat, or let it be."),
        "retaliation": ("question_first", "Choose first which of the bumper’s dice to re-roll: retaliate."),
    }
    """The questions that a seat can be asked during the betting, each with the reason why its turn has to wait."""
    can_be_let_be: ClassVar[tuple[str, ...]] = ("cut", "cheat")
    """The questions that a seat may answer by letting things be."""
    out: ClassVar[Mapping[str, Why]] = {
        FOLDED: ("folded", "You have folded: you are out of this round."),
        BUST: ("bust", "You are bust: you can only accuse and bet on others."),
        CAUGHT: ("caught", "You were caught cheating: you are out of this round, and can only bet on others."),
    }

    # Whose turn it is

    def begin_betting(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """The betting opens with the first seat in order."""
        yield PhaseBegan(phase="betting")
        yield BettingRoundBegan(number=1)
        yield from self.go_on(table, dice)

    def go_on(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """After a main action: the turn passes, or the betting is over."""
        if self.is_over(table):
            yield from self.end(table, dice)
            return
        start = table.order.index(table.turn) + 1 if table.turn is not None else 0
        later = [seat for seat in table.order[start:] if table.seats[seat].status == ACTIVE]
        if not later:
            # Every seat that could act has had a turn: the order starts again.
            yield BettingRoundBegan(number=table.state.betting_round + 1)
        yield TurnBegan(seat=later[0] if later else table.with_status(ACTIVE)[0])

    def is_over(self, table: TwentyOneTable) -> bool:
        """Whether no seat is left to act, or at most one is left in contention."""
        return len(contenders(table)) <= 1 or not table.with_status(ACTIVE)

    @abstractmethod
    def end(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """What follows the betting."""

    @fold(BettingRoundBegan)
    def _betting_round_began(self, table: TwentyOneTable, event: BettingRoundBegan) -> None:
        table.state.betting_round = event.number

    @round_details
    def _betting_round(self, table: TwentyOneTable) -> dict[str, Any]:
        return {"betting_round": table.state.betting_round}

    _betting_aloud = says(PhaseBegan, "The betting opens.", phase="betting")

    @sentence(BettingRoundBegan)
    def _betting_round_aloud(self, table: TwentyOneTable, event: BettingRoundBegan) -> str | None:
        return f"The betting goes round for the {_ordinal(event.number)} time." if event.number > 1 else None

    # What interrupts a turn

    def resume(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """An interruption is over: the seat whose turn it is continues, if it still can."""
        seat = known(table.turn)
        if self.is_over(table) or table.seats[seat].status != ACTIVE:
            yield from self.go_on(table, dice)
        else:
            yield QuestionAsked(seats=[seat], question=self.question_on_turn(table, seat))

    def question_on_turn(self, table: TwentyOneTable, seat: str) -> str:
        """The question that a seat is asked when its turn continues."""
        return "turn"

    def go_on_if_over(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """Ends the betting if it is over, after something that ended no turn. A die in a hand is set down first."""
        if table.question != "cheat" and self.is_over(table):
            yield from self.end(table, dice)

    @abstractmethod
    def drop_out(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The round goes on without a seat that has just gone out."""

    @offers(LetItBe)
    def may_let_it_be(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """Most questions can be answered this way."""
        asked = seat in table.to_act and table.question in self.can_be_let_be
        refusal = Refusal("let_it_be", "nothing_asked", "You are not asked anything.")
        yield Action(type="let_it_be") if asked else refusal

    @on_timeout()
    def _safest(self, table: TwentyOneTable, seat: str) -> Command:
        return LetItBe()

    # What belongs to a turn

    def has_the_turn(self, table: TwentyOneTable, seat: str) -> bool:
        """Whether it is a seat's turn, and no question interrupts it."""
        return seat in table.to_act and table.question == "turn"

    def why_not_now(self, table: TwentyOneTable, seat: str) -> Why:
        """Why a seat that does not have the turn can do nothing that belongs to a turn."""
        status = CAUGHT if hand_of(table, seat).caught else table.seats[seat].status
        if status in self.out:
            return self.out[status]
        if table.phase == "cut":
            return "betting_not_open", "The Cut comes first; then the betting goes round."
        if table.phase != "betting":
            return "betting_closed", "The betting is over."
        if seat in table.to_act:
            return self.questions[table.question]
        if status == HELD:
            return "already_held", "You hold: you stop rolling for this round."
        turn = table.names.get(table.turn or "", "somebody else")
        return "not_your_turn", f"It is {turn}’s turn."


def _ordinal(number: int) -> str:
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"

"""Card games against the House: where cheating is on, cards lie face down until their seat shows them.

A seat that has drawn shows its cards, or first draws one of them again in secret. Until then nobody else knows its
cards, and they are not settled. (Seeds 003, "Cheating", and its rulings.)
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Final

from events.dice import Dice
from events.event import Event
from events.round_events import DiceThrown, DieRerolledSecretly, DieRolled, QuestionAnswered
from games.chapter import Chapter, Uses
from games.mechanics.bank import AgainstTheHouse, OptionsT, StakesT
from games.mechanics.sentences import sentence
from games.mechanics.tricks.cup import Cup, in_the_cup
from games.mechanics.tricks.game import AT_ANY_TIME, CAUGHT, HAND, IN_THE_CUP
from games.mechanics.tricks.inspecting import Inspecting
from games.mechanics.tricks.noticing import Noticing
from games.rulebook import Barred
from projections.chronicle import name_of, number_word
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels, QuestionLabel, ValueLabel

_SHOW_FIRST: Final = Barred(
    code="show_first", detail="Show your cards, or cheat.", but_for=("show_dice", "cheat", *AT_ANY_TIME)
)


class FaceDown(Cup):
    """Cards that a seat has drawn and nobody else has seen."""

    reasons: ClassVar = {"nothing_in_the_cup": "The seat has no cards that only it has seen."}
    labels: ClassVar = Labels(
        commands={
            "show_dice": CommandLabel("Show the cards", "Turn them over: everybody sees what you have drawn."),
            "cheat": CommandLabel(
                "Cheat",
                "Draw one card again, unseen: Sleight of Hand against everybody’s Perception. "
                "Then the cards are shown.",
                {"n": ValueLabel("Card", "The card that you draw again; the second one counts.", "die")},
            ),
        },
        questions={
            IN_THE_CUP: QuestionLabel(
                "Face down",
                "Only you see what you have drawn. Show it, or cheat first?",
                {
                    "show_dice": "Everybody sees your cards.",
                    "cheat": "You draw one of them again, then everybody sees them.",
                },
            ),
        },
    )
    nothing_unseen = ("nothing_in_the_cup", "You have no card that only you see.")
    none_covered = "You have no cards that lie face down."

    @sentence(DiceThrown, place=HAND)
    def _cards_drawn_aloud(self, table: AnyTable, event: DiceThrown) -> str:
        return f"{name_of(table, event.seat)} draws {number_word(len(event.ns))} cards, face down."

    @sentence(DieRolled, place=HAND)
    def _card_drawn_aloud(self, table: AnyTable, event: DieRolled) -> str:
        return f"{name_of(table, event.seat)} draws a card, face down."

    @sentence(DieRerolledSecretly)
    def _card_palmed_aloud(self, table: AnyTable, event: DieRerolledSecretly) -> str:
        return f"In secret, {name_of(table, event.by)} draws a card again: {event.draw.face}."


class HouseCards(AgainstTheHouse[OptionsT, StakesT]):
    """A game in which the seats draw cards, and so does the House, whose cards are honest."""

    plays_with = "card"
    chapters: ClassVar[tuple[type[Chapter], ...]] = (Noticing, FaceDown, Inspecting)
    cards = Uses(FaceDown)
    while_drawing: ClassVar[str]
    """The question while seats draw, or show what they have drawn."""

    @abstractmethod
    def all_drawn(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """What happens once no seat draws any more."""

    def barred(self, table: AnyTable, seat: str) -> Barred | None:
        """A seat's cards must be shown before anything else."""
        return _SHOW_FIRST if seat in table.to_act and in_the_cup(table, seat) else super().barred(table, seat)

    def hands(self, table: AnyTable) -> list[str]:
        """The seats with a bet that can still be won, in the order in which they bet."""
        placed = [stake.seat for stake in table.state.placed if stake.back_cp is None]
        return [seat for seat in placed if table.seats[seat].status != CAUGHT]

    def done(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """A seat draws no more. Once no seat does, the round goes on."""
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
        if table.question == self.while_drawing and not table.to_act:
            yield from self.all_drawn(table, dice)

    def without(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """Cards that lie face down are turned over when their seat leaves or is denounced."""
        if table.question == self.while_drawing:
            yield from self.cards.uncover(table, seat)
            yield from self.done(table, dice, seat)
        else:
            yield from super().without(table, dice, seat)

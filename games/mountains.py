"""Mountains: will the card you draw lie between the two that the House shows? (Seeds 003.)"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from events.dice import Dice
from events.event import Event
from events.round_events import DiceThrown, DieRolled, PhaseBegan, QuestionAsked
from games.engine.chapter import round_details, sentence
from games.engine.drawn import Drawn
from games.mechanics.bank import BankOptions, house_throw, house_thrown
from games.mechanics.house_bets import GONE, Stake, Stakes
from games.mechanics.tricks.cup import in_the_cup
from games.mechanics.tricks.game import COVERED, IN_THE_CUP
from games.mechanics.tricks.house_cards import HouseCards
from games.mechanics.tricks.palming import palmed
from projections.chronicle import name_of
from projections.game import AnyTable
from projections.labels import NEVER, DetailLabel, DetailLabels, Label, Labels, QuestionLabel

MOST_BUY_INS: Final = 3
"""How many buy-ins can be bet on top, at most, once the House's cards are shown."""
BUY_IN: Final = "buy_in"
BET_MORE: Final = "bet_more"
"""The questions before and after the House shows its cards."""
CARD: Final = 8
"""A card is a d8."""


def winning_cards(table: AnyTable) -> list[int]:
    """The cards strictly between the House's two."""
    low, high = sorted(die.face or 0 for die in table.house_dice)
    return list(range(low + 1, high))


class Mountains(HouseCards[BankOptions, Stakes]):
    """The buy-in, the House's cards, an optional further bet, and a card each: one between the House's pays double."""

    id = "mountains"
    version = 1
    name = "Mountains"
    summary = "Draw a card between the House’s two; bet more once you have seen how far apart they lie."
    how_to_play = (
        "Pay the buy-in. The House then shows two cards, from 1 to 8.",
        "If there is room between the two, you may bet more.",
        "Draw a card: if it lies between the two, you win; if not, you lose your bets.",
    )
    options = BankOptions
    state = Stakes
    bet_questions: ClassVar[tuple[str, ...]] = (BUY_IN, BET_MORE)
    while_drawing = IN_THE_CUP
    draws: ClassVar = (
        house_thrown(2, CARD),
        Drawn(purpose="card", sides=(CARD,), event=DieRolled, most=1, where={"place": ("open", COVERED)}),
        palmed(CARD),
    )
    labels: ClassVar = Labels(
        questions={
            "bet": NEVER,
            BUY_IN: QuestionLabel(
                "Buy in",
                "Pay the buy-in to see the House’s two cards?",
                {"bet": "You play this round.", "pass": "You sit this round out."},
            ),
            BET_MORE: QuestionLabel(
                "Bet more",
                "Will your card lie between the House’s two? Bet more, or let your bet stand?",
                {"bet": "You add to your bet.", "pass": "Your bet stands as it is."},
            ),
        },
        phases={
            "buy_in": Label("Buy-in", "Everybody buys in or passes, in any order."),
            "betting": Label("Betting", "The House has shown its cards; seats that bought in may bet more."),
        },
        details=DetailLabels(
            table={
                "winning_cards": DetailLabel("Winning cards", "Those between the House’s two.", "list"),
            }
        ),
    )

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """All are asked for the buy-in at once."""
        yield PhaseBegan(phase="buy_in")
        yield from self.set_out(table)
        yield QuestionAsked(seats=list(table.order), question=BUY_IN)

    def bounds(self, table: AnyTable) -> tuple[int, int | None]:
        """The buy-in; then at most three more buy-ins, or less if the table limits bets."""
        buy_in_cp, most_cp = super().bounds(table)
        more_cp = MOST_BUY_INS * buy_in_cp
        return (buy_in_cp, buy_in_cp) if table.phase == "buy_in" else (1, min(more_cp, most_cp or more_cp))

    def all_bet(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """After the buy-ins the House shows its cards; after the other bets everybody draws."""
        if not table.state.placed:
            yield from self.settle(table)
        elif table.phase == "buy_in":
            yield from house_throw(dice, 2, CARD)
            yield from self._ask_for_more(table, dice) if winning_cards(table) else self.settle(table)
        else:
            yield from self._draw(table, dice)

    def _ask_for_more(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """Seats that can bet more are asked, except those that have left. If there is none, all draw."""
        yield PhaseBegan(phase="betting")
        able = [seat for seat in self.hands(table) if self.most(table, seat)[None] > 0]
        if able:
            yield QuestionAsked(seats=able, question=BET_MORE)
        yield from self.go_on(table, dice)

    def _draw(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """Each seat draws a card. If it lies face down, it is shown next, or at once if the seat has left."""
        for seat in self.hands(table):
            yield from self.cards.throw(table, dice, seat, "card", CARD)
            if table.seats[seat].status == GONE:
                yield from self.cards.uncover(table, seat)
        covered = [seat for seat in self.hands(table) if in_the_cup(table, seat)]
        if covered:
            yield QuestionAsked(seats=covered, question=IN_THE_CUP)
        else:
            yield from self.all_drawn(table, dice)

    def when_shown(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The seat waits for the others to show their cards."""
        return self.done(table, dice, seat)

    def all_drawn(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """All cards lie open."""
        return self.settle(table)

    def back_cp(self, table: AnyTable, stake: Stake) -> int:
        """Twice the bet for a card between the House's two."""
        won = any(card.face in winning_cards(table) for card in table.dice_of(stake.seat))
        return 2 * stake.amount_cp if won else 0

    def throw_aloud(self, table: AnyTable, event: DiceThrown) -> str:
        """The House's cards, and which cards win."""
        first, second = (die.face for die in table.house_dice)
        between = winning_cards(table)
        if not between:
            return f"The House shows {first} and {second}: no card lies between them."
        which = f"a {between[0]} wins" if len(between) == 1 else f"a card from {between[0]} to {between[-1]} wins"
        return f"The House shows {first} and {second}: {which}."

    @sentence(DieRolled)
    def _card_aloud(self, table: AnyTable, event: DieRolled) -> str:
        return f"{name_of(table, event.seat)} draws a card: {table.dice_of(event.seat)[event.n].face}."

    @round_details
    def _winning_cards(self, table: AnyTable) -> dict[str, Any]:
        return {"winning_cards": winning_cards(table)} if table.house_dice else {}

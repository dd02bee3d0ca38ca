"""Twelve Nights: draw cards up to twelve, against the House, which draws last. (Seeds 003, and the rulings on it.)"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Meta

from events.accounts import HOUSE
from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import (
    DiceShown,
    DiceThrown,
    DieRolled,
    PhaseBegan,
    QuestionAsked,
    StatusChanged,
)
from games.engine.chapter import act, offers, on_timeout, round_details, sentence
from games.engine.drawn import Drawn
from games.mechanics.bank import BankOptions, faces_aloud, house_throw, house_thrown
from games.mechanics.house_bets import CONTENT, Stake, Stakes
from games.mechanics.sentences import says
from games.mechanics.throwing import throw
from games.mechanics.tricks.cup import ShowDice, in_the_cup
from games.mechanics.tricks.game import CAUGHT, CLOSING, COVERED, IN_THE_CUP
from games.mechanics.tricks.house_cards import HouseCards
from games.mechanics.tricks.palming import palmed
from projections.actions import Action, Offer, Refusal
from projections.chronicle import listed, name_of, opening_name
from projections.game import AnyTable
from projections.labels import NEVER, CommandLabel, DetailLabel, DetailLabels, Label, Labels, QuestionLabel, labelled

TWELVE: Final = 12
CARD: Final = 6
"""A card is a d6."""
FIRST_CARDS: Final = 2
MORE_AS_TEN: Final = 9
"""How much more a 1 counts if it counts ten."""
MOST_HITS: Final = 9
"""The most hits: 1 and 1 are eleven; a 2 and seven more 1s make eleven again, and the next card ends the hand."""

STAYED: Final = "stayed"
BUST: Final = "bust"
FOLDED: Final = "folded"
MADE_TWELVE: Final = "twelve"
HIT_OR_STAY: Final = "hit_or_stay"
_OPEN: Final[Mapping[str, tuple[str, ...]]] = {"place": ("open",)}
_OWN: Final[Mapping[str, tuple[str, ...]]] = {"place": ("open", COVERED)}


class Options(BankOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of Twelve Nights."""

    house_stands_on: Annotated[
        int,
        Meta(ge=2, le=TWELVE, description="The House draws until it has at least this much"),
        labelled("House stands on"),
    ] = 10
    win_pays: Annotated[
        Literal["even", "stake"],
        Meta(description="What a hand below 12 that beats the House wins: as much as was bet, or just the bet back"),
        labelled("A win below twelve", even="Pays even money", stake="Gives the bet back"),
    ] = "even"
    twelve_returns: Annotated[
        int, Meta(ge=2, le=3, description="How many times the bet a 12 gives back"), labelled("A twelve returns")
    ] = 2


class Hit(CommandV1, frozen=True, kw_only=True):
    """Draw one more card."""


class Stay(CommandV1, frozen=True, kw_only=True):
    """Draw no more: the bet stands."""


class Fold(CommandV1, frozen=True, kw_only=True):
    """Give the hand up, and take half the bet back."""


def points(pips: int, *, ace: bool) -> int:
    """The total of cards whose numbers add up to `pips`.

    An ace, a 1, counts ten if that makes no more than twelve. A second ace never can.
    """
    return pips + MORE_AS_TEN if ace and pips + MORE_AS_TEN <= TWELVE else pips


def points_of(table: AnyTable, holder: str) -> int:
    """The total of the cards of a seat, or of the House."""
    faces = [card.face or 0 for card in table.dice_of(holder)]
    return points(sum(faces), ace=1 in faces)


class TwelveNights(HouseCards[Options, Stakes]):
    """Bets, two cards each, hits; then the House draws, and pays a twelve, or any hand above its own."""

    id = "twelve-nights"
    version = 1
    name = "Twelve Nights"
    summary = "Draw cards up to twelve, but not above, and have more than the House."
    how_to_play = (
        "Bet, and draw two cards, from 1 to 6. A 1 counts ten if that is not too much.",
        "Draw more, stay, or fold and keep half your bet. Above twelve you lose.",
        "The House draws last. You win with exactly twelve, or with more than the House.",
    )
    options = Options
    state = Stakes
    while_drawing = HIT_OR_STAY
    reasons: ClassVar = {
        "no_cards_to_play": "The seat has no cards, or has played them.",
        "nothing_to_fold": "The seat has no bet that it could still fold.",
    }
    draws: ClassVar = (
        Drawn(purpose="cards", sides=(CARD,), event=DiceThrown, most=FIRST_CARDS, where=_OWN),
        Drawn(purpose="hit", sides=(CARD,), event=DieRolled, most=MOST_HITS, where=_OWN),
        palmed(CARD),
        house_thrown(FIRST_CARDS, CARD),
        Drawn(purpose="house_hit", sides=(CARD,), event=DieRolled, by="house", most=MOST_HITS, where=_OPEN),
    )
    labels: ClassVar = Labels(
        commands={
            "hit": CommandLabel("Hit", "Draw one more card; above twelve you are bust, and lose your bet."),
            "stay": CommandLabel("Stay", "Draw no more; your bet stands."),
            "fold": CommandLabel("Fold", "Give your hand up, and take half your bet back.", grave=True),
        },
        questions={
            IN_THE_CUP: NEVER,
            HIT_OR_STAY: QuestionLabel(
                "Hit or stay",
                "Another card, or is that enough? Covered cards are shown first.",
                {
                    "hit": "You draw another card.",
                    "stay": "Your bet stands until the House has drawn.",
                    "fold": "You lose half of your bet, and no more.",
                    "show_dice": "Everybody sees what you have drawn.",
                    "cheat": "You draw a card again in secret, then everybody sees what you have.",
                },
            ),
        },
        phases={"drawing": Label("Drawing", "Seats that have bet draw cards, in any order; then the House does.")},
        statuses={
            CONTENT: NEVER,
            STAYED: Label("Stays", "Draws no more."),
            BUST: Label("Bust", "Has more than twelve, and loses its bet."),
            FOLDED: Label("Folded", "Has half its bet back."),
            MADE_TWELVE: Label("Twelve", "Has twelve, and wins whatever the House has."),
            "gone": Label("Gone", "Has left without a bet."),
        },
        details=DetailLabels(table={"house_total": DetailLabel("The House has", "What its cards count.", "count")}),
    )

    # The bets

    def step(self, table: AnyTable) -> int:
        """Half a bet can come back, so bets are even."""
        return 2

    def could_win(self, table: AnyTable, stake: Stake) -> int:
        """The winnings of a twelve; no other hand wins more."""
        return int((table.options.twelve_returns - 1) * stake.amount_cp)

    def room(self, table: AnyTable, limit_cp: int) -> Mapping[str | None, int]:
        """All hands might make twelve, except folded ones."""
        owed_cp = sum(self.could_win(table, stake) for stake in at_stake(table))
        return {None: (limit_cp - owed_cp) // (table.options.twelve_returns - 1)}

    def why_not_asked(self, table: AnyTable, seat: str) -> str:
        """A folded bet no longer stands."""
        return "You have folded." if table.seats[seat].status == FOLDED else super().why_not_asked(table, seat)

    # The hands

    def all_bet(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """Two cards for everybody who has bet, and the question whether they want more; a twelve is complete."""
        if at_stake(table):
            yield PhaseBegan(phase="drawing")
        for seat in self.hands(table):
            yield from self.cards.throw_several(table, dice, seat, "cards", CARD, range(FIRST_CARDS))
            if not in_the_cup(table, seat):
                yield from self.when_shown(table, dice, seat)
        drawing = [seat for seat in self.hands(table) if table.seats[seat].status == "active"]
        if drawing:
            yield QuestionAsked(seats=drawing, question=HIT_OR_STAY)
        else:
            yield from self.all_drawn(table, dice)

    def when_shown(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """A hand of 12 has won, and one above it is bust."""
        total = points_of(table, seat)
        if total >= TWELVE:
            why = "hit" if len(table.dice_of(seat)) > FIRST_CARDS else "cards"
            yield from self._done(table, dice, seat, MADE_TWELVE if total == TWELVE else BUST, why)

    def total(self, table: AnyTable, seat: str) -> int | None:
        """The total of the seat's cards; None while some lie face down for the viewer."""
        return None if any(card.face is None for card in table.dice_of(seat)) else points_of(table, seat)

    @offers(Hit, Stay)
    def may_draw(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Each seat draws until it has enough."""
        for kind in ("hit", "stay"):
            if table.question == HIT_OR_STAY and seat in table.to_act:
                yield Action(type=kind)
            else:
                yield Refusal(kind, "no_cards_to_play", self._why_done(table, seat))

    @offers(Fold)
    def may_fold(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """A bet can be folded until the hand is bust or the seat stays."""
        if self._can_fold(table, seat):
            yield Action(type="fold")
        else:
            yield Refusal("fold", "nothing_to_fold", self._why_done(table, seat))

    def _can_fold(self, table: AnyTable, seat: str) -> bool:
        return table.seats[seat].status == "active" and bool(self.stakes_of(table, seat))

    def _why_done(self, table: AnyTable, seat: str) -> str:
        if not self.stakes_of(table, seat):
            return "You have no bet on the table."
        done = {
            STAYED: "You stay, and your bet stands.",
            BUST: "You are bust.",
            FOLDED: "You have folded.",
            MADE_TWELVE: "You have twelve: there is nothing left to decide.",
            CAUGHT: "You were denounced, and are out of this round.",
        }
        return done.get(table.seats[seat].status, "The cards come once everybody has bet or passed.")

    @act(Hit)
    def hit(self, table: AnyTable, dice: Dice, seat: str, command: Hit) -> Iterator[Event]:
        """One more card."""
        yield from self.cards.throw(table, dice, seat, "hit", CARD)
        if not in_the_cup(table, seat):
            yield from self.when_shown(table, dice, seat)

    @act(Stay)
    def stay(self, table: AnyTable, dice: Dice, seat: str, command: Stay) -> Iterator[Event]:
        """The seat has enough."""
        yield from self._done(table, dice, seat, STAYED, "stay")

    @on_timeout(HIT_OR_STAY)
    def _stay_for_slow_seats(self, table: AnyTable, seat: str) -> Command:
        return ShowDice() if in_the_cup(table, seat) else Stay()

    @act(Fold)
    def fold_hand(self, table: AnyTable, dice: Dice, seat: str, command: Fold) -> Iterator[Event]:
        """Half the bet comes back at once."""
        yield from self._fold(table, dice, seat, "fold")

    def _fold(self, table: AnyTable, dice: Dice, seat: str, why: str) -> Iterator[Event]:
        [stake] = self.stakes_of(table, seat)
        yield StatusChanged(seat=seat, status=FOLDED, why=why)
        yield from self.settle_bet(table, stake, stake.amount_cp // 2)
        yield from self.done(table, dice, seat)

    def _done(self, table: AnyTable, dice: Dice, seat: str, status: str, why: str) -> Iterator[Event]:
        yield StatusChanged(seat=seat, status=status, why=why)
        yield from self.done(table, dice, seat)

    def is_still_in(self, table: AnyTable, seat: str) -> bool:
        """A bust seat can no longer win."""
        return table.seats[seat].status != BUST and super().is_still_in(table, seat)

    def leave_play(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """A seat that leaves shows its cards, and folds if it still can; otherwise its bet stands."""
        if in_the_cup(table, seat):
            yield from self.cards.uncover(table, seat)
            yield from self.when_shown(table, dice, seat)
        if self._can_fold(table, seat):
            yield from self._fold(table, dice, seat, "left")
        elif table.phase != CLOSING:
            yield from super().leave_play(table, dice, seat)

    # The House

    def all_drawn(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """If there is a hand left to beat, the House draws two cards, and more until it has enough."""
        if table.with_status(STAYED):
            yield from house_throw(dice, FIRST_CARDS, CARD)
            while points_of(table, HOUSE) < table.options.house_stands_on:
                yield from throw(table, dice, HOUSE, "house_hit", CARD)
        yield from self.settle(table)

    @round_details
    def _house_total(self, table: AnyTable) -> dict[str, Any]:
        return {"house_total": points_of(table, HOUSE)} if table.house_dice else {}

    def back_cp(self, table: AnyTable, stake: Stake) -> int:
        """The payout of a 12 whatever the House has; below 12, that of a win if the House has less or is bust.

        The House wins ties.
        """
        total, house = points_of(table, stake.seat), points_of(table, HOUSE)
        if total == TWELVE:
            return int(table.options.twelve_returns * stake.amount_cp)
        if total > TWELVE or total <= house <= TWELVE:
            return 0
        return 2 * stake.amount_cp if table.options.win_pays == "even" else stake.amount_cp

    # The chronicle

    @sentence(DiceThrown)
    def _cards_aloud(self, table: AnyTable, event: DiceThrown) -> str:
        name, total = opening_name(table, event.seat), points_of(table, event.seat)
        return f"{name} draws {faces_aloud(event)}: {total} in all."

    def throw_aloud(self, table: AnyTable, event: DiceThrown) -> str:
        """The House's first cards, in the same words as everybody's."""
        return self._cards_aloud(table, event)

    @sentence(DiceShown)
    def _shown_aloud(self, table: AnyTable, event: DiceShown) -> str:
        faces = listed([str(face) for face in event.faces])
        return f"{name_of(table, event.seat)} shows {faces}: {points_of(table, event.seat)} in all."

    @sentence(DieRolled)
    def _card_aloud(self, table: AnyTable, event: DieRolled) -> str:
        face, total = table.dice_of(event.seat)[event.n].face, points_of(table, event.seat)
        return f"{opening_name(table, event.seat)} draws a card, {face}: {total} in all."

    _stayed_aloud = says(StatusChanged, "{seat} stays.", status=STAYED)
    _bust_aloud = says(StatusChanged, "{seat} is bust.", status=BUST)
    _folded_aloud = says(StatusChanged, "{seat} folds.", status=FOLDED)
    _twelve_aloud = says(StatusChanged, "{seat} has twelve.", status=MADE_TWELVE)


def at_stake(table: AnyTable) -> list[Stake]:
    """The bets that are not settled yet."""
    return [stake for stake in table.state.placed if stake.back_cp is None]

"""Ability cards: all three for everybody, or one each, dealt or chosen in secret. (Rulings, "Bluffmaster".)"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from events.audience import seat_viewer
from events.dice import Dice
from events.event import Command, CommandV1, Draw, Event, HiddenV1, namespaced
from events.round_events import PhaseBegan, QuestionAnswered, QuestionAsked
from games.bluffmaster.options import ABILITIES, ABILITY_LABELS, REROLL, Ability
from games.bluffmaster.rounds import Rounds
from games.bluffmaster.state import CHOOSING_CARDS, BluffmasterTable, cards
from games.chapter import Chapter, Uses, act, fold, offers, on_timeout, seat_details
from games.drawn import Drawn
from games.mechanics.betting import contenders
from games.mechanics.sentences import says, sentence
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import name_of
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, QuestionLabel, ValueLabel

_CARD: Final = "card"


class ChooseCard(CommandV1, frozen=True, kw_only=True):
    """Take an ability card for this Set, in secret."""

    ability: Ability


class CardTaken(HiddenV1, frozen=True, kw_only=True, tag=namespaced("bluffmaster")):
    """A seat has its ability card for the Set: dealt by a `draw`, or chosen."""

    seat: str
    ability: str
    draw: Draw | None = None


class Cards(Chapter):
    """A Set opens with the cards, unless all seats have all of them."""

    events: ClassVar = (CardTaken,)
    draws: ClassVar = (
        Drawn(purpose="card", sides=(len(ABILITIES),), event=CardTaken, most=1, shows={"ability": ABILITIES}),
    )
    reasons: ClassVar = {"not_asked": "The seat is not asked for that now."}
    labels: ClassVar = Labels(
        commands={
            "choose_card": CommandLabel(
                "Take a card",
                "Choose your ability for the whole Set; nobody else sees which.",
                {"ability": ValueLabel("Card", "You use it once in a Set.", "choice", ABILITY_LABELS)},
            ),
        },
        questions={
            _CARD: QuestionLabel(
                "Your card",
                "Which ability do you want for this Set?",
                {"choose_card": "It is yours for the Set."},
            ),
        },
        phases={CHOOSING_CARDS: Label("Choosing cards", "Everybody takes an ability card in secret.")},
        details=DetailLabels(
            seat={"cards": DetailLabel("Cards", "The abilities that it holds.", "list", ABILITY_LABELS)}
        ),
    )
    rounds = Uses(Rounds)

    def open(self, table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
        """Cards are dealt or chosen; then the first round begins."""
        if table.options.cards == "chosen":
            yield PhaseBegan(phase=CHOOSING_CARDS)
            yield QuestionAsked(seats=list(table.order), question=_CARD)
            return
        if table.options.cards == "dealt":
            yield from self._deal(table, dice)
        yield from self.rounds.begin(table, dice, 1)

    def _deal(self, table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
        """Each seat draws one of the three cards; several seats may draw the same."""
        for seat in table.order:
            draw = dice.roll(seat, "card", len(ABILITIES))
            yield CardTaken(to=seat_viewer(seat), seat=seat, ability=ABILITIES[draw.face - 1], draw=draw)

    @offers(ChooseCard)
    def may_choose(self, table: BluffmasterTable, seat: str) -> Iterator[Offer]:
        """Any of the three, while cards are chosen."""
        asked = table.question == _CARD and seat in table.to_act
        choose = Action(type="choose_card", params={"ability": Choices(choices=list(ABILITIES))})
        yield choose if asked else Refusal("choose_card", "not_asked", "You are not asked for a card now.")

    @act(ChooseCard)
    def choose(self, table: BluffmasterTable, dice: Dice, seat: str, command: ChooseCard) -> Iterator[Event]:
        """A seat takes a card; others see that it has taken one. After the last, the first round begins."""
        yield CardTaken(to=seat_viewer(seat), seat=seat, ability=command.ability)
        yield QuestionAnswered(seat=seat)
        if not table.to_act:
            yield from self.rounds.begin(table, dice, 1)

    def go_on_without(self, table: BluffmasterTable, dice: Dice, seat: str) -> Iterator[Event]:
        """A seat has left before the antes: the first round begins if all others have chosen, or only one is left."""
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
        if not table.to_act or len(contenders(table)) == 1:
            yield from self.rounds.begin(table, dice, 1)

    @fold(CardTaken)
    def _taken(self, table: BluffmasterTable, event: CardTaken) -> None:
        table.state.cards[event.seat] = event.ability

    _choosing_aloud = says(PhaseBegan, "Everybody chooses a card in secret.", phase=CHOOSING_CARDS)

    @sentence(CardTaken)
    def _taken_aloud(self, table: BluffmasterTable, event: CardTaken) -> str:
        how = "is dealt" if event.draw else "takes"
        return f"{name_of(table, event.seat)} {how} the card of {event.ability}."

    @on_timeout(_CARD)
    def _first_card(self, table: BluffmasterTable, seat: str) -> Command:
        return ChooseCard(ability=REROLL)

    @seat_details
    def _cards_of_seat(self, table: BluffmasterTable, seat: str) -> dict[str, Any]:
        return {"cards": cards(table, seat)} if table.seats[seat].playing else {}

"""Classes: before the game, each seat chooses a card in the open, or is dealt one; by default it has the plain card."""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from events.audience import seat_of
from events.dice import Dice
from events.event import V1, Command, CommandV1, Draw, Event, namespaced
from events.round_events import PhaseBegan, QuestionAnswered, QuestionAsked
from games.chapter import Chapter, Uses, act, fold, offers, on_timeout, round_details, seat_details
from games.drawn import Drawn
from games.mechanics.sentences import says, sentence
from games.trickster.cards.card import MOST_CARDS, PLAIN, Card, Constant, by_size
from games.trickster.cards.wording import card_in_words, hand_in_words, in_words
from games.trickster.options import by_name, deck
from games.trickster.rounds import Rounds
from games.trickster.state import CHOOSING_CLASSES, HAND, TricksterTable, ability_of, is_used
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import name_of
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, QuestionLabel, ValueLabel
from projections.table import Die

_CLASS: Final = "class"
_LARGEST_DECK: Final = MOST_CARDS + 40
"""No deck has more cards than this. What can be drawn is declared once for all, and the game may get more cards."""


class ChooseClass(CommandV1, frozen=True, kw_only=True):
    """Play this game with the class card of that name."""

    card: str


class ClassTaken(V1, frozen=True, kw_only=True, tag=namespaced("trickster")):
    """A seat has its class for the game, with the card in full: chosen, or dealt by a `draw`."""

    seat: str
    card: Card
    draw: Draw | None = None


class Classes(Chapter):
    """A game opens with the classes. Several seats may have the same."""

    events: ClassVar = (ClassTaken,)
    draws: ClassVar = (Drawn(purpose=_CLASS, sides=tuple(range(1, _LARGEST_DECK + 1)), event=ClassTaken, most=1),)
    reasons: ClassVar = {
        "choosing_classes": "Classes are still being chosen.",
        "not_asked": "The seat is not asked for that now.",
    }
    labels: ClassVar = Labels(
        commands={
            "choose_class": CommandLabel(
                "Choose a class",
                "It decides which dice you begin with, and what you can do; everybody sees it.",
                {"card": ValueLabel("Class", "Yours for the whole game.", "choice")},
            ),
        },
        questions={
            _CLASS: QuestionLabel(
                "Your class",
                "Which class do you play?",
                {"choose_class": "You begin with its dice, and have its abilities."},
            ),
        },
        phases={CHOOSING_CLASSES: Label("Choosing classes", "Everybody chooses a class, in the open.")},
        details=DetailLabels(
            table={
                "deck": DetailLabel("Classes", "The dice and abilities of each class.", "list", show=False),
                "own_abilities": DetailLabel("Your abilities", "By their numbers.", "list", show=False),
            },
            seat={
                "class": DetailLabel("Class", "The card that it plays with."),
                "abilities": DetailLabel("Abilities", "What its class can do.", "object"),
            },
        ),
    )
    rounds = Uses(Rounds)

    def open(self, table: TricksterTable, dice: Dice) -> Iterator[Event]:
        """Classes are chosen or dealt; then the first bettor is thrown for."""
        cards = deck(table.options)
        if table.options.classes == "chosen" and cards:
            yield PhaseBegan(phase=CHOOSING_CLASSES)
            yield QuestionAsked(seats=list(table.order), question=_CLASS)
            return
        for seat in table.order:
            if table.options.classes == "dealt" and cards:
                draw = dice.roll(seat, _CLASS, len(cards))
                yield ClassTaken(seat=seat, card=cards[draw.face - 1], draw=draw)
            else:
                yield ClassTaken(seat=seat, card=PLAIN)
        yield from self.rounds.begin_the_first(table, dice)

    @offers(ChooseClass)
    def may_choose(self, table: TricksterTable, seat: str) -> Iterator[Offer]:
        """Any card of the deck, or the plain one."""
        if table.question == _CLASS and seat in table.to_act:
            names = [PLAIN.name, *by_name(table.options)]
            yield Action(type="choose_class", params={"card": Choices(choices=names)})
        else:
            yield Refusal("choose_class", "not_asked", "You are not asked for a class now.")

    @act(ChooseClass)
    def choose(self, table: TricksterTable, dice: Dice, seat: str, command: ChooseClass) -> Iterator[Event]:
        """The seat has its class. Once all have, the first bettor is thrown for."""
        yield ClassTaken(seat=seat, card=by_name(table.options).get(command.card, PLAIN))
        yield QuestionAnswered(seat=seat)
        yield from self.go_on(table, dice)

    def go_on(self, table: TricksterTable, dice: Dice) -> Iterator[Event]:
        """Once no seat is asked any more, the game begins."""
        if not table.to_act:
            yield from self.rounds.begin_the_first(table, dice)

    @fold(ClassTaken)
    def _taken(self, table: TricksterTable, event: ClassTaken) -> None:
        table.state.cards[event.seat] = event.card
        table.seats[event.seat].dice = [
            Die(n=n, die=size, face=None, hole=False, place=HAND) for n, size in enumerate(by_size(event.card.hand))
        ]

    @sentence(ClassTaken)
    def _taken_aloud(self, table: TricksterTable, event: ClassTaken) -> str:
        how = "is dealt the class" if event.draw else "plays the class"
        return f"{name_of(table, event.seat)} {how} {event.card.name}: {hand_in_words(event.card.hand)}."

    _choosing_aloud = says(PhaseBegan, "Everybody chooses a class, in the open.", phase=CHOOSING_CLASSES)

    @on_timeout(_CLASS)
    def _play_plainly(self, table: TricksterTable, seat: str) -> Command:
        return ChooseClass(card=PLAIN.name)

    @seat_details
    def _class_of_seat(self, table: TricksterTable, seat: str) -> dict[str, Any]:
        card = table.state.cards.get(seat) if table.seats[seat].playing else None
        if card is None:
            return {}
        abilities = {
            ability.name: in_words(ability) + _used_up(table, seat, n) for n, ability in enumerate(card.abilities)
        }
        return {"class": card.name, "abilities": abilities}

    @round_details
    def _deck(self, table: TricksterTable) -> dict[str, Any]:
        """The deck while classes are chosen, and then the abilities of the viewer's own class."""
        if table.phase == CHOOSING_CLASSES:
            cards = (PLAIN, *deck(table.options))
            return {"deck": [{"card": card.name, "about": card_in_words(card)} for card in cards]}
        own = table.state.cards.get(seat_of(table.viewer) or "")
        if own is None:
            return {}
        return {"own_abilities": [{"ability": n, "name": one.name} for n, one in enumerate(own.abilities)]}


def _used_up(table: TricksterTable, seat: str, n: int) -> str:
    """What is said of an ability that cannot be used again yet, after its text."""
    ability = ability_of(table, seat, n)
    if isinstance(ability, Constant) or not is_used(table, seat, n):
        return ""
    return " Used up." if ability.limit == "game" else " Used up until the next throw."

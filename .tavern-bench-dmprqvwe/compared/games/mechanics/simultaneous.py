"""Choices that several seats make at once and in secret, and that are then shown together.

Others see that a seat has chosen, but not what, until all have. The first choice is final. A game with such choices
keeps `chosen` in its state, says whose choices count, and what follows when all have chosen.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from events.audience import seat_viewer
from events.dice import Dice
from events.event import V1, Event, HiddenV1, namespaced
from events.round_events import QuestionAnswered, QuestionAsked
from games.chapter import Chapter, fold
from projections.game import AnyTable

_tag = namespaced("simultaneous")

Choice = dict[str, Any]
"""What a seat chose, in the game's own words."""


class ChoicesBegan(V1, frozen=True, kw_only=True, tag=_tag):
    """Nobody has chosen anything yet."""


class Chosen(HiddenV1, frozen=True, kw_only=True, tag=_tag):
    """What a seat chose, in the game's own words."""

    seat: str
    choice: Choice


class ChoicesShown(V1, frozen=True, kw_only=True, tag=_tag):
    """What everybody chose, by seat, in the order of turns."""

    choices: dict[str, Choice]


def chosen_of(table: AnyTable) -> dict[str, Choice]:
    """What each seat chose, as far as the viewer may know."""
    chosen: dict[str, Choice] = table.state.chosen
    return chosen


class Simultaneous(Chapter):
    """All are asked at once, choose in any order, and their choices are shown together."""

    events: ClassVar[Sequence[type[Event]]] = (ChoicesBegan, Chosen, ChoicesShown)

    # What a game decides

    @abstractmethod
    def choosers(self, table: AnyTable) -> Sequence[str]:
        """The seats whose choices count, in the order of turns."""

    @abstractmethod
    def all_have_chosen(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """What follows once all have chosen, or only one chooser is left, even if it has not chosen."""

    def ask(self, table: AnyTable, question: str) -> Iterator[Event]:
        """All choosers are asked at once."""
        yield ChoicesBegan()
        yield QuestionAsked(seats=list(self.choosers(table)), question=question)

    def choose(self, table: AnyTable, dice: Dice, seat: str, choice: Choice) -> Iterator[Event]:
        """A seat chooses: only that seat and the GM see what."""
        yield Chosen(to=seat_viewer(seat), seat=seat, choice=choice)
        yield QuestionAnswered(seat=seat)
        yield from self._go_on(table, dice)

    def go_on_without(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """Stop waiting for a seat that is no longer a chooser. Its choice is never shown."""
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
        yield from self._go_on(table, dice)

    def _go_on(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        if not table.to_act or len(self.choosers(table)) == 1:
            yield from self.all_have_chosen(table, dice)

    def show(self, table: AnyTable) -> Iterator[Event]:
        """The choices become public."""
        chosen = chosen_of(table)
        yield ChoicesShown(choices={seat: chosen[seat] for seat in self.choosers(table) if seat in chosen})

    @fold(ChoicesBegan)
    def _began(self, table: AnyTable, event: ChoicesBegan) -> None:
        table.state.chosen = {}

    @fold(Chosen)
    def _chosen(self, table: AnyTable, event: Chosen) -> None:
        chosen_of(table)[event.seat] = event.choice

    @fold(ChoicesShown)
    def _shown(self, table: AnyTable, event: ChoicesShown) -> None:
        table.state.chosen = dict(event.choices)

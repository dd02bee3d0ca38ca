"""Choices that all make at once, in secret, and that are shown together.

Others see that a seat has chosen, and never what, until all have. The first choice binds. A game with such choices has
a part of its state called `chosen`, and these events and folds.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Protocol, cast

from events.audience import seat_viewer
from events.event import V1, Event, HiddenV1, namespaced
from events.round_events import QuestionAnswered, QuestionAsked
from projections.game import AnyTable, Fold

_tag = namespaced("simultaneous")


class ChoicesBegan(V1, frozen=True, kw_only=True, tag=_tag):
    """Nobody has chosen anything yet."""


class Chosen(HiddenV1, frozen=True, kw_only=True, tag=_tag):
    """What a seat chose, in the game's own words."""

    seat: str
    choice: dict[str, Any]


class ChoicesShown(V1, frozen=True, kw_only=True, tag=_tag):
    """What everybody chose, by seat, in the order of turns."""

    choices: dict[str, dict[str, Any]]


EVENTS: Final = (ChoicesBegan, Chosen, ChoicesShown)


class HasChosen(Protocol):
    """The state of a game in which all choose at once: what each chose, as far as the viewer may know."""

    chosen: dict[str, dict[str, Any]]


def chosen_of(table: AnyTable) -> dict[str, dict[str, Any]]:
    """What each seat chose, as far as the viewer may know."""
    return cast("HasChosen", table.state).chosen


def _began(table: AnyTable, event: ChoicesBegan) -> None:
    cast("HasChosen", table.state).chosen = {}


def _chosen(table: AnyTable, event: Chosen) -> None:
    chosen_of(table)[event.seat] = event.choice


def _shown(table: AnyTable, event: ChoicesShown) -> None:
    cast("HasChosen", table.state).chosen = dict(event.choices)


FOLDS: Final[Mapping[type[Event], Fold]] = {ChoicesBegan: _began, Chosen: _chosen, ChoicesShown: _shown}


def ask(seats: Iterable[str], question: str) -> Iterator[Event]:
    """All of `seats` are asked at once."""
    yield ChoicesBegan()
    yield QuestionAsked(seats=list(seats), question=question)


def choose(seat: str, choice: dict[str, Any]) -> Iterator[Event]:
    """A seat chooses. It is its own affair and the GM's, but for that it has chosen."""
    yield Chosen(to=seat_viewer(seat), seat=seat, choice=choice)
    yield QuestionAnswered(seat=seat)


def show(table: AnyTable, seats: Iterable[str]) -> Iterator[Event]:
    """What those of `seats` who chose have chosen is open to all: asked when nobody is waited for any more."""
    chosen = chosen_of(table)
    yield ChoicesShown(choices={seat: chosen[seat] for seat in seats if seat in chosen})

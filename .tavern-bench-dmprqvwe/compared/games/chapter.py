"""Chapters: everything about one part of a game's rules in one class, registered by decorators.

A chapter has its commands (`@act`), its events with their folds (`@fold`) and sentences (`@sentence`), its offers and
refusals (`@offers`, `reasons`), the purposes of its draws (`draws`), the clock's actions (`@on_timeout`), its fields in
views (`@seat_details`, `@round_details`, `@dice_details`), and the names of all these (`labels`). A `Rulebook` merges
its chapters once. Decorators only register: records depend on the tags of commands and events, never on a Python name.

A variant of a chapter is a subclass that overrides methods; an overriding method needs no decorator of its own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, Final, Generic, TypeVar, overload

import msgspec

from events.event import Command, Event
from games.drawn import Drawn
from projections.labels import Labels, merged

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound="Chapter")

_MARKS: Final = "_chapter_marks"


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """The registration of a decorated method: its `role`, and the `kinds` of commands or events that it handles.

    `fields` restricts a sentence to events with these field values; `questions` restricts an act or a timeout to these
    questions. Offers are listed while a round runs; with `between_rounds` also between rounds, and with `when_closed`
    also at closed tables.
    """

    role: str
    kinds: tuple[type[Any], ...] = ()
    fields: Mapping[str, Any] = {}
    questions: tuple[str, ...] = ()
    between_rounds: bool = False
    when_closed: bool = False


def register(mark: Mark) -> Callable[[F], F]:
    """Return a decorator that registers a method under this mark. All decorators of chapters are made with it."""

    def marked(method: F) -> F:
        setattr(method, _MARKS, (*getattr(method, _MARKS, ()), mark))
        return method

    return marked


def offers(*commands: type[Command]) -> Callable[[F], F]:
    """Register `(table, seat) -> Iterator[Offer]`: lists what a seat is offered and refused about these commands.

    It is given the seat's own table, and must not depend on anything that the seat cannot see.
    """
    return register(Mark(role="offers", kinds=commands))


def gm_offers(*commands: type[Command], between_rounds: bool = False) -> Callable[[F], F]:
    """Register `(table) -> Iterator[Offer]`: lists the GM's offers while a round runs, with `between_rounds` also
    between rounds."""
    return register(Mark(role="gm_offers", kinds=commands, between_rounds=between_rounds))


def act(command: type[Command], *, question: str | None = None) -> Callable[[F], F]:
    """Register `(table, dice, seat, command) -> Iterator[Event]`: the events of a seat's legal command.

    With `question`, only while the table asks that question.
    """
    return register(Mark(role="act", kinds=(command,), questions=() if question is None else (question,)))


def gm_act(command: type[Command]) -> Callable[[F], F]:
    """Register `(table, dice, command) -> Iterator[Event]`: the events of a legal command of the GM, or of the clock.

    Between rounds no die can be rolled, and `dice` is None.
    """
    return register(Mark(role="gm_act", kinds=(command,)))


def explains(*commands: type[Command]) -> Callable[[F], F]:
    """Register `(table, seat, command) -> Refusal | None`: explains in detail why a command's parameters are not
    offered."""
    return register(Mark(role="explains", kinds=commands))


def on_timeout(*questions: str) -> Callable[[F], F]:
    """Register `(table, seat) -> Command | Timeout`: the clock's action when `seat` lets one of these questions time
    out."""
    return register(Mark(role="on_timeout", questions=questions))


def fold(*events: type[Event]) -> Callable[[F], F]:
    """Register `(table, event) -> None`: how events change the game's part of a table. Folds compute no rule."""
    return register(Mark(role="fold", kinds=events))


def sentence(event: type[Event], **when: object) -> Callable[[F], F]:
    """Register `(table, event) -> str | None`: the event in one sentence, for events whose fields have these values.

    A value may be a tuple of alternatives. If several sentences fit, the one with the most conditions is used; among
    equals, the last chapter's.
    """
    return register(Mark(role="sentence", kinds=(event,), fields=when))


def seat_details(method: F) -> F:
    """Register `(table, seat) -> dict`: fields of a seat in views, under `details`."""
    return register(Mark(role="seat_details"))(method)


def dice_details(method: F) -> F:
    """Register `(table, seat) -> dict[int, dict]`: fields of a seat's dice in views, by number."""
    return register(Mark(role="dice_details"))(method)


def round_details(method: F) -> F:
    """Register `(table) -> dict`: fields of the round in views, under `details`."""
    return register(Mark(role="round_details"))(method)


class Chapter:
    """One chapter of a game's rules. It may use other chapters of the same game, by `Uses`."""

    events: ClassVar[Sequence[type[Event]]] = ()
    """The events that this chapter adds to the vocabulary. A variant lists only its own."""
    reasons: ClassVar[Mapping[str, str | None]] = {}
    """This chapter's refusal codes, each with its meaning. A variant lists only those that it adds or redefines, and
    sets to None those that it never uses."""
    labels: ClassVar[Labels] = Labels()
    """The names that clients and sentences use for this chapter's commands, questions, statuses and so on. A variant
    lists only those that it adds or renames, and sets to `NEVER` those that it never uses."""
    draws: ClassVar[Sequence[Drawn]] = ()
    """The purposes for which this chapter draws dice. A variant lists only those that it adds."""

    _game: "Chapter"

    def chapter(self, kind: type[C]) -> C:
        """The chapter of this kind, or of a variant of it, in the same game. Raises `LookupError`."""
        return self._game.chapter(kind)

    def find_used(self) -> None:
        """Find the chapters that this one uses. Raises `LookupError` if the game lacks one."""
        for kind in type(self).__mro__:
            for name, value in vars(kind).items():
                if isinstance(value, Uses):
                    getattr(self, name)

    def own_labels(self) -> Iterator[Labels]:
        """The labels of the class and its bases. Later ones override earlier ones."""
        for kind in reversed(type(self).__mro__):
            labels = vars(kind).get("labels")
            if labels is not None:
                yield labels

    def own_reasons(self) -> dict[str, str]:
        """The reasons of the class and its bases, except those that it never uses."""
        reasons: dict[str, str | None] = {}
        for kind in reversed(type(self).__mro__):
            reasons |= vars(kind).get("reasons", {})
        return {code: meaning for code, meaning in reasons.items() if meaning is not None}

    def registered(self) -> Iterator[tuple[Mark, Callable[..., Any]]]:
        """The decorated methods, bound, in the order of their definition in the class and its bases."""
        names: dict[str, tuple[Mark, ...]] = {}
        for kind in reversed(type(self).__mro__):
            for name, value in vars(kind).items():
                own = getattr(value, _MARKS, ())
                if own:
                    names[name] = own
        for name, marks in names.items():
            for mark in marks:
                yield mark, getattr(self, name)


class Chapters(Chapter):
    """Rules made of chapters, one instance of each. The rules are themselves the last chapter."""

    chapters: ClassVar[tuple[type[Chapter], ...]] = ()
    """The chapters, in the order of the rules."""

    def __init__(self) -> None:
        self.each: Sequence[Chapter] = (*(kind() for kind in self.chapters), self)
        for one in self.each:
            one._game = self
        for one in self.each:
            one.find_used()

    def chapter(self, kind: type[C]) -> C:
        """The chapter of this kind, or of a variant of it. Raises `LookupError`."""
        for one in self.each:
            if isinstance(one, kind):
                return one
        raise LookupError(f"{type(self).__name__} has no chapter {kind.__name__}")

    def all_labels(self) -> Labels:
        """The labels of all chapters. If two name the same thing, the later one counts."""
        return merged(chain.from_iterable(one.own_labels() for one in self.each))

    def all_reasons(self) -> dict[str, str]:
        """All chapters' refusal codes, sorted, each with its meaning."""
        reasons = chain.from_iterable(one.own_reasons().items() for one in self.each)
        return dict(sorted(reasons))


class Uses(Generic[C]):
    """Another chapter of the same game: `endgame = Uses(Endgame)`, then `self.endgame.reveal(…)`."""

    def __init__(self, kind: type[C]) -> None:
        self._kind = kind
        self._name = ""

    def __set_name__(self, owner: type[Chapter], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, chapter: None, owner: type[Chapter]) -> "Uses[C]": ...
    @overload
    def __get__(self, chapter: Chapter, owner: type[Chapter]) -> C: ...
    def __get__(self, chapter: Chapter | None, owner: type[Chapter]) -> "Uses[C] | C":
        if chapter is None:
            return self
        # Cached: from now on, the instance's attribute takes precedence over this descriptor.
        found = chapter.__dict__[self._name] = chapter.chapter(self._kind)
        return found


def tags_of(kinds: Sequence[type[Any]]) -> tuple[str, ...]:
    """The tags under which commands or events are recorded."""
    return tuple(str(kind.__struct_config__.tag) for kind in kinds)

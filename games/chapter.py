"""Chapters: everything about one part of a game's rules in one class, registered by decorators.

A chapter holds its commands (by `@act`), its events, how they fold (`@fold`) and read (`@sentence`), what is offered
and why not (`@offers`, `reasons`), what a command does (`@act`), what it draws dice for (`draws`), what the clock does
(`@on_timeout`), what views show (`@seat_details`, `@round_details`, `@dice_details`), and what players call all of it
(`labels`). A `Rulebook` merges its chapters once. Decorators only register: what is recorded depends on the tags of
commands and events, never on a Python name.

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
    """What a decorated method is registered as: its `role`, for these `kinds` of commands or events.

    `fields` narrows a sentence to events whose fields have these values; `questions` narrows what is done to when one
    of these is asked. Offers are listed while a round runs, also `between_rounds`, and also `when_closed`.
    """

    role: str
    kinds: tuple[type[Any], ...] = ()
    fields: Mapping[str, Any] = {}
    questions: tuple[str, ...] = ()
    between_rounds: bool = False
    when_closed: bool = False


def register(mark: Mark) -> Callable[[F], F]:
    """The decorator that registers a method: what every decorator of chapters is made of."""

    def marked(method: F) -> F:
        setattr(method, _MARKS, (*getattr(method, _MARKS, ()), mark))
        return method

    return marked


def offers(*commands: type[Command]) -> Callable[[F], F]:
    """Register `(table, seat) -> Iterator[Offer]`: all that is offered and refused to a seat about these commands.

    Asked of the seat's own table: nothing in it may depend on what the seat cannot see.
    """
    return register(Mark(role="offers", kinds=commands))


def gm_offers(*commands: type[Command], between_rounds: bool = False) -> Callable[[F], F]:
    """Register `(table) -> Iterator[Offer]`: what the GM may do while a round runs, and between rounds if said."""
    return register(Mark(role="gm_offers", kinds=commands, between_rounds=between_rounds))


def act(command: type[Command], *, question: str | None = None) -> Callable[[F], F]:
    """Register `(table, dice, seat, command) -> Iterator[Event]`: what a legal command of a seat does.

    With `question`, only while the table asks that question.
    """
    return register(Mark(role="act", kinds=(command,), questions=() if question is None else (question,)))


def gm_act(command: type[Command]) -> Callable[[F], F]:
    """Register `(table, dice, command) -> Iterator[Event]`: what a legal command of the GM, or of the clock, does.

    Between rounds no die can be rolled, and `dice` is None.
    """
    return register(Mark(role="gm_act", kinds=(command,)))


def explains(*commands: type[Command]) -> Callable[[F], F]:
    """Register `(table, seat, command) -> Refusal | None`: why a command's parameters are not offered, in detail."""
    return register(Mark(role="explains", kinds=commands))


def on_timeout(*questions: str) -> Callable[[F], F]:
    """Register `(table, seat) -> Command | Timeout`: what the clock does while `seat` is asked one of these."""
    return register(Mark(role="on_timeout", questions=questions))


def fold(*events: type[Event]) -> Callable[[F], F]:
    """Register `(table, event) -> None`: how events change the game's part of a table. Folds compute no rule."""
    return register(Mark(role="fold", kinds=events))


def sentence(event: type[Event], **when: object) -> Callable[[F], F]:
    """Register `(table, event) -> str | None`: the event in one sentence, for events whose fields have these values.

    A value may be a tuple of alternatives. Of several that fit, the last chapter's with the most conditions is used.
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
    """The events that this chapter adds to the vocabulary. A variant names only its own."""
    reasons: ClassVar[Mapping[str, str | None]] = {}
    """The codes with which this chapter refuses a command, each with its meaning. A variant names only those that it
    adds or that mean something else, and sets one that it never uses to None."""
    labels: ClassVar[Labels] = Labels()
    """What clients and sentences call the commands, questions, statuses, … of this chapter. A variant names only those
    that it adds or that have another name, and sets one that it never uses to `NEVER`."""
    draws: ClassVar[Sequence[Drawn]] = ()
    """What this chapter draws dice for. A variant names only what it adds."""

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
        """The labels of the class and its bases; those that count come last."""
        for kind in reversed(type(self).__mro__):
            labels = vars(kind).get("labels")
            if labels is not None:
                yield labels

    def own_reasons(self) -> dict[str, str]:
        """The reasons of the class and its bases, without those that it never uses."""
        reasons: dict[str, str | None] = {}
        for kind in reversed(type(self).__mro__):
            reasons |= vars(kind).get("reasons", {})
        return {code: meaning for code, meaning in reasons.items() if meaning is not None}

    def registered(self) -> Iterator[tuple[Mark, Callable[..., Any]]]:
        """The decorated methods, bound, in the order in which they stand in the class and its bases."""
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
        """The labels of all chapters; where two name the same thing, the later one counts."""
        return merged(chain.from_iterable(one.own_labels() for one in self.each))

    def all_reasons(self) -> dict[str, str]:
        """The codes with which all chapters refuse commands, sorted, each with its meaning."""
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
        # Found once: the instance's own attribute goes before this one.
        found = chapter.__dict__[self._name] = chapter.chapter(self._kind)
        return found


def varied(chapters: Sequence[type[Chapter]], *variants: type[Chapter]) -> tuple[type[Chapter], ...]:
    """These chapters, each variant in the place of the one that it varies: for another version of a game's rules."""
    return tuple(next((one for one in variants if issubclass(one, chapter)), chapter) for chapter in chapters)


def tags_of(kinds: Sequence[type[Any]]) -> tuple[str, ...]:
    """The tags under which commands or events are recorded."""
    return tuple(str(kind.__struct_config__.tag) for kind in kinds)

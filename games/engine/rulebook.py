"""A rulebook: a game's rules as pure code, made of chapters.

A rulebook is given the current table, a command and the dice, and *yields events*. The decider folds each event into
the table before it asks for the next, so every rule sees the current state. Legality depends only on what the actor can
see: offers are computed from the actor's own table.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, Final, cast

import msgspec

from events.dice import Dice
from events.event import Command, Event, type_tag
from events.gaming_sets import SetKind
from games.engine.chapter import Chapter, Chapters, Mark, tags_of
from games.engine.definition import (
    ANY_QUESTION,
    check_complete,
    check_defaults,
    check_offered,
    check_steps,
    check_timed,
    check_vocabulary,
)
from games.engine.drawn import Drawn
from games.engine.labelling import completed, option_labels
from games.engine.recalling import recall_sets, recall_sheets
from projections.actions import Offer, Refusal
from projections.game import AnyTable, Fold, Game, Sentence
from projections.table import OptionsT, StateT

Offers = Callable[[AnyTable, str], Iterator[Offer]]
OfferGroup = tuple[tuple[str, ...], Offers]
"""The commands (their tags) of a group, and the method that lists offers about them."""
GmOffers = Callable[[AnyTable], Iterator[Offer]]
Act = Callable[[AnyTable, Dice, str, Any], Iterator[Event]]
GmAct = Callable[[AnyTable, Dice | None, Any], Iterator[Event]]
Explain = Callable[[AnyTable, str | None, Any], Refusal | None]


class Timeout(msgspec.Struct, frozen=True):
    """The clock's action when a deadline passes: a command, for a seat or (None) for the table."""

    seat: str | None
    command: Command


class Barred(msgspec.Struct, frozen=True, kw_only=True):
    """Why a seat can do nothing now, whatever the chapters offer, except give the commands `but_for` (tags)."""

    code: str
    detail: str
    but_for: tuple[str, ...] = ()


Conditions = tuple[tuple[str, Container[Any]], ...]
"""The fields of an event on which a sentence depends, each with the values that fit."""


class MergedChapters(msgspec.Struct, kw_only=True):
    """Everything that the chapters of a game register, merged once."""

    commands: list[type[Command]] = []
    gm_commands: list[type[Command]] = []
    events: list[type[Event]] = []
    draws: list[Drawn] = []
    folds: dict[type[Event], list[Fold]] = {}
    sentences: dict[type[Event], list[tuple[Conditions, Sentence]]] = {}
    offers: list[OfferGroup] = []
    gm_offers: list[tuple[bool, GmOffers]] = []
    acts: dict[tuple[str, str | None], Act] = {}
    gm_acts: dict[str, GmAct] = {}
    explanations: dict[str, Explain] = {}
    timeouts: dict[str, Callable[[AnyTable, str], Command | Timeout]] = {}
    seat_details: list[Callable[[AnyTable, str], dict[str, Any]]] = []
    dice_details: list[Callable[[AnyTable, str], dict[int, dict[str, Any]]]] = []
    round_details: list[Callable[[AnyTable], dict[str, Any]]] = []


class Rulebook(Chapters, Game[OptionsT, StateT], ABC):
    """A game. One instance serves every table. A one-page game is its own only chapter."""

    summary: ClassVar[str]
    how_to_play: ClassVar[Sequence[str]]
    """The game in three short sentences, for somebody who sits down: what you get, what you do, and who wins. They hold
    whatever the options."""
    plays_with: ClassVar[SetKind] = "dice"
    """Whether its dice are dice, or stand for cards."""
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    listed: ClassVar[tuple[type[Command], ...]] = ()
    """The commands that the catalogue lists first, in this order. The others follow in the order of the chapters."""

    def __init__(self) -> None:
        check_complete(type(self))
        super().__init__()
        merged = self._merged = _merge(self.each)
        _check(self, merged)
        listed = [kind for kind in self.listed if kind in merged.commands]
        self.commands: Sequence[type[Command]] = tuple(dict.fromkeys([*listed, *merged.commands]))
        self.gm_commands: Sequence[type[Command]] = tuple(merged.gm_commands)
        # Those of all chapters replace the class's own.
        vars(self)["events"] = tuple(merged.events)
        vars(self)["draws"] = tuple(merged.draws)
        vars(self)["labels"] = completed(
            self.all_labels(), (*self.commands, *self.gm_commands), option_labels(self.options)
        )
        self.folds: Mapping[type[Event], Sequence[Fold]] = merged.folds
        self.refusals: Mapping[str, str] = self.all_reasons()
        self.group_of: Mapping[str, int] = {tag: n for n, (tags, _) in enumerate(merged.offers) for tag in tags}
        """The number of the group in which each of the game's commands (its tag) is offered."""

    @abstractmethod
    def entrants(self, table: AnyTable) -> list[str]:
        """The seats that could play if a round started now, in table order. If there are more than `max_seats`, play
        rotates among them."""

    def explain_options(self, given: Mapping[str, Any]) -> str | None:
        """What is wrong with the options that a GM gave, if the types do not explain it well enough; None otherwise."""
        return None

    @abstractmethod
    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """The events from `RoundStarted` until the first choice."""

    @abstractmethod
    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        """The effect of a seat's leaving on the running round; its purse is emptied afterwards.

        Called for every seat, also for watchers and for seats that sit the round out.
        """

    def recall(self, table: AnyTable, entries: Sequence[Sequence[Event]]) -> None:
        """Complete a public table with the secrets that the coming events show.

        `entries` are those of an unsealed round, from the table's current position on. Sheets follow from the checks;
        crooked sets in play are recorded.
        """
        events = list(chain.from_iterable(entries))
        recall_sheets(table, events)
        recall_sets(table, events)

    def has_command(self, table: AnyTable, command: str) -> bool:
        """Whether the table's options allow a command (a tag) at all. If not, no view lists it."""
        return True

    def barred(self, table: AnyTable, seat: str) -> Barred | None:
        """Why the seat can do nothing at all now; None if the chapters decide."""
        return None

    def choices(self, table: AnyTable, seat: str, command: str | None = None) -> Iterator[Offer]:
        """What `seat` can do now, and what it could expect to do but cannot, from `seat`'s own table.

        With `command` (a tag), only the offers of that command's group.
        """
        groups: Sequence[OfferGroup] = self._merged.offers
        if command is not None:
            group = self.group_of.get(command)
            groups = () if group is None else (groups[group],)
        barred = self.barred(table, seat)
        if barred is None:
            return chain.from_iterable([offered(table, seat) for _, offered in groups])
        return self._but_for(table, seat, barred, groups)

    def _but_for(self, table: AnyTable, seat: str, barred: Barred, groups: Sequence[OfferGroup]) -> Iterator[Offer]:
        for tags, offered in groups:
            if any(tag in barred.but_for for tag in tags):
                yield from (offer for offer in offered(table, seat) if offer.type in barred.but_for)
            for tag in tags:
                if tag not in barred.but_for:
                    yield Refusal(tag, barred.code, barred.detail)

    def gm_choices(self, table: AnyTable) -> Iterator[Offer]:
        """The GM's offers of this game's own commands while a round runs."""
        for _, offered in self._merged.gm_offers:
            yield from offered(table)

    def gm_choices_between_rounds(self, table: AnyTable) -> Iterator[Offer]:
        """The GM's offers of this game's own commands between rounds."""
        for between_rounds, offered in self._merged.gm_offers:
            if between_rounds:
                yield from offered(table)

    def explain(self, table: AnyTable, seat: str | None, command: Command) -> Refusal | None:
        """A detailed reason why a command is not offered, if its parameters give one."""
        explanation = self._merged.explanations.get(type_tag(type(command)))
        return None if explanation is None else explanation(table, seat, command)

    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        """The events of a legal command of `seat`."""
        acts, tag = self._merged.acts, type_tag(type(command))
        act = acts.get((tag, table.question)) or acts[tag, None]
        return act(table, dice, seat, command)

    def gm_act(self, table: AnyTable, command: Command, dice: Dice | None) -> Iterator[Event]:
        """The events of a legal command of the GM, or of the clock for the table; no dice between rounds."""
        return self._merged.gm_acts[type_tag(type(command))](table, dice, command)

    def timeout(self, table: AnyTable) -> Timeout | None:
        """The game's safest legal action for the seat that the round waits for first."""
        if not table.to_act:
            return None
        seat = table.to_act[0]
        timeouts = self._merged.timeouts
        on_timeout = timeouts.get(table.question) or timeouts.get(ANY_QUESTION)
        if on_timeout is None:
            return None
        command = on_timeout(table, seat)
        return command if isinstance(command, Timeout) else Timeout(seat, command)

    def sentence_for(self, event: Event) -> Sentence | None:
        """This game's sentence for an event: of those that fit, the last one with the most conditions."""
        for conditions, method in self._merged.sentences.get(type(event), ()):
            for field, fitting in conditions:
                if getattr(event, field) not in fitting:
                    break
            else:
                return method
        return None

    def seat_view(self, table: AnyTable, seat: str) -> dict[str, Any]:
        """The game's own fields of a seat, as the table's viewer may see them."""
        view: dict[str, Any] = {}
        for details in self._merged.seat_details:
            view.update(details(table, seat))
        return view

    def dice_view(self, table: AnyTable, seat: str) -> Mapping[int, dict[str, Any]]:
        """The game's own fields of a seat's dice that have any, by number, as the table's viewer may see them."""
        view: dict[int, dict[str, Any]] = {}
        for details in self._merged.dice_details:
            for n, fields in details(table, seat).items():
                view.setdefault(n, {}).update(fields)
        return view

    def round_view(self, table: AnyTable) -> dict[str, Any]:
        """The game's own fields of the round, as the table's viewer may see them."""
        view: dict[str, Any] = {}
        for details in self._merged.round_details:
            view.update(details(table))
        return view


def _check(rulebook: "AnyRulebook", merged: MergedChapters) -> None:
    name = type(rulebook).__name__
    check_vocabulary(name, (*merged.folds, *merged.sentences), merged.events)
    check_offered(name, (tag for tag, _ in merged.acts), chain.from_iterable(tags for tags, _ in merged.offers))
    check_timed(name, rulebook.all_labels().questions, merged.timeouts)
    check_defaults(name, rulebook.options, rulebook.state)
    check_steps(name, getattr(rulebook, "how_to_play", ()))


def _merge(chapters: Sequence[Chapter]) -> MergedChapters:
    merged = MergedChapters()
    sentences: dict[type[Event], list[tuple[Conditions, Sentence]]] = {}
    for chapter in chapters:
        _add_vocabulary(merged, chapter)
        for mark, method in chapter.registered():
            if mark.role == "sentence":
                sentences.setdefault(mark.kinds[0], []).append((_conditions(mark.fields), method))
            else:
                _ADD[mark.role](merged, mark, method)
    for kind, found in sentences.items():
        # Later chapters, and the game itself, take precedence. The sort is stable: among equals, the latest is first.
        latest_first = list(reversed(found))
        merged.sentences[kind] = sorted(latest_first, key=lambda one: len(one[0]), reverse=True)
    return merged


def _add_vocabulary(merged: MergedChapters, chapter: Chapter) -> None:
    """A variant keeps the events and draws of the chapter that it varies, and adds its own."""
    for kind in reversed(type(chapter).__mro__):
        merged.events += [event for event in vars(kind).get("events", ()) if event not in merged.events]
        merged.draws += [drawn for drawn in vars(kind).get("draws", ()) if drawn not in merged.draws]


def _add_offers(merged: MergedChapters, mark: Mark, method: Offers) -> None:
    merged.offers.append((tags_of(mark.kinds), method))


def _add_gm_offers(merged: MergedChapters, mark: Mark, method: GmOffers) -> None:
    merged.gm_offers.append((mark.between_rounds, method))


def _add_act(merged: MergedChapters, mark: Mark, method: Act) -> None:
    [kind], [tag] = mark.kinds, tags_of(mark.kinds)
    for question in mark.questions or (None,):
        merged.acts[tag, question] = method
    if kind not in merged.commands:
        merged.commands.append(kind)


def _add_gm_act(merged: MergedChapters, mark: Mark, method: GmAct) -> None:
    [kind], [tag] = mark.kinds, tags_of(mark.kinds)
    merged.gm_acts[tag] = method
    merged.gm_commands.append(kind)


def _add_explanation(merged: MergedChapters, mark: Mark, method: Explain) -> None:
    merged.explanations |= dict.fromkeys(tags_of(mark.kinds), method)


def _add_timeout(merged: MergedChapters, mark: Mark, method: Callable[[AnyTable, str], Command | Timeout]) -> None:
    merged.timeouts |= dict.fromkeys(mark.questions or (ANY_QUESTION,), method)


def _add_fold(merged: MergedChapters, mark: Mark, method: Fold) -> None:
    for kind in mark.kinds:
        merged.folds.setdefault(kind, []).append(method)


_ADD: Final[Mapping[str, Callable[[MergedChapters, Mark, Any], None]]] = {
    "offers": _add_offers,
    "gm_offers": _add_gm_offers,
    "act": _add_act,
    "gm_act": _add_gm_act,
    "explains": _add_explanation,
    "on_timeout": _add_timeout,
    "fold": _add_fold,
    "seat_details": lambda merged, _, method: merged.seat_details.append(method),
    "dice_details": lambda merged, _, method: merged.dice_details.append(method),
    "round_details": lambda merged, _, method: merged.round_details.append(method),
}


def _conditions(when: Mapping[str, Any]) -> Conditions:
    return tuple(
        (field, cast("Container[Any]", value) if isinstance(value, tuple) else (value,))
        for field, value in when.items()
    )


AnyRulebook = Rulebook[Any, Any]

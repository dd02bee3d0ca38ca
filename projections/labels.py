"""Labels: what clients and sentences call commands, questions, statuses and everything else that views name by a key.

A label is short, as on a button; its help is one plain line with the effect of the rule. Labels are defined beside
their rule: each chapter has its own, and a game merges those of its chapters.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Meta

Kind = Literal[
    "count", "coins", "die", "dice", "seat", "seats", "list", "flag", "text", "choice", "object", "seconds"
]  # fmt: skip
"""The kind of a value, or of each one in a list or an object: a number, an amount in copper, the number of a die or of
several, ids of seats, …"""
Values = Mapping[str, str]
"""The labels of a value's choices, by choice as JSON writes it."""

NEVER: Final[Any] = None
"""The label of something that a variant of a chapter removes."""


OPTION_LABEL: Final = "label"
OPTION_VALUES: Final = "values"
"""The key under which `labelled` stores an option's label."""


class Label(msgspec.Struct, frozen=True):
    """The name of something, and one line about it."""

    label: str
    help: str = ""


class ValueLabel(msgspec.Struct, frozen=True):
    """The label of a parameter or an option. `values` has the labels of its choices if they are always the same."""

    label: str
    help: str = ""
    kind: Kind = "text"
    values: Values | msgspec.UnsetType = msgspec.UNSET


class DetailLabel(msgspec.Struct, frozen=True):
    """The label of a field of `details`; `show`: whether clients show the value to players as it is."""

    label: str
    help: str = ""
    kind: Kind = "text"
    values: Values | msgspec.UnsetType = msgspec.UNSET
    show: bool = True


class CommandLabel(msgspec.Struct, frozen=True):
    """The label of a command and of each of its parameters.

    `grave`: whether clients ask again before they send it, since a slip of the finger could not be made good.
    """

    label: str
    help: str = ""
    params: Mapping[str, ValueLabel] = {}
    grave: bool = False


class QuestionLabel(msgspec.Struct, frozen=True):
    """The label of a question, its text as the asked seat reads it, and what each answer (a command) means there."""

    label: str
    text: str
    answers: Mapping[str, str] = {}


class DetailLabels(msgspec.Struct, frozen=True, kw_only=True):
    """The labels of the fields of `details`: of the table, of a seat, of a die."""

    table: Mapping[str, DetailLabel] = {}
    seat: Mapping[str, DetailLabel] = {}
    die: Mapping[str, DetailLabel] = {}


class Labels(msgspec.Struct, frozen=True, kw_only=True):
    """The labels of a game, or of every table, by the key that views, commands and events use.

    `roles` has the kinds of seats and of those who play them, `notes` the kinds of private notes to a seat, `outcomes`
    the ways a round can end, `coins` the reasons for which coins move, `checks` the d20 checks, `temperaments` how NPCs
    play.
    """

    commands: Mapping[str, CommandLabel] = {}
    questions: Mapping[str, QuestionLabel] = {}
    phases: Mapping[str, Label] = {}
    statuses: Mapping[str, Label] = {}
    conditions: Mapping[str, Label] = {}
    roles: Mapping[str, Label] = {}
    notes: Mapping[str, Label] = {}
    outcomes: Mapping[str, Label] = {}
    coins: Mapping[str, Label] = {}
    checks: Mapping[str, Label] = {}
    temperaments: Mapping[str, Label] = {}
    options: Mapping[str, ValueLabel] = {}
    details: DetailLabels = DetailLabels()


def merged(several: Iterable[Labels]) -> Labels:
    """All of these labels. If several have the same key, the last one counts; `NEVER` removes the key."""
    sections: dict[str, dict[str, Any]] = {}
    details: dict[str, dict[str, Any]] = {}
    for labels in several:
        for section in labels.__struct_fields__:
            if section != "details":
                sections.setdefault(section, {}).update(getattr(labels, section))
        for about in labels.details.__struct_fields__:
            details.setdefault(about, {}).update(getattr(labels.details, about))
    return Labels(**_without_never(sections), details=DetailLabels(**_without_never(details)))


def _without_never(sections: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {
        section: {key: label for key, label in labels.items() if label is not NEVER}
        for section, labels in sections.items()
    }


def labelled(label: str, **values: str) -> Meta:
    """The label of an option, beside its type, with the labels of its values. Its description is its help."""
    return Meta(extra={OPTION_LABEL: label, **({OPTION_VALUES: values} if values else {})})


def in_words(key: str) -> str:
    """A key that has no label, as words."""
    return key.replace("_", " ")


class Lookup:
    """Looks up labels: those of a game first, then those of every table."""

    def __init__(self, *labels: Labels) -> None:
        self._labels = labels

    def label(self, section: str, key: str) -> str:
        """The label of a key of a section; the key as words if it has no label."""
        for labels in self._labels:
            found = getattr(labels, section).get(key)
            if found is not None:
                return str(found.label)
        return in_words(key)

    def inline(self, section: str, key: str) -> str:
        """The same, for the middle of a sentence."""
        label = self.label(section, key)
        return label if label[1:] != label[1:].lower() else label.lower()

    def detail(self, about: str, key: str) -> DetailLabel:
        """The label of a field of `details`: of the table, a seat or a die."""
        for labels in self._labels:
            found: DetailLabel | None = getattr(labels.details, about).get(key)
            if found is not None:
                return found
        return DetailLabel(in_words(key))

    def param(self, command: str, name: str) -> ValueLabel:
        """The label of a command's parameter."""
        for labels in self._labels:
            if command in labels.commands:
                return labels.commands[command].params.get(name) or ValueLabel(in_words(name))
        return ValueLabel(in_words(name))

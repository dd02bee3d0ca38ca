"""What nobody should have to read: values as programs write them, in texts that are for people.

Which texts are for people, their types say (`TEXTS`). All other strings of these types are keys for programs, or texts
that people wrote (`OTHERS`).
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

import msgspec

from events.gaming_sets import GamingSet
from games.engine.legality import Refused
from projections.actions import Action, Refusal
from projections.labels import CommandLabel, DetailLabel, Label, Labels, QuestionLabel, ValueLabel
from projections.table import Asking, Case, Die, Note, Result, Root, Ruling, SeatSet
from projections.viewer_projection import VisibleEntry
from projections.views import AskingView, Fair, SeatView, SetView, View, You
from replays.rebuild import Frame
from server.game_catalogue import CommandKind, Game, Games, SetOnSale

_RAW: Final[Mapping[str, re.Pattern[str]]] = {
    "a key": re.compile(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b"),
    "JSON": re.compile(r"[{}[\]]|\"\w+\":|\bnull\b|\b(?:is|:) ?(?:true|false)$"),
    "Python": re.compile(r"\b(?:None(?!:)|True|False|NaN|undefined)\b|object Object|(?<![\w’])'[^' ]*'(?!\w)"),
    "markup": re.compile(r"[`\\]"),
    "an option of a command": re.compile(r"(?<![\w-])--?[a-z]+"),
    "a pattern": re.compile(r"\(\?[:=!<]|[\w)]\$\(|\^\(|regex"),
    "raw copper": re.compile(r"in copper(?! pieces?)|(?<!\d )\bcp\b"),
    "a count from 0": re.compile(r"\b(?:[Dd]ie|[Cc]ard|No\.|[Nn]umber) 0\b"),
}
_NUMBER: Final = re.compile(r"(?<![\d.,d])(\d[\d,]*)(?!\d|,\d| ?(?:gp|sp|cp)\b)")
_SMALL_CP: Final = 100
"""Smaller amounts are also faces, counts and DCs."""
IN_TRICKSTER: Final = re.compile(r"\[\d+(?:, \d+)*\]|\{[\d*](?:, [\d*])*\}")
"""The notation of the Trickster's manual: faces stand in [ ], score values in { }."""


def raw_in(text: str, amounts_cp: Collection[int] = (), notation: re.Pattern[str] | None = None) -> list[str]:
    """What of a text is raw. No amount of `amounts_cp` stands in it without its coins, if it is not small."""
    text = notation.sub("", text) if notation else text
    found = [f"{what}: {found[0]}" for what, pattern in _RAW.items() for found in pattern.finditer(text)]
    numbers = (int(number.replace(",", "")) for number in _NUMBER.findall(text))
    return found + [f"copper: {number}" for number in numbers if number >= _SMALL_CP and number in amounts_cp]


def amounts_in(value: Any) -> set[int]:
    """The amounts in a value as JSON has it, which are no other numbers in it: the fields in `…_cp`."""
    amounts: set[int] = set()
    others: set[int] = set()
    _sort_numbers(value, amounts, others, others)
    return amounts - others


def _sort_numbers(value: Any, amounts: set[int], others: set[int], into: set[int]) -> None:
    if isinstance(value, dict):
        for name, one in value.items():
            is_amount = into is amounts or str(name).endswith("_cp") or name == "accounts"
            _sort_numbers(one, amounts, others, amounts if is_amount else others)
    elif isinstance(value, list):
        for one in value:
            _sort_numbers(one, amounts, others, into)
    elif isinstance(value, int):
        into.add(abs(value))


_LABEL: Final = ("label", "help")

TEXTS: Final[Mapping[type, tuple[str, ...]]] = {
    Games: ("refusals",),
    Game: ("name", "summary", "how_to_play", "refusals"),
    SetOnSale: ("label", "look", "help"),
    Label: _LABEL,
    CommandLabel: _LABEL,
    ValueLabel: (*_LABEL, "values"),
    DetailLabel: (*_LABEL, "values"),
    QuestionLabel: ("label", "text", "answers"),
    Refusal: ("detail",),
    Refused: ("detail",),
    Fair: ("holds",),
    VisibleEntry: ("chronicle",),
    Frame: ("chronicle",),
}
"""The fields that are for people; of a mapping, its values."""
OTHERS: Final[Mapping[type, frozenset[str]]] = {
    kind: frozenset(names.split())
    for kind, names in {
        Game: "id temperaments plays_with",
        CommandKind: "type of",
        SetOnSale: "set kind",
        ValueLabel: "kind",
        DetailLabel: "kind",
        View: "table name gm game viewer phase turn to_act question deadline order",
        SeatView: "seat name kind played_by temperament luck luck_seal status conditions",
        SetView: "kind look set",
        AskingView: "seat name kind",
        Asking: "seat name kind",
        SeatSet: "look",
        GamingSet: "set",
        Die: "die place",
        You: "seat",
        Note: "kind",
        Action: "type",
        Refusal: "type code",
        Fair: "commitment luck opening called seals revealed withheld",
        Root: "root",
        Result: "outcome winners",
        Case: "seat text",
        Ruling: "verdict text remedy payer payee",
        Frame: "at actor seat receipt",
    }.items()
}
"""The other fields that have strings: keys and ids for programs, and what people wrote themselves."""
_ANYTHING: Final = frozenset({"options", "schema", "details", "facts", "choices", "params", "events", "character"})
"""Fields whose types say nothing of what is in them. `details` are checked by their labels."""


def texts_of(value: Any) -> Iterator[str]:
    """All texts in a struct, at any depth, that are for people. Raises `KeyError` for strings that nobody sorted."""
    if not isinstance(value, msgspec.Struct):
        for one in value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ():
            yield from texts_of(one)
        return
    kind = type(value)
    for name in kind.__struct_fields__:
        field = getattr(value, name)
        if name in TEXTS.get(kind, ()):
            yield from strings_in(field)
        elif name not in _ANYTHING or isinstance(value, Labels):
            if name not in OTHERS.get(kind, ()) and next(strings_in(field), None) is not None:
                raise KeyError(f"{kind.__name__}.{name} has strings: are they for people?")
            yield from texts_of(field)


def strings_in(value: Any) -> Iterator[str]:
    """The strings in a value, without those of structs in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from strings_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from strings_in(one)

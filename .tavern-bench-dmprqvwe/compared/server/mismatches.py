"""What a body that does not match its type has wrong, in a sentence: without the notation of msgspec."""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from games import command_fields as fields

_NOTHING_INVISIBLE: Final = "must not have invisible characters"


def _pattern(kind: Any) -> str:
    (meta,) = kind.__metadata__
    return repr(meta.pattern)


_FORMS: Final[Mapping[str, str]] = {
    _pattern(fields.Name): "must not be blank or have invisible characters",
    _pattern(fields.Luck): _NOTHING_INVISIBLE,
    _pattern(fields.SealHex): "must be 64 hex digits",
    _pattern(fields.SignatureHex): "must be a signature in hex digits",
    _pattern(fields.Revealed): "must be a nonce in hex digits and a word without invisible characters",
    _pattern(fields.Temperament): "must be the name of a temperament",
}
"""What texts must be, by the pattern of their types."""

_KINDS: Final[Mapping[str, str]] = {
    "str": "a text",
    "int": "an integer",
    "float": "a number",
    "bool": "true or false",
    "null": "nothing",
    "array": "a list",
    "object": "an object",
}
_PARTS: Final[Mapping[str, tuple[str, str]]] = {
    "str": ("character", "characters"),
    "array": ("entry", "entries"),
    "object": ("member", "members"),
}
_LIMITS: Final[Mapping[str, str]] = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}

_PLACE: Final = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`$")
_REGEX: Final = re.compile(r"Expected `str` matching regex (?P<pattern>.*)", re.DOTALL)
_TYPE: Final = re.compile(r"Expected `(?P<wanted>[^`]+)`, got `(?P<given>[^`]+)`")
_LIMIT: Final = re.compile(r"Expected `\w+` (?P<limit>[<>]=?) (?P<number>\S+)")
_LENGTH: Final = re.compile(r"Expected `(?P<kind>\w+)` of length (?P<limit>[<>]=?) (?P<number>\d+)")
_MULTIPLE: Final = re.compile(r"Expected `\w+` that's a multiple of (?P<number>\S+)")
_VALUE: Final = re.compile(r"Invalid (?:enum )?value (?P<given>.*)", re.DOTALL)
_MISSING: Final = re.compile(r"Object missing required field `(?P<field>[^`]*)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL)


def mismatch(error: msgspec.ValidationError) -> str:
    """The sentence."""
    place = _PLACE.search(str(error))
    what = str(error) if place is None else str(error)[: place.start()]
    path = "" if place is None else _in_words(place["path"])
    if missing := _MISSING.fullmatch(what):
        return f"{path or 'The body'} has no {missing['field']}."
    if unknown := _UNKNOWN.fullmatch(what):
        return f"{path or 'The body'} cannot have “{unknown['field']}”."
    wrong = _wrong(what)
    if wrong is None:
        return f"{path}: {what}." if path else f"The body is not right: {what}."
    return f"{'A name in ' if place is not None and place['key'] else ''}{path or 'The body'} {wrong}."


def _in_words(path: str) -> str:
    """A place such as `.dice[0].face`: "dice, entry 1, face"."""
    parts = re.findall(r"\.([^.[]+)|\[(\d+)\]", path)
    return ", ".join(f"entry {int(index) + 1}" if index else name for name, index in parts)


def _wrong(what: str) -> str | None:
    if found := _REGEX.fullmatch(what):
        return _FORMS.get(found["pattern"], "does not have the form that is asked for")
    if found := _TYPE.fullmatch(what):
        return f"must be {_kinds(found['wanted'])}, not {_kinds(found['given'])}"
    if found := _LIMIT.fullmatch(what):
        return f"must be {_LIMITS[found['limit']]} {found['number']}"
    if found := _LENGTH.fullmatch(what):
        one, several = _PARTS[found["kind"]]
        return f"must have {_LIMITS[found['limit']]} {found['number']} {one if found['number'] == '1' else several}"
    if found := _MULTIPLE.fullmatch(what):
        return f"must be a multiple of {found['number']}"
    if found := _VALUE.fullmatch(what):
        return f"cannot be {found['given'].strip(chr(39))}"
    return None


def _kinds(names: str) -> str:
    return " or ".join(_KINDS.get(name, name) for name in names.split(" | "))

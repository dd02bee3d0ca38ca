"""The values of the notation: numbers, coins, words, texts, lists, maps and thrown dice, written and read.

A text says by itself what it is, so that a reader needs no types: `3`, `5gp`, `bri`, `"Old Bri"`, `[0 1]`, `{bri=2}`.
"""

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, cast

import msgspec

from events.event import Draw
from events.printable import escaped_json

HIDDEN: Final = "?"
_NULL: Final = "-"
_LITERALS: Final = {_NULL: None, "yes": True, "no": False}
_DEEPEST: Final = 32

_word: Final = re.compile(r"[A-Za-z0-9_.:/'-]+")
_number: Final = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_coins: Final = re.compile(r"(-?)(?=\d)(?:(\d{1,16})gp)?(?:(\d{1,16})sp)?(?:(\d{1,16})cp)?")
_quoted: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_mark: Final = re.compile(r"\^\d{1,6}")
# Each of the faces gets the seat and the purpose, so these are not long.
_thrower: Final = re.compile(r"(?:([a-z0-9-]{1,100}):)?(?:d(\d{1,6}))?")
_thrown: Final = re.compile(r"([a-z0-9_.-]{1,100})(?:#(\d{1,9}))?")
_blanks: Final = re.compile(r"[ \t]*")


class Throw(NamedTuple):
    """Dice drawn one after another: `d6[4 1 4]cup#1`. What it leaves out, the event says: `seat`, and `die`."""

    seat: str | None
    sides: int | None
    faces: list[int]
    purpose: str
    n: int


class Thrown(NamedTuple):
    """Dice of one or several throws."""

    throws: list[Throw]


class Footnotes(msgspec.Struct):
    """The long values that stand below, as text, and the marks of those that are missing there.

    `left` is how many characters of them may still be read: a mark is short, and the same footnote can have many.
    """

    texts: dict[str, str]
    left: int
    missing: list[str] = []


class Missing(NamedTuple):
    """The value of a footnote that the text does not have."""


class Unexpected(Exception):
    """Something else than what was `expected`."""

    def __init__(self, expected: str) -> None:
        super().__init__(f"expected {expected}")


# Writing


def written(value: object, *, money: bool = False) -> str:
    """A value of JSON as text. Numbers are copper if it is `money`, and in maps if their key ends in `_cp`."""
    match value:
        case None:
            return _NULL
        case bool():
            return "yes" if value else "no"
        case int() if money:
            return _coins_text(value)
        case str() if _is_word(value):
            return value
        case list():
            return f"[{' '.join(written(item, money=money) for item in cast('list[object]', value))}]"
        case dict():
            pairs = cast("dict[str, object]", value).items()
            shown = (f"{written(key)}={written(item, money=money or key.endswith('_cp'))}" for key, item in pairs)
            return f"{{{' '.join(shown)}}}"
        case _:
            return escaped_json(msgspec.json.encode(value))


def _is_word(text: str) -> bool:
    means_more = text in _LITERALS or _number.fullmatch(text) or _coins.fullmatch(text)
    return not means_more and _word.fullmatch(text) is not None


def _coins_text(amount_cp: int) -> str:
    gold, rest = divmod(abs(amount_cp), 100)
    silver, copper = divmod(rest, 10)
    parts = "".join(f"{count}{coin}" for count, coin in ((gold, "gp"), (silver, "sp"), (copper, "cp")) if count)
    return ("-" if amount_cp < 0 else "") + (parts or "0cp")


def thrown(draws: Sequence[Draw], seat: object, die: object) -> str | None:
    """Draws as text: consecutive ones together, without the seat and the die that the event names. None if they have
    words that no server writes."""
    throws: list[Throw] = []
    for draw in draws:
        last = throws[-1] if throws else None
        if last and last[:2] == (draw.seat, draw.sides) and last[3:] == (draw.purpose, draw.n - len(last.faces)):
            last.faces.append(draw.face)
        else:
            throws.append(Throw(draw.seat, draw.sides, [draw.face], draw.purpose, draw.n))
    parts: list[str] = []
    for throw in throws:
        before = "" if throw.seat == seat else f"{throw.seat}:"
        before += "" if f"d{throw.sides}" == die else f"d{throw.sides}"
        after = throw.purpose + ("" if throw.n == 1 else f"#{throw.n}")
        if not _thrower.fullmatch(before) or not _thrown.fullmatch(after):
            return None
        parts.append(f"{before}[{' '.join(map(str, throw.faces))}]{after}")
    return "+".join(parts)


# Reading


class Reader:
    """Reads the values of a line, and notes which footnotes are missing."""

    def __init__(self, text: str, footnotes: Footnotes) -> None:
        self._text = text
        self._at = 0
        self._footnotes = footnotes

    @property
    def ended(self) -> bool:
        """Whether nothing is left of the line."""
        self._take(_blanks)
        return self._at == len(self._text)

    def took(self, mark: str) -> bool:
        """Whether the mark comes next; if so, it is read."""
        found = self._text.startswith(mark, self._at)
        self._at += len(mark) if found else 0
        return found

    def value(self, depth: int = 0) -> Any:
        """The next value; `Thrown` for dice. Raises `Unexpected`."""
        value = self._value(depth)
        if not self._between:
            raise Unexpected(f"a blank before {written(self._text[self._at])}")
        return value

    def _value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise Unexpected("fewer lists within lists")
        self._take(_blanks)
        if not depth and (mark := self._take(_mark)) is not None:
            return self._below(mark)
        if (quoted := self._take(_quoted)) is not None:
            return _unquoted(quoted)
        if self.took("{"):
            return self._members(depth)
        bare = self._take(_word)
        if self.took("["):
            items = self._items(depth)
            throws = bare is not None or (not self._between and _thrown.match(self._text, self._at))
            return self._throws(bare or "", items) if throws else items
        if bare is None:
            raise Unexpected("a value")
        return _bare(bare)

    @property
    def _between(self) -> bool:
        return self._text[self._at : self._at + 1] in ("", " ", "\t", "]", "}")

    def _take(self, pattern: re.Pattern[str]) -> str | None:
        if (found := pattern.match(self._text, self._at)) is None:
            return None
        self._at = found.end()
        return found[0]

    def _below(self, mark: str) -> Any:
        if (text := self._footnotes.texts.get(mark)) is None:
            self._footnotes.missing.append(mark)
            return Missing()
        self._footnotes.left -= len(text)
        if self._footnotes.left < 0:
            raise Unexpected("shorter footnotes, or fewer marks of the same one")
        below = Reader(text, self._footnotes)
        value = below.value(1)
        if not below.ended:
            raise Unexpected(f"a single value in footnote {mark}")
        return value

    def _items(self, depth: int) -> list[Any]:
        items: list[Any] = []
        while not self._closed("]"):
            items.append(self.value(depth + 1))
        return items

    def _members(self, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        while not self._closed("}"):
            key = _unquoted(quoted) if (quoted := self._take(_quoted)) is not None else self._take(_word)
            if key is None or key in members or not self.took("="):
                raise Unexpected("another KEY=VALUE, or }")
            members[key] = self.value(depth + 1)
        return members

    def _closed(self, bracket: str) -> bool:
        if self.ended:
            raise Unexpected(bracket)
        return self.took(bracket)

    def _throws(self, before: str, faces: list[Any]) -> Thrown:
        throws: list[Throw] = []
        while True:
            thrower, after = _thrower.fullmatch(before), self._take(_thrown)
            if not faces or thrower is None or after is None or any(type(face) is not int for face in faces):
                raise Unexpected("thrown dice, such as d6[4 1 4]cup")
            purpose, _, n = after.partition("#")
            sides = None if thrower[2] is None else int(thrower[2])
            throws.append(Throw(thrower[1], sides, faces, purpose, int(n or 1)))
            if not self.took("+"):
                return Thrown(throws)
            before = self._take(_word) or ""
            if not self.took("["):
                raise Unexpected("[ and the faces of thrown dice")
            faces = self._items(_DEEPEST - 1)


def _unquoted(quoted: str) -> str:
    try:
        return msgspec.json.decode(quoted, type=str)
    except (msgspec.DecodeError, UnicodeError):
        raise Unexpected('a text in "quotes", with \\u and four digits for control characters') from None


def _bare(text: str) -> object:
    """What a word means: a number, coins in copper, yes, no, - for nothing, or itself."""
    if text in _LITERALS:
        return _LITERALS[text]
    if _number.fullmatch(text):
        try:
            return msgspec.json.decode(text)
        except msgspec.DecodeError:
            raise Unexpected("a smaller number, or one without leading zeros") from None
    if found := _coins.fullmatch(text):
        gold, silver, copper = (int(count or 0) for count in found.groups()[1:])
        return (100 * gold + 10 * silver + copper) * (-1 if found[1] else 1)
    return text

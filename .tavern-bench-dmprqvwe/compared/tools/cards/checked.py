"""Class cards in a file, TOML or JSON, and what is wrong with them, line by line."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from games.trickster.cards.card import Card
from games.trickster.cards.checking import escaped, problems
from games.trickster.cards.standard import STANDARD_CARDS
from tools.cards.json_lines import read_json
from tools.cards.lines import Lines, Unreadable
from tools.cards.toml_lines import read_toml
from tools.failures import Failure, using_file

CARDS: Final = "cards"
"""The list of cards in a TOML file, and in a JSON file that is not just the list."""
_READERS: Final[Mapping[str, Callable[[str], tuple[Any, Lines]]]] = {".toml": read_toml, ".json": read_json}
_ALLOWED: Final = "cards, in TOML each under [[cards]]; in JSON a list of them, or an object with that list as cards"
_NO_FIELD: Final = "there is no such field"
_MOST_BYTES: Final = 1_000_000


class Flaw(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is wrong: the `line`, the `card` and the `field`, the `problem`, and what is `allowed` there."""

    line: int
    card: str
    field: str
    problem: str
    allowed: str

    def __str__(self) -> str:
        return f"{', '.join(filter(None, (self.card, self.field)))}: {self.problem}; allowed: {self.allowed}"


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """The `cards` of a file if nothing is wrong; otherwise none, and the `problems` in the file's order."""

    cards: list[Card] = []
    problems: list[Flaw] = []


def check(path: Path, *, alone: bool = False) -> Checked:
    """Check the cards of a file as the option `cards` does; if they are `alone`, without the standard ones.

    Raises `Failure` if they cannot be read.
    """
    given, lines = _read(path)
    at: tuple[str, ...] = ()
    found: list[Flaw] = []
    if isinstance(given, dict):
        tables = cast("dict[str, Any]", given)
        at = (CARDS,)
        found += [
            Flaw(line=lines.line((name,)), card="The file", field=escaped(name), problem=_NO_FIELD, allowed=CARDS)
            for name in tables
            if name != CARDS
        ]
        given = tables.get(CARDS, [])
    for one in problems(given, [] if alone else [card.name for card in STANDARD_CARDS]):
        line = lines.line((*at, one.index, *one.path))
        found.append(Flaw(line=line, card=one.card, field=one.field, problem=one.problem, allowed=one.allowed))
    if given == [] and not found:
        found.append(Flaw(line=1, card="The file", field="", problem="it has no cards", allowed=_ALLOWED))
    if found:
        return Checked(problems=sorted(found, key=lambda flaw: flaw.line))
    return Checked(cards=msgspec.convert(given, list[Card]))


def _read(path: Path) -> tuple[Any, Lines]:
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise Failure(f"{path} is neither TOML nor JSON: its name should end in .toml or .json")
    with using_file(path, "read"), path.open("rb") as file:
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise Failure(f"{path} is too long for a file of cards: it may have 1 MB")
    try:
        return reader(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Failure(f"{path} is not text in UTF-8") from None
    except Unreadable as error:
        raise Failure(f"{path} cannot be read: {error}") from None

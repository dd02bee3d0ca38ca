"""What is wrong with a GM's own cards: each problem names the card, the field and what is allowed. (Rulings.)

The types of `card.py` define each field; `combinations.py` defines which combinations are allowed.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from math import isfinite
from typing import Any, Final, TypeGuard

import msgspec
from msgspec.inspect import (
    IntType,
    ListType,
    LiteralType,
    Metadata,
    NoneType,
    StrType,
    StructType,
    Type,
    UnionType,
    type_info,
)

from games.trickster.cards.card import MOST_CARDS, PLAIN, SIZES, Ability, Card, CardName
from games.trickster.cards.combinations import Path, Problem, comparable, conflicts, is_readable


class CardProblem(msgspec.Struct, frozen=True, kw_only=True):
    """One problem of a card.

    `card` is its name, or its place ("card 3") if it has none; `index` counts from 0. `path` leads to the field inside
    the card, and `field` is the path as text: `abilities[0].effects[1].levels`, or empty for the card as a whole.
    """

    card: str
    index: int
    path: Path
    field: str
    problem: str
    allowed: str

    def __str__(self) -> str:
        where = f"{self.card}, {self.field}" if self.field else self.card
        return f"{where}: {self.problem}; allowed: {self.allowed}"


class BadCards(ValueError):
    """Cards with at least one of `problems`."""

    def __init__(self, problems: Sequence[CardProblem]) -> None:
        super().__init__(str(problems[0]))
        self.problems = list(problems)


_A_LIST: Final = f"a list of at most {MOST_CARDS} cards"


def read_cards(raw: Any, taken: Iterable[str] = ()) -> list[Card]:
    """The cards of a list of objects from JSON or TOML. `taken` has the names of other cards.

    Raises `BadCards` with all problems.
    """
    if found := problems(raw, taken):
        raise BadCards(found)
    return msgspec.convert(raw, list[Card])


def problems(raw: Any, taken: Iterable[str] = ()) -> list[CardProblem]:
    """All problems of a list of cards, in the order of the cards."""
    if not _is_list(raw):
        return [_problem("The cards", 0, (), f"{visible(raw)} is not a list", _A_LIST)]
    if len(raw) > MOST_CARDS:
        return [_problem("The cards", 0, (), f"these are {len(raw)} cards", _A_LIST)]
    return list(_of_all(raw, taken))


def _of_all(cards: list[Any], taken: Iterable[str]) -> Iterator[CardProblem]:
    used = {comparable(other): other for other in (*taken, PLAIN.name)}
    for index, raw in enumerate(cards):
        given = raw.get("name") if _is_object(raw) else None
        name = str(given) if _fits(given, _name_type()) else f"card {index + 1}"
        found = list(_misfits(raw, _card_type(), ()))
        for path, problem, allowed in (*found, *_conflicts(raw, {path[:2] for path, _, _ in found})):
            yield _problem(name, index, path, problem, allowed)
        if name == given:
            if other := used.get(comparable(name)):
                problem = f"another card is already called {visible(other)}"
                yield _problem(name, index, ("name",), problem, "a name of its own")
            used[comparable(name)] = name


def _conflicts(raw: Any, amiss: Collection[Path]) -> Iterator[Problem]:
    """The conflicts between those of a card's abilities that are not `amiss` already."""
    given: Any = raw.get("abilities", []) if _is_object(raw) else []
    if not _is_list(given) or ("abilities",) in amiss:
        return
    abilities = [None if ("abilities", n) in amiss else msgspec.convert(one, Ability) for n, one in enumerate(given)]
    for path, problem, allowed in conflicts(abilities):
        left_out = _is_left_out(raw, path)
        yield path, f"it is chosen if left out, and {problem}" if left_out else problem, allowed


def _is_left_out(raw: Any, path: Path) -> bool:
    """Whether the field for a die, or for whose die it is, is missing, so that the owner chooses."""
    *above, field = path
    for part in above:
        raw = raw[part]
    return field in ("of", "die") and field not in raw


def _problem(card: str, index: int, path: Path, problem: str, allowed: str) -> CardProblem:
    field = escaped("".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix("."))
    return CardProblem(card=card, index=index, path=path, field=field, problem=problem, allowed=allowed)


# What a field may contain


@cache
def _card_type() -> Type:
    return type_info(Card)


@cache
def _name_type() -> Type:
    return type_info(CardName)


def _misfits(value: Any, kind: Type, path: Path) -> Iterator[Problem]:
    match kind:
        case Metadata(type=inner):
            yield from _misfits(value, inner, path)
        case StructType():
            yield from _of_struct(value, kind, path)
        case UnionType(types=types):
            yield from _of_union(value, types, path)
        case ListType(item_type=item_type):
            if not _is_list(value) or not _long_enough(kind, value):
                yield path, _not_that(value), _allowed(kind)
            else:
                for n, item in enumerate(value):
                    yield from _misfits(item, item_type, (*path, n))
        case _:
            if not _fits(value, kind):
                yield path, _not_that(value), _allowed(kind)


def _fits(value: Any, kind: Type) -> bool:
    """Whether a plain value is what the type allows, including lengths and patterns, as msgspec checks them."""
    match kind:
        case IntType(ge=least, le=most):
            return type(value) is int and (least is None or value >= least) and (most is None or value <= most)
        case LiteralType(values=values):
            return isinstance(value, str) and value in values
        case StrType(min_length=least, max_length=most):
            return isinstance(value, str) and (least or 0) <= len(value) <= (most or len(value)) and is_readable(value)
        case _:
            return value is None


def _long_enough(kind: ListType, value: Sequence[Any]) -> bool:
    return (kind.min_length or 0) <= len(value) <= (len(value) if kind.max_length is None else kind.max_length)


def _of_struct(value: Any, kind: StructType, path: Path) -> Iterator[Problem]:
    if not _is_object(value):
        yield path, _not_that(value), _allowed(kind)
        return
    tags = () if kind.tag_field is None else (kind.tag_field,)
    names = [*tags, *(field.name for field in kind.fields)]
    for name in value:
        if name not in names:
            yield (*path, str(name)), "there is no such field", _listed(names)
    for field in kind.fields:
        if field.name in value:
            yield from _misfits(value[field.name], field.type, (*path, field.name))
        elif field.required:
            yield (*path, field.name), "it is missing", _allowed(field.type)


def _of_union(value: Any, types: Sequence[Type], path: Path) -> Iterator[Problem]:
    """One of several objects, distinguished by a field; or something that may be null."""
    if value is None and any(isinstance(one, NoneType) for one in types):
        return
    others = [one for one in types if not isinstance(one, NoneType)]
    structs = [one for one in others if isinstance(one, StructType)]
    if not structs:
        yield from _misfits(value, others[0], path)
    elif not _is_object(value):
        yield path, _not_that(value), _allowed(UnionType(tuple(structs)))
    else:
        by_tag = {one.tag: one for one in structs}
        tag_field = str(structs[0].tag_field)
        tag: Any = value.get(tag_field)
        if isinstance(tag, str) and tag in by_tag:
            yield from _of_struct(value, by_tag[tag], path)
        else:
            problem = _not_that(tag) if tag_field in value else "it is missing"
            yield (*path, tag_field), problem, _listed(by_tag)


def _is_object(value: Any) -> TypeGuard[dict[Any, Any]]:
    return isinstance(value, dict)


def _is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _not_that(value: Any) -> str:
    if _is_object(value):
        return "this is an object"
    return f"this is a list of {len(value)}" if _is_list(value) else f"{visible(value)} does not fit"


_SHOWN: Final = 40


def visible(value: Any) -> str:
    """A value as JSON, or its beginning, in characters that are visible and can be encoded."""
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except RecursionError:
        text = "this"
    return escaped(text)


def escaped(text: str) -> str:
    """A text, or its beginning, with controls, invisible characters and lone surrogates as JSON escapes."""
    shown = f"{text[:_SHOWN]}…" if len(text) > _SHOWN else text
    return "".join(one if one.isprintable() else json.dumps(one)[1:-1] for one in shown)


def _allowed(kind: Type) -> str:
    match kind:
        case Metadata(type=inner):
            return _allowed(inner)
        case IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case StrType(max_length=most):
            return f"a text of 1 to {most} printable characters, some of them visible"
        case LiteralType(values=values):
            return _listed(SIZES if set(values) == set(SIZES) else values)
        case ListType(min_length=least, max_length=most):
            return f"a list of {least or 0} to {most}"
        case UnionType(types=types) if all(isinstance(one, StructType) for one in types):
            structs = [one for one in types if isinstance(one, StructType)]
            return f"an object whose {structs[0].tag_field} is {_listed(str(one.tag) for one in structs)}"
        case UnionType(types=types):
            return " or ".join(_allowed(one) for one in types)
        case StructType(fields=fields):
            return f"an object with {_listed(field.name for field in fields)}"
        case _:
            return "nothing (null)"


def _listed(names: Iterable[object]) -> str:
    return ", ".join(str(name) for name in names)

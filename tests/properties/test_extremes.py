"""A game plays with every option at its extremes: the least, the most, and each of its choices."""

import random
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

import msgspec
import pytest
from msgspec.inspect import BoolType, IntType, LiteralType, Metadata, NoneType, StructType, Type, UnionType, type_info

from games.engine.legality import Refused
from games.engine.rulebook import AnyRulebook
from games.table import resolve_options
from projections.game import TableOptions
from tests.properties.judges.liveness import Liveness
from tests.properties.judges.money import Money
from tests.properties.subjects import GAMES, TOY_GAMES, Subject
from tests.properties.walking import Walk

STEPS: Final = 60
SUBJECTS: Final = [*TOY_GAMES, *GAMES]


def values_of(kind: Type) -> list[Any]:
    """The extremes of a type: empty if it has none."""
    match kind:
        case Metadata(type=inner):
            return values_of(inner)
        case UnionType(types=types):
            return [value for one in types for value in values_of(one)]
        case NoneType():
            return [None]
        case BoolType():
            return [False, True]
        case LiteralType(values=values):
            return list(values)
        case IntType(ge=int(least), le=int(most), multiple_of=step):
            step = step or 1
            return [-(-least // step) * step, most // step * step]
        case _:
            return []


def extremes_of(rulebook: AnyRulebook) -> dict[str, list[Any]]:
    """The extremes of each of a game's own options, by name."""
    described = type_info(rulebook.options)
    assert isinstance(described, StructType)
    of_every_table = {field.name for field in msgspec.structs.fields(TableOptions)}
    return {field.name: values_of(field.type) for field in described.fields if field.name not in of_every_table}


def ways(rulebook: AnyRulebook) -> Iterator[dict[str, Any]]:
    """Options in which each extreme occurs twice: with the defaults of the others, and with their extremes."""
    extremes = {name: values for name, values in extremes_of(rulebook).items() if values}
    yield from ({name: value} for name, values in extremes.items() for value in values)
    for together in zip_longest(*extremes.values()):
        pairs = zip(extremes.items(), together, strict=True)
        yield {name: values[-1] if value is None else value for (name, values), value in pairs}


def fits(rulebook: AnyRulebook, options: dict[str, Any]) -> bool:
    """Whether the options fit each other: some games explain why they do not."""
    try:
        resolve_options(rulebook, options)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.game)
def test_a_game_plays_with_every_option_at_its_extremes(subject: Subject) -> None:
    rulebook = subject.catalogue.rulebook(subject.game)
    played = [options for options in ways(rulebook) if fits(rulebook, options)]
    for number, options in enumerate(played):
        way = msgspec.structs.replace(subject, options={**options, "luck": "open"}, ways=())
        walk, judges = Walk(way, random.Random(f"{subject.game} {number}").getrandbits(32)), (Money(), Liveness())
        for playing in walk.steps(STEPS):
            judges[0].step(playing)
        for judge in judges:
            judge.end(walk.playing)


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.game)
def test_every_option_has_extremes_that_fit(subject: Subject) -> None:
    rulebook = subject.catalogue.rulebook(subject.game)
    fitting = [options for options in ways(rulebook) if fits(rulebook, options)]
    for name, values in extremes_of(rulebook).items():
        for value in values:
            assert any(options.get(name, _MISSING) == value for options in fitting), (name, value)


_MISSING: Final = object()

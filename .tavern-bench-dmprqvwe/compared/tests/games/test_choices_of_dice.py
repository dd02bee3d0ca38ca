"""Clients can tell that a parameter is a die, and whose: the target's, the acting seat's, or the one's in `of`."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import pytest

from events.accounts import HOUSE
from events.event import type_tag
from games.installed import CATALOGUE
from projections.actions import Bounds, Choices, Param, narrowed
from projections.views import DieView, View
from tests.games.asking_for_dice import moments, namings


def numbers_in(param: Param) -> list[int]:
    """What may be given."""
    match param:
        case Choices():
            return param.choices
        case Bounds():
            return list(range(param.min, param.max + 1, param.step))
        case _:
            raise AssertionError(param)


def dice_of(view: View, holder: str) -> list[DieView]:
    return view.house_dice if holder == HOUSE else next(one.dice for one in view.seats if one.seat == holder)


def offered(params: Mapping[str, Param], name: str) -> Iterator[tuple[str, Param]]:
    """A parameter for each target, and for none."""
    target = params.get("target")
    targets: list[Any] = target.choices if isinstance(target, Choices) else [""]
    for one in targets:
        yield one, narrowed(params[name], {"target": one})


def test_every_number_of_a_die_has_a_label_that_says_so() -> None:
    called_n = {
        (game, type_tag(kind), "n")
        for game, rulebook in CATALOGUE.rulebooks.items()
        for kind in rulebook.commands
        if "n" in kind.__struct_fields__
    }
    assert called_n == namings()
    assert {(moment.game, moment.command, moment.param) for moment in moments()} == called_n


@pytest.mark.parametrize("game", sorted({game for game, _, _ in namings()}))
def test_every_number_that_is_offered_is_of_a_die_that_lies_there_or_whose_kind_is_said(game: str) -> None:
    checked = 0
    for moment in moments():
        you = moment.view.you
        assert you is not None
        actions = [one for one in you.actions if one.type == moment.command and moment.param in one.params]
        shown = chain.from_iterable(offered(action.params, moment.param) for action in actions)
        for target, param in shown if moment.game == game else ():
            of, die = (param.of, param.die) if isinstance(param, Choices) else ("", "")
            lying = {one.n for one in dice_of(moment.view, of or target or moment.seat)}
            if die:
                assert not lying
                assert CATALOGUE.rulebook(game).labels.commands[moment.command].params[moment.param].values
            else:
                assert set(numbers_in(param)) <= lying
            checked += 1
    assert checked

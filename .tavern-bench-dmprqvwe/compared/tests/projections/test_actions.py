"""What an action offers for a parameter, and how it is served."""

from typing import Any

import msgspec
import pytest

from projections.actions import Action, Bounds, Choices, Param, Refusal, Schema, Sealed, Text, narrowed

SEAL = {"seal": "ab", "table": "t", "round": 1, "seat": "ada", "call": "cd"}


@pytest.mark.parametrize(
    ("param", "served"),
    [
        (Choices(choices=[1, 2]), {"choices": [1, 2]}),
        (Choices(choices=[1], unlike="die", optional=True), {"choices": [1], "unlike": "die", "optional": True}),
        (Bounds(min=0, max=2), {"min": 0, "max": 2}),
        (Bounds(min=0, max=2, step=2, optional=True), {"min": 0, "max": 2, "step": 2, "optional": True}),
        (Text(text=40), {"text": 40}),
        (Text(text=40, optional=True), {"text": 40, "optional": True}),
        (Schema(schema={}), {"schema": {}}),
        (Schema(schema={}, optional=True), {"schema": {}, "optional": True}),
        (Sealed(seal="ab", table="t", round=1, seat="ada", call="cd"), SEAL),
        (Sealed(seal="ab", table="t", round=1, seat="ada", call="cd", optional=True), {**SEAL, "optional": True}),
    ],
)  # fmt: skip
def test_a_parameter_is_served_without_what_goes_without_saying(param: Param, served: dict[str, Any]) -> None:
    assert msgspec.json.decode(msgspec.json.encode(param)) == served


def test_an_action_costs_nothing_and_has_no_parameters_unless_it_says_so() -> None:
    assert msgspec.to_builtins(Action(type="stand")) == {"type": "stand", "params": {}, "cost_cp": 0}
    refusal = Refusal("stand", "not_now", "Not now.")
    assert msgspec.to_builtins(refusal) == {"type": "stand", "code": "not_now", "detail": "Not now.", "params": {}}


def test_bounds_are_integers_one_after_the_other_unless_they_have_steps() -> None:
    assert Bounds(min=0, max=2).step == 1


def test_a_choice_may_exclude_what_another_parameter_was_given() -> None:
    param = Choices(choices=["ada", "bo"], unlike="payer")
    assert narrowed(param, {"payer": "ada"}) == Choices(choices=["bo"])
    assert narrowed(param, {}) == Choices(choices=["ada", "bo"])


@pytest.mark.parametrize("param", [Choices(choices=[1]), Bounds(min=1, max=9), Text(text=4)])
def test_a_parameter_that_depends_on_no_other_is_offered_as_it_is(param: Param) -> None:
    assert narrowed(param, {"target": "bo", "payer": 1}) is param

"""A command is judged by the list of offers alone: it is accepted if and only if it is offered."""

from typing import Literal

import pytest

from events.event import Command, CommandV1
from games.legality import Refused, require_offered
from projections.actions import Action, Bounds, Choices, Offer, Refusal, Schema, Text, narrowed


class Buy(CommandV1, frozen=True, kw_only=True):
    die: Literal["d4", "d6", "d20"]
    pay: str = "coins"
    tip_cp: int | None = None
    word: str | None = None


class Stand(CommandV1, frozen=True, kw_only=True):
    pass


class Mark(CommandV1, frozen=True, kw_only=True):
    dice: list[int]


class Share(CommandV1, frozen=True, kw_only=True):
    shares: dict[str, int]


class Tip(CommandV1, frozen=True, kw_only=True):
    tip_cp: int


COINS = Action(type="buy", params={"die": Choices(choices=["d6", "d20"]), "pay": Choices(choices=["coins"])}, cost_cp=5)
DRINKS = Action(type="buy", params={"die": Choices(choices=["d4"]), "pay": Choices(choices=["drinks"])})
TIPPED = Action(
    type="buy",
    params={
        "die": Choices(choices=["d4"]),
        "pay": Choices(choices=["coins"]),
        "tip_cp": Bounds(min=10, max=30, step=5),
        "word": Text(text=3, optional=True),
    },
)
POOR = Refusal("buy", "purse_too_small", "A d4 costs 10 gp.", {"die": "d4", "pay": "coins"})
GOADED = Refusal("stand", "cannot_stand_when_goaded", "You are goaded: buy a die.")


def refusal(offers: list[Offer], command: Command) -> Refused:
    with pytest.raises(Refused) as refused:
        require_offered(offers, command)
    return refused.value


def test_a_command_is_accepted_under_the_action_that_offers_it() -> None:
    assert require_offered([GOADED, DRINKS, COINS], Buy(die="d20")) is COINS
    assert require_offered([COINS, DRINKS], Buy(die="d4", pay="drinks")) is DRINKS


def test_every_parameter_must_be_offered_by_the_same_action() -> None:
    assert refusal([COINS, DRINKS], Buy(die="d4")).code == "not_offered"


def test_a_parameter_that_has_no_place_is_refused() -> None:
    assert "“Tip cp” cannot be given" in refusal([COINS], Buy(die="d6", tip_cp=10)).detail


def test_a_parameter_that_is_wanted_must_be_given() -> None:
    assert "“Tip cp” must be given" in refusal([TIPPED], Buy(die="d4")).detail


def test_an_optional_parameter_may_be_left_out() -> None:
    assert require_offered([TIPPED], Buy(die="d4", tip_cp=10)) is TIPPED
    assert require_offered([TIPPED], Buy(die="d4", tip_cp=10, word="hey")) is TIPPED


@pytest.mark.parametrize(
    ("tip_cp", "named"), [(9, "from 1 sp to 3 sp"), (31, "from 1 sp to 3 sp"), (12, "steps of 5 cp")]
)
def test_an_integer_must_respect_its_bounds_and_step(tip_cp: int, named: str) -> None:
    assert named in refusal([TIPPED], Buy(die="d4", tip_cp=tip_cp)).detail


def test_a_text_is_held_to_its_length() -> None:
    assert "4 characters, and can have 3" in refusal([TIPPED], Buy(die="d4", tip_cp=10, word="heya")).detail


def test_a_choice_may_be_a_list() -> None:
    offer = Action(type="mark", params={"dice": Choices(choices=[[0], [0, 2]])})
    assert require_offered([offer], Mark(dice=[0, 2])) is offer
    assert refusal([offer], Mark(dice=[2, 0])).code == "not_offered"


def test_a_value_of_a_schema_was_checked_by_its_own_type() -> None:
    offer = Action(type="mark", params={"dice": Schema(schema={"type": "array"})})
    assert require_offered([offer], Mark(dice=[9])) is offer


def test_a_refusal_that_names_the_case_is_preferred_to_one_that_does_not() -> None:
    assert refusal([COINS, POOR, Refusal("buy", "closed", "No.")], Buy(die="d4")).code == "purse_too_small"


def test_a_refusal_for_another_case_is_not_given_as_the_reason() -> None:
    assert refusal([COINS, POOR], Buy(die="d4", pay="drinks")).code == "not_offered"


def test_a_refused_command_gets_its_reason() -> None:
    assert refusal([COINS, GOADED], Stand()).code == "cannot_stand_when_goaded"


def test_a_command_neither_offered_nor_refused_is_not_possible_now() -> None:
    assert refusal([COINS], Stand()).code == "not_possible_now"


def test_a_value_of_a_schema_has_as_many_properties_as_it_asks_for_and_none_but_those_it_names() -> None:
    schema = {"type": "object", "properties": {"bri": {}}, "additionalProperties": False, "minProperties": 1}
    offer = Action(type="share", params={"shares": Schema(schema=schema)})
    assert require_offered([offer], Share(shares={"bri": 1})) is offer
    assert refusal([offer], Share(shares={})).code == "not_offered"
    assert (
        refusal([offer], Share(shares={"odo": 1})).detail
        == "Share: “Shares” does not have the parts that are asked for."
    )


def test_the_detail_names_the_integer_if_only_one_is_allowed() -> None:
    offer = Action(type="tip", params={"tip_cp": Bounds(min=5, max=5)})
    assert refusal([offer], Tip(tip_cp=6)).detail == "Tip: “Tip cp” is 6 cp, and must be 5 cp."


class Swap(CommandV1, frozen=True, kw_only=True):
    giver: str
    taker: str


SWAPPING = Action(
    type="swap",
    params={"giver": Choices(choices=["bri", "odo"]), "taker": Choices(choices=["bri", "odo"], unlike="giver")},
)


def test_a_choice_that_must_be_unlike_another_parameter_is_not_the_same() -> None:
    assert require_offered([SWAPPING], Swap(giver="bri", taker="odo")) is SWAPPING
    assert refusal([SWAPPING], Swap(giver="bri", taker="bri")).detail == "Swap: “Taker” cannot be bri."


def test_what_a_parameter_offers_is_narrowed_by_the_others_that_are_given() -> None:
    taker = SWAPPING.params["taker"]
    assert narrowed(taker, {"giver": "odo"}) == Choices(choices=["bri"])
    assert narrowed(Text(text=3), {"target": "odo"}) == Text(text=3)

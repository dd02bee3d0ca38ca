from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.audience import seat_viewer
from games.deciding.decider import offers_of
from games.installed import CATALOGUE
from games.legality import require_offered
from projections.actions import Action
from tests.playing import Playing
from tools.choosing import choose_command


def action(kind: str, **params: Any) -> dict[str, Any]:
    return {"type": kind, "params": params, "cost_cp": 0}


def test_nothing_is_chosen_where_there_is_nothing_to_do_but_leave() -> None:
    assert choose_command([action("leave"), action("set_luck", luck={"text": 60})], Random(1)) is None
    assert choose_command([], Random(1)) is None


def test_the_same_chance_chooses_the_same() -> None:
    actions = [action("roll", die={"choices": ["d4", "d6"]}), action("hold"), action("bump", n={"choices": [0, 1]})]

    def chosen(seed: int) -> list[Any]:
        chance = Random(seed)
        return [choose_command(actions, chance) for _ in range(20)]

    assert chosen(1) == chosen(1)
    assert chosen(1) != chosen(2)


@given(
    least=st.integers(-50, 1_000),
    steps=st.integers(0, 500),
    step=st.integers(1, 100),
    seed=st.integers(0, 1_000),
)
def test_an_amount_is_always_within_its_bounds_and_steps(least: int, steps: int, step: int, seed: int) -> None:
    bounds = {"min": least, "max": least + steps * step, "step": step}

    command = choose_command([action("bet", amount_cp=bounds)], Random(seed))

    assert command is not None
    assert bounds["min"] <= command["amount_cp"] <= bounds["max"]
    assert (command["amount_cp"] - least) % step == 0


def test_bets_that_may_start_at_a_copper_are_made_in_gold() -> None:
    wide, narrow = ([action("open", amount_cp={"min": 1, "max": most})] for most in (6_000, 1))
    chosen = [choose_command(wide, Random(seed)) for seed in range(50)]

    assert {command["amount_cp"] for command in chosen if command is not None} == {100, 200, 300}
    assert choose_command(narrow, Random(1)) == {"type": "open", "amount_cp": 1}


def test_what_has_a_schema_is_filled_in_with_the_integers_that_it_names() -> None:
    part = {"type": "integer", "minimum": 1, "maximum": 1_000}
    shares = {"type": "object", "properties": {"bri": part, "odo": part}, "additionalProperties": False}
    chosen = [choose_command([action("split", shares={"schema": shares})], Random(seed)) for seed in range(20)]
    parts = [tuple(command["shares"].items()) for command in chosen if command is not None]

    assert {name for pairs in parts for name, _ in pairs} == {"bri", "odo"}
    assert {number for pairs in parts for _, number in pairs} == {1, 2, 3}
    assert choose_command([action("set", options={"schema": {"$ref": "#/$defs/Options"}})], Random(1)) == {
        "type": "set",
        "options": {},
    }


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
@given(st.integers(0, 10_000))
def test_what_is_chosen_in_a_round_is_legal(game: str, seed: int) -> None:
    chance = Random(seed)
    playing = Playing.open(CATALOGUE, game).seat("Bri", "Odo", "Cal").start()
    for _ in range(15):
        if not playing.table.running:
            return
        seat = chance.choice(playing.table.to_act)
        seen = playing.sight(seat_viewer(seat)).table
        offers = list(offers_of(seen, CATALOGUE.rulebooks, seat))
        offered = [msgspec.to_builtins(offer) for offer in offers if isinstance(offer, Action)]
        body = choose_command(offered, chance)
        if body is not None:
            command = CATALOGUE.read_command(game, msgspec.json.encode(body))
            assert require_offered(offers, command).type == body["type"]
            playing.give(seat, command)


def test_optional_parameters_are_sometimes_given_and_sometimes_not() -> None:
    actions = [action("choose", number={"choices": [1]}, boast={"text": 20, "optional": True})]
    chance = Random(1)

    given_ = {frozenset(choose_command(actions, chance) or {}) for _ in range(50)}

    assert given_ == {frozenset({"type", "number"}), frozenset({"type", "number", "boast"})}

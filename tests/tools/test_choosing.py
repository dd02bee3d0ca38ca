from random import Random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from events.audience import seat_viewer
from games.driver import offers_of
from games.installed import CATALOGUE
from projections.offers import Action, judge
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


@given(st.integers(0, 10_000))
def test_what_is_chosen_in_a_round_is_legal(seed: int) -> None:
    chance = Random(seed)
    playing = Playing.open(CATALOGUE, "twentyone").seat("Bri", "Odo", "Cal").start()
    for _ in range(15):
        if not playing.table.running:
            return
        seat = chance.choice(playing.table.to_act)
        seen = playing.sight(seat_viewer(seat)).table
        offers = list(offers_of(seen, CATALOGUE.books, seat))
        offered = [msgspec.to_builtins(offer) for offer in offers if isinstance(offer, Action)]
        body = choose_command(offered, chance)
        if body is not None:
            command = CATALOGUE.read_command("twentyone", msgspec.json.encode(body))
            assert judge(offers, command).type == body["type"]
            playing.give(seat, command)


def test_optional_parameters_are_sometimes_given_and_sometimes_not() -> None:
    actions = [action("choose", number={"choices": [1]}, boast={"text": 20, "optional": True})]
    chance = Random(1)

    given_ = {frozenset(choose_command(actions, chance) or {}) for _ in range(50)}

    assert given_ == {frozenset({"type", "number"}), frozenset({"type", "number", "boast"})}

"""What seats are offered is what the referee allows, all of it, after every move."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from projections.actions import Action, Bounds, Choices, Param, narrowed
from tests.games.trickster.referee.game import Game
from tests.games.trickster.referee.made_up_cards import CardMaker
from tests.games.trickster.referee.random_games import RandomGames, any_move

Commands = set[tuple[tuple[str, Any], ...]]
OF_THE_GAME = ("choose_class", "bet", "call_liar", "use_ability", "lose_die")


def values(param: Param) -> list[Any]:
    match param:
        case Choices():
            return param.choices
        case Bounds():
            return list(range(param.min, param.max + 1, param.step))
        case other:
            raise TypeError(f"no parameter of this game: {other}")


def expanded(action: Action) -> Iterator[dict[str, Any]]:
    """Every command that an action offers."""
    names = [name for name in action.params if name != "n"]
    for chosen in product(*(values(action.params[name]) for name in names)):
        given = {"type": action.type, **dict(zip(names, chosen, strict=True))}
        if "n" not in action.params:
            yield given
        else:
            yield from (given | {"n": n} for n in values(narrowed(action.params["n"], given)))


def command(**given: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted((name, value) for name, value in given.items() if value is not None))


def offered(games: RandomGames, seat: str) -> Commands:
    actions = [action for action in games.playing.actions(seat) if action.type in OF_THE_GAME]
    return {command(**given) for action in actions for given in expanded(action)}


def allowed(game: Game, seat: str) -> Commands:
    """By the rules."""
    if not game.players[seat].is_in:
        return set()
    asked = seat in game.asked
    dice = range(len(game.players[seat].dice))
    found: Commands = set()
    if asked and not game.round:
        found = {command(type="choose_class", card=name) for name in ["Plain", *(card["name"] for card in game.deck)]}
    elif asked or game.losing == seat:
        found = {command(type="lose_die", n=n) for n in dice}
    if game.turn == seat:
        can_be = product(range(1, 18 * len(game.still_in()) + 1), range(1, 7))
        found |= {command(type="bet", amount=bet[0], value=bet[1]) for bet in can_be if game.is_higher(*bet)}
        found |= {command(type="call_liar")} if game.bet else set()
    uses = {command(type="use_ability", ability=number, target=target, n=n) for number, target, n in game.uses(seat)}
    return found | uses


@pytest.mark.parametrize("seed", range(16))
def test_what_is_offered_is_what_the_rules_allow(seed: int) -> None:
    chance = random.Random(seed)
    made_up: Any = {"cards": CardMaker(chance).cards(6), "standard_cards": False} if seed % 4 else {}
    games = RandomGames(seed, 2 + seed % 3, **made_up)
    game = games.start()
    while not game.over:
        for seat in game.order:
            if game.players[seat].status != "left":
                assert offered(games, seat) == allowed(game, seat), seat
        games.move(*any_move(game, chance, leaving=0.02 * (seed % 2)))

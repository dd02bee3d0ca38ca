"""How chances are used: the hint shows a seat its own, and the clock bets by those that are everybody's."""

import random
from fractions import Fraction
from typing import Any

import pytest

from events.audience import PUBLIC, seat_viewer
from tests.games.trickster.referee.book import Json
from tests.games.trickster.referee.game import Game
from tests.games.trickster.referee.powers import Die
from tests.games.trickster.referee.random_games import RandomGames, any_move
from tests.games.trickster.referee.scoring import counts
from tests.games.trickster.referee.worlds import secretive_cards
from tests.playing import Playing


def chance_of_bet(game: Game, viewer: str) -> Fraction:
    """That the standing bet is true, for a seat that sees its own dice, or for nobody's eyes in particular."""
    assert game.bet
    _, amount, value = game.bet
    spread = {0: Fraction(1)}
    for player in game.players.values():
        for die in player.dice:
            fell = shows(game, player.seat, die, value, viewer)
            met: dict[int, Fraction] = {}
            for count, share in spread.items():
                for more in fell:
                    met[count + more] = met.get(count + more, Fraction(0)) + share / len(fell)
            spread = met
    return sum((share for count, share in spread.items() if count >= amount), Fraction(0))


def shows(game: Game, seat: str, die: Die, value: int, viewer: str) -> list[int]:
    """What a die can count as, face by face: as its owner knows it, as who looked saw it, or as others believe it."""
    size, face = (die.size, die.face) if seat == viewer else die.peeked.get(viewer, (die.believed, None))
    faces = range(1, int(size[1:]) + 1) if face is None else [face]
    return [counts(size, each, value, game.wild_on(seat, size)) for each in faces]


def by_the_clock(game: Game) -> Json:
    """What the clock does for whose turn it is."""
    if not game.bet:
        return {"type": "bet", "amount": 1, "value": 1}
    _, amount, value = game.bet
    least = (amount, value + 1) if value < 6 else (amount + 1, 1)
    if game.is_higher(*least) and chance_of_bet(game, PUBLIC) >= Fraction(1, 2):
        return {"type": "bet", "amount": least[0], "value": least[1]}
    return {"type": "call_liar"}


def play(seed: int, **options: Any) -> RandomGames:
    """A game of cards that change dice unseen, which is at its first bet."""
    chance = random.Random(seed)
    made_up: Any = {"cards": secretive_cards(chance), "standard_cards": seed % 2 == 0} if seed % 3 else {}
    games = RandomGames(seed, 2 + seed % 3, kind=Playing, **made_up, **options)
    games.start([card["name"] for card in chance.choices(games.judge.options["cards"], k=4)] if made_up else ())
    return games


@pytest.mark.parametrize("seed", range(9))
def test_the_hint_is_the_chance_of_the_bet_by_the_dice_that_a_seat_sees(seed: int) -> None:
    games = play(seed, odds_hint="on")
    game, chance = games.game, games.chance
    while not game.over and game.round < 4:
        games.move(*any_move(game, chance, calling=0.3))
        for seat in game.still_in() if game.bet and game.turn else ():
            hint = games.playing.view(seat_viewer(seat)).details["bet_chance"]
            assert hint == round(100 * chance_of_bet(game, seat)), seat


@pytest.mark.parametrize("seed", range(9))
def test_the_clock_bets_by_what_everybody_can_see(seed: int) -> None:
    games = play(seed, turn_seconds=60)
    game, chance = games.game, games.chance
    while not game.over and game.round < 4:
        if game.turn and chance.random() < 0.6:
            expected, seat = by_the_clock(game), game.turn
            games.playing.let_the_clock_act()
            entry = games.playing.entries[-1]
            games.take_in()
            done = {name: getattr(games.playing.entries[-1].events[0], name, None) for name in ("amount", "value")}
            assert (entry.seat, entry.actor) == (seat, "clock")
            assert done == {name: expected.get(name) for name in ("amount", "value")}
        else:
            games.move(*any_move(game, chance, calling=0.1))

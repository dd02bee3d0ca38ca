"""What everybody is shown of the dice: sizes, faces in brackets and scores in braces, and what lies in the middle."""

import random
from typing import Any

import pytest

from events.audience import GM, PUBLIC, Viewer, seat_of, seat_viewer
from tests.games.trickster.referee.game import Game
from tests.games.trickster.referee.made_up_cards import CardMaker
from tests.games.trickster.referee.powers import Die, Player
from tests.games.trickster.referee.random_games import RandomGames, any_move
from tests.games.trickster.referee.scoring import scored
from tests.playing import Playing

Seen = tuple[str, int | None, str | None]
"""A die as somebody sees it: its size, its face and what that counts as."""


def shown(die: Die, player: Player, game: Game, viewer: Viewer) -> Seen:
    """By the rules."""
    owns = viewer in (GM, seat_viewer(player.seat))
    lifted = game.called and not game.under_cup
    size, face = die.peeked.get(seat_of(viewer) or "", (die.believed, None))
    if owns or lifted:
        size, face = die.size, die.face
    scores = None if face is None else "".join(sorted(scored(size, face, game.wild_on(player.seat, size))))
    return size, face, scores


def seen(view: Any, seat: str) -> list[Seen]:
    """In a view."""
    dice = next(holder.dice for holder in view.seats if holder.seat == seat)
    return [(die.die, die.face, digits(die.details.get("scores"))) for die in dice]


def digits(scores: str | None) -> str | None:
    """`62` for `{6, 2}`, sorted."""
    return None if scores is None else "".join(sorted(scores.strip("{}").replace(", ", "")))


@pytest.mark.parametrize("seed", range(12))
def test_everybody_sees_the_dice_that_they_may_see_and_no_others(seed: int) -> None:
    chance = random.Random(seed)
    made_up: Any = {"cards": CardMaker(chance).cards(6), "standard_cards": False} if seed % 3 else {}
    games = RandomGames(seed, 3, kind=Playing, **made_up)
    game = games.start([card["name"] for card in chance.sample(made_up.get("cards", []), 3)] if made_up else ())
    while not game.over:
        games.move(*any_move(game, chance, leaving=0.01))
        for viewer in (PUBLIC, GM, seat_viewer("ada"), seat_viewer("bo")):
            view = games.playing.view(viewer)
            assert view.details["middle"] == game.middle
            for player in game.players.values():
                if player.is_in and game.round and not game.over:
                    assert seen(view, player.seat) == [shown(die, player, game, viewer) for die in player.dice]

"""Two tables at which the same is done, but dice that others do not see fall otherwise at the second."""

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from events.audience import PUBLIC, Viewer, seat_of, seat_viewer
from events.round_events import Told
from games.table import timeout_of
from tests.games.trickster.referee.book import Json
from tests.games.trickster.referee.made_up_cards import CardMaker
from tests.games.trickster.referee.powers import Die
from tests.games.trickster.referee.random_games import Move, RandomGames, any_move
from tests.games.trickster.referee.scoring import SIZES
from tests.playing import Playing

PURPOSES: Final = ("cup", "replaced", "gained", "reroll", "unseen")
MANY: Final = 60
UNSEEN: Final = ("ability_used_unseen", "die_thrown_unseen")


def secretive_cards(chance: random.Random) -> list[Json]:
    """Cards that read faces under the cup, each with another power."""
    maker = CardMaker(chance)
    cards: list[Json] = []
    while len(cards) < 6:
        card = maker.card(f"Secretive {len(cards)}")
        if any(ability.get("on") == "rolled" for ability in card["abilities"]):
            cards.append(card)
    return cards


def played(seed: int) -> RandomGames:
    """A game to its end; every other one of cards that read what lies under the cup."""
    chance = random.Random(seed)
    cards = secretive_cards(chance) if seed % 2 else CardMaker(chance).cards(6)
    games = RandomGames(seed, 3, cards=cards, standard_cards=False, unseal="round")
    games.play(leaving=0.02 * (seed % 3))
    return games


class Worlds:
    """Both tables. From some round on the dice of `secretive` seats fall otherwise at the second.

    Seats have the cards that are `taken`, or else cards that read what lies under the cup.
    """

    def __init__(self, seed: int, seats: int, taken: Sequence[str] = ()) -> None:
        self.chance = random.Random(seed)
        cards = secretive_cards(self.chance)
        options: Any = {
            "cards": cards,
            "standard_cards": bool(taken),
            "odds_hint": self.chance.choice(["on", "off"]),
            "turn_seconds": self.chance.choice([None, 60]),
            "unseal": "dispute",
        }
        self.both = [RandomGames(seed, seats, kind=Playing, **options) for _ in range(2)]
        self.here, self.there = self.both
        everybody = [seat_of(viewer) for viewer in self.here.playing.viewers() if seat_of(viewer)]
        self.secretive = set(self.chance.sample(everybody, self.chance.randint(1, seats - 1)))
        self.watching = [PUBLIC, *(seat_viewer(str(seat)) for seat in everybody if seat not in self.secretive)]
        names = [card["name"] for card in cards]
        taken = taken or [self.chance.choice(names) for _ in everybody]
        self.differ_from = self.chance.choice([1, 1, 2, 3])
        if self.differ_from == 1:
            self.let_fall_otherwise()
        self.games = [games.start(taken) for games in self.both]

    def let_fall_otherwise(self) -> None:
        """Whatever a secretive seat throws from now on is something else at the second table."""
        for seat in sorted(str(seat) for seat in self.secretive):
            for size in SIZES:
                sides = int(size[1:])
                for purpose in PURPOSES:
                    faces = [self.chance.randint(1, sides) for _ in range(MANY)]
                    self.there.playing.load({(seat, purpose, sides): faces})

    def moves(self) -> Iterator[Move]:
        """What is done at both tables until, some time in the round from which on they differ, there is a challenge."""
        game = self.games[0]
        while not game.over:
            move = any_move(game, self.chance)
            if game.round >= self.differ_from:
                if move[1]["type"] == "call_liar":
                    return
            elif move[1]["type"] == "lose_die" and game.round + 1 == self.differ_from:
                self.let_fall_otherwise()
            for games in self.both:
                games.move(*move)
            yield move

    def by_the_clock(self) -> list[Any]:
        """By table: what the clock would do now."""
        return [timeout_of(games.playing.table, games.playing.rulebook) for games in self.both]

    def served(self, viewer: Viewer) -> list[tuple[bytes, bytes, bytes]]:
        """By table: what a viewer sees of the newest entry, its view, and all that it knows."""
        return [
            (
                msgspec.json.encode(games.playing.newest_seen(viewer)),
                msgspec.json.encode(games.playing.view(viewer)),
                msgspec.json.encode(games.playing.sight(viewer).table),
            )
            for games in self.both
        ]

    def misjudged(self) -> list[Die]:
        """The dice, at either table, that are not of the size that others believe them to have."""
        players = [player for game in self.games for player in game.players.values()]
        return [die for player in players for die in player.dice if die.size != die.believed]

    def peeked(self) -> set[Viewer]:
        """Who has peeked at a secretive seat's dice: of course they see something else."""
        entries = [entry for games in self.both for entry in games.playing.entries]
        notices = [event for entry in entries for event in entry.events if isinstance(event, Told)]
        return {seat_viewer(event.seat) for event in notices if event.facts["about"] in self.secretive}

    def unseen(self) -> list[list[str]]:
        """By table: what happened behind everybody's back."""
        kinds = [
            [type(event).__struct_config__.tag for entry in games.playing.entries for event in entry.events]
            for games in self.both
        ]
        return [[str(kind) for kind in of if str(kind).removeprefix("trickster.") in UNSEEN] for of in kinds]

"""Games played at random: each move is one that the referee allows, and judges with all that comes of it."""

import random
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from games.trickster.cards.standard import STANDARD_CARDS
from games.trickster.rulebook import Trickster
from tests.games.trickster.referee.book import Json, step_of
from tests.games.trickster.referee.game import Game
from tests.games.trickster.referee.judging import Judge
from tests.playing import LoadedDealer, Playing, Silent
from tests.properties.walking import secret_of

CATALOGUE: Final = Catalogue.of([Trickster()], TABLE_RULES)
STANDARD: Final[list[Json]] = msgspec.to_builtins(STANDARD_CARDS)
NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay")
Move = tuple[str, Json]


class RandomGames:
    """A table at which games are played to their end, and judged as they go."""

    def __init__(self, seed: int, seats: int, *, kind: type[Playing] = Silent, **options: Any) -> None:
        self.chance = random.Random(seed)
        self.judge = Judge(STANDARD)
        self.options = options
        self.playing = kind.open(CATALOGUE, "trickster", dealer=LoadedDealer(secret_of(seed)), **options)
        self.read = 0
        for name in NAMES[:seats]:
            self.playing.sit(name, luck=f"{seed}")
        self.take_in()

    def take_in(self) -> None:
        """Judge what was recorded since."""
        for written in self.playing.written[self.read :]:
            self.judge.take(step_of(msgspec.json.decode(written.line)))
        self.read = len(self.playing.written)

    def start(self, cards: Sequence[str] = ()) -> Game:
        """A game in which each takes a card, any or these."""
        self.playing.start()
        self.take_in()
        game = self.game
        for seat, card in zip(sorted(game.asked), cards, strict=False):
            self.move(seat, {"type": "choose_class", "card": card})
        return game

    @property
    def game(self) -> Game:
        """The running one."""
        assert self.judge.game
        return self.judge.game

    def move(self, seat: str, command: Json) -> None:
        """A move, and what comes of it."""
        self.playing.send(seat, msgspec.json.encode(command))
        self.take_in()

    def play(self, cards: Sequence[str] = (), **often: float) -> int:
        """A game to its end: the number of moves."""
        game, moves = self.start(cards), 0
        while not game.over:
            self.move(*any_move(game, self.chance, **often))
            moves += 1
        return moves


def any_move(game: Game, chance: random.Random, *, leaving: float = 0.0, calling: float = 0.4) -> Move:
    """Something that somebody may do now; how often somebody leaves, and calls Liar."""
    there = game.still_in()
    if chance.random() < leaving:
        return chance.choice(there), {"type": "leave"}
    if game.asked and not game.round:
        names = [card["name"] for card in game.deck]
        return chance.choice(sorted(game.asked)), {"type": "choose_class", "card": chance.choice(["Plain", *names])}
    loser = game.losing or (chance.choice(sorted(game.asked)) if game.asked else None)
    if loser:
        return loser, {"type": "lose_die", "n": chance.randrange(len(game.players[loser].dice))}
    if chance.random() < 0.5:
        seat = chance.choice(there)
        powers = game.uses(seat)
        if powers:
            number, target, n = chance.choice(powers)
            given = {"ability": number, "target": target, "n": n}
            return seat, {"type": "use_ability", **{name: value for name, value in given.items() if value is not None}}
    most, least = 18 * len(there), game.bet[1] if game.bet else 1
    higher = [
        (amount, value)
        for amount in (least, least + 1, chance.randint(least, max(least, most)))
        for value in range(1, 7)
    ]
    bets = [bet for bet in higher if game.is_higher(*bet)]
    if game.bet and (not bets or chance.random() < calling):
        return str(game.turn), {"type": "call_liar"}
    amount, value = chance.choice(bets)
    return str(game.turn), {"type": "bet", "amount": amount, "value": value}

"""Simulates how often each class wins among equally good players who are dealt their classes."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from events.character import Character
from games.installed import CATALOGUE
from games.trickster.cards.card import Card
from games.trickster.options import Options, deck
from replays.intervals import Estimate
from server.workers import at_work
from tools.simulate.playing import Seated, Setup, SimulatedTable
from tools.simulate.running import chunks_of, processes_for
from tools.simulate.tally import Sums

GAME: Final = "trickster"
BOUND: Final = 1.5
"""No class should win more often than this many times its share."""
_TABLE_ROUNDS: Final = 10
_MOST_ACTS: Final = 50_000

Won = dict[str, Sums]
"""For each class: the games it won, out of those that seats played with it."""


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """How a class fares. `share` is its win rate as a multiple of one win in as many games as there are seats."""

    card: str
    played: int
    won: int
    share: Estimate


class Balance(msgspec.Struct, frozen=True, kw_only=True):
    """All classes of a deck with this number of `seats`, the strongest first."""

    seats: int
    games: int
    policy: str
    seed: str
    classes: list[Weighed]


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that classes are dealt from: one's `own`, and the `standard` ones if included."""

    own: Sequence[Card] = ()
    standard: bool = True

    def options(self) -> dict[str, Any]:
        """The options of a table with this deck, as a client gives them."""
        cards = msgspec.to_builtins(list(self.own))
        return {"classes": "dealt", "standard_cards": self.standard, "cards": cards}


def weigh(
    drawn: Deck, seats: int, games: int, policy: str, seed: bytes, cores: int, progress: Callable[[int], object]
) -> Balance:
    """Let equally good players play this number of games with dealt classes. Raises `SoftLock`."""
    setup = Setup(
        game=GAME,
        seated=[Seated(policy, Character(), policy)] * seats,
        options=drawn.options(),
        seed=seed + seats.to_bytes(1),
        most_acts=_MOST_ACTS,
        table_rounds=_TABLE_ROUNDS,
    )
    won = _played(setup, games, cores, progress)
    names = [card.name for card in deck(msgspec.convert(drawn.options(), Options))]
    weighed = [one for name in names if (one := _weighed(name, won.get(name, Sums()), seats)) is not None]
    return Balance(
        seats=seats,
        games=games,
        policy=policy,
        seed=seed.hex(),
        classes=sorted(weighed, key=lambda one: -one.share.value),
    )


def _played(setup: Setup, games: int, cores: int, progress: Callable[[int], object]) -> Won:
    chunks = list(chunks_of(games, setup.table_rounds))
    won: Won = {}
    if (processes := processes_for(games, setup.table_rounds, cores)) == 1:
        for chunk in chunks:
            _merge(won, play(setup, chunk))
            progress(chunk[1])
        return won
    with at_work(partial(play, setup), chunks, processes) as played:
        for place, of_chunk in played:
            _merge(won, of_chunk)
            progress(chunks[place][1])
    return won


def _merge(won: Won, more: Mapping[str, Sums]) -> None:
    for name, sums in more.items():
        won.setdefault(name, Sums()).merge(sums)


def play(setup: Setup, chunk: tuple[int, int]) -> Won:
    """Play some games at a new table."""
    number, games = chunk
    simulated, found = SimulatedTable(CATALOGUE, setup, number), dict[str, list[tuple[int, int]]]()
    for _ in range(games):
        simulated.play_round()
        table = simulated.table
        winners = table.result.winners if table.result else []
        for seat, card in table.state.cards.items():
            found.setdefault(card.name, []).append((int(seat in winners), 1))
    won: Won = {}
    for name, each in found.items():
        won[name] = Sums()
        won[name].add(each)
    return won


def _weighed(name: str, sums: Sums, seats: int) -> Weighed | None:
    rate = sums.estimate()
    if rate is None:
        return None
    low, high = (None if bound is None else bound * seats for bound in (rate.low, rate.high))
    share = Estimate(value=rate.value * seats, low=low, high=high, tables=rate.tables)
    return Weighed(card=name, played=sums.y, won=sums.x, share=share)

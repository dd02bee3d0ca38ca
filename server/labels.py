"""What games, their keys and outcomes are called."""

from collections.abc import Mapping
from functools import cache

from games.installed import CATALOGUE
from games.table import TABLE_LABELS
from projections.chronicle import coins, listed
from projections.labels import Lookup
from replays.rebuild import Round


@cache
def labels_of(game: str) -> Lookup:
    """What the keys of a game, installed or not, are called."""
    rulebook = CATALOGUE.rulebooks.get(game)
    return Lookup(TABLE_LABELS) if rulebook is None else Lookup(rulebook.labels, TABLE_LABELS)


def game_name(game: str) -> str:
    """A game's name; its id if it is not installed."""
    rulebook = CATALOGUE.rulebooks.get(game)
    return rulebook.name if rulebook else f"{game} (not installed)"


def outcome(played: Round, names: Mapping[str, str]) -> str:
    """How a round ended, and who won how much."""
    if played.last is None:
        return "still running"
    if not played.winners:
        return labels_of(played.game).label("outcomes", played.outcome or "")
    return listed([won(names.get(seat, seat), played.won_cp.get(seat, 0)) for seat in played.winners])


def won(name: str, amount_cp: int) -> str:
    """Who won, and how many coins, if any: `Odo won 3 gp`."""
    return f"{name} won {coins(amount_cp)}" if amount_cp else f"{name} won"

"""The score of a table's seats, as far as events record it."""

from projections.game import AnyTable
from projections.table import Score


def add_to_score(
    table: AnyTable,
    seat: str,
    *,
    rounds: int = 0,
    wins: int = 0,
    coins_cp: int = 0,
    caught: int = 0,
    disputes: int = 0,
    disputes_open: int = 0,
    disputes_upheld: int = 0,
) -> None:
    """Add to a seat's score. Raises `KeyError` for who has none: watchers and accounts."""
    was = table.scores[seat]
    table.scores[seat] = Score(
        rounds=was.rounds + rounds,
        wins=was.wins + wins,
        coins_cp=was.coins_cp + coins_cp,
        caught=was.caught + caught,
        disputes=was.disputes + disputes,
        disputes_open=was.disputes_open + disputes_open,
        disputes_upheld=was.disputes_upheld + disputes_upheld,
    )

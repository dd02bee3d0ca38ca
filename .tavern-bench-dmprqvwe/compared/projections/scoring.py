"""Adds to the scores of a table's seats."""

import msgspec

from projections.game import AnyTable


def add_to_score(table: AnyTable, seat: str, **added: int) -> None:
    """Add to fields of a seat's `Score`. Raises `KeyError` for watchers and accounts, which have none."""
    score = table.scores[seat]
    sums = {field: getattr(score, field) + amount for field, amount in added.items()}
    table.scores[seat] = msgspec.structs.replace(score, **sums)

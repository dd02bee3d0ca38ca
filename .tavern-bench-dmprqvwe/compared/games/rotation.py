"""Which seats play a round if more can play than the game takes. (Rulings, Bluffmaster; the same for every game.)"""

from collections.abc import Sequence

from projections.game import AnyTable


def take_turns(table: AnyTable, able: Sequence[str], most: int) -> list[str]:
    """`most` of the seats that can play, in their order.

    The seats that have sat out longest come first, then those that have played the fewest rounds in a row. So nobody
    sits out twice in a row while somebody else plays twice in a row.
    """
    first = sorted(able, key=lambda seat: -table.streaks.get(seat, 0))[:most]
    return [seat for seat in able if seat in first]

"""Side pots: a seat that can pay no more is all-in, and wins from each other seat at most what it paid itself."""

from collections.abc import Mapping, Sequence

import msgspec


class Pot(msgspec.Struct, frozen=True):
    """Coins (copper), and the seats that contest them, in the order of turns."""

    amount_cp: int
    contenders: tuple[str, ...]


def side_pots(paid: Mapping[str, int], contenders: Sequence[str], rolled_over_cp: int = 0) -> list[Pot]:
    """The pots of a hand, main pot first, from what everybody has paid and who is still in contention.

    Each coin is contested by exactly those who matched it, so each pot has fewer contenders than the one before. Coins
    that no remaining seat has matched belong to the last pot, and coins from before the hand to the first.
    """
    pots: list[Pot] = []
    below = 0
    for level in sorted({paid.get(seat, 0) for seat in contenders}):
        amount = sum(min(cp, level) - min(cp, below) for cp in paid.values())
        pots.append(Pot(amount, tuple(seat for seat in contenders if paid.get(seat, 0) >= level)))
        below = level
    above = sum(max(0, cp - below) for cp in paid.values())
    pots[-1] = Pot(pots[-1].amount_cp + above, pots[-1].contenders)
    pots[0] = Pot(pots[0].amount_cp + rolled_over_cp, pots[0].contenders)
    return [pot for pot in pots if pot.amount_cp]


def unmatched(paid: Mapping[str, int]) -> tuple[str, int] | None:
    """The seat that paid more than all others, and the excess (copper), which goes back; None if there is no excess."""
    most, second, *_ = sorted((0, 0, *paid.values()), reverse=True)
    if most == second:
        return None
    return next((seat, cp - second) for seat, cp in paid.items() if cp == most)

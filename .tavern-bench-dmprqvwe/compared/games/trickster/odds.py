"""The chance that a bet is true, from the dice that a viewer sees, the sizes of all others and the wild faces."""

from collections import Counter
from fractions import Fraction
from typing import Final

from events.audience import seat_of
from games.trickster.cards.card import Size
from games.trickster.counting import chance, counted, wild_on
from games.trickster.state import BETTING, Bet, TricksterTable, public_sizes, sizes, wild_rules

EVEN: Final = Fraction(1, 2)


def chance_of_bet(table: TricksterTable, bet: Bet) -> Fraction | None:
    """The chance of a bet, for the seat whose table it is; None for other viewers, and once the dice are revealed.

    Leaves out abilities that may still be used.
    """
    seat = seat_of(table.viewer)
    if seat is None or table.phase != BETTING or seat not in table.order:
        return None
    return _chance(table, bet, seen=True)


def chance_for_all(table: TricksterTable, bet: Bet) -> Fraction:
    """The chance of a bet for a viewer who sees no dice."""
    return _chance(table, bet, seen=False)


def _chance(table: TricksterTable, bet: Bet, *, seen: bool) -> Fraction:
    rules, known = wild_rules(table), 0
    unseen: Counter[tuple[Size, frozenset[int]]] = Counter()
    for seat in table.playing():
        held = sizes(table, seat.seat) if seen else public_sizes(table, seat.seat)
        for size, die in zip(held, seat.dice, strict=True):
            wild = wild_on(rules, seat.seat, size)
            if seen and die.face is not None:
                known += counted(size, die.face, bet.value, wild)
            else:
                unseen[size, wild] += 1
    return chance(bet.amount - known, bet.value, unseen)

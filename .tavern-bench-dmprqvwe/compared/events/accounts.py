"""The accounts between which coins move. A seat's purse is the account of the seat's own id."""

from typing import Final

OUTSIDE: Final = "outside"
"""The source and destination of coins that players bring and take away; may be negative."""
HOUSE: Final = "house"
"""The House's own account; may be negative."""
POT: Final = "pot"
ESCROW: Final = "escrow"
"""Fees held apart until a verdict."""
SIDE_POOL: Final = "side_pool"

UNBOUNDED: Final = frozenset({OUTSIDE, HOUSE})
"""The accounts that may fall below zero."""

RESERVED: Final = frozenset({"gm", "house", "public", "pot", "outside", "escrow", "clock"})
"""Words that are never seat ids. Later accounts contain an underscore, which no seat id does."""

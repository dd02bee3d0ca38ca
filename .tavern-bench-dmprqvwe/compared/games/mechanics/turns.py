"""The order of turns."""

from collections.abc import Container, Sequence


def next_after(order: Sequence[str], seat: str, able: Container[str]) -> str | None:
    """The next seat of `able` after `seat` in the order of turns; `seat` itself comes last. None if there is none."""
    at = order.index(seat) + 1
    return next((other for other in (*order[at:], *order[:at]) if other in able), None)


def from_on(order: Sequence[str], first: str) -> list[str]:
    """The whole order of turns, starting with `first`."""
    at = order.index(first)
    return [*order[at:], *order[:at]]

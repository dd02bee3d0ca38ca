"""Who throws highest, in the open: who is first, and who wins a tie."""

from collections.abc import Generator, Sequence

from events.dice import Dice
from events.event import Event
from events.round_events import OpenThrown


def highest_throw(dice: Dice, seats: Sequence[str], why: str, sides: int = 20) -> Generator[Event, None, str]:
    """Each throws a die; those tied for the highest throw again among themselves, until one is left, who is returned.

    `why` is a slug: what the throw decides, and the purpose of its draws.
    """
    tied = list(seats)
    while len(tied) > 1:
        draws = [dice.roll(seat, why, sides) for seat in tied]
        yield OpenThrown(why=why, draws=draws)
        best = max(draw.face for draw in draws)
        tied = [draw.seat for draw in draws if draw.face == best]
    return tied[0]

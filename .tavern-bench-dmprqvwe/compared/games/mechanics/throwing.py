"""Throwing dice: drawing a face for a seat, and the event that records it.

`purpose` names the sequence of draws, so it must never change once a round is recorded. `to` sees the faces. A die is
named after its sides: `d6` has six.
"""

from collections.abc import Generator, Iterable, Sequence

from events.audience import ALL, Audience
from events.dice import Dice
from events.event import Event
from events.round_events import DiceThrown, DieRerolled, DieRolled, OpenThrown
from games.drawn import Drawn
from projections.game import AnyTable


def throw(
    table: AnyTable, dice: Dice, seat: str, purpose: str, sides: int, *, place: str = "open", to: Audience = ALL
) -> Generator[Event, None, int]:
    """A seat, or the House, throws one more die, which is added to its others. Returns the face."""
    draw = dice.roll(seat, purpose, sides)
    n = len(table.dice_of(seat))
    yield DieRolled(seat=seat, n=n, die=f"d{sides}", place=place, draw=draw, draw_to=to)
    return draw.face


def throw_several(
    dice: Dice, seat: str, purpose: str, sides: int, ns: Sequence[int], *, place: str = "open", to: Audience = ALL
) -> Generator[Event, None, list[int]]:
    """A seat, or the House, throws dice of one kind together, which become its numbers `ns`. Returns the faces."""
    draws = [dice.roll(seat, purpose, sides) for _ in ns]
    yield DiceThrown(seat=seat, ns=list(ns), die=f"d{sides}", place=place, draws=draws, draws_to=to)
    return [draw.face for draw in draws]


def throw_again(
    table: AnyTable, dice: Dice, seat: str, n: int, *, why: str, by: str, to: Audience = ALL
) -> Generator[Event, None, int]:
    """Die `n` is thrown again by `by`, for the purpose `why`, and stays in its place. Returns the face."""
    sides = int(table.dice_of(seat)[n].die.removeprefix("d"))
    draw = dice.roll(seat, why, sides)
    yield DieRerolled(seat=seat, n=n, by=by, why=why, draw=draw, draw_to=to)
    return draw.face


def thrown_again(why: str, sides: Iterable[int], most: int | None = None) -> Drawn:
    """The declaration of dice that are thrown again for the purpose `why`."""
    return Drawn(purpose=why, sides=tuple(sides), event=DieRerolled, most=most, where={"why": (why,)})


def highest_thrown(why: str, *sides: int) -> Drawn:
    """The declaration of a `highest_throw`, with dice of any of these sides; 20 if none are given."""
    return Drawn(purpose=why, sides=sides or (20,), event=OpenThrown, where={"why": (why,)})


def highest_throw(dice: Dice, seats: Sequence[str], why: str, sides: int = 20) -> Generator[Event, None, str]:
    """Each seat throws a die; those tied for the highest throw again, until one is left, which is returned.

    `why` is a slug: what the throw decides, and the purpose of its draws.
    """
    tied = list(seats)
    while len(tied) > 1:
        draws = [dice.roll(seat, why, sides) for seat in tied]
        yield OpenThrown(why=why, draws=draws)
        best = max(draw.face for draw in draws)
        tied = [draw.seat for draw in draws if draw.face == best]
    return tied[0]

"""What the texts of Ruler's Bluff and Triangle (seeds 003) say of a round that was played, read from its log alone.

It shares no code with the games. A round is judged by the dice that fell, what was paid, and who was still in.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from events.accounts import HOUSE, POT
from events.event import Event
from events.round_events import DiceThrown, DieRerolled, DieRolled, RoundEnded, RoundStarted, StatusChanged
from events.table_events import CoinsMoved

Strength = Callable[[list[int]], tuple[Any, ...]]


class Round(msgspec.Struct, kw_only=True):
    """The facts of a round: `dice` has those of each seat (and the House's) as they lie, `paid` copper in the pot."""

    seats: list[str] = []
    dice: dict[str, list[int]] = {}
    paid: dict[str, int] = {}
    out: set[str] = set()
    won: dict[str, int] = {}
    discards: dict[str, int] = {}
    ended: RoundEnded | None = None


def facts_of(events: Iterable[Event]) -> Round:
    """What happened in a round, by its common events alone."""
    round_ = Round()
    dice: dict[str, dict[int, int]] = defaultdict(dict)
    paid: Counter[str] = Counter()
    won: Counter[str] = Counter()
    discards: Counter[str] = Counter()
    for event in events:
        match event:
            case RoundStarted():
                round_.seats = list(event.seats)
            case DiceThrown(draws=draws) if draws:
                dice[event.seat] |= {n: draw.face for n, draw in zip(event.ns, draws, strict=True)}
            case DieRolled(draw=draw) if draw:
                dice[event.seat][event.n] = draw.face
            case DieRerolled(draw=draw) if draw:
                dice[event.seat][event.n] = draw.face
                discards[event.seat] += 1
            case CoinsMoved(payee=payee) if payee == POT:
                paid[event.payer] += event.amount_cp
            case CoinsMoved(payer=payer, reason="unmatched") if payer == POT:
                paid[event.payee] -= event.amount_cp
            case CoinsMoved(payer=payer, reason="payout") if payer == POT:
                won[event.payee] += event.amount_cp
            case StatusChanged(status="folded" | "left"):
                round_.out.add(event.seat)
            case RoundEnded():
                round_.ended = event
            case _:
                pass
    round_.dice = {seat: [fallen[n] for n in sorted(fallen)] for seat, fallen in dice.items()}
    round_.paid, round_.won, round_.discards = dict(paid), dict(won), dict(discards)
    return round_


def due(round_: Round, strength: Strength) -> dict[str, int]:
    """What each seat has to be paid: a coin goes to the highest hand among the seats that matched it.

    Coins that are left over when equal hands share go out one at a time, in the order of seats.
    """
    left = {seat: cp for seat, cp in round_.paid.items() if cp}
    still_in = [seat for seat in round_.seats if seat not in round_.out]
    best_of = {seat: strength([*round_.dice[seat], *round_.dice.get(HOUSE, [])]) for seat in still_in}
    due_cp: Counter[str] = Counter()
    while left:
        contesting = [seat for seat in still_in if left.get(seat)]
        layer = min((left[seat] for seat in contesting), default=0)
        pot = sum(min(cp, layer) for cp in left.values())
        left = {seat: cp - layer for seat, cp in left.items() if cp > layer}
        if not any(left.get(seat) for seat in still_in):
            # What only the folded have put in on top goes with the last pot that anybody contests.
            pot, left = pot + sum(left.values()), {}
        best = max(best_of[seat] for seat in contesting)
        winners = [seat for seat in contesting if best_of[seat] == best]
        for place, seat in enumerate(winners):
            due_cp[seat] += pot // len(winners) + (place < pot % len(winners))
    return dict(due_cp)


def highest_hand(dice: list[int]) -> tuple[Any, ...]:
    """Ruler's Bluff: the hands of its text, from five of a kind down; then the dice that make them, then the others."""

    def alike(count: int) -> list[int]:
        return [face for face in (6, 5, 4, 3, 2, 1) if dice.count(face) == count]

    if len(dice) < 5:
        return ()
    if alike(5):
        return 8, alike(5)
    if alike(4):
        return 7, alike(4), alike(1)
    if alike(3) and alike(2):
        return 6, alike(3), alike(2)
    if sorted(dice) == [2, 3, 4, 5, 6]:
        return (5,)
    if sorted(dice) == [1, 2, 3, 4, 5]:
        return (4,)
    if alike(3):
        return 3, alike(3), alike(1)
    return len(alike(2)), alike(2), alike(1)


def best_triangle(dice: list[int]) -> tuple[Any, ...]:
    """Triangle: 1, 1 and 1 beats everything; otherwise the highest total wins."""
    return dice == [1, 1, 1], sum(dice)


STRENGTHS: Final[Mapping[str, Strength]] = {"rulers-bluff": highest_hand, "triangle": best_triangle}

"""A hand of the toy that has nothing but betting, and what happens in it."""

import pytest

from events.accounts import POT
from events.event import Command, Event
from events.round_events import DieRevealed, RoundEnded
from events.table_events import CoinsMoved
from games.legality import Refused
from games.mechanics.showdown import PotWon
from tests.playing import Playing
from tests.toys.catalogue import TOYS

ANTE_CP = 100
FACES = {"ada": 3, "bo": 5, "cy": 6, "dee": 1}


def a_hand(**purses_cp: int) -> Playing:
    """A hand that was dealt: each has this much copper left after the ante. Of these, the later holds the better die,
    but for Dee, whose die is the worst."""
    playing = Playing.open(TOYS, "high_die", ante_cp=ANTE_CP)
    for seat, purse_cp in purses_cp.items():
        playing.sit(seat.title(), purse_cp=purse_cp + ANTE_CP)
    return playing.load({(seat, "hole", 6): [FACES[seat]] for seat in purses_cp}).start()


def play(playing: Playing, *moves: tuple[str, Command]) -> list[Event]:
    """Each seat in turn does this; what comes of the last."""
    events: list[Event] = []
    for seat, command in moves:
        assert playing.table.turn == seat, f"it is the turn of {playing.table.turn}"
        events = playing.give(seat, command)
    return events


def paid(payer: str, payee: str, amount_cp: int, reason: str) -> CoinsMoved:
    return CoinsMoved(payer=payer, payee=payee, amount_cp=amount_cp, reason=reason)


def refused(playing: Playing, seat: str, command: Command) -> tuple[str, str]:
    with pytest.raises(Refused) as why:
        playing.give(seat, command)
    return why.value.code, why.value.detail


def revealed(*seats: str) -> list[Event]:
    return [DieRevealed(seat=seat, n=0, face=FACES[seat]) for seat in seats]


def won(seat: str, amount_cp: int, *contenders: str, number: int = 1) -> list[Event]:
    """A seat takes a pot that these contest."""
    shares_cp, how = {seat: amount_cp}, "best" if len(contenders) > 1 else "alone"
    pot = PotWon(number=number, amount_cp=amount_cp, contenders=list(contenders), shares_cp=shares_cp, how=how)
    return [paid(POT, seat, amount_cp, "payout"), pot]


def ended(**won_cp: int) -> RoundEnded:
    return RoundEnded(round=1, outcome="won", winners=list(won_cp), won_cp=won_cp)


def purses(playing: Playing) -> dict[str, int]:
    return {seat.seat: playing.table.purse(seat.seat) for seat in playing.table.present()}


def statuses(playing: Playing) -> list[str]:
    return [playing.table.seats[seat].status for seat in playing.table.order]

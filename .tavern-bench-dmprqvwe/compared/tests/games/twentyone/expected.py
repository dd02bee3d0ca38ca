"""Events to compare with, as they are recorded: the short way to say them."""

from events.audience import ALL, GM_ONLY
from events.event import Event
from events.round_events import (
    CheckRolled,
    ConditionSet,
    DieRevealed,
    DieSetDown,
    PhaseBegan,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    StatusChanged,
    TurnBegan,
)
from events.table_events import CoinsMoved
from games.mechanics.checks import NORMAL
from games.twentyone.naturals import FeeOwed
from tests.playing import drawn


def paid(payer: str, payee: str, amount_cp: int, reason: str, owed_cp: int | None = None) -> Event:
    return CoinsMoved(payer=payer, payee=payee, amount_cp=amount_cp, reason=reason, owed_cp=owed_cp)


def phase(name: str) -> Event:
    return PhaseBegan(phase=name)


def turn_of(seat: str) -> Event:
    return TurnBegan(seat=seat)


def asks(question: str, *seats: str) -> Event:
    return QuestionAsked(seats=list(seats), question=question)


def answered(seat: str) -> Event:
    return QuestionAnswered(seat=seat)


def status(seat: str, now: str, why: str) -> Event:
    return StatusChanged(seat=seat, status=now, why=why)


def condition(seat: str, name: str, on: bool = True, *, to: str = ALL) -> Event:
    return ConditionSet(to=to, seat=seat, condition=name, on=on)


def set_down(seat: str, n: int, face: int) -> Event:
    """A die set down in the open."""
    return DieSetDown(seat=seat, n=n, place="open", face=face, face_to=ALL)


def set_down_blind(seat: str, n: int, face: int) -> Event:
    return DieSetDown(seat=seat, n=n, place="blind", face=face, face_to=GM_ONLY)


def revealed(seat: str, n: int, face: int) -> Event:
    return DieRevealed(seat=seat, n=n, face=face)


def fee(seat: str, n: int) -> Event:
    return FeeOwed(seat=seat, n=n, fee_cp=100)


def check(
    seat: str,
    name: str,
    purpose: str,
    natural: int,
    *,
    modifier: int = 0,
    to: str = ALL,
    against: int | None = None,
    against_to: str = "none",
    n: int = 1,
) -> Event:
    """A check of one die."""
    return CheckRolled(
        to=to,
        seat=seat,
        check=name,
        mode=NORMAL,
        draws=[drawn(seat, purpose, 20, natural, n)],
        natural=natural,
        modifier=modifier,
        total=natural + modifier,
        against=against,
        against_to=against_to,
    )


def round_ended(outcome: str, winner: str | None = None, won_cp: int = 0, *, number: int = 1) -> Event:
    winners = [winner] if winner else []
    return RoundEnded(round=number, outcome=outcome, winners=winners, won_cp=dict.fromkeys(winners, won_cp))

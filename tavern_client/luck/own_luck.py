"""Finds out from a view whether a player's own luck is in a round, and if not, why. It accuses nobody."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from tavern_client.views import View

Why = Literal["revealed", "asked", "withheld", "called_off", "too_late", "not_sealed", "open", "not_playing"]

_DETAILS: Final[Mapping[Why, str]] = {
    "revealed": "it was revealed",
    "asked": "it is still to be revealed",
    "withheld": "it was sealed, and withheld",
    "called_off": "the round was called off before it was revealed",
    "too_late": "its seal came too late for this round, or the table's luck was open by then",
    "not_sealed": "nothing was sealed for this round",
    "open": "this round is played with open luck words",
    "not_playing": "the seat does not play in this round",
}
_LOBBY: Final = "lobby"
_CALLED: Final = "luck"


class LuckInRound(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a seat's sealed luck is in the current or last round.

    If it is, nobody can have chosen the round's rolls, except by withholding their own luck. `why` gives the reason.
    """

    round: int
    included: bool
    why: Why

    def __str__(self) -> str:
        return f"your luck is {'' if self.included else 'not '}in round {self.round}: {_DETAILS[self.why]}"


def luck_in_round(view: View, seat: str, drawn: set[int]) -> LuckInRound | None:
    """The luck of a seat in the round that a view shows; None before the first.

    `drawn` has the numbers of the rounds for which the client drew luck for this seat.
    """
    if not view.round:
        return None
    why = _why(view, seat, drawn)
    return LuckInRound(round=view.round, included=why == "revealed", why=why)


def _why(view: View, seat: str, drawn: set[int]) -> Why:
    fair = view.fair
    if seat in (fair.revealed or {}):
        return "revealed"
    if seat in (fair.withheld or []):
        return "withheld"
    if seat in (fair.seals or {}):
        return "asked" if view.phase == _CALLED else "called_off"
    if not _plays(view, seat):
        return "not_playing"
    if fair.luck == "open" and view.phase != _LOBBY:
        return "open"
    return "too_late" if view.round in drawn else "not_sealed"


def _plays(view: View, seat: str) -> bool:
    if view.phase == _CALLED:
        return seat in (view.fair.called or [])
    return any(one.seat == seat and one.playing for one in view.seats)

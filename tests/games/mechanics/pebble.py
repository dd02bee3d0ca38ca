"""Pebble, a game against the House that has every kind of odds, and what happens in a round of it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Final

import pytest

from events.accounts import ESCROW, HOUSE
from events.audience import ALL, GM
from events.event import Command
from events.round_events import (
    DiceThrown,
    QuestionAnswered,
    RoundEnded,
    StatusChanged,
)
from events.table_events import CoinsMoved
from games.engine.catalogue import Catalogue
from games.engine.legality import Refused
from games.mechanics.bank import BankOptions, house_thrown
from games.mechanics.house_bets import BetPlaced, BetSettled, Stakes
from games.mechanics.one_throw import OneThrow
from games.table import TABLE_RULES
from projections.actions import Action
from projections.game import AnyTable
from tests.playing import Playing, drawn

RETURNS: Final[Mapping[str, Sequence[Fraction | int]]] = {
    "even": (0, Fraction(3, 2), 0, Fraction(3, 2)),
    "four": (0, 0, 0, 4),
    "high": (0, 0, 1, 2),
}
"""What each call gives back when the d4 shows 1, 2, 3, 4: odds of 1/2:1 and 3:1, and a bet that may just come back."""


class Pebble(OneThrow[BankOptions, Stakes]):
    """A d4, and three calls."""

    id = "pebble"
    version = 1
    name = "Pebble"
    summary = "What will it show?"
    how_to_play = ("Look at the pebble.", "Bet.", "See.")
    options = BankOptions
    state = Stakes
    draws: ClassVar = (house_thrown(1, 4),)

    def thrown(self, table: AnyTable) -> tuple[int, int]:
        return 1, 4

    def calls(self, table: AnyTable) -> Sequence[str]:
        return tuple(RETURNS)

    def returns(self, call: str, faces: tuple[int, ...]) -> Fraction | int:
        return RETURNS[call][faces[0] - 1]


PEBBLE: Final = Catalogue.of([Pebble()], TABLE_RULES)


def a_pebble(*seats: str, face: int = 4, purse_cp: int = 10_000, **options: Any) -> Playing:
    """A round of Pebble in which the House's die shows this face."""
    playing = Playing.open(PEBBLE, "pebble", **options).seat(*seats or ("Ada", "Bo"), purse_cp=purse_cp)
    return playing.load({(HOUSE, "house", 4): [face]}).start()


def moved(payer: str, payee: str, amount_cp: int, reason: str) -> CoinsMoved:
    return CoinsMoved(payer=payer, payee=payee, amount_cp=amount_cp, reason=reason)


def laid(seat: str, on: str, amount_cp: int) -> tuple[CoinsMoved, BetPlaced, QuestionAnswered]:
    """What happens when a seat bets."""
    stake = moved(seat, ESCROW, amount_cp, "stake")
    return stake, BetPlaced(seat=seat, on=on, amount_cp=amount_cp), QuestionAnswered(seat=seat)


def passed(seat: str, why: str = "passed") -> tuple[StatusChanged, QuestionAnswered]:
    """What happens when a seat bets nothing."""
    return StatusChanged(seat=seat, status="passed", why=why), QuestionAnswered(seat=seat)


def won(seat: str, amount_cp: int, back_cp: int, payee: str | None = None) -> list[Any]:
    """What happens when a bet gives back more than itself, or just itself."""
    to = payee or seat
    winnings = [moved(HOUSE, to, back_cp - amount_cp, "winnings")] if back_cp > amount_cp else []
    settled = BetSettled(seat=seat, amount_cp=amount_cp, back_cp=back_cp)
    return [moved(ESCROW, to, amount_cp, "stake_back"), *winnings, settled]


def lost(seat: str, amount_cp: int) -> list[Any]:
    """What happens when a bet is lost."""
    return [moved(ESCROW, HOUSE, amount_cp, "lost_bet"), BetSettled(seat=seat, amount_cp=amount_cp, back_cp=0)]


def thrown(face: int) -> DiceThrown:
    """The House's throw."""
    draws = [drawn(HOUSE, "house", 4, face)]
    return DiceThrown(seat=HOUSE, ns=[0], die="d4", place="open", draws=draws, draws_to=ALL)


def ended(**won_cp: int) -> RoundEnded:
    return RoundEnded(round=1, outcome="settled", winners=list(won_cp), won_cp=won_cp)


def bets(playing: Playing, seat: str) -> list[Action]:
    return [action for action in playing.actions(seat) if action.type == "bet"]


def refusal(playing: Playing, seat: str, command: Any) -> str:
    """Why a command is refused, in words."""
    with pytest.raises(Refused) as refused:
        playing.give(seat, command)
    return str(refused.value)


def chronicle_of(playing: Playing, *moves: tuple[str, Command]) -> list[str]:
    """The sentences of some moves, as the GM hears them."""
    sentences: list[str] = []
    for seat, command in moves:
        playing.give(seat, command)
        newest = playing.newest_seen(GM)
        sentences += newest.chronicle if newest else []
    return sentences

"""A round of Mountains with cards that are given, and what happens in it."""

from collections.abc import Mapping
from typing import Any

from events.accounts import ESCROW, HOUSE
from events.audience import ALL
from events.event import Event
from events.round_events import (
    DiceThrown,
    DieRolled,
    PhaseBegan,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
)
from events.table_events import CoinsMoved
from games.installed import CATALOGUE
from games.mechanics.house_bets import Bet, BetPlaced, BetSettled
from tests.playing import Playing, drawn

CARDS = range(1, 9)
BUY_IN = Bet(amount_cp=500)


def a_table(
    *seats: str,
    house: tuple[int, int] = (2, 7),
    cards: Mapping[str, int] | None = None,
    purse_cp: int = 10_000,
    **options: Any,
) -> Playing:
    """A round of Mountains in which the House's cards, and those of these seats, fall so."""
    playing = Playing.open(CATALOGUE, "mountains", **options).seat(*seats or ("Ada",), purse_cp=purse_cp)
    drawn_cards = {(seat, "card", 8): [card] for seat, card in (cards or {}).items()}
    return playing.load({(HOUSE, "house", 8): house, **drawn_cards}).start()


def bought_in(*seats: str, **given: Any) -> Playing:
    """A table whose seats have all paid the buy-in."""
    table = a_table(*seats, **given)
    for seat in list(table.table.to_act):
        table.give(seat, BUY_IN)
    return table


def moved(payer: str, payee: str, amount_cp: int, reason: str) -> CoinsMoved:
    return CoinsMoved(payer=payer, payee=payee, amount_cp=amount_cp, reason=reason)


def laid(seat: str, amount_cp: int) -> list[Event]:
    """What happens when a seat bets."""
    stake = moved(seat, ESCROW, amount_cp, "stake")
    return [stake, BetPlaced(seat=seat, on=None, amount_cp=amount_cp), QuestionAnswered(seat=seat)]


def shown(first: int, second: int) -> DiceThrown:
    """The House's two cards."""
    draws = [drawn(HOUSE, "house", 8, first), drawn(HOUSE, "house", 8, second, n=2)]
    return DiceThrown(seat=HOUSE, ns=[0, 1], die="d8", place="open", draws=draws, draws_to=ALL)


def card(seat: str, face: int) -> DieRolled:
    return DieRolled(seat=seat, n=0, die="d8", place="open", draw=drawn(seat, "card", 8, face), draw_to=ALL)


def won(seat: str, total_cp: int, payee: str | None = None) -> list[Event]:
    """What happens when a bet of so much in all wins."""
    return [
        moved(ESCROW, payee or seat, total_cp, "stake_back"),
        moved(HOUSE, payee or seat, total_cp, "winnings"),
        BetSettled(seat=seat, amount_cp=total_cp, back_cp=2 * total_cp),
    ]


def lost(seat: str, total_cp: int) -> list[Event]:
    """What happens when a bet of so much in all is lost."""
    return [moved(ESCROW, HOUSE, total_cp, "lost_bet"), BetSettled(seat=seat, amount_cp=total_cp, back_cp=0)]


def ended(**bet_cp: int) -> RoundEnded:
    """Those who have won are paid twice what they bet in all."""
    won_cp = {seat: 2 * total_cp for seat, total_cp in bet_cp.items()}
    return RoundEnded(round=1, outcome="settled", winners=list(won_cp), won_cp=won_cp)


def asked_for_more(*seats: str) -> list[Event]:
    return [PhaseBegan(phase="betting"), QuestionAsked(seats=list(seats), question="bet_more")]

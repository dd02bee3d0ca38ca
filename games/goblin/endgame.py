"""The end of a round: the Coin where the highest are tied, the Coward's Tax, and the pot."""

from collections.abc import Iterator

from events.accounts import HOUSE, POT
from events.audience import ALL
from events.dice import Dice
from events.event import Event
from events.round_events import DieRolled, PhaseBegan, RoundEnded, StatusChanged
from games.goblin import standing
from games.goblin.options import BULLET, COIN, COIN_SIDES, TAXED
from games.goblin.state import DEAD, GoblinTable
from games.mechanics.coins import pay
from games.mechanics.side_bets import pay_side_bets

_COIN_PHASE = "coin"


def settle(table: GoblinTable, dice: Dice) -> Iterator[Event]:
    """All have held or died, or the last stage is over: the highest score wins the pot."""
    while len(tied := standing.highest(table)) > 1:
        yield from _flip(table, dice, tied)
    by_the_coin = table.phase == _COIN_PHASE
    yield PhaseBegan(phase="payout")
    winner = tied[0] if tied else None
    yield from pay_side_bets(table, winner)
    if winner is None:
        yield from pay(POT, HOUSE, table.balance(POT), "wipeout")
        yield RoundEnded(round=table.round, outcome="wipeout", winners=[], won_cp={})
        return
    if table.state.held_in.get(winner) in TAXED:
        yield from pay(POT, HOUSE, table.balance(POT) // 2, "cowards_tax")
    won_cp = table.balance(POT)
    yield from pay(POT, winner, won_cp, "payout")
    outcome = "won_by_the_coin" if by_the_coin else "won"
    yield RoundEnded(round=table.round, outcome=outcome, winners=[winner], won_cp={winner: won_cp})


def _flip(table: GoblinTable, dice: Dice, tied: list[str]) -> Iterator[Event]:
    """All who are tied flip at once. The Coin lies with a seat's dice and counts as they do: heads is its 2."""
    if table.phase != _COIN_PHASE:
        yield PhaseBegan(phase=_COIN_PHASE)
    fallen: list[str] = []
    for seat in tied:
        draw = dice.roll(seat, "coin", COIN_SIDES)
        yield DieRolled(seat=seat, n=len(table.seats[seat].dice), die=COIN, place="open", draw=draw, draw_to=ALL)
        if draw.face == BULLET:
            fallen.append(seat)
    for seat in fallen:
        yield StatusChanged(seat=seat, status=DEAD, why="coin")

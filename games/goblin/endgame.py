"""The end of a round: the Coin if the highest are tied, the Coward's Tax, side bets, and the pot. (Seeds 001.)"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from events.accounts import HOUSE, POT
from events.audience import ALL
from events.dice import Dice
from events.event import Event
from events.round_events import DieRolled, PhaseBegan, RoundEnded, StatusChanged
from events.table_events import CoinsMoved
from games.engine.chapter import Chapter, Uses
from games.engine.drawn import Drawn
from games.goblin.state import (
    BULLET,
    COIN,
    COIN_SIDES,
    DEAD,
    SIDE_BET_STAGES,
    STAGES,
    TAXED,
    GoblinTable,
    highest,
    living,
    score,
)
from games.mechanics.coins import pay
from games.mechanics.sentences import says, sentence, silent
from games.mechanics.side_bets import SideBets
from projections.actions import Action, Offer, Refusal
from projections.chronicle import coins, listed, name_of, number_word
from projections.labels import Label, Labels

_COIN_PHASE: Final = "coin"


class GoblinSideBets(SideBets):
    """Side bets are taken during the first stages, on living seats."""

    reasons: ClassVar = {"cannot_win": "That seat cannot win the round any more."}

    def backable(self, table: GoblinTable) -> Sequence[str]:
        """Only the living can win."""
        return living(table)

    def why_closed(self, table: GoblinTable) -> str | None:
        """Bets are taken during the first stages."""
        past = table.state.stage > SIDE_BET_STAGES
        return f"Side bets are taken during the first {number_word(SIDE_BET_STAGES)} stages." if past else None

    def may_bet(self, table: GoblinTable, seat: str) -> Iterator[Offer]:
        """Bets on dead seats are refused by name."""
        offers = list(super().may_bet(table, seat))
        yield from offers
        may_bet = any(isinstance(offer, Action) for offer in offers)
        for other in table.with_status(DEAD) if may_bet else ():
            detail = f"{name_of(table, other)} cannot win this round any more."
            yield Refusal("side_bet", "cannot_win", detail, {"target": other})


class Endgame(Chapter):
    """All have held or died, or the last stage is over: the highest score wins the pot."""

    draws: ClassVar = (
        Drawn(purpose="coin", sides=(COIN_SIDES,), event=DieRolled, where={"die": (COIN,), "place": ("open",)}),
    )
    labels: ClassVar = Labels(
        phases={
            _COIN_PHASE: Label("The Coin", "Those who tie flip a coin: tails is death."),
            "payout": Label("Payout", "The winner takes the pot."),
        },
        outcomes={
            "won": Label("Won", "The highest score took the pot."),
            "won_by_the_coin": Label("Won by the Coin", "The highest scores tied, and the Coin decided."),
            "wipeout": Label("Wipeout", "Nobody survived; the House keeps the pot."),
        },
        coins={
            "wipeout": Label("Wipeout", "The House keeps the pot."),
            "cowards_tax": Label("Coward’s Tax", "Half the pot, for a hold before the d8."),
            "payout": Label("Winnings", "The pot goes to the winner."),
        },
    )
    side_bets = Uses(GoblinSideBets)

    def settle(self, table: GoblinTable, dice: Dice) -> Iterator[Event]:
        """Flip the Coin while the highest scores are tied, pay side bets, collect the tax, pay the winner."""
        while len(tied := highest(table)) > 1:
            yield from self._flip(table, dice, tied)
        by_the_coin = table.phase == _COIN_PHASE
        yield PhaseBegan(phase="payout")
        winner = tied[0] if tied else None
        yield from self.side_bets.pay_out(table, tied)
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

    def _flip(self, table: GoblinTable, dice: Dice, tied: list[str]) -> Iterator[Event]:
        """All tied seats flip at once. The Coin lies with a seat's dice and counts as they do: heads is its 2."""
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

    @sentence(PhaseBegan, phase=_COIN_PHASE)
    def _coin_phase_aloud(self, table: GoblinTable, event: PhaseBegan) -> str:
        tied = listed([name_of(table, seat) for seat in highest(table)])
        return f"Sudden death: {tied} flip the Coin."

    @sentence(DieRolled, die=COIN)
    def _flip_aloud(self, table: GoblinTable, event: DieRolled) -> str:
        heads = event.draw is not None and event.draw.face == COIN_SIDES
        fell = f"heads, and has {score(table, event.seat)}" if heads else "tails"
        return f"{name_of(table, event.seat)} flips the Coin: {fell}."

    _death_aloud = says(StatusChanged, "The Coin is the death of {seat}.", status=DEAD, why="coin")
    _wipeout_aloud = says(CoinsMoved, "The House keeps the pot of {amount_cp}.", reason="wipeout")
    _tax_aloud = says(
        CoinsMoved,
        f"The Coward’s Tax on a hold before the {STAGES[len(TAXED)]}: {{amount_cp}} goes to the House.",
        reason="cowards_tax",
    )
    _payout_aloud = silent(CoinsMoved, reason="payout")

    @sentence(RoundEnded)
    def _end_aloud(self, table: GoblinTable, event: RoundEnded) -> str:
        if not event.winners:
            return "Nobody walks out of the Chamber."
        [winner] = event.winners
        how = "The Coin spares" if event.outcome == "won_by_the_coin" else "The Chamber belongs to"
        return f"{how} {name_of(table, winner)}, who takes {coins(event.won_cp[winner])}."

"""Side bets: everybody at the table, also watchers, may bet on the winner of the round. (Seeds 001, "Side Bets".)

All stakes go into one pool. Those who backed a winner share it in proportion to their stakes; if nobody did, or nobody
wins, the stakes go back.

A game with side bets keeps a list `side_bets` in its state. It says until when and on which seats bets are taken, and
calls `pay_out` when it knows the winners.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

import msgspec

from events.accounts import OUTSIDE, SIDE_POOL
from events.dice import Dice
from events.event import V1, CommandV1, Event, namespaced
from events.table_events import CoinsMoved
from games.chapter import Chapter, act, fold, offers, round_details
from games.mechanics.coins import paid_to_departed, pay, payee_of, shares
from games.mechanics.sentences import sentence, silent
from projections.actions import Action, Bounds, Choices, Offer, Refusal
from projections.chronicle import coins, name_of
from projections.game import AnyTable
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, ValueLabel

_tag = namespaced("side_bets")
_STAKE: Final = "side_bet"


class SideBet(CommandV1, frozen=True, kw_only=True):
    """Bet on a seat to win the round."""

    target: str
    amount_cp: int


class SideBetPlaced(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat or a watcher bets on `backed` to win."""

    seat: str
    backed: str
    amount_cp: int


class Backing(msgspec.Struct, frozen=True, kw_only=True):
    """A side bet that was placed, in copper."""

    bettor: str
    backed: str
    amount_cp: int


class SideBets(Chapter):
    """Side bets on the winner of the round."""

    events: ClassVar[Sequence[type[Event]]] = (SideBetPlaced,)
    reasons: ClassVar = {
        "purse_too_small": "It costs more than is in the purse.",
        "side_bets_closed": "Side bets are taken at the beginning of a round.",
    }
    labels: ClassVar = Labels(
        commands={
            "side_bet": CommandLabel(
                "Side bet",
                "Bet on who wins the round; those who are right share the stakes.",
                {
                    "target": ValueLabel("On", "A seat that can still win.", "seat"),
                    "amount_cp": ValueLabel("How much", "An ante or more.", "coins"),
                },
            ),
        },
        coins={
            _STAKE: Label("Side bet", "A stake on who wins."),
            "side_bet_won": Label("Side bet won", "A share of the stakes."),
            "side_bet_returned": Label("Side bet back", "Nobody was right: the stakes go back."),
        },
        details=DetailLabels(
            table={
                "side_pool_cp": DetailLabel("Side pool", "What is staked on who wins.", "coins"),
                "side_bets": DetailLabel("Side bets", "Who has bet how much on whom.", "list"),
            }
        ),
    )

    placed_as: ClassVar[type[SideBetPlaced]] = SideBetPlaced
    """The event that records a bet."""

    @abstractmethod
    def backable(self, table: AnyTable) -> Sequence[str]:
        """The seats that can still win."""

    @abstractmethod
    def why_closed(self, table: AnyTable) -> str | None:
        """Why side bets are closed, in a sentence; None while they are open."""

    def account(self, table: AnyTable) -> str:
        """The account into which stakes go."""
        return SIDE_POOL

    def bets(self, table: AnyTable) -> list[Backing]:
        """The side bets of the round, in the order in which they were placed."""
        bets: list[Backing] = table.state.side_bets
        return bets

    @offers(SideBet)
    def may_bet(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """An ante or more, from the purse, on any seat that can still win."""
        least_cp, purse_cp = table.options.ante_cp, table.purse(seat)
        if closed := self.why_closed(table):
            yield Refusal("side_bet", "side_bets_closed", closed)
        elif purse_cp < least_cp:
            detail = f"A side bet must be at least {coins(least_cp)}, and you have {coins(purse_cp)}."
            yield Refusal("side_bet", "purse_too_small", detail)
        else:
            backed = Choices(choices=list(self.backable(table)))
            yield Action(type="side_bet", params={"target": backed, "amount_cp": Bounds(min=least_cp, max=purse_cp)})

    @act(SideBet)
    def bet(self, table: AnyTable, dice: Dice, seat: str, command: SideBet) -> Iterator[Event]:
        """The stake is paid at once."""
        yield self.placed_as(seat=seat, backed=command.target, amount_cp=command.amount_cp)
        yield from pay(seat, self.account(table), command.amount_cp, _STAKE)

    def pay_out(self, table: AnyTable, winners: Sequence[str]) -> Iterator[Event]:
        """Those who backed a winner share the pool in proportion; if nobody did, the stakes go back."""
        bets = self.bets(table)
        if not bets:
            return
        won = [bet for bet in bets if bet.backed in winners]
        reason = "side_bet_won" if won else "side_bet_returned"
        # The remainder goes to the seats of the round in order, then to the others in order of arrival.
        in_order = dict.fromkeys([*table.order, *table.seats])
        backers = {bettor: cp for bettor in in_order if (cp := staked(won or bets, bettor))}
        for bettor, share_cp in shares(table.balance(SIDE_POOL), backers).items():
            yield from pay(SIDE_POOL, payee_of(table, bettor), share_cp, reason)

    @fold(SideBetPlaced)
    def placed(self, table: AnyTable, event: SideBetPlaced) -> None:
        """The bet is kept for the round."""
        self.bets(table).append(Backing(bettor=event.seat, backed=event.backed, amount_cp=event.amount_cp))

    @sentence(SideBetPlaced)
    def placed_aloud(self, table: AnyTable, event: SideBetPlaced) -> str:
        """All bets are public."""
        backed = "themselves" if event.backed == event.seat else name_of(table, event.backed)
        return f"{name_of(table, event.seat)} bets {coins(event.amount_cp)} on {backed}."

    _stake_aloud = silent(CoinsMoved, reason=_STAKE)

    @sentence(CoinsMoved, payer=SIDE_POOL, payee=OUTSIDE)
    def _paid_outside(self, table: AnyTable, event: CoinsMoved) -> str:
        return paid_to_departed(table, event, [bet.bettor for bet in self.bets(table)], self.labels)

    @round_details
    def _details(self, table: AnyTable) -> dict[str, Any]:
        bets = [{"seat": bet.bettor, "target": bet.backed, "amount_cp": bet.amount_cp} for bet in self.bets(table)]
        return {"side_pool_cp": table.balance(SIDE_POOL), "side_bets": bets}


def staked(bets: Sequence[Backing], bettor: str) -> int:
    """What a seat or watcher has staked in these bets, in copper."""
    return sum(bet.amount_cp for bet in bets if bet.bettor == bettor)

"""Coins that the GM brings to the table and takes from it: loans, buy-ins, cash-outs."""

from collections.abc import Iterator
from typing import ClassVar, Final

from events.accounts import OUTSIDE
from events.event import CommandV1, Event
from events.table_events import CoinsMoved
from games.chapter import Chapter
from games.command_fields import MAX_COINS_CP, Coins, Reason
from games.rulebook import Rulebooks
from games.table.chapter import NO_SEATS, Context, gm_act, gm_offers
from projections.actions import Action, Bounds, Choices, Offer, Param, Refusal, Text
from projections.game import AnyTable
from projections.labels import CommandLabel, Label, Labels, ValueLabel


class GiveCoins(CommandV1, frozen=True, kw_only=True):
    """Bring coins to a seat's purse: a loan, a buy-in."""

    target: str
    amount_cp: Coins
    reason: Reason


class TakeCoins(CommandV1, frozen=True, kw_only=True):
    """Take coins from a seat's purse and the table: a cash-out."""

    target: str
    amount_cp: Coins
    reason: Reason


_REASON: Final = ValueLabel("Reason", "Everybody at the table reads it.", "text")


class Purses(Chapter):
    """What the GM gives to seats and takes from them, at any time."""

    reasons: ClassVar = {
        "purse_too_small": "It costs more than is in the purse.",
    }
    labels: ClassVar = Labels(
        commands={
            "give_coins": CommandLabel(
                "Give coins",
                "Bring coins to a purse: a loan, a buy-in.",
                {
                    "target": ValueLabel("To whom", "The seat whose purse it is.", "seat"),
                    "amount_cp": ValueLabel("How much", "The coins come from outside the table.", "coins"),
                    "reason": _REASON,
                },
            ),
            "take_coins": CommandLabel(
                "Take coins",
                "Take coins from a purse and the table: a cash-out.",
                {
                    "target": ValueLabel("From whom", "The seat whose purse it is.", "seat"),
                    "amount_cp": ValueLabel("How much", "The coins leave the table.", "coins"),
                    "reason": _REASON,
                },
            ),
        },
        coins={
            "loan": Label("Loan", "Coins that the GM brought."),
            "cash_out": Label("Cash-out", "Coins that left the table."),
        },
    )

    @gm_offers(GiveCoins)
    def may_give(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """To every seat."""
        seats = [seat.seat for seat in table.present()]
        if not seats:
            yield Refusal("give_coins", *NO_SEATS)
            return
        amount = Bounds(min=1, max=MAX_COINS_CP)
        params: dict[str, Param] = {
            "target": Choices(choices=seats),
            "amount_cp": amount,
            "reason": Text(text=200),
        }
        yield Action(type="give_coins", params=params)

    @gm_act(GiveCoins)
    def give(self, table: AnyTable, context: Context, command: GiveCoins) -> Iterator[Event]:
        """The coins come from outside."""
        yield CoinsMoved(
            payer=OUTSIDE, payee=command.target, amount_cp=command.amount_cp, reason="loan", note=command.reason
        )

    @gm_offers(TakeCoins)
    def may_take(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """From every seat, up to what is in its purse: once for all seats that have as much."""
        seats = [seat.seat for seat in table.present()]
        if not seats:
            yield Refusal("take_coins", *NO_SEATS)
        with_as_much: dict[int, list[str]] = {}
        for seat in seats:
            with_as_much.setdefault(min(table.purse(seat), MAX_COINS_CP), []).append(seat)
        for seat in with_as_much.pop(0, []):
            detail = f"The purse of {table.names[seat]} is empty."
            yield Refusal("take_coins", "purse_too_small", detail, {"target": seat})
        for most, targets in with_as_much.items():
            params: dict[str, Param] = {
                "target": Choices(choices=targets),
                "amount_cp": Bounds(min=1, max=most),
                "reason": Text(text=200),
            }
            yield Action(type="take_coins", params=params)

    @gm_act(TakeCoins)
    def take(self, table: AnyTable, context: Context, command: TakeCoins) -> Iterator[Event]:
        """The coins go outside."""
        yield CoinsMoved(
            payer=command.target, payee=OUTSIDE, amount_cp=command.amount_cp, reason="cash_out", note=command.reason
        )

"""Coins that the GM brings to the table and takes from it: loans, buy-ins, cash-outs; and asking for them."""

from collections.abc import Iterator
from typing import ClassVar, Final

from events.accounts import OUTSIDE
from events.event import CommandV1, Event
from events.table_events import CoinsAsked, CoinsMoved, CoinsRefused
from games.engine.chapter import Chapter, act, explains, gm_act, gm_offers, offers
from games.engine.command_fields import MAX_COINS_CP, Coins, Reason
from games.engine.rulebooks import Context, Rulebooks
from games.table.reasons import NO_SEATS
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


class AskForCoins(CommandV1, frozen=True, kw_only=True):
    """Ask the GM for coins: a rebuy."""

    amount_cp: Coins


class RefuseCoins(CommandV1, frozen=True, kw_only=True):
    """Bring no coins for a seat that asked."""

    target: str


_REASON: Final = ValueLabel("Reason", "Everybody at the table reads it.", "text")


class Purses(Chapter):
    """What the GM gives to seats and takes from them, at any time."""

    reasons: ClassVar = {
        "no_request": "The seat has not asked for coins.",
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
            "ask_for_coins": CommandLabel(
                "Ask for coins",
                "The GM is asked to bring you coins: a loan, a new buy-in.",
                {"amount_cp": ValueLabel("How much", "Everybody at the table sees what you ask for.", "coins")},
            ),
            "refuse_coins": CommandLabel(
                "Bring no coins",
                "The seat that asked gets none.",
                {"target": ValueLabel("Whom", "A seat that has asked for coins.", "seat")},
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

    @offers(AskForCoins)
    def may_ask(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Every seat that plays, at any time; a later request replaces an earlier one."""
        if table.seats[seat].kind != "watcher":
            yield Action(type="ask_for_coins", params={"amount_cp": Bounds(min=1, max=MAX_COINS_CP)})

    @act(AskForCoins)
    def ask(self, table: AnyTable, context: Context, seat: str, command: AskForCoins) -> Iterator[Event]:
        """The request stands until the GM answers it."""
        yield CoinsAsked(seat=seat, amount_cp=command.amount_cp)

    @gm_offers(RefuseCoins)
    def may_refuse(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """Every seat that has asked."""
        asking = [seat.seat for seat in table.present() if seat.asks_cp]
        if asking:
            yield Action(type="refuse_coins", params={"target": Choices(choices=asking)})
        else:
            yield Refusal("refuse_coins", "no_request", "Nobody has asked for coins.")

    @explains(RefuseCoins)
    def why_not_refused(self, table: AnyTable, rulebooks: Rulebooks, command: RefuseCoins) -> Refusal | None:
        """A seat that has not asked."""
        holder = table.seats.get(command.target)
        if holder is None or holder.gone or holder.asks_cp:
            return None
        return Refusal("refuse_coins", "no_request", f"{holder.name} has not asked for coins.")

    @gm_act(RefuseCoins)
    def refuse(self, table: AnyTable, context: Context, command: RefuseCoins) -> Iterator[Event]:
        """The request is answered; no coins move."""
        yield CoinsRefused(seat=command.target)

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

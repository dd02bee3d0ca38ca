"""Moving coins: payments, fines, refunds and shares.

Rulings, "Everywhere": a purse never goes below zero, and a seat pays a fine as far as its purse goes. Shares are whole
copper; the remainder is paid one copper at a time, in order.
"""

from collections.abc import Iterable, Iterator, Mapping

from events.accounts import HOUSE, OUTSIDE, POT, UNBOUNDED
from events.event import Event
from events.table_events import CoinsMoved
from projections.chronicle import coins, name_of
from projections.game import AnyTable
from projections.labels import Labels, Lookup


def pay(payer: str, payee: str, amount_cp: int, reason: str) -> Iterator[Event]:
    """Pay coins that the payer is known to have. No event if the amount is 0."""
    if amount_cp:
        yield CoinsMoved(payer=payer, payee=payee, amount_cp=amount_cp, reason=reason)


def payee_of(table: AnyTable, seat: str) -> str:
    """The account for payments to a seat: its purse, or outside if it has left the table."""
    return OUTSIDE if table.seats[seat].gone else seat


def put_back(table: AnyTable, moved: Mapping[str, int], reason: str, *, pot_cp: int) -> Iterator[Event]:
    """Reverse each account's net of a round, with at most `pot_cp` from the pot. The House pays what is missing."""
    for account, gained in moved.items():
        if gained > 0 and account != HOUSE:
            there = gained if account in UNBOUNDED else min(gained, table.balance(account))
            yield from pay(account, HOUSE, min(there, pot_cp) if account == POT else there, reason)
    for account, gained in moved.items():
        if gained < 0 and account != HOUSE:
            yield from pay(HOUSE, _account_or_outside(table, account), -gained, reason)


def _account_or_outside(table: AnyTable, account: str) -> str:
    seat = table.seats.get(account)
    left = account in table.names if seat is None else seat.gone
    return OUTSIDE if left else account


def fine(table: AnyTable, seat: str, payee: str, owed_cp: int, reason: str) -> Iterator[Event]:
    """Fine a seat, as far as its purse goes. The event records the amounts owed and paid."""
    paid_cp = min(owed_cp, table.purse(seat))
    yield CoinsMoved(payer=seat, payee=payee, amount_cp=paid_cp, reason=reason, owed_cp=owed_cp)


def shares(total_cp: int, weights: Mapping[str, int]) -> dict[str, int]:
    """Split `total_cp` in proportion to `weights`, whose sum is not 0. The remainder goes one by one in their order."""
    whole = sum(weights.values())
    split = {name: total_cp * weight // whole for name, weight in weights.items()}
    left_over = total_cp - sum(split.values())
    for name in list(split)[:left_over]:
        split[name] += 1
    return split


def paid_to_departed(table: AnyTable, event: CoinsMoved, candidates: Iterable[str], labels: Labels) -> str:
    """The sentence for coins paid outside to one of `candidates` that has left; the event does not say which."""
    gone = [name_of(table, seat) for seat in dict.fromkeys(candidates) if table.seats[seat].gone]
    who = f"{' or '.join(gone)}, who {'has' if len(gone) == 1 else 'have'} left the table"
    why = Lookup(labels).inline("coins", event.reason)
    return f"{coins(event.amount_cp)} goes from {name_of(table, event.payer)} to {who} ({why})."

"""How coins move in the games: paying what one can, and sharing whole copper.

Rulings, "Everywhere": a purse never goes below zero; what a seat is fined it pays as far as the purse goes; shares
are whole copper, what is left over goes one copper at a time in order.
"""

from collections.abc import Container, Iterable, Iterator, Mapping

from events.accounts import HOUSE, OUTSIDE, POT, UNBOUNDED
from events.event import Event
from events.table_events import CoinsMoved
from projections.chronicle import coins, coins_moved, name_of
from projections.game import AnyTable, Sentence


def pay(payer: str, payee: str, amount_cp: int, reason: str) -> Iterator[Event]:
    """Move coins that are known to be there; nothing happens for nothing."""
    if amount_cp:
        yield CoinsMoved(payer=payer, payee=payee, amount_cp=amount_cp, reason=reason)


def payee_of(table: AnyTable, seat: str) -> str:
    """Where what a seat is paid goes: into its purse, or with it where it has left the table."""
    return OUTSIDE if table.seats[seat].gone else seat


def put_back(table: AnyTable, moved: Mapping[str, int], reason: str, *, pot_cp: int) -> Iterator[Event]:
    """Each account's net of a round is moved back, the House making up what is missing.

    Who left the table gets theirs outside. The pot gives `pot_cp` at most.
    """
    for account, gained in moved.items():
        if gained > 0 and account != HOUSE:
            there = gained if account in UNBOUNDED else min(gained, table.balance(account))
            yield from pay(account, HOUSE, min(there, pot_cp) if account == POT else there, reason)
    for account, gained in moved.items():
        if gained < 0 and account != HOUSE:
            yield from pay(HOUSE, _still_here(table, account), -gained, reason)


def _still_here(table: AnyTable, account: str) -> str:
    seat = table.seats.get(account)
    left = account in table.names if seat is None else seat.gone
    return OUTSIDE if left else account


def fine(table: AnyTable, seat: str, payee: str, owed_cp: int, reason: str) -> Iterator[Event]:
    """A fine: paid as far as the purse goes; the event records what was owed and what was paid."""
    paid_cp = min(owed_cp, table.purse(seat))
    yield CoinsMoved(payer=seat, payee=payee, amount_cp=paid_cp, reason=reason, owed_cp=owed_cp)


def shares(total_cp: int, weights: Mapping[str, int]) -> dict[str, int]:
    """`total_cp` split in proportion to `weights` (which do not sum to zero), floored; the rest one copper at a
    time in the order of `weights`."""
    whole = sum(weights.values())
    split = {name: total_cp * weight // whole for name, weight in weights.items()}
    left_over = total_cp - sum(split.values())
    for name in list(split)[:left_over]:
        split[name] += 1
    return split


def goes_to_who_left(table: AnyTable, event: CoinsMoved, whose: Iterable[str]) -> str:
    """A sentence for coins that go with somebody who has left, naming who: one of `whose`, the seats they may be for.

    The event itself has the coins go outside, and does not say with whom.
    """
    gone = [name_of(table, seat) for seat in dict.fromkeys(whose) if table.seats[seat].gone]
    who = f"{' or '.join(gone)}, who {'has' if len(gone) == 1 else 'have'} left the table"
    why = event.reason.replace("_", " ")
    return f"{coins(event.amount_cp)} goes from {name_of(table, event.payer)} to {who} ({why})."


def coins_told_but(reasons: Container[str]) -> Sentence:
    """A sentence for coins that move, but for these reasons: the sentence beside them tells of such coins already."""

    def told(table: AnyTable, event: CoinsMoved) -> str | None:
        return None if event.reason in reasons else coins_moved(table, event)

    return told

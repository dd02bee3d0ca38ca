"""The ledger: every coin's way, as a viewer saw it. It always sums to zero."""

from collections.abc import Iterable

import msgspec

from events.table_events import CoinsMoved
from projections.viewer_projection import VisibleEntry


class LedgerLine(msgspec.Struct, frozen=True, kw_only=True):
    """Copper that went from one account to another, with the viewer's version at which it did."""

    version: int
    at: str
    payer: str
    payee: str
    amount_cp: int
    reason: str
    owed_cp: int | None
    note: str


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """All that moved, in order, and what every account holds after it, in copper."""

    lines: list[LedgerLine]
    accounts: dict[str, int]


def ledger_of(entries: Iterable[VisibleEntry]) -> Ledger:
    """The ledger of a table's life, from the entries as one viewer saw them."""
    lines: list[LedgerLine] = []
    accounts: dict[str, int] = {}
    for entry in entries:
        for event in entry.events:
            if isinstance(event, CoinsMoved):
                lines.append(_line(entry, event))
                accounts[event.payer] = accounts.get(event.payer, 0) - event.amount_cp
                accounts[event.payee] = accounts.get(event.payee, 0) + event.amount_cp
    return Ledger(lines=lines, accounts=accounts)


def _line(entry: VisibleEntry, event: CoinsMoved) -> LedgerLine:
    return LedgerLine(
        version=entry.version,
        at=entry.at,
        payer=event.payer,
        payee=event.payee,
        amount_cp=event.amount_cp,
        reason=event.reason,
        owed_cp=event.owed_cp,
        note=event.note,
    )

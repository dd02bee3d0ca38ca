"""The ledger: every movement of coins, as a viewer saw it."""

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


def ledger_of(entries: Iterable[VisibleEntry]) -> list[LedgerLine]:
    """The movements of coins, in order, from entries as one viewer saw them."""
    return [
        LedgerLine(
            version=entry.version,
            at=entry.at,
            payer=event.payer,
            payee=event.payee,
            amount_cp=event.amount_cp,
            reason=event.reason,
            owed_cp=event.owed_cp,
            note=event.note,
        )
        for entry in entries
        for event in entry.events
        if isinstance(event, CoinsMoved)
    ]

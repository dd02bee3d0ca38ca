"""The common vocabulary, part three: disputes about rounds, and the GM's rulings."""

from typing import ClassVar, Final

from events.audience import CLOSED, Audience
from events.event import V1

RULING: Final = "ruling"
"""The reason of a `CoinsMoved` by which a ruling makes one account pay another."""
PUT_BACK: Final = "put_back"
"""The reason of a `CoinsMoved` by which a ruling reverses a whole round."""


class DisputeRaised(V1, frozen=True, kw_only=True):
    """A seat disputes what happened in a round. A table's disputes are numbered from 1.

    `version` is the seat's own version that the dispute concerns, if any. It also counts entries that only that seat
    saw, so only the seat and the GM may see it.
    """

    guarded: ClassVar = {"version": "version_to"}

    dispute: int
    seat: str
    round: int
    text: str
    version: int | None = None
    version_to: Audience = CLOSED


class DisputeRuled(V1, frozen=True, kw_only=True):
    """The GM ruled on a dispute. `verdict` is upheld or denied, `remedy` none, coins or round.

    With coins, `payer` owes `payee` `amount_cp` copper; with round, each account's gain or loss in the round is
    reversed. The `CoinsMoved` events that follow record what was actually paid, and what the House contributed.
    """

    dispute: int
    verdict: str
    text: str
    remedy: str
    payer: str | None = None
    payee: str | None = None
    amount_cp: int | None = None


DISPUTE_EVENTS = (DisputeRaised, DisputeRuled)

"""The common vocabulary, third part: what is disputed about a round, and how the GM rules."""

from typing import ClassVar, Final

from events.audience import CLOSED, Audience
from events.event import V1

RULING: Final = "ruling"
"""Why coins move that a ruling has one account pay another: the reason of their `CoinsMoved`."""
PUT_BACK: Final = "put_back"
"""Why coins move with which a ruling puts back a whole round."""


class DisputeRaised(V1, frozen=True, kw_only=True):
    """A seat disputes what happened in a round. Disputes are numbered from 1, for the table's whole life.

    `version` is the one of the seat's own versions that it is about, if it names any. It counts entries that only that
    seat saw too, so none but the seat and the GM learn of it.
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

    With coins, `payer` owes `payee` `amount_cp` copper; with round, what each account gained or lost in the round is
    put back. The `CoinsMoved` that follow record what was actually paid, and what the House made up.
    """

    dispute: int
    verdict: str
    text: str
    remedy: str
    payer: str | None = None
    payee: str | None = None
    amount_cp: int | None = None


DISPUTE_EVENTS = (DisputeRaised, DisputeRuled)

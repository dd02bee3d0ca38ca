"""A seat's position from the seat's own table, for whoever has it: what a view would tell, made as it is asked for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from events.accounts import POT
from games.policies.position import Position
from games.seat_offers import SeatOffers
from projections.actions import Action, Refusal
from projections.game import AnyTable
from projections.table import Note, Score, Seat
from projections.views import SeatView, seat_view, standings


def position_at(listing: SeatOffers) -> Position:
    """The position of a seat in its own table, as that stands now: for one decision."""
    return _AtTable(listing)


class _AtTable(Position):
    __slots__ = ("_listing", "_rulebook", "_seats", "_table")

    def __init__(self, listing: SeatOffers) -> None:
        table: AnyTable = listing.table
        super().__init__(listing.seat, table, table.balance(POT))
        self._listing = listing
        self._table = table
        self._rulebook = listing.rulebooks.get(table.game)
        self._seats: dict[str, SeatView] = {}

    @property
    def details(self) -> dict[str, Any]:
        return self._rulebook.round_view(self._table) if self._rulebook else {}

    @property
    def standings(self) -> Mapping[str, Score]:
        return standings(self._table)

    @property
    def notes(self) -> Sequence[Note]:
        return self._table.seats[self.mine].notes

    @property
    def actions(self) -> Sequence[Action]:
        return [offer for offer in self._listing.whole() if isinstance(offer, Action)]

    def each(self, kind: str) -> Sequence[Action]:
        offers = self._listing.about(kind)
        return [offer for offer in offers if isinstance(offer, Action)] if offers else ()

    def refusals(self, kind: str) -> Sequence[Refusal]:
        return [offer for offer in self._listing.about(kind) if isinstance(offer, Refusal)]

    def seat(self, seat: str) -> SeatView:
        if seat not in self._seats:
            self._seats[seat] = seat_view(self._table, self._rulebook, self._table.seats[seat])
        return self._seats[seat]

    def _at_the_table(self) -> Iterable[Seat]:
        return self._table.seats.values()

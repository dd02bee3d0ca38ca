"""What a policy reads: its own seat, the others and the offers, from the seat's view or from its own table."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, cast

from events.accounts import POT
from games.deciding.seat_offers import SeatOffers
from projections.actions import Action, Bounds, Choices, Offer, Refusal
from projections.game import AnyTable
from projections.table import Note, Score, Seat
from projections.views import SeatView, View, You, seat_view, standings


class Position(ABC):
    """What a seat sees and may do: exactly what its view shows.

    `asked`: whether the round waits for the seat. `question`: what it is asked, None if it is not. `options`: the
    game's. `order`: the seats of the round, in turn order. `pot_cp`: copper in the pot. `round` counts from 1.
    `house_faces`: the faces of the House's dice, None where hidden.
    """

    __slots__ = ("asked", "game", "house_faces", "mine", "options", "order", "phase", "pot_cp", "question", "round")

    def __init__(self, mine: str, source: View | AnyTable, pot_cp: int) -> None:
        self.mine = mine
        self.game: str = source.game
        self.phase: str = source.phase
        self.options: Any = source.options
        self.order: Sequence[str] = source.order
        self.pot_cp = pot_cp
        self.house_faces = [die.face for die in source.house_dice]
        self.round: int = source.round
        self.asked = mine in source.to_act
        self.question: str | None = (source.question or None) if self.asked else None

    @staticmethod
    def of(view: View) -> "Position | None":
        """The position of the seat that a view belongs to; None if it is not a seat's view."""
        you = view.you
        if you is None or you.seat is None or all(seat.seat != you.seat for seat in view.seats):
            return None
        return _InView(view, you, you.seat)

    @staticmethod
    def at(seat_offers: SeatOffers) -> "Position":
        """The current position of a seat, from its own table. Valid for one decision."""
        return _AtTable(seat_offers)

    @property
    @abstractmethod
    def details(self) -> dict[str, Any]:
        """The round's fields that are specific to the game."""

    @property
    @abstractmethod
    def standings(self) -> Mapping[str, Score]:
        """The results of each seat at this table."""

    @property
    @abstractmethod
    def notes(self) -> Sequence[Note]:
        """What the seat has learned this round."""

    @property
    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """All offered actions, in the view's order."""

    @abstractmethod
    def about(self, kind: str) -> Sequence[Offer]:
        """The offers for commands of one type."""

    @abstractmethod
    def seat(self, seat: str) -> SeatView:
        """A seat by its id. Raises `KeyError`."""

    @abstractmethod
    def _at_the_table(self) -> Iterable[SeatView | Seat]:
        """All seats, in order of arrival."""

    def rivals(self, *statuses: str) -> list[str]:
        """The ids of the other seats in the round; if statuses are given, only those with one of them."""
        return [
            seat.seat
            for seat in self._at_the_table()
            if seat.playing and seat.seat != self.mine and (not statuses or seat.status in statuses)
        ]

    @property
    def me(self) -> SeatView:
        """The seat itself."""
        return self.seat(self.mine)

    def others(self, *statuses: str) -> list[SeatView]:
        """The other seats in the round; if statuses are given, only those with one of them."""
        return [self.seat(seat) for seat in self.rivals(*statuses)]

    def each(self, kind: str) -> Sequence[Action]:
        """The offered actions of one type."""
        return [offer for offer in self.about(kind) if isinstance(offer, Action)]

    def refusals(self, kind: str) -> Sequence[Refusal]:
        """Why commands of one type are refused; empty if they are not."""
        return [offer for offer in self.about(kind) if isinstance(offer, Refusal)]

    def offers(self, kind: str) -> bool:
        """Whether a command of this type is offered."""
        return bool(self.each(kind))

    def refused_for(self, kind: str, code: str) -> bool:
        """Whether a command of this type is refused for this reason."""
        return any(refusal.code == code for refusal in self.refusals(kind))

    def facts(self, *kinds: str) -> Iterator[dict[str, Any]]:
        """The facts in the seat's notes of these kinds."""
        return (note.facts for note in self.notes if note.kind in kinds)


class _InView(Position):
    """A position read from a seat's view."""

    __slots__ = ("_seats", "_view", "_you")

    def __init__(self, view: View, you: You, seat: str) -> None:
        super().__init__(seat, view, view.pot_cp)
        self._view = view
        self._you = you
        self._seats = {seat.seat: seat for seat in view.seats}

    @property
    def details(self) -> dict[str, Any]:
        return self._view.details

    @property
    def standings(self) -> Mapping[str, Score]:
        return self._view.standings

    @property
    def notes(self) -> Sequence[Note]:
        return self._you.notes

    @property
    def actions(self) -> Sequence[Action]:
        return self._you.actions

    def about(self, kind: str) -> Sequence[Offer]:
        offers: Iterable[Offer] = chain(self._you.actions, self._you.refused)
        return [offer for offer in offers if offer.type == kind]

    def seat(self, seat: str) -> SeatView:
        return self._seats[seat]

    def _at_the_table(self) -> Iterable[SeatView]:
        return self._view.seats


class _AtTable(Position):
    """A position read from the seat's own table: what a view would show, computed on demand."""

    __slots__ = ("_rulebook", "_seat_offers", "_seats", "_table")

    def __init__(self, seat_offers: SeatOffers) -> None:
        table: AnyTable = seat_offers.table
        super().__init__(seat_offers.seat, table, table.balance(POT))
        self._seat_offers = seat_offers
        self._table = table
        self._rulebook = seat_offers.rulebooks.get(table.game)
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
        return [offer for offer in self._seat_offers.whole() if isinstance(offer, Action)]

    def about(self, kind: str) -> Sequence[Offer]:
        return self._seat_offers.about(kind)

    def seat(self, seat: str) -> SeatView:
        if seat not in self._seats:
            self._seats[seat] = seat_view(self._table, self._rulebook, self._table.seats[seat])
        return self._seats[seat]

    def _at_the_table(self) -> Iterable[Seat]:
        return self._table.seats.values()


def values(action: Action, name: str) -> list[Any]:
    """The choices of a parameter; empty if the action has no choice of that name."""
    param = action.params.get(name)
    return param.choices if isinstance(param, Choices) else []


def bet_bounds(action: Action) -> Bounds:
    """The amounts (copper) of an action that bets."""
    return cast("Bounds", action.params["amount_cp"])


def within(allowed: Bounds, wanted: int) -> int:
    """The largest amount within the bounds and on their steps that is at most `wanted`; at least the minimum."""
    clamped = min(max(wanted, allowed.min), allowed.max)
    return clamped - (clamped - allowed.min) % allowed.step

"""What a policy reads: its own seat, the others, and what is offered, from a seat's view or from its own table."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from events.accounts import POT
from games.seat_offers import SeatOffers
from projections.actions import Action, Bounds, Choices, Refusal
from projections.game import AnyTable
from projections.table import Note, Score, Seat
from projections.views import SeatView, View, You, seat_view, standings


class Position(ABC):
    """What a seat sees and may do: nothing that its view does not tell.

    `asked`: the round waits for it. `question` is what it is asked, None where it is not. `options` are its game's,
    `order` the seats of the round in the order of turns; `pot_cp` is copper. `round` counts from 1.
    """

    __slots__ = ("asked", "game", "mine", "options", "order", "phase", "pot_cp", "question", "round")

    def __init__(self, mine: str, told: View | AnyTable, pot_cp: int) -> None:
        self.mine = mine
        self.game: str = told.game
        self.phase: str = told.phase
        self.options: Any = told.options
        self.order: Sequence[str] = told.order
        self.pot_cp = pot_cp
        self.round: int = told.round
        self.asked = mine in told.to_act
        self.question: str | None = (told.question or None) if self.asked else None

    @staticmethod
    def of(view: View) -> "Position | None":
        """The position of the seat whose view it is; None where it is no seat's."""
        you = view.you
        if you is None or you.seat is None or all(seat.seat != you.seat for seat in view.seats):
            return None
        return _InView(view, you, you.seat)

    @staticmethod
    def at(offered: SeatOffers) -> "Position":
        """The position of a seat in its own table, as that stands now: for one decision."""
        return _AtTable(offered)

    @property
    @abstractmethod
    def details(self) -> dict[str, Any]:
        """The game's own fields of the round."""

    @property
    @abstractmethod
    def standings(self) -> Mapping[str, Score]:
        """How everybody has fared at this table."""

    @property
    @abstractmethod
    def notes(self) -> Sequence[Note]:
        """What the seat learned this round."""

    @property
    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """All that is offered, as it is listed."""

    @abstractmethod
    def each(self, kind: str) -> Sequence[Action]:
        """What is offered of a type."""

    @abstractmethod
    def refusals(self, kind: str) -> Sequence[Refusal]:
        """Why a command of a type is refused, where it is."""

    @abstractmethod
    def seat(self, seat: str) -> SeatView:
        """A seat by its id. Raises `KeyError`."""

    @abstractmethod
    def _at_the_table(self) -> Iterable[SeatView | Seat]:
        """All seats, by arrival."""

    def rivals(self, *statuses: str) -> list[str]:
        """The ids of the other seats of the round, of those with one of these statuses if any are named."""
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
        """The other seats of the round, those with one of these statuses if any are named."""
        return [self.seat(seat) for seat in self.rivals(*statuses)]

    def offers(self, kind: str) -> bool:
        """Whether a command of this type is offered."""
        return bool(self.each(kind))

    def refused_for(self, kind: str, code: str) -> bool:
        """Whether a command of this type is refused for this reason."""
        return any(refusal.code == code for refusal in self.refusals(kind))

    def facts(self, *kinds: str) -> Iterator[dict[str, Any]]:
        """What the seat learned in notes of these kinds."""
        for note in self.notes:
            if note.kind in kinds:
                yield note.facts


class _InView(Position):
    """A position as a seat's view tells it, however that has come."""

    __slots__ = ("_offered", "_seats", "_view", "_you")

    def __init__(self, view: View, you: You, seat: str) -> None:
        super().__init__(seat, view, view.pot_cp)
        self._view = view
        self._you = you
        self._seats = {seat.seat: seat for seat in view.seats}
        self._offered: dict[str, list[Action]] = {}
        for action in you.actions:
            self._offered.setdefault(action.type, []).append(action)

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

    def each(self, kind: str) -> Sequence[Action]:
        return self._offered.get(kind, ())

    def refusals(self, kind: str) -> Sequence[Refusal]:
        return [refusal for refusal in self._you.refused if refusal.type == kind]

    def seat(self, seat: str) -> SeatView:
        return self._seats[seat]

    def _at_the_table(self) -> Iterable[SeatView]:
        return self._view.seats


class _AtTable(Position):
    """A position as the seat's own table has it: what a view would show, made as it is asked for."""

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


def values(action: Action, name: str) -> list[Any]:
    """The choices of a parameter; none where the action has no such one."""
    param = action.params.get(name)
    return param.choices if isinstance(param, Choices) else []


def numbers(action: Action, name: str) -> list[int]:
    """The choices of a parameter that is a number: a die's, or by how much it changes."""
    return values(action, name)


def bounds(action: Action, name: str) -> Bounds | None:
    """The bounds of a parameter; None where the action has none of that name."""
    param = action.params.get(name)
    return param if isinstance(param, Bounds) else None


def within(found: Bounds, wanted: int) -> int:
    """The amount within the bounds, and in their steps, that is nearest to what is wanted from below."""
    clamped = min(max(wanted, found.min), found.max)
    return clamped - (clamped - found.min) % found.step

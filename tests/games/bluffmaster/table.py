"""A table of Bluffmaster for tests: who throws what is said beforehand, and everybody is named.

playing = a_set(abernathy=(12, 16, 3), bri=(5, 7, 9), columbia=(8, 17, 1))    # open throw, hidden dice
playing.bets(("abernathy", Open(amount_cp=2_000)), ("bri", Call()), …)
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from events.audience import seat_viewer
from events.event import Command, Event
from games.bluffmaster import Bluffmaster
from games.bluffmaster.abilities import UseAbility, UseNone
from games.bluffmaster.options import Ability
from games.engine.catalogue import Catalogue
from games.mechanics.betting import Check
from games.mechanics.showdown import PotWon
from games.table import OF_EVERY_TABLE, TABLE_RULES
from projections.table import Result
from projections.views import SeatView
from tests.playing import Playing, Sequence, all_of

CATALOGUE: Final = Catalogue.of([Bluffmaster()], TABLE_RULES)
ANTE: Final = 1_000
PURSE: Final = 10_000

Faces = tuple[int, int, int]
"""An open throw, and two hidden dice."""
EVEN: Final[Mapping[str, Faces]] = {"abernathy": (12, 16, 3), "bri": (5, 7, 9), "columbia": (8, 17, 4)}
"""Abernathy bets first; Columbia has 21, Abernathy 19, Bri 16."""


class BluffmasterSet(Playing):
    """A table of Bluffmaster being played."""

    def load(self, faces: Mapping[Sequence, Iterable[int]]) -> "BluffmasterSet":
        super().load(faces)
        return self

    @property
    def result(self) -> Result:
        """How the last Set ended."""
        assert self.table.result is not None
        return self.table.result

    def throws(self, faces: Mapping[str, Faces]) -> "BluffmasterSet":
        """How the open throw and the hidden dice of the next round fall."""
        for seat, (first, *hidden) in faces.items():
            self.load({(seat, "who_bets_first", 20): [first], (seat, "hidden", 20): hidden})
        return self

    def bets(self, *moves: tuple[str, Command]) -> list[Event]:
        """Each in turn does this; what comes of the last."""
        events: list[Event] = []
        for seat, command in moves:
            assert self.table.to_act == [seat], f"it is the turn of {self.table.to_act}"
            events = self.give(seat, command)
        return events

    def checks_round(self) -> list[Event]:
        """Everybody checks."""
        events: list[Event] = []
        phase = self.table.phase
        while self.table.phase == phase:
            events = self.give(self.table.to_act[0], Check())
        return events

    def to_the_abilities(self) -> "BluffmasterSet":
        """Nobody bets in either betting."""
        while self.table.phase.endswith("betting"):
            self.checks_round()
        return self

    def uses(self, **choices: Command) -> list[Event]:
        """Each seat in turn lays down its card; seats without one in `choices` play none."""
        events: list[Event] = []
        for seat in list(self.table.to_act):
            events = self.give(seat, choices.get(seat, UseNone()))
        return events

    def plays_on(self, faces: Mapping[str, Faces] | None = None) -> list[Event]:
        """A whole round in which nobody bets or plays a card."""
        self.to_the_abilities()
        if faces:
            self.throws(faces)
        return self.uses()

    def details(self, seat: str, viewer: str = "public") -> dict[str, Any]:
        """Bluffmaster's own fields of a seat, as somebody sees them."""
        return self.seen_seat(seat, viewer).details

    def seen_seat(self, seat: str, viewer: str) -> SeatView:
        """A seat, as somebody sees it."""
        return next(view for view in self.view(viewer).seats if view.seat == seat)

    def statuses(self) -> dict[str, str]:
        """Where everybody stands."""
        return {seat: holder.status for seat, holder in self.table.seats.items()}

    def purses(self) -> dict[str, int]:
        """What everybody at the table has."""
        return {seat.seat: self.table.purse(seat.seat) for seat in self.table.present()}

    def may(self, seat: str) -> list[str]:
        """What of Bluffmaster's own a seat may do, and what every betting has."""
        return [action.type for action in self.actions(seat) if action.type not in OF_EVERY_TABLE]


def ability(name: Ability, target: str, n: int | None = None) -> UseAbility:
    """A card that is laid down, with its target and die."""
    return UseAbility(ability=name, target=target, n=n)


def opened(seats: Mapping[str, int], **options: Any) -> BluffmasterSet:
    """A table at which these sit with these purses."""
    playing = BluffmasterSet.open(CATALOGUE, "bluffmaster", **options)
    assert isinstance(playing, BluffmasterSet)
    for seat, purse_cp in seats.items():
        playing.sit(seat.title(), purse_cp=purse_cp)
    return playing


def a_set(faces: Mapping[str, Faces] = EVEN, purses: Mapping[str, int] | None = None, **options: Any) -> BluffmasterSet:
    """A Set whose first round has begun, and falls so."""
    seats = {seat: (purses or {}).get(seat, PURSE) for seat in faces}
    playing = opened(seats, **options).throws(faces)
    playing.start()
    return playing


def won(events: list[Event]) -> list[tuple[str, int, str]]:
    """Who won each pot, how much, and how."""
    return [(seat, share_cp, pot.how) for pot in all_of(PotWon, events) for seat, share_cp in pot.shares_cp.items()]


def viewer(seat: str) -> str:
    return seat_viewer(seat)

"""A table of Ruler's Bluff or Triangle for tests: the dice fall as said beforehand, and all play in turn."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from events.accounts import HOUSE
from events.event import Command, Event
from events.round_events import RoundEnded
from games.installed import CATALOGUE
from games.mechanics.betting import Check
from games.mechanics.showdown import PotWon
from games.rulers_bluff import LetItBe
from games.table import OF_EVERY_TABLE
from projections.views import SeatView
from tests.playing import Playing, Sequence, all_of

ANTE: Final = 500
PURSE: Final = 10_000


class HandsTable(Playing):
    """A table at which hidden hands are played."""

    def load(self, faces: Mapping[Sequence, Iterable[int]]) -> "HandsTable":
        super().load(faces)
        return self

    def plays(self, *moves: tuple[str, Command]) -> list[Event]:
        """Each that is asked does this; what comes of the last."""
        events: list[Event] = []
        for seat, command in moves:
            assert self.table.to_act == [seat], f"{self.table.to_act} is asked"
            events = self.give(seat, command)
        return events

    def checks_round(self) -> list[Event]:
        """Everybody checks, or lets the dice be, and the betting is over."""
        events: list[Event] = []
        phase = self.table.phase
        while self.table.running and self.table.phase == phase and self.table.question in ("turn", "discard"):
            events = self.give(self.table.to_act[0], Check() if self.table.question == "turn" else LetItBe())
        return events

    def checks_to_the_end(self) -> list[Event]:
        """Nobody bets any more."""
        events: list[Event] = []
        while self.table.running:
            events = self.checks_round()
        return events

    def seen_seat(self, seat: str, viewer: str) -> SeatView:
        """A seat, as somebody sees it."""
        return next(view for view in self.view(viewer).seats if view.seat == seat)

    def details(self, seat: str, viewer: str = "public") -> dict[str, Any]:
        """The game's own fields of a seat, as somebody sees them."""
        return self.seen_seat(seat, viewer).details

    def may(self, seat: str) -> list[str]:
        """What a seat may do that has to do with the game."""
        return [action.type for action in self.actions(seat) if action.type not in OF_EVERY_TABLE]

    def statuses(self) -> dict[str, str]:
        """Where everybody stands."""
        return {seat: holder.status for seat, holder in self.table.seats.items()}


def opened(game: str, purses: Mapping[str, int], **options: Any) -> HandsTable:
    """A table at which these sit with these purses."""
    playing = HandsTable.open(CATALOGUE, game, **options)
    assert isinstance(playing, HandsTable)
    for seat, purse_cp in purses.items():
        playing.sit(seat.title(), purse_cp=purse_cp)
    return playing


def bluff(
    shared: tuple[int, ...] = (), purses: Mapping[str, int] | None = None, /, **hidden: tuple[int, ...]
) -> HandsTable:
    """A round of Ruler's Bluff has begun: these fall as the table's open dice, and as each seat's hidden ones."""
    playing = opened("rulers-bluff", {seat: (purses or {}).get(seat, PURSE) for seat in hidden})
    playing.load({(HOUSE, "shared", 6): shared})
    playing.load({(seat, "hidden", 6): faces for seat, faces in hidden.items()})
    playing.start()
    return playing


def triangle(purses: Mapping[str, int] | None = None, /, **hidden: tuple[int, ...]) -> HandsTable:
    """A round of Triangle has begun: each seat's d12, d8 and d6 fall so."""
    playing = opened("triangle", {seat: (purses or {}).get(seat, PURSE) for seat in hidden})
    for seat, faces in hidden.items():
        playing.load({(seat, "hidden", sides): [face] for sides, face in zip((12, 8, 6), faces, strict=False)})
    playing.start()
    return playing


def won(events: Iterable[Event]) -> list[tuple[dict[str, int], str]]:
    """Who won how much of each pot, and how."""
    return [(pot.shares_cp, pot.how) for pot in all_of(PotWon, events)]


def ended(events: Iterable[Event]) -> RoundEnded:
    """How the round ended."""
    [end] = all_of(RoundEnded, events)
    return end

"""A seat's offers, computed on demand and cached until its table changes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from events.audience import Viewer, seat_viewer
from games.rulebook import Rulebooks
from games.table import OF_EVERY_TABLE, TABLE_RULES
from projections.actions import Offer
from projections.game import AnyTable

_OF_EVERY_TABLE: Final = -2
_THE_REST: Final = -1
"""The sections for the commands of every table, and for commands that the game puts in no group."""


class NotItsTable(Exception):
    """The table belongs to another `viewer`, so it could show what the seat cannot see."""

    code = "not_its_table"

    def __init__(self, seat: str, viewer: Viewer) -> None:
        super().__init__(f"the offers of {seat} must come from its own table, not from that of {viewer}")
        self.seat = seat
        self.viewer = viewer


class SeatOffers:
    """A seat's legal and refused commands, from its own table. Policies choose from them, and are checked against them.

    Each section is computed once, until a new entry changes the table's `version`. Raises `NotItsTable` for another
    viewer's table, or the whole one, which can change in the middle of an entry.
    """

    __slots__ = ("_about", "_sections", "_version", "_whole", "rulebooks", "seat", "table")

    def __init__(self, table: AnyTable, rulebooks: Rulebooks, seat: str) -> None:
        if table.viewer != seat_viewer(seat):
            raise NotItsTable(seat, table.viewer)
        self.table = table
        self.seat = seat
        self.rulebooks = rulebooks
        self._version = table.version
        self._about: dict[str, Sequence[Offer]] = {}
        self._sections: dict[int, Mapping[str, Sequence[Offer]]] = {}
        self._whole: Sequence[Offer] | None = None

    def whole(self) -> Sequence[Offer]:
        """All offers, in the view's order."""
        if self._version != self.table.version:
            self._forget()
        if self._whole is None:
            self._whole = list(self._listed(None))
        return self._whole

    def about(self, command: str) -> Sequence[Offer]:
        """The offers for one command, by its tag."""
        if self._version != self.table.version:
            self._forget()
        found = self._about.get(command)
        if found is None:
            section = self._section_of(command)
            if section not in self._sections:
                self._sections[section] = _by_command(self._listed(command))
            found = self._about[command] = self._sections[section].get(command, ())
        return found

    def _forget(self) -> None:
        self._version = self.table.version
        self._about.clear()
        self._sections.clear()
        self._whole = None

    def _listed(self, only: str | None) -> Iterable[Offer]:
        rulebook = self.rulebooks.of(self.table)
        return () if rulebook is None else TABLE_RULES.seat_offers(self.table, rulebook, self.seat, only)

    def _section_of(self, command: str) -> int:
        if command in OF_EVERY_TABLE:
            return _OF_EVERY_TABLE
        rulebook = self.rulebooks.of(self.table)
        group = None if rulebook is None else rulebook.group_of.get(command)
        return _THE_REST if group is None else group


def _by_command(offers: Iterable[Offer]) -> Mapping[str, Sequence[Offer]]:
    by_command: dict[str, list[Offer]] = {}
    for offer in offers:
        by_command.setdefault(offer.type, []).append(offer)
    return by_command

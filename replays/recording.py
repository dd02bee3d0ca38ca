"""Recording a round from a script of moves: the table that plays it writes the very lines that a server would store.

A recording can be made again to the byte: the dice follow from a given secret, and so do the salts.
"""

import hmac
from typing import Any

import msgspec

from events.audience import GM, Viewer, seat_viewer
from events.entry import SALT_BYTES
from events.event import Event
from games.addressed_command import AddressedCommand
from games.aggregate import TableAggregate, WrittenEntry
from games.catalogue import Catalogue
from games.dealer import SecretDealer
from games.table.commands import OpenTable
from games.table.rules import resolve, resolve_options
from projections.game import AnyTable
from projections.viewer_projection import ViewerProjection


class Recorder:
    """A table that is played by a script. Every move is judged, as a server does, from its actor's own table."""

    def __init__(self, catalogue: Catalogue, table: str, secret: bytes) -> None:
        self._catalogue = catalogue
        self._secret = secret
        self._journal = TableAggregate(catalogue, catalogue.folding.blank(table), SecretDealer(secret))
        self._sights: dict[Viewer, ViewerProjection] = {}
        self._written: list[WrittenEntry] = []

    @property
    def table(self) -> AnyTable:
        """The table as the house knows it."""
        return self._journal.table

    @property
    def lines(self) -> list[bytes]:
        """The lines written so far."""
        return [written.line for written in self._written]

    def open(self, game: str, at: str, options: dict[str, Any] | None = None, *, name: str = "", gm: str = "") -> None:
        """Open the table. Raises `UnknownGame`, `Refused` where the options do not fit the game."""
        resolved = resolve_options(self._catalogue.rulebook(game), options or {})
        command = OpenTable(name=name, gm=gm, game=game, options=resolved, seeded=True)
        self.play(AddressedCommand(actor=GM, seat=None, command=command, at=at))

    def play(self, move: AddressedCommand) -> list[Event]:
        """Carry out a move and give its events. Raises `Refused`, which leaves no trace."""
        table, command = self.table, move.command
        if not isinstance(command, OpenTable):
            command = resolve(table, self._catalogue.rulebooks, command)
        written = self._journal.write(
            msgspec.structs.replace(move, command=command),
            command_id=f"step-{table.seq + 1}",
            salt=self._salt(table.seq + 1),
            seen=self.seen_by(GM if move.seat is None else seat_viewer(move.seat)),
        )
        self._written.append(written)
        for sight in self._sights.values():
            sight.skip(written.entry)
        return list(written.entry.events)

    def seen_by(self, viewer: Viewer) -> AnyTable:
        """The table as a viewer has seen it so far."""
        sight = self._sights.get(viewer)
        if sight is None:
            sight = ViewerProjection(self._catalogue.folding, self._catalogue.folding.blank(self.table.table, viewer))
            for written in self._written:
                sight.skip(written.entry)
            self._sights[viewer] = sight
        return sight.table

    def _salt(self, seq: int) -> str:
        return hmac.digest(self._secret, b"salt of recorded entry %d" % seq, "sha256")[:SALT_BYTES].hex()

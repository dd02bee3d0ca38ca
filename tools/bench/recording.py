"""Recording rounds without a server: commands in, the lines out that a server would store.

A recording is reproducible to the byte: dice and salts follow from a given secret.
"""

import hmac
from typing import Any

import msgspec

from events.audience import GM, Viewer, seat_viewer
from events.entry import SALT_BYTES
from events.event import Event
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import TableAggregate, WrittenEntry
from games.engine.catalogue import Catalogue
from games.engine.dealer import SecretDealer
from games.table import OpenTable, resolve, resolve_options
from projections.game import AnyTable
from projections.viewer_projection import ViewerProjection


class Recorder:
    """A table for scripted play. Like a server, it decides every command from its actor's own view."""

    def __init__(self, catalogue: Catalogue, table: str, secret: bytes) -> None:
        self._catalogue = catalogue
        self._secret = secret
        self._aggregate = TableAggregate(catalogue, catalogue.folding.blank(table), SecretDealer(secret))
        self._projections: dict[Viewer, ViewerProjection] = {}
        self._written: list[WrittenEntry] = []

    @property
    def table(self) -> AnyTable:
        """The whole table."""
        return self._aggregate.table

    @property
    def lines(self) -> list[bytes]:
        """The lines written so far."""
        return [written.line for written in self._written]

    def open(self, game: str, at: str, options: dict[str, Any] | None = None, *, name: str = "", gm: str = "") -> None:
        """Open the table. Raises `UnknownGame`; `Refused` if the options do not fit the game."""
        resolved = resolve_options(self._catalogue.rulebook(game), options or {})
        command = OpenTable(name=name, gm=gm, game=game, options=resolved, seeded=True)
        self.play(AddressedCommand(actor=GM, seat=None, command=command, at=at))

    def play(self, addressed: AddressedCommand) -> list[Event]:
        """Carry out a command and return its events. Raises `Refused`, which leaves no trace."""
        table, command = self.table, addressed.command
        if not isinstance(command, OpenTable):
            command = resolve(table, self._catalogue.rulebooks, command)
        written = self._aggregate.write(
            msgspec.structs.replace(addressed, command=command),
            command_id=f"step-{table.seq + 1}",
            salt=self._salt(table.seq + 1),
            own_table=self.seen_by(GM if addressed.seat is None else seat_viewer(addressed.seat)),
        )
        self._written.append(written)
        for projection in self._projections.values():
            projection.skip(written.entry)
        return list(written.entry.events)

    def seen_by(self, viewer: Viewer) -> AnyTable:
        """The table as a viewer has seen it so far."""
        projection = self._projections.get(viewer)
        if projection is None:
            projection = ViewerProjection(
                self._catalogue.folding, self._catalogue.folding.blank(self.table.table, viewer)
            )
            for written in self._written:
                projection.skip(written.entry)
            self._projections[viewer] = projection
        return projection.table

    def _salt(self, seq: int) -> str:
        return hmac.digest(self._secret, b"salt of recorded entry %d" % seq, "sha256")[:SALT_BYTES].hex()

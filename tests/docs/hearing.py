"""Plays the example round of a page: what the GM and a passer-by hear of it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from events.audience import GM, PUBLIC
from events.character import Character
from events.event import Command
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import TableAggregate
from games.engine.dealer import SecretDealer
from games.installed import CATALOGUE
from games.table import OpenTable, Sit, resolve_options
from projections.viewer_projection import ViewerProjection

LUCK: Final = {"Bri": "seven", "Odo": "old boots", "Wren": "moonrise", "Cal": "moonrise"}
Played = Sequence[tuple[str | None, dict[str, Any]]]
"""Commands with whose they are, None being the GM."""


class Hearing:
    """The example round of a game. `heard` is what the GM hears; sentences that others do not hear are marked."""

    def __init__(
        self, game: str, secret: bytes, sheets: Mapping[str, Any], played: Played, given: Mapping[str, Any]
    ) -> None:
        blank = CATALOGUE.folding.blank
        self.journal = TableAggregate(CATALOGUE, blank("told"), SecretDealer(secret))
        self._gm = ViewerProjection(CATALOGUE.folding, blank("told", GM))
        self._public = ViewerProjection(CATALOGUE.folding, blank("told", PUBLIC))
        self.heard: list[str] = []
        options = resolve_options(CATALOGUE.rulebook(game), dict(given))
        self._do("gm", None, OpenTable(name="", gm="", game=game, options=options, seeded=True))
        for name, sheet in sheets.items():
            character = msgspec.convert(sheet, Character)
            self._do(
                "gm", name.lower(), Sit(name=name, kind="player", purse_cp=5000, luck=LUCK[name], character=character)
            )
        for seat, fields in played:
            actor = "gm" if seat is None else f"seat:{seat}"
            self._do(actor, seat, CATALOGUE.read_command(game, msgspec.json.encode(fields)))

    def _do(self, actor: str, seat: str | None, command: Command) -> None:
        move = AddressedCommand(actor=actor, seat=seat, command=command, at="2026-01-01T00:00:00.000Z")
        entry = self.journal.write(move, command_id="", salt="").entry
        by_gm, by_public = self._gm.see(entry), self._public.see(entry)
        aloud = by_public.chronicle if by_public else []
        for sentence in by_gm.chronicle if by_gm else []:
            self.heard.append(sentence if sentence in aloud else f"{sentence} *(in secret)*")

    def missing(self, sentences: Sequence[str]) -> list[str]:
        """Those of these sentences that were not heard in this order."""
        remaining = iter(self.heard)
        return [line for line in sentences if line not in remaining]

    def purses(self) -> dict[str, int]:
        """What everybody has in the end, in copper."""
        table = self.journal.table
        return {seat: table.purse(seat) for seat in table.seats}

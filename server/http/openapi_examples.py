"""Examples of requests and answers, recorded from a table that was really played."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from events.event import type_tag
from games.catalogue import Catalogue
from games.table import GM_COMMANDS, SEAT_COMMANDS

PATH: Final = Path(__file__).with_name("openapi_examples.json")


class Recorded(msgspec.Struct, kw_only=True):
    """What the file holds.

    `requests` are bodies by operation and name, `answers` bodies by operation, status and name; `refusals` problems of
    moves that were refused, by code.
    """

    requests: dict[str, dict[str, Any]] = {}
    answers: dict[str, dict[str, dict[str, Any]]] = {}
    refusals: dict[str, Any] = {}


Named = dict[str, dict[str, Any]]
"""Examples by name, as OpenAPI has them."""


def command_name(game: str | None, tag: str) -> str:
    """What a command's example is called: after its game too where it is a game's own, since games share tags."""
    return tag if game is None else f"{game}_{tag}"


class Examples:
    """The recorded examples, as far as they are of the games in a catalogue."""

    def __init__(self, recorded: Recorded, commands: list[str]) -> None:
        self._recorded = recorded
        self._commands = commands

    @classmethod
    def load(cls, catalogue: Catalogue) -> "Examples":
        """Those that come with the server."""
        commands = [
            command_name(rulebook.id, type_tag(kind))
            for rulebook in catalogue.rulebooks.values()
            for kind in (*rulebook.commands, *rulebook.gm_commands)
        ]
        commands += [command_name(None, type_tag(kind)) for kind in (*SEAT_COMMANDS, *GM_COMMANDS)]
        return cls(msgspec.json.decode(PATH.read_bytes(), type=Recorded), commands)

    def requests(self, operation: str) -> Named:
        """Bodies that an operation takes; commands game by game, in the order of the games' own."""
        bodies = self._recorded.requests.get(operation, {})
        if not any("type" in body for body in bodies.values()):
            return _named(bodies)
        return _named({name: bodies[name] for name in self._commands if name in bodies})

    def answers(self, operation: str, status: int) -> Named:
        """Bodies that an operation answers with."""
        return _named(self._recorded.answers.get(operation, {}).get(str(status), {}))

    def refusals(self) -> Named:
        """Problems of moves that were refused."""
        return _named(self._recorded.refusals)


def _named(examples: Mapping[str, Any]) -> Named:
    return {name: {"value": value} for name, value in examples.items()}

"""Examples of requests and responses, recorded by `python -m tests.server.evening`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from events.event import type_tag
from games.deciding.catalogue import Catalogue
from games.table import GM_COMMANDS, SEAT_COMMANDS

PATH: Final = Path(__file__).with_name("examples.json")


class Recorded(msgspec.Struct, kw_only=True):
    """The file's contents.

    `requests` are bodies by operation and name; `answers` are bodies by operation, status and name; `refusals` are the
    problems of refused commands by code.
    """

    requests: dict[str, dict[str, Any]] = {}
    answers: dict[str, dict[str, dict[str, Any]]] = {}
    refusals: dict[str, Any] = {}


Named = dict[str, dict[str, Any]]
"""Examples by name, in the form of OpenAPI."""


def command_name(game: str | None, tag: str) -> str:
    """The name of a command's example. Games share tags, so a game's own commands have its name in front."""
    return tag if game is None else f"{game}_{tag}"


class Examples:
    """The recorded examples for the games of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._recorded = msgspec.json.decode(PATH.read_bytes(), type=Recorded)
        self._commands = [
            command_name(rulebook.id, type_tag(kind))
            for rulebook in catalogue.rulebooks.values()
            for kind in (*rulebook.commands, *rulebook.gm_commands)
        ]
        self._commands += [command_name(None, type_tag(kind)) for kind in (*SEAT_COMMANDS, *GM_COMMANDS)]

    def requests(self, operation: str) -> Named:
        """Request bodies of an operation; commands are grouped by game."""
        bodies = self._recorded.requests.get(operation, {})
        if not any("type" in body for body in bodies.values()):
            return _named(bodies)
        return _named({name: bodies[name] for name in self._commands if name in bodies})

    def answers(self, operation: str, status: int) -> Named:
        """Response bodies of an operation."""
        return _named(self._recorded.answers.get(operation, {}).get(str(status), {}))

    def refusals(self) -> Named:
        """Problems of refused commands."""
        return _named(self._recorded.refusals)


def _named(examples: Mapping[str, Any]) -> Named:
    return {name: {"value": value} for name, value in examples.items()}

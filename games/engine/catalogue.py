"""The catalogue: the installed games, and how their lines and commands are read.

The server, the command line and replays find games only here.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any, Self, Union, cast

import msgspec

from events.codec import Codec, lift
from events.event import Command, type_tag
from games.engine.definition import check_commands
from games.engine.rulebook import AnyRulebook
from games.engine.rulebooks import Rulebooks, TableRules
from projections.folding import Folding


class UnknownGame(Exception):
    """No rulebook with that id is installed."""

    code = "unknown_game"

    def __init__(self, game: str, known: Iterable[str]) -> None:
        super().__init__(f"no game {game!r} is installed here; there are: {', '.join(known)}")
        self.game = game


class UnknownCommand(Exception):
    """The game has no command of that type."""

    code = "unknown_command"

    def __init__(self, game: str, known: Iterable[str]) -> None:
        super().__init__(f"{game} has no such command; its commands are: {', '.join(known)}")


class _Type(msgspec.Struct):
    type: str
    v: int = 1


_recorded_tag = msgspec.json.Decoder(_Type)


class Catalogue:
    """The available rulebooks, in every version of their rules, and one folding and one codec for all their events.

    `games` are functions that make the rulebooks of a game, one for each version, by the game's id. Each is called when
    its game is first needed: making all takes a fifth of the time of a short command. `table_rules` are those of every
    table: `games.table.TABLE_RULES`.
    """

    def __init__(self, games: Mapping[str, Callable[[], Iterable[AnyRulebook]]], table_rules: TableRules) -> None:
        self._games = games
        self.rulebooks = Rulebooks(games, cache(self._made), table_rules)
        self.codec = Codec(self.rulebooks)
        self.folding = Folding(self.rulebooks, table_rules.labels)
        # Made for a game when its first command is read, because making them for all takes long.
        self._from_clients: dict[str, msgspec.json.Decoder[Any]] = {}
        self._recorded: dict[str, msgspec.json.Decoder[Any]] = {}

    @classmethod
    def of(cls, rulebooks: Iterable[AnyRulebook], table_rules: TableRules) -> Self:
        """A catalogue of rulebooks that are there already."""
        games: dict[str, list[AnyRulebook]] = {}
        for rulebook in rulebooks:
            games.setdefault(rulebook.id, []).append(rulebook)
        catalogue = cls({game: partial(iter, made) for game, made in games.items()}, table_rules)
        catalogue.codec.learn(catalogue.rulebooks)
        return catalogue

    def _made(self, game: str) -> Mapping[int, AnyRulebook]:
        """The rulebooks of a game by their version, earlier ones first. Raises `KeyError` if it is not installed."""
        make = self._games[game]
        try:
            made = sorted(make(), key=lambda rulebook: rulebook.version)
        except KeyError as error:
            raise RuntimeError(f"the rulebooks of {game} cannot be made") from error
        versions = {rulebook.version: rulebook for rulebook in made}
        if len(versions) < len(made):
            raise ValueError(f"several rulebooks of {game} have the same version")
        for rulebook in made:
            check_commands(game, self.rulebooks.client_commands(rulebook))
        return versions

    def _ever(self, game: str) -> Iterable[type[Command]]:
        """All commands that clients or the server could ever have given at a table of this game."""
        versions = self.rulebooks.versions(game)
        from_clients = dict.fromkeys(kind for one in versions for kind in self.rulebooks.client_commands(one))
        return (*from_clients, *self.rulebooks.table_rules.server_commands)

    def rulebook(self, game: str) -> AnyRulebook:
        """The rulebook of a game. Raises `UnknownGame`."""
        try:
            return self.rulebooks[game]
        except KeyError:
            raise UnknownGame(game, self.rulebooks) from None

    def read_command(self, game: str, body: bytes) -> Command:
        """Read a client's command for a table of `game`: its parameters, `id` and `seat` in one object.

        Raises `UnknownGame`; `UnknownCommand` for a type that the game does not have, `msgspec.DecodeError` for
        anything else.
        """
        decoder = self._decoder_for_clients(game)
        try:
            return cast("Command", decoder.decode(body))
        except msgspec.ValidationError:
            tags = [type_tag(kind) for kind in self.rulebooks.client_commands(self.rulebook(game))]
            if msgspec.json.decode(body, type=_Type).type not in tags:
                raise UnknownCommand(game, tags) from None
            self.rulebooks.table_rules.explain_unread(body)
            raise

    def prepare(self) -> None:
        """Make ready to read every game's commands and events, so that the first of each is read as fast as others."""
        self.codec.learn(self.rulebooks)
        for game in self.rulebooks:
            self._decoder_for_clients(game)

    def _decoder_for_clients(self, game: str) -> msgspec.json.Decoder[Any]:
        if (decoder := self._from_clients.get(game)) is None:
            decoder = self._from_clients[game] = _decoder(self.rulebooks.client_commands(self.rulebook(game)))
        return decoder

    def read_recorded(self, game: str, raw: bytes) -> Command:
        """Read a command as an entry recorded it. Raises `UnknownGame`, `msgspec.DecodeError`."""
        rulebook = self.rulebook(game)
        if (decoder := self._recorded.get(game)) is None:
            decoder = self._recorded[game] = _decoder(self._ever(game))
        tag = _recorded_tag.decode(raw)
        return cast("Command", decoder.decode(lift(raw, tag.type, tag.v, rulebook.command_upcasters)))


def _decoder(kinds: Iterable[type[Command]]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder[Any](cast("Any", Union)[tuple(kinds)])

"""The catalogue: the games that are installed, and how their lines and commands are read.

Everything else (server, command line, replays) finds a game here, and nowhere else.
"""

from collections.abc import Iterable
from typing import Any, Union, cast

import msgspec

from events.codec import Codec, lift
from events.event import Command, type_tag
from games.table_commands import GM_COMMANDS, SEAT_COMMANDS, SERVER_COMMANDS
from projections.folding import Folding
from projections.rulebook import AnyRulebook


class UnknownGame(Exception):
    """No rulebook of that id is installed."""

    code = "unknown_game"

    def __init__(self, game: str, known: Iterable[str]) -> None:
        super().__init__(f"no game {game!r} is installed here; there are: {', '.join(known)}")
        self.game = game


class UnknownCommand(Exception):
    """A game has no command of that type."""

    code = "unknown_command"

    def __init__(self, game: str, known: Iterable[str]) -> None:
        super().__init__(f"{game} has no such command; its commands are: {', '.join(known)}")


class _Type(msgspec.Struct):
    type: str
    v: int = 1


_recorded_tag = msgspec.json.Decoder(_Type)


class Catalogue:
    """The rulebooks at hand, by id, with one folding and one codec over all their events."""

    def __init__(self, rulebooks: Iterable[AnyRulebook]) -> None:
        self.books = {book.id: book for book in rulebooks}
        self.folding = Folding(self.books)
        upcasters = {key: lift for book in self.books.values() for key, lift in book.upcasters.items()}
        self.codec = Codec((kind for book in self.books.values() for kind in book.events), upcasters)
        self._from_clients = {game: _decoder(client_commands(book)) for game, book in self.books.items()}
        self._recorded = {
            game: _decoder((*client_commands(book), *SERVER_COMMANDS)) for game, book in self.books.items()
        }

    def book(self, game: str) -> AnyRulebook:
        """The rulebook of a game. Raises `UnknownGame`."""
        try:
            return self.books[game]
        except KeyError:
            raise UnknownGame(game, self.books) from None

    def read_command(self, game: str, body: bytes) -> Command:
        """A client's command for a table of `game`, parameters, `id` and `seat` in one object.

        Raises `UnknownCommand` for a type that the game does not have, `msgspec.DecodeError` for all else.
        """
        try:
            return cast("Command", self._from_clients[game].decode(body))
        except msgspec.ValidationError:
            tags = [type_tag(kind) for kind in client_commands(self.book(game))]
            if msgspec.json.decode(body, type=_Type).type not in tags:
                raise UnknownCommand(game, tags) from None
            raise

    def read_recorded(self, game: str, raw: bytes) -> Command:
        """A command as an entry recorded it. Raises `UnknownGame`, `msgspec.DecodeError`."""
        book = self.book(game)
        tag = _recorded_tag.decode(raw)
        return cast("Command", self._recorded[game].decode(lift(raw, tag.type, tag.v, book.command_upcasters)))


def client_commands(book: AnyRulebook) -> tuple[type[Command], ...]:
    """All commands that clients may send to a table of this game: the seats', then the GM's."""
    return (*book.commands, *SEAT_COMMANDS, *book.gm_commands, *GM_COMMANDS)


def _decoder(kinds: tuple[type[Command], ...]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder[Any](cast("Any", Union)[kinds])

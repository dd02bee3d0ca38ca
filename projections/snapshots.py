"""Snapshots: a table's folds as of one entry, so that folding need not start at the first entry.

A snapshot holds the whole table and those of its viewers. It is disposable: if it is broken, or another version of the
folds made it, the reader skips it and folds from further back.
"""

import hashlib
import zlib
from collections.abc import Iterable
from functools import cache
from typing import Any, Final, cast, get_type_hints

import msgspec

from events.audience import PUBLIC, Viewer, seat_of
from projections.game import AnyGame, AnyTable, Games
from projections.table import Table

_FORMAT: Final = 1
"""Raised whenever the same entries may fold into different tables of the same shape."""
_COMPRESSION: Final = 1
"""The fastest: snapshots are written during play, and seldom read."""


class UnusableSnapshot(Exception):
    """A snapshot is broken, or another version of the folds made it; the message says which."""

    code = "snapshot_unusable"


class OutdatedSnapshot(UnusableSnapshot):
    """Another version of the folds made a snapshot, or its game is not installed: nothing is wrong with it."""


class _Body(msgspec.Struct, frozen=True, kw_only=True):
    """`former` are the games that the table played before `game`."""

    made_by: str
    table: str
    seq: int
    head: str
    game: str
    former: list[str]
    truth: msgspec.Raw
    sights: dict[str, msgspec.Raw]


_body_decoder = msgspec.json.Decoder(_Body)
_encoder = msgspec.json.Encoder()


class SavedTables:
    """What a snapshot holds: the folds as of entry `seq`, whose line hashes to `head` (hex). Decoded on demand."""

    def __init__(self, body: _Body, decoder: msgspec.json.Decoder[AnyTable]) -> None:
        self._body = body
        self._decoder = decoder
        self.seq = body.seq
        self.head = body.head
        self._truth = self._decode(body.truth)

    def viewers(self) -> list[Viewer]:
        """The viewers whose tables the snapshot has, besides the house."""
        return list(self._body.sights)

    def _decode(self, raw: msgspec.Raw) -> AnyTable:
        try:
            return self._decoder.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise UnusableSnapshot("a table in it does not fit its game") from None

    def truth(self) -> AnyTable:
        """The whole table; each call returns a new copy."""
        return self._decode(self._body.truth)

    def sight(self, viewer: Viewer) -> AnyTable | None:
        """A viewer's table; each call returns a new copy. None if the snapshot does not have it.

        Until a seat is first asked for or taken, its viewer sees only what everybody sees: the public table.
        """
        raw = self._body.sights.get(viewer)
        if raw is not None:
            return self._decode(raw)
        seat = seat_of(viewer)
        if seat is None or seat in self._truth.names or PUBLIC not in self._body.sights:
            return None
        table = self._decode(self._body.sights[PUBLIC])
        table.viewer = viewer
        return table


class Snapshots:
    """Writes and reads snapshots, typed by the games at hand."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._kind = cache(self._kind_of)
        self._decoder = cache(self._decoder_of)
        self._made_by = cache(self._fingerprint_of)

    def _kind_of(self, game: str) -> Any:
        """The type of a table that plays this game."""
        return cast("Any", Table)[self._games[game].options, self._games[game].state]

    def _decoder_of(self, game: str) -> msgspec.json.Decoder[AnyTable]:
        return msgspec.json.Decoder[AnyTable](self._kind(game))

    def _fingerprint_of(self, game: str, former: tuple[str, ...]) -> str:
        """What tells apart versions of the folds of a table that plays a game, and played others before."""
        kept = [_kept(self._games.get(one)) for one in (game, *former)]
        return _fingerprint(self._kind(game), self._games[game].version, _encoder.encode(kept))

    def write(self, head: str, truth: AnyTable, sights: Iterable[AnyTable]) -> bytes:
        """The folds of one table as of `truth.seq`, whose line hashes to `head`. The game must be installed."""
        former = sorted(truth.remembered)
        body = _Body(
            made_by=self._made_by(truth.game, tuple(former)),
            table=truth.table,
            seq=truth.seq,
            head=head,
            game=truth.game,
            former=former,
            truth=msgspec.Raw(_encoder.encode(truth)),
            sights={table.viewer: msgspec.Raw(_encoder.encode(table)) for table in sights},
        )
        return zlib.compress(_encoder.encode(body), _COMPRESSION)

    def can_write(self, game: str) -> bool:
        """Whether a game is installed."""
        return game in self._games

    def copied(self, table: AnyTable, viewer: Viewer) -> AnyTable:
        """A copy of a viewer's table for another viewer who has seen the same so far. The game must be installed."""
        copy: AnyTable = self._decoder(table.game).decode(_encoder.encode(table))
        copy.viewer = viewer
        return copy

    def read(self, table: str, seq: int, data: bytes) -> SavedTables:
        """The folds in a snapshot that was stored for entry `seq` of `table`. Raises `UnusableSnapshot`."""
        try:
            body = _body_decoder.decode(zlib.decompress(data))
        except (zlib.error, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise UnusableSnapshot("it is broken") from None
        if (body.table, body.seq) != (table, seq):
            raise UnusableSnapshot("it belongs to another entry")
        if body.game not in self._games:
            raise OutdatedSnapshot("its game is not installed")
        if body.made_by != self._made_by(body.game, tuple(body.former)):
            raise OutdatedSnapshot("another version of the folds made it")
        return SavedTables(body, self._decoder(body.game))


def _anything(kind: type) -> dict[str, Any]:
    return {"title": kind.__name__}


def _kept(game: AnyGame | None) -> list[Any] | None:
    """What a table keeps of a game from round to round, and while it plays others: the fields, their types and the
    version of the rules. None if the game is not installed.
    """
    if game is None:
        return None
    types = get_type_hints(game.state)
    return [(game.version, field, _schema(types[field])) for field in game.remembers]


@cache
def _schema(kind: Any) -> bytes:
    return msgspec.json.encode(msgspec.json.schema(kind, schema_hook=_anything), order="deterministic")


def _fingerprint(kind: Any, rules: int, kept: bytes) -> str:
    return hashlib.sha256(b"%d %d %b %b" % (_FORMAT, rules, kept, _schema(kind))).hexdigest()

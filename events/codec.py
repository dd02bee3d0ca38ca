"""Decodes stored lines: typed where the vocabulary is known, opaque where a game is not installed.

Recorded bytes never change. When an event's schema changes, its type gets a new version (`v`), and an `Upcaster`
converts recorded events as they are read.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Protocol, Union, cast

import msgspec

from events.dispute_events import DISPUTE_EVENTS
from events.entry import Entry
from events.event import Event, HiddenV1, type_tag
from events.round_events import ROUND_EVENTS
from events.table_events import TABLE_EVENTS

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""Converts a recorded event, a JSON object, to the next version of its schema."""


class UnreadableEntry(Exception):
    """A stored line is not an entry. `reason` says why, without quoting the line."""

    code = "log_unreadable"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Opaque(HiddenV1, frozen=True, kw_only=True):
    """An event of a game that is not installed: kept unchanged, shown only to the house."""

    raw: bytes


class Head(msgspec.Struct, frozen=True):
    """The fields that link a line into its chain, which can be read without knowing its game."""

    table: str
    at: str
    prev: str


class _Tag(msgspec.Struct, frozen=True):
    type: str
    v: int = 1


class _Playing(msgspec.Struct, frozen=True):
    game: str


class _Format(msgspec.Struct, frozen=True):
    """What tells an entry's format: before 1.0, all entries recorded an edition (`house`) or their `seq`."""

    v: int
    house: int | None = None
    seq: int | None = None


_BEFORE_1: Final = "it was written by a version before 1.0, whose logs are no longer read"


_UNREADABLE: Final = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The errors of decoding untrusted bytes: invalid JSON, invalid UTF-8, JSON that is nested too deeply."""

_raw_decoder = msgspec.json.Decoder(Entry[msgspec.Raw])
_head_decoder = msgspec.json.Decoder(Head)
_playing_decoder = msgspec.json.Decoder(_Playing)
_tag_decoder = msgspec.json.Decoder(_Tag)
_format_decoder = msgspec.json.Decoder(_Format)


def read_head(line: bytes) -> Head:
    """The chain fields of a line. Raises `UnreadableEntry`."""
    try:
        return _head_decoder.decode(line)
    except _UNREADABLE as error:
        raise UnreadableEntry(f"the line is not an entry: {error}") from None


class Vocabulary(Protocol):
    """A game, as far as its events are read. `upcasters` are by the type and version that they convert."""

    events: ClassVar[Sequence[type[Event]]]
    upcasters: ClassVar[Mapping[tuple[str, int], Upcaster]]


class Codec:
    """Decodes lines with the common events and those of `games`, by their ids.

    A game is not looked at before a line names it, because loading one takes time. What a line decodes to does not
    depend on which games were read before: nothing is taken for unknown as long as a game is left.
    """

    def __init__(self, games: Mapping[str, Vocabulary] | None = None) -> None:
        self._games = games or {}
        self._left = dict.fromkeys(self._games)
        self._kinds: dict[str, type[Event]] = {}
        self._upcasters: dict[tuple[str, int], Upcaster] = {}
        self._know((*TABLE_EVENTS, *ROUND_EVENTS, *DISPUTE_EVENTS), {})
        self._make_decoders()

    def learn(self, games: Iterable[str]) -> bool:
        """Be ready for these games, as far as they are installed. Returns whether any of them was left.

        Raises `TypeError` if two events have one tag, or two upcasters convert one version.
        """
        new = [game for game in games if game in self._left]
        for game in new:
            self._know(self._games[game].events, self._games[game].upcasters)
            del self._left[game]
        if new:
            self._make_decoders()
        return bool(new)

    def _know(self, events: Iterable[type[Event]], upcasters: Mapping[tuple[str, int], Upcaster]) -> None:
        for kind in events:
            if self._kinds.setdefault(type_tag(kind), kind) is not kind:
                raise TypeError(f"two events are called {type_tag(kind)}")
        for key, upcaster in upcasters.items():
            if self._upcasters.setdefault(key, upcaster) is not upcaster:
                raise TypeError(f"there are two upcasters of {key}")

    def _make_decoders(self) -> None:
        union = cast("Any", Union)[tuple(self._kinds.values())]
        self._entries: msgspec.json.Decoder[Entry[Event]] = msgspec.json.Decoder(cast("Any", Entry)[union])
        self._events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(union)

    def decode(self, line: bytes, seq: int = 0) -> Entry[Event]:
        """The entry in a line; `seq` is its number, 0 if that does not matter. Raises `UnreadableEntry`."""
        try:
            entry = self._entries.decode(line)
        except msgspec.ValidationError:
            if self._left and (self.learn(_game_in(line)) or self.learn([*self._left])):
                return self.decode(line, seq)
            entry = self._decode_event_by_event(line)
        except _UNREADABLE as error:
            raise UnreadableEntry(f"the line is not an entry: {error}") from None
        if entry.seq:
            raise UnreadableEntry(_BEFORE_1)
        # Nobody else has the entry yet, and a copy would cost four times as much.
        msgspec.structs.force_setattr(entry, "seq", seq)
        return entry

    def decode_log(self, lines: Iterable[bytes]) -> list[Entry[Event]]:
        """The entries of a whole log. Raises `UnreadableEntry`."""
        return [self.decode(line, seq) for seq, line in enumerate(lines, 1)]

    def _decode_event_by_event(self, line: bytes) -> Entry[Event]:
        """For entries with events of older versions, or of games that are not installed."""
        try:
            _require_known_format(_format_decoder.decode(line))
            raw = _raw_decoder.decode(line)
            events = [self._decode_event(bytes(event)) for event in raw.events]
        except (*_UNREADABLE, LookupError, TypeError, ValueError) as error:
            # A forged line can contain anything, so an upcaster can raise any of these.
            raise UnreadableEntry(f"the line is not an entry: {error}") from None
        return cast("Entry[Event]", msgspec.structs.replace(raw, events=events))

    def decode_event(self, raw: bytes) -> Event:
        """One event. Raises `UnreadableEntry`."""
        try:
            event = self._decode_event(raw)
        except (*_UNREADABLE, LookupError, TypeError, ValueError) as error:
            raise UnreadableEntry(f"it is not an event: {error}") from None
        return self.decode_event(raw) if isinstance(event, Opaque) and self.learn([*self._left]) else event

    def kind_of(self, tag: str) -> type[Event] | None:
        """The type of the events with a tag; None if no installed game has them."""
        if tag not in self._kinds:
            self.learn([*self._left])
        return self._kinds.get(tag)

    def _decode_event(self, raw: bytes) -> Event:
        tag = _tag_decoder.decode(raw)
        kind = self._kinds.get(tag.type)
        newest = None if kind is None else _version_of(kind)
        if newest is None and "." in tag.type:
            return Opaque(raw=raw)
        if newest is None or tag.v > newest:
            raise UnreadableEntry(f"it was written by a newer version: {tag.type}, version {tag.v}, is not known here")
        return self._events.decode(lift(raw, tag.type, tag.v, self._upcasters))


def lift(raw: bytes, kind: str, version: int, upcasters: Mapping[tuple[str, int], Upcaster]) -> bytes:
    """A recorded event or command, upcast to its newest version; the same bytes if it already has it."""
    if (kind, version) not in upcasters:
        return raw
    fields = msgspec.json.decode(raw)
    while upcaster := upcasters.get((kind, version)):
        fields = upcaster(fields)
        version += 1
    return msgspec.json.encode({**fields, "type": kind, "v": version})


def _game_in(line: bytes) -> list[str]:
    """The game that a line names, if it can be read."""
    try:
        return [_playing_decoder.decode(line).game]
    except _UNREADABLE:
        return []


def _require_known_format(written: _Format) -> None:
    if written.house is not None or written.seq is not None:
        raise UnreadableEntry(_BEFORE_1)
    if written.v > 1:
        raise UnreadableEntry(f"it was written by a newer version: entries of format {written.v} are not known here")


def _version_of(kind: type[Event]) -> int:
    # `msgspec.structs.fields` would resolve the types of all fields, which takes long.
    defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
    version: int = defaults["v"]
    return version

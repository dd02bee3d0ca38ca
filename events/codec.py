"""Decodes stored lines: typed where the vocabulary is known, opaque where a game is not installed.

Recorded bytes never change. When an event's schema changes, its type gets a new version (`v`), and an `Upcaster`
converts recorded events as they are read.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Union, cast

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
_tag_decoder = msgspec.json.Decoder(_Tag)
_format_decoder = msgspec.json.Decoder(_Format)


def read_head(line: bytes) -> Head:
    """The chain fields of a line. Raises `UnreadableEntry`."""
    try:
        return _head_decoder.decode(line)
    except _UNREADABLE as error:
        raise UnreadableEntry(f"the line is not an entry: {error}") from None


class Codec:
    """Decodes lines with common events and `game_events`. `upcasters` are by the (type, version) that they convert."""

    def __init__(
        self,
        game_events: Iterable[type[Event]] = (),
        upcasters: Mapping[tuple[str, int], Upcaster] | None = None,
    ) -> None:
        kinds: tuple[type[Event], ...] = (*TABLE_EVENTS, *ROUND_EVENTS, *DISPUTE_EVENTS, *game_events)
        self.kinds = {type_tag(kind): kind for kind in kinds}
        """The types of all events that it knows, by tag."""
        self._known = {tag: _version_of(kind) for tag, kind in self.kinds.items()}
        self._upcasters = upcasters or {}
        union = cast("Any", Union)[kinds]
        self._decode_entry = msgspec.json.Decoder[Any](cast("Any", Entry)[union]).decode
        self._events = msgspec.json.Decoder[Any](union)

    def decode(self, line: bytes, seq: int = 0) -> Entry[Event]:
        """The entry in a line; `seq` is its number, 0 if that does not matter. Raises `UnreadableEntry`."""
        try:
            entry: Entry[Event] = self._decode_entry(line)
        except msgspec.ValidationError:
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
            return self._decode_event(raw)
        except (*_UNREADABLE, LookupError, TypeError, ValueError) as error:
            raise UnreadableEntry(f"it is not an event: {error}") from None

    def _decode_event(self, raw: bytes) -> Event:
        tag = _tag_decoder.decode(raw)
        newest = self._known.get(tag.type)
        if newest is None and "." in tag.type:
            return Opaque(raw=raw)
        if newest is None or tag.v > newest:
            raise UnreadableEntry(f"it was written by a newer version: {tag.type}, version {tag.v}, is not known here")
        return cast("Event", self._events.decode(lift(raw, tag.type, tag.v, self._upcasters)))


def lift(raw: bytes, kind: str, version: int, upcasters: Mapping[tuple[str, int], Upcaster]) -> bytes:
    """A recorded event or command, upcast to its newest version; the same bytes if it already has it."""
    if (kind, version) not in upcasters:
        return raw
    fields = msgspec.json.decode(raw)
    while upcaster := upcasters.get((kind, version)):
        fields = upcaster(fields)
        version += 1
    return msgspec.json.encode({**fields, "type": kind, "v": version})


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

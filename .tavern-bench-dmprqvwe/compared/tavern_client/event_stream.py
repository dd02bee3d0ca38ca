"""An incremental parser for text/event-stream, as in the WHATWG HTML standard, section 9.2.6."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

MEDIA_TYPE: Final = "text/event-stream"
_BOM: Final = b"\xef\xbb\xbf"
_LINE_END: Final = re.compile(rb"\r\n|\r|\n")
_DIGITS: Final = re.compile(r"[0-9]+")


class StreamEvent(msgspec.Struct, frozen=True):
    """An event: its type, its data, and the last id in the stream so far."""

    type: str
    data: str
    last_id: str


class EventStream:
    """Takes a stream's bytes in chunks of any size and returns complete events.

    `retry` is the stream's reconnection time in milliseconds, if any; `longest` the maximum size of an event in bytes.
    """

    def __init__(self, longest: int = 16 * 1024 * 1024) -> None:
        self.retry: float | None = None
        self._longest = longest
        self._rest = b""
        self._begun = False
        self._after_cr = False
        self._type = ""
        self._data: list[str] = []
        self._size = 0
        self._id = ""

    def feed(self, piece: bytes) -> Iterator[StreamEvent]:
        """The events that end in this piece. Raises `ValueError` for one that is too large."""
        for line in self._lines(piece):
            if line:
                self._take(line.decode(errors="replace"))
            elif (event := self._dispatched()) is not None:
                yield event

    def _lines(self, piece: bytes) -> Iterator[bytes]:
        data = self._rest + piece
        if not self._begun:
            if len(data) < len(_BOM) and _BOM.startswith(data):
                self._rest = data
                return
            self._begun = True
            data = data.removeprefix(_BOM)
        if self._after_cr and data:
            # The line ended with the CR of the last piece; an LF that follows belongs to it.
            data, self._after_cr = data.removeprefix(b"\n"), False
        at = 0
        for end in _LINE_END.finditer(data):
            yield data[at : end.start()]
            at = end.end()
        self._after_cr = data.endswith(b"\r")
        self._rest = data[at:]
        if len(self._rest) + self._size > self._longest:
            raise ValueError(f"an event has more than {self._longest} bytes")

    def _take(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "event":
                self._type = value
            case "data":
                self._data.append(value)
                self._size += len(value)
            case "id" if "\0" not in value:
                self._id = value
            case "retry" if _DIGITS.fullmatch(value):
                self.retry = float(value)
            case _:
                pass

    def _dispatched(self) -> StreamEvent | None:
        event = StreamEvent(self._type or "message", "\n".join(self._data), self._id) if self._data else None
        self._type, self._data, self._size = "", [], 0
        return event

"""Server-Sent Events, as the WHATWG HTML standard frames them (section 9.2), and the cursors in their ids."""

import re
from typing import Final

MEDIA_TYPE: Final = "text/event-stream"
KEEP_ALIVE: Final = b":\n\n"
"""A comment: readers ignore it, and proxies do not close the connection as idle."""

_CURSOR: Final = re.compile(r"([0-9]{1,15})\.([!-~]{1,64})\.([0-9a-f]{0,32})")


def frame(event: str, data: bytes, cursor: str | None = None) -> bytes:
    """One event. `data` is one line, such as JSON without indentation; `cursor` its id, to resume after it."""
    mark = b"" if cursor is None else b"id: %b\n" % cursor.encode()
    return b"event: %b\n%bdata: %b\n\n" % (event.encode(), mark, data)


def retry(milliseconds: int) -> bytes:
    """The frame that sets how long readers wait before they reconnect."""
    return b"retry: %d\n\n" % milliseconds


def cursor(version: int, epoch: str, seen: str) -> str:
    """The id of an event: a version of a log, the log's epoch, and the digest of what its viewer saw up to it."""
    return f"{version}.{epoch}.{seen}"


def read_cursor(text: str) -> tuple[int, str, str] | None:
    """The version, the epoch and the digest of a cursor; None if it is malformed."""
    found = _CURSOR.fullmatch(text)
    return (int(found[1]), found[2], found[3]) if found else None

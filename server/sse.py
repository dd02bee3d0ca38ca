"""Server-Sent Events, as the WHATWG HTML standard frames them (section 9.2), and the cursors in their ids."""

import re
from typing import Final

MEDIA_TYPE: Final = "text/event-stream"
KEEP_ALIVE: Final = b":\n\n"
"""A comment: nothing to a reader, and enough to keep proxies from closing what seems dead."""

_CURSOR: Final = re.compile(r"([0-9]{1,15})\.([!-~]{1,64})")


def frame(event: str, data: bytes, cursor: str | None = None) -> bytes:
    """One event. `data` is one line, as JSON without indentation is; `cursor` its id, for who resumes after it."""
    mark = b"" if cursor is None else b"id: %b\n" % cursor.encode()
    return b"event: %b\n%bdata: %b\n\n" % (event.encode(), mark, data)


def retry(milliseconds: int) -> bytes:
    """After how long a reader whose stream ended is to come again."""
    return b"retry: %d\n\n" % milliseconds


def cursor(version: int, epoch: str) -> str:
    """The id of an event: up to which version of which log its reader has come."""
    return f"{version}.{epoch}"


def read_cursor(text: str) -> tuple[int, str] | None:
    """The version and the epoch of a cursor, None where it is none."""
    found = _CURSOR.fullmatch(text)
    return (int(found[1]), found[2]) if found else None

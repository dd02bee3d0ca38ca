"""The write-ahead log beside a database file, as sqlite.org/fileformat2.html#the_write_ahead_log describes it."""

import os
from pathlib import Path
from typing import Final

HEADER_BYTES: Final = 32
FRAME_HEADER_BYTES: Final = 24
"""Each frame is this header and a page."""


def log_of(path: Path) -> Path:
    """The write-ahead log beside a database file."""
    return path.with_name(path.name + "-wal")


def commits_in(log: Path) -> int:
    """How many commits a write-ahead log has, counted by its frames' headers, whether they are valid or not.

    Raises `OSError`.
    """
    commits = 0
    with log.open("rb") as file:
        header = file.read(HEADER_BYTES)
        page_size, salts = int.from_bytes(header[8:12], "big"), header[16:24]
        while len(frame := file.read(FRAME_HEADER_BYTES)) == FRAME_HEADER_BYTES and page_size:
            is_commit = frame[4:8] != bytes(4)
            commits += is_commit and frame[8:16] == salts
            file.seek(page_size, os.SEEK_CUR)
    return commits

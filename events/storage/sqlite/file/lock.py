"""The lock that lets one server at a time open a store, and tells the next one what the last had to say."""

import fcntl
import os
import threading
from pathlib import Path
from typing import Final

from events.storage.contract import StoreInUse
from events.storage.sqlite.errors import explain_os

_MOST_BYTES: Final = 4096
"""The most bytes that are read of a lock file."""


class ServerLock:
    """Holds FILE.lock for one server, until it is released or the process ends.

    The file stays when the lock is released: if it were deleted, two servers could hold two files with the same name.
    Its first line is the number of the process. The second is `note`, what a holder has to tell the next one.
    """

    def __init__(self, path: Path) -> None:
        self.note = b""
        self._using = threading.Lock()
        self._released = False
        lock = path.with_name(path.name + ".lock")
        try:
            self._descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise explain_os(error, lock) from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = self._read()[0].decode("ascii", "replace").strip()
            self.release()
            if not isinstance(error, BlockingIOError):
                raise explain_os(error, lock) from error
            raise StoreInUse(
                f"{path} is in use by another server, process {holder or 'unknown'}: two servers would overwrite each "
                f"other's entries. Stop that one, or use another store.",
                holder,
            ) from None
        try:
            self._write(self._read()[1])
        except OSError as error:
            self.release()
            raise explain_os(error, lock) from error

    def keep(self, note: bytes) -> None:
        """Write another note, of one line, unless the lock was released. Raises `OSError`. For any thread."""
        with self._using:
            if not self._released:
                self._write(note)

    def release(self) -> None:
        """Release the lock, once: a descriptor that was closed may be another file's by now."""
        with self._using:
            if not self._released:
                self._released = True
                os.close(self._descriptor)

    def _read(self) -> tuple[bytes, bytes]:
        number, _, rest = os.pread(self._descriptor, _MOST_BYTES, 0).partition(b"\n")
        return number, rest.partition(b"\n")[0]

    def _write(self, note: bytes) -> None:
        # The former note is only ever overwritten, so that it is not lost if the process is killed in between.
        lines = f"{os.getpid()}\n".encode() + note + b"\n" * bool(note)
        os.pwrite(self._descriptor, lines, 0)
        os.ftruncate(self._descriptor, len(lines))
        self.note = note

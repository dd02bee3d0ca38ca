"""The lock that lets one server at a time open a store, and tells the next one what the last had to say."""

import os
import threading
from pathlib import Path
from typing import Final

from events.storage.contract import StoreInUse
from events.storage.sqlite.errors import explain_os
from events.storage.sqlite.file import portable

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
            # A number, and not a file object, which would release the lock when nobody uses it any more.
            self._descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | portable.BINARY, 0o600)
        except OSError as error:
            raise explain_os(error, lock) from error
        try:
            self._take(path)
        except OSError as error:
            self.release()
            raise explain_os(error, lock) from error
        except StoreInUse:
            self.release()
            raise

    def _take(self, path: Path) -> None:
        taken = portable.lock(self._descriptor)
        holder, note = self._read()
        if not taken:
            process = holder.decode("ascii", "replace").strip()
            raise StoreInUse(
                f"{path} is in use by another server, process {process or 'unknown'}: two servers would overwrite each "
                f"other's entries. Stop that one, or use another store.",
                process,
            )
        self._write(note)

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
                portable.unlock(self._descriptor)
                os.close(self._descriptor)

    def _read(self) -> tuple[bytes, bytes]:
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        number, _, rest = os.read(self._descriptor, _MOST_BYTES).partition(b"\n")
        return number, rest.partition(b"\n")[0]

    def _write(self, note: bytes) -> None:
        # The former note is only ever overwritten, so that it is not lost if the process is killed in between.
        lines = f"{os.getpid()}\n".encode() + note + b"\n" * bool(note)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        os.write(self._descriptor, lines)
        os.ftruncate(self._descriptor, len(lines))
        self.note = note

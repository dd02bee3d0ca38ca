"""What operating systems do in different ways: locks on files, and flushes of folders."""

import errno
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

_FAR: Final = 1 << 30
"""The byte that is locked on Windows, where nobody else can read it: beyond all that the file will hold."""

if sys.platform == "win32":
    import msvcrt

    BINARY: Final = os.O_BINARY
    """The flag with which a file is opened whose line feeds are only line feeds."""
    _LOCKED: Final = {errno.EACCES, 0}
    """What is said of a byte that another process has locked: by Windows, and by Wine."""
    _TRIES: Final = 10
    _SECONDS: Final = 0.1
    """For a second in all: Windows may release the lock of a process that was killed a little after its end."""

    def lock(descriptor: int) -> bool:
        """Lock a file for this process alone, waiting for a second at most; whether that was possible.

        The lock ends with the process. Raises `OSError`.
        """
        for _ in range(_TRIES):
            os.lseek(descriptor, _FAR, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except OSError as error:
                if error.errno not in _LOCKED:
                    raise
            else:
                return True
            time.sleep(_SECONDS)
        return False

    def unlock(descriptor: int) -> None:
        """Release the lock, if this process holds it."""
        with suppress(OSError):
            os.lseek(descriptor, _FAR, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

    def flush_folder(path: Path) -> None:
        """Do nothing: NTFS keeps names in a journal, and folders cannot be opened."""

else:
    import fcntl

    BINARY: Final = 0
    """The flag with which a file is opened whose line feeds are only line feeds."""

    def lock(descriptor: int) -> bool:
        """Lock a file for this process alone, without waiting; whether that was possible. Raises `OSError`.

        The lock ends with the descriptor, and with the process.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(descriptor: int) -> None:
        """Do nothing: the lock ends with the descriptor."""

    def flush_folder(path: Path) -> None:
        """Have the names of new files in a folder on the disk, as far as its file system can. Raises `OSError`."""
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

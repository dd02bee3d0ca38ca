"""What operating systems do in different ways: locks on files, and flushes of folders."""

import errno
import os
import sys
from pathlib import Path
from typing import Final

_FAR: Final = 1 << 30
"""The byte that is locked on Windows, where nobody else can read it: beyond all that the file will hold."""

if sys.platform == "win32":
    import msvcrt

    _LOCKED: Final = {errno.EACCES, 0}
    """What is said of a byte that another process has locked: by Windows, and by Wine."""

    def lock(descriptor: int) -> bool:
        """Lock a file for this process alone, without waiting; whether that was possible. Raises `OSError`.

        The lock ends with the descriptor, and with the process.
        """
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in _LOCKED:
                return False
            raise
        return True

    def flush_folder(path: Path) -> None:
        """Do nothing: NTFS keeps names in a journal, and folders cannot be opened."""

else:
    import fcntl

    def lock(descriptor: int) -> bool:
        """Lock a file for this process alone, without waiting; whether that was possible. Raises `OSError`.

        The lock ends with the descriptor, and with the process.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def flush_folder(path: Path) -> None:
        """Have the names of new files in a folder on the disk, as far as its file system can. Raises `OSError`."""
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

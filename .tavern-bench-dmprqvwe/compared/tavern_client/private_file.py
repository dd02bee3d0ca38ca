"""Files that only their owner can read, to which a client appends."""

import os
from pathlib import Path
from typing import Any, Final

_OWNER_ALONE: Final = 0o600


def append(path: Path, data: bytes) -> None:
    """Append to a file, which is made if it does not exist. It is on the disk afterwards. Raises `OSError`."""

    def private(name: str, flags: int) -> int:
        return os.open(name, flags, _OWNER_ALONE)

    with open(path, "ab", buffering=0, opener=private) as file:
        rest: Any = memoryview(data)
        while rest:
            rest = rest[file.write(rest) :]
        os.fsync(file.fileno())

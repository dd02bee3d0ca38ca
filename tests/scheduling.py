"""Where several processes test: which of them runs what, and in which order.

A process runs a whole file, or a whole folder whose files share a browser or a server, so that what is dear is made once.
"""

from pathlib import Path, PurePosixPath
from typing import Any, Final

import pytest
from xdist.scheduler import LoadScopeScheduling

DEAREST_FIRST: Final = (
    "properties/test_every_step.py",
    "properties/test_secrecy.py",
)
"""What takes longest, as paths begin. It starts first: nobody is left with one of these when the others are done."""

TOGETHER: Final = ("browser", "hostile")
"""The folders that one process has all of."""


def unit_of(path: PurePosixPath) -> str:
    """What a process runs as a whole, for a file of the tests' folder."""
    return next((folder for folder in TOGETHER if folder in path.parts), path.as_posix())


def dearest_first(items: list[pytest.Item]) -> None:
    """Put what takes longest before all else, which stays in its order."""
    folder = Path(__file__).parent

    def place(item: pytest.Item) -> int:
        path = item.path.relative_to(folder).as_posix()
        return next((at for at, dear in enumerate(DEAREST_FIRST) if path.startswith(dear)), len(DEAREST_FIRST))

    items.sort(key=place)


class ByFile(LoadScopeScheduling):
    """Hands out whole units in the order in which their tests were collected."""

    def __init__(self, config: pytest.Config, log: Any = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(PurePosixPath(nodeid.partition("::")[0]))

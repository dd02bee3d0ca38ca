"""Node, for tests of JavaScript. Those of a check are skipped where it is not installed."""

import shutil
from typing import Final

import pytest

IS_MISSING: Final = shutil.which("node") is None
_WHY: Final = "node is not installed (Debian: nodejs)"
needs_node: Final = pytest.mark.skipif(IS_MISSING, reason=_WHY)


def skip_without_node() -> None:
    """For fixtures."""
    if IS_MISSING:
        pytest.skip(_WHY)

"""The tests of the server that run on one server only, and why. All others also run on two: see `clusters.py`."""

from collections.abc import Mapping
from typing import Final

import pytest

ONE_SERVER: Final[Mapping[str, str]] = {
    "test_several_servers.py": "starts two servers by itself",
    "test_shards.py": "starts servers on shards by itself",
}
"""Reasons, by file, or by file and test: `test_x.py::test_y`."""


def why_one_server(item: pytest.Item) -> str | None:
    """Why a test cannot run on several servers; None if it can."""
    file, name = item.path.name, getattr(item, "originalname", item.name)
    return ONE_SERVER.get(file) or ONE_SERVER.get(f"{file}::{name}")

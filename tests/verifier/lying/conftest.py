"""The JavaScript client, in a process of Node for all lies."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.javascript.conftest import Node as Driver
from tools.development import client_package


def driver_in(folder: Path) -> Driver:
    """A process of Node with the client in this folder."""
    client_package.put(folder)
    return Driver(folder / "tavern.mjs")


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Driver]:
    running = driver_in(tmp_path_factory.mktemp("client"))
    yield running
    running.close()

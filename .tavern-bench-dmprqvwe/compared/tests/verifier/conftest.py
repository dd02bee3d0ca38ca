"""One process of Node for all tests of a worker."""

from collections.abc import Iterator

import pytest

from tests.verifier.second_opinions import Node


@pytest.fixture(scope="session")
def node() -> Iterator[Node]:
    process = Node()
    yield process
    process.close()

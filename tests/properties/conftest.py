"""What walks take by chance does not count as covered: branches are to be reached by tests that say what they are for."""

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def untraced() -> Iterator[None]:
    """Walks run untraced: tracing would more than double what they cost."""
    tracer = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(tracer)

"""What walks take by chance does not count as covered: tests that say what they are for are to take each branch."""

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

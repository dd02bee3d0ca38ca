"""How the property tests search, which tests count for coverage, and what all tests would do over and over."""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import pytest
import structlog
from hypothesis import HealthCheck, settings
from structlog.typing import EventDict

from events.merkle import CommitmentTree
from tests.postgres import Postgres, running
from tests.scheduling import ByFile, dearest_first, is_left_out, is_traced, mark

pytest.register_assert_rewrite("tests.properties.judges")

# While the tests are collected, too, little is garbage.
gc.set_threshold(50_000, 20, 50)

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

# The same few examples on every run, unless a deeper search is asked for.
settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=12,
    print_blob=True,
    suppress_health_check=SLOW_IS_FINE,
)
settings.register_profile(
    "deep",
    deadline=None,
    derandomize=False,
    max_examples=2_000,
    print_blob=True,
    suppress_health_check=SLOW_IS_FINE,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def _only_what_is_wrong(_: Any, level: str, event: EventDict) -> EventDict:
    if level in ("debug", "info"):
        raise structlog.DropEvent
    return {"level": level, **event}


# A line for every request, laid out for a terminal, costs as much as many a request, and is read where a test fails.
structlog.configure(processors=[_only_what_is_wrong, structlog.processors.KeyValueRenderer()])
_LOG: Final = structlog.get_config()


@pytest.fixture(autouse=True, scope="session")
def each_tree_is_hashed_once() -> Iterator[None]:
    """Dealers share the trees of the few secrets that tests have: one takes as long as many requests."""
    with pytest.MonkeyPatch.context() as patch:
        shared = lru_cache(maxsize=500)(CommitmentTree)
        patch.setattr("games.engine.dealer.CommitmentTree", shared)
        patch.setattr("events.merkle.CommitmentTree", shared)
        yield


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests that use one."""
    with running() as server:
        yield server


@pytest.fixture
def postgres(postgres_server: Postgres) -> Postgres:
    """The same without a store."""
    postgres_server.empty()
    return postgres_server


def pytest_configure(config: pytest.Config) -> None:
    """Where CPython never closes a connection that is accepted while its listener closes, let no test fail for one.

    The collector finds it in the middle of some other test: https://github.com/python/cpython/issues/109564.
    """
    if sys.version_info < (3, 12, 8) or sys.version_info[:3] == (3, 13, 0):
        for left_open in ("unclosed transport", "unclosed <socket"):
            config.addinivalue_line("filterwarnings", f"ignore:{left_open}:ResourceWarning")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if is_left_out(collection_path, config.option.markexpr) else None


# Before the tests are selected by their marks.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    mark(items)
    dearest_first(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile | None:
    return ByFile(config, log) if config.getvalue("dist") == "loadfile" else None


def pytest_collection_finish() -> None:
    """What was imported stays: the collector need not walk through it again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def logged_as_usual() -> Iterator[None]:
    """Whatever a test makes of the log, it is as it was afterwards."""
    yield
    structlog.configure(**_LOG)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run servers and walks at random untraced, with all their fixtures: tracing would cost as much again, or three
    times, and count what was taken by chance.
    """
    tracer = sys.gettrace()
    if not is_traced(item.path):
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)

import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.events.stores.files import Opened

NOBODY = 65534


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that any user can reach, which pytest's own are not."""
    folder = Path(tempfile.mkdtemp(prefix="tavern-test-"))
    folder.chmod(0o777)
    yield folder
    folder.chmod(0o777)
    shutil.rmtree(folder)


@pytest.fixture
def unprivileged() -> Callable[[], AbstractContextManager[None]]:
    """A way to be somebody for whom a file's mode counts: it does not for root."""

    @contextmanager
    def acting() -> Iterator[None]:
        was = os.geteuid()
        if was == 0:
            os.seteuid(NOBODY)
        try:
            yield
        finally:
            os.seteuid(was)

    return acting


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Opened]:
    opened = Opened(tmp_path / "tavern.db")
    yield opened
    await opened.store.close()
